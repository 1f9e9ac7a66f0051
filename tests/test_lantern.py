"""Facts about the embedded corpus, found without the program: by counting, by comparing, from hand-made answers."""

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
import yaml

from kb.model import CompendiumVersion, Document, VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.built import ROOT
from tests.word_account import words_in_nothing

CORPUS = ROOT / "rules_source" / "lantern"
TEXTS = CORPUS / "texts"
FACTS: dict[str, Any] = yaml.safe_load((ROOT / "tests" / "golden" / "lantern-facts.yml").read_text("utf-8"))
MANIFEST: dict[str, Any] = yaml.safe_load((CORPUS / "corpus.yml").read_text("utf-8"))
BOOKS = FACTS["books"]
PAGES = sorted(path.relative_to(TEXTS).as_posix() for path in TEXTS.rglob("*.md"))
BARE = sorted(path.relative_to(TEXTS).as_posix() for path in TEXTS.rglob("*.txt"))
LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\\\]|\[[^\]]*\])*\]\(([^)\s]*)\)")


@cache
def text(path: str) -> str:
    return (TEXTS / path).read_bytes().decode("utf-8")


@cache
def lines(path: str) -> list[str]:
    return text(path).split("\n")


def permalink(path: str) -> str:
    found = re.search(r"^permalink: (\S+)\r?$", text(path), re.MULTILINE)
    assert found, path
    return found.group(1)


def anchors(path: str) -> set[str]:
    """Anchors of a page by the rule of the upstream site: lower-case, punctuation dropped, blanks to hyphens."""
    seen: Counter[str] = Counter()
    found = set(re.findall(r'<hr id="([^"]+)">', text(path)))
    for heading in re.findall(r"^#{1,6} (.*?)\s*$", text(path), re.MULTILINE):
        words = re.sub(r"<[^>]*>|[_*\\]", "", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def places(value: object, path: str | None = None) -> list[tuple[str, int, str]]:
    """Every quotation of the facts: file, line, words."""
    found: list[tuple[str, int, str]] = []
    if isinstance(value, dict):
        if "version" in value:
            path = f"original/rulings/{value['version']}.md"
        path = value.get("file", path)
        if "words" in value and "line" in value:
            assert path is not None
            found.append((path, value["line"], value["words"]))
        for inner in value.values():
            found += places(inner, path)
    elif isinstance(value, list):
        for inner in value:
            found += places(inner, path)
    return found


def book_places(book: dict[str, Any]) -> list[tuple[str, int, str]]:
    found = places(book["footnotes"])
    for record in book["emendations"]:
        for side in ("published", "emended"):
            if record[side] is not None:
                found.append((book[side], record[side]["line"], record[side]["words"]))
    for moved in book["moved"]:
        found += [(book[side], moved[f"{side}_line"], moved["words"]) for side in ("published", "emended")]
    for footnote in book["footnotes"]:
        found.append((book["emended"], footnote["line"], f"[^{footnote['id']}]:"))
        if footnote["quote"]:
            found.append((book["emended"], footnote["line"], footnote["quote"]))
        found += [(book["emended"], line, f"[^{footnote['id']}]") for line in footnote["references"]]
    return found


def test_every_quotation_of_the_facts_stands_on_its_line() -> None:
    quoted = [place for book in BOOKS for place in book_places(book)]
    kept = ["lives", "contradictions", "repetitions", "diagnostics", "fused", "headed", "reprinted", "unfollowed"]
    kept += ["witnesses"]
    quoted += places({key: FACTS[key] for key in kept})
    assert len(quoted) > 200
    wrong = [(path, line, words) for path, line, words in quoted if words not in lines(path)[line - 1]]
    assert wrong == []


# The emendations are complete: take the changed words out of both books and the same words remain.

WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*|[.,;:!?]")


def body(path: str) -> tuple[list[str], int]:
    """The lines of a rulebook from the end of its contents to its footnotes, and the number of the first."""
    page = lines(path)
    first = next(number for number, line in enumerate(page) if line.startswith("| ")) + 1
    last = next((number for number, line in enumerate(page) if line == "## FOOTNOTES"), len(page))
    return page[first:last], first + 1


def stripped(line: str) -> list[str]:
    """The words and punctuation of a line without markup, footnote marks and link addresses."""
    line = re.sub(r"\[\^[^\]]+\]|\{:[^}]*\}|<[^>]*>|^#+ |^---$", "", line)
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    return WORD.findall(re.sub(r"^[> ]*(?:[-*]|\d+\.) ", "", line))


def without(path: str, changes: list[tuple[int, str, str]], moved: list[int]) -> list[str]:
    page, first = body(path)
    left: list[str] = []
    for number, line in enumerate(page, first):
        tokens = [] if number in moved else stripped(line)
        for at, words, unit in changes:
            if at == number:
                tokens = [] if unit in ("note", "list-item", "paragraph") else removed(tokens, stripped(words))
        left += tokens
    return left


def removed(tokens: list[str], words: list[str]) -> list[str]:
    ends = range(len(tokens) - len(words), -1, -1)
    at = next(at for at in ends if tokens[at : at + len(words)] == words)
    return tokens[:at] + tokens[at + len(words) :]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book["work"])
