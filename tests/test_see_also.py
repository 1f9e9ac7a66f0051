"""A place that a footnote only points at beside another (`See also ...`) is told as that, and is no authority."""

import re

import pytest

from kb.answers.footnote_list import list_footnotes, render_footnotes
from kb.graph import Kb
from kb.provenance import FootnoteVerdict
from kb.site import build_tree
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.kites import game, rulings

DAWN = "A kite is let go at dawn from the highest tower."
STONE = "A stone that falls goes back into the bag of its owner."
KITE, STONES, GULL = "[KR 1, Kite](/kr-1/#kite)", "[KR 1, Stones](/kr-1/#stones)", "[KR 1, Gull](/kr-1/#gull)"


def cited(put: str, note: str) -> tuple[Kb, FootnoteVerdict]:
    published = "# Kites\n\n## Flying\n\nA kite flies.\n"
    emended = f"# Kites\n\n## Flying\n\nA kite flies. {put}[^1]\n\n[^1]: {note}\n"
    kb = game([rulings(Kite=DAWN, Stones=STONE, Gull="A gull is no kite.")], published, emended)
    (verdicts,) = (found for path, found in kb.footnotes.items() if found)
    return kb, verdicts[0]


@pytest.mark.parametrize(
    ("put", "note", "also"),
    [
        (DAWN, f"{DAWN} See {KITE}. See also {STONES}.", ["Stones"]),
        (DAWN, f"{DAWN} See {KITE}; see also {STONES}.", ["Stones"]),
        (DAWN, f"{DAWN} See {KITE}. Cf. also {STONES}.", ["Stones"]),
        (DAWN, f"{DAWN} See {KITE}. See also KR 1, [Stones](/kr-1/#stones).", ["Stones"]),
        (DAWN, f"{DAWN} See {KITE}. See also KR 1, Stones.", ["Stones"]),
        (DAWN, f"{DAWN} KR 1, Kite. See also KR 1, Stones.", ["Stones"]),
        (DAWN, f"{DAWN} See {KITE}. See also {STONES} and {GULL}.", ["Stones", "Gull"]),
        (DAWN, f"See {KITE}. See also {STONES}.", ["Stones"]),
        (DAWN, f"{KITE}: {DAWN} See also {STONES}.", ["Stones"]),
        # cited like the first
        (DAWN, f"{DAWN} See {KITE} and {STONES}.", []),
        # beside nothing
        (DAWN, f"See also {KITE}.", []),
        # words of it are quoted
        (DAWN, f"{DAWN} See {KITE}. {STONE} See also {STONES}.", []),
        (DAWN, f'{DAWN} See {KITE}. "{STONE}" See also {STONES}.', []),
        (DAWN, f"{DAWN} See {KITE}. See also {STONES}: {STONE}", []),
        # words of it were put in
        (f"{DAWN} {STONE}", f"See {KITE}. See also {STONES}.", []),
        (f"{DAWN} {STONE}", f"{DAWN} See {KITE}. See also {STONES}.", []),
    ],
)
def test_what_is_only_pointed_at_beside_another_is_told_apart(put: str, note: str, also: list[str]) -> None:
    _, verdict = cited(put, note)
    assert [each.heading for each in verdict.cites if each.also] == also
    items = list_footnotes("kites.md", [verdict])["items"]
    assert isinstance(items, list)
    assert [each["heading"] for each in items[0]["cites"] if each.get("see_also")] == also
    told = next(line for line in render_footnotes("kites.md", [verdict]) if line.strip().startswith("cites"))
    assert told.count("see also KR 1") == len(also)


def test_it_is_no_authority_of_the_change() -> None:
    kb, _ = cited(DAWN, f"{DAWN} See {KITE}. See also {STONES}.")
    (book,) = kb.books.values()
    (record,) = (each for each in book.emendations if each.substantive)
    assert [name.rpartition("-")[0] for name in record.rulings] == ["kite"]


def test_the_card_of_the_change_says_so_behind_its_ruling() -> None:
    kb, _ = cited(DAWN, f"{DAWN} See {KITE}. See also {STONES} and {GULL}.")
    page = build_tree(kb, read_templates(ROOT), {}, {}).value.pages["rules/kites/index.md"]
    (told,) = re.findall(r'<p class="small also again">See also (.*?)\.</p>', page)
    assert re.sub("<.*?>", "", told).replace("\u00a0", " ") == "KR 1, Stones; KR 1, Gull"
    places = re.findall('href="([^"]*)"', told)
    assert places == ["../../rulings/term/stones/", "../../rulings/term/gull/"]
