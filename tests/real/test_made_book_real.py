"""A long book emended as editors do it: rulings of the newest version put into a published book in many ways. Each is
traced to its ruling, nothing else is a change of substance, and no finding says of a ruling that it is not what its
source says. So it is where two rulings share a footnote."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kb.audit import find_all
from kb.corpus import EditionEntry, Text
from kb.files import read_manifest
from kb.graph import Kb
from kb.model import EditionId, FootnoteId, Role, SectionKind, Statement, VersionId
from kb.pipeline import build_kb
from kb.provenance import Unit
from tests.built import REFERENCE

WORK, BASE, COMPENDIUM = "the-lidless-eye", "docs/original/rulebooks/the-lidless-eye.md", VersionId("crf-15")
MADE = "docs/emended/made.md"
LONGEST = 500
"""Characters of a ruling that an editor copies as a whole."""
FALSE = re.compile(r"KB41[1-4]|KB44\d|KB46[2-9]")
"""Codes of findings that say that a change has no ruling, or another one than it has."""
PLAIN = re.compile(r"[A-Z“\"*_](?!.*\{:)[^\n|<]{80,}\Z")
QUOTED = re.compile(r"^> (?:> )?(?:\*\*[^*]+\*\* |- |\d\. )?[A-Z].{40,}\.$", re.MULTILINE)
LIST = re.compile(r"(?:\s*- .*\n?)+\Z")
PAGE = re.compile(r'<span class="page-number">.*?</span>(?:<br>)?|\n*<hr id="page\d+">\n*(?=\n\n)')
"""What tells of the printed pages, which an emended book has none of."""


@dataclass(frozen=True)
class Ruling:
    """A ruling as an editor copies it, and how he cites it."""

    statement: Statement
    words: str
    cited: tuple[str, ...]
    subject: re.Pattern[str]


def rulings(knowledge: Kb) -> Iterator[Ruling]:
    version = knowledge.versions[COMPENDIUM]
    source = version.document.source
    for each in version.statements:
        words = re.sub(r"^\s*-\s+(?:\\?[@#] ?)?", "", source.slice(each.span)).strip()
        here = each.section in {SectionKind.TERM, SectionKind.TURN} and len(each.path) > 2
        if here and not each.reference and "\n" not in words and len(words) < LONGEST:
            named = [name for name in each.path[1:] if not name.startswith("-=")]
            place, link = f"CRF 15, {', '.join(named)}", f"{version.document.permalink}#{each.anchor}"
            subject = re.compile(rf"\b{re.escape(each.term.rstrip('s'))}s?\b", re.IGNORECASE)
            head, _, last = place.rpartition(", ")
            cited = f"[{place}]({link}).", f"{head}, [{last}]({link}).", f"[{place}]({link})"
            yield Ruling(each, words, cited, subject)


def clarified(block: str, words: str) -> str:
    return f"{block}\n\n{{: .note }}\n> **Clarification:** {words}"


def appended(block: str, words: str) -> str:
    return f"{block} {words}"


def inside(block: str, words: str) -> str:
    return re.sub(r"(?<=[a-z]\. )(?=[A-Z])", lambda _: f"{words} ", block, count=1)


def listed(block: str, words: str) -> str:
    return f"{block}\n\n- {words}"


def apart(block: str, words: str) -> str:
    return f"{block}\n\n{words}"


def behind_items(block: str, words: str) -> str:
    return f"{block.rstrip()}\n- {words}"


def in_box(block: str, words: str) -> str:
    return QUOTED.sub(lambda match: f"{match[0]} {words}", block, count=1)


def parted(words: str) -> tuple[str, str]:
    """A ruling, and the mark behind it."""
    said, _, note = words.rpartition("[^")
    return said, f"[^{note}"


def fronted(block: str, words: str) -> str:
    said, mark = parted(words)
    return f"{block} {mark}{said}"


def behind_dash(block: str, words: str) -> str:
    return block if words.startswith("*") else f"{block[:-1]}—{words}"


def led(block: str, words: str) -> str:
    return f"{block} However, {words[:1].lower()}{words[1:]}"


def headed(block: str, words: str) -> str:
    said, mark = parted(words)
    return f"{block}\n\n#### On this matter{mark}\n\n{said}"


def above_mark(block: str, words: str) -> str:
    said, mark = parted(words)
    return f"{block}\n\n{said}\n\n{mark}"


FOR_ONE = {inside, fronted, behind_dash, led}
"""Ways in which one ruling alone is put in."""


def ways(block: str) -> tuple[Callable[[str, str], str], ...]:
    """The ways in which an editor puts a ruling beside or into a block."""
    if PLAIN.match(block) and block.endswith("."):
        return clarified, appended, inside, listed, apart, fronted, behind_dash, led, headed, above_mark
    if LIST.match(block):
        return (behind_items,)
    return (in_box,) if QUOTED.search(block) and "\n|" not in block else ()


def made(text: str, known: list[Ruling], chance: random.Random) -> tuple[str, dict[FootnoteId, list[Ruling]]]:
    """A book with rulings on what its blocks speak of, each once, and the rulings by their footnotes."""
    front, body = text.split("\n---\n", 1)
    put: dict[FootnoteId, list[Ruling]] = {}
    left = known
    notes, blocks = list[str](), list[str]()
    for block in re.split(r"\n\n+", PAGE.sub("", body)):
        fitting = [each for each in left if each.subject.search(block)] if ways(block) else []
        changed = block
        if fitting:
            label = FootnoteId(f"note-{len(put)}")
            way = chance.choice(ways(block))
            whole = [each for each in fitting if each.words.endswith(".")]
            both = way not in FOR_ONE and len(whole) > 1 and chance.random() < 0.1
            said = chance.sample(whole, 2) if both else [chance.choice(fitting)]
            words = " ".join(each.words for each in said)
            changed = way(block, f"{words}[^{label}]")
            if changed != block:
                put[label] = said
                left = [each for each in left if each not in said]
                quote = f"{words} " if len(said) == 1 and chance.random() < 0.3 else ""
                notes.append(f"[^{label}]: {quote}See " + " See ".join(chance.choice(each.cited) for each in said))
        plain = changed.replace("“", '"').replace("”", '"')
        blocks.append(plain if chance.random() < 0.3 else changed)
    joined = "\n\n".join(blocks).rstrip()
    return f"{front}\n---\n{joined}\n\n## FOOTNOTES\n\n" + "\n".join(notes) + "\n", put


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_ruling_put_into_a_long_book_is_traced_and_believed(knowledge: Kb, real_texts: Path, seed: int) -> None:
    manifest = read_manifest(REFERENCE).value
    assert manifest is not None
    root = real_texts / "meccg"
    texts = {text.path: root / text.path for text in manifest.texts if (root / text.path).is_file()}
    read = {path: place.read_bytes() for path, place in texts.items()}
    book, put = made(read[BASE].decode("utf-8"), [*rulings(knowledge)], random.Random(seed))
    assert len(put) > 50
    (work,) = (each for each in manifest.works if each.id == WORK)
    (base,) = (each for each in work.editions if each.text.path == BASE)
    text: Text = replace(base.text, id="made", path=MADE, sha256=None, title="Made", date="", missing=False)
    edition = EditionEntry(EditionId("made"), Role.EMENDED, text)
    mended = replace(work, editions=(*work.editions, edition))
    changed = replace(manifest, works=tuple(mended if each is work else each for each in manifest.works))
    kb = build_kb(changed, read | {MADE: book.encode()}).value
    (emended,) = (each for each in kb.books.values() if each.work.id == WORK)

    founded = {note: each for each in emended.emendations for note in each.footnotes if each.unit is not Unit.FOOTNOTE}
    lines = {note.id: {place.line for place in note.sources} for note in kb.footnotes[MADE]}
    source = kb.versions[COMPENDIUM].document.source
    for note, said in put.items():
        assert note in founded, f"no change rests on {note}: {said[0].words}"
        assert [each.footnote for each in founded[note].authorities] == [note]
        missed = [each.words for each in said if source.line_of(each.statement.span.start) not in lines[note]]
        assert missed == [], f"{note} does not lead to these"
    assert [each.emended_text for each in emended.emendations if each.substantive and not each.footnotes] == []
    told = [(found.code.code, found.line, found.message) for found in find_all(kb) if found.path == MADE]
    assert [found for found in told if FALSE.match(found[0])] == []
