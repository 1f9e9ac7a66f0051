"""A list of a version that says otherwise than the version does elsewhere: it states a ruling of its own, with its own
day, and does not repeat the one it denies."""

import pytest

from kb.attested import History
from kb.model import CompendiumVersion, VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.lives import follow

OWN = "An empty boat may not be sold."


def read_text(number: str, stated: str, delayed: str) -> CompendiumVersion:
    text = (
        f"# Ledger\n\n## Rulings by Term\n\n### Boats\n\n- {stated}\n- A boat has one mast.\n\n## Delayed Rulings\n\n"
    )
    document = read_document(Source.from_text("l.md", f"{text}### Rulings Effective 5/1/99\n\n- {delayed}\n")).value
    declared = Declared(version=VersionId(f"l-{number}"), compendium="L", number=number, date=f"1999-0{number}")
    return read_compendium(document, declared).value


def told(history: History) -> dict[str, tuple[str, ...]]:
    """Each ruling in its newest words, with the day from which it holds."""
    return {life.newest.text: life.newest.effective for life in history.lives}


@pytest.mark.parametrize(
    "delayed", ["An empty boat may be sold to the harbour.", "An empty boat may be sold.", "An empty boat is sold."]
)
def test_what_denies_a_ruling_of_the_version_is_another(delayed: str) -> None:
    found = told(follow([read_text("4", OWN, delayed)]))
    assert found == {OWN: (), "A boat has one mast.": (), delayed: ("1999-05-01",)}


def test_what_repeats_it_gives_it_a_day() -> None:
    found = told(follow([read_text("4", OWN, "An empty boat may not be sold to anyone.")]))
    assert found == {OWN: ("1999-05-01",), "A boat has one mast.": ()}


def test_what_a_newer_version_denies_goes_on_in_it() -> None:
    older, newer = "An empty boat may be sold.", "An empty boat may not be sold."
    found = follow([read_text("3", "A boat has oars.", older), read_text("4", newer, "A boat has a keel.")])
    assert [life.attestations[0].text for life in found.lives if life.newest.text == newer] == [older]


def test_an_erratum_that_the_list_quotes_in_part_is_repeated() -> None:
    order = "Rules Erratum: Change the first sentence to read:"
    stated = f'{order} "An empty boat may not be moored at the same pier as a gull."'
    delayed = f'{order} "... at the same pier as a gull."'
    found = follow([read_text("4", stated, delayed)])
    assert sorted(told(found).values()) == [(), ("1999-05-01",)]
