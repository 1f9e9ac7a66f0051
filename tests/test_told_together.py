"""What one cause did to several rulings of a version is told once, and opens to each of them."""

import json
import re
from typing import Any

import pytest

from kb.answers.version_list import changed_in, list_changes, render_changes
from kb.graph import Kb
from kb.places.base import Base
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.versions import ChangeBundle, view_version
from kb.shelves import as_plain, from_plain
from tests.kites import game, rulings
from tests.made_pages import build_pages
from tests.test_site import templates, words_of

HELD = (
    "A kite is let go at dawn.",
    "A line is wound up by its owner.",
    "Nobody may cut a line.",
    "A spar of ash bends in the rain.",
)
GULL = "A gull is no kite."


def bundles(kb: Kb) -> dict[str, list[ChangeBundle]]:
    """What the newest version changed, by what became of it."""
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/versions/kr-2/")
    return {group.id: [each for part in group.parts for each in part.bundles] for group in view.groups}


def said(kb: Kb) -> dict[str, list[tuple[str, int]]]:
    return {
        became: [(str(each.said or ""), len(each.changed)) for each in told] for became, told in bundles(kb).items()
    }


def of_words(old: str, new: str, *sentences: str) -> Kb:
    """A game in which one word became another; `{}` stands for it."""
    lines = ["\n".join(each.format(word) for each in sentences) for word in (old, new)]
    return game([rulings(Kite=each, Gull=GULL) for each in lines])


def test_a_heading_with_another_name_is_told_once_with_how_many_rulings_went_along() -> None:
    older = rulings(Kite="\n".join(HELD[:3]), Gull=GULL)
    newer = rulings(**{"Flying a Kite": "\n".join(HELD[:3]), "Gull": GULL})
    ((told,),) = bundles(game([older, newer])).values()
    assert told.said == "Kite is now Flying a Kite: 3 rulings moved with the heading"
    assert [(each.term, each.note) for each in told.changed] == [("Flying a Kite", "")] * 3
    assert sorted(str(each.words) for each in told.changed) == sorted(HELD[:3])


def test_one_that_changed_its_words_too_is_told_by_itself() -> None:
    older = rulings(Kite="\n".join(HELD), Gull=GULL)
    reworded = HELD[3].replace("bends", "always bends")
    newer = rulings(**{"Flying a Kite": "\n".join((*HELD[:3], reworded)), "Gull": GULL})
    told = bundles(game([older, newer]))
    assert [str(each.said or "") for each in told["moved"]] == [
        "Kite is now Flying a Kite: 3 rulings moved with the heading"
    ]
    assert [(str(each.said or ""), [one.note for one in each.changed]) for each in told["reworded"]] == [
        ("", ["Moved here from Kite"])
    ]


@pytest.mark.parametrize(
    ("older", "newer", "told"),
    [
        ({"Kite": HELD}, {"Kite": HELD[2:], "Line": HELD[:2]}, [("2 rulings moved from Kite to Line", 2)]),
        (
            {"Kite": HELD[:2], "Line": HELD[2:]},
            {"Line": (*HELD[2:], *HELD[:2])},
            [("2 rulings moved from Kite to Line", 2)],
        ),
        (
            {"Kite": HELD},
            {"Line": HELD[:2], "Spar": HELD[2:]},
            [("2 rulings moved from Kite to Line", 2), ("2 rulings moved from Kite to Spar", 2)],
        ),
        ({"Kite": HELD}, {"Kite": HELD[1:], "Line": HELD[:1]}, [("", 1)]),
    ],
    ids=["some stay", "the other had rulings", "parted", "one alone"],
)
def test_rulings_that_went_from_a_heading_to_another_do_not_make_it_the_same_heading(
    older: dict[str, tuple[str, ...]], newer: dict[str, tuple[str, ...]], told: list[tuple[str, int]]
) -> None:
    texts = [rulings(Gull=GULL, **{term: "\n".join(lines) for term, lines in each.items()}) for each in (older, newer)]
    assert said(game(texts)) == {"moved": told}


def test_a_heading_that_has_much_more_to_say_is_not_the_old_one_renamed() -> None:
    more = [f"A {wood} spar is {n} feet long." for n, wood in enumerate(("pine", "elm", "fir", "oak"), 3)]
    older = rulings(Kite="\n".join(HELD[:2]), Gull=GULL)
    kb = game([older, rulings(Line="\n".join((*HELD[:2], *more)), Gull=GULL)])
    assert said(kb)["moved"] == [("2 rulings moved from Kite to Line", 2)]


SENTENCES = (
    "A {} lies on the pier until dawn.",
    "Nobody moves a {} of another owner by hand.",
    "Each kite that lands in the harbour takes one {}.",
)


def test_a_word_that_changed_alike_is_told_once() -> None:
    kb = of_words("counter", "token", *SENTENCES)
    ((told,),) = bundles(kb).values()
    assert told.said == "“counter” became “token” in 3 rulings"
    assert len({each.address for each in told.changed}) == 3 and all("<ins>" in each.words for each in told.changed)


def test_its_other_forms_go_with_it_and_its_article() -> None:
    lines = [
        ("A counter lies on the pier until dawn.", "An item lies on the pier until dawn."),
        ("Nobody moves counters of another owner by hand.", "Nobody moves items of another owner by hand."),
        ("Each kite in the harbour takes one counter.", "Each kite in the harbour takes one item."),
    ]
    kb = game([rulings(Kite="\n".join(each), Gull=GULL) for each in zip(*lines, strict=True)])
    assert said(kb) == {"reworded": [("“counter” became “item” in 3 rulings", 3)]}


