"""Parts: lines of a page that are HTML already come in, Python-Markdown passes them on as they are.

An extension of Python-Markdown that both builders load (`markdown_extensions` in mkdocs.yml). Nearly all of a page is
such lines (`kb.site.templates.lay_out`), each a block of its own between blank lines and sealed against markup; the
parsers of HTML that they would go through twice, tag by tag, change nothing in them and take half the time of a build.
Without the extension the pages are the same.
"""

from collections.abc import Sequence

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

PART = '<div class="part">'
"""What a line begins with that is a block of HTML as a whole."""
END = "</div>"
_BEFORE_ALL_HTML = 22
"""Python-Markdown reads HTML at 20, mkdocs looks for ids in it at 21; our own links and ids are checked already."""


class _Parts(Preprocessor):
    """Puts each part aside, for Python-Markdown to put back at the end."""

    def run(self, lines: Sequence[str]) -> list[str]:
        """The lines of a page with a sign in the place of each part."""
        assert self.md is not None
        kept: list[str] = []
        for at, line in enumerate(lines):
            alone = not (at and lines[at - 1]) and not (at + 1 < len(lines) and lines[at + 1])
            is_part = alone and line.startswith(PART) and line.endswith(END)
            kept.append(self.md.htmlStash.store(f"{line}\n") if is_part else line)
        return kept


class PartsExtension(Extension):
    """The extension."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (the name is the base class's)
        """Register the step."""
        md.preprocessors.register(_Parts(md), "parts", _BEFORE_ALL_HTML)


def makeExtension() -> PartsExtension:  # noqa: N802 (the name Python-Markdown looks for)
    """What Python-Markdown calls; there are no options."""
    return PartsExtension()  # type: ignore[no-untyped-call]
