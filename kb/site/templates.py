"""Templates: the text of page templates comes in, kinds of page go out.

A file `pages/<name>.md.j2` is one kind of page; adding a kind is adding a file. It begins with a comment
that says for what there is a page each, where it lies, what it is called and which door it stands behind:

    {#-
    each: books
    page: rules/{item.id}/
    title: =title.published
    door: Rules
    -#}

A title or description that begins with `=` is a key of the interface words, which get the item's title; so does a
`crumb`, the page's name in the trail above it and the pages below it, where its title is too long or repeats theirs.
`styles` and `scripts` name what such a page needs beside that which every page has: files of the theme's assets. What
only a small screen needs, or only one that has room beside the text, is named by `scripts_small` and `scripts_wide`.

A line that a heading macro made goes to the builder as Markdown, because the builder makes the contents from
headings; everything else goes there as HTML on one line, which no parser changes.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from kb.html.clean import escape_markdown, seal, showable
from kb.html.quotes import curl
from kb.interface import Words
from kb.places.openings import opening_of
from kb.site.alike import tell_apart
from kb.text import with_capital

HEADING = "<!--heading-->"
TITLE = "kb:top"
"""The anchor of a page's own title."""
WORDS = "kb:words:"
"""What the anchor of the words of a heading that has a permalink begins with."""
HELD = {
    "graph": 'id="kb-graph"',
    "pins": 'class="pin"',
    "reader": 'id="kb-reader"',
    "search": 'id="seek"',
    "tools": 'class="tools',
    "wide": 'class="table wide"',
    "witnesses": 'class="row witnessed',
}
"""What pages hold that their frame is another for, by the HTML that tells it (`data-holds`)."""
_HEAD = re.compile(r"\{#-(.*?)-#\}", re.DOTALL)
NAMING = ("hide", "styles", "scripts", "scripts_small", "scripts_wide")
"""What a head says in several names, parted by blanks."""
_KEYS = frozenset({"each", "page", "title", "description", "door", "search", "crumb", "template", *NAMING})


class TemplateFaultError(ValueError):
    """A page template whose head cannot be read; a fault of the program, not of a text."""


@dataclass(frozen=True, slots=True)
class PageKind:
    """One kind of page: its name, for what there is one each, and the patterns of its address and title."""

    name: str
    each: str
    page: str
    title: str
    head: Mapping[str, str] = field(repr=False)

    @property
    def short(self) -> str:
        """The name without folder and ending, as the front matter of its pages has it."""
        return self.name.removeprefix("pages/").removesuffix(".md.j2")

    @property
    def styles(self) -> tuple[str, ...]:
        """The names of the style sheets its pages need beside those of every page."""
        return tuple(self.head.get("styles", "").split())


def find_kinds(templates: Mapping[str, str]) -> tuple[PageKind, ...]:
    """The kinds of page among some templates, in order of name."""
    names = (name for name in sorted(templates) if name.startswith("pages/") and name.endswith(".md.j2"))
    return tuple(_read_kind(name, templates[name]) for name in names)


def _read_kind(name: str, text: str) -> PageKind:
    match = _HEAD.match(text)
    if match is None:
        raise TemplateFaultError(f"template `{name}` does not begin with a head")
    pairs = [line.strip().partition(":") for line in match.group(1).strip().splitlines()]
    head = {key.strip(): value.strip() for key, _, value in pairs}
    if not {"each", "page", "title"} <= head.keys() <= _KEYS:
        raise TemplateFaultError(f"template `{name}` has the keys {sorted(head)}")
    return PageKind(name, head["each"], head["page"], head["title"], head)


def open_environment(templates: Mapping[str, str], language: str = "en") -> Environment:
    """The Jinja environment of some templates: everything is escaped, nothing may be missing.

    `english` is the attribute for what the program says in English on a page of another `language`; the filter `times`
    has the days in it said as people do.
    """
    environment = Environment(
        loader=DictLoader(dict(templates)),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=False,
        optimized=False,  # to look for what it could work out once takes longer than to do so for every page
    )
    environment.globals["heading"] = heading
    environment.globals["english"] = Markup("" if language == "en" else ' lang="en"')
    environment.filters["lines"] = _lines
    environment.filters["opening"] = lambda html: opening_of(Markup(html).striptags())
    environment.filters["begin"] = with_capital
    environment.filters["lower_first"] = lambda text: text[:1].lower() + text[1:]
    environment.filters["slashed"] = _slashed
    environment.filters["ticks"] = _ticks
    environment.filters["held"] = _held
    environment.filters["times"] = Words().times
    return environment


