"""Names that no line breaks: the manifest comes in, the words of a page go out with them whole.

Of a name that ends in a number, as those of versions and of files of questions do (`HL 4`, `Quay Questions 3`), no
page has the number on a line of its own: no browser breaks at the space before it, in quoted words as in ours, nor
behind the dash of several (`HL 2–5`). Nor does a line begin with the dot that parts one thing from the next: it stays
with the thing before it. A sign of per cent stays with its figure.
"""

import re
from dataclasses import dataclass

from markupsafe import escape

from kb.corpus import Manifest

_WHOLE = "\N{NO-BREAK SPACE}"
_DASH = "\N{EN DASH}"
_JOINED = "\N{WORD JOINER}"
_NUMBERED = re.compile(r"(.*\S) \d\S*")
_PARTING = re.compile(r" ·(?=[ <])(?![^<>]*>)")
_SHARE = re.compile(r"(?<=\d) %(?![^<>]*>)")


@dataclass(frozen=True, slots=True)
class Names:
    """The patterns that find such names in the HTML of a page: what stands before the number with the space behind it,
    and several names up to their dash."""

    patterns: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]

    @classmethod
    def of(cls, manifest: Manifest) -> "Names":
        """The names of a corpus: those of its versions, in full and short, and of its further sources."""
        short = {entry.abbreviation for entry in manifest.compendia}
        versions = [version.text.title for entry in manifest.compendia for version in entry.versions]
        titles = (*versions, *(document.text.title for document in manifest.documents))
        before = short.union(match[1] for title in titles if (match := _NUMBERED.fullmatch(title)))
        return cls(tuple((_pattern(each), _several(each)) for each in sorted(str(escape(name)) for name in before)))

    def keep(self, html: str) -> str:
        """The same HTML or text with each such name, dot and sign where it belongs, but for what stands within tags."""
        for pattern, several in self.patterns:
            html = pattern.sub(rf"\1{_WHOLE}", html)
            html = several.sub(rf"\g<0>{_JOINED}", html)
        return _SHARE.sub(f"{_WHOLE}%", _PARTING.sub(f"{_WHOLE}·", html))


def _pattern(name: str) -> re.Pattern[str]:
    """It begins with letters as they are, by which an expression is found at once."""
    words = re.escape(name)
    return re.compile(rf"({words}) (?<=\b{words} )(?=\d)(?![^<>]*>)")


def _several(name: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(name)}{_WHOLE}[^\s<>{_DASH}]+{_DASH}(?=\d)(?![^<>]*>)")
