"""Writing: records come in, the text of their file goes out; the same records, the same bytes.

One record an item, one fact a line, words last; what can be worked out is left out. `read_records` of what is written
gives the records back.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from kb.records._values import Apparatus, Citation, Contents, Record, Records, RecordStatus, Reviewed

_PLAIN = re.compile(r"[A-Za-z(][A-Za-z0-9 .,/()~+'-]*")
_RESERVED = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_HEAD = """\
# The emendations of a work, one record a change. `kb emend compile` makes the emended text of the published one and
# these; `kb emend check` proves it. Every key is described in docs/records.md.
"""


def write_records(records: Records) -> str:
    """The text of a records file, ending in a line end."""
    lines = [_HEAD.rstrip("\n"), "schema: 1", f"work: {_scalar(records.work)}", "base:"]
    lines += [f"  edition: {_scalar(records.base.edition)}", f"  sha256: {_scalar(records.base.sha256)}"]
    if records.emended_sha256 is not None:
        lines.append(f"emended_sha256: {_scalar(records.emended_sha256)}")
    if records.apparatus is not None:
        lines += _apparatus(records.apparatus)
    if records.contents is not None:
        lines += _contents(records.contents)
    lines.append("records:" if records.records else "records: []")
    for record in records.records:
        lines += ["", *_item(_facts(record))]
    lines += ["", "citations:" if records.citations else "citations: []"]
    for citation in records.citations:
        lines += _item(_citation(citation))
    return "\n".join(lines) + "\n"


def _apparatus(apparatus: Apparatus) -> Iterator[str]:
    yield "apparatus:"
    yield f"  opening: {_scalar(apparatus.opening)}"
    yield f"  closing: {_scalar(apparatus.closing)}"


def _contents(contents: Contents) -> Iterator[str]:
    yield "contents:"
    yield f"  record: {_scalar(contents.record)}"
    yield f"  columns: {_list(contents.columns)}"
    if contents.indents:
        yield f"  indents: {_mapping({str(level): text for level, text in contents.indents.items()})}"
    if contents.labels:
        yield "  labels:"
        for anchor, label in contents.labels.items():
            yield f"    {_scalar(anchor)}: {_scalar(label)}"
    if contents.omitted:
        yield f"  omitted: {_list(contents.omitted)}"
    for name in ("quotes", "shortened"):
        if getattr(contents, name):
            yield f"  {name}: true"


def _item(facts: Iterable[str]) -> Iterator[str]:
    """Facts as an item of a list."""
    for number, fact in enumerate(facts):
        yield f"{'  - ' if number == 0 else '    '}{fact}"


def _citation(citation: Citation) -> Iterator[str]:
    yield f"id: {_scalar(citation.id)}"
    if citation.missing:
        yield "missing: true"
        return
    yield f"text: {_scalar(citation.text)}"
    if citation.gap != "\n":
        yield f"gap: {_scalar(citation.gap)}"
    if citation.always:
        yield "always: true"


def _facts(record: Record) -> Iterator[str]:
    """What a record says, key by key, its words last."""
    yield f"id: {_scalar(record.id)}"
    yield f"kind: {_scalar(record.kind.value)}"
    yield f"unit: {_scalar(record.unit.value)}"
    yield from _texts(record, "label", "section", "clause")
    yield from _decisions(record)
    for name in ("footnotes", "rulings", "supports", "comes_with", "after"):
        if getattr(record, name):
            yield f"{name}: {_list(getattr(record, name))}"
    if not record.marks:
        yield "marks: false"
    yield from _texts(record, "prefix", "suffix")
    if record.occurrence is not None:
        yield f"occurrence: {{number: {record.occurrence.number}, of: {record.occurrence.of}}}"
    if record.side is not None:
        yield f"side: {record.side.value}"
    yield from _texts(record, "lead", "tail")
    for name in ("published", "emended"):
        if getattr(record, name):
            yield from _words(name, getattr(record, name))


def _texts(record: Record, *names: str) -> Iterator[str]:
    for name in names:
        value = getattr(record, name)
        if value is not None:
            yield f"{name}: {_scalar(value)}"


def _decisions(record: Record) -> Iterator[str]:
    for name in ("effective", "issued", "rank"):
        value = getattr(record, name)
        if value is not None:
            yield f"{name}: {value if isinstance(value, int) else _scalar(value)}"
    if record.substantive:
        yield "substantive: true"
    if record.status is not RecordStatus.ACCEPTED:
        yield f"status: {record.status.value}"
    if record.reason is not None:
        yield f"reason: {_scalar(record.reason)}"
    if record.reviewed is not None:
        yield f"reviewed: {write_review(record.reviewed)}"


def write_review(reviewed: Reviewed) -> str:
    """What an editor has read, as a records file says it: a value on one line."""
    parts = [f"clause: {_scalar(reviewed.clause)}"] if reviewed.clause else []
    if reviewed.rulings:
        parts.append(f"rulings: {_mapping({str(name): text for name, text in reviewed.rulings.items()})}")
    return f"{{{', '.join(parts)}}}"


def _words(name: str, text: str) -> Iterator[str]:
    """Source text: a block that can be read where YAML can hold it so, else a quoted line."""
    lines = text.split("\n")
    fits = len(lines) > 1 and all(line == line.rstrip() and line.isprintable() for line in lines)
    if not fits or not lines[0] or lines[0][0].isspace() or not lines[-1]:
        yield f"{name}: {_scalar(text)}"
        return
    yield f"{name}: |-"
    for line in lines:
        yield f"  {line}" if line else ""


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(_scalar(value, flow=True) for value in values)}]"


def _mapping(values: Mapping[str, str]) -> str:
    return (
        f"{{{', '.join(f'{_scalar(key, flow=True)}: {_scalar(value, flow=True)}' for key, value in values.items())}}}"
    )


def _scalar(text: str, flow: bool = False) -> str:
    """A text as YAML: plain where nobody could read it as something else, else quoted."""
    plain = _PLAIN.fullmatch(text) and text.casefold() not in _RESERVED and text == text.strip()
    if plain and not (flow and "," in text) and ": " not in text:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else _escaped(char) for char in quoted)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
