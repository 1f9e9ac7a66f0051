"""The pages of witnesses: texts side by side, the apparatus, its addresses; what is lost is told as lost."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest

from kb.book_pages.apparatus import name_witnesses
from kb.book_pages.witness_page import WitnessesView, view_witnesses
from kb.book_pages.witnesses import Row, Run
from kb.interface import ENGLISH
from kb.model import Role, WorkId
from kb.places.base import Base
from kb.site import build_downloads
from kb.site.templates import open_environment
from kb.tools.builders import read_templates
from kb.witnesses import Collation, Kind, Layer, State, Witness, WitnessId
from tests.built import ROOT
from tests.knowing import lantern as kb
from tests.made_pages import build_pages
from tests.same_named import read, with_cards
from tests.same_named import words_of as plain

WORKS = ("bells-below", "the-drowned-coast")
each_work = pytest.mark.parametrize("work", WORKS)


@cache
def pages() -> dict[str, str]:
    outcome = build_pages(kb(), read_templates(ROOT))
    assert [found for found in outcome.diagnostics if found.code.code in {"KB902", "KB903"}] == []
    return dict(outcome.value)


@cache
def view(work: str) -> WitnessesView:
    return view_witnesses(Base.of(kb()), kb().books[WorkId(work)], f"rules/{work}/witnesses/")


def rows(work: str) -> Iterator[Row]:
    for section in view(work).sections:
        for item in section.items:
            yield from item.rows if isinstance(item, Run) else (item,)


def collation(work: str) -> Collation:
    return kb().collations[WorkId(work)]


def page(work: str) -> str:
    return pages()[f"rules/{work}/witnesses/index.md"]


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def test_a_book_with_one_text_has_no_such_page() -> None:
    have = {path.split("/")[1] for path in pages() if path.endswith("/witnesses/index.md")}
    assert have == {work for work, book in kb().books.items() if len(book.editions) > 1} == set(WORKS)
    assert "witnesses/" not in pages()["rules/winter-quay/published/index.md"]


def test_texts_that_do_not_differ_have_no_apparatus_and_the_page_says_so() -> None:
    same = replace(collation("the-drowned-coast"), variants=())
    alike = replace(kb(), collations={**kb().collations, WorkId("the-drowned-coast"): same})
    made = build_pages(alike, read_templates(ROOT)).value
    found = plain(made["rules/the-drowned-coast/witnesses/index.md"])
    assert "Apart from what was emended, no text differs from the published one." in found
    assert "slight one" not in found
    assert "without a difference" not in found
    assert 'href="../changes/"' in made["rules/the-drowned-coast/witnesses/index.md"]
    assert "Apart from what was emended, no text differs from the published one." in plain(made["desk/index.md"])


@each_work
def test_every_variant_has_one_stable_address(work: str) -> None:
    body = page(work)
    for variant in collation(work).variants:
        assert len(re.findall(rf'id="{re.escape(variant.id)}"', body)) == 1, variant


@each_work
def test_every_word_of_the_base_stands_in_the_columns_of_the_base(work: str) -> None:
    base = collation(work).base
    short = view(work).cards[0].short
    said = {
        row.clause: letters(plain(str(column.words)))
        for row in rows(work)
        for column in row.columns
        if short in column.names
    }
    for clause in base.document.clauses:
        if clause.id in said:
            assert letters(clause.text) == said[clause.id], clause.id
    assert sum(map(len, said.values())) > 3000


def test_each_column_says_what_its_witness_has() -> None:
    """The words of a row's column stand in the witness in one piece, whatever its layout."""
    paths = {card.short: card.path for card in view("bells-below").cards}
    texts = {name: letters(kb().documents[path].source.text) for name, path in paths.items()}
    checked = 0
    for row in rows("bells-below"):
        for column in row.columns:
            words = re.sub(r'<a class="place omits".*?</a>', "", str(column.words))
            words = re.sub(r'<span class="lost">.*?</span>', "\x1f", words)
            if column.names[0] in {"web", "scrape"} and row.kind != "heading":
                for part in words.split("\x1f"):
                    assert letters(plain(part)) in texts[column.names[0]], (row.clause, column.names)
                checked += 1
    assert checked >= 5


