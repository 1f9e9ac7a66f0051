"""Pages as readers have them, in plain lines: the main part of a built page comes in, a line for each block goes out.

A line begins with the element's name, its id and its classes; links and changes stand in it as elements of their own.
Layout is left out, so that what differs between two lines differs for readers.
"""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

OUTER = "main"
SHOWN = frozenset(("a", "ins", "del", "s", "u", "em", "strong", "i", "b", "code", "sup", "sub", "mark", "time", "img"))
"""Elements of a line that are told; others are only their words."""
INLINE = SHOWN | {"abbr", "bdi", "bdo", "cite", "dfn", "kbd", "q", "samp", "small", "span", "var", "wbr"}
VOID = frozenset(("col", "hr", "input", "link", "meta", "source"))
"""Blocks that nothing stands in."""
MUTE = frozenset(("script", "style", "template"))
SAID = ("href", "id", "title", "alt", "value", "data-change", "datetime")


class _Lines(HTMLParser):
    """Gathers the lines of the main part and what is in it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.depth, self.mute = 0, 0
        self.lines: list[str] = []
        self.words: list[str] = []
        self.open: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag == OUTER
        if not self.depth:
            return
        self.mute += tag in MUTE
        if self.mute:
            return
        if tag == "br":
            self.words.append(" / ")
        elif tag in INLINE:
            self.words += [_sign(tag, attrs)] if tag in SHOWN else []
        else:
            self._end_line()
            self.open.append((tag, _name(tag, attrs)))
            if tag in VOID:
                self._end_line(always=True)
                self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.depth:
            return
        if self.mute:
            self.mute -= tag in MUTE
        elif tag in INLINE:
            self.words += [f"</{tag}>"] if tag in SHOWN else []
        elif any(tag == each for each, _ in self.open):
            self._end_line()
            while self.open.pop()[0] != tag:
                pass
        self.depth -= tag == OUTER

    def handle_data(self, data: str) -> None:
        if self.depth and not self.mute:
            self.words.append(data)

    def _end_line(self, always: bool = False) -> None:
        told = " ".join("".join(self.words).split())
        self.words = []
        if (told or always) and self.open:
            name = self.open[-1][1]
            self.lines.append(f"{name}: {told}" if told else name)


def tell(html: str) -> Iterator[str]:
    """The lines of the main part of a page."""
    reading = _Lines()
    reading.feed(html)
    reading.close()
    yield from reading.lines


def _name(tag: str, attrs: list[tuple[str, str | None]]) -> str:
    given = dict(attrs)
    ident = given.pop("id", None)
    classes = "".join(f".{each}" for each in (given.get("class") or "").split())
    return f"{tag}{f'#{ident}' if ident else ''}{classes}{_said(given)}"


def _sign(tag: str, attrs: list[tuple[str, str | None]]) -> str:
    given = dict(attrs)
    if given.get("class") == "pin":  # its name is shown to who points at it by a script
        given["title"] = given.get("title") or given.get("aria-label")
    return f"<{tag}{_said(given)}>"


def _said(given: Mapping[str, str | None]) -> str:
    return "".join(f" {key}={given[key]}" for key in SAID if given.get(key))
