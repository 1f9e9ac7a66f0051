"""Compiling: the embedded corpus is rebuilt to the byte; each record alone and all but one; refusals."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.compile import (
    Compiled,
    Names,
    advise,
    compile_plan,
    compile_text,
    extract_records,
    find_difference,
    plan_text,
)
from kb.model import Document
from kb.provenance import Refusal
from kb.records import Records, read_records
from kb.text import Source
from tests.applying import read
from tests.built import LANTERN
from tests.compiled import changed_clauses, footnotes_apart, is_noted, own_footnotes

TEXTS = LANTERN / "texts"
PAIRS = [
    ("original/rulebooks/the-drowned-coast.md", "emended/the-drowned-coast.md"),
    ("original/rulebooks/bells-below.md", "emended/bells-below.md"),
    ("original/rulebooks/the-drowned-coast.md", "original/rulebooks/the-drowned-coast-second-printing.md"),
    ("original/rulings/harbour-ledger-3.md", "original/rulings/harbour-ledger-4.md"),
]
BASE = """\
# Lamps

A lamp burns oil. A lamp may be lit.

- A keeper lights one lamp.
- A keeper rests.

## Storms

A storm blows for one turn. A keeper rests.
"""


def pair(paths: tuple[str, str]) -> tuple[Document, Document]:
    published, emended = (read((TEXTS / path).read_bytes().decode("utf-8"), path) for path in paths)
    return published, emended


@pytest.mark.parametrize("paths", PAIRS, ids=lambda paths: Path(paths[1]).stem)
def test_published_text_and_records_are_the_emended_text(paths: tuple[str, str]) -> None:
    published, emended = pair(paths)
    records = extract_records(published, emended, Names("work", "edition")).records
    compiled = compile_text(published, records)
    assert find_difference(compiled.text, emended.source) is None
    assert (compiled.text, compiled.refused, compiled.idle) == (emended.source.text, (), ())


@pytest.mark.parametrize("paths", PAIRS[:3], ids=lambda paths: Path(paths[1]).stem)
def test_each_record_stands_for_itself(paths: tuple[str, str]) -> None:
    """Leaving any one out, or making it alone, changes its clause, its own markers and their definitions, no other.

    A clause that reads otherwise is one here and one there; words taken out beyond a blank line are of as many more.
    """
    published, emended = pair(paths)
    records = extract_records(published, emended, Names("work", "edition")).records
    by_id = {record.id: record for record in records.records}
    plan = plan_text(published, records)
    plain = compile_plan(plan, set()).text
    for record in records.records:
        without = compile_plan(plan, by_id.keys() - {record.id})
        alone = compile_plan(plan, {record.id})
        assert not without.refused and not alone.refused, record.id
        own = own_footnotes(record, by_id)
        for text, whole in ((without.text, emended.source.text), (alone.text, plain)):
            assert changed_clauses(text, whole) <= 2 + record.published.strip().count("\n\n"), record.id
            assert footnotes_apart(text, whole) <= own, record.id
            assert is_noted(text, records), record.id
        if not record.is_structure:
            assert footnotes_apart(alone.text, plain) == own, record.id
            assert without.text != emended.source.text
            assert alone.text != plain


def test_a_footnote_goes_with_its_only_record_and_stays_with_another() -> None:
    published, emended = pair(PAIRS[1])
    records = extract_records(published, emended, Names("work", "edition")).records
    [record] = [each for each in records.records if each.footnotes == ("hl-steeple",)]
    every = {each.id for each in records.records}
    text = compile_text(published, records, every - {record.id}).text
    assert "[^hl-steeple]" not in text and "[^hl-wreckers]:" in text
    alone = compile_text(published, records, {record.id}).text
    assert alone.count("[^hl-steeple]") == 2 and alone.count("]:") == 1 and "## FOOTNOTES" in alone


def compiled(records: str, base: str = BASE) -> Compiled:
    return compile_text(read(base), load(records, base))


def load(records: str, base: str = BASE) -> Records:
    head = f"schema: 1\nwork: lamps\nbase: {{edition: lamps, sha256: {read(base).source.sha256}}}\nrecords:\n"
    outcome = read_records(Source.from_text("records.yml", head + records))
    assert outcome.value is not None and outcome.diagnostics == ()
    return outcome.value


def test_a_record_by_hand_says_little() -> None:
    made = compiled("  - {section: lamps, published: burns oil, emended: burns no oil}\n")
    assert made.text == BASE.replace("burns oil", "burns no oil")


def test_a_sentence_goes_to_the_end_of_its_clause_and_an_item_on_a_line_of_its_own() -> None:
    made = compiled(
        "  - {clause: lamps.p1, emended: It may be doused.}\n"
        '  - {clause: lamps.li1, emended: "- A keeper douses one lamp."}\n'
        "  - {clause: storms.p1, label: Note, emended: '**Note:** Storms pass.'}\n"
    )
    assert made.refused == ()
    assert "A lamp may be lit. It may be doused.\n" in made.text
    assert "- A keeper lights one lamp.\n- A keeper douses one lamp.\n- A keeper rests." in made.text
    assert made.text.endswith("A keeper rests.\n\n{: .note }\n> **Note:** Storms pass.\n")


REFUSED = [
    (Refusal.TARGET_MISSING, "{section: boats, published: burns oil, emended: burns}"),
    (Refusal.TARGET_MISSING, "{clause: lamps.p7, emended: It is out.}"),
    (Refusal.TEXT_NOT_FOUND, "{section: lamps, published: burns wax, emended: burns}"),
    (Refusal.TEXT_AMBIGUOUS, "{section: lamps, published: A lamp, emended: A light}"),
    (Refusal.TEXT_AMBIGUOUS, "{section: lamps, published: A lamp, emended: A light, occurrence: {number: 1, of: 3}}"),
    (Refusal.TEXT_AMBIGUOUS, "{section: lamps, published: A lamp, emended: A light, occurrence: {number: 0, of: 2}}"),
    (Refusal.TEXT_AMBIGUOUS, "{section: lamps, published: A lamp, emended: A light, occurrence: {number: 3, of: 2}}"),
    (Refusal.PRECONDITION_CHANGED, "{section: lamps, prefix: no such words, published: burns oil, emended: burns}"),
    (Refusal.PRECONDITION_CHANGED, "{section: lamps, prefix: no such words, emended: burns}"),
    (Refusal.NEEDS_HUMAN, "{section: lamps, published: burns oil, emended: burns, status: proposed}"),
]


@pytest.mark.parametrize(("reason", "record"), REFUSED, ids=lambda each: str(getattr(each, "value", "")))
def test_what_is_not_exact_is_refused_and_nothing_else_is_lost(reason: Refusal, record: str) -> None:
    made = compiled(f"  - {record}\n  - {{section: storms, published: one turn, emended: two turns}}\n")
    assert [each.reason for each in made.refused] == [reason]
    assert made.text == BASE.replace("one turn", "two turns")
    assert made.refused[0].message and advise(reason)


def test_every_reason_has_a_hint() -> None:
    assert all(advise(reason) for reason in Refusal)


def test_two_records_of_the_same_words_are_both_refused() -> None:
    made = compiled(
        "  - {id: a, section: lamps, published: A lamp burns oil., emended: A lamp burns wax.}\n"
        "  - {id: b, section: lamps, published: burns oil, emended: burns fat}\n"
    )
    says = "changes the same words, and nothing says which comes first"
    assert [(each.reason, each.message) for each in made.refused] == [
        (Refusal.CONFLICTS_WITH, f"`b` {says}"),
        (Refusal.CONFLICTS_WITH, f"`a` {says}"),
    ]
    assert made.text == BASE


def test_the_first_difference_is_shown_as_a_diff() -> None:
    found = find_difference(BASE.replace("one turn", "two turns"), Source.from_text("a.md", BASE))
    assert found is not None and found.line == 10
    assert [line for line in found.lines if line.startswith(("-", "+"))] == [
        "-A storm blows for one turn. A keeper rests.",
        "+A storm blows for two turns. A keeper rests.",
    ]


TABLE = "| [Lamps](#lamps)<br>&emsp;[The Storm’s Eye](#the-storms-eye-rule) | [Boats](#boats) |"
HEADED = "# Lamps\n\nA lamp burns.\n\n## The Storm's Eye (_Rule_)\n\nIt blows.\n\n# Boats\n\nThey float.\n"


@pytest.mark.parametrize("before", ["", "| [Lamps](#lamps)<br>[Boats](#boats) |\n\n"], ids=["new", "other"])
def test_a_contents_table_is_written_from_the_headings(before: str) -> None:
    published, emended = read(before + HEADED), read(f"{TABLE}\n\n{HEADED}")
    records = extract_records(published, emended, Names("work", "edition")).records
    assert records.contents is not None and records.contents.labels == {}
    assert not any("Storm’s" in record.emended for record in records.records)
    assert compile_text(published, records).text == emended.source.text
    more = load("  - {clause: the-storms-eye-rule.p1, emended: '## The Calm'}\n", before + HEADED).records
    made = compile_text(published, replace(records, records=(*records.records, *more)))
    assert "(#the-storms-eye-rule)<br>&emsp;[The Calm](#the-calm) | [Boats](#boats) |" in made.text


def test_a_contents_table_that_headings_do_not_give_stays_as_it_is() -> None:
    published, emended = read(HEADED), read(TABLE.replace("[Boats]", "**[Boats]**") + f"\n\n{HEADED}")
    records = extract_records(published, emended, Names("work", "edition")).records
    assert records.contents is None
    assert compile_text(published, records).text == emended.source.text


def test_the_marker_of_words_taken_out_before_an_item_stands_behind_the_words_before() -> None:
    """Where the record that holds it is not made: it is no part of the mark of the item."""
    records = load(
        '  - {id: gone, section: lamps, published: " A lamp may be lit.\\n\\n- ", emended: "\\n\\n- ", '
        "footnotes: [a], marks: false}\n"
        '  - {id: held, clause: lamps.li2, unit: footnote, emended: "[^a]", supports: [gone]}\n'
        'citations:\n  - {id: a, text: " Ledger 1."}\n'
    )
    made = compile_text(read(BASE), records, {"gone"})
    assert made.text == BASE.replace("oil. A lamp may be lit.", "oil.[^a]") + "\n[^a]: Ledger 1.\n"


def test_a_marker_before_a_paragraph_taken_out_stays_behind_the_words_it_is_for() -> None:
    old = "# Lamps\n\nA lamp is lit.\n\nAll gulls sleep at the pier.\n\nA boat waits.\n"
    new = "# Lamps\n\nA lamp is lit at dawn.[^a]\n\nA boat waits.\n\n[^a]: Here.\n"
    records = extract_records(read(old), read(new), Names("work", "edition")).records
    assert compile_text(read(old), records).text == new
    gone = {each.id for each in records.records if "gulls" in each.published}
    made = compile_text(read(old), records, {each.id for each in records.records} - gone)
    assert len(gone) == 1 and "A lamp is lit at dawn.[^a]\n\nAll gulls sleep at the pier.\n\nA boat" in made.text


def test_words_that_the_emended_text_strikes_are_put_in_as_it_has_them() -> None:
    old = "# Lamps\n\nThe lamp is lit at dawn. All gulls sleep. A boat waits.\n\nNothing here is sold.\n"
    new = old.replace("dawn", "~~dawn~~ <ins>dusk</ins>[^a]").replace(
        "All gulls sleep.", "<del>All gulls sleep.</del>[^b]"
    )
    new = new.replace("Nothing here is sold.", "~~Nothing here is sold.~~[^b]") + "\n[^a]: Here.\n[^b]: There.\n"
    extracted = extract_records(read(old), read(new), Names("work", "edition"))
    assert compile_text(read(old), extracted.records).text == new
    assert extracted.coarse == ()
    told = [(r.kind.value, r.unit.value, r.footnotes) for r in extracted.records.records if r.substantive]
    assert told == [
        ("substitution", "word", ("a",)),
        ("deletion", "sentence", ("b",)),
        ("deletion", "paragraph", ("b",)),
    ]


def test_a_difference_ends_where_both_texts_go_on_alike() -> None:
    text = "One.\n\nTwo.\n\nThree.\n"
    found = find_difference(text.replace("Two", "2"), Source.from_text("a.md", text))
    assert found is not None
    assert found.lines == ("@@ -3,1 +3,1 @@", " One.", " ", "-Two.", "+2.", " ", " Three.")


@pytest.mark.parametrize(
    ("around", "told"),
    [
        ("prefix: Lamps A lamp burnt, suffix: A keeper lights it", "; before it stands `Lamps A lamp burns`"),
        ("prefix: Lamps A lamp burns, suffix: A keeper rows", "; behind it stands `. A keeper lights it`"),
        ("prefix: A lamp burnt, suffix: A keeper rows", ""),
    ],
)
def test_a_refused_record_is_told_with_the_words_that_stand_around_its_place_now(around: str, told: str) -> None:
    text = "# Lamps\n\nA lamp burns oil. A keeper lights it\n\n# Storms\n\nA storm blows.\n"
    (refused,) = compiled(f"  - {{section: lamps, {around}, published: oil, emended: wax}}\n", text).refused
    assert refused.reason is Refusal.PRECONDITION_CHANGED
    assert refused.message == f"the words around its place are not those in section `lamps`{told}"


@pytest.mark.parametrize(
    ("published", "emended", "records"),
    [
        ("- **Lamp wick.**", "- **Lamp wick.** Oil.", [("", "Oil.")]),
        ("## Gull wick\n", "Oil gull.\n\n## Gull wick\n", [("", "Oil gull.")]),
        ("1. Keeper.\n", "lamp Keeper.\n", [("1. ", "lamp ")]),
        ("A lamp burns fat  \nand oil.\n", "A lamp burns wax\nand oil.\n", [("fat  \n", "wax\n")]),
        (
            "A lamp.\n\n\n- Oil.\n",
            "A lamp. It burns.\n\n- Oil.\n",
            [("", "It burns."), ("\n\n\n- ", "\n\n- ")],
        ),
        ("1. Trim a lamp.\n\nIt burns.\n", "- Wick.\n", [("1. Trim a lamp.", "- Wick."), ("\n\nIt burns.", "")]),
        (
            "Oil trims.\n",
            "Trim the wick.\n\nOil trims.[^a] It burns low.\n\n[^a]: See the quay.\n",
            [("", "Trim the wick."), ("", "[^a]"), ("", "It burns low.")],
        ),
        (
            "{: .x }\nIt burns low.\n\n**Gull and lamp.**\n",
            "**Gull and lamp.**\n",
            [("{: .x }\nIt burns low.\n\n", "")],
        ),
    ],
)
def test_a_record_takes_what_parts_its_words_from_others_and_no_more(
    published: str, emended: str, records: list[tuple[str, str]]
) -> None:
    made = extract_records(read(published), read(emended), Names("work", "edition")).records
    assert [(each.published, each.emended) for each in made.records] == records
    assert compile_text(read(published), made).text == emended


@pytest.mark.parametrize("item", ["Trims burns.", "**Trims burns.**", "_Trims_ burns.[^a]", "[Trims](/t/) burns."])
def test_an_item_struck_alone_takes_its_own_mark(item: str) -> None:
    items = ["- Keeper trims.\n", "- Lamp gull wick.[^a]\n", f"- {item}\n"]
    published, emended = f"{''.join(items)}- Last one.\n", "- Last one.\n"
    records = extract_records(read(published), read(emended), Names("work", "edition")).records
    alone = {compile_text(read(published), records, {each.id}).text for each in records.records}
    assert alone == {published.replace(each, "") for each in items}
    assert compile_text(read(published), records).text == emended


@pytest.mark.parametrize("mark", ["", "{: .note }\n", "---\ntitle: Book\n---\n"])
def test_a_note_that_opens_a_text_ends_before_the_words_behind_it_whatever_of_it_is_struck(mark: str) -> None:
    note = f"{mark}> **Note:** One lamp burns.\n>\n> **Clarification:** Two lamps burn not.\n"
    published, emended = f"{note}\nThe keeper sleeps.\n", f"{mark if '---' in mark else ''}The keeper sleeps.\n"
    records = extract_records(read(published), read(emended), Names("work", "edition")).records
    for record in records.records:
        alone = read(compile_text(read(published), records, {record.id}).text)
        assert [clause.id for clause in alone.clauses if clause.text == "The keeper sleeps."] == ["top.p1"]
    assert compile_text(read(published), records).text == emended


def test_words_and_a_rule_between_two_items_are_each_a_record_of_its_own() -> None:
    published = '# Acts\n\n- Move home.\n\n<hr id="page4">\n\n- Tap a lamp.\n'
    emended = "# Acts\n\n- Move home. You may move back.\n- Tap a lamp.\n"
    records = extract_records(read(published), read(emended), Names("work", "edition")).records
    assert [each.emended.strip() for each in records.records] == ["You may move back.", ""]
    assert compile_text(read(published), records).text == emended


@pytest.mark.parametrize("before", ["", "Lamps burn.\n\n"])
@pytest.mark.parametrize("kept", ['<hr id="page1">', "[^a]"])
@pytest.mark.parametrize("behind", ['\n\n<hr id="page2">\n\nA lamp.', "\n", ""])
def test_markup_before_words_put_in_that_both_texts_have_is_not_taken_out_to_be_put_in_again(
    before: str, kept: str, behind: str
) -> None:
    base, emended = f"{before}{kept}{behind}", f"{before}{kept}\n\nKeepers share.{behind}"
    published = read(base)
    made = extract_records(published, read(emended), Names("work", "edition")).records
    assert len(made.records) == 1
    (record,) = made.records
    assert (record.published or "").strip() in {"", kept}
    assert compile_text(published, made).text == emended
