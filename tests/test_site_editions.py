"""Pages of reprints: whatever they differ in, each difference of substance that is listed has its place in the text."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.cli.init import SKELETON
from kb.files import read_corpus, read_tree
from kb.pipeline import build_kb
from kb.site import build_tree
from kb.tools.builders import read_templates
from tests.built import ROOT

PAGE = "rules/cairn/editions/cairn-two/index.md"
HEAD = '---\ntitle: "Cairn"\npermalink: /{}/cairn/\n---\n\n'
REPRINT = '      - {id: cairn-two, role: reprint, date: "2020-09", path: published/two.md}\n'
FOURS = "One stone is a tower.", "Two towers fall at once.", "Whoever laughs has lost.", "The bag is never shaken."

MANY = "\n\n".join(f"Bag {number} lies on the table until stone {number} falls." for number in range(2, 9))


def page_of_reprint(folder: Path, published: str, reprint: str) -> str:
    """The page of a reprint with other words than the published text of the corpus that authors begin with."""
    return pages_with(folder, REPRINT, {"cairn": published, "two": reprint})[PAGE]


def pages_with(folder: Path, editions: str, texts: Mapping[str, str]) -> Mapping[str, str]:
    """The pages of the corpus that authors begin with and of more editions, lines of its manifest."""
    for path, data in read_tree(SKELETON).value.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    manifest = folder / "corpus.yml"
    text = manifest.read_text(encoding="utf-8")
    line = next(each for each in text.splitlines(keepends=True) if "role: published" in each)
    manifest.write_text(text.replace(line, line + editions), encoding="utf-8")
    for name, words in texts.items():
        (folder / "texts" / "published" / f"{name}.md").write_text(HEAD.format(name) + words, encoding="utf-8")
    corpus = read_corpus(folder).value
    assert corpus is not None
    knowledge = build_kb(corpus.manifest, corpus.texts).value
    return build_tree(knowledge, read_templates(ROOT), {}, {}).value.pages


@pytest.mark.parametrize(
    ("published", "reprint"),
    [
        pytest.param("Ho.\n\n" + "\n\n".join(FOURS), "\n\n".join(FOURS[1:]) + " Hi.", id="the first words are gone"),
        pytest.param(f"# CAIRN\n\n{FOURS[0]}\n\n{MANY}", f"# CAIRN\n\n{MANY}", id="the first below the title is gone"),
        pytest.param("\n\n".join(FOURS), "\n\n".join((*FOURS[2:], FOURS[0] + " No.")), id="moved and reworded"),
        pytest.param("    One.\n    two three\n", "    two four\n", id="in code, the first words gone"),
        pytest.param(FOURS[0], FOURS[0] + "\n\n![](tower.png)", id="a picture without words"),
        pytest.param("\n\n".join(FOURS), "", id="nothing at all"),
        pytest.param("\n\n".join(FOURS), "<!-- lost -->", id="nothing but a comment"),
    ],
)
def test_every_listed_difference_has_its_place(published: str, reprint: str, tmp_path: Path) -> None:
    page = page_of_reprint(tmp_path, published + "\n", reprint + "\n")
    listed = re.findall(r'id="why:(d:[^"]*)"', page)
    assert listed
    assert [page.count(f'id="{each}"') for each in listed] == [1] * len(listed)


@pytest.mark.parametrize("title", ["", "# CAIRN\n\n"])
def test_what_a_reprint_of_the_last_part_only_has_not_is_told_as_lost(title: str, tmp_path: Path) -> None:
    page = page_of_reprint(tmp_path, title + "\n\n".join(FOURS) + "\n", f"{title}{FOURS[3]}\n")
    assert "3 differ in spelling, typography or what was lost" in page
    assert all(each in page for each in FOURS)
    assert "say something else" not in page


def test_marks_stand_in_the_order_of_the_reprint(tmp_path: Path) -> None:
    """A clause that stands elsewhere than in the published text is marked where it stands."""
    page = page_of_reprint(tmp_path, "\n\n".join(FOURS), "\n\n".join((FOURS[2] + " Ha.", FOURS[0] + " No.", FOURS[3])))
    words = re.findall(r'<ins id="d:[^>]*>.*?</ins>', page)
    assert ["Ha" in words[0], "No" in words[1]] == [True, True]


@pytest.mark.parametrize(("mark", "element"), [("", "p"), ("- ", "li"), ("> ", "p"), ("| ", "tr")])
def test_words_gone_from_the_beginning_of_a_clause_are_struck_in_it(mark: str, element: str, tmp_path: Path) -> None:
    """And not behind the last word before, which stood in the clause above and before its marker."""
    published, reprint = (f"{FOURS[0]}[^a]\n\n{mark}{words}\n\n[^a]: See.\n" for words in (FOURS[1], "fall at once."))
    page = page_of_reprint(tmp_path, published, reprint).partition("</form>")[2]
    (clause,) = re.findall(rf'<{element} id="[^"]*" class="clause[^>]*>(?:(?!</{element}>).)*fall at once', page)
    assert clause.count('class="gone"') == page.count('class="gone"') == 1


PARTS = {
    "Towers": "Each stone is a tower.\n\nTwo of them fall at once.\n\n",
    "Bags": "A bag holds nine stones.\n\n### Shaking\n\nWhoever shakes it has lost.\n\nNobody looks inside.\n\n",
    "Ends": "The last stone ends it.\n\nThe loser pays for the bag.\n\n",
}


def book(*parts: str, title: str = "# CAIRN\n\n") -> str:
    """A text of some parts."""
    return title + "".join(f"## {name}\n\n{PARTS[name]}" for name in parts)


def test_a_section_that_a_reprint_lacks_is_told_as_one(tmp_path: Path) -> None:
    reprint = book("Towers", "Ends").replace("at once", "in turn")
    page = page_of_reprint(tmp_path, book("Towers", "Bags", "Ends"), reprint)
    assert "<strong>1 passage says something else than the published text</strong>" in page
    assert '<a href="#d:bags~lacking">1 section of the book is not in this edition.</a>' in page
    listed = re.findall(r'id="why:(d:[^"]*)"', page)
    assert listed[1:] == ["d:bags~lacking"]
    assert "<summary>Bags: 3 clauses</summary>" in page
    folded = page.partition("<summary>Bags: 3 clauses</summary>")[2].partition("</details>")[0]
    assert [each in folded for each in ("nine stones.", "Whoever shakes", "Nobody looks", "Shaking")] == [True] * 4
    assert "‡ Bags: 3 clauses, not in this edition</a>" in page
    assert len(set(re.findall(r'data-change="([^"]*)"', page))) == 2
    ids = re.findall(r'\bid="(d:[^"]*)"', page)
    assert len(ids) == len(set(ids)) == 7


def test_a_reprint_that_only_lacks_a_section_does_not_say_that_it_says_the_same(tmp_path: Path) -> None:
    page = page_of_reprint(tmp_path, book("Towers", "Bags", "Ends"), book("Towers", "Ends"))
    assert "It says nothing else" not in page
    assert "1 section of the book is not in this edition." in page


def test_lines_of_a_title_page_that_a_reprint_lacks_are_one_difference(tmp_path: Path) -> None:
    title = "# CAIRN\n\nRULES BOOKLET\n\nFirst printing, spring 2019\n\nBy the Harbour Press\n\n"
    page = page_of_reprint(tmp_path, book("Towers", "Ends", title=title), book("Towers", "Ends"))
    assert "nothing else than the published text, 1 differs in spelling, typography or what was lost." in page
    assert "RULES BOOKLET<br>First printing, spring 2019<br>By the Harbour Press" in page


def test_no_two_editions_of_a_book_have_a_page_of_one_title(tmp_path: Path) -> None:
    """By what it is where it is the only such edition, else by its date, its own title, its id."""
    told = {
        "two": ('role: reprint, date: "2020-09"', "Cairn: the Rules, reprint, September 2020"),
        "three": ('role: reprint, date: "2020-10", title: "Cairn, blue box"', "Cairn, blue box"),
        "four": ('role: reprint, date: "2020-10"', "Cairn: the Rules, four"),
        "five": ('role: transcription, title: "Cairn, as typed"', "Cairn: the Rules, transcription"),
    }
    lines = "".join(f"      - {{id: {name}, {said}, path: published/{name}.md}}\n" for name, (said, _) in told.items())
    pages = pages_with(tmp_path, lines, dict.fromkeys(("cairn", *told), "\n\n".join(FOURS)))
    for name, (_, title) in told.items():
        assert f'title: "{title}"\n' in pages[f"rules/cairn/editions/{name}/index.md"], name
