"""Apparatus: what stands behind the body of a text, as citations and what is around them.

Of a hand-made text its footnote definitions are read (`find_notes`); of a composed body with the footnotes of its
records what stands behind it is written (`write_apparatus`). Invariant: what was read, written behind its body again,
is its end, to the character; where definitions stand in each other, all of the end is kept as it is.

In another text than the one they were made for, records bring their footnotes along, and none of that text is lost: its
own definitions stay, and a footnote that says something else there is another one, whatever its name.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from kb.compile._body import Body
from kb.compile._compose import LINE_END, Composed
from kb.compile._markup import footnotes_in
from kb.compile._reading import BLANK_LINE, MARKER
from kb.grouping import group_pairs
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
    whole = _whole(definitions, around) if definitions else around.closing
    exact = _is_read(made.text, whole) or is_hand_made(made.text + whole, records)
    return whole if exact else f"\n\n{whole.lstrip()}"


def _whole(definitions: Sequence[Citation], around: Apparatus) -> str:
    """Definitions as they are written, with what is around them: each with the gap behind it, but for the last."""
    parted = [f"[^{each.id}]:{each.text}{each.gap}" for each in definitions[:-1]]
    last = [f"[^{each.id}]:{each.text}" for each in definitions[-1:]]
    return "".join((around.opening, *parted, *last, around.closing))


def find_notes(old: Body, new: Body, named: Iterable[FootnoteId]) -> tuple[tuple[Citation, ...], Apparatus | None]:
    """The citations of an emended text, one for each footnote that records have `named` at least, and its apparatus;
    none where the published text ends alike and has no definitions either."""
    end = new.text[new.end :]
    defined, around = list(_citations(new)), _own_apparatus(new)
    if not new.definitions:
        around = Apparatus("", end)
    elif _whole(defined, around) != end:
        defined, around = [], Apparatus("", end)
    known = {citation.id for citation in defined}
    lacking = (name for name in (*footnotes_in(new.text[: new.end]), *named) if name not in known)
    cited = (*defined, *(Citation(name, "", missing=True) for name in dict.fromkeys(lacking)))
    ends_alike = not (new.definitions or old.definitions) and old.text[old.end :] == end
    return cited, None if ends_alike else around


def _citations(new: Body) -> Iterator[Citation]:
    used = set(MARKER.findall(new.text[: new.end]))
    seen: set[FootnoteId] = set()
    for definition, following in zip_longest(new.definitions, new.definitions[1:]):
        end = new.document.source.end_of(definition.span)
        gap = new.text[end : following.span.start] if following is not None else "\n"
        always = definition.id in seen or definition.id not in used
        seen.add(definition.id)
        yield Citation(definition.id, _written(new, definition), gap, always)


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
    said = group_pairs((citation.id, citation.text) for citation in records.citations)
    others: set[FootnoteId] = set()
    kept: list[Citation] = []
    for citation in records.citations:
        name = citation.id
        if name not in there or name in unchanged:
            kept.append(citation)
        elif citation.missing or set(said[name]).isdisjoint(there[name]):
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
    return group_pairs((definition.id, _written(body, definition)) for definition in body.document.definitions)


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
    end = body.document.source.end_of(body.definitions[-1].span)
    return Apparatus(text[body.end : body.definitions[0].span.start], text[end:])
