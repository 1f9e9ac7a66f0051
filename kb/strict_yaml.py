"""Strict YAML: a source, or a part of it, comes in; plain values that know their places go out.

Values are text, whole numbers, true, false, null, lists and mappings with text keys. Dates and decimal
numbers stay the text they are (`1998-08-27`, `1.10`), as do `yes` and `no`. Aliases, tags, merge keys,
duplicate keys, several documents and deep nesting are refused. Every failure is a diagnostic; nothing raises.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import yaml

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.text import Source, Span

YAML_SYNTAX = Code(
    "KB191",
    "yaml-syntax",
    Severity.ERROR,
    "What is not YAML cannot be read; guessing at it would give a text another title or date than its editor meant.",
)
YAML_DUPLICATE_KEY = Code(
    "KB192",
    "yaml-duplicate-key",
    Severity.ERROR,
    "Of two values under one key most programs silently keep the last; the editor saw both.",
)
YAML_REFUSED = Code(
    "KB193",
    "yaml-refused",
    Severity.ERROR,
    "Anchors, aliases, tags, merge keys and deep nesting make a small file mean something large or surprising.",
)
CODES = (YAML_SYNTAX, YAML_DUPLICATE_KEY, YAML_REFUSED)

NESTING_LIMIT = 32
YamlPath = tuple[str | int, ...]
"""The keys and indices that lead from the top to a value."""

_CONSTANTS: dict[str, object] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_SURROGATE = re.compile("[\ud800-\udfff]")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")


@dataclass(frozen=True, slots=True)
class Yaml:
    """A YAML value and the place of each of its parts.

    `values` and `keys` map the path of a part to the span (in the source) of its value and of its key.
    """

    source: Source
    value: object
    values: Mapping[YamlPath, Span] = field(repr=False)
    keys: Mapping[YamlPath, Span] = field(repr=False)

    def span(self, path: YamlPath) -> Span:
        """The span of the value at a path, or of the nearest value around it when it is not there."""
        for end in range(len(path), -1, -1):
            found = self.values.get(path[:end])
            if found is not None:
                return found
        return Span(0, 0)

    def key_span(self, path: YamlPath) -> Span:
        """The span of the key at a path; of the value when it has no key, as in a list."""
        return self.keys.get(path) or self.span(path)


def read_yaml(source: Source, part: Span | None = None) -> Outcome[Yaml | None]:
    """Read a source, or the part of it, as one YAML document.

    The value is None when it is not YAML at all. When something in it was refused the rest is there
    (of a duplicate key the first value, null for an alias), beside the error.
    """
    part = Span(0, len(source.text)) if part is None else part
    quickly = _read_quickly(source, part)
    if quickly is not None:
        return quickly
    building = _Building(source, part.start)
    try:
        building.take_all(source.slice(part), yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = part.start + min(mark.index, len(part)) if mark else part.start
        message = " ".join(text for text in (error.context, error.problem) if text)
        return Outcome(None, (*building.diagnostics, _syntax(source, at, message)))
    except yaml.reader.ReaderError as error:
        at = part.start + min(error.position, len(part))
        return Outcome(None, (*building.diagnostics, _syntax(source, at, f"character {_character(error)} is refused")))
    except (ValueError, OverflowError):  # leaked for an escape beyond Unicode or an endless version number
        return Outcome(None, (*building.diagnostics, _syntax(source, part.start, "a number in it is out of range")))
    if building.too_deep:
        return Outcome(None, tuple(building.diagnostics))
    return Outcome(building.finish(), tuple(building.diagnostics))


def _read_quickly(source: Source, part: Span) -> Outcome[Yaml | None] | None:
    """The same by LibYAML where PyYAML has it, ten times as quick; None for what the parser in Python is to read.

    That is a text at fault, whose fault that one tells in its own words, and one that the two may read otherwise:
    LibYAML takes tabs where there should be none, counts a byte order mark, takes a comment right behind the sign of a
    block, lets plain words hold a `?` between braces or brackets, and sees what is empty there in another place.
    """
    text = source.slice(part)
    if _QUICK is None or _UNLIKE.search(text):
        return None
    building = _Building(source, part.start)
    try:
        building.take_all(text, _QUICK)
    except (yaml.YAMLError, ValueError, OverflowError):
        return None
    return None if building.diagnostics or building.unlike else Outcome(building.finish(), ())


_HINTS = {
    r"found character '\t'": "write blanks: YAML takes no tabs there",
    "expected ',' or": "part what stands between braces or brackets by commas, and close these and quotation marks",
    "'<scalar>'": "close the quotation marks, here or above",
    "<block end>": "begin the keys of one mapping, and the items of one list, in one column",
    "expected ':'": "put a blank behind the colon of a key, here or above",
    "unexpected end of stream": "close the quotation marks",
    "": "quote text that holds `: `, ` #` or begins with a sign of YAML",
}
"""What to do by what the parser says of a fault, the first that fits."""
_QUICK = getattr(yaml, "CSafeLoader", None)
_UNLIKE = re.compile(r"[\t\ufeff]|[|>][-+0-9]*#")


def _character(error: yaml.reader.ReaderError) -> str:
    return f"`U+{error.character:04X}`" if isinstance(error.character, int) else "there"


_CONFLICT = re.compile(r"<{7} |={7}[ \t\r]*(?:\n|$)|>{7} ")
_KEY_ALONE = re.compile(r"[ \t]*(?:- +)*[\w.-]+")
_KEY_BELOW = (
    "begin this key in the column of those beside it, and put a blank behind the colon of the one above; or quote text "
    "that holds `: `"
)


def _syntax(source: Source, at: int, message: str) -> Diagnostic:
    end = min(at + 1, len(source.text))
    hint = next((hint for sign, hint in _HINTS.items() if sign in message), "")
    line = source.text.rfind("\n", 0, at) + 1
    if _conflicts(source.text, line):
        hint = "settle the merge conflict: keep one of the two wordings, and delete the lines of its marks"
    elif "mapping values" in message and line and _KEY_ALONE.fullmatch(source.text, line, at):
        hint = _KEY_BELOW
    return diagnose(YAML_SYNTAX, source, Span(min(at, end), end), f"not YAML: {message}", hint)


def _conflicts(text: str, line: int) -> bool:
    """Whether a line, or the one before it, is a mark of a merge conflict."""
    before = text.rfind("\n", 0, max(line - 1, 0)) + 1
    return any(_CONFLICT.match(text, start) is not None for start in (line, before))


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still being read. `key` is None until a mapping's key has come, `flow` says whether it
    stands between braces or brackets."""

    path: YamlPath
    value: dict[str, object] | list[object]
    start: int
    key: str | None = None
    counted: bool = True
    flow: bool = False


