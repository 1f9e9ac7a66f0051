"""A footnote that cites, in words, a work the corpus does not have, a version its compendium never had
or a heading its source does not say."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from rapidfuzz.distance import OSA

from kb.audit._places import named_places, version_of
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import heading_effective
from kb.graph import Kb
from kb.naming.calling import DATE
from kb.naming.mentions import name_words
from kb.numbering import numbers_in, whole_rule
from kb.provenance import Cited, FootnoteVerdict
from kb.similarity import stem_words
from kb.sources.units import read_units
from kb.text import word_forms

VERSION = Code(
    "KB433",
    "citation-version-unknown",
    Severity.WARNING,
    "A citation of a version that the corpus does not list cannot be followed by anybody, now or later.",
    gate=True,
)
HEADING = Code(
    "KB434",
    "citation-heading-unknown",
    Severity.WARNING,
    "A citation without a link is found by its words alone; where the source lacks them, readers look in vain.",
    gate=True,
)
WORK = Code(
    "KB435",
    "citation-work-unknown",
    Severity.SUGGESTION,
    "A citation without a link goes by the name of its work; one that no text has cannot be followed or checked.",
)
CODES = (VERSION, HEADING, WORK)
_DATED = re.compile(rf"(?P<name>[^()]+?)\s*\((?P<day>{DATE})\)")
_MISTYPED = 1
"""So many letters of a name are mistyped, two of them exchanged being one."""
_LETTERS = 3
"""A shorter name is one letter away from many."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the footnote."""
    numbers, dates, named = _numbers(kb), _dates(kb), _names(kb)
    for document, verdict, cited in named_places(kb):
        name, known, problem = _version(cited, numbers) or _of_day(cited, dates) or ("", [], "")
        if name:
            message = f"footnote `{verdict.id}` cites `{cited.work_as_cited}`, a version that `{name}` does not have"
            message += f": {problem}" if problem else ""
            hint = f"its versions are {', '.join(known)}; cite one of them or list the one that is meant"
            yield diagnose(VERSION, document.source, verdict.span, message, hint)
        elif _unnamed(cited, named):
            message = f"footnote `{verdict.id}` cites `{cited.work_as_cited}`, a name that no text of the corpus has"
            meant = _meant(cited.work_as_cited or "", named)
            hint = f"did you mean `{meant}`? Else " if meant else ""
            hint += "cite it as the corpus calls it, put this name under its `names`, or let it be, unchecked"
            yield diagnose(WORK, document.source, verdict.span, message, hint)
        elif number := _unruled(kb, cited):
            message = f"footnote `{verdict.id}` cites `{cited.heading}`: `{cited.path}` has nothing on `{number}`"
            hint = "cite the number that its ruling has, or the version that rules on this one"
            yield diagnose(HEADING, document.source, verdict.span, message, hint)
        elif _unsaid(kb, cited) and not _told_elsewhere(kb, cited, verdict):
            message = f"footnote `{verdict.id}` cites `{cited.heading}`, which `{cited.path}` says nowhere"
            hint = "cite the heading as the source has it, or link to its anchor"
            yield diagnose(HEADING, document.source, verdict.span, message, hint)


def _numbers(kb: Kb) -> dict[tuple[str, ...], tuple[str, list[str]]]:
    """The names of the compendia, folded, each with the name as written and the numbers of the versions."""
    found: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for each in kb.manifest.compendia:
        versions = [entry.number for entry in each.versions if entry.number]
        for name in (each.abbreviation, each.title, *each.names):
            found[name_words(name)] = name, list(dict.fromkeys(versions))
    return found


def _dates(kb: Kb) -> dict[tuple[str, ...], tuple[str, list[str]]]:
    """The same of those of which the day of every version is known, with the versions and these."""
    found: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for each in kb.manifest.compendia:
        versions = [
            f"{entry.number} ({entry.text.date})" for entry in each.versions if entry.number and entry.text.date
        ]
        for name in (each.abbreviation, each.title, *each.names) if len(versions) == len(each.versions) else ():
            found[name_words(name)] = name, list(dict.fromkeys(versions))
    return found


