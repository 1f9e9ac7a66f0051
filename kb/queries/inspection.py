"""What a reader saw in one document, as plain values: the answer of `kb inspect`."""

from kb.model import Document


def inspect(document: Document) -> dict[str, object]:
    """Headings, footnotes, links, notes and images with their lines (from 1); notes are the top-level boxes only."""
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
