"""A footnote that says since which version a ruling stands, or which has it no more, where these tell otherwise."""

import re
from collections.abc import Iterator, Sequence

from kb.attested import Change, Life
from kb.audit._places import checked_documents
from kb.calendars import Calendar
from kb.corpus import CompendiumEntry
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Document
from kb.naming.noting import QUOTED
from kb.provenance import FootnoteVerdict
from kb.queries.outlived import find_quoted, find_stated
from kb.text import Span, word_forms

CODE = Code(
    "KB450",
    "version-claimed",
    Severity.WARNING,
    "Since when a ruling stands, and where it stands no more, readers take from the footnote; the versions tell it.",
)
CODES = (CODE,)
_BEGINS = r"(?:first(?:\s+(?:issued|printed|ruled|seen|stated))?|new|introduced|added)\s+(?:in|with|by)|since"
_GONE = (
    r"(?:no\s+longer|no\s+more|not(?:\s+any\s+more)?)\s+in|(?:absent|missing|gone|removed)\s+from|dropped\s+(?:in|by)"
)
_NUMBER = r"\s*(?:#|no\.?|v(?:ersion|\.)?)?\s*"
_COUNTED = re.compile(r"\d+(?:\.\d+)*")
_BEFORE = re.compile(r"[^.;:,()\[\]\"“”–—]*\Z")
_NEUTRAL = frozenset(word_forms("also and force has ibid in is it ruled ruling so stands stated the this valid"))
"""Words before such a claim that say nothing of what else it may be about."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the claim. It is told where it is false of all rulings of the compendium that the footnote quotes:
    the version at hand lacks the ruling that begins there, has it where it is said to be gone, or the version before it
    has it in the same words already."""
    patterns = {name: _pattern(entry) for name, entry in _entries(kb).items()}
    for document in checked_documents(kb):
        verdicts = kb.footnotes.get(document.source.path, ())
        texts = {each.span: _bare(document, each) for each in verdicts if each.quote is not None}
        claimed = {span for span, text in texts.items() if any(each.search(text) for each in patterns.values())}
        places = find_stated(kb) if claimed else {}
        for verdict in (each for each in verdicts if each.span in claimed):
            quoted = tuple(find_quoted(verdict.sources, places))
            for name, pattern in patterns.items():
                lives = [(life, calendar) for life, calendar, _ in quoted if life.compendium == name]
                for match in pattern.finditer(texts[verdict.span]) if lives else ():
                    yield from _judge(document, verdict, match, lives)


def _judge(
    document: Document, verdict: FootnoteVerdict, match: re.Match[str], lives: Sequence[tuple[Life, Calendar]]
) -> Iterator[Diagnostic]:
    before = _BEFORE.search(match.string, 0, match.start())
    if before is None or not _NEUTRAL.issuperset(word_forms(before.group())):
        return
    number = next(each for name, each in match.groupdict().items() if name.startswith("number") and each)
    found = [_contradicted(life, calendar, number, match) for life, calendar in lives]
    if not all(found):
        return
    life, calendar = lives[0]
    first = calendar.name(life.stated[0].version)
    start = verdict.span.start + match.start()
    message = f"footnote `{verdict.id}` says `{' '.join(match.group().split())}` of a ruling, but {found[0]}"
    hint = f"it is first seen in {first}: see `kb history {life.id}`"
    yield diagnose(CODE, document.source, Span(start, start + len(match.group())), message, hint)


def _contradicted(life: Life, calendar: Calendar, number: str, match: re.Match[str]) -> str:
    """How the versions contradict a claim of a ruling; nothing where they do not, or are silent."""
    slots = calendar.slots
    at = next((place for place, each in enumerate(slots) if each.number == number), None)
    if at is None or not slots[at].at_hand or life.newest.section in slots[at].lacks:
        return ""
    own = next((each for each in life.stated if each.version == slots[at].id), None)
    name = calendar.name(slots[at].id)
    if match["gone"]:
        return f"{name} has it" if own is not None else ""
    if own is None:
        return f"{name} does not have it"
    earlier = slots[at - 1] if at else None
    had = earlier is not None and any(each.version == earlier.id for each in life.stated)
    if match["has"] or not had or earlier is None or own.change is not Change.SAME:
        return ""
    return f"{calendar.name(earlier.id)} has it already"


def _bare(document: Document, verdict: FootnoteVerdict) -> str:
    """A footnote with blanks for what it quotes, so that places stay."""
    text = document.source.slice(verdict.span)
    if verdict.quote_span is not None:
        start, end = (each - verdict.span.start for each in (verdict.quote_span.start, verdict.quote_span.end))
        said = text[start:end]
        text = text[:start] + (said if QUOTED.search(said) else '"'.ljust(len(said) - 1) + '"') + text[end:]
    return QUOTED.sub(lambda match: '"'.ljust(len(match.group()) - 1) + '"', text)


def _entries(kb: Kb) -> dict[str, CompendiumEntry]:
    return {each.abbreviation: each for each in kb.manifest.compendia}


def _pattern(entry: CompendiumEntry) -> re.Pattern[str]:
    """What claims something of a version of a compendium, by any name of it; its number, which may be a day
    or a month (`Ledger of May 2004`), is the group that has one."""
    names = sorted((entry.title, entry.abbreviation, *entry.names), key=len, reverse=True)
    called = rf"\s+(?:(?:the\s+)?(?:{'|'.join(map(re.escape, names))})(?:\s+of)?{_NUMBER}|v(?:ersion\s+|\.\s?)?(?=\d))"
    days = [re.escape(each.number) for each in entry.versions if each.number and not _COUNTED.fullmatch(each.number)]
    number = "|".join((_COUNTED.pattern, *days))
    since, onwards, gone, has = (rf"{called}(?P<number{at}>{number})" for at in range(4))
    claims = (
        rf"(?P<begins>{_BEGINS}){since}(?:\s+on(?:wards?)?)?",
        rf"(?P<from>from){onwards}\s+on(?:wards?)?",
        rf"(?P<gone>{_GONE}){gone}",
        rf"(?P<has>in){has}\s+(?:also|too|as\s+well)",
    )
    return re.compile(rf"\b(?:{'|'.join(claims)})(?=\s*(?:[.;:)\]]|,\s+(?-i:[A-Z])|$))", re.IGNORECASE)
