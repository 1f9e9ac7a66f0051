"""Cutting a unit of a plain text: a unit comes in, its pieces go out: its marker, the words of each line, the line ends
between them, heads and feet of pages.

A word parted at a line end reads as one, without the hyphen where text or base have the word so inside a line; the
hyphen of a word that is written with one stays. The source keeps all of it, so that it can be told from others.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from kb.model import PAGE_LINE, Piece, PieceKind
from kb.plain._values import Unit, parts_off_pages
from kb.text import Source, Span

_LINE_END = re.compile(r"\s*\n\s*")
_LATER_END = re.compile(r"(?<!\s)\s*\n\s*")
_HYPHENS = "-\u00ad\u2010"
_WORD = re.compile(rf"[^\W\d_]+(?:[{_HYPHENS}][^\W\d_]+)*")
_FIRST_PART = re.compile(r"[^\W\d_]+")
_LAST_PART = re.compile(rf"[^\W\d_]+(?:[{_HYPHENS}][^\W\d_]+)*[{_HYPHENS}]$")
LONGEST_PART = 40
"""A part of a word before a line end has at most so many letters."""


def known_words(source: Source, others: Iterable[str]) -> frozenset[str]:
    """The words, folded, that stand inside the lines of a source, and those of other texts."""
    return frozenset(
        match.group().casefold()
        for text in (source.text, *others)
        for match in _WORD.finditer(text)
        if text[match.end() : match.end() + 1] not in _HYPHENS or match.end() == len(text)
    )


def cut_unit(source: Source, pages: Sequence[Span], known: Collection[str], unit: Unit) -> Iterator[Piece]:
    """The pieces of a unit; `pages` are the heads and feet of pages, `known` words as they stand inside lines."""
    text, at = source.text, unit.content
    if at > unit.span.start:
        yield Piece(PieceKind.MARKUP, Span(unit.span.start, at))
    parts = list(parts_off_pages(pages, at, unit.span.end))
    for number, part in enumerate(parts):
        if number and part.start > at:
            yield Piece(PieceKind.MARKUP, Span(at, part.start), tag=PAGE_LINE)
        yield from _cut_part(text, parts[number:], known, paged=number > 0)
        at = part.end


def _cut_part(text: str, parts: Sequence[Span], known: Collection[str], *, paged: bool) -> Iterator[Piece]:
    """The pieces of the first of some parts; those that follow stand behind a head or foot, as it does if `paged`."""
    part = parts[0]
    at = part.start
    while at < part.end:
        end = _LINE_END.match(text, at, part.end) or _LATER_END.search(text, at, part.end)
        stop = end.start() if end else part.end
        word = _parted_word(text, Span(at, stop), Span(end.end(), part.end), known) if end else None
        before = word.span.start if word is not None else stop
        if before > at:
            yield Piece(PieceKind.TEXT, Span(at, before), text[at:before])
        if word is not None:
            yield word
            at = word.span.end
            continue
        if end is None:
            return
        behind = end.end() if end.end() < part.end else _behind_pages(text, parts[1:])
        parted = text[stop - 2 : stop - 1].isalnum() and text[stop - 1] in _HYPHENS and text[behind].islower()
        begins = paged and stop == part.start
        yield Piece(PieceKind.SPACE, Span(stop, end.end()), "" if parted or begins else " ")
        at = end.end()


def _parted_word(text: str, line: Span, rest: Span, known: Collection[str]) -> Piece | None:
    """The word that a line end parts, where its hyphen is no part of it."""
    last = _LAST_PART.search(text, max(line.start, line.end - LONGEST_PART), line.end)
    first = _FIRST_PART.match(text, rest.start, rest.end)
    if last is None or first is None or not first.group()[0].islower():
        return None
    joined = last.group()[:-1] + first.group()
    soft = last.group()[-1] == "\u00ad"
    if not soft and (joined.casefold() not in known or f"{last.group()}{first.group()}".casefold() in known):
        return None
    return Piece(PieceKind.CHARACTER, Span(last.start(), first.end()), joined)


def _behind_pages(text: str, parts: Sequence[Span]) -> int:
    """Where the words begin in the first of some parts that has any."""
    for part in parts:
        stripped = text[part.start : part.end].lstrip()
        if stripped:
            return part.end - len(stripped)
    return len(text) - 1
