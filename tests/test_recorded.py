"""Works with records in a corpus: one record folds a ruling in; as of a day; what is to be read again."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.attested import Change
from kb.cli import build_app
from kb.dated import Voice, compile_as_of, find_days, find_reworded, hold_on
from kb.dates import Days, read_date
from kb.force import Status
from kb.graph import Book, Kb
from kb.model import RulingId, WorkId
from kb.provenance import AuthorityStatus, Refusal, Relation, Unit
from kb.records import read_records
from kb.similarity import compare_words
from kb.text import Source
from tests.applying import read
from tests.same_named import read as build

COAST = WorkId("the-drowned-coast")
HAND = """\
schema: 1
work: the-drowned-coast
base: {edition: the-drowned-coast, sha256: "%s"}
records:
  - clause: lamps.p2
    emended: A lamp lit this turn must be fed this dusk.
    rulings: [lamps-53dsw3]
"""


def extract(folder: Path, work: str) -> None:
    result = CliRunner().invoke(build_app("emend"), ["emend", "extract", work, "--corpus", str(folder)])
    assert result.exit_code == 0, result.output


def voices(kb: Kb) -> dict[RulingId, Voice]:
    return {life.id: Voice(life, each.calendar) for each in kb.chronicles.values() for life in each.history.lives}


def base_and_emended(book: Book) -> tuple[str, str]:
    assert book.base is not None and book.emended is not None
    return book.base.document.source.text, book.emended.document.source.text


def test_a_ruling_is_folded_in_by_one_record(corpus: Path) -> None:
    """Place, words and the ruling's id: footnote, marker, change and authority follow; the build does the rest."""
    (corpus / "texts/emended/the-drowned-coast.md").unlink()
    base = (corpus / "texts/original/rulebooks/the-drowned-coast.md").read_bytes()
    (corpus / "records").mkdir(exist_ok=True)
    sha256 = Source.from_bytes("base", base).sha256
    (corpus / "records/the-drowned-coast.yml").write_text(HAND % sha256, encoding="utf-8")
    kb = build(corpus)
    book = kb.books[COAST]
    published, emended = base_and_emended(book)
    assert "must be fed this dusk.[^lamps-53dsw3]\n" in emended
    assert "\n[^lamps-53dsw3]: A lamp lit this turn must be fed this dusk. See [HL 4, " in emended
    assert emended.startswith(published.rstrip()[:200])
    [change] = [record for record in book.emendations if record.substantive]
    assert (change.clause, change.footnotes) == ("lamps.p2", ("lamps-53dsw3",))
    assert change.authority_status is AuthorityStatus.CITED
    assert change.authorities[0].rulings == ("lamps-53dsw3",)
    assert book.emended is not None
    [verdict] = kb.footnotes[book.emended.document.source.path]
    assert (verdict.relation, verdict.problems) == (Relation.VERBATIM, ())
    own = [d for d in kb.diagnostics if "drowned-coast" in d.path and d.code.code.startswith("KB6")]
    assert own == []


def test_a_footnote_hung_on_unchanged_words_keeps_its_ruling(corpus: Path) -> None:
    """It is there from the day on of the ruling that it quotes, not of the newest that the book rests on."""
    place = corpus / "texts/emended/the-drowned-coast.md"
    text = place.read_text("utf-8")
    unchanged = "Lamp oil, dried beans and buttons all serve."
    assert text.count(unchanged) == 1
    note = "[^hung]: A storm that is calmed still counts against the storm limit. See HL 4, Sailing Phase, Storms.\n"
    place.write_text(f"{text.replace(unchanged, f'{unchanged}[^hung]').rstrip()}\n{note}", encoding="utf-8")
    extract(corpus, "the-drowned-coast")
    records = build(corpus).records[COAST].records
    [hung] = [record for record in records if record.footnotes == ("hung",)]
    assert (hung.unit, hung.published, len(hung.rulings)) == (Unit.FOOTNOTE, "", 1)
    assert hung.reviewed is not None and tuple(hung.reviewed.rulings) == hung.rulings


def test_a_record_that_names_no_ruling_of_the_corpus_is_refused(corpus: Path) -> None:
    (corpus / "records").mkdir(exist_ok=True)
    text = (HAND % "0").replace("lamps-53dsw3", "lamps-zzzzzz")
    (corpus / "records/the-drowned-coast.yml").write_text(text, encoding="utf-8")
    kb = build(corpus)
    told = [d for d in kb.diagnostics if d.code.code == "KB606"]
    assert [(d.line, "no-text-authority" in d.message) for d in told] == [(5, True)]
    assert "KB609" in {d.code.code for d in kb.diagnostics}


