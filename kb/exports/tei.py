"""Collations as TEI: parallel segmentation, one file for each work that has witnesses.

The text is the base's; an `app` holds the readings of one place, `lem` the base's and that of all who agree with it,
one `rdg` each other one. Every witness is in just one reading of each place it has; a passage it lost is a `gap`. A
passage that some lack encloses the places inside it, and those who lack it are not named again there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from xml.sax.saxutils import quoteattr

from kb.answers.search import Record
from kb.exports._text import escaped
from kb.graph import Kb
from kb.model import ClauseKind
from kb.paths import first_free
from kb.witnesses import ClauseText, Collation, Layer, Segment, State, Told, Variant, WitnessId, cut_segments

NAME = "tei"
WORDS = True
_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def export(kb: Kb, _records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """`<work>.tei.xml` for every work with more than one text at hand."""
    titles = {work.id: work.title for work in kb.manifest.works}
    rights = kb.manifest.rights.statement
    return {
        f"{work}.tei.xml": write_tei(collation, titles.get(work, work), rights).encode()
        for work, collation in sorted(kb.collations.items())
    }


def write_tei(collation: Collation, title: str, rights: str) -> str:
    """One collation as a TEI document."""
    writing = _Writing(collation)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<TEI xmlns="{_NAMESPACE}">',
        *_header(collation, title, rights, writing.sigla),
        " <text>",
        "  <body>",
    ]
    for section, held in groupby(cut_segments(collation), key=lambda each: each.clause.section):
        lines.append(f"   <div n={quoteattr(section)}>")
        lines += [f"    {line}" for each in held for line in writing.clause(each)]
        lines.append("   </div>")
    return "\n".join([*lines, "  </body>", " </text>", "</TEI>", ""])


def _header(collation: Collation, title: str, rights: str, sigla: Mapping[WitnessId, str]) -> Iterator[str]:
    yield " <teiHeader>"
    yield "  <fileDesc>"
    yield f"   <titleStmt><title>{escaped(title)}</title></titleStmt>"
    yield f"   <publicationStmt><p>{escaped(rights) or 'Unpublished.'}</p></publicationStmt>"
    yield "   <sourceDesc>"
    yield "    <listWit>"
    for witness in collation.witnesses:
        role = f" ({witness.role.value})" if witness.role else ""
        path = witness.document.source.path
        yield f"     <witness xml:id={quoteattr(sigla[witness.id])}>{escaped(f'{witness.id}{role}: {path}')}</witness>"
    yield "    </listWit>"
    yield "   </sourceDesc>"
    yield "  </fileDesc>"
    yield "  <encodingDesc>"
    yield '   <variantEncoding method="parallel-segmentation" location="internal"/>'
    yield "  </encodingDesc>"
    yield " </teiHeader>"


class _Writing:
    """Writes clauses; knows the sigla of the witnesses."""

    def __init__(self, collation: Collation) -> None:
        self.sigla = _sigla([witness.id for witness in collation.witnesses])

    def clause(self, text: ClauseText) -> Iterator[str]:
        """A clause as `head` or `ab`, and the passages that witnesses have behind it, each as an `ab`."""
        heading = text.clause.kind is ClauseKind.HEADING
        tag = "head" if heading else "ab"
        kind = "" if heading else f" type={quoteattr(text.clause.kind.value)}"
        words = self._segments(text.segments, tuple(self.sigla))
        yield f"<{tag} n={quoteattr(text.clause.id)}{kind}>{words}</{tag}>"
        for variant in text.following:
            told = [Told(r.witness, r.words if r.text is not None else None, r.state) for r in variant.readings]
            yield f'<ab type="added">{self._app(variant, told, "")}</ab>'

    def _segments(self, segments: Sequence[Segment], here: Sequence[WitnessId]) -> str:
        return "".join(self._segment(segment, here) for segment in segments)

    def _segment(self, segment: Segment, here: Sequence[WitnessId]) -> str:
        """A segment for the witnesses that have what is around it."""
        if segment.variant is None:
            return escaped(segment.text)
        told = [each for each in segment.told if each.witness in here]
        if segment.variant.layer is not Layer.PASSAGE:
            return self._app(segment.variant, told, escaped(segment.text))
        silent = {each.witness for each in told if each.text is None}
        within = self._segments(segment.inside, tuple(name for name in here if name not in silent))
        return self._app(segment.variant, [replace(t, text="") if t.text is not None else t for t in told], within)

    def _app(self, variant: Variant, told: Sequence[Told], lemma: str) -> str:
        """An `app`: the lemma with all who have the base's words, then each other reading, what is lost last."""
        groups: dict[tuple[str | None, bool], list[WitnessId]] = {}
        base, *others = told
        for each in others:
            same = each.state is State.SAME or each.text == base.text
            key = (base.text, False) if same else (each.text, each.state is State.LOST)
            groups.setdefault(key, []).append(each.witness)
        agreeing = [base.witness, *groups.pop((base.text, False), ())]
        if not groups:
            return lemma
        readings = f"<lem{self._wit(agreeing)}>{lemma}</lem>"
        for (text, lost), names in groups.items():
            if text is None:
                cause, inside = ("lost", '<gap reason="lost"/>') if lost else ("omitted", "")
                readings += f'<rdg{self._wit(names)} type="{cause}">{inside}</rdg>'
            else:
                readings += f"<rdg{self._wit(names)}>{escaped(text)}</rdg>"
        return f'<app type="{variant.kind.value}">{readings}</app>'

    def _wit(self, names: Iterable[WitnessId]) -> str:
        return f' wit="{" ".join(f"#{self.sigla[name]}" for name in names)}"'


def _sigla(names: Sequence[WitnessId]) -> dict[WitnessId, str]:
    """A name of XML for each witness: letters, digits, hyphens, a letter first, each once."""
    found: dict[WitnessId, str] = {}
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9-]+", "-", name).strip("-")
        plain = plain if plain[:1].isalpha() else f"w-{plain}"
        found[name] = first_free(plain, found.values())
    return found
