"""The ordered passes: a manifest and the bytes of its texts come in, the knowledge base goes out.

Each pass is a pure function between values that do not change; the pipeline only orders them and tells how
long each took. A problem of a text is a diagnostic of the outcome; one bad text never stops the others.
"""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial

from kb.corpus import Manifest
from kb.diagnostics import Outcome, in_order
from kb.graph import Kb
from kb.memory import Memory
from kb.model import WorkId
from kb.pipeline._books import (
    account,
    check_footnotes,
    collate_witnesses,
    compile_records,
    find_reprints,
    pair_editions,
    pair_works,
    trace_records,
)
from kb.pipeline._carrying import (
    carry_authorities,
    carry_chronicles,
    carry_collations,
    carry_reprints,
    carry_verdicts,
)
from kb.pipeline._making import Making
from kb.pipeline._reading import borrow_structures, read_cards, read_sheets, read_texts, read_versions, write_chronicles

__all__ = [
    "Making",
    "account",
    "build_kb",
    "check_footnotes",
    "collate_witnesses",
    "find_reprints",
    "glance_kb",
    "pair_works",
    "trace_records",
]

Report = Callable[[str, int, float], None]
"""Called after each stage with its name, the number of things it handled, and its processor seconds."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A named step from one knowledge base in the making to the next."""

    name: str
    run: Callable[["Making"], "Making"]


def _silent(_name: str, _handled: int, _seconds: float) -> None:
    return


def build_kb(
    manifest: Manifest, texts: Mapping[str, bytes], report: Report = _silent, memory: Memory | None = None
) -> Outcome[Kb]:
    """The knowledge base of a corpus from the raw bytes of its texts, by path in the corpus.

    A text the manifest names and `texts` lacks is listed as absent; the others go on without it. With the memory of a
    build of the same manifest before, only what depends on texts that changed is worked out again.
    """
    making = _begin(manifest, texts, Memory() if memory is None else memory)
    for stage in STAGES:
        began = time.process_time()
        making = stage.run(making)
        report(stage.name, making.handled, time.process_time() - began)
    diagnostics = in_order(making.diagnostics)
    return Outcome(replace(making.kb, diagnostics=diagnostics), diagnostics)


def glance_kb(manifest: Manifest, texts: Mapping[str, bytes], known: Kb, traced: Collection[WorkId] = ()) -> Kb:
    """The knowledge base of texts that were edited, as far as their pages show it, before anything else is known.

    `known` is the one before the edit, whose memory is used. Of it are the contradictions of compendia of which a text
    was edited, or of all where an answer was; the parallels and collations, which stand where the texts have them now;
    the footnotes and the authorities of texts that were not edited, but for works that are to be `traced` anew; and the
    accounts of words.
    """
    making = _begin(manifest, texts, known.memory)
    carried = _carry(traced)
    for stage in STAGES:
        carry = carried.get(stage.run)
        making = carry(making, known) if carry is not None else stage.run(making)
    return replace(making.kb, accounts=known.accounts, diagnostics=known.diagnostics)


def _begin(manifest: Manifest, texts: Mapping[str, bytes], memory: Memory) -> Making:
    return Making(texts, Kb(manifest, {}, {}, {}, (), {}, (), checked=tuple(sorted(texts)), memory=memory))


STAGES = (
    Stage("read texts", read_texts),
    Stage("borrow structure", borrow_structures),
    Stage("read compendia", read_versions),
    Stage("read questions and answers", read_sheets),
    Stage("read cards", read_cards),
    Stage("follow rulings", write_chronicles),
    Stage("apply records", compile_records),
    Stage("compare editions", pair_editions),
    Stage("find parallels", find_reprints),
    Stage("check footnotes", check_footnotes),
    Stage("trace authorities", trace_records),
    Stage("collate witnesses", collate_witnesses),
    Stage("account for words", account),
)


def _carry(traced: Collection[WorkId]) -> Mapping[Callable[[Making], Making], Callable[[Making, Kb], Making]]:
    """What a glance does in the place of some passes."""
    return {
        write_chronicles: carry_chronicles,
        find_reprints: carry_reprints,
        check_footnotes: partial(carry_verdicts, traced=traced),
        trace_records: partial(carry_authorities, traced=traced),
        collate_witnesses: carry_collations,
        account: lambda making, _known: making,
    }
