"""Clean HTML: any HTML comes in, HTML made only of what the lists below allow goes out.

This is the last step before a page, whatever made the HTML. Words are kept: of a removed element its text
stays. Elements keep `class`, `id` and `data-*`; addresses must be http, https, mailto or relative.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from urllib.parse import quote

import nh3

from kb.html.quotes import curl

INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "br", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp"}
    | {"small", "span", "strong", "sub", "sup", "u", "var", "wbr"}
)
BLOCK = frozenset(
    {"aside", "blockquote", "caption", "dd", "details", "div", "dl", "dt", "figcaption", "figure"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section", "summary"}
    | {"table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
)
ACTIVE = frozenset(
    {"applet", "audio", "base", "button", "canvas", "dialog", "embed", "form", "frame", "frameset", "iframe", "input"}
    | {"link", "math", "meta", "noscript", "object", "option", "picture", "portal", "script", "select", "slot"}
    | {"source", "style", "svg", "template", "textarea", "track", "video"}
)
"""Elements that could run, load, ask or restyle something; any other unknown element only loses its tags."""

_ATTRIBUTES = {
    "*": {"class", "id", "title", "lang", "dir", "role", "aria-label", "aria-hidden", "aria-labelledby"},
    "a": {"href", "rel"},
    "ol": {"start", "type"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "details": {"open"},
}
VOID = frozenset({"br", "hr", "wbr"})
"""Elements that hold nothing and have no end."""
_CLEANER = nh3.Cleaner(
    tags=set(INLINE | BLOCK),
    clean_content_tags=set(),
    attributes=_ATTRIBUTES,
    generic_attribute_prefixes={"data-"},
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)
TAG = re.compile(r"""(</?[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>)""")
"""A tag of clean HTML: by it the HTML is cut in parts, every second one of them a tag."""
_NAME = re.compile(r"</?([a-z][a-z0-9]*)")
BLANKS = " \t\r\n\f\v"
"""What is a blank to HTML and counts for nothing at an edge; others, as one that no line may break at, stay."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Control characters, and those of the first plane that are none."""
_CLASS = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,40}")


@lru_cache(maxsize=10_000)
def clean(html: str) -> str:
    """The allowed part of some HTML, on one line, so that a Markdown parser finds no blank line in it.

    Much is cleaned more than once: a section in each state of its book, a ruling on every page that tells it.
    """
    return seal(_without_breaks(_CLEANER.clean(showable(html))))


def name_of(tag: str) -> str:
    """The name of the element that a tag begins or ends."""
    found = _NAME.match(tag)
    assert found is not None
    return found[1]


@lru_cache(maxsize=10_000)
def is_kept(href: str) -> bool:
    """Whether a link to an address stays a link on a page; one that no browser could follow loses its address."""
    return " href=" in _CLEANER.clean(f'<a href="{escape(href)}">')


def fragment(ident: str) -> str:
    """The end of an address that leads to an id: what may not stand there (RFC 3986, 3.5) as codes."""
    return _NO_FRAGMENT.sub(lambda found: quote(found.group()), ident)


_NO_FRAGMENT = re.compile(r'[\x00-\x20\x7f"#%<>\\^`{|}\[\]]')


def showable(text: str) -> str:
    """A text whose characters may all stand in HTML (13.3): a sign in the place of each that may not."""
    return _CONTROL.sub("\ufffd", text)


def seal(html: str, *, curled: bool = False) -> str:
    """HTML whose text holds nothing that a Markdown parser or a link checker could take for markup; `curled` with its
    quotation marks set as a printer does, outside of code."""
    if not _MARKUP.search(html) and not curled:
        return html
    parts = _TAG.split(html)
    code = _in_code(parts) if curled and any(each in html for each in _VERBATIM) else frozenset[int]()
    for at in range(0, len(parts), 2):  # the words between the tags
        text = parts[at]
        if not text or not _SIGN.search(text):  # most of them
            continue
        if curled and at not in code and _QUOTE.search(text):
            bare = text.replace("&#39;", "'").replace("&#34;", '"')
            parts[at] = curl(bare, _beside(parts, at, -1)[-1:], _beside(parts, at, 1)[:1])
        if _MARKUP.search(parts[at]):
            parts[at] = _sealed(parts[at])
    return "".join(parts)


