"""Slips in the shape of a file: a finding of pydantic comes in, a diagnostic in our own words goes out.

It names the key as the file has it, what was found before what was expected, and what to do about it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType, NoneType
from typing import Annotated, get_args

from pydantic import BaseModel, BeforeValidator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from kb.diagnostics import Code, Diagnostic, diagnose
from kb.strict_yaml import Yaml, YamlPath
from kb.text import Span

_KEY = "[key]"
"""What pydantic ends a place with when the key itself is wrong."""
_EXPECTED = MappingProxyType(
    {
        "model_type": ("a mapping", "write its keys under it, each on a line of its own; see {guide}"),
        "dict_type": ("a mapping", "write its entries under it, each on a line of its own; see {guide}"),
        "list_type": ("a list", "write it in brackets, or each item after `- `"),
        "string_type": ("text", "write words; put quotes around what YAML takes for something else"),
        "int_type": ("a whole number", "write it in digits, without quotes"),
        "bool_type": ("`true` or `false`", "write one of them without quotes"),
        "too_short": ("something", "write at least one, or leave the key out where it is optional"),
        "string_too_short": ("text", "write words, or leave the key out where it is optional"),
    }
)
_SHOWN = 60
_CLOSE = 0.8
"""From this likeness on a key is a slip of the pen."""


Written = Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)]
"""Text; a whole number is taken for the text it is written as."""


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of file: the code of its slips, what it is called, the document that describes its keys, and its shape."""

    code: Code
    name: str
    guide: str
    shape: type[BaseModel]

    @property
    def see(self) -> str:
        """The hint that leads to the document."""
        return f"see {self.guide} for the keys"


def tell_shape(yaml: Yaml, detail: ErrorDetails, form: Form, above: YamlPath = ()) -> Diagnostic:
    """One finding of pydantic at its place in a file; `above` is the path of what was validated."""
    place: YamlPath = (*above, *(part for part in detail["loc"] if part != _KEY))
    wrong_key = bool(detail["loc"]) and detail["loc"][-1] == _KEY
    kind = detail["type"]
    if not place:
        message = f"found {shown(detail['input'])}, expected a mapping of keys"
        hint = f"begin with `schema: 1`; {form.guide} shows every key"
        return diagnose(form.code, yaml.source, yaml.span(()), message, hint)
    if kind == "missing":
        span = yaml.key_span(place[:-1]) if len(place) > 1 else Span(0, 0)
        return diagnose(form.code, yaml.source, span, f"key `{place[-1]}` is missing", _missing(str(place[-1]), form))
    if kind == "extra_forbidden":
        message = f"key {shown(str(place[-1]))} is not known here"
        return diagnose(form.code, yaml.source, yaml.key_span(place), message, _meant(yaml, place, form))
    named = [part for part in (place[:-1] if wrong_key else place) if isinstance(part, str)]
    span = yaml.key_span(place) if wrong_key else yaml.span(place)
    expected, hint = _expected(kind, detail, form)
    quoted = "the text " if kind == "literal_error" and f"`{detail['input']}`" == expected else ""
    message = f"`{named[-1] if named else form.name}`: found {quoted}{shown(detail['input'])}, expected {expected}"
    return diagnose(form.code, yaml.source, span, message, hint)


def _missing(key: str, form: Form) -> str:
    if key == "path":
        return f"write where the text lies, or `missing: true` if its words are lost; {form.see}"
    return "write `schema: 1`, the only one there is" if key == "schema" else form.see


def _meant(yaml: Yaml, place: YamlPath, form: Form) -> str:
    """The hint for a key that is not known at its place: where it belongs, the key that may be meant, else all.
    Where one is needed and not there, a key that is no slip of the pen for another is meant to be that."""
    key, known = str(place[-1]), _keys_at(form.shape, place[:-1])
    free = [each for each in known if (*place[:-1], each) not in yaml.keys]
    needed = [each for each in free if known[each].is_required()]
    elsewhere = [above for above, keys in _all_keys(form.shape) if key in keys]
    if elsewhere:
        return f"it belongs {' or '.join(dict.fromkeys(elsewhere))}; {form.see}"
    meant = get_close_matches(key[:_SHOWN], free, 1, _CLOSE) or (needed if len(needed) == 1 else [])
    meant = meant or get_close_matches(key[:_SHOWN], known, 1, _CLOSE) or get_close_matches(key[:_SHOWN], free, 1)
    if meant:
        return f"write `{meant[0]}` if that is meant; {form.see}"
    return f"known here: {', '.join(f'`{each}`' for each in known)}; {form.see}" if known else form.see


def _keys_at(shape: type[BaseModel], place: YamlPath) -> Mapping[str, FieldInfo]:
    """The keys of the mapping at a place in a file of some shape, and what each holds."""
    there: object = shape
    for part in place:
        keys = _keys(there)
        there = _held(keys, str(part)) if keys else next(iter(get_args(_bare(there))[-1:]), None)
    return _keys(there)


def _all_keys(shape: object, above: str = "at the top of the file") -> Iterator[tuple[str, Mapping[str, FieldInfo]]]:
    """The keys of every mapping in a file of some shape, and under which key that stands."""
    keys = _keys(shape)
    if keys:
        yield above, keys
    for name in keys:
        held = _held(keys, name)
        parts = get_args(_bare(held))
        yield from _all_keys(parts[-1] if parts else held, f"under `{name}`")


def _held(keys: Mapping[str, FieldInfo], name: str) -> object:
    return keys[name].annotation if name in keys else None


def _keys(held: object) -> Mapping[str, FieldInfo]:
    bare = _bare(held)
    if not isinstance(bare, type) or not issubclass(bare, BaseModel):
        return {}
    return {field.alias or name: field for name, field in bare.model_fields.items()}


def _bare(held: object) -> object:
    """A type without the `None` beside it."""
    parts = get_args(held)
    return next(part for part in parts if part is not NoneType) if NoneType in parts else held


def _expected(kind: str, detail: ErrorDetails, form: Form) -> tuple[str, str]:
    """What was expected, and the hint: of a closed choice the nearest, else all."""
    choice = str(detail.get("ctx", {}).get("expected", ""))
    if kind not in {"enum", "literal_error"} or not choice:
        expected, hint = _EXPECTED.get(kind, ("another value", form.see))
        return expected, hint.format(guide=form.guide)
    expected = choice.replace("'", "`") if "'" in choice else f"`{choice}`"
    known = [part for part in choice.split("'")[1::2] if part] or [choice]
    near = get_close_matches(str(detail["input"])[:_SHOWN], known, 1)
    if len(known) == 1:
        return expected, f"write `{known[0]}`" + (", without quotes" if choice.isdigit() else "")
    if near:
        return expected, f"write `{near[0]}` if that is meant; {form.guide} says what each means"
    return expected, f"write one of these as it stands here; {form.guide} says what each means"


def shown(value: object) -> str:
    """A value as the file has it: its kind when it has parts, else itself in backticks."""
    match value:
        case dict():
            return "a mapping" if value else "an empty mapping"
        case list():
            return "a list" if value else "an empty list"
        case None:
            return "nothing"
        case "":
            return "an empty text"
        case bool():
            return f"`{str(value).lower()}`"
    written = ascii(value)[1:-1] if isinstance(value, str) and not value.isprintable() else str(value)
    return f"`{written}`" if len(written) <= _SHOWN else "a long text"