@each_work
def test_an_emended_edition_has_no_column_but_stands_in_the_apparatus(work: str) -> None:
    assert not any("emended" in column.names for row in rows(work) for column in row.columns)
    named = [
        name
        for row in rows(work)
        for entry in row.entries
        for said in (entry.base, *entry.others)
        for name in said.names
    ]
    assert "emended" in named


def test_by_default_only_what_is_of_substance_is_open() -> None:
    body = page("bells-below")
    assert "<details open" not in body
    for section in view("bells-below").sections:
        for item in section.items:
            if isinstance(item, Row):
                assert item.entries
            else:
                assert not any(row.entries for row in item.rows)
    told = {entry.id for row in rows("bells-below") for entry in row.entries} | {
        e.id for e in view("bells-below").files
    }
    assert {variant.id for variant in collation("bells-below").substantive} <= told


def test_a_lost_passage_is_told_as_lost_and_has_no_column() -> None:
    lost = [row for row in rows("bells-below") if row.lost]
    assert len(lost) >= 15
    for row in lost:
        assert not any(set(row.lost) & set(column.names) for column in row.columns)
    (added,) = [row for row in rows("bells-below") if row.clause == "wrecker-actions.li4"]
    assert added.lost == ("scrape",)
    (entry,) = added.entries
    silent = {said.silent: said.names for said in entry.others if said.silent}
    assert silent == {ENGLISH["witness.lost"]: ("scrape",)}


def test_the_rule_put_in_names_its_note_its_change_and_its_ruling() -> None:
    (entry,) = [e for row in rows("bells-below") if row.clause == "wrecker-actions.li4" for e in row.entries]
    assert entry.note.startswith("NOTE: This action is not")
    assert [said.names for said in entry.others if said.words] == [("emended",), ("web",)]
    assert len(entry.changes) == len(entry.rulings) == 1
    body = page("bells-below")
    assert f'href="{entry.changes[0]}"' in body
    assert f'href="{entry.rulings[0].address}"' in body


def test_who_leaves_a_sentence_out_and_who_has_it() -> None:
    (entry,) = [e for row in rows("bells-below") if row.clause == "ringing-a-bell.p2" for e in row.entries]
    assert entry.base.names == ("published", "scrape")
    assert [(said.silent, said.names) for said in entry.others] == [(ENGLISH["witness.omits"], ("emended", "web"))]


def test_suggestions_are_marked_as_such_and_name_no_slip_as_its_own_support() -> None:
    told = {entry.suggestion: entry.supporters for entry in view("bells-below").suggested}
    assert told["corner"] == ("emended", "web")
    assert told["+1"] == ("web",)
    assert all("published" not in names for names in told.values())
    assert ENGLISH["witnesses.suggested.lead"] in unescape(page("bells-below"))


def test_what_each_text_is() -> None:
    cards = {card.short: card for card in view("bells-below").cards}
    assert list(cards) == ["published", "emended", "scrape", "web"]
    assert cards["web"].cut == ((1, 17), (148, 154))
    assert (cards["published"].share, cards["published"].lost) == (100, 0)
    shares = {name: card.share for name, card in cards.items() if card.share is not None}
    assert list(shares) == ["published", "scrape", "web"]  # what the emended edition changed is told elsewhere
    assert 60 < shares["scrape"] < 80
    assert shares["scrape"] + cards["scrape"].lost <= 100
    assert shares["web"] > 95
    assert cards["scrape"].borrowed > 0
    assert cards["published"].clauses == 0


