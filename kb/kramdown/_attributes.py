"""Attribute lists `{: .class #id key="value" ref}`: their text comes in, what they say goes out.

The rules are those of kramdown's inline and block attribute lists; classes keep their source order.
"""

import re
from collections.abc import Mapping

from kb.kramdown.entities import decode
from kb.kramdown.node import AttributeList
from kb.kramdown.patterns import ID_NAME, STRIPPED
from kb.text import Span

_ITEM = re.compile(
    rf"(?:\A|\s)(?:(?P<key>{ID_NAME})=(?P<quote>[\"'])(?P<value>(?:\\\}}|\\(?P=quote)|[^}}])*?)(?P=quote)"
    rf"|(?P<ref>{ID_NAME})|(?P<names>(?:#[A-Za-z][\w:-]*|\.[^\s.#]+)+))(?=\s|\Z)",
    re.ASCII,
)
_NAME = re.compile(r"#(?P<id>[A-Za-z][\w:-]*)|\.(?P<cls>[^\s.#]+)", re.ASCII)


def read_attributes(text: str, into: AttributeList, span: Span | None = None) -> None:
    """Add what a list says (its text between `{:` and `}`) to a list being gathered, and its span."""
    if span is not None:
        into.spans.append(span)
    if text.strip(STRIPPED) in {"", ":"}:
        return
    for match in _ITEM.finditer(text):
        if match["ref"]:
            into.refs.append(match["ref"])
        elif match["names"]:
            for name in _NAME.finditer(match["names"]):
                if name["cls"]:
                    into.classes.append(name["cls"])
                else:
                    into.id = name["id"]
        else:
            value = re.sub(rf"\\(\}}|{match['quote']})", r"\1", match["value"])
            set_attribute(into, match["key"], decode(value))


def set_attribute(into: AttributeList, key: str, value: str) -> None:
    """Set one attribute; `class` and `id` have their own fields."""
    if key == "class":
        into.classes = value.split()
    elif key == "id":
        into.id = value
    else:
        into.pairs[key] = value


def merge(into: AttributeList, other: AttributeList) -> None:
    """Add a later list to an earlier one: classes are joined, everything else is overwritten."""
    into.refs.extend(other.refs)
    _add(into, other)
    into.spans.extend(other.spans)


def _add(into: AttributeList, other: AttributeList) -> None:
    into.classes.extend(other.classes)
    into.id = other.id or into.id
    into.pairs.update(other.pairs)


def resolve(found: AttributeList, defined: Mapping[str, AttributeList], base: AttributeList) -> AttributeList:
    """`base` with the list laid over it, the lists it refers to first."""
    result = AttributeList(base.id, list(base.classes), dict(base.pairs), [], list(base.spans))
    _lay(result, found, defined, frozenset())
    result.spans.extend(found.spans)
    return result


def _lay(into: AttributeList, found: AttributeList, defined: Mapping[str, AttributeList], seen: frozenset[str]) -> None:
    for ref in found.refs:
        if ref in defined and ref not in seen and len(seen) < 20:
            _lay(into, defined[ref], defined, seen | {ref})
    _add(into, found)
