import re

from kb.model import CompendiumVersion, RulingId
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.rulings import card_of, find_rulings, home_of, kind_of, mint_id, own_words, slug_of, subject_of
from kb.text import Source

TEXT = """\
# K

## Turn Sequence

### General

- Wind is counted first.
- Rules Erratum: Kites need errata.

## Rulings by Term

#### Tail

- Rules Erratum: @ Wind is counted first. [Effective 1/2/98]
- Tails are heavy.
- See also Rulings by Term, [Tail](#tail).

## Tournament Rulings

- Dice are thrown.

## Card Errata and Rulings

#### The Loud Bell

- _Card Erratum_: Add "Bell."
- Makes a noise.

#### Small Bell

- _Card Erratum_: Add "Bell."
- Makes a noise.
- Gulls fear it.

## Errata Listing

### Rules Errata

- Wind is counted first.

### Card Errata

- **Loud Bell:** Add "Bell."

## Delayed Rulings

#### Rulings Effective 1/2/98

- Small Bell, Card Erratum: Add "Bell."
- Gulls fear it.
- Silk is cut first.
- The hill rules need errata. Read "hill" as "valley."
"""


def version(text: str = TEXT) -> CompendiumVersion:
    return read_compendium(read_document(Source.from_text("k.md", text)).value).value


def test_a_ruling_is_joined_from_all_its_places() -> None:
    rulings = find_rulings(version())
    joined = {ruling.id.rsplit("-", 1)[0]: len(ruling.statements) for ruling in rulings if len(ruling.statements) > 1}
    assert joined == {"tail": 3, "the-loud-bell": 2, "small-bell": 2}
    gulls = [ruling for ruling in rulings if ruling.statements[0].words == "Gulls fear it."]
    assert [len(ruling.statements) for ruling in gulls] == [2]
    assert sum(len(ruling.statements) for ruling in rulings) == len(
        [statement for statement in version().statements if not statement.reference]
    )


def test_equal_words_on_two_cards_are_two_rulings() -> None:
    noises = [ruling for ruling in find_rulings(version()) if ruling.statements[0].words == "Makes a noise."]
    assert sorted(ruling.term for ruling in noises) == ["Small Bell", "The Loud Bell"]
    assert len({ruling.id for ruling in noises}) == 2


def test_ids_are_made_of_the_words_alone() -> None:
    ids = [ruling.id for ruling in find_rulings(version())]
    assert all(re.fullmatch(r"[a-z0-9-]+-[a-z2-7]{6}", each) for each in ids)
    assert len(set(ids)) == len(ids)
    dressed = TEXT.replace("Tails are heavy.", "@ _Tails_ are **heavy**. \\[Effective 3/4/98]")
    assert [ruling.id for ruling in find_rulings(version(dressed))] == ids
    changed = TEXT.replace("Tails are heavy.", "Tails are -1 heavy.")
    assert [ruling.id for ruling in find_rulings(version(changed))] != ids


def test_kinds() -> None:
    kinds = {statement.words: kind_of(statement) for statement in version().statements}
    assert kinds["Kites need errata."] == "erratum"
    assert kinds["Tails are heavy."] == "clarification"
    assert kinds["Dice are thrown."] == "tournament ruling"
    assert kinds["Makes a noise."] == "card ruling"
    assert kinds["Silk is cut first."] == "delayed ruling"
    assert kinds['The hill rules need errata. Read "hill" as "valley."'] == "erratum"
    assert kinds['Loud Bell: Add "Bell."'] == "erratum"


def test_home_and_own_words() -> None:
    joined = next(ruling for ruling in find_rulings(version()) if len(ruling.statements) == 3)
    assert home_of(joined.statements).term == "Tail"
    assert joined.kind == "erratum"
    listed = next(each for each in version().statements if each.words.startswith("Loud Bell:"))
    assert own_words(listed) == 'Add "Bell."'


def test_slugs() -> None:
    assert slug_of("Company vs. Company") == "company-vs-company"
    assert slug_of("It's Bavor's/Druin's") == "its-bavorsdruins"
    assert slug_of("???") == "ruling"


def test_a_heading_is_about_the_same_however_it_is_written() -> None:
    assert {subject_of(each) for each in ("Ebb / Flow", "Ebb/Flow", "The Ébb/ Flow")} == {subject_of("ebb/flow")}
    assert subject_of("Ebb Flow") != subject_of("Ebb/Flow")


def test_however_often_the_same_is_said_each_has_an_id() -> None:
    taken: set[RulingId] = set()
    assert len({mint_id("Kite", ("wind", "is", "free"), taken) for _ in range(100)}) == 100


def test_a_numbered_heading_is_no_card() -> None:
    text = "# K\n\n## I. Turn Sequence\n\n### A. Dawn\n\nIt dawns.\n\n## II. Rulings by Term\n\n#### B. Air\n\nFree.\n"
    version = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    assert [(statement.term, card_of(statement)) for statement in version.statements] == [("Dawn", None), ("Air", None)]
