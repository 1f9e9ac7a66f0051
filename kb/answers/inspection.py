"""What a reader saw in one document, as plain values: the answer of `kb inspect`."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from kb.model import PAGE_LINE, CompendiumVersion, Document, Exclusion, Statement
from kb.plain import PlainText
from kb.sheets import Card, CardRuling, Sheet
from kb.text import Span


def inspect(document: Document, stated: CompendiumVersion | Sheet | None = None) -> dict[str, object]:
    """Headings, footnotes, links, notes and images with their lines (from 1); notes are the top-level boxes only.

    Of a document that states rulings, as a version of a compendium or a sheet of answers, each statement too, and what
    was taken for none; of a version its sections and terms.
    """
    line_of = document.source.line_of
    found = _seen(document)
    if stated is not None:
        found["statements"] = _statements(document, stated.statements)
        found["asides"] = [{"line": line_of(aside.span.start), "reason": aside.reason} for aside in stated.asides]
    if isinstance(stated, CompendiumVersion):
        version = stated
        found["compendium"] = {
            "version": version.id,
            "statements": len(version.statements),
            "sections": [
                {"kind": section.kind.value, "title": section.title, "line": line_of(section.span.start)}
                for section in version.sections
            ],
            "terms": _terms(version),
            "asides": [{"line": line_of(aside.span.start), "reason": aside.reason} for aside in version.asides],
        }
    return found


def inspect_plain(plain: PlainText, reader: str, base: Document | None = None) -> dict[str, object]:
    """The same of a text without markup, with its clauses, how sure each is, and the parts that were left out.

    `base` is the edition it borrowed its structure from: each clause names those of the base it stands for.
    """
    document = plain.document
    pieces = (piece for clause in document.clauses for piece in clause.pieces)
    amid = [Exclusion(each.span, PAGE_LINE) for each in pieces if each.tag == PAGE_LINE]
    left = sorted([*document.exclusions, *amid], key=lambda each: each.span)
    found = inspect(document)
    found["plain"] = {
        "reader": reader,
        "base": base.source.path if base is not None else None,
        "similarity": round(plain.similarity, 4) if plain.similarity is not None else None,
        "refused": plain.refused,
        "clauses": [
            {
                "id": clause.id,
                "kind": clause.kind.value,
                "section": clause.section,
                "label": clause.label,
                **_lines(document, clause.span),
                "ground": standing.ground.value,
                "confidence": round(standing.confidence, 2),
                "base": [base.clauses[index].id for index in standing.base] if base is not None else [],
                "text": clause.text,
            }
            for clause, standing in zip(document.clauses, plain.standings, strict=True)
        ],
        "exclusions": [{**_lines(document, each.span), "reason": each.reason} for each in left],
    }
    return found


def inspect_card(card: Card) -> dict[str, object]:
    """The same of a page of a card, with its printings, each with the rulings listed under it, those under none of
    them, and the words that stand there besides."""
    document = card.document
    found = inspect(document)
    found["card"] = {
        "name": card.name,
        "printings": [
            {
                "set": each.set,
                **_lines(document, each.span),
                "name": each.name,
                "version": each.version,
                "classification": each.classification,
                "fields": dict(each.fields),
                "text": each.text,
                "rulings": _listed(document, each.rulings),
            }
            for each in card.printings
        ],
        "untold": [{"line": document.source.line_of(each.span.start), "set": each.text} for each in card.untold],
        "rulings": _listed(document, card.listed),
        "besides": card.besides,
    }
    return found


def _listed(document: Document, rulings: Iterable[CardRuling]) -> list[dict[str, object]]:
    return [
        {
            **_lines(document, each.span),
            "label": each.label,
            "href": each.href,
            "erratum": each.erratum,
            "date": each.date,
            "text": each.text,
        }
        for each in rulings
    ]


def _statements(document: Document, statements: Iterable[Statement]) -> list[dict[str, object]]:
    return [
        {
            **_lines(document, each.span),
            "section": each.section.value,
            "term": each.term,
            "label": each.label,
            "marks": list(each.marks),
            "effective": each.effective,
            "reference": each.reference,
            "context": each.context,
            "text": each.words,
        }
        for each in statements
    ]


def _lines(document: Document, span: Span) -> dict[str, int]:
    """The first and the last line of a stretch."""
    first, last = (document.source.line_of(at) for at in (span.start, max(span.start, span.end - 1)))
    return {"line": first, "end_line": last}


def _terms(version: CompendiumVersion) -> list[dict[str, object]]:
    """Each heading of a term with the statements between it and the next heading of a term or section."""
    line_of = version.document.source.line_of
    starts = [statement.span.start for statement in version.statements]
    ends = sorted([each.span.start for each in version.terms] + [each.span.start for each in version.sections])
    listed: list[dict[str, object]] = []
    for term in version.terms:
        at = bisect_right(ends, term.span.start)
        first = bisect_left(starts, term.span.start)
        last = bisect_left(starts, ends[at]) if at < len(ends) else len(starts)
        listed.append(
            {
                "term": term.term,
                "section": term.section.value,
                "line": line_of(term.span.start),
                "statements": last - first,
            }
        )
    return listed


def _seen(document: Document) -> dict[str, object]:
    line_of = document.source.line_of
    return {
        "schema": 1,
        "path": document.source.path,
        "sha256": document.source.sha256,
        "front_matter": dict(document.front_matter),
        "headings": [
            {"level": heading.level, "id": heading.id, "text": heading.text, "line": line_of(heading.span.start)}
            for heading in document.headings
        ],
        "footnotes": {
            "defined": [{"id": found.id, "line": line_of(found.span.start)} for found in document.definitions],
            "referenced": [{"id": found.id, "line": line_of(found.span.start)} for found in document.references],
        },
        "links": [
            {"href": link.href, "text": link.text, "line": line_of(link.span.start), "kind": link.kind.value}
            for link in document.links
        ],
        "notes": [
            {"line": line_of(note.span.start), "class": " ".join(note.classes), "labels": list(note.labels)}
            for note in document.notes
        ],
        "images": [
            {"src": image.src, "alt": image.alt, "line": line_of(image.span.start)} for image in document.images
        ],
    }
