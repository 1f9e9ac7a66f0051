"""Records that have other words read otherwise are left out, they alone; the part they stand in is read for each."""

import pytest

from kb.compile import Body, Compiled, compile_text, plan_text
from kb.compile._parts import PAGE, cut_parts
from kb.compile._reading import READINGS, read_composed
from kb.provenance import Refusal
from kb.records import Records
from tests.applying import read
from tests.test_compile import compiled, load
from tests.timing import least_seconds

FILLING = "\n\n".join(f"Keeper {number} may trim one lamp a turn, and then rests." for number in range(PAGE // 40))


def text_of(sections: int) -> str:
    """In every section a backtick that stands alone: with another one before it, what is between them is code."""
    return "\n\n".join(f"# Pier {n}\n\nA lamp ` burns.\n\n{FILLING}" for n in range(sections)) + "\n"


def records_of(sections: int) -> Records:
    """In every section one record that is to be refused, and two that are not."""
    return load(
        "".join(
            f"  - {{id: code-{n}, section: pier-{n}, published: A lamp, emended: A `lamp}}\n"
            f"  - {{id: oil-{n}, section: pier-{n}, published: burns., emended: burns oil.}}\n"
            f"  - {{id: rest-{n}, section: pier-{n}, published: Keeper 2 may, emended: Keeper 2 must}}\n"
            for n in range(sections)
        ),
        text_of(sections),
    )


def settled(sections: int) -> Compiled:
    return compile_text(read(text_of(sections)), records_of(sections))


def test_each_is_refused_and_no_other() -> None:
    made = settled(3)
    assert [each.record.id for each in made.refused] == ["code-0", "code-1", "code-2"]
    assert {each.reason for each in made.refused} == {Refusal.NEEDS_HUMAN}
    assert made.text == text_of(3).replace("burns.", "burns oil.").replace("Keeper 2 may", "Keeper 2 must")


def test_time_grows_with_the_parts_that_are_read_again() -> None:
    """Of four times the text four times the records are refused; once it took 16 times as long."""
    bodies = [(Body(read(text_of(sections))), records_of(sections)) for sections in (6, 24)]
    few, many = least_seconds(*(lambda each=each: compile_text(*each) for each in bodies), rounds=2)
    assert many < 8 * few


def test_few_readings_of_a_text_are_remembered() -> None:
    body = Body(read(text_of(1)))
    for number in range(READINGS + 3):
        read_composed(body, f"{body.text} {number}")
    assert len(body.readings) == READINGS
    assert read_composed(body, f"{body.text} {READINGS + 2}") is read_composed(body, f"{body.text} {READINGS + 2}")


@pytest.mark.parametrize(
    ("text", "guilty"),
    [
        ("A lamp *burns oil and wax* at dusk.", "{id: guilty, section: end, published: wax* at, emended: wax at}"),
        (
            "A\n\n~~~\nlamp\n~~~\n\nburns at dusk.",
            '{id: guilty, section: end, published: "~~~\\n\\nburns", emended: burns}',
        ),
    ],
    ids=["emphasis", "code"],
)
def test_none_is_blamed_for_what_another_one_behind_does(text: str, guilty: str) -> None:
    base = f"# Pier\n\nA keeper may rest. A keeper may sleep.\n\n## End\n\n{text}\n"
    made = compiled(
        "  - {section: pier, published: may rest, emended: must rest}\n"
        "  - {section: pier, published: may sleep, emended: must sleep}\n"
        f"  - {guilty}\n"
        "  - {section: end, published: dusk, emended: dawn}\n",
        base,
    )
    assert [(each.record.id, each.reason) for each in made.refused] == [("guilty", Refusal.NEEDS_HUMAN)]
    assert made.text == base.replace("may", "must").replace("dusk", "dawn")


def test_parts_tile_the_body_and_hold_every_record_once() -> None:
    body = Body(read(text_of(5)))
    placed = compile_text(body, records_of(5)).applied
    parts = cut_parts(body, placed)
    assert len(parts) > 5
    assert [part.span.start for part in parts] == [0, *(part.span.end for part in parts[:-1])]
    assert [part.at for part in parts] == [0, *(part.end for part in parts[:-1])]
    assert (parts[-1].span.end, parts[-1].end) == (body.end, body.size)
    assert [each for part in parts for each in part.placed] == list(placed)
    assert all(part.span.start <= each.place.span.start <= part.span.end for part in parts for each in part.placed)


@pytest.mark.parametrize(
    "records",
    [
        '  - {{section: pier-1, published: "{0}\\n\\n{1}", emended: "{0}"}}\n',
        "  - {{id: held, section: pier-1, published: '{0}', emended: Keeper, marks: false}}\n"
        "  - {{section: pier-1, published: '{1}', emended: Keeper, supports: [held]}}\n",
    ],
    ids=["taken out", "held"],
)
def test_no_part_begins_in_what_a_record_takes_out_or_between_it_and_its_markers(records: str) -> None:
    text = text_of(4)
    body = Body(read(text))
    free = [part.span.start for part in cut_parts(body, ())]
    start = next(at for at in free if at > text.index("# Pier 1") + PAGE // 2)
    around = text[:start].split("\n\n")[-2], text[start:].split("\n\n")[0]
    plan = plan_text(body, load(records.format(*around), text))
    bound = {part.span.start for part in cut_parts(body, plan.placed)}
    assert len(plan.placed) == records.count("section")
    assert start not in bound and len(bound) > len(free) / 2