def test_clauses_lead_to_their_variants_and_back() -> None:
    held = collation("bells-below")
    telling = {v.clause: v.id for v in reversed(held.substantive) if v.layer is not Layer.FILE}
    published = pages()["rules/bells-below/published/index.md"]
    emended = pages()["rules/bells-below/index.md"]
    for clause, variant in telling.items():
        if held.base.document.clauses[[c.id for c in held.base.document.clauses].index(clause)].kind.value != "heading":
            assert f'class="beside" href="../witnesses/#{variant}"' in published
    assert published.count('class="beside"') >= 6
    assert 'class="beside" href="witnesses/#wrecker-actions.li4-' in emended
    assert 'href="../published/#wrecker-actions.li4"' in page("bells-below")


def test_the_desk_lists_what_is_of_substance() -> None:
    desk = pages()["desk/index.md"]
    for work in WORKS:
        for variant in collation(work).substantive:
            assert f'href="../rules/{work}/witnesses/#{variant.id}"' in desk


def test_the_tei_file_lies_beside_the_page() -> None:
    for work in WORKS:
        root = ET.fromstring(build_downloads(kb())[f"rules/{work}/witnesses/{work}.tei.xml"])
        assert root.tag.endswith("TEI")
        assert f'href="{work}.tei.xml"' in page(work)


def test_every_kind_of_difference_has_a_name() -> None:
    assert all(f"variant.{kind.value}" in ENGLISH for kind in Kind)
    assert all(f"short.{role.value}" in ENGLISH for role in Role)
    assert len({State.OMITTED, State.LOST}) == 2


@pytest.mark.parametrize(
    ("named", "short"),
    [
        (("a:published", "a-web:transcription", "a-emended:emended"), ("published", "web", "emended")),
        (("a:published", "scan:transcription"), ("published", "transcription")),
        (("a:published", "x:transcription", "y:transcription"), ("published", "x", "y")),
        (("a:published", "a-printed:reprint"), ("published", "printed")),
    ],
)
def test_short_names_are_short_and_apart(named: tuple[str, ...], short: tuple[str, ...]) -> None:
    document = collation("bells-below").base.document
    roles = [each.split(":") for each in named]
    witnesses = [Witness(WitnessId(name), document, Role(role)) for name, role in roles]
    assert tuple(name_witnesses(witnesses, Base.of(kb()).words).values()) == short


def test_the_switch_for_noise_stands_where_there_is_any() -> None:
    base = Base.of(kb())
    template = open_environment(read_templates(ROOT)).get_template("pages/witnesses.md.j2")
    for shown, times in ((view("bells-below"), 1), (replace(view("bells-below"), noise=0), 0)):
        said = template.render(view=shown, item=SimpleNamespace(title="", documents=()), base=base, t=base.words)
        assert (said.count('id="show-all"'), said.count("data-step")) == (times, 2)


def test_what_nobody_sees_is_no_link_without_a_name(tmp_path: Path) -> None:
    corpus = with_cards(tmp_path, {})
    text = corpus / "texts" / "web" / "bells-below.txt"
    said = text.read_text(encoding="utf-8")
    text.write_text(
        said.replace(
            "one of its fresh keepers may be spent to\n", "three of its fresh keepers may be spent \ufeff to\n"
        ),
        encoding="utf-8",
    )
    unseen = read(corpus)
    slight = [each for each in unseen.collations[WorkId("bells-below")].variants if not each.substantive]
    seen = view_witnesses(Base.of(unseen), unseen.books[WorkId("bells-below")], "rules/bells-below/witnesses/")
    made = "".join(
        str(column.words)
        for section in seen.sections
        for item in section.items
        for row in (item.rows if isinstance(item, Run) else (item,))
        for column in row.columns
    )
    assert len(slight) > len([each for each in collation("bells-below").variants if not each.substantive])
    assert "\ufeff" in made
    assert all(any(map(str.isprintable, words)) for words in re.findall(r'<a class="place[^>]*>(.*?)</a>', made))