class _Building:
    """Puts the events of the YAML parser together, without recursion."""

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset
        self.diagnostics: list[Diagnostic] = []
        self.values: dict[YamlPath, Span] = {}
        self.keys: dict[YamlPath, Span] = {}
        self.stack: list[_Open] = []
        self.result: object = None
        self.documents = 0
        self.too_deep = False
        self.unlike = False
        """Whether it has plain words that another parser may refuse, or see elsewhere."""

    def finish(self) -> Yaml:
        """The value read."""
        return Yaml(self.source, self.result, MappingProxyType(self.values), MappingProxyType(self.keys))

    def take_all(self, text: str, loader: type[yaml.SafeLoader]) -> None:
        """Take the events of a text until reading should stop; raises what the parser raises."""
        for event in yaml.parse(text, Loader=loader):
            if not self.take(event):
                break

    def take(self, event: yaml.Event) -> bool:
        """Take the next event; False when reading should stop."""
        span = self._span(event)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self._refuse(span, "a second document begins here", "keep one document in a file")
                return False
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(span, f"alias `*{event.anchor}` is refused", "write the value out")
            self._put(None, span)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, span)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            return self._open(event, span)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._close(span)
        return True

    def _scalar(self, event: yaml.ScalarEvent, span: Span) -> None:
        self._check_node(event, span)
        plain = event.implicit[0] and not event.style  # the parsers say None and nothing
        between = bool(self.stack) and self.stack[-1].flow
        self.unlike |= plain and between and (not event.value or "?" in event.value)
        if _SURROGATE.search(event.value):
            self._refuse(span, "half of a surrogate pair is refused", "write the character itself")
            event.value = _SURROGATE.sub("\ufffd", event.value)
        if self._wants_key():
            self._key(str(event.value), span)
        else:
            self._put(_resolve(event.value) if plain else str(event.value), span)

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        if start is None or end is None:
            return Span(self.offset, self.offset)
        return Span(start.index + self.offset, end.index + self.offset)

    def _refuse(self, span: Span, message: str, hint: str) -> None:
        self.diagnostics.append(diagnose(YAML_REFUSED, self.source, span, message, hint))

    def _check_node(self, event: yaml.NodeEvent, span: Span) -> None:
        if event.anchor is not None:
            self._refuse(span, f"anchor `&{event.anchor}` is refused", "write the value out where it is needed")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._refuse(span, f"tag `{tag}` is refused", "write a plain value; quote what is text")

    def _wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1].value, dict) and self.stack[-1].key is None

    def _key(self, key: str, span: Span) -> None:
        top = self.stack[-1]
        assert isinstance(top.value, dict)
        top.key, top.counted = key, True
        path = (*top.path, key)
        if key == "<<":
            self._refuse(span, "merge key `<<` is refused", "write the values out")
            top.counted = False
        elif key in top.value:
            first = self.source.line_of(self.keys[path].start)
            message = f"key `{key}` stands here again, first on line {first}"
            self.diagnostics.append(diagnose(YAML_DUPLICATE_KEY, self.source, span, message, "remove one of the two"))
            top.counted = False
        else:
            top.value[key] = None
            self.keys[path] = span

    def _path(self) -> YamlPath:
        """The path of the value that comes next; one that is not counted gets a path of its own."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        return (*top.path, len(top.value)) if isinstance(top.value, list) else (*top.path, top.key or "")

    def _put(self, value: object, span: Span, path: YamlPath | None = None) -> None:
        """Hang a finished value where it belongs."""
        path = self._path() if path is None else path
        if not self.stack:
            self.result = value
            self.values[path] = span
            return
        top = self.stack[-1]
        if isinstance(top.value, list):
            top.value.append(value)
            self.values[path] = span
        elif top.key is None:
            self._refuse(span, "a key must be text", "write the key as plain text")
            top.key, top.counted = "", False
        else:
            if top.counted:
                top.value[top.key] = value
                self.values[path] = span
            top.key = None

    def _open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent, span: Span) -> bool:
        self._check_node(event, span)
        if len(self.stack) >= NESTING_LIMIT:
            self._refuse(span, f"nested deeper than {NESTING_LIMIT} levels", "write it flat")
            self.too_deep = True
            return False
        path = self._path()
        if self.stack and not self.stack[-1].counted:
            path = (*path, "")
        value: dict[str, object] | list[object] = {} if isinstance(event, yaml.MappingStartEvent) else []
        self.stack.append(_Open(path, value, span.start, flow=bool(event.flow_style)))
        return True

    def _close(self, span: Span) -> None:
        done = self.stack.pop()
        self._put(done.value, Span(done.start, max(done.start, span.end)), done.path)


def _resolve(text: str) -> object:
    """The value of a plain scalar: null, true, false, a whole number, else the text itself."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    return int(text) if _INTEGER.fullmatch(text) else text
