"""A footnote whose words name one heading of a text while its link leads to another, or without any link while the
ruling that it quotes stands under another."""

from collections.abc import Iterable, Iterator

from kb.audit._places import named_places
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import CompendiumVersion, Document, Heading
from kb.naming.mentions import name_words
from kb.provenance import EXACT, Cited, FootnoteVerdict, Problem, SourcePlace
from kb.sources.headings import headings_above
from kb.spelling import SMALL_WORDS, stem_form

CODE = Code(
    "KB438",
    "citation-heading-differs",
    Severity.SUGGESTION,
    "Who reads the footnote looks under the heading it names, and who follows its link finds another.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the footnote, where the link leads to a heading. One that is shortened, or named with those above
    it, is the same, and so is a term that stands in front of its rulings below that heading; a wrong anchor is told by
    its own rule. Words without a link name a term that some version has, where all that they quote is under others."""
    versions = {each.document.source.path: each for each in kb.versions.values()}
    for document, verdict, cited in named_places(kb):
        if cited.url is None and (stands := _elsewhere(kb, versions.get(cited.path or ""), verdict, cited)):
            message = f"footnote `{verdict.id}` names the heading `{cited.heading}`, but its words do not stand there"
            place = f"{stands.file}:{stands.line}"
            hint = f"they stand under `{stands.heading}`, {place}"
            yield diagnose(CODE, document.source, verdict.span, message, hint)
        target = kb.documents.get(cited.path or "") if cited.url is not None else None
        heading = _heading(target, cited) if target is not None else None
        if target is None or heading is None or Problem.WRONG_ANCHOR in verdict.problems:
            continue
        if cited.heading and not _names(cited, heading, target):
            version = versions.get(target.source.path)
            if version is not None and _stems((cited.heading,)) in _terms_below(version, heading):
                continue
            named = f"footnote `{verdict.id}` names the heading `{cited.heading}`"
            message = f"{named}, but its link leads to `{heading.text}`"
            yield diagnose(CODE, document.source, verdict.span, message, _hint(cited, target))


def _elsewhere(kb: Kb, version: CompendiumVersion | None, verdict: FootnoteVerdict, cited: Cited) -> SourcePlace | None:
    """Where the version that is cited by words has what a footnote quotes, if that is nowhere under the term named and
    not on it; None where it is, or no version has such a term."""
    told = _stems((cited.heading or "",))
    if version is None or not told or verdict.quote is None or verdict.relation not in EXACT:
        return None
    places = [each for each in verdict.sources if each.file == cited.path and each.statement is not None]
    for place in places:
        statement = place.statement
        about = _stems((place.heading, statement.term, *statement.path)) if statement is not None else frozenset()
        if not told.isdisjoint(about):
            return None
    own = (each for each in kb.versions.values() if each.compendium == version.compendium)
    known = any(told == _stems((each.term,)) for one in own for each in one.statements)
    return places[0] if places and known else None


def _heading(target: Document, cited: Cited) -> Heading | None:
    return next((each for each in target.headings if each.id == cited.anchor), None)


def _names(cited: Cited, heading: Heading, target: Document) -> bool:
    """Whether the words of a citation are those of a heading, or some of them with those of headings above it."""
    own = _stems((heading.text,))
    above = _stems(each.text for each in headings_above(target, heading))
    told = _stems((cited.heading or "",))
    title = _stems((target.headings[0].text,))
    if told == title or (told < title and all(_stems((each.text,)) != told for each in target.headings)):
        return True  # the title of the text, or a part of it: which of its headings is meant, the link alone tells
    whole = told | _stems(cited.section_path)
    return not told or not own or own <= whole or (bool(told & own) and told <= own | above)


def _terms_below(version: CompendiumVersion, heading: Heading) -> Iterator[frozenset[str]]:
    """The terms that are no headings, of the rulings directly below a heading."""
    for each in version.statements:
        if each.anchor == heading.id and each.term != heading.text:
            yield _stems((each.term,))


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(
        stem_form(word) for text in texts for word in name_words(text.replace("-", " ")) if word not in SMALL_WORDS
    )


def _hint(cited: Cited, target: Document) -> str:
    meant = [each for each in target.headings if _stems((each.text,)) == _stems((cited.heading or "",))]
    return (
        f"link to `#{meant[0].id}`, or name the heading that is meant"
        if len(meant) == 1
        else ("correct the name or the link, whichever is meant")
    )