def test_the_listed_emendations_are_all_there_are(book: dict[str, Any]) -> None:
    left: dict[str, list[str]] = {}
    for side in ("published", "emended"):
        records = [record for record in book["emendations"] if record[side] is not None]
        changes = [(record[side]["line"], record[side]["words"], record["unit"]) for record in records]
        left[side] = without(book[side], changes, [moved[f"{side}_line"] for moved in book["moved"]])
    # a phrase set off by a comma takes its comma along; punctuation at the seams is no word
    words = {side: [token for token in tokens if token[0].isalnum()] for side, tokens in left.items()}
    assert words["published"] == words["emended"]
    assert len(words["published"]) > 800


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book["work"])
def test_footnotes_are_those_a_search_finds(book: dict[str, Any]) -> None:
    page = text(book["emended"])
    defined = re.findall(r"^\[\^([^\]]+)\]:", page, re.MULTILINE)
    assert defined == [footnote["id"] for footnote in book["footnotes"]]
    marks = Counter(re.findall(r"\[\^([^\]]+)\](?!:)", page))
    listed: Counter[str] = Counter()
    for footnote in book["footnotes"]:
        if "duplicate" not in footnote:
            listed[footnote["id"]] += len(footnote["references"])
    assert {mark: count for mark, count in marks.items() if mark in defined} == +listed
    used = {mark for record in book["emendations"] for mark in record["footnotes"]}
    assert used == set(marks)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book["work"])
def test_footnote_problems_follow_from_the_addresses(book: dict[str, Any]) -> None:
    by_address = {permalink(path): path for path in PAGES}
    for footnote in book["footnotes"]:
        cited = LINK.findall(lines(book["emended"])[footnote["line"] - 1])
        assert bool(cited) != ("no-work-named" in footnote["problems"]), footnote["id"]
        for href in cited:
            address, _, anchor = href.removeprefix("https://lantern.example").partition("#")
            missing = anchor not in anchors(by_address[address])
            assert missing == ("missing-anchor" in footnote["problems"]), footnote["id"]


def test_all_verdicts_and_kinds_of_change_occur() -> None:
    records = [record for book in BOOKS for record in book["emendations"]]
    footnotes = [footnote for book in BOOKS for footnote in book["footnotes"]]
    assert {record["kind"] for record in records} == {
        "insertion", "deletion", "substitution", "note-added", "typo-fix", "punctuation/format"}  # fmt: skip
    assert {"word", "phrase", "sentence", "paragraph", "list-item", "note", "character"} == {
        record["unit"] for record in records
    }
    assert {"verbatim", "near", "adapted", "pointer", "not-found"} <= {footnote["relation"] for footnote in footnotes}
    problems = {problem for footnote in footnotes for problem in footnote["problems"]}
    assert {"wrong-anchor", "missing-anchor", "no-work-named", "effective-date-missing", "not-found"} <= problems
    assert {life["change"] for life in FACTS["lives"]} == {
        "first-seen", "same", "reworded", "moved", "split", "joined", "relabelled", "dropped"}  # fmt: skip


