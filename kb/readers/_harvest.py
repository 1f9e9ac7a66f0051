"""Links, images, ids and footnote markers: the pieces of a clause or footnote come in, what leads where goes out."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from kb.model import FootnoteId, FootnoteReference, Image, Link, LinkKind, Piece, PieceKind
from kb.text import Span

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
    """Address, words and span of each link."""
    for at, piece in enumerate(pieces):
        if piece.tag != "a" or piece.kind not in {PieceKind.OPEN, PieceKind.TAG}:
            continue
        href = piece.attr("href")
        if href is None:
            continue
        words: list[str] = []
        end, depth = piece.span.end, 0
        for other in pieces[at + 1 :] if piece.kind is PieceKind.OPEN else ():
            depth += (other.kind is PieceKind.OPEN) - (other.kind is PieceKind.CLOSE)
            if depth < 0:
                end = other.span.end
                break
            words.append(other.text)
        yield href, " ".join("".join(words).split()), Span(piece.span.start, end)


def find_ids(pieces: Sequence[Piece]) -> Iterator[tuple[str, Span]]:
    """The ids that tags and attribute lists give, and the names of old-style anchors."""
    for piece in pieces:
        for key, value in piece.attrs:
            if value and piece.kind is not PieceKind.FOOTNOTE and (key == "id" or (key == "name" and piece.tag == "a")):
                yield value, piece.span
