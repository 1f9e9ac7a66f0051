"""Records on disk: what is written is read back; what is wrong in a file is told at its line, and the rest is there."""

import re
from pathlib import Path

import pytest

from kb.compile import Names, extract_records
from kb.provenance import EmendationKind, Unit
from kb.records import Records, read_records, write_records
from kb.records._shapes import Shape
from kb.text import Source
from tests.applying import read

ROOT = Path(__file__).parent.parent

HEAD = "schema: 1\nwork: lamps\nbase: {edition: lamps, sha256: abc}\n"
GOOD = "  - {id: good, section: lamps, published: oil, emended: wax}\n"


def load(text: str) -> tuple[Records | None, list[str]]:
    outcome = read_records(Source.from_text("records.yml", HEAD + text))
    return outcome.value, [f"{d.line}: {d.code.code} {d.message}" for d in outcome.diagnostics]


def test_what_is_written_is_read_back_whatever_it_holds() -> None:
    old = "# A\n\nOne: two # three.\n\n| a | b |\n"
    new = "---\ntitle: 'x'\n---\n\n# A\n\n- One:\ttwo\u2028 \"three\".\r\n\n"
    new += "{: .note }\n> **Yes:** no[^1]\n>\n> null\n\n[^1]: ~\n"
    records = extract_records(read(old), read(new), Names("1996", "yes")).records
    written = write_records(records)
    outcome = read_records(Source.from_text("records.yml", written))
    assert (outcome.value, outcome.diagnostics) == (records, ())


def test_kind_and_unit_are_worked_out() -> None:
    records, _ = load(
        "records:\n"
        "  - {section: a, published: one, emended: two}\n"
        "  - {clause: a.p1, emended: It may be lit.}\n"
        "  - {section: a, published: one two}\n"
        "  - {clause: a.p1, label: Note, emended: It burns.}\n"
        '  - {clause: a.li1, emended: "- An item."}\n'
    )
    assert records is not None
    found = [(record.kind, record.unit) for record in records.records]
    assert found == [
        (EmendationKind.SUBSTITUTION, Unit.WORD),
        (EmendationKind.INSERTION, Unit.SENTENCE),
        (EmendationKind.DELETION, Unit.PHRASE),
        (EmendationKind.NOTE_ADDED, Unit.NOTE),
        (EmendationKind.INSERTION, Unit.LIST_ITEM),
    ]
    assert len({record.id for record in records.records}) == 5
    assert records.records[3].emended == "**Note:** It burns."


def test_a_made_up_id_hangs_on_words_not_on_how_they_are_set() -> None:
    def id_of(published: str, emended: str) -> str:
        records, _ = load(f"records:\n  - {{section: a, published: '{published}', emended: '{emended}'}}\n")
        assert records is not None
        return records.records[0].id

    assert id_of('"one" oil', "*two* oil") == id_of("“one” oil", "two oil") != id_of("one oil", "ten oil")
    assert id_of("oil, wax", "oil wax") != id_of("oil; wax", "oil wax")


WRONG = [
    ("{id: a, section: lamps, publshed: oil}", "6: KB601 key `publshed` is not known here"),
    ("{id: a, section: lamps, published: oil, kind: edit}", "6: KB601 `kind`: found `edit`, expected"),
    ("{id: a, section: lamps, published: oil, marks: 3}", "6: KB601 `marks`: found `3`, expected"),
    ("{id: a, section: lamps, published: oil, section: b}", "6: KB192 key `section` stands here again"),
    ("{id: a, section: lamps, published: oil, footnotes: [x]}", "6: KB602 footnote `x` of record `a` is not known"),
    ("{id: a, section: lamps, published: oil, after: [x]}", "6: KB602 record `x`, which `a` names, is not known"),
    ("{id: good, section: lamps, published: fat}", "6: KB603 record `good` stands here again"),
    ("{id: a, section: lamps}", "6: KB604 the record changes nothing"),
    ("{id: a, section: lamps, emended: wax}", "6: KB604 nothing says where the words are put"),
    ("{id: a, section: lamps, published: oil, effective: 1998-02-30}", "6: KB601 date `1998-02-30` cannot be"),
    ("{id: a, section: lamps, published: oil, after: [a]}", "6: KB605 record `a` waits for itself"),
]


@pytest.mark.parametrize(("record", "told"), WRONG, ids=[told for _, told in WRONG])
def test_what_is_wrong_is_told_at_its_line_and_the_others_are_there(record: str, told: str) -> None:
    records, found = load(f"records:\n{GOOD}  - {record}\n")
    assert len(found) == 1 and found[0].startswith(told.replace("6: ", "6: "))
    assert records is not None and "good" in [each.id for each in records.records]
    assert all(each.id != "a" for each in records.records) or "KB192" in told


def test_circular_order_is_refused_at_every_record_of_the_circle() -> None:
    records, found = load(
        f"records:\n{GOOD}"
        "  - {id: a, section: lamps, published: oil, after: [b]}\n"
        "  - {id: b, section: lamps, published: wax, after: [a]}\n"
        "  - {id: c, section: lamps, published: fat, after: [good]}\n"
    )
    assert [line.partition(" record")[0] for line in found] == ["6: KB605", "7: KB605"]
    assert records is not None and [each.id for each in records.records] == ["good", "c"]


@pytest.mark.parametrize("text", ["records: 3\n", "records: [", "- x\n"])
def test_a_file_that_is_none_is_told(text: str) -> None:
    records, found = load(text)
    assert records is None and found


def test_every_key_of_a_records_file_is_described() -> None:
    guide = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    described = {*re.findall(r"([a-z_][a-z_0-9]*):", guide), *re.findall(r"`([a-z_]+)`", guide)}
    keys = {field.alias or name for shape in Shape.__subclasses__() for name, field in shape.model_fields.items()}
    assert {"published", "comes_with", "rank"} <= keys
    assert keys - described == set()
