"""Extraction: a published and a hand-emended text come in, the records that rebuild the one from the other go out.

Invariant: `compile_text` of the published text and these records is the emended text, byte for byte, whatever the two
texts are. What was found is compiled and compared; where a stretch does not come out, a coarser record holds it
(`_coarse`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from kb.compile._apparatus import find_notes
from kb.compile._apply import assemble, plan_text
from kb.compile._body import Body
from kb.compile._build import RecordBuilder
from kb.compile._changes import Whole
from kb.compile._coarse import coarsen
from kb.compile._contents import contents_table, read_contents
from kb.compile._drafts import find_drafts
from kb.compile._markup import MARKERS, Draft
from kb.emendations import find_emendations
from kb.model import Document, RulingId
from kb.provenance import Emendation
from kb.records import CONTENTS_PLACE, BaseText, Contents, Records
from kb.text import Span

NOTHING: Mapping[RulingId, str] = MappingProxyType({})
PAIRED = 12
"""Markup that opens and closes around at most so many unchanged words is one change."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the texts are called in the records file."""

    work: str
    edition: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """The records between two texts; `coarse` are those that hold a stretch whole, for finer ones do not rebuild it."""

    records: Records
    coarse: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pair:
    """What is known of one pair of texts."""

    old: Body
    new: Body
    names: Names
    known: Sequence[Emendation]
    wordings: Mapping[RulingId, str]


def extract_records(
    published: Document | Body,
    emended: Document | Body,
    names: Names,
    emendations: Sequence[Emendation] | None = None,
    wordings: Mapping[RulingId, str] = NOTHING,
) -> Extracted:
    """The records between two texts; `emendations` are found when they are not given.

    `wordings` are the newest words of rulings: what an editor who takes the records as they are has read.
    """
    old, new = (each if isinstance(each, Body) else Body(each) for each in (published, emended))
    known = find_emendations(old.document, new.document) if emendations is None else emendations
    pair = _Pair(old, new, names, known, wordings)
    tables = contents_table(old), contents_table(new)
    contents = read_contents(new, tables[1][1]) if tables[1] else None
    if tables[1] is not None and contents is not None:
        found = _take(pair, (tables[0][1] if tables[0] else None, tables[1][1]), contents)
        if found is not None:
            return found
    found = _take(pair)
    assert found is not None
    return found


def _take(pair: _Pair, whole: Whole | None = None, contents: Contents | None = None) -> Extracted | None:
    """The records between two bodies; `whole` is a stretch that is to be one of them, a table of contents to be written
    from headings. None where no record holds that table, or the table written is another one."""
    old, new = pair.old, pair.new
    drafts = _paired(old, find_drafts(old, new, pair.known, whole))
    fine = _with_contents(_records(pair, drafts), new, contents, whole)
    if fine is not None and rebuilds(old, fine, new):
        return Extracted(fine)
    stretches = coarsen(old, new, drafts, lambda each: _records(pair, each).records)
    made = _records(pair, [stretch.draft for stretch in stretches])
    settled = _with_contents(made, new, contents, whole)
    if settled is None or (contents is not None and not rebuilds(old, settled, new)):
        return None
    listed = settled.records[len(settled.records) - len(stretches) :]
    return Extracted(settled, tuple(r.id for r, stretch in zip(listed, stretches, strict=True) if stretch.level))


def _records(pair: _Pair, drafts: Sequence[Draft]) -> Records:
    """The records of drafts, and what stands around them."""
    build = RecordBuilder(pair.old, pair.new, pair.known, pair.wordings)
    records = tuple(build.settle([*build.front_matter(), *map(build.record, drafts)]))
    citations, apparatus = find_notes(pair.old, pair.new, (name for record in records for name in record.footnotes))
    return Records(
        work=pair.names.work,
        base=BaseText(pair.names.edition, pair.old.document.source.sha256),
        records=records,
        citations=citations,
        apparatus=apparatus,
        emended_sha256=pair.new.document.source.sha256,
    )


def rebuilds(old: Body, records: Records, new: Body) -> bool:
    """Whether records can all be made and give a text, byte for byte: what `compile_text` then does."""
    plan = plan_text(old, records)
    if plan.refused or plan.later:
        return False
    return assemble(plan.body, records, plan.placed, ()).text == new.text


def _with_contents(records: Records, new: Body, contents: Contents | None, whole: Whole | None) -> Records | None:
    """Records whose contents table is generated, as they are where none is to be; None where no single one holds it."""
    if contents is None or whole is None:
        return records
    written = new.document.source.slice(whole[1])
    holders = [record for record in records.records if record.emended.count(written) == 1]
    if len(holders) != 1:
        return None
    holder = replace(holders[0], emended=holders[0].emended.replace(written, CONTENTS_PLACE))
    listed = tuple(holder if record.id == holder.id else record for record in records.records)
    return replace(records, records=listed, contents=replace(contents, record=holder.id))


def _paired(old: Body, drafts: Sequence[Draft]) -> list[Draft]:
    """Changes of markup in one clause that stand close together become one: emphasis opens and closes together."""
    made: list[Draft] = []
    for draft in drafts:
        last = made[-1] if made else None
        if last is not None and _pairs(old, last, draft):
            between = old.text[last.span.end : draft.span.start]
            span = Span(last.span.start, draft.span.end)
            made[-1] = replace(last, span=span, end=draft.end, words=last.text + between + draft.text, markers="")
        else:
            made.append(draft)
    return made


def _pairs(old: Body, first: Draft, second: Draft) -> bool:
    if first.record or second.record or not 0 < second.end < old.size:
        return False
    if second.at - first.end > PAIRED or not _bare(first, old) or not _bare(second, old):
        return False
    low = max(first.at - 1, 0)
    return len({old.tokens[t].clause for t in (low, first.at, second.at - 1, second.end)}) == 1


def _bare(draft: Draft, old: Body) -> bool:
    """Whether a change of markup is more than white space and markers."""
    text = MARKERS.sub("", draft.text + old.document.source.slice(draft.span))
    return bool(text.strip())