def heading(  # noqa: PLR0913, PLR0917 (a macro of the templates: what it says, where it stands, what is made of it)
    level: int, html: Markup | str, anchor: str, label: str, pin: str = "", found: bool = True
) -> Markup:
    """A heading as a line of Markdown with its anchor; `label` is what the contents say, `pin` a permalink's words.
    Quotation marks of plain words are curled, as those of texts are; where a plain title breaks, see `_whole`.
    It is named by its own words alone: who hears the headings of a page hears none of them twice, with its permalink.
    Unless `found`, what stands under it is left to other pages in the search. A title without an anchor of its own has
    one that no text can give (`TITLE`)."""
    words = html if isinstance(html, Markup) else _whole(curl(html), level)
    own = ""
    if pin and anchor:
        named, held = escape(f"{pin}: {curl(label.strip())}"), escape(WORDS + anchor)
        mark = f'<a class="pin" href="#{escape(anchor)}" aria-label="{named}"></a>'
        words, own = Markup(f'<span id="{held}">{words}</span>{mark}'), f' aria-labelledby="{held}"'
    shown = seal(str(escape(curl(label.strip()))))
    ident = anchor or (TITLE if level == 1 else "")
    ident = f"#{ident} " if ident else ""
    line = f'{"#" * min(level, 6)} {words} {{: {ident}data-toc-label="{shown}"{own} }}'
    if not found:
        line = line.removesuffix("}") + 'data-search-exclude="" }'
    return Markup(f"\n{HEADING}{line}\n")


def _whole(words: str, level: int) -> Markup:
    """Plain words as Markdown. A title breaks at its colons rather than within a name, and before no number."""
    if level > 1:
        return Markup(escape_markdown(words))
    parts = [escape_markdown(re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", part)) for part in re.split(r"(?<=:) ", words)]
    return Markup(" ".join(f'<span class="whole">{part}</span>' for part in parts) if parts[1:] else parts[0])


def _slashed(text: str) -> Markup:
    """A name or an address, or HTML whose elements have no address, that may break behind a slash, where browsers break
    none: `Scout/Ranger`."""
    return Markup(re.sub(r"(?<=[^/<]/)(?=[^/>\s])", "<wbr>", escape(text)))


def _ticks(text: str) -> Markup:
    """A message whose values stand in backticks, these as code. No line ends inside of a word of a command."""
    parts = [_code(part) if at % 2 else escape(part) for at, part in enumerate(text.split("`"))]
    return Markup("").join(parts) if len(parts) % 2 else escape(text)


def _code(text: str) -> Markup:
    whole = Markup('<span class="whole">{}</span>')
    command = text.split(" ") if text.startswith("kb ") else ()
    words = [whole.format(word) if "-" in word else escape(word) for word in command] or [escape(text)]
    return Markup("<code>{}</code>").format(Markup(" ").join(words))


def _held(data: str) -> Markup:
    """JSON as the value of an attribute, in single quotation marks, so that its own stay as they are. Those inside its
    strings are written as numbers: then they stand in pairs, as whoever looks for the end of a tag takes them to."""
    paired = re.sub(r'\\(["\\])', lambda match: r"\u0022" if match[1] == '"' else match[0], data)
    for char, name in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        paired = paired.replace(char, name)
    return Markup(f"'{paired}'")


def _lines(text: str) -> Markup:
    """Text with its line breaks kept, for `pre`: as references, so that it stays on one line."""
    return Markup(str(escape(text)).replace("\n", "&#10;"))


_PAGE_LIKE = re.compile(r'(\bhref="(?!https?:)[^"]*)\.((?i:md))(?=["#])')
"""The end of an address that zensical takes for that of a page, as in `?term=a.md` and `mailto:a@b.md`."""


def lay_out(body: str) -> str:
    """The Markdown of a page: headings on lines of their own, everything between them on one line each; links of one
    name that lead to different places have names that tell them apart. The sign that the words of a link go on never
    begins a line: alone there it says nothing."""
    blocks: list[str] = []
    run: list[str] = []
    held = showable(body).replace(" …</a>", "\N{NO-BREAK SPACE}…</a>")
    for line in (*tell_apart(held, HEADING).split("\n"), HEADING):
        if not line.startswith(HEADING):
            run.append(line.strip())
            continue
        text = " ".join(part for part in run if part)
        if text:
            sealed = _PAGE_LIKE.sub(r"\1&#46;\2", seal(text, curled=True))
            blocks.append(f'<div class="part">{sealed}</div>')
        run = []
        if line != HEADING:
            blocks.append(line.removeprefix(HEADING))
    return "\n\n".join(blocks) + "\n"


def find_held(body: str) -> tuple[str, ...]:
    """What the frame of a page must know of its content, which no rule of a style sheet looks for.

    A rule that asks what an element holds (`:has()`) has a browser style all of a page again while it arrives.
    """
    return tuple(name for name, mark in HELD.items() if mark in body)


def front_matter(values: Mapping[str, object]) -> str:
    """Front matter that every YAML reader reads alike: JSON values, one a line."""
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    return "\n".join(("---", *lines, "---", "", ""))
