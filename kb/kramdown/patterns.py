"""The line patterns of kramdown's grammar (GFM flavour), shared by the block rules.

`\\s`, `\\w`, `\\d` are ASCII as in Ruby; every pattern is matched at a position, so none is anchored. Repeats
that could run over a whole document are bounded, which keeps reading linear.
"""

import re

SPACE = " \t\r\n\f\v"
STRIPPED = SPACE + "\0"

OPT = r" {0,3}"
NAME = r"(?u:(?:[^\W\d][-\w.]*+:)?[^\W\d][-\w.]*+)"
TICKS = re.compile("`+")
BLANK = r"(?:[ \t\r\f\v]*+\n)"
EOB = r"\^\s{0,200}?\n"
ANY = r"(?:\\\}|[^}]){1,1000}+"
ID_NAME = r"\w[\w-]*"
ATTRIBUTE_LIST = r"\{:[^}\n]*\}"
"""A whole attribute list on a line, for who only leaves it out or keeps it: what it says is read by `IAL_BODY`."""
IAL_BODY = rf"\{{:(?!:|/)({ANY})\}}\s{{0,200}}?\n"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SPAN_TAGS = _words(
    "a abbr acronym b big bdo br button cite code del dfn em i img input ins kbd label mark option q rb rbc rp rt "
    "rtc ruby samp select small span strong sub sup tt u var"
)
BLOCK_TAGS = _words(
    "address article aside applet body blockquote caption col colgroup dd div dl dt fieldset figcaption footer "
    "form h1 h2 h3 h4 h5 h6 header hgroup hr html head iframe legend menu li main map nav ol optgroup p pre "
    "section summary table tbody td th thead tfoot tr ul"
)
PARTING_TAGS = frozenset((*BLOCK_TAGS, *_words("center details dialog dir figure option search")))
"""Elements that a browser sets on lines of their own: the words before and behind their tags are apart."""
EMPTY_TAGS = _words("area base br col command embed hr img input keygen link meta param source track wbr")
BLOCK_MODEL = _words(
    "address applet article aside blockquote body dd details div dl fieldset figure figcaption footer form header "
    "hgroup iframe li main map menu nav noscript object section summary td"
)
SPAN_MODEL = _words(
    "a abbr acronym b bdo big button cite caption del dfn dt em h1 h2 h3 h4 h5 h6 i ins label legend optgroup p q "
    "rb rbc rp rt rtc ruby select small span strong sub sup th tt"
)
RAW_MODEL = _words("script style math option textarea pre code kbd samp var")
STRUCK_TAGS = frozenset(("del", "s", "strike"))
"""The elements of words that a text strikes itself."""
KNOWN_TAGS = frozenset((*SPAN_TAGS, *BLOCK_TAGS, *EMPTY_TAGS, *BLOCK_MODEL, *SPAN_MODEL, *RAW_MODEL))
CONTENT_MODEL = {**dict.fromkeys(BLOCK_MODEL, "block"), **dict.fromkeys(SPAN_MODEL, "span")}
"""What an element may hold when its content is read as markdown; anything else is raw."""

_LAZY = "|".join((*SPAN_TAGS, "script"))
LAZY_HTML = rf"(?:</(?!(?:{_LAZY})\b){NAME}\s*>|<(?!(?:{_LAZY})\b){NAME})"

LIST_TAIL = r"[\t| ][^\n]*\n"
UL = rf"{OPT}[+*-]{LIST_TAIL}"
OL = rf"{OPT}\d+\.{LIST_TAIL}"
DEFINITION = rf"{OPT}:{LIST_TAIL}"
ATX = r"(?P<level>#{1,6})[\t ]+(?P<text>[^\n]*)\n"
QUOTE = rf"{OPT}> ?"
FENCE = rf"{OPT}[~`]{{3}}"

_LAZY_ENDS = rf"{BLANK}|{OPT}{IAL_BODY}|{EOB}|{OPT}{LAZY_HTML}"
_PARAGRAPH_ENDS = rf"{_LAZY_ENDS}|{UL}|{OL}|#{{1,6}}[\t ]+[^\n]*\n|{DEFINITION}|{QUOTE}|{FENCE}"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


BLANK_LINES = _compile(rf"{BLANK}++")
LAZY_END = _compile(_LAZY_ENDS)
PARAGRAPH_END = _compile(_PARAGRAPH_ENDS)
EOB_LINE = _compile(EOB)
IAL_LINE = _compile(rf"{OPT}{IAL_BODY}")
ATX_LINE = _compile(ATX)
QUOTE_START = _compile(QUOTE)
RULE_LINE = _compile(rf"{OPT}([*_-])[ \t]*\1[ \t]*\1(?:\1|[ \t])*\n")
SETEXT = _compile(rf"{OPT}(?P<text>[^ \t\n][^\n]*)\n(?P<level>[-=])[-=]*[ \t\r\f\v]*\n")
HEADER_ID = re.compile(r"[\t ]\{#([^\W\d][-\w.:·]*|:[-\w.:·]*)\}\Z")
INDENT = _compile(r"\t| {4}")
CODE_LINES = _compile(
    rf"(?:{BLANK}*+(?:(?:\t| {{4}})[ \t]*+[^\s][^\n]*\n)++"
    rf"(?:(?!{OPT}{IAL_BODY}|{EOB}|{OPT}{LAZY_HTML})[ \t]*+[^\s][^\n]*\n)*+)*+"
)
FENCE_OPEN = _compile(rf"{OPT}(([~`])\2{{2,}})\s*?((\S+?)(?:\?\S*)?)?\s*?\n")
DEFINITION_LINE = _compile(DEFINITION)
LIST_LINE = _compile(rf"{UL}|{OL}")
MATH_BLOCK = _compile(rf"{OPT}(\\)?\$\$")
FOOTNOTE_LINE = _compile(rf"{OPT}\[\^({ID_NAME})\]:")
LINK_LINE = _compile(
    rf"{OPT}\[([^\n\]]+)\]:[ \t]*(?:<([^\n]*?)>|([^\n]*?\S[^\n]*?))"
    r"(?:(?:[ \t]*?\n|[ \t]+?)[ \t]*?([\"'])([^\n]+?)\4)?[ \t]*?\n"
)
ABBREVIATION_LINE = _compile(rf"{OPT}\*\[([^\n]+?)\]:([^\n]*?)\n")
ALD_LINE = _compile(rf"{OPT}\{{:({ID_NAME}):({ANY})\}}\s*?\n")
EXTENSION_OPEN = r"\{::(\w+)(?:\s((?:\\\}|[^}]){0,1000}?)|)(/)?\}"
EXTENSION_LINE = _compile(rf"{OPT}(?:{EXTENSION_OPEN}|\{{:/({ID_NAME})?\}})\s*?\n")
EXTENSION_SPAN = _compile(rf"{EXTENSION_OPEN}|\{{:/({ID_NAME})?\}}")