def _names(kb: Kb) -> dict[tuple[str, ...], str]:
    """What the corpus calls its texts, whether at hand or not, by its folded words."""
    found = [each.title for each in kb.documents.values()]
    for work in kb.manifest.works:
        found += [work.title, work.abbreviation, *work.names]
    for compendium in kb.manifest.compendia:
        names = (compendium.title, compendium.abbreviation, *compendium.names)
        found += [*names, *(f"{name} {version.number}" for name in names for version in compendium.versions)]
    found += [name for document in kb.manifest.documents for name in document.names]
    found += [text.title for text in kb.manifest.texts]
    return {name_words(name): name for name in reversed(found) if name}


def _meant(cited: str, named: Mapping[tuple[str, ...], str]) -> str:
    """The name that somebody mistyped by a letter; its numbers are those cited."""
    wanted = name_words(cited)
    numbers, letters = _parted(wanted)
    near = [
        name
        for words, name in named.items()
        if (parts := _parted(words))[0] == numbers and OSA.distance(letters, parts[1]) <= _MISTYPED
    ]
    return near[0] if len(near) == 1 and len(letters) >= _LETTERS else ""


def _parted(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The words with a digit, and all others as one."""
    numbers = tuple(word for word in words if any(map(str.isdigit, word)))
    return numbers, " ".join(word for word in words if word not in numbers)


def _unnamed(cited: Cited, named: Collection[tuple[str, ...]]) -> bool:
    """Whether a citation in words names a work that is none of the corpus."""
    if cited.path is not None or cited.url is not None or not cited.work_as_cited:
        return False
    return name_words(cited.work_as_cited) not in named


def _version(
    cited: Cited, numbers: Mapping[tuple[str, ...], tuple[str, list[str]]]
) -> tuple[str, list[str], str] | None:
    """The compendium whose version a citation names, and the versions it has, where that is none of them."""
    words = name_words(cited.work_as_cited or "")
    name, known = numbers.get(words[:-1], ("", []))
    numbered = cited.path is None and bool(words) and words[-1].isdecimal()
    listed = {name_words(f"{name} {number}") for number in known}
    return (name, known, "") if numbered and known and words not in listed else None


def _of_day(cited: Cited, dates: Mapping[tuple[str, ...], tuple[str, list[str]]]) -> tuple[str, list[str], str] | None:
    """The same of a version that a citation names by its day, and why there never was that day."""
    dated = _DATED.fullmatch(cited.work_as_cited or "") if cited.path is None and cited.url is None else None
    found = dates.get(name_words(dated["name"])) if dated is not None else None
    if dated is None or found is None:
        return None
    printed = heading_effective(f"effective {dated['day']}") or heading_effective(f"effective {dated['day']} 2000")
    return (*found, printed.problem.replace(" 2000", "")) if printed is not None else None


def _told_elsewhere(kb: Kb, cited: Cited, verdict: FootnoteVerdict) -> bool:
    """Whether a heading cited in all versions of a text is told with another of them, or one of them says it."""
    every = [each for each in verdict.cites if each.of_every and each.heading == cited.heading]
    return cited.of_every and (cited != every[0] or not all(_unsaid(kb, each) for each in every))


def _unsaid(kb: Kb, cited: Cited) -> bool:
    """Whether the source of a citation in words is at hand and has the words of the heading nowhere, whatever
    their endings (`Tolls` for *Toll*)."""
    document = kb.documents.get(cited.path or "")
    wanted = word_forms(cited.heading or "")
    if document is None or cited.url is not None or cited.anchor is not None or not wanted:
        return False
    if any(map(str.isdecimal, wanted)) or (cited.heading or "").lstrip('"“')[:1].islower():
        return False  # a page, the number of a rule, or a remark
    said = kb.memory.ask(word_forms, document.source.text)
    return not _has(said, wanted) and not _has(kb.memory.ask(_stems, document.source.text), stem_words(wanted))


def _stems(text: str) -> Sequence[str]:
    return stem_words(word_forms(text))


def _has(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether some words stand among others, in a row."""
    return f" {' '.join(wanted)} " in f" {' '.join(said)} "


def _unruled(kb: Kb, cited: Cited) -> str:
    """The number of a rule that a citation names and on which its source, which goes by numbers, says nothing."""
    document = kb.documents.get(cited.path or "")
    if document is None or cited.anchor is not None or not cited.heading:
        return ""
    numbers = [each for each in numbers_in(cited.heading) if "." in each or "(" in each]
    if not numbers:
        return ""
    text = kb.memory.ask(read_units, document, version_of(kb, document))
    known = text.on_rules if text.ruled_by_number else {}
    return next((each for each in numbers if not whole_rule(each, known)), "") if known else ""
