"""Elements where HTML allows them: clean HTML of a source comes in, the same words in elements that may stand go out.

Texts hold what browsers put up with: blocks inside emphasis, items outside lists, words between items, a fold without
its summary. A validator does not, and programs that read aloud may not. The input is balanced (`clean` came first), so
one pass with a stack is enough; what may stand where is said by the HTML standard, section 4 ("content model"). The
name of a fold is a button: its links stand behind it.
"""

import re
from dataclasses import dataclass, field

from kb.html._tables import even
from kb.html.clean import BLOCK, INLINE, TAG, VOID, name_of

_GLOBAL = re.compile(r""" (?:id|class|lang|dir|title)="[^"]*\"""")
_SAID = re.compile(r""" (?:id|class|lang|dir|data-[a-z-]+)="[^"]*\"""")
_ID = re.compile(r' id="[^"]*"')
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PHRASING = INLINE | _HEADINGS | {"p", "pre", "summary"}
"""What holds words and inline elements alone; a link holds what its parent may, here no more than these."""
_ITEMS = {"ul": ("li", frozenset({"li"})), "ol": ("li", frozenset({"li"})), "dl": ("dd", frozenset({"dt", "dd"}))}
_PARENTS = {"li": {"ul", "ol"}, "dt": {"dl"}, "dd": {"dl"}, "figcaption": {"figure"}}
_FOLD = re.compile(r"\s*<summary\b")
_EMPTY = re.compile(r"(?:\s|&nbsp;)*</")


@dataclass(slots=True)
class _Open:
    """An open element: as the source names it, as it is written; `implied` where the source has none."""

    name: str
    written: str
    implied: bool = False
    last: str = ""
    """The last element that was written into it."""
    link: str = ""
    """Of a link in the name of a fold, its tag; it is written behind the name, where one can follow it."""
    begins: int = 0
    """Where what it holds begins among what was written."""
    links: list[str] = field(default_factory=list)
    """Of the name of a fold, the links in it."""


def settle(html: str, *, told: bool = False) -> str:
    """The HTML with every element where it may stand; those that may not are written as plain boxes or spans. Where it
    is `told` among others, headings are paragraphs, and folds are boxes that hide nothing."""
    writer = _Settler(TAG.split(html), "p" if told else "h2")
    return even(writer.write())


class _Settler:
    def __init__(self, parts: list[str], top: str) -> None:
        self.parts = parts
        self.top = top
        self.out: list[str] = []
        self.open = [_Open("", "div")]
        self.gap = False
        """Whether what was written last is a block that stands as words: what follows is apart from it."""

    def write(self) -> str:
        for at, part in enumerate(self.parts):
            if not at % 2:
                self._text(part)
            elif part.startswith("</"):
                self._end(name_of(part))
            else:
                self._start(name_of(part), part, "".join(self.parts[at + 1 : at + 3]))
        return "".join(self.out)

    def _text(self, text: str) -> None:
        if text.strip():
            self._item("")
        if text:
            self.out.append(" " + text if self.gap and not text[0].isspace() else text)
            self.gap = False

    def _item(self, name: str) -> None:
        """In a list, the item that what comes next lies in: an implied one where it is none itself."""
        top = self.open[-1]
        if top.implied and name in _ITEMS[self.open[-2].written][1]:
            self._pop()
            top = self.open[-1]
        wanted = _ITEMS.get(top.written)
        if wanted is None:
            return
        implied = name not in wanted[1]
        if "dd" in {name, wanted[0] if implied else ""} and not top.last:
            self.out.append("<dt></dt>")
        if implied:
            self._push(_Open("", wanted[0], implied=True), "")

    def _start(self, name: str, tag: str, ahead: str) -> None:
        self._item(name)
        if name in VOID:
            inside = name == "hr" and self.open[-1].written in _PHRASING
            place = f"<span{''.join(_GLOBAL.findall(tag))}></span>" if " id=" in tag else ""
            self.out.append(f" {place}" if inside else tag)
            return
        written = self._allowed(name, ahead)
        if written == "span" and name in BLOCK:
            self.out.append(" ")
        if name == "a" and " href=" in tag and any(each.written == "summary" for each in self.open):
            self._push(_Open(name, "span", link=_ID.sub("", tag)), "".join(_SAID.findall(tag)))
            return
        attrs = tag[len(name) + 1 : -1] if written == name else "".join(_GLOBAL.findall(tag))
        self._push(_Open(name, written), attrs)

    def _allowed(self, name: str, ahead: str) -> str:
        """What an element is written as where it stands; empty for a heading without words."""
        parent = self.open[-1].written
        if name in _HEADINGS and _EMPTY.match(ahead):
            return "span"
        if parent in _PHRASING and not (parent == "summary" and name in _HEADINGS and self.top != "p"):
            return name if name in INLINE else "span"
        if name == "summary":  # none where folds are boxes
            return name if parent == "details" and not self.open[-1].last else "div"
        misplaced = name in _PARENTS and parent not in _PARENTS[name]
        if misplaced or name == "section" or (name == "details" and (self.top == "p" or not _FOLD.match(ahead))):
            return "div"
        if name in _HEADINGS and parent == "dt":
            return "div"
        return self.top if name == "h1" or (name in _HEADINGS and self.top == "p") else name

    def _push(self, element: _Open, attrs: str) -> None:
        self.out.append(f"<{element.written}{attrs}>")
        self.open[-1].last = element.written
        element.begins = len(self.out)
        self.open.append(element)

    def _end(self, name: str) -> None:
        if name in VOID or all(each.name != name for each in self.open):
            return
        while self.open[-1].name != name:
            self._pop()
        self._pop()

    def _pop(self) -> None:
        element = self.open.pop()
        if element.written == "dl" and element.last == "dt":
            self.out.append("<dd></dd>")
        if element.link:
            fold = next(each for each in reversed(self.open) if each.written == "summary")
            fold.links.append(f"{element.link}{_ID.sub('', ''.join(self.out[element.begins :]))}</a>")
        self.out.append(f"</{element.written}>")
        if element.links:
            self.out.append(f'<p class="named">{" ".join(element.links)}</p>')
        self.gap = self.gap or (element.written == "span" and element.name in BLOCK)
