"""What was asked before is not worked out again; what changed is."""

import pickle
from dataclasses import dataclass, replace
from enum import Enum

import pytest

from kb.diagnostics import diagnose_file
from kb.files import NO_MANIFEST, read_corpus
from kb.memory import Memory, Recent
from kb.pipeline import _reading, build_kb
from kb.readers.kramdown import read_document
from tests.built import LANTERN


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Lamp:
    oil: int


@dataclass(frozen=True)
class Shelf:
    lamps: tuple[Lamp, ...]
    dust: str

    def known_by(self) -> tuple[Lamp, ...]:
        return self.lamps


class Counted:
    """A function that counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *values: object, **named: object) -> object:
        self.calls += 1
        return (values, named)


LAMP = Lamp(1)
TOLD = diagnose_file(NO_MANIFEST, "lamps.md", "there is none")
EDITED = (
    "cards/G/gannet.md",
    "emended/bells-below.md",
    "original/rulings/harbour-ledger-3.md",
    "web/bells-below.txt",
)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("oil", "oi" + "l", True),
        (b"oil", b"wax", False),
        (1, True, False),
        (Colour.RED, Colour.RED, True),
        (LAMP, LAMP, True),
        (LAMP, Lamp(1), False),
        (Shelf((LAMP,), "much"), Shelf((LAMP,), "none"), True),
        (Shelf((LAMP,), "none"), Shelf((Lamp(1),), "none"), False),
        ((LAMP, 1), (LAMP, 1), True),
        ((LAMP, 1), [LAMP, 1], False),
        ({"a": LAMP}, {"a": LAMP}, True),
        ({"a": LAMP}, {"b": LAMP}, False),
        ({"a", "b"}, {"b", "a"}, True),
        (None, "", False),
    ],
)
def test_values_are_told_apart_by_what_they_are(first: object, second: object, same: bool) -> None:
    memory, asked = Memory(), Counted()
    memory.ask(asked, first)
    memory.ask(asked, second)
    memory.ask(asked, oil=first)
    memory.ask(asked, oil=second)
    assert asked.calls == (2 if same else 4)


def test_what_is_known_of_texts_is_known_whatever_was_found_in_them() -> None:
    memory, asked = Memory(), Counted()
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    kb = build_kb(corpus.manifest, corpus.texts).value
    for each in (kb, replace(kb, diagnostics=(TOLD,)), replace(kb, rulings=())):
        memory.ask(asked, each)
    assert asked.calls == 2


def test_an_object_that_is_gone_lends_its_place_to_no_other() -> None:
    memory, asked = Memory(), Counted()
    for oil in range(100):
        memory.ask(asked, Lamp(oil))
    assert asked.calls == 100


def test_what_a_round_does_not_ask_for_is_forgotten() -> None:
    memory, asked = Memory(), Counted()
    for turns, calls in ((0, 1), (1, 1), (1, 1), (2, 2)):
        for _ in range(turns):
            memory.turn()
        memory.ask(asked, "oil")
        assert asked.calls == calls


def test_what_was_asked_on_the_way_to_an_answer_is_kept_with_it() -> None:
    memory, asked = Memory(), Counted()

    def light(lamp: str, _day: int) -> object:
        return memory.ask(fill, lamp)

    def fill(lamp: str) -> object:
        return memory.ask(asked, lamp)

    memory.ask(light, "lamp", 1)
    for _ in range(3):
        memory.turn()
        memory.ask(light, "lamp", 1)
    memory.turn()
    memory.ask(light, "lamp", 2)
    assert asked.calls == 1, "the day is another, the lamp is not"
    for _ in range(2):
        memory.turn()
    memory.ask(light, "lamp", 1)
    assert asked.calls == 2, "with the answer it is forgotten too"


def test_the_last_round_of_many_questions_is_known_and_no_other() -> None:
    recent: Recent[str, object] = Recent()
    asked = Counted()
    for round_, calls in ((("oil", "wax", "oil"), 2), (("wax", "tar"), 3), (("tar",), 3), (("oil", "wax"), 5)):
        assert recent.ask(asked, round_) == [((each,), {}) for each in round_]
        assert asked.calls == calls
    assert recent["oil"] == (("oil",), {})


def test_what_is_no_longer_wanted_is_left_and_what_was_answered_stays() -> None:
    memory, asked = Memory(), Counted()

    def stop() -> None:
        if asked.calls:
            raise InterruptedError

    def light() -> object:
        return memory.ask(asked, "oil"), memory.ask(asked, "wick")

    with pytest.raises(InterruptedError), memory.asking_leave(stop):
        memory.ask(light)
    assert asked.calls == 1
    memory.ask(light)
    assert asked.calls == 2, "the oil is known"
    memory.turn()
    memory.ask(light)
    assert asked.calls == 2


def test_nothing_of_it_is_stored() -> None:
    memory = Memory()
    memory.ask(len, "oil")
    assert len(pickle.dumps(memory)) < 100


def test_a_build_after_an_edit_is_a_build_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of the embedded corpus edited in turn, one after the other, with one memory."""
    opened = read_corpus(LANTERN).value
    assert opened is not None
    memory = Memory()
    texts = dict(opened.texts)
    assert build_kb(opened.manifest, texts, memory=memory) == build_kb(opened.manifest, texts)
    read = Counted()
    monkeypatch.setattr(_reading, "read_document", lambda source, site: (read(), read_document(source, site))[1])
    for path in EDITED:
        memory.turn()
        before, texts[path] = texts[path], _edited(texts[path])
        read.calls = 0
        again = build_kb(opened.manifest, texts, memory=memory)
        assert read.calls <= 2, path  # it, and the one edited before, which is as it was
        assert again == build_kb(opened.manifest, texts), path
        texts[path] = before


def _edited(text: bytes) -> bytes:
    """A text with a few words more in the paragraph in its middle."""
    lines = text.split(b"\n")
    middle = len(lines) // 2
    at = next((n for n in range(middle, len(lines)) if lines[n][:1].isalpha()), middle)
    lines[at] += b" A lamp once lit is not put out by wind."
    return b"\n".join(lines)
