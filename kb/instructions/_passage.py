"""Passages: the paragraphs of a text, its parts and words by name, and the edits that change it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from kb.instructions._operations import Part
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words
from kb.terms import unaccented
from kb.text import Span, normalise

_JOINER = "-‐‑"
_LATIN = 0xFF
_STOP = re.compile(r"[.!?:;…]\W*\Z")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that an instruction is about: its paragraphs, and how many of them, from the first, are its running text;
    the others are quotations and figures. `items` are those (indices) that are items of a list, `steps` those that have
    a number before them, with it; `beside` are rows of tables and what stands in boxes, which no paragraph of it is."""

    paragraphs: tuple[str, ...]
    running: int
    items: frozenset[int] = frozenset()
    steps: frozenset[tuple[int, int]] = frozenset()
    beside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Edit:
    """New words in the place of a span of a paragraph (index); a block of its own beside the paragraph, behind it or
    before it as the span is, where it has a form: `apart` is how its words stand in a source, marks and all."""

    paragraph: int
    span: Span
    new: str
    apart: str = ""

    def on(self, text: str) -> str:
        """A text with these words in their place."""
        return text[: self.span.start] + self.new + text[self.span.end :]


def perform(passage: Passage, edits: Sequence[Edit]) -> Passage:
    """The passage with some edits made; a paragraph that has no words left is dropped."""
    texts = list(passage.paragraphs)
    for edit in sorted(edits, key=lambda each: (each.paragraph, each.span), reverse=True):
        texts[edit.paragraph] = edit.on(texts[edit.paragraph])
    kept = [(number, text) for number, text in enumerate(texts) if text.strip()]
    items = frozenset(at for at, (number, _) in enumerate(kept) if number in passage.items)
    places = {number: at for at, (number, _) in enumerate(kept)}
    steps = frozenset((places[number], step) for number, step in passage.steps if number in places)
    beside = frozenset(places[number] for number in passage.beside if number in places)
    running = sum(number < passage.running for number, _ in kept)
    return Passage(tuple(text for _, text in kept), running, items, steps, beside)


def find_words(words: str, text: str) -> tuple[Span, ...]:
    """Where words stand in a text, from word to word; quotation marks, dashes, spaces, capitals and accents are
    folded."""
    wanted, folded = _plain(normalise(words).text), normalise(text)
    plain = _plain(folded.text)
    found: list[Span] = []
    at = plain.find(wanted) if wanted else -1
    while at != -1:
        end = at + len(wanted)
        if not _inside(plain, at) and not _inside(plain, end):
            found.append(folded.span(at, end))
        at = plain.find(wanted, at + 1)
    return tuple(found)


def _plain(text: str) -> str:
    """A text without accents, character for character."""
    if text.isascii():
        return text
    return "".join(bare if len(bare := unaccented(char)) == 1 else char for char in text)


def is_damaged(text: str) -> bool:
    """Whether a conversion has spoilt words: a sign inside one that joins no words, or a letter from beyond Western
    Europe in one that is no name (`Palant¡r`, `warriorąs`)."""
    if re.search(r"[^\W\d_][^\w\s'’‘.,;:/&+()\[\]…\"“”‐‑–—*-][^\W\d_]", text) or "\ufffd" in text:
        return True
    return any(
        word[0].islower() and any(ord(char) > _LATIN for char in word) for word in re.findall(r"[^\W\d_]+", text)
    )


def _inside(text: str, at: int) -> bool:
    """Whether a place lies inside a word; a hyphen joins its parts, a sign belongs to its number."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if before.isalnum() and after.isalnum():
        return True
    if before and before in f"{_JOINER}+" and after.isalnum():
        return text[at - 2 : at - 1].isalnum() or after.isdigit()
    return bool(after) and after in _JOINER and before.isalnum() and text[at + 1 : at + 2].isalnum()


def find_part(part: Part, number: int, passage: Passage, paragraph: int = 0) -> tuple[int, Span] | None:
    """A part of the running text, or of one of its paragraphs, from 1, or from -1 for the last: its paragraph (index)
    and its span in it; None when there is no such part. A step is that with its number, where one alone has it, and so
    is an item of which any has that number."""
    parts = find_parts(part, passage, paragraph)
    numbered = [each for each in parts if (each[0], number) in passage.steps] if number > 0 else []
    if (part is Part.STEP and number > 0) or (part is Part.ITEM and numbered):
        return numbered[0] if len(numbered) == 1 else None
    at = index_of(number, len(parts))
    return parts[at] if 0 <= at < len(parts) else None


def find_parts(part: Part, passage: Passage, paragraph: int = 0) -> list[tuple[int, Span]]:
    """All parts of a kind that the running text has, or one of its paragraphs; an item of a list is none of these,
    where there are others. What stands in a box or in a row is no sentence, and no line is that ends without a stop,
    where there are others."""
    running = [*enumerate(passage.paragraphs[: passage.running])]
    apart = passage.items | passage.beside
    plain = [each for each in running if each[0] not in apart] or running
    if paragraph:
        running = [plain[at]] if 0 <= (at := index_of(paragraph, len(plain))) < len(plain) else []
    match part:
        case Part.TEXT:
            return [(at, Span(0, len(text))) for at, text in running]
        case Part.PARAGRAPH:
            return [(at, Span(0, len(text))) for at, text in plain]
        case Part.ITEM:
            return [(at, Span(0, len(text))) for at, text in running if at in passage.items]
        case Part.BULLET:
            bullets = passage.items - {at for at, _ in passage.steps} or passage.items
            return [(at, Span(0, len(text))) for at, text in running if at in bullets]
        case Part.STEP:
            numbered = {at for at, _ in passage.steps}
            return [(at, Span(0, len(text))) for at, text in running if at in numbered]
        case Part.SENTENCE:
            said = [each for each in running if each[0] not in passage.beside] or running
            said = [each for each in said if _STOP.search(each[1])] or said  # `Range: 30 feet` is no sentence
            return [(at, span) for at, text in said for span in find_sentences(text)]
        case _:
            assert_never(part)


def index_of(number: int, count: int) -> int:
    """The index of the part that a number counts, from the first on, below zero from the last back."""
    return number - 1 if number > 0 else count + number


def fold_words(text: str) -> Words:
    """Words for comparison; what may not be done cannot be done."""
    folded = compare_words(unaccented(text))
    return tuple(part for word in folded for part in (("may", "not") if word == "cannot" else (word,)))


def stretches(passage: Passage, length: int) -> Iterator[Words]:
    """Every run of about so many words inside a paragraph."""
    for text in passage.paragraphs:
        words = fold_words(text)
        for size in range(max(1, length - length // 6), length + length // 6 + 1):
            for start in range(max(1, len(words) - size + 1)):
                yield words[start : start + size]
