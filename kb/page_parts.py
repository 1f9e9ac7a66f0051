"""Parts of pages: those whose lines are HTML already come in, Python-Markdown gives them back as they are.

An extension of Python-Markdown that both builders load (`markdown_extensions` in mkdocs.yml). Nearly all of a page is
such lines (`kb.site.templates.lay_out`), each a block of its own between blank lines and sealed against markup, and the
headings between them say their anchors and what the contents call them. The parsers that these would go through, of
which some read them tag by tag, change nothing in them and take most of a builder's time. So a page of nothing else is
put together here, with the entries of its contents; any other goes the usual way. Without the extension the pages are
the same.
"""

import re
from html import unescape
from typing import cast

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import TocTreeprocessor, nest_toc_tokens, strip_tags, unique

PART = '<div class="part">'
"""What a block begins with that is HTML as a whole."""
END = "</div>"

_WORDS = r"""(?:[^<>*_\[\]{}`\\#\n]|&\#|<(?:[^<>"\n]|"[^"\n]*")*>)+"""
_HEADING = re.compile(
    rf"""(?P<level>\#{{1,6}})[ ](?!\s)(?P<words>{_WORDS})(?<!\s)[ ]"""
    r"""\{:[ ](?:\#(?P<anchor>[^\s"'=}]+)[ ])?data-toc-label="(?P<label>[^"<>\n]*)\""""
    r"""(?P<more>(?:[ ]aria-labelledby="[^"<>\n]*")?(?:[ ]data-search-exclude="")?)[ ]\}""",
    re.VERBOSE,
)
"""A heading as `kb.site.templates.heading` writes it, where no parser would find markup in it."""


class PartsExtension(Extension):
    """The extension."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (the name is the base class's)
        """Let pages of parts go by."""
        parse = md.convert

        def convert(source: str) -> str:
            return _put_together(md, source) or parse(source)

        md.convert = convert  # type: ignore[method-assign]  # one page a Markdown: nothing else would see the whole


def _put_together(md: Markdown, source: str) -> str | None:
    """The HTML of a page and, in `md`, its contents; None where some of it is for the parsers."""
    blocks = [_read(block) for block in source.strip("\n").split("\n\n")]
    if None in blocks or "toc" not in md.treeprocessors:
        return None
    contents = cast("TocTreeprocessor", md.treeprocessors["toc"])
    used = {block["anchor"] for block in blocks if isinstance(block, re.Match) and block["anchor"]}
    made: list[str] = []
    entries: list[dict[str, object]] = []
    for block in blocks:
        if isinstance(block, re.Match):
            anchor = block["anchor"] or _name(strip_tags(block["words"]), contents, used)
            made.append(_heading(block, anchor))
            entries.append(_entry(block, anchor))
        elif block is not None:
            made.append(block)
    listed = range(contents.toc_top, contents.toc_bottom + 1)
    nested = nest_toc_tokens([entry for entry in entries if entry["level"] in listed])  # type: ignore[no-untyped-call]
    md.toc_tokens = nested  # type: ignore[attr-defined]  # as the extension of contents leaves them
    return "\n".join(made).strip()


def _read(block: str) -> str | re.Match[str] | None:
    """A part and the line end that is kept behind one, a heading in its members, None for what is neither."""
    if "\n" not in block and block.startswith(PART) and block.endswith(END):
        return f"{block}\n"
    return _HEADING.fullmatch(block)


def _name(words: str, contents: TocTreeprocessor, used: set[str]) -> str:
    """The anchor of a heading that names none."""
    return unique(contents.slugify(unescape(words), contents.sep), used)


def _heading(heading: re.Match[str], anchor: str) -> str:
    tag = f"h{len(heading['level'])}"
    return f'<{tag}{heading["more"]} id="{anchor}">{heading["words"]}</{tag}>'


def _entry(heading: re.Match[str], anchor: str) -> dict[str, object]:
    """What Python-Markdown's own contents have of a heading."""
    label = strip_tags(heading["label"])
    words = {"name": label, "html": heading["words"], "data-toc-label": heading["label"]}
    return {"level": len(heading["level"]), "id": anchor, **words}


def makeExtension() -> PartsExtension:  # noqa: N802 (the name Python-Markdown looks for)
    """What Python-Markdown calls; there are no options."""
    return PartsExtension()  # type: ignore[no-untyped-call]
