"""A footnote on words that stand as they were published vouches for nothing that is put in behind it."""

from kb.audit import find_all
from tests.kites import game, rulings

HOURS = '_Rules Erratum:_ Change "up to one hour" to "up to two hours."'
SIX = "A kite may never carry more than six strings."
PUBLISHED = "# Kites\n\n## Kite\n\nA kite flies up to two hours at night. A kite that is loaded has its strings up.\n"
EMENDED = (
    "# Kites\n\n## Kite\n\nA kite flies up to two hours at night.[^hours] A kite that is loaded has its strings up."
    f" {SIX}[^six]\n\n"
    f"[^hours]: {HOURS} See Kite Rulings 1, [Kite](/kr-1/#kite).\n"
    f"[^six]: {SIX} See Kite Rulings 2, [Kite](/kr-2/#kite).\n"
)


def test_a_marker_on_published_words_is_not_for_the_sentence_put_in_behind_it() -> None:
    versions = [rulings(Kite=f"{HOURS}\n{SIX}"), rulings(Kite=SIX)]
    kb = game(versions, PUBLISHED, emended=EMENDED)
    assert [
        each.message for each in find_all(kb) if each.code.code.startswith("KB44") or each.code.code == "KB468"
    ] == []
    hours, six = kb.footnotes["emended.md"]
    assert SIX not in hours.references[0].words and six.references[0].words == SIX