def test_the_manifest_names_every_page_and_no_other() -> None:
    named = [edition["path"] for work in MANIFEST["works"].values() for edition in work["editions"]]
    named += [version["path"] for kept in MANIFEST["compendia"].values() for version in kept["versions"]]
    named += [document["path"] for document in MANIFEST["documents"]] + MANIFEST["cards"]["paths"]
    assert sorted(named) == sorted(PAGES + BARE)
    assert len({permalink(path) for path in PAGES}) == len(PAGES)


def test_the_scrape_lost_the_items_that_the_facts_count() -> None:
    (scrape,) = (each for each in FACTS["witnesses"] if "items_lost" in each)
    items = re.findall(r"^ ?(?:- | ?\d\. )(.*)$", text("original/rulebooks/bells-below.md"), re.MULTILINE)
    assert len(items) == scrape["items_lost"]
    assert [item for item in items if re.sub(r"[_*]", "", item) in text(scrape["file"])] == []


def test_there_are_twenty_five_cards_some_printed_twice() -> None:
    cards = MANIFEST["cards"]["paths"]
    printings = Counter(len(re.findall(r"^### ", text(path), re.MULTILINE)) for path in cards)
    assert len(cards) == 25
    assert printings == {1: 15, 2: 10}


def plain(words: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub(r"[_\\]|\]\([^)]*\)", "", words)))


def test_a_ruling_on_a_card_page_stands_where_it_says() -> None:
    by_address = {permalink(path): path for path in PAGES}
    count = 0
    for path in MANIFEST["cards"]["paths"]:
        for href, words in re.findall(r"^ - \[[^\]]*\]\(([^)]*)\)<br>(.*)$", text(path), re.MULTILINE):
            address, _, anchor = href.partition("#")
            source = by_address[address]
            assert anchor in anchors(source), path
            assert plain(words) in plain(text(source)), path
            count += 1
    assert count == 23


def test_links_into_the_corpus_lead_somewhere() -> None:
    by_address = {permalink(path): path for path in PAGES}
    broken = set()
    for path in PAGES:
        for number, line in enumerate(lines(path), 1):
            for href in LINK.findall(line):
                address, _, anchor = href.partition("#")
                target = by_address.get(address) if address else path
                if href[:1] not in ("/", "#"):
                    continue
                if target is None or (anchor and anchor not in anchors(target)):
                    broken.add((path, number))
    links = ("link-in-page-broken", "link-internal-broken", "citation-anchor-missing")
    assert broken == {(found["file"], found["line"]) for found in FACTS["diagnostics"] if found["rule"] in links}


