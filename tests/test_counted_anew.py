"""Rules that an emended book counts anew: a number is no change of its rule, and comes with the rule put in before."""

import re
from functools import cache

import pytest

from kb.compile import Names, compile_text, extract_records
from kb.corpus import load_manifest
from kb.dated import compile_as_of
from kb.dates import read_date
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.provenance import Emendation
from kb.queries.proofs import voices_of
from kb.records import Records, read_records, write_records
from kb.text import Source
from tests.numbered import MANIFEST

PUBLISHED = """\
# Ferry

## 6.0 Crossing

**6.1** A ferry crosses to the other bank. See 6.2 for tides.

**6.2** At ebb a ferry waits.

**6.3** A ferry with a lamp crosses at any tide, as 6.2 says. A lamp burns for a turn.

**6.4** A ferry that is wrecked blocks the river (see 6.3).

## 7.0 Piers

**7.1** Three ferries lie at a pier.

**7.2** A pier burns when a lamp falls; 6.4 does not apply.
"""
EMENDED = """\
# Ferry

## 6.0 Crossing

**6.1** A ferry crosses to the other bank. See 6.3 for tides.

**6.2** In fog no ferry leaves its pier.[^fog]

**6.3** At ebb a ferry waits for one full turn, even with a lamp.[^tides]

**6.4** A ferry with a lamp crosses at any tide, as 6.3 says. A lamp burns for two turns and is thrown away.[^lamps]

**6.5** A wrecked ferry is lifted for six pence.[^wrecks]

**6.6** A ferry that is wrecked blocks the river (see 6.4).

## 7.0 Piers

**7.1** Three ferries lie at a pier.

**7.2** A pier burns when a lamp falls; 6.6 does not apply.

"""
RULED = {
    "fog": "In fog no ferry leaves its pier.",
    "lamps": "A lamp burns for two turns and is thrown away.",
    "tides": "At ebb a ferry waits for one full turn, even with a lamp.",
    "wrecks": "A wrecked ferry is lifted for six pence.",
}
YEARS = {"fog": 4, "lamps": 5, "tides": 6, "wrecks": 6}
FERRY = WorkId("ferry")


def rulings(year: int) -> str:
    said = "\n".join(f"### {name.title()}\n\n- {RULED[name]}\n" for name, since in YEARS.items() if since <= year)
    return f"# Ferry Rulings\n\n## Clarifications\n\n{said}"


@cache
def game(emended: str = EMENDED) -> Kb:
    lacks = "profile: {lacks: [turn, tournament, card, errata, delayed]}"
    versions = "".join(
        f'      - {{id: fr-{year}, number: "{year}", date: "200{year}-03-01", path: fr-{year}.md, {lacks}}}\n'
        for year in (4, 5, 6)
    )
    head, _, rest = MANIFEST.partition("      - id: fr-1\n")
    manifest = load_manifest(Source.from_text("corpus.yml", f"{head}{versions}works:{rest.partition('works:')[2]}"))
    notes = "".join(
        f"[^{name}]: {said} See [FR 6, Clarifications, {name.title()}](fr-6.md#{name}).\n"
        for name, said in RULED.items()
    )
    texts = {f"fr-{year}.md": rulings(year).encode() for year in (4, 5, 6)}
    assert manifest.value is not None
    return build_kb(
        manifest.value, {**texts, "ferry.md": PUBLISHED.encode(), "emended.md": (emended + notes).encode()}
    ).value


def emendations(kb: Kb) -> tuple[Emendation, ...]:
    return kb.books[FERRY].emendations


def records(kb: Kb) -> Records:
    book = kb.books[FERRY]
    assert book.base is not None and book.emended is not None
    names = Names("ferry", "ferry")
    return extract_records(book.base.document, book.emended.document, names, book.emendations).records


def _causes(kb: Kb) -> dict[tuple[str, str], list[str]]:
    """What changes that come with others take out and put in, and the numbers in these."""
    found = {each.id: each for each in emendations(kb)}
    counted = [each for each in found.values() if each.comes_with]
    numbers = {name: re.findall(r"\d\.\d", each.published_text + each.emended_text)[:1] for name, each in found.items()}
    return {
        (each.published_text, each.emended_text): [*dict.fromkeys(n for name in each.comes_with for n in numbers[name])]
        for each in counted
    }