def test_what_changed_in_something_else_too_or_in_few_rulings_is_told_by_itself() -> None:
    other = ("A kite with a {} rests in the {}.", "A kite with a {} rests in the {}.")
    lines = [
        "\n".join((*(each.format(word) for each in SENTENCES), other[0].format(word, where)))
        for word, where in (("counter", "rain"), ("token", "snow"))
    ]
    kb = game([rulings(Kite=each, Gull=GULL) for each in lines])
    assert sorted(said(kb)["reworded"]) == [("", 1), ("“counter” became “token” in 3 rulings", 3)]
    assert said(of_words("counter", "token", *SENTENCES[:2])) == {"reworded": [("", 1), ("", 1)]}


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        (("+1", "+1", "-1"), ("+2", "+2", "-2"), [1, 1, 1]),
        (("kites", "gulls", "spars"), ("kite", "gull", "spar"), [1, 1, 1]),
        (("a kite", "a kite", "a kite"), ("a red kite", "a red kite", "a red kite"), [1, 1, 1]),
    ],
    ids=["signs of numbers", "an ending", "a word put in"],
)
def test_what_is_not_the_same_change_is_not_told_as_one(
    old: tuple[str, ...], new: tuple[str, ...], counts: list[int]
) -> None:
    texts = ["\n".join(each.format(word) for each, word in zip(SENTENCES, words, strict=True)) for words in (old, new)]
    told = said(game([rulings(Kite=each, Gull=GULL) for each in texts]))
    assert [n for _, n in told["reworded"]] == counts


def test_the_page_opens_one_line_to_all_rulings_and_counts_each() -> None:
    made = dict(build_pages(of_words("counter", "token", *SENTENCES), templates()).value)
    page = made["rulings/versions/kr-2/index.md"]
    (opened,) = re.findall(r'<details class="together"><summary>(.*?)</summary>(.*?)</details>', page, re.DOTALL)
    assert opened[0] == "“counter” became “token” in 3 rulings"
    assert len(re.findall(r'<a href="[^"]*term/kite/#kite-', opened[1])) == 3
    assert "Reworded 3" in " ".join(words_of(page)).replace("\N{NO-BREAK SPACE}", " ")


def test_the_command_tells_it_with_every_ruling_and_every_field_as_before() -> None:
    (shelf,) = fill_shelves(of_words("counter", "token", *SENTENCES))
    for each in (shelf, from_plain(json.loads(json.dumps(as_plain(shelf))))):
        changed = changed_in(each, each.calendar.slots[-1])
        answer: Any = list_changes(changed)
        ids = [item["id"] for item in answer["items"]]
        assert len(ids) == 3
        assert answer["together"] == [
            {
                "cause": "reworded-alike",
                "became": "reworded",
                "swaps": [{"before": "counter", "now": "token"}],
                "ids": ids,
            }
        ]
        text = "\n".join("".join(words for _, words in line) for line in render_changes(changed, 80))
        assert "`counter` became `token` in 3 rulings:" in text and all(f"#{name}" in text for name in ids)


def test_the_oldest_version_tells_all_its_rulings() -> None:
    (shelf,) = fill_shelves(of_words("counter", "token", *SENTENCES))
    changed = changed_in(shelf, shelf.calendar.slots[0])
    text = "\n".join("".join(words for _, words in line) for line in render_changes(changed, 80))
    assert text.count("#") == len(changed.changes) == 4


def in_part(part: str, *lines: str, heading: str = "Kite", beside: str = "Gull") -> str:
    """A version with a heading and its rulings in a part, and another heading in the other part."""
    parts = dict.fromkeys(("Rulings by Term", "Turn Sequence"), f"### {beside}\n\n- {GULL}\n")
    parts[part] = f"### {heading}\n\n" + "".join(f"- {each}\n" for each in lines)
    return "# Kite Rulings\n\n" + "\n".join(f"## {title}\n\n{said}" for title, said in parts.items())


def relocated(*versions: str) -> list[str]:
    kb = game(versions)
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/versions/kr-2/")
    return [re.sub("<[^>]*>", "", each) for each in view.relocated]


def test_a_heading_that_moved_as_a_whole_to_another_part_is_told_once() -> None:
    older, newer = in_part("Rulings by Term", *HELD), in_part("Turn Sequence", *HELD[:3])
    assert relocated(older, newer) == ["Kite stands under “The turn” now, before under “Terms”: 3 rulings went along."]
    (shelf,) = fill_shelves(game([older, newer]))
    changed = changed_in(shelf, shelf.calendar.slots[1])
    answer: Any = list_changes(changed)
    ((told),) = [each for each in answer["relocated"] if each["term"] == "Kite"]
    assert (told["before"], told["now"], len(told["ids"])) == ("term", "turn", 3)
    text = "\n".join("".join(words for _, words in line) for line in render_changes(changed, 120))
    assert "`Kite` stands in part `turn` now, before in `term`: 3 rulings went along" in text


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (in_part("Rulings by Term", *HELD), in_part("Rulings by Term", *HELD[:3])),
        (in_part("Rulings by Term", HELD[0]), in_part("Turn Sequence", HELD[0])),
        (in_part("Rulings by Term", *HELD), in_part("Turn Sequence", "A gull may follow it.")),
        (in_part("Rulings by Term", *HELD), in_part("Turn Sequence", *HELD[:2], beside="Kite")),
    ],
    ids=["the same part", "one ruling", "other rulings", "it stands there too"],
)
def test_a_heading_that_did_not_move_as_a_whole_is_not_told(older: str, newer: str) -> None:
    assert relocated(older, newer) == []
