"""What the post put around a text: its lines come in; those of headers, signatures and seams go out, with a reason.

A text that was posted in parts has a header before each, a signature behind it, and lines that only say which part
it is. None of them is of the text; all stand in the account of its words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.plain_lines.lines import Line, LineKind
from kb.statements.sections import Phrases, recognise_section

HEADER, SIGNATURE, SEAM = "mail header", "signature", "seam between the parts of a post"
_FIELD = re.compile(r"(?P<name>[A-Z][A-Za-z]*(?:-[A-Za-z]+)*):(?:\s|$)")
_FIELDS = re.compile(
    r"approved|b?cc|content-[a-z-]+|date|distribution|followup-to|from|in-reply-to|keywords|lines|message-id|mime-version"
    r"|newsgroups|organi[sz]ation|path|received|references|reply-to|return-path|sender|status|subject|summary|to"
    r"|user-agent|xref|x-[a-z-]+"
)
_TELLING = frozenset({"from", "subject", "newsgroups", "date"})
_PART = r"part\s+(?:\d+|[ivx]+)(?:\s*(?:of|/)\s*(?:\d+|[ivx]+))?"
_SEAM = re.compile(
    rf"[\W_]*(?:(?:end|begin(?:ning)?|start)\s+of\s+{_PART}|(?:[^.:!?]{{0,60}}[\s\])}}>#-])?{_PART}|to\s+be\s+continued|"
    rf"\(?cont(?:inued|\.)?(?:\s+(?:in|from|on)\s+(?:the\s+)?(?:{_PART}|(?:next|previous|last)\s+\w+))?|"
    rf"(?:end|begin(?:ning)?|start)\s+of\s+(?:message|post|file))[\W_]*",
    re.IGNORECASE,
)
SIGNED = "--"
"""The line that a signature stands below, trimmed."""
LONGEST_SIGNATURE = 10
"""A signature has so many lines at most, blank ones and the line it stands below aside."""
LONGEST_SEAM = 90
TITLE_LINES = 4
"""So many of the first lines of a text, without blank lines, may be its title: each part repeats it behind its seam."""


def find_post(text: str, lines: Sequence[Line], phrases: Phrases) -> Mapping[int, str]:
    """The lines (indices) that the post put there, with what they are; `phrases` are those of sections, which are no
    titles."""
    found: dict[int, str] = {}
    written = [at for at, line in enumerate(lines) if line.kind is LineKind.TEXT]
    for at in written:
        line = lines[at]
        if at in found:
            continue
        header = _header(text, lines, at)
        for each in header:
            found[each] = HEADER
        if not header and line.length <= LONGEST_SEAM and _SEAM.fullmatch(text, line.span.start, line.span.end):
            found[at] = SEAM
    for at in _signatures(text, lines, found):
        found.setdefault(at, SIGNATURE)
    own = [at for at in written if at not in found]
    first = [at for at in own[:TITLE_LINES] if at == own[0] or at - 1 in own]
    named = {_words(text, lines[at]) for at in first}
    titles = {words for words in named if recognise_section(words, phrases) is None}
    behind = False
    for at in written:
        if at in found:
            behind = True
        elif behind and _words(text, lines[at]) in titles and at not in first:
            found[at] = SEAM
        else:
            behind = False
    return found


def names_field(line: str) -> bool:
    """Whether a line, trimmed, is a field of a header."""
    field = _FIELD.match(line)
    return field is not None and _FIELDS.fullmatch(field["name"].casefold()) is not None


def _words(text: str, line: Line) -> str:
    return " ".join(text[line.span.start : line.span.end].split()).casefold()


def _header(text: str, lines: Sequence[Line], start: int) -> range:
    """The lines of the mail header that begins at a line: fields, and what is further in and goes on with them."""
    if start and lines[start - 1].kind is LineKind.TEXT:
        return range(start, start)
    names: set[str] = set()
    at = start
    while at < len(lines) and lines[at].kind is LineKind.TEXT:
        field = _FIELD.match(text, lines[at].span.start, lines[at].span.end)
        name = field["name"].casefold() if field else ""
        if _FIELDS.fullmatch(name):
            names.add(name)
        elif not names or lines[at].indent <= lines[start].indent:
            break
        at += 1
    return range(start, at if len(names) > 1 and names & _TELLING else start)


def _signatures(text: str, lines: Sequence[Line], found: Mapping[int, str]) -> Iterator[int]:
    """The lines of signatures: from a line `--` to the end, or to the next part or quotation, when they are few. Where
    such a line stands within the text too, it parts rulings, and none begins a signature."""
    ends: dict[int, int] = {}
    for at, line in enumerate(lines):
        if text[line.span.start : line.span.end] == SIGNED:
            near = range(at + 1, min(len(lines), at + 3 * LONGEST_SIGNATURE))
            last = len(lines) if len(lines) - at <= 3 * LONGEST_SIGNATURE else at + 1
            quoted = (each for each in near if text.startswith(">", lines[each].content))
            ends[at] = min(next((each for each in near if each in found), last), next(quoted, len(lines)))
    parting = any(end == at + 1 < len(lines) and at + 1 not in found for at, end in ends.items())
    for at, end in ends.items():
        written = [each for each in range(at, end) if lines[each].kind is not LineKind.BLANK]
        if parting:
            written = [at]
        elif len(written) > LONGEST_SIGNATURE + 1:
            written = []
            for each in range(at, at + LONGEST_SIGNATURE + 1):
                if lines[each].kind is LineKind.BLANK:
                    break
                written.append(each)
        yield from written
