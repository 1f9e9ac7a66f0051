"""Withdrawn: the words of a ruling come in; whether they only say that it, or which other one, is no more, or what
stands in the place of an earlier erratum, goes out. And those of a file's introduction; whether they say that it takes
the place of the files before it, or lists what changed since them alone.
"""

import re
from typing import NamedTuple

from kb.changing import CHANGE, VERBS, WAS
from kb.effective import WITHDRAWN, read_day
from kb.numbering import close_parts, leading_number
from kb.sentences import find_sentences

_THE_RULING = (
    r"(?:this|the)\s+(?:(?:earlier|previous|old|older|former)\s+)?(?:ruling|entry|erratum|answer|clarification|change|amendment)\s+"
    r"(?:(?:of|from|in|dated|issued)\s+[^.;!?,]{0,40}\d[^.;!?,]{0,20}?\s+)?"
)
"""An entry by what it is, and perhaps when or where it was published (`the erratum of 3 May 1998`)."""
_BY_NUMBER = (
    r"(?:rulings?|answers?|questions?|errat(?:um|a)|clarifications?)\s+(?:nos?\.?\s*|#\s?)?"
    r"\d{1,3}[a-z]?(?:(?:\s*[,–-]\s*|\s*,?\s+(?:and|to)\s+)\d{1,3}[a-z]?)*\s+"
)
"""What a file that counts its rulings calls one that is no more, or several."""
_WAS = rf"{WAS}\s+"
_BY_WORDS = (
    r"(?:the|our|all|both|any)\s+(?:(?:the|our|earlier|previous|old|older|former)\s+)*"
    r"(?:rulings?|entry|entries|errat(?:um|a)|answers?|clarifications?)\s+"
    r"(?:(?:of|from|in|dated|issued)\s+[^.;!?,]{0,40}?\d[^.;!?,]{0,20}?\s+)?"
    r"(?:(?:that|which)\s+(?:(?:says?|said|states?|stated)\s+(?:that\s+)?)?|(?:on|about|concerning|regarding)\s+)"
    r"(?P<told>(?:(?!\b(?:says?|said|states?|stated|means?|tells?|if|unless|until|when|where)\b)[^.;!?]){1,240}?)\s"
)
"""A ruling that is told by what it says (`the ruling that a doused lamp fills its place`)."""
_QUOTED = r"[\"“‘'](?P<quoted>[^\"“”]{1,240}?)[.,]?[\"”’']\s+"
"""A ruling that is quoted."""
_TAIL = r"(?:\s+(?:as\s+of|by|from|in|on|since|with)\s[^.\]]{0,40}\d[^.\]]{0,20})?(?:\s*[;,(]\s*see\s[^;]{1,80})?\W*"
_HOLDS_NOT = (
    rf"(?:{_WAS}(?:now\s+|hereby\s+)?(?:{WITHDRAWN}|annulled|cancelled|dropped|overturned|(?:null\s+and\s+)?void"
    r"|(?:an|in)\s+error|a\s+mistake|no\s+longer\s+(?:effective|in\s+(?:effect|force)|valid))"
    r"|no\s+longer\s+(?:appl(?:y|ies)|holds?|stands?))"
)
"""What is said of a ruling that is named, in more ways than of the entry that says it of itself."""
WITHDRAWS = re.compile(
    rf"\W*(?:(?:{_THE_RULING}|{_BY_NUMBER})?{_WAS})?(?:now\s+)?"
    rf"(?:{WITHDRAWN}|deleted|removed)"
    rf"{_TAIL}|\W*(?:{_THE_RULING}|{_BY_NUMBER}|{_BY_WORDS}|{_QUOTED}){_HOLDS_NOT}{_TAIL}",
    re.IGNORECASE,
)
"""A sentence that says it of the entry that it stands in (`This entry has been withdrawn.`), of one that the file
counts (`Ruling 9 is withdrawn.`) or of one that it tells by its words, and perhaps what to see instead."""
_CHANGE = (
    r"(?P<{0}>(?:[\w'’-]+\s+){{0,4}}?)changes?\s+(?:(?:made|introduced)\s+)?(?:of|from|in|by|with)\s+"
    r"(?:(?:version|patch|update|issue|errata)\s+|v\.?\s?)?(?P<{1}>\d[\w.-]*)"
)
"""A change by the number of the version that made it, and perhaps by what it changed: `the cost change of 1.1`."""
_BACK = r"(?:reverted|undone|rolled\s+back)"
_REVERTS = re.compile(
    rf"\W*(?:(?:revert(?:ed|s)|undid|undoes|roll(?:ed|s)\s+back)\s+(?:(?:the|its|our)\s+)?{_CHANGE.format('of', 'by')}"
    rf"|(?:(?:all|the|its)\s+)+{_CHANGE.format('what', 'version')}\s+"
    rf"{_WAS}{_BACK})\W*",
    re.IGNORECASE,
)
_STANDS = re.compile(
    r"\W*(?:the|this)\s+(?:(?:original|printed|published)\s+)?"
    r"(?:rule|law|article|case|section|paragraph|sentence|text|wording|card|entry|table)\s+"
    r"(?:is\s+(?:correct|valid|right)|stands|holds|applies|remains|reads)(?:\s+as\s+(?:it\s+was\s+)?"
    r"(?:originally\s+)?(?:printed|published|written))?\W*"
    r"|\W*(?:the\s+|its\s+)?(?:[\w'’-]+\s+){1,3}(?:is|are)\s+(?:back\s+(?:to|at)\s+)?\d+\s+again\W*",
    re.IGNORECASE,
)
"""What is said beside it of the rule or the figure that holds again: `The case is correct as printed.`"""
_WITHDRAWN = (
    rf"[\[(]\s*(?:{_THE_RULING})?(?:{_WAS})?(?:now\s+)?"
    rf"(?:{WITHDRAWN}|no\s+longer\s+(?:in\s+(?:force|effect)|valid|holds))[\s.!]*[\])]"
)
_IS_NO_MORE = re.compile(
    rf"{_WITHDRAWN}\s*(?P<behind>\w.*)|(?P<before>.*\S)\s*{_WITHDRAWN}\W*", re.IGNORECASE | re.DOTALL
)
"""What before or behind which stands, in brackets, that it is no more: `[withdrawn]`."""