def compiled(kb: Kb, day: str) -> str:
    book = kb.books[FERRY]
    assert book.base is not None
    return compile_as_of(book.base.document, records(kb), voices_of(kb), read_date(day)).text


def test_a_number_that_only_counts_is_no_change_of_its_rule() -> None:
    weighty = [each.emended_text for each in emendations(game()) if each.substantive]
    assert len(weighty) == len(RULED)
    assert not [each for each in game().diagnostics if each.code.code in {"KB411", "KB446"}]
    counted = [each for each in emendations(game()) if each.comes_with]
    assert len(counted) == len(("6.3 of 6.1", "6.3", "6.4", "6.3 of 6.4", "6.6", "6.4 of 6.6", "6.6 of 7.2"))
    assert not any(each.footnotes for each in counted)


def test_a_number_comes_with_the_rules_put_in_before_it() -> None:
    assert _causes(game()) == {("2", "3"): ["6.2"], ("3", "4"): ["6.2"], ("4", "6"): ["6.2", "6.5"]}


@pytest.mark.parametrize(
    ("day", "numbers", "cited"),
    [
        ("2003-06-01", "6.1 6.2 6.3 6.4 7.1 7.2", "6.2 6.2 6.3 6.4"),
        ("2004-06-01", "6.1 6.2 6.3 6.4 6.6 7.1 7.2", "6.3 6.3 6.4 6.6"),
        ("2005-06-01", "6.1 6.2 6.3 6.4 6.6 7.1 7.2", "6.3 6.3 6.4 6.6"),
        ("2006-06-01", "6.1 6.2 6.3 6.4 6.5 6.6 7.1 7.2", "6.3 6.3 6.4 6.6"),
    ],
)
def test_the_book_of_a_day_has_no_number_twice(day: str, numbers: str, cited: str) -> None:
    text = compiled(game(), day)
    assert re.findall(r"^\*\*(\d\.\d)", text, re.MULTILINE) == numbers.split()
    assert re.findall(r"(?<!\*)\b\d\.\d(?! [CP])", text) == cited.split()
    assert text.count("[^lamps]") == (1 if day > "2005" else 0) + ("[^lamps]:" in text)


def test_what_a_number_comes_with_is_written_and_read() -> None:
    taken = records(game())
    written = write_records(taken)
    again = read_records(Source.from_text("records/ferry.yml", written)).value
    assert again is not None and {each.id: each.comes_with for each in again.records} == {
        each.id: each.comes_with for each in taken.records
    }
    assert written.count("comes_with:") == len([each for each in emendations(game()) if each.comes_with])
    wrong = written.replace("comes_with: [", "comes_with: [nothing, ", 1)
    told = read_records(Source.from_text("records/ferry.yml", wrong)).diagnostics
    assert [each.code.code for each in told] == ["KB602"] and "`nothing`" in told[0].message


def test_a_footnote_right_behind_a_number_is_of_the_number() -> None:
    kb = game(EMENDED.replace("**6.3** At", "**6.3**[^fog] At"))
    (noted,) = (each for each in emendations(kb) if each.comes_with and each.footnotes)
    assert (noted.emended_text, noted.footnotes, noted.substantive) == ("3", ("fog",), False)


def test_a_rule_taken_out_and_a_chapter_put_in_count_anew_what_stands_behind() -> None:
    emended = PUBLISHED.replace("**6.2** At ebb a ferry waits.\n\n", "").replace("See 6.2 for tides. ", "")
    emended = emended.replace("**6.3**", "**6.2**").replace("**6.4**", "**6.3**").replace("(see 6.3)", "(see 6.2)")
    new = "## 7.0 Weather\n\n**7.1** A storm lasts for a day.\n\n**7.2** In a storm no ferry crosses.\n\n"
    emended = emended.replace("## 7.0 P", f"{new}## 8.0 P").replace("**7.1** T", "**8.1** T")
    emended = emended.replace("**7.2** A pier", "**8.2** A pier").replace("6.4 does", "6.3 does")
    kb = game(emended)
    causes = _causes(kb)
    assert causes["3", "2"] == causes["4", "3"] == ["6.2"]
    assert causes["7", "8"] == ["7.0", "7.1", "7.2"]
    base, hand_made = kb.books[FERRY].base, kb.books[FERRY].emended
    assert base is not None and hand_made is not None
    assert compile_text(base.document, records(kb)).text == hand_made.document.source.text