def test_a_record_whose_ruling_is_known_and_its_text_not_at_hand_says_so(corpus: Path) -> None:
    """`lamps-53dsw3` has a minted id, and no version at hand states it."""
    (corpus / "texts/emended/the-drowned-coast.md").unlink()
    for version in (corpus / "texts").rglob("harbour-ledger-*.md"):
        version.unlink()
    (corpus / "records").mkdir(exist_ok=True)
    (corpus / "records/the-drowned-coast.yml").write_text(HAND % "0", encoding="utf-8")
    [found] = build(corpus).compiled[COAST].refused
    assert (found.reason, found.record.rulings) == (Refusal.SOURCE_UNAVAILABLE, ("lamps-53dsw3",))


def test_records_that_no_longer_rebuild_the_book_are_told(corpus: Path) -> None:
    extract(corpus, "bells-below")
    place = corpus / "texts/emended/bells-below.md"
    place.write_text(place.read_text("utf-8").replace("carried bell", "tied bell"), encoding="utf-8")
    told = [d for d in build(corpus).diagnostics if d.code.code == "KB607"]
    assert len(told) == 1 and told[0].line > 0


def test_as_of_a_day(corpus: Path) -> None:
    extract(corpus, "bells-below")
    kb = build(corpus)
    work = WorkId("bells-below")
    book, records = kb.books[work], kb.records[work]
    published, emended = base_and_emended(book)
    assert book.base is not None

    def text(day: str) -> str:
        assert book.base is not None
        return compile_as_of(book.base.document, records, voices(kb), read_date(day)).text

    assert text("2005-02") == published
    assert text("2006-06-20") == emended
    between = compile_as_of(book.base.document, records, voices(kb), read_date("2005-11-01"))
    made = {placed.record.id for placed in between.applied}
    waiting = {refused.record.id: refused.message for refused in between.refused}
    assert made and waiting and made | set(waiting) == {record.id for record in records.records}
    assert any("first seen in HL 4 (2006-05-08)" in message for message in waiting.values())
    assert text("2006-06-18") != text("2006-06-19") == emended
    states = find_days(records, voices(kb))
    assert [str(day) for day in states][-1] == "2006-06-19"


def test_what_rests_on_another_text_holds_from_the_day_of_that_text(corpus: Path) -> None:
    """The second printing has the words of one record; the book of the bells, a year younger, those of two."""
    extract(corpus, COAST)
    kb = build(corpus)
    records = kb.records[COAST]
    resting = [each for each in records.records if each.issued and not each.rulings]
    assert {(each.footnotes[0], each.issued) for each in resting if each.footnotes} == {
        ("second-printing-oil", "2004-11"),
        ("lbb-raise", "2005-06"),
        ("lbb-bells", "2005-06"),
    }
    for record in resting:
        assert record.issued is not None
        alone, month = replace(records, records=(record,)), read_date(record.issued)
        held = {str(day): hold_on(alone, voices(kb), Days(day, day))[0] for day in (month.last, month.first)}
        assert held[str(month.last)].status is Status.IN_FORCE
        assert held[str(month.last)].ground == f"what it rests on was issued {record.issued}"
        assert held[str(month.first)].status is Status.UNDETERMINED
        assert hold_on(alone, voices(kb), read_date("2004-10"))[0].status is Status.NOT_YET
        assert find_days(alone, voices(kb)) == (month.last,)


