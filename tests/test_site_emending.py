"""What the site tells of emending: the records of a book and their proof, and the rulings it has and lacks."""

import re
import shutil
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.compile import Reason
from kb.files import read_corpus
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.proofs import prove_book
from kb.queries.unapplied import judge_book, list_unapplied
from kb.site import build_pages
from kb.site.base import Base
from kb.site.judged import OWN, judge_books
from kb.site.links import check_links
from kb.site.records import prove_books, view_records
from kb.site.terms import link_terms
from kb.text import Source
from kb.tools.builders import read_templates
from kb.unapplied import Verdict
from tests.test_site import knowledge, pages

ROOT = Path(__file__).parent.parent
LANTERN = ROOT / "rules_source" / "lantern"
BELLS = WorkId("bells-below")
COAST = WorkId("the-drowned-coast")
HAND = """\
schema: 1
work: the-drowned-coast
base: {edition: the-drowned-coast, sha256: "%s"}
records:
  - clause: lamps.p2
    emended: A lamp lit this turn must be fed this dusk.
    rulings: [lamps-53dsw3]
  - clause: lamps.p2
    published: words that never stood there
    emended: others
    status: accepted
  - clause: lamps.p1
    emended: Nobody has agreed to this.
    status: declined
    reason: The publisher took it back.
    rulings: [lamps-rjqugh]
"""


def read(folder: Path) -> Kb:
    opened = read_corpus(folder).value
    assert opened is not None
    return build_kb(opened.manifest, opened.texts).value


def make(kb: Kb) -> dict[str, str]:
    """The pages of a knowledge base; no link of theirs leads nowhere."""
    made = dict(build_pages(kb, read_templates(ROOT)).value)
    assert list(check_links({path.removesuffix("index.md"): text for path, text in made.items()})) == []
    return made


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^<>]*>", " ", html)).split())


@cache
def base() -> Base:
    made = Base.of(knowledge())
    made.terms = link_terms(made)
    made.proofs, made.judged = prove_books(made.kb), judge_books(made.kb, made.terms.inventory)
    return made


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LANTERN, tmp_path / "lantern"))


# Records


def test_every_record_of_a_book_is_on_its_page() -> None:
    for work in (BELLS, COAST):
        proof = prove_book(knowledge(), knowledge().books[work])
        assert proof is not None and proof.is_equal
        page = pages()[f"rules/{work}/records/index.md"]
        ids = re.findall(r'<li class="record" id="([^"]*)"', page)
        assert sorted(ids) == sorted(record.id for record in proof.records.records)
        assert f"Compiled from {len(ids)} records: equal to the hand-made text, byte for byte." in page


def test_a_record_of_substance_leads_to_its_change_and_its_ruling() -> None:
    view = view_records(base(), knowledge().books[BELLS], f"rules/{BELLS}/records/")
    told = [record for _, _, records in view.sections for record in records]
    assert len(told) == sum(record.substantive for record in knowledge().books[BELLS].emendations)
    for record in told:
        assert record.change is not None
        assert record.change.in_changes == f"../changes/#{record.id}"
    assert sum(bool(record.rulings) for record in told) == 23
    assert all(record.dated for record in told if record.rulings)


def test_figures_of_the_page_are_those_of_the_book() -> None:
    text = plain(pages()[f"rules/{BELLS}/records/index.md"])
    [row] = [kept for kept in base().judged.values() if kept.book.work.id == BELLS]
    counts = list_unapplied(row)["counts"]
    assert isinstance(counts, dict)
    for name, words in (("applied", "Applied"), ("applied-near", "Applied nearly"), ("not-applied", "Not applied")):
        assert f"{words} {counts[name]}" in text
    assert re.search(r"Words changed: (\d+) Traced: (\d+) \(\d+ %\) Verified: (\d+)", text)


def test_records_that_do_not_rebuild_the_book_show_where(corpus: Path) -> None:
    result = CliRunner().invoke(build_app("emend"), ["emend", "extract", "bells-below", "--corpus", str(corpus)])
    assert result.exit_code == 0
    place = corpus / "texts/emended/bells-below.md"
    text = place.read_text("utf-8")
    place.write_text(text.replace("carried bell", "tied bell"), encoding="utf-8")
    line = text[: text.index("carried bell")].count("\n") + 1
    page = make(read(corpus))[f"rules/{BELLS}/records/index.md"]
    assert f"differs from the hand-made text from line {line} on" in page
    assert "The records are kept in <code>records/bells-below.yml</code>" in page
    shown = unescape(page)
    assert "\n-" in shown and "tied bell" in shown and "\n+" in shown


def test_a_record_not_made_is_told_with_its_reason(corpus: Path) -> None:
    """A book that is compiled from records only has its page too, and what was refused stands first on it."""
    (corpus / "texts/emended/the-drowned-coast.md").unlink()
    published = (corpus / "texts/original/rulebooks/the-drowned-coast.md").read_bytes()
    (corpus / "records").mkdir()
    hand = HAND % Source.from_bytes("base", published).sha256
    (corpus / "records/the-drowned-coast.yml").write_text(hand, encoding="utf-8")
    page = plain(make(read(corpus))[f"rules/{COAST}/records/index.md"])
    assert "there is no hand-made text" in page
    assert page.index("Records that were not made") < page.index("Changes of substance")
    assert "The words do not stand there" in page
    assert "The publisher took it back." in page and "declined" in page


def test_refusals_of_records_and_instructions_have_the_same_names() -> None:
    assert {each.value for each in Reason} == {each.value for each in Refusal}


# Rulings


def test_every_ruling_that_concerns_a_book_is_on_the_page() -> None:
    for work in (BELLS, COAST):
        judged = judge_book(knowledge(), knowledge().books[work])
        page = pages()[f"rules/{work}/unapplied/index.md"]
        kept = [each for each in judged.findings if each.verdict is not Verdict.REFERENCE]
        assert page.count('<div class="ruling">') == len(kept)
        text = plain(page)
        for found in kept:
            assert " ".join(found.stated.text.split()) in text
            assert f'#{found.stated.id}"' in page, "it leads to the ruling on its page"
        for reason in knowledge().books[work].work.explained:
            assert reason.reason in text


def test_the_box_of_the_emended_page_tells_what_is_left_out_and_why() -> None:
    judged = judge_book(knowledge(), knowledge().books[BELLS])
    wanted = [
        each.stated.id
        for each in judged.findings
        if each.verdict is Verdict.EXPLAINED or (each.verdict is Verdict.NOT_APPLIED and OWN.intersection(each.grounds))
    ]
    page = pages()[f"rules/{BELLS}/index.md"]
    match = re.search(r'<details class="ended left-out".*?</details>', page)
    assert match is not None
    assert len(re.findall("<li>", match.group())) == len(wanted) > 0
    for ident in wanted:
        assert f'#{ident}"' in match.group()
    assert knowledge().books[BELLS].work.explained[0].reason in unescape(match.group())
    assert 'href="unapplied/"' in match.group()


def test_a_corpus_without_rulings_has_no_such_pages() -> None:
    kb = knowledge()
    made = build_pages(replace(kb, versions={}, rulings=(), chronicles={}), read_templates(ROOT)).value
    assert not any("unapplied" in path for path in made)
    assert "left-out" not in made[f"rules/{BELLS}/index.md"]