_TAKEN_OUT = re.compile(
    rf"\s*[\[(]?(?:now\s+)?(?:{WITHDRAWN}|deleted|removed|dropped|no\s+longer\s+(?:in\s+(?:force|effect)|valid|holds))"
    r"(?:\s*:|[\])]:?)\s+(?![\"“‘'])(?P<behind>\w.*)"
    rf"|\s*the\s+following\s+(?:ruling|entry|erratum|answer|clarification)\s+{_WAS}(?:now\s+|hereby\s+)?"
    rf"(?:{WITHDRAWN}|(?:null\s+and\s+)?void|no\s+longer\s+(?:in\s+(?:force|effect)|valid))\s*:\s+(?P<told>\w.*)",
    re.IGNORECASE | re.DOTALL,
)
"""The label of a ruling that a file tells as no more (`Deleted: ...`, `[Dropped] ...`); what is quoted behind one are
words that go, not the ruling."""


def _no_more(words: str, labelled: bool) -> str:
    """The ruling of one sentence that is marked as withdrawn, perhaps with a label; of several it is not known which
    are: nothing then."""
    found = _IS_NO_MORE.fullmatch(words)
    told = (found["behind"] or found["before"]) if found is not None else ""
    if not told and labelled and (label := _TAKEN_OUT.fullmatch(words)) is not None:
        told = label["behind"] or label["told"]
    return told if len(tuple(find_sentences(told))) == 1 else ""


def tells_end(words: str, subject: str = "") -> bool:
    """Whether words say that a ruling is no more, and nothing else but which, and that the rule holds as it was; the
    subject of an entry of a list, or the number of the rule it is on, may stand before them."""
    told = words.removeprefix(f"{subject}:").strip() if subject else words
    told = close_parts(told)
    lead = leading_number(told)
    behind = told[lead.span.end :].lstrip(" ]).:") if lead is not None else ""
    ruled = re.match(_THE_RULING, behind, re.IGNORECASE) or tell_reverted(behind)
    told = behind if ruled else told  # `9.1 is deleted` asks it of the rule
    said = [told[span.start : span.end] for span in find_sentences(told)]
    left = [each for each in said if not _STANDS.fullmatch(each)]
    ends = (WITHDRAWS.fullmatch(each) or _REVERTS.fullmatch(each) for each in left)
    return bool(_no_more(words, labelled=not subject)) or (bool(left) and all(ends))


