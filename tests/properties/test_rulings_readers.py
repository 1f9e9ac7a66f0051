"""The readers of rulings never raise and lose no word, whatever they are given."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.readers.cards import read_card
from kb.readers.compendium import Declared, read_compendium
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.word_account import words_in_nothing

LINES = [
    "", "", "# Kites", "## Rulings by Term", "## II. Card Rulings", "## Tournament Rules", "## Complete Errata Listing",
    "### -= AAA =-", "#### Air", "# A kite may land", "once it flies. [effective 13/1/97]",
    "**Air**", "**Air:** It is free.",
    "Air", "@ Rules Erratum: It flies.", "\\# It lands.", "–=– See also Air.", " - One.", "     - Nested.", "-Fused.",
    "> Quoted.", "> - In a list.", "| a | b |", "|---|---|", "    code", "<div>Raw &ndash; text", "</div>",
    "**Q:** Who?",
    "**A:** You.", "**\\*Q**: Why?  ", "Q.", "### _Set_", "{: .kite }", '> > <div class="card-name">Kite</div>',
    "[^a]: Note.",
    "[A](#a)[B](#b)", "The following may fly:", "***", "- # Stray", "1. **Bell**", "   - It rings.", "It flies. [^a]",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(LINES), max_size=30).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_page_is_read(text: str) -> None:
    document = read_document(Source.from_text("page.md", text)).value
    version = read_compendium(document, Declared(lacks=frozenset())).value
    assert words_in_nothing(version) == []
    for statement in version.statements:
        spans = [piece.span for piece in statement.pieces]
        assert spans == sorted(spans)
        assert statement.span.start == spans[0].start
        assert statement.span.end == spans[-1].end
    starts = [statement.span.start for statement in version.statements]
    assert starts == sorted(starts)
    assert words_in_nothing(read_faq(document).value) == []
    read_card(document)
