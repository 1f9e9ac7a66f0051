"""Slips in the shape of a file: a finding of pydantic comes in, a diagnostic in our own words goes out.

It names the key as the file has it, what was found before what was expected, and what to do about it.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

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


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of file: the code of its slips, what it is called, and the document that describes its keys."""

    code: Code
    name: str
    guide: str

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
        message = f"found {_shown(detail['input'])}, expected a mapping of keys"
        hint = f"begin with `schema: 1`; {form.guide} shows every key"
        return diagnose(form.code, yaml.source, yaml.span(()), message, hint)
    if kind == "missing":
        span = yaml.key_span(place[:-1]) if len(place) > 1 else Span(0, 0)
        return diagnose(form.code, yaml.source, span, f"key `{place[-1]}` is missing", _missing(str(place[-1]), form))
    if kind == "extra_forbidden":
        message = f"key {_shown(str(place[-1]))} is not known here"
        return diagnose(form.code, yaml.source, yaml.key_span(place), message, form.see)
    named = [part for part in (place[:-1] if wrong_key else place) if isinstance(part, str)]
    span = yaml.key_span(place) if wrong_key else yaml.span(place)
    expected, hint = _expected(kind, detail, form)
    quoted = "the text " if kind == "literal_error" and f"`{detail['input']}`" == expected else ""
    message = f"`{named[-1] if named else form.name}`: found {quoted}{_shown(detail['input'])}, expected {expected}"
    return diagnose(form.code, yaml.source, span, message, hint)


def _missing(key: str, form: Form) -> str:
    return "write `schema: 1`, the only one there is" if key == "schema" else form.see


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


def _shown(value: object) -> str:
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
