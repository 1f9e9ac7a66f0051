"""HTML tags as kramdown's grammar knows them: patterns, attributes, and which of them are worth a warning."""

import re
from functools import lru_cache

from kb.kramdown.entities import decode
from kb.kramdown.patterns import KNOWN_TAGS, NAME

TAG = re.compile(
    rf"<((?>{NAME}))(?>\s*(?=\s(?!\s)))?+((?>\s+{NAME}(?:\s*=\s*(?:(?u:\w+)|(\"|').*?\3))?)*)\s*(/)?>",
    re.ASCII | re.DOTALL,
)
CLOSE_TAG = re.compile(rf"</({NAME})\s*>", re.ASCII)
COMMENT_OPEN = re.compile("<!--")
_LINE_ENDS = re.compile(r"\n+")
_ATTRIBUTE = re.compile(rf"\s*({NAME})(?:\s*=\s*(?:((?u:\w+))|(\"|')(.*?)\3))?", re.ASCII | re.DOTALL)


@lru_cache(maxsize=256)
def close_tag(name: str) -> re.Pattern[str]:
    """The pattern of an element's end tag; the case of known elements does not matter."""
    flags = re.IGNORECASE if name.lower() in KNOWN_TAGS else 0
    return re.compile(rf"</{re.escape(name)}[ \t\r\n\f\v]*>", flags)


def tag_name(written: str) -> str:
    """The name of an element: known ones in lower case, others as written."""
    return written.lower() if written.lower() in KNOWN_TAGS else written


def read_tag_attributes(text: str, known: bool) -> dict[str, str]:
    """The attributes of a tag, line ends in them as blanks, entities as characters; the last of a name counts."""
    found: dict[str, str] = {}
    for name, word, _quote, quoted in _ATTRIBUTE.findall(text):
        value = word or decode(_LINE_ENDS.sub(" ", quoted) if "\n" in quoted else quoted)
        found[name.lower() if known else name] = value
    return found
