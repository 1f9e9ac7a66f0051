"""What an editor tells in his own words: a footnote as read comes in; it goes out without what is no quotation,
with the names of the texts that he tells of."""

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.citations.checking import check_quotation
from kb.citations.judging import Judgement
from kb.citations.telling import Account, read_account
from kb.footnotes.leading import MARKED, QUOTED, REMARK, is_quoted, quotes
from kb.footnotes.quoting import FootnoteText
from kb.model import Document
from kb.naming.calling import Known
from kb.naming.introducing import behind_lead
from kb.naming.mentions import Mention
from kb.naming.placing import ends_of_citation
from kb.naming.recognising import find_told
from kb.provenance import Emendation, Relation
from kb.similarity import compare_words, holds_words
from kb.sources.addresses import Resolved, Sources, resolve
from kb.sources.claims import Claim, find_claims
from kb.text import word_forms

WHENCE = 5
"""Words before the name of a text that tell no more than that something is from there: `This comes from the`."""
UNLIKE = 0.5
"""Words less similar than this to any ruling that is cited are no quotation of one gone wrong."""
_OF_TEXTS = re.compile(
    r"\b(?:(?:rules?)?books?|(?:re|mis)?print(?:s|ed|ings?)?|published|misread|(?:re)?word(?:ed|ings?)|texts?|sentences?"
    r"|paragraphs?|passages?|footnotes?|rul(?:ings?|ed)|errat(?:a|um)|clarif\w+|versions?|issues?|editions?|editors?|authors?"
    r"|translat\w+|typos?|files?|answers?|originals?|we|i|ours?)\b",
    re.IGNORECASE,
)
"""Words of an editor who speaks of texts and of his own work on them, and rarely of a rule."""
_COLON = re.compile(r"\s*:\s+(?=\S)")
_LEADS_ON = re.compile(
    r"(?::|\b(?:after|against|as|at|by|cf|compare|follow(?:s|ing)?|from|in|of|on|per|see|since|than|through|till|to|under|"
    r"until|with)(?:\s+also)?(?:\s+the)?\.?)$",
    re.IGNORECASE,
)
"""How words end that run on into the name of a source (`On this see`, `Changed by`), as no quotation ends."""
_TOPIC = re.compile(r"(?:about|as\s+(?:for|to)|concerning|for|on|regarding)\s[^.!?;]*$", re.IGNORECASE)
"""What a source is cited for, in front of it: `For the length of a wick, see ...`."""
_WORKED = re.compile(
    r"\W*(?:(?:also|just|merely|only)\s+)?(?:added|brought|changed|clarified|copied|corrected|explained|given|inserted|kept"
    r"|left|made|moved|noted|placed|repeated|replaced|restated|shortened|stated|struck|taken|told|worded|written"
    r"|put(?=\s+(?:in\s+)?(?:back|here|so|there|to)\b))"
    r"\s+(?:above|again|as|back|because|below|from|(?:in\s+)?here|since|so|(?:in\s+)?there|twice)\b",
    re.IGNORECASE,
)
"""How an editor begins who tells what he did: `Moved here from the front`; a rule says `Moved lamps`."""
_ON_TEXT = re.compile(r"\W*(?:Here|It|So|These|This|Thus)\b")
"""How an editor begins who speaks of the place his footnote stands at: `This paragraph is new.`"""
_MEANT = re.compile(
    r"\bso\s+(?:that\s+)?(?:every(?:body|one)|no(?:body|ne|\s+one)|readers?)\s|\bfor\s+(?:clarity|completeness|the\s+reader)\b"
    r"|(?:^|[,;]\s+)(?:I|[Ww]e)\s"
)
"""Of an editor who tells what for, or speaks of himself."""


def without_former(text: FootnoteText, changes: Sequence[Emendation], claims: Sequence[Claim]) -> FootnoteText:
    """A footnote without the quotations of words that the book had before its own changes, where no cited text has
    them: `instead of “...”`."""
    former = [
        part
        for part in text.parts
        if any(_is_former(part, change) for change in changes) and not check_quotation(part, claims).judgement.found
    ]
    return _without_parts(text, former)


def without_account(text: FootnoteText, claims: Sequence[Claim], sources: Sources) -> FootnoteText:
    """A footnote without what its editor tells in his own words between citations, which no cited text has, nor
    anything like it: where he puts what he quotes in quotation marks, words without them; else words about texts that
    no text at hand has, beside a quotation that stands where it is cited from. So are words that lead to a citation and
    are like none of any text, and those around quotation marks in one sentence, where these alone are quoted."""
    if not claims:
        return text
    text = _without_leads(text, claims)
    leading = [part for part in text.parts if _leads(part, sources.known) and _is_unlike(part, _everywhere(sources))]
    text = _without_parts(text, leading)
    if len(text.parts) < 2:
        return text
    apart = [part for part in text.parts if not quotes(part) and _is_unlike(part, claims)]
    if not any(is_quoted(part) for part in text.parts):
        founded = any(check_quotation(part, claims).judgement.found for part in text.parts)
        apart = [
            part for part in apart if founded and _OF_TEXTS.search(part) and _is_unlike(part, _everywhere(sources))
        ]
    return _without_parts(text, apart)


def told_apart(text: FootnoteText, claims: Sequence[Claim], sources: Sources) -> tuple[FootnoteText, tuple[str, ...]]:
    """A footnote with what an editor quotes of texts in his own account of them for the account, where no cited text
    has anything like this, or they have all that is quoted in it; and the names of these texts."""
    names: list[str] = []
    parts: list[str] = []
    for part in text.parts if claims else ():
        account = read_account(part, sources.known)
        if account is None or not (_is_unlike(part, claims) or _is_true(part, account, claims)):
            parts.append(part)
        else:
            parts += account.parts
            names += account.names
    if not names:
        return text, ()
    span = text.quote_span if parts else None
    told = replace(text, quote=" ".join(parts) or None, quote_span=span, parts=tuple(parts))
    return told, tuple(dict.fromkeys(names))


