"""The footnotes of a document as a list: verdicts come in, JSON or lines of text go out.

Schema 1: `{"schema", "file", "items": [...]}`; each item as in docs, `similarity` and `quote` null for pointers.
"""

from collections.abc import Iterable, Iterator, Sequence

from kb.answers.telling import counted
from kb.citations.verifying import EDITORIAL
from kb.provenance import Cited, FootnoteVerdict, ReferenceVerdict, SourcePlace

Json = dict[str, object]


def list_footnotes(file: str, verdicts: Iterable[FootnoteVerdict]) -> Json:
    """The verdicts of one document, in document order, as JSON values."""
    return {"schema": 1, "file": file, "items": [_item(verdict) for verdict in verdicts]}


def _item(verdict: FootnoteVerdict) -> Json:
    return {
        "id": verdict.id,
        "line": verdict.line,
        "quote": verdict.quote,
        "cites": [_cited(cited) for cited in verdict.cites],
        "relation": verdict.relation.value,
        "similarity": verdict.similarity,
        "sources": [_place(place) for place in verdict.sources],
        "references": [_reference(reference) for reference in verdict.references],
        "kind": verdict.kind,
        "effective_cited": verdict.effective_cited,
        "effective_in_source": verdict.effective_in_source,
        "problems": [problem.value for problem in verdict.problems],
    }


def _cited(cited: Cited) -> Json:
    return {
        "work": cited.work,
        "work_as_cited": cited.work_as_cited,
        "section_path": list(cited.section_path),
        "heading": cited.heading,
        "anchor": cited.anchor,
        "url": cited.url,
        "resolves": cited.resolves,
        "file": cited.path,
        **({"as_note": cited.as_note} if cited.as_note is not None else {}),
        **({"of_every": True} if cited.of_every else {}),
        **({"see_also": True} if cited.also else {}),
    }


def _place(place: SourcePlace) -> Json:
    return {"file": place.file, "heading": place.heading, "anchor": place.anchor, "line": place.line}


def _reference(reference: ReferenceVerdict) -> Json:
    return {
        "line": reference.line,
        "clause": reference.clause,
        "relation": reference.relation.value,
        "similarity": reference.similarity,
        "sources": [_place(place) for place in reference.sources],
    }


def render_footnotes(file: str, verdicts: Sequence[FootnoteVerdict]) -> Iterator[str]:
    """The verdicts for people: one line a footnote, below it its problems and its references."""
    for verdict in verdicts:
        if verdict.kind == EDITORIAL:
            yield f"{file}:{verdict.line}: [^{verdict.id}] {EDITORIAL}"
            yield from (f"    line {reference.line} ({reference.clause})" for reference in verdict.references)
            continue
        names = "; ".join(_named(cited) for cited in verdict.cites)
        head = f"[^{verdict.id}] {verdict.relation.value}{_percent(verdict.similarity)} ({verdict.kind})"
        yield f"{file}:{verdict.line}: {head}"
        yield f"    cites {names or 'nothing'}"
        if verdict.problems:
            yield f"    problems: {', '.join(problem.value for problem in verdict.problems)}"
        if verdict.effective_cited or verdict.effective_in_source:
            printed = verdict.effective_in_source or "none"
            yield f"    effective: cited {verdict.effective_cited or 'none'}, printed {printed}"
        if verdict.quote is not None:
            yield f"    stands at {_listed(verdict)}"
        for reference in verdict.references:
            relation = f"{reference.relation.value}{_percent(reference.similarity)}"
            yield f"    line {reference.line} ({reference.clause}): {relation}, {_listed(reference)}"
    pointers = sum(verdict.quote is None for verdict in verdicts)
    marked = sum(len(verdict.references) for verdict in verdicts)
    yield f"{counted(len(verdicts), 'footnote')}, {pointers} of them pointers; {counted(marked, 'reference')}"


def _named(cited: Cited) -> str:
    """The text and the heading cited, with the note that names them instead; a text whose title is its only heading
    once."""
    name = ", ".join(dict.fromkeys(name for name in (cited.work, cited.heading) if name)) or cited.url or "nothing"
    name = f"see also {name}" if cited.also else name
    return f"{name}, as [^{cited.as_note}]" if cited.as_note is not None else name


def _listed(found: FootnoteVerdict | ReferenceVerdict) -> str:
    return ", ".join(f"{place.file}:{place.line} (#{place.anchor})" for place in found.sources) or "no place at hand"


def _percent(similarity: float | None) -> str:
    return "" if similarity is None else f" {similarity:.2f}"
