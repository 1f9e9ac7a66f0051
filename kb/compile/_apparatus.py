"""Apparatus: a composed body and the footnotes of its records come in, what stands behind the body goes out.

In another text than the one they were made for, records bring their footnotes along, and none of that text is lost: its
own definitions stay, and a footnote that says something else there is another one, whatever its name.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from kb.compile._body import Body
from kb.compile._compose import LINE_END, Composed
from kb.compile._reading import BLANK_LINE, MARKER
from kb.model import FootnoteDefinition, FootnoteId
from kb.readers.kramdown import read_document
from kb.records import Apparatus, Citation, Records
from kb.text import Source


def write_apparatus(made: Composed, body: Body, records: Records) -> str:
    """What stands behind the body: the definitions that something refers to, and what is around them."""
    referred = set(MARKER.findall(made.text))
    known = {citation.id for citation in records.citations}
    listed = [citation for citation in records.citations if not citation.missing]
    definitions = [citation for citation in listed if citation.always or citation.id in referred]
    definitions += [each for each in _own(body) if each.id not in known and each.id in referred]
    around = _around(records, body, bool(listed))
    last = len(definitions) - 1
    written = "".join(
        f"[^{each.id}]:{each.text}{'' if at == last else each.gap}" for at, each in enumerate(definitions)
    )
    whole = around.opening + written + around.closing if definitions else around.closing
    exact = _is_read(made.text, whole) or is_hand_made(made.text + whole, records)
    return whole if exact else f"\n\n{whole.lstrip()}"


def is_hand_made(text: str, records: Records) -> bool:
    """Whether a compiled text is the hand-made one, byte for byte: every word of it is read as it is meant."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest() == records.emended_sha256


def _around(records: Records, body: Body, defining: bool) -> Apparatus:
    """What is around definitions; where the records have none, those of the text itself begin as they did."""
    own = _own_apparatus(body)
    known = records.apparatus or own
    return known if defining else replace(known, opening=own.opening)


def _is_read(text: str, whole: str) -> bool:
    """Whether what stands behind a text has its own line and its definitions are read: below a blank line it is so."""
    if not text or text.endswith("\n") or not whole.strip() or BLANK_LINE.match(whole):
        return True
    found = read_document(Source.from_text("compiled", text + whole)).value.definitions
    return bool(LINE_END.match(whole)) and any(definition.span.start >= len(text) for definition in found)


def fit_notes(records: Records, base: Body, target: Body) -> tuple[Records, frozenset[FootnoteId]]:
    """Records with the footnotes to be written behind another text than their own; and the footnotes that are others
    there. What the base text has as well is the records' to change."""
    here, there = _texts(base), _texts(target)
    referred = set(MARKER.findall(target.text[: target.end]))
    own = list(_own(target))
    at_end = {each.id for each in own}
    unchanged = {name for name in at_end if there[name] == here.get(name)}
    said: dict[FootnoteId, set[str]] = {}
    for citation in records.citations:
        said.setdefault(citation.id, set()).add(citation.text)
    others: set[FootnoteId] = set()
    kept: list[Citation] = []
    for citation in records.citations:
        name = citation.id
        if name not in there or name in unchanged:
            kept.append(citation)
        elif citation.missing or not said[name].intersection(there[name]):
            others.add(name)
        elif name in at_end:
            kept.append(replace(citation, always=citation.always or name not in referred))
    written = {(each.id, each.text) for each in kept}.union(
        (each.id, each.text) for each in own if each.id in unchanged
    )
    kept += [replace(each, always=True) for each in own if (each.id, each.text) not in written]
    return replace(records, citations=tuple(kept), apparatus=_fitting(records, base, target)), frozenset(others)


def _texts(body: Body) -> dict[FootnoteId, tuple[str, ...]]:
    """The words of each footnote a text defines, wherever it does; twice where it defines it twice."""
    found: dict[FootnoteId, tuple[str, ...]] = {}
    for definition in body.document.definitions:
        found[definition.id] = (*found.get(definition.id, ()), _written(body, definition))
    return found


def _fitting(records: Records, base: Body, target: Body) -> Apparatus | None:
    """What is around the definitions of another text: its own where it is not that of the base text."""
    own = _own_apparatus(target)
    held = records.apparatus is not None and records.apparatus.closing.strip()
    if target.definitions and own != _own_apparatus(base):
        return own
    return own if held and held in target.text else records.apparatus


def _own(body: Body) -> Iterator[Citation]:
    """The definitions of a text itself, at its end."""
    for definition in body.definitions:
        yield Citation(definition.id, _written(body, definition))


def _written(body: Body, definition: FootnoteDefinition) -> str:
    """What a definition says, as its source has it."""
    return body.document.source.slice(definition.span).rstrip().removeprefix(f"[^{definition.id}]:")


def _own_apparatus(body: Body) -> Apparatus:
    text = body.text
    if not body.definitions:
        return Apparatus("\n\n", text[body.end :])
    last = body.definitions[-1].span
    end = last.start + len(body.document.source.slice(last).rstrip())
    return Apparatus(text[body.end : body.definitions[0].span.start], text[end:])