def _is_true(part: str, account: Account, claims: Sequence[Claim]) -> bool:
    """Whether cited texts have all that an account quotes to the word, and do not have it with the account."""
    told = (check_quotation(each, claims).judgement.relation for each in account.parts)
    return all(each is Relation.VERBATIM for each in told) and not check_quotation(part, claims).judgement.found


def without_names(text: FootnoteText, cited: Sequence[Resolved], sources: Sources, document: Document) -> FootnoteText:
    """A footnote without the name of a text, and the place in it, that leads with a colon to words which that text, one
    of those cited, has."""
    parts = tuple(_without_name(part, cited, sources, document) for part in text.parts)
    return text if parts == text.parts else replace(text, quote=" ".join(parts), parts=parts)


def _without_name(part: str, cited: Sequence[Resolved], sources: Sources, document: Document) -> str:
    start = behind_lead(part, sources.known.names)
    ends = ends_of_citation(part, start, sources.known)
    colon = next((led for end in ends if (led := _COLON.match(part, end)) is not None), None)
    if colon is None or is_quoted(part):
        return part
    path = resolve(Mention(part[start : ends[0]], (), None, None), document, sources).cited.path
    claims = find_claims((each.cited for each in cited if path and each.cited.path == path), sources)
    rest = part[colon.end() :]
    if not claims or check_quotation(part, claims).judgement.relation is Relation.VERBATIM:
        return part
    found = check_quotation(rest, claims).judgement
    if found.relation is not Relation.VERBATIM or found.source is None:
        return part
    places = set(re.findall(r"\d+", part[ends[0] : colon.start()]))
    return rest if any(places <= set(found.source.units[unit].words) for unit in found.units) else part


def _without_leads(text: FootnoteText, claims: Sequence[Claim]) -> FootnoteText:
    """A footnote without the words around quotation marks (`Adapted from “...”`, `“...” and therefore “...”`)."""
    parts = tuple(each for part in text.parts for each in _quoted_alone(part, claims) or (part,))
    return text if parts == text.parts else replace(text, quote=" ".join(parts), parts=parts)


def _quoted_alone(part: str, claims: Sequence[Claim]) -> tuple[str, ...]:
    """What stands in quotation marks inside of a part, where the texts that are cited have it and not the words around
    it; nothing where they have their own marks there (`Change “...” to “...”`)."""
    quoted = tuple(" ".join(each.split()) for each in MARKED.findall(part) if len(word_forms(each)) >= QUOTED)
    parted = not is_quoted(part) or (len(quoted) > 1 and word_forms(MARKED.sub(" ", part)))
    if not quoted or not parted or check_quotation(part, claims).judgement.relation is Relation.VERBATIM:
        return ()
    found = [judgement for each in quoted for judgement in check_quotation(each, claims).judgements]
    own = any(_is_marked_in(quoted, judgement) for judgement in found)
    return quoted if all(judgement.found for judgement in found) and not own else ()


def _is_marked_in(quoted: Sequence[str], judgement: Judgement) -> bool:
    """Whether a ruling has some of the quoted words in quotation marks itself."""
    units = [judgement.source.units[unit] for unit in judgement.units] if judgement.source is not None else []
    marked = [compare_words(match.group()) for unit in units for match in MARKED.finditer(unit.text)]
    return any(holds_words(each, compare_words(words)) for each in marked for words in quoted)


def _leads(part: str, known: Known) -> bool:
    """Whether a part that has no quotation marks runs on into the citation behind it, says what that is about, or tells
    what an editor did, what for, which text something is from (`This comes from LRF 4`) or what it is among texts (`So
    since the first printing`)."""
    if quotes(part):
        return False
    topic = _TOPIC.match(part) is not None and len(word_forms(part)) <= REMARK
    worked = _WORKED.match(part) is not None or _MEANT.search(part) is not None
    placed = _ON_TEXT.match(part) is not None and _OF_TEXTS.search(part) is not None
    worked = worked or (placed and len(word_forms(part)) <= REMARK)
    return topic or worked or _LEADS_ON.search(part) is not None or _tells_whence(part, known)


def _tells_whence(part: str, known: Known) -> bool:
    """Whether a part ends with the name of a text and has hardly a word besides."""
    *_, told = ("", *find_told(part, known))
    before, name, behind = part.rpartition(told) if told else (part, "", "")
    return bool(name) and not word_forms(behind) and len(word_forms(before)) <= WHENCE


def _is_unlike(part: str, claims: Sequence[Claim]) -> bool:
    judgement = check_quotation(part, claims).judgement
    return not judgement.found and judgement.similarity < UNLIKE


def _everywhere(sources: Sources) -> tuple[Claim, ...]:
    """All texts at hand, each as a whole."""
    return tuple(Claim(sources.text_of(document), None) for document in sources.documents.values())


def _without_parts(text: FootnoteText, left_out: Sequence[str]) -> FootnoteText:
    if not left_out:
        return text
    parts = tuple(part for part in text.parts if part not in left_out)
    return replace(text, quote=" ".join(parts) or None, quote_span=text.quote_span if parts else None, parts=parts)


def _is_former(quote: str, change: Emendation) -> bool:
    """Whether quoted words stood at the place of a change before it, and do no longer."""
    before, now = (
        compare_words(f"{change.prefix} {text} {change.suffix}")
        for text in (change.published_text, change.emended_text)
    )
    words = compare_words(quote)
    return holds_words(before, words) and not holds_words(now, words)