def _in_code(parts: Sequence[str]) -> frozenset[int]:
    """The places of the words that stand in code, however deep."""
    found, depth = [], 0
    for at in range(1, len(parts), 2):
        if parts[at].startswith(_VERBATIM):
            depth += 1
        elif depth and parts[at].startswith(_VERBATIM_ENDS):
            depth -= 1
        if depth:
            found.append(at + 1)
    return frozenset(found)


def _beside(parts: Sequence[str], at: int, step: int) -> str:
    """The words before some others (-1) or behind them (1), across tags in a line; nothing at the edge of a block."""
    while 0 <= at + 2 * step < len(parts) and _INLINE.match(parts[at + step]):
        at += 2 * step
        if parts[at]:
            return parts[at]
    return ""


def _sealed(text: str) -> str:
    return _MARKUP.sub(lambda match: f"&#{ord(match.group())};", text)


_TAG = re.compile(r"""(<[^<>"]*(?:"[^"]*"[^<>"]*)*>)""")
_MARKUP = re.compile(r"[*_\[\]{}`\\]")
_QUOTE = re.compile(r"&#3[49];|['\"]")
_SIGN = re.compile(r"[*_\[\]{}`\\&'\"]")
"""A sign that either of them may begin with."""
_VERBATIM = ("<code", "<kbd", "<pre", "<samp")
_VERBATIM_ENDS = tuple(each.replace("<", "</") for each in _VERBATIM)
_INLINE = re.compile(r"</?(?:a|abbr|b|cite|del|em|i|ins|mark|q|small|span|strong|sub|sup|time|u)\b")


def _without_breaks(html: str) -> str:
    """HTML without line breaks: in preformatted text as character references, elsewhere as blanks."""
    if "<pre" not in html:
        return html.replace("\r", "").replace("\n", " ")
    parts = re.split(r"(<pre\b.*?</pre>)", html, flags=re.DOTALL)
    kept = [part.replace("\r", "").replace("\n", "&#10;" if at % 2 else " ") for at, part in enumerate(parts)]
    return "".join(kept)


def safe_classes(classes: tuple[str, ...]) -> tuple[str, ...]:
    """Class names of a source that may stand on a page: plain words, none of the site's own (`md-`, `kb-`)."""
    return tuple(
        name for name in classes if _CLASS.fullmatch(name) and not name.startswith(("md-", "kb-")) and name not in _OURS
    )


_OURS = frozenset(
    {"change", "why", "pin", "clause", "vh", "gone", "row", "tools", "ruling", "status", "facts", "no-js", "finding"}
    | {"term", "was", "cue", "said", "shown", "slight", "beside", "sister", "emptied", "named"}
)


_TAKEN = re.compile(r"__|kb[-:]|seek-list$|(?:d|fn|fnref|why):")


def may_be_placed(ident: str) -> bool:
    """Whether an id of a source may stand on a page: it is one, and none that the page's own parts go by."""
    return bool(ident) and not _TAKEN.match(ident)


def unsafe_attribute(name: str, value: str) -> bool:
    """Whether an attribute could make a page act: a handler, or an address that runs something."""
    name = name.casefold()
    if name.startswith("on") or name in {"srcdoc", "formaction", "action"}:
        return True
    scheme = re.sub(r"[\s\x00-\x1f]", "", value).casefold()
    return name in {"href", "src", "xlink:href"} and scheme.startswith(("javascript:", "data:", "vbscript:"))


def escape_markdown(text: str) -> str:
    """Text for a line of Markdown: all punctuation a parser could read as markup becomes references."""
    return re.sub(r"[!-/:-@\[-`{-~]", lambda match: f"&#{ord(match.group())};", text)
