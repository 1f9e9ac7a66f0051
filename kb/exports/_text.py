"""Characters as XML 1.0 can hold them."""

import re
from xml.sax.saxutils import escape

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def escaped(text: str) -> str:
    """A text as XML can hold it."""
    return escape(printable(text))


def printable(text: str) -> str:
    """A text whose characters that XML forbids are replaced by the sign for that."""
    return _FORBIDDEN.sub("\ufffd", text)
