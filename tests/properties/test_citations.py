"""No footnote makes the reader of citations fail, and what it quotes is part of it."""

from hypothesis import given
from hypothesis import strategies as st

from kb.answers.footnote_list import list_footnotes, render_footnotes
from kb.citations import verify_footnotes
from kb.footnotes.quoting import read_footnote
from kb.naming.calling import NOTHING_KNOWN
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.sources.addresses import gather_sources
from kb.text import Source

RULINGS = """\
---
title: Kite Rulings 3
permalink: /kites/
---

## Rulings by Term

#### Tail

- Tails are heavy. They are long. [Effective 1/2/98]

## Card Errata and Rulings

#### Bell

- Rings: twice.
"""
PIECES = st.sampled_from(
    [
        "See ", "see ", "Kite Rulings 3, ", "Rulings by Term, ", "[Tail](/kites/#tail)", "[Bell](../kites/#bell)",
        "Tails are heavy.", "They are long.", "(", ")", ". ", ", ", ": ", "…", "...", "“", "”", "_", "**", "—", "[^b]",
        "[](#)", "[x]()", "[y](http://[)", "CRF 15", "from ", "\\[Effective 2/30/98] ", "@ ", "\n\n    ", "<br>", "-1 ",
        "Ibid., ", "notes 1–3", "note 2", "Kite Rulings 3 & 4", "–9", " 12/3/98", "(1998)", "Tail", " and ", '"',
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES, max_size=6).map("".join))
def test_any_footnote_is_read(note: str, body: str) -> None:
    text = f"---\npermalink: /emended/\n---\n\n{body} text[^a]\n\n[^a]: {note}\n[^b]: Else.\n"
    document = read_document(Source.from_text("e.md", text)).value
    rulings = read_document(Source.from_text("r.md", RULINGS)).value
    sources = gather_sources([document, rulings], [read_compendium(rulings).value])
    outcome = verify_footnotes(document, sources)
    assert len(outcome.value) == len(document.definitions)
    assert list_footnotes("e.md", outcome.value)["items"] is not None
    assert list(render_footnotes("e.md", outcome.value))
    for definition in document.definitions:
        for known in (NOTHING_KNOWN, sources.known):
            read = read_footnote(definition, document.links, known=known)
            assert (read.quote is None) == (read.quote_span is None)
            if read.quote_span is not None:
                assert definition.span.holds(read.quote_span)
