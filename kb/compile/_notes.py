"""Notes: what stands behind the body of an emended text, as citations and what is around them.

In: two bodies. Out: the footnote definitions at the end of the emended one. Invariant: written behind its body again
they are its end, to the character; where definitions stand in each other, all of the end is kept as it is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from kb.compile._body import Body
from kb.compile._reading import MARKER
from kb.model import FootnoteId
from kb.records import Apparatus, Citation

_ANY_MARK = re.compile(r"\[\^([^\]\n]+)\]")


def find_notes(old: Body, new: Body, named: Iterable[FootnoteId]) -> tuple[tuple[Citation, ...], Apparatus | None]:
    """The citations of an emended text, one for each footnote that records have `named` at least, and its apparatus."""
    around = _apparatus(old, new)
    defined = list(_citations(new))
    if around is not None and _written(defined, around) != new.text[new.end :]:
        defined, around = [], Apparatus("", new.text[new.end :])
    known = {citation.id for citation in defined}
    marked = map(FootnoteId, _ANY_MARK.findall(new.text[: new.end]))
    lacking = (name for name in dict.fromkeys((*marked, *named)) if name not in known)
    return (*defined, *(Citation(name, "", missing=True) for name in lacking)), around


def _citations(new: Body) -> Iterator[Citation]:
    text = new.text
    used = set(MARKER.findall(text[: new.end]))
    seen: set[FootnoteId] = set()
    for number, definition in enumerate(new.definitions):
        written = new.document.source.slice(definition.span).rstrip()
        end = definition.span.start + len(written)
        last = number + 1 == len(new.definitions)
        gap = "\n" if last else text[end : new.definitions[number + 1].span.start]
        mark = f"[^{definition.id}]:"
        always = definition.id in seen or definition.id not in used
        seen.add(definition.id)
        yield Citation(definition.id, written.removeprefix(mark), gap, always)


def _apparatus(old: Body, new: Body) -> Apparatus | None:
    """What stands around the definitions; None where the published text ends alike and has none either."""
    if new.definitions:
        last = new.document.source.slice(new.definitions[-1].span).rstrip()
        end = new.definitions[-1].span.start + len(last)
        return Apparatus(new.text[new.end : new.definitions[0].span.start], new.text[end:])
    if old.definitions or old.text[old.end :] != new.text[new.end :]:
        return Apparatus("", new.text[new.end :])
    return None


def _written(citations: Sequence[Citation], around: Apparatus) -> str:
    """The apparatus as `compile_text` writes it."""
    parted = (f"[^{each.id}]:{each.text}{each.gap}" for each in citations[:-1])
    last = "".join(f"[^{each.id}]:{each.text}" for each in citations[-1:])
    return around.opening + "".join(parted) + last + around.closing