@pytest.mark.parametrize(
    ("beside", "issued"),
    [
        ("", "2005-06"),
        (
            "; _LDC_, Second Printing, [Dawn](/original/rulebooks/the-drowned-coast-second-printing/#dawn-phase)",
            "2005-06",
        ),
        ("; [HL 4, Rulings by Term, Bells](/original/rulings/harbour-ledger-4/#bells)", None),
        ("; [a book nobody has](/original/rulebooks/gone/#bells)", None),
    ],
)
def test_what_points_to_another_text_holds_from_the_day_of_that_text(
    corpus: Path, beside: str, issued: str | None
) -> None:
    """As long as every text it points to has such a day."""
    place = corpus / "texts/emended/the-drowned-coast.md"
    lines = place.read_text("utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("[^lbb-raise]:"))
    lines[at] = f"[^lbb-raise]: See _LBB_, [Bells](/original/rulebooks/bells-below/#bells){beside}."
    place.write_text("\n".join(lines), encoding="utf-8")
    extract(corpus, COAST)
    (record,) = (each for each in build(corpus).records[COAST].records if each.footnotes == ("lbb-raise",))
    assert (record.rulings, record.issued) == ((), issued)


def test_a_ruling_in_force_in_other_words_is_told_with_the_version_that_has_them(corpus: Path) -> None:
    """What a later version words otherwise held all the same; whoever asks learns whose words stand there."""
    kb = build(corpus)
    records, known = kb.records[WorkId("bells-below")].records, voices(kb)
    day = read_date("2006-06-20")
    assert find_reworded(records, known, day) == ()
    name, voice = next(
        (name, known[name])
        for record in records
        for name in record.rulings
        if record.effective is None and len(known[name].life.stated) > 1
    )
    first, *later = voice.life.stated
    older = replace(first, words=known[RulingId("lamps-rjqugh")].life.newest.words)
    changed = {**known, name: replace(voice, life=replace(voice.life, attestations=(older, *later)))}
    told = find_reworded(records, changed, read_date(first.date))
    own = [each for each in told if each.ruling == name]
    assert {each.version for each in own} == {voice.calendar.name(first.version)}
    assert [each.record for each in own] == [
        record.id for record in records if name in record.rulings and record.effective is None
    ]
    assert find_reworded(records, changed, day) == ()
    for respelled in (True, False):
        mended = (older, replace(later[0], change=Change.REWORDED, respelled=respelled), *later[1:])
        spelt = {**known, name: replace(voice, life=replace(voice.life, attestations=mended))}
        told = find_reworded(records, spelt, read_date(first.date))
        assert any(each.ruling == name for each in told) is not respelled
    pointing = f"{voice.life.newest.text} See also Owls."
    pointed = replace(first, text=pointing, words=compare_words(pointing))
    beside = {**known, name: replace(voice, life=replace(voice.life, attestations=(pointed, *later)))}
    assert name not in {each.ruling for each in find_reworded(records, beside, read_date(first.date))}


def test_a_record_s_own_date_wins(corpus: Path) -> None:
    extract(corpus, "bells-below")
    place = corpus / "records/bells-below.yml"
    kb = build(corpus)
    [steeple] = [r for r in kb.records[WorkId("bells-below")].records if r.footnotes == ("hl-steeple",)]
    text = place.read_text("utf-8").replace(f"id: {steeple.id}\n", f"id: {steeple.id}\n    effective: 2001-01-01\n")
    records = read_records(Source.from_text("records.yml", text)).value
    base = kb.books[WorkId("bells-below")].base
    assert records is not None and base is not None
    made = compile_as_of(base.document, records, voices(kb), read_date("2001-06"))
    assert [placed.record.id for placed in made.applied] == [steeple.id]


def test_a_base_text_that_changed_is_told_and_its_records_are_suspect(corpus: Path) -> None:
    extract(corpus, "bells-below")
    place = corpus / "texts/original/rulebooks/bells-below.md"
    place.write_text(place.read_text("utf-8").replace("in its comer", "in the comer"), encoding="utf-8")
    codes = [d.code.code for d in build(corpus).diagnostics if "records" in d.path]
    assert "KB609" in codes and "KB610" in codes


def test_as_of_a_day_a_marker_stands_where_it_does_today_as_soon_as_its_change_is_made() -> None:
    """Right behind the changed words it would stand in a link, and part the words of the sentence."""
    text = "# Boats\n\nA boat moors at [the tail of](#gates) the flight. It is slow.\n\n## Gates\n\nGates are wet.\n"
    base = read(text)
    listed = (
        f"schema: 1\nwork: boats\nbase: {{edition: boats, sha256: {base.source.sha256}}}\nrecords:\n"
        "  - {id: moors, clause: boats.p1, published: tail, emended: bow, footnotes: [a], "
        'marks: false, effective: "2001"}\n'
        "  - {id: mark, clause: boats.p1, unit: footnote, kind: structure, footnotes: [a], supports: [moors], "
        'prefix: boat moors at the tail of the flight., suffix: It is slow, emended: "[^a]"}\n'
        '  - {id: later, clause: gates.p1, published: wet, emended: dry, effective: "2005"}\n'
        'citations:\n  - {id: a, text: " Ledger 1."}\n'
    )
    records = read_records(Source.from_text("records.yml", listed)).value
    assert records is not None
    made = compile_as_of(base, records, {}, read_date("2003"))
    assert made.text == text.replace("tail", "bow").replace("flight.", "flight.[^a]") + "\n[^a]: Ledger 1.\n"
    assert [(each.record.id, each.message) for each in made.refused] == [("later", "effective 2005")]
    assert compile_as_of(base, records, {}, read_date("2000")).text == text
