"""What is sound in a corpus.yml of another shape than it should have: its value and the slips of it come in, a shape
without them goes out.

So one misspelt key hides no miswritten id, path or date. Each slip is put right in some way that has the shape: nothing
may be told of what stands in its place.
"""

import re
from copy import deepcopy

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from kb.corpus._schema import CorpusShape
from kb.strict_yaml import YamlPath

_ROUNDS = 8
"""A slip may hide others below it, or be put right at the second try."""
FILLING = "left-out-of-shape"
"""What the words begin with that are put in the place of others: what tells of them is told of nothing in the file."""
_KEY = "[key]"
"""What pydantic ends a place with when the key itself is wrong."""
_CHOICE = re.compile(r"'([^']+)'")


def shape_rest(value: object, error: ValidationError) -> CorpusShape | None:
    """The shape of a value whose slips are put right; None where that cannot be done."""
    rest = deepcopy(value)
    for _ in range(_ROUNDS):
        for slip in error.errors(include_url=False):
            _put_right(rest, slip)
        try:
            return CorpusShape.model_validate(rest)
        except ValidationError as still:
            error = still
    return None


def _put_right(rest: object, slip: ErrorDetails) -> None:
    """Take a key out that is not known, put a value in that fits where another stands or none."""
    *above, last = slip["loc"] or ("",)
    holder = _at(rest, tuple(above))
    if last == _KEY:
        *above, last = above
        holder = _at(rest, tuple(above))
    if (slip["type"] == "extra_forbidden" or slip["loc"][-1:] == (_KEY,)) and isinstance(holder, dict):
        holder.pop(last, None)
    elif (isinstance(holder, dict) and isinstance(last, str)) or (isinstance(holder, list) and isinstance(last, int)):
        holder[last] = _fitting(slip)  # type: ignore[index]


def _at(value: object, path: YamlPath) -> object:
    for part in path:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def _fitting(slip: ErrorDetails) -> object:
    """A value of the kind that was expected; of words some that nothing else is called."""
    match slip["type"]:
        case "enum" | "literal_error":
            choice = str(slip.get("ctx", {}).get("expected", ""))
            named = _CHOICE.findall(choice)
            return named[0] if named else int(choice) if choice.isdecimal() else choice
        case "model_type" | "dict_type":
            return {}
        case "list_type":
            return []
        case "too_short":
            return [{}]
        case "bool_type":
            return False
        case _:
            return "-".join((FILLING, *(re.sub(r"[^a-z0-9]+", "-", str(part).lower()) for part in slip["loc"])))
