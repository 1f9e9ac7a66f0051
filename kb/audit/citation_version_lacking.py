"""A footnote that cites all versions of a compendium, or several together, for a ruling that some of them lack."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from kb.attested import Life
from kb.audit._places import checked_documents
from kb.calendars import Calendar
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Document, VersionId
from kb.provenance import EXACT, Cited, FootnoteVerdict
from kb.queries.outlived import find_quoted, find_stated
from kb.similarity import stem_words
from kb.text import word_forms

CODE = Code(
    "KB447",
    "citation-version-lacking",
    Severity.WARNING,
    "Who reads that a ruling stands in several versions takes it for as old as the first; one that came later, or "
    "went, holds from another day.",
)
CODES = (CODE,)
SHOWN = 3
_COUNTED = r"\d+(?:\.\d+)*"
_SEVERAL = re.compile(rf"(?<![\w.]){_COUNTED}(?:\s*(?:,\s*and|,|&|and)\s*{_COUNTED})+\s*$")
"""The numbers of several versions in a row: `3 & 4`, `2, 3 and 4`."""
_AGAIN = re.compile(r"\b(?:already|also|identical(?:ly)?|likewise|same|unchanged|verbatim)\W+(?:(?:as|in|of|so)\W+)*$")
"""What says before the name of a version that it has the words too."""
_TURNS = frozenset(
    word_forms(
        "absent against amended before but cf changed compare contra differently dropped earlier former formerly gone "
        "instead missing new no not originally otherwise replaced replaces reversed reworded since supersedes till "
        "unlike until without"
    )
)
"""Words of an editor who tells how versions differ; what he cites each of them for is his."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the footnote, with the versions at hand that state the ruling nowhere. A version without the whole
    section is silent about it."""
    for document in checked_documents(kb):
        cited = {
            verdict.id: paths
            for verdict in kb.footnotes.get(document.source.path, ())
            if (paths := _cited_together(kb, document, verdict))
        }
        places = find_stated(kb) if cited else {}
        yield from _unheard_of(kb, document)
        for verdict in kb.footnotes.get(document.source.path, ()):
            paths = cited.get(verdict.id, frozenset())
            versions = {each.id for each in kb.versions.values() if each.document.source.path in paths}
            quoted = tuple(find_quoted(verdict.sources, places)) if versions else ()
            every = any(each.of_every for each in verdict.cites)
            for life, calendar, _ in quoted if every or len(quoted) == 1 else ():
                lacking = [calendar.name(each) for each in _lacking(life, calendar, versions)]
                if lacking:
                    first = calendar.name(life.stated[0].version)
                    where = "all versions" if every else "several versions"
                    message = f"the ruling that footnote `{verdict.id}` cites in {where} is not in {_listed(lacking)}"
                    hint = f"it is first seen in {first}: see `kb history {life.id}`, and cite those that have it"
                    yield diagnose(CODE, document.source, verdict.span, message, hint)


def _cited_together(kb: Kb, document: Document, verdict: FootnoteVerdict) -> frozenset[str]:
    """The files of the versions that a footnote cites for the same words: all of a text, or several under one heading,
    or further ones that it says to have them too."""
    if every := {each.path for each in verdict.cites if each.of_every and each.path is not None}:
        return frozenset(every)
    if verdict.quote is None or verdict.relation not in EXACT:
        return frozenset()
    text = document.source.slice(verdict.span)
    bare = text.replace(document.source.slice(verdict.quote_span), " ") if verdict.quote_span is not None else text
    if not _TURNS.isdisjoint(word_forms(bare)):
        return frozenset()
    own = [each for each in verdict.cites if each.path is not None and each.as_note is None]
    heads = Counter(word_forms(each.heading) for each in own if each.heading)
    named = {
        each.path
        for each in own
        if each.path is not None
        and (heads[word_forms(each.heading or "")] > 1 if each.heading else _says_again(bare, each.work_as_cited))
    }
    first = {own[0].path} if own and own[0].path is not None and named else set()
    return frozenset(named | first).union(*(_numbered(kb, each) for each in own))


def _unheard_of(kb: Kb, document: Document) -> Iterator[Diagnostic]:
    """The versions that a footnote which quotes nothing cites for one heading together with others, and that have its
    words nowhere."""
    texts = {each.document.source.path: each for each in kb.versions.values()}
    for verdict in kb.footnotes.get(document.source.path, ()):
        for cited in verdict.cites if verdict.quote is None else ():
            wanted = f" {' '.join(stem_words(word_forms(cited.heading or '')))} "
            versions = [texts[path] for path in _numbered(kb, cited)] if wanted.strip() and cited.resolves else []
            said = {each.name: f" {' '.join(kb.memory.ask(_stems, each.document.source.text))} " for each in versions}
            lacking = [name for name in said if wanted not in said[name]]
            if lacking and len(lacking) < len(said):
                message = f"footnote `{verdict.id}` cites `{cited.heading}` in several versions: "
                message += f"{_listed(lacking)} says nothing of it"
                yield diagnose(CODE, document.source, verdict.span, message, "cite those that have it")


def _stems(text: str) -> tuple[str, ...]:
    return stem_words(word_forms(text))


def _numbered(kb: Kb, cited: Cited) -> frozenset[str]:
    """The files of the versions that the words before one link name by their numbers (`LRF 3 & 4, [Oil](...)`); none
    where the corpus lacks one, or the link leads to another."""
    numbers = _SEVERAL.search(cited.work_as_cited or "")
    linked = next((each for each in kb.versions.values() if each.document.source.path == cited.path), None)
    if numbers is None or linked is None or cited.url is None:
        return frozenset()
    own = {
        each.number: each.document.source.path for each in kb.versions.values() if each.compendium == linked.compendium
    }
    called = re.findall(_COUNTED, numbers.group())
    paths = frozenset(own[each] for each in called if each in own)
    return paths if len(paths) == len(called) and cited.path in paths else frozenset()


def _says_again(text: str, work: str | None) -> bool:
    """Whether a footnote says of a version that it has the words too: `the same in LRF 3`."""
    return bool(work) and any(_AGAIN.search(before) for before in text.split(work or "")[:-1])


def _lacking(life: Life, calendar: Calendar, cited: Collection[VersionId]) -> Iterator[VersionId]:
    stated = {each.version for each in life.stated}
    for slot in calendar.slots:
        if slot.id in cited and slot.at_hand and slot.id not in stated and life.newest.section not in slot.lacks:
            yield slot.id


def _listed(names: list[str]) -> str:
    """`CR 1, CR 2`; of many the first ones: `CR 1, CR 2, CR 3 and 4 more`."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
