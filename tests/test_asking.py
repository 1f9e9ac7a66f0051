"""Rulings files that put their rulings as questions and answers."""

import pytest

from kb.attested import Change
from kb.corpus import load_manifest
from kb.model import CompendiumVersion
from kb.pipeline import build_kb
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.sentences import find_sentences
from kb.text import Source
from tests.test_successive_errata import CORPUS

HEAD = "# Digest\n\n## Rulings by Term\n\n### Bell\n\n"


def read(text: str) -> CompendiumVersion:
    return read_compendium(read_document(Source.from_text("a.md", HEAD + text)).value).value


@pytest.mark.parametrize(
    "text",
    [
        "**Q: How often does it ring?**\nA: A bell rings twice at noon.\n",
        "Q: How often does it ring?\n\nA: A bell rings twice at noon.\n",
        "- Q: How often does it ring?\n- A: A bell rings twice at noon.\n",
        "- Q: How often does it ring?\n  A: A bell rings twice at noon.\n",
        "Q: How often does it ring? A: A bell rings twice at noon.\n",
        "**Question:** How often does it ring?\n\n**Answer:** A bell rings twice at noon.\n",
    ],
)
def test_a_question_and_its_answer_are_one_ruling_which_says_what_the_answer_does(text: str) -> None:
    (statement,) = read(text).statements
    assert (statement.words, statement.context) == ("A bell rings twice at noon.", "How often does it ring?")
    words = (HEAD + text)[statement.span.start : statement.span.end]
    assert "How often" in words and "noon" in words
    assert [statement.words[each.start : each.end] for each in find_sentences(statement.words)] == [statement.words]


@pytest.mark.parametrize("answer", ["Yes, as often as the driver likes.", "Twice."])
def test_an_answer_that_says_little_alone_has_its_question(answer: str) -> None:
    (statement,) = read(f"Q: May a bell ring twice?\n\nA: {answer}\n").statements
    assert statement.words == f"May a bell ring twice? {answer}"


@pytest.mark.parametrize(
    "text",
    [
        "Q: May a bell ring twice?\n\n### Lamp\n\nA: A lamp burns at dusk.\n",
        "Q: May a bell ring twice?\n\nQ: May a lamp?\n",
        "A bell rings.\n\nA: A lamp burns at dusk.\n",
    ],
)
def test_what_is_not_answered_below_it_stays_as_it_is(text: str) -> None:
    statements = read(text).statements
    assert len(statements) == 2
    assert not any(each.context for each in statements)


def test_a_ruling_that_became_an_answer_is_the_same_ruling() -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS.format(sheet="2006-01-01"))).value
    assert manifest is not None
    old = f"{HEAD}- A bell rings twice at noon.\n"
    new = f"{HEAD}**Q: How often does it ring?**\nA: A bell rings twice at noon.\n"
    kb = build_kb(manifest, {"digest-1.md": old.encode(), "digest-2.md": new.encode()}).value
    (life,) = (each for chronicle in kb.chronicles.values() for each in chronicle.history.lives)
    assert [each.change for each in life.attestations] == [Change.FIRST_SEEN, Change.SAME]
    assert not [each for account in kb.accounts for each in account.unexplained]