SHAPES = {
    "list right after a paragraph": r"^\w[^\n]*[.:]\n(?: - | ?1\. |- )",
    "lazy continuation of a note": r"^> [^\n]*\n[a-z]",
    "note with several labels": r"^> \*\*Note:[^\n]*\n>\n> \*\*(?:Clarification|Example):",
    "list in a note": r"^> \*\*Note:[^\n]*\n>\n> - ",
    "table in a note": r"^> \*\*Note:[^\n]*\n>\n> \|",
    "attribute list that lands on a heading": r"^\{: \.note\}\n\n####",
    "page mark": r'^<hr id="page4">$',
    "contents as a one-row table": r"^\| [^\n]*<br>[^\n]*\|\n\n",
    "three hyphens for a dash": r"\w---\w",
    "escaped number sign": r"^(?: - )?\\# ",
    "escaped at sign": r"\\@",
    "unescaped number sign": r"^# Both players",
    "carriage returns": r"\r\n",
    "list of sources": r"<details>\n<summary>Sources",
    "link to nowhere": r"\]\(\)",
    "table": r"^\|:---",
    "nested list": r"^      1\. ",
    "early mark": r"^–=– ",
    "letter heading": r"^### -= AAA|^### -= BBB =-$",
    "annotation": r"\*\*Annotation 1a:\*\*",
    "effective date, linked": r"\[\\\[Effective \d+/\d+/\d+\\\]\]\(",
    "effective date, bare": r" \\\[Effective \d+/\d+/\d+\]",
    "quote inside a quote": r"^> > ",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_the_real_texts_occurs(shape: str) -> None:
    pattern = re.compile(SHAPES[shape], re.MULTILINE)
    assert any(pattern.search(text(path)) for path in PAGES)


def test_a_published_book_prints_clarifications_of_its_own() -> None:
    assert len(re.findall(r"^> \*\*Clarification:\*\*", text(BOOKS[1]["published"]), re.MULTILINE)) == 2


# What the readers see is what a search finds.


@cache
def document(path: str) -> Document:
    return read_document(Source.from_bytes(path, (TEXTS / path).read_bytes()), "https://lantern.example").value


def version(number: str) -> CompendiumVersion:
    path = f"original/rulings/harbour-ledger-{number}.md"
    declared = Declared(version=VersionId(number), compendium="HL", number=number, date="")
    return read_compendium(document(path), declared).value


@pytest.mark.parametrize("path", PAGES)
def test_a_search_finds_the_headings_that_are_read(path: str) -> None:
    searched = [number for number, line in enumerate(lines(path), 1) if re.match(r"#{1,6} ", line)]
    page = document(path)
    assert [page.source.line_of(heading.span.start) for heading in page.headings] == searched
    assert {heading.id for heading in page.headings} <= anchors(path)


@pytest.mark.parametrize("path", PAGES)
def test_a_search_finds_the_footnotes_that_are_read(path: str) -> None:
    page = document(path)
    assert len(page.definitions) == len(re.findall(r"^\[\^", text(path), re.MULTILINE))
    assert len(page.references) == len(re.findall(r"\[\^[^\]]+\](?!:)", text(path)))


def test_the_last_ledger_has_as_many_rulings_as_list_items() -> None:
    page = text("original/rulings/harbour-ledger-4.md")
    rulings = page[page.index("### Beginning of the Game") :]
    assert len(version("4").statements) == len(re.findall(r"^ - ", rulings, re.MULTILINE))


def test_the_third_ledger_has_as_many_rulings_as_paragraphs() -> None:
    page = text("original/rulings/harbour-ledger-3.md")
    rulings = re.sub(r"^#.*$", "", page[page.index("### Beginning of the Game") :], flags=re.MULTILINE)
    paragraphs = [block for block in rulings.split("\n\n") if block.strip()]
    assert len(version("3").statements) == len(paragraphs) - 1  # the last section opens with a word of its own


@pytest.mark.parametrize("fact", FACTS["headed"], ids=lambda fact: f"{fact['version']}:{fact['line']}")
def test_a_ruling_that_became_a_heading_is_found(fact: dict[str, Any]) -> None:
    read = version(fact["version"].rsplit("-", 1)[-1])
    source = read.document.source
    found = [each for each in read.statements if source.line_of(each.span.start) == fact["line"]]
    assert [(each.words, list(each.marks), each.section.value) for each in found] == [
        (fact["words"], fact["marks"], fact["section"])
    ]
    assert len([section for section in read.sections if section.kind.value != "introduction"]) == 4


@pytest.mark.parametrize("number", ["1", "2", "3", "4"])
def test_no_word_of_a_ledger_is_lost(number: str) -> None:
    assert words_in_nothing(version(number)) == []
