"""Diagnostics: everything worth telling an editor is a value with a code, a place and a hint.

Readers and passes return an `Outcome`: their value together with the diagnostics met on the way.
Nothing here prints; `render_text` and its like return strings.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic, TypeVar

from kb.text import Source, Span, UndecodableError

T_co = TypeVar("T_co", covariant=True)
EXCERPT_WIDTH = 100
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Severity(Enum):
    """How much a diagnostic matters: an error makes the run fail, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    SUGGESTION = "suggestion"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: its code (`KB412`), short name, severity, and why the rule exists.

    `gate` says that a text with such a finding claims what nobody can check: an editor may turn on that nothing of it
    gets through (`kb check --gate`).
    """

    code: str
    name: str
    severity: Severity
    reason: str
    gate: bool = False

    def __post_init__(self) -> None:
        if not re.fullmatch(r"KB\d{3}", self.code):
            raise ValueError(f"`{self.code}` is not a diagnostic code")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what, where, and what to do. `line` and `column` count from 1; 0 is the whole file.

    `excerpt` is the line as it stands (cut when long), `width` the number of characters marked in it,
    `excerpt_column` the column of the mark inside the excerpt. `named` is the file and line of the ruling that the
    message or the hint names, where one does.
    """

    code: Code
    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    excerpt: str = field(default="", repr=False)
    excerpt_column: int = field(default=1, repr=False)
    width: int = field(default=0, repr=False)
    named: tuple[str, int] | None = field(default=None, repr=False)

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of reports: by file, place, code, message."""
        return (self.path, self.line, self.column, self.code.code, self.message)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T_co]):
    """A value and the diagnostics met while making it."""

    value: T_co
    diagnostics: tuple[Diagnostic, ...] = ()


def diagnose(code: Code, source: Source, span: Span, message: str, hint: str = "") -> Diagnostic:
    """A diagnostic at a span of a source, with the line it begins on as excerpt."""
    position = source.position(span.start)
    line_span = source.line_span(position.line)
    width = max(1, min(span.end, line_span.end) - span.start)
    start = max(line_span.start, span.start - 2 * EXCERPT_WIDTH)  # a window: a line may be megabytes long
    window = source.text[start : min(line_span.end, span.start + 2 * EXCERPT_WIDTH)].rstrip("\r")
    excerpt, excerpt_column = _cut(window, span.start - start + 1, start > line_span.start)
    width = min(width, max(1, len(excerpt) - excerpt_column + 1))
    return Diagnostic(code, source.path, position.line, position.column, message, hint, excerpt, excerpt_column, width)


def diagnose_file(code: Code, path: str, message: str, hint: str = "") -> Diagnostic:
    """A diagnostic about a file as a whole."""
    return Diagnostic(code, path, 0, 0, message, hint)


def _cut(line: str, column: int, begun: bool = False) -> tuple[str, int]:
    """At most EXCERPT_WIDTH characters of a line around a column, and the column inside them.

    `begun` says that the line has more before what is given.
    """
    if len(line) <= EXCERPT_WIDTH and not begun:
        return line, column
    start = max(0, min(column - 1 - EXCERPT_WIDTH // 4, len(line) - EXCERPT_WIDTH))
    cut = line[start : start + EXCERPT_WIDTH]
    before, after = ("…" if start or begun else ""), ("…" if start + EXCERPT_WIDTH < len(line) else "")
    return before + cut + after, column - start + len(before)


INVALID_UTF8 = Code(
    "KB101",
    "invalid-utf8",
    Severity.ERROR,
    "A text that is not UTF-8 would be guessed at, and a guess may change a word. Sources are decoded strictly.",
)
CODES = (INVALID_UTF8,)
_NO_TEXTS = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a packed file, as word processors write them",
    b"\xd0\xcf\x11\xe0": "a document of a word processor",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}
"""How files begin that are no texts, and what they are."""


def decode_source(path: str, data: bytes) -> Outcome[Source | None]:
    """The source of some bytes, or one error that names the first bad byte."""
    try:
        return Outcome(Source.from_bytes(path, data))
    except UndecodableError as error:
        message = f"byte `0x{error.byte:02x}` at offset {error.offset} is not UTF-8"
        guess = "it begins as UTF-16 does" if data[:2] in _UTF_16 else "an older file is often Windows-1252 or Latin-1"
        kind = next((name for sign, name in _NO_TEXTS.items() if data.startswith(sign)), None)
        hint = f"it is {kind}, no text: save its words as plain text" if kind else f"save the file as UTF-8; {guess}"
        excerpt, column = _cut(error.line_text, error.position.column)
        found = Diagnostic(
            INVALID_UTF8, path, error.position.line, error.position.column, message, hint, excerpt, column, 1
        )
        return Outcome(None, (found,))


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics by file, place and code, each once."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda found: found.sort_key))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them makes the run fail."""
    return any(found.code.severity is Severity.ERROR for found in diagnostics)


def close_gate(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics with those that no gate lets through as errors."""
    return tuple(
        replace(found, code=replace(found.code, severity=Severity.ERROR)) if found.code.gate else found
        for found in diagnostics
    )


def render_text(diagnostic: Diagnostic) -> str:
    """A diagnostic for people: head line, the excerpt with the place marked, hint."""
    place = f"{diagnostic.path}:{diagnostic.line}:{diagnostic.column}" if diagnostic.line else diagnostic.path
    lines = [f"{place}: {diagnostic.code.severity.value}[{diagnostic.code.code}]: {one_line(diagnostic.message)}"]
    if diagnostic.excerpt:
        number = str(diagnostic.line)
        excerpt = _CONTROL.sub("\ufffd", diagnostic.excerpt)
        lead = "".join("\t" if char == "\t" else " " for char in diagnostic.excerpt[: diagnostic.excerpt_column - 1])
        lines.append(f"    {number} | {excerpt}")
        lines.append(f"    {' ' * len(number)} | {lead}{'^' * diagnostic.width}")
    if diagnostic.hint:
        lines.append(f"  hint: {one_line(diagnostic.hint)}")
    return "\n".join(lines)


def one_line(text: str) -> str:
    """A message on one line, without characters that would act on a terminal."""
    return _CONTROL.sub("\ufffd", " ".join(text.split()))


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic as the `check` JSON lists it."""
    return {
        "code": diagnostic.code.code,
        "name": diagnostic.code.name,
        "severity": diagnostic.code.severity.value,
        "gate": diagnostic.code.gate,
        "file": diagnostic.path,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }
