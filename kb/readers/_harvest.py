"""Links, images, ids and footnote markers: the pieces of a clause or footnote come in, what leads where goes out."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from kb.model import FootnoteId, FootnoteReference, Image, Link, LinkKind, Piece, PieceKind
from kb.text import Span

LINK_NESTING = 20
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Harvest:
    """What pieces hold beside words. `host` is the site's own host, when it is known."""

    def __init__(self, host: str | None) -> None:
        self.host = host
        self.links: list[Link] = []
        self.images: list[Image] = []
        self.references: list[FootnoteReference] = []
        self.anchors: dict[str, Span] = {}

    def gather(self, pieces: Sequence[Piece], clause: int | None, footnote: FootnoteId | None) -> None:
        """Add what the pieces of a clause (index) or footnote hold."""
        if not any(piece.attrs for piece in pieces):
            return
        for piece in pieces:
            if piece.kind is PieceKind.FOOTNOTE:
                name = FootnoteId(piece.attr("id") or "")
                self.references.append(FootnoteReference(name, piece.span, clause))
                self.anchors.setdefault(f"fnref:{name}", piece.span)
            elif piece.kind is PieceKind.IMAGE:
                self.images.append(Image(piece.attr("src") or "", piece.text, piece.span))
        for href, text, span in find_links(pieces):
            self.links.append(Link(href, text, span, link_kind(href, self.host), clause, footnote))
        for anchor, span in find_ids(pieces):
            self.anchors.setdefault(anchor, span)


def link_kind(href: str, host: str | None) -> LinkKind:
    """Where an address leads; `host` is the site's own host when it is known."""
    if href.startswith("#"):
        return LinkKind.IN_PAGE
    if href.startswith("//") or _SCHEME.match(href):
        return LinkKind.EXTERNAL_SELF if host and host_of(href) == host else LinkKind.EXTERNAL
    return LinkKind.INTERNAL if href.startswith("/") else LinkKind.RELATIVE


def host_of(address: str) -> str | None:
    """The host an address names, in lower case and without `www.`; None when it names none."""
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


def find_links(pieces: Sequence[Piece]) -> Iterator[tuple[str, str, Span]]:
    """Address, words and span of each link, in order of their starts. Links nested absurdly deep have no words."""
    found: list[tuple[int, str, str, Span]] = []
    words: list[str] = []
    opened: list[tuple[int, int] | None] = []
    depth = 0
    for at, piece in enumerate(pieces):
        href = piece.attr("href") if piece.tag == "a" and piece.attrs else None
        if piece.kind is PieceKind.OPEN:
            opened.append((at, len(words)) if href is not None else None)
            depth += href is not None
        elif piece.kind is PieceKind.CLOSE and opened:
            begun = opened.pop()
            if begun is not None:
                depth -= 1
                start = pieces[begun[0]]
                text = " ".join("".join(words[begun[1] :]).split()) if depth < LINK_NESTING else ""
                found.append((begun[0], start.attr("href") or "", text, Span(start.span.start, piece.span.end)))
        elif href is not None and piece.kind is PieceKind.TAG:
            found.append((at, href, "", piece.span))
        if piece.text:
            words.append(piece.text)
    for _at, href, text, span in sorted(found, key=lambda link: link[0]):
        yield href, text, span


def may_be_id(value: str) -> bool:
    """Whether a value may be an id: HTML allows none that is empty or holds a blank."""
    return bool(value) and not any(character.isspace() for character in value)


def find_ids(pieces: Sequence[Piece]) -> Iterator[tuple[str, Span]]:
    """The ids that tags and attribute lists give, and the names of old-style anchors."""
    for piece in pieces:
        for key, value in piece.attrs:
            if (
                may_be_id(value)
                and piece.kind is not PieceKind.FOOTNOTE
                and (key == "id" or (key == "name" and piece.tag == "a"))
            ):
                yield value, piece.span