class Reverted(NamedTuple):
    """What is taken back of a version, by its number: what it said of a subject, or the words of that; all of it
    without any."""

    version: str
    words: str = ""


def tell_reverted(words: str, subject: str = "") -> Reverted | None:
    """Which change an entry of a list says in its first sentence to be taken back (`Gannet: Reverted the change of 1.1.
    Weight is 2 again.`); None where it says that of none by the number of a version."""
    told = words.removeprefix(f"{subject}:").strip() if subject else words
    lead = leading_number(close_parts(told))
    told = close_parts(told)[lead.span.end :].lstrip(" ]).:") if lead is not None else told
    first = next(iter(find_sentences(told)), None)
    match = _REVERTS.fullmatch(told[first.start : first.end]) if first is not None else None
    if match is None:
        return None
    return Reverted((match["by"] or match["version"]).rstrip(".-"), (match["of"] or match["what"] or "").strip())


ERRATUM_BEFORE = (
    r"the\s+(?:(?:earlier|previous|old|older|former|original)\s+)?erratum"
    r"(?:\s+(?:of|in|from|on|dated|issued)\s+[^.:;!?,\"“”]{1,60}?)?"
)
"""What an erratum to an erratum calls that one, perhaps with where or when it was published."""
_CORRECTED = re.compile(
    rf"\W*{ERRATUM_BEFORE}\s+(?:(?:should|shall|must|ought\s+to)\s+(?:now\s+|have\s+)?read|now\s+reads"
    rf"|(?:is|was)\s+(?:corrected|changed|amended)\s+to(?:\s+read)?)(?:\s+as\s+follows)?\s*:\s+"
    rf"(?P<order>(?P<verb>{VERBS})\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTATION = re.compile(r"[\"“](?P<words>[^\"“”]+)[\"”]")


class Corrected(NamedTuple):
    """An erratum that stands in the place of one before it: what it asks for, and words that one has too."""

    order: str
    shared: str


def tell_corrected(words: str) -> Corrected | None:
    """What an erratum says that an earlier one should have read (`The erratum of sheet 1 should read: Change "two" to
    "four".`); None where it says so of none."""
    found = _CORRECTED.fullmatch(words)
    if found is None:
        return None
    old = _QUOTATION.search(found["order"]) if re.fullmatch(CHANGE, found["verb"], re.IGNORECASE) else None
    return Corrected(found["order"], old["words"] if old is not None else found["verb"])


_FILE = (
    r"(?:(?:errata|faq|rulings?)\s+)?"
    r"(?:document|sheet|file|version|edition|issue|release|update|faq|errata|list|listing|compilation|collection|digest)s?"
)
_BEFORE = r"(?:earlier|previous|prior|older|former|preceding|past)"
_DAY = r"(?:\S+\s+){0,3}(?:\d{4}\b|\d{1,2}[./]\d{1,2}[./]\d{2}\b)"
"""A day with its year: the list of some cards, or from page 7, is no version."""
_OTHER = (
    rf"(?:(?:all|any|every|the)\s+(?:of\s+)?(?:the\s+)?(?:other\s+and\s+)?{_BEFORE}\s+(?:\w+\s+)?{_FILE}"
    rf"|(?:the\s+)?{_FILE}\s+(?:(?:of|from|dated|issued)\s+{_DAY}|v?\d|{_BEFORE}\b)|(?:all|any)\s+others\b)"
)
_IN_PLACE = re.compile(
    rf"\b(?:it|(?:this|the\s+present)\s+(?:(?:new|current|latest|revised)\s+)?{_FILE})\s+(?:\w+\s+)?"
    r"(?:(?:cancels|includes|contains)\s+and\s+)?"
    rf"(?:replaces|supersedes)\s+(?:and\s+(?:replaces|supersedes)\s+)?{_OTHER}"
    rf"|\b(?:all|any)\s+{_BEFORE}\s+{_FILE}\s+(?:are|is)\s+(?:hereby\s+)?(?:replaced|superseded|withdrawn|cancelled|void)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(
    rf"(?:this|the\s+present)\s+(?:(?:new|current|latest|revised)\s+)?{_FILE}\s+(?:only\s+)?"
    r"(?:(?:adds\s+to|supplements|complements|continues)|does\s+not\s+(?:repeat|replace|supersede))\s+\w",
    re.IGNORECASE,
)
_REST = (
    r"(?:(?:all|any)\s+(?:of\s+)?(?:the\s+)?)?(?:other|remaining)\s+"
    r"(?:rulings|clarifications|answers|entries|errata)\b(?:\s+\S+){0,6}?\s+"
    r"(?:(?:still|all)\s+)?(?:remains?|stays?|stands?|continues?|holds?|(?:is|are)\s+(?:unchanged|still|not\s+repeated))\b"
)
_LISTS = r"(?:lists?|contains?|has|holds?|gives?|covers?|shows?|includes?|prints?|states?|repeats?)"
_NEW = r"(?:(?:new|changed|revised|altered|amended|added|different|differs|changes|differences|additions|updates)\b)"
_ONLY_NEW = re.compile(
    rf"\b(?:it|(?:this|the\s+present)\s+(?:(?:new|current|latest)\s+)?{_FILE})\s+"
    rf"(?:(?:only|just|merely)\s+{_LISTS}|{_LISTS}\s+(?:only|just|nothing\s+but))\s+(?:\w+\s+){{0,5}}?{_NEW}"
    rf"|\bonly\s+(?:(?:the|those|what)\s+)?(?:\w+\s+){{0,3}}?{_NEW}(?:\s+\w+){{0,6}}?\s+(?:is|are)\s+"
    r"(?:listed|given|printed|repeated|shown)\b"
    rf"|{_REST}",
    re.IGNORECASE,
)


def tells_changes(words: str) -> bool:
    """Whether words of a file say that it lists what is new or changed and nothing else (`This issue lists only what
    has changed since version 2. All other rulings remain in force.`): what it does not repeat is as it was."""
    return _ONLY_NEW.search(" ".join(words.split())) is not None


def tell_withdrawn(words: str) -> str:
    """The words by which a sentence tells the ruling that it says to be no more (`The ruling that a gale breaks masts
    is withdrawn.`, `Deleted: A gale breaks masts.`); nothing where it names none, or by what else."""
    found = WITHDRAWS.fullmatch(words)
    told = (found["told"] or found["quoted"] or "").strip() if found is not None else ""
    return told or _no_more(words, labelled=True)


def adds_to_others(words: str) -> bool:
    """Whether all words of a file say that it adds to those before it, and of what day it is itself (`3 May 2004. This
    sheet adds to that of 1 March; it does not replace it.`)."""
    said = [words[span.start : span.end] for span in find_sentences(words)]
    added = [_ADDS.match(each) is not None for each in said]
    return any(added) and all(adds or read_day(each.rstrip(". ")) for adds, each in zip(added, said, strict=True))


_LEFT_OUT = re.compile(
    r"\W*(?:(?:all|any|the|those|other|older)\s+)*(?:clarifications|corrections|entries|errata|items|rulings)\b"
    r"(?:\s+(?!(?:are|were|have)\b)[^\s.;:!?]+){0,14}?\s+(?:are|were|have\s+been)\s+"
    r"(?:(?:no\s+longer|not)\s+(?:given|included|listed|printed|repeated|shown)"
    r"|(?:given|included|listed|printed|repeated|shown)\s+no\s+(?:longer|more)|left\s+out|omitted)"
    r"(?:\s+(?:again|any\s+(?:longer|more)|here|(?:below|in|from)\s+(?:the|this)\s+\w+))*\W*",
    re.IGNORECASE,
)


def tells_left_out(words: str) -> bool:
    """Whether words of a list tell what it does not list (`Errata that the second printing has are listed no
    longer.`)."""
    return _LEFT_OUT.fullmatch(words) is not None


def takes_place(words: str) -> bool:
    """Whether words of a file say that it takes the place of those before it (`This document replaces all earlier
    versions.`): what it does not repeat is no more, in its lists too."""
    return _IN_PLACE.search(" ".join(words.split())) is not None
