"""Records and their authorities: a small emended text against its published one and its rulings."""

import pytest

from kb.align import align
from kb.authorities import index_rulings, trace_authorities
from kb.citations import verify_footnotes
from kb.consulting import consult
from kb.emendations import find_emendations
from kb.model import Document
from kb.provenance import AuthorityStatus, Emendation, Relation
from kb.readers.compendium import read_compendium
from kb.rulings import find_rulings
from kb.sources.addresses import gather_sources
from kb.text import Source
from tests.applying import read_named as read
from tests.kites import game

PUBLISHED = """\
# Kites

Kites are flown from hills by crews of two.

A crew lands when the wind falls, and rests.

Gulls are not kites.
"""
EMENDED = """\
# Kites

Kites are flown from hills and towers by crews of two.[^towers]

A crew lands when the wind falls, and rests. A landed crew may not fly again before the next morning.[^land]

> **Clarification:** Whoever holds the string of a kite is its flyer. A kite is one string long.[^string]

Gulls are not kites. No gull was ever asked.[^gull] Nobody sails at night without a lantern.[^silk]

[^towers]: Towers count as hills for every kite flown from them. See Kite Rulings 3, [Tower](/kite-rulings-3/#tower).
[^land]: See Kite Rulings 3, Rulings by Term, [Landing](/kite-rulings-3/#landing).
[^string]: See Kite Rulings 3, Rulings by Term, [String](/kite-rulings-3/#string).
[^gull]: An old joke of the printers.
[^silk]: Nobody sails at night without a lantern. See Kite Rulings 3, [String](/kite-rulings-3/#string).
"""
RULINGS = """\
---
title: Kite Rulings 3
permalink: /kite-rulings-3/
---

# K

## Rulings by Term

#### Landing

- A landed crew may not fly again before the next morning. [Effective 3/4/01]

#### Night

- Nobody sails at night without a lantern.

#### String

- A kite is one string long.

#### Tower

- Towers count as hills for every kite flown from them.

## Card Errata and Rulings

#### Bell

- Rings.
"""


def trace() -> dict[str, Emendation]:
    published, emended, rulings = read("p.md", PUBLISHED), read("e.md", EMENDED), read("r.md", RULINGS)
    version = read_compendium(rulings).value
    records = find_emendations(published, emended, align(published, emended))
    sources = gather_sources([emended, rulings], [version])
    verdicts = verify_footnotes(emended, sources, records).value
    traced = trace_authorities(records, emended, verdicts, sources, index_rulings(find_rulings(version)))
    assert len(traced) == len(records)
    return {record.footnotes[0]: record for record in traced if record.footnotes}


def relation(record: Emendation) -> tuple[Relation | None, list[str]]:
    (authority,) = record.authorities
    return authority.relation, [ruling.rsplit("-", 1)[0] for ruling in authority.rulings]


def test_changed_words_are_compared_with_the_cited_rulings() -> None:
    traced = trace()
    assert relation(traced["land"]) == (Relation.VERBATIM, ["landing"])
    assert relation(traced["towers"]) == (Relation.ADAPTED, ["tower"])
    assert relation(traced["string"]) == (Relation.NEAR, ["string"])


def test_words_that_do_not_stand_in_the_cited_place_are_not_found_there() -> None:
    record = trace()["silk"]
    assert relation(record) == (Relation.NOT_FOUND, ["night"])
    assert record.authority_status is AuthorityStatus.CITED


def test_a_footnote_that_names_no_work_is_no_authority() -> None:
    record = trace()["gull"]
    assert record.authority_status is AuthorityStatus.NO_WORK
    assert relation(record) == (None, [])


def test_a_record_takes_the_date_of_its_ruling() -> None:
    traced = trace()
    assert traced["land"].effective == "2001-03-04"
    assert traced["towers"].effective is None


def test_of_a_new_paragraph_each_footnote_supports_the_sentences_before_its_marker() -> None:
    night, landing = (
        "Nobody sails at night without a lantern.",
        "A landed crew may not fly again before the next morning.",
    )
    published, rulings = read("p.md", PUBLISHED), read("r.md", RULINGS + "\n- A landed crew sleeps.\n")
    emended = read(
        "e.md",
        PUBLISHED
        + f"\n{night}[^night] {landing}[^rest]\n\n"
        + f"[^night]: {night} See Kite Rulings 3, [Night](/kite-rulings-3/#rulings-by-term).\n"
        + "[^rest]: See Kite Rulings 3, [Landing](/kite-rulings-3/#rulings-by-term).\n",
    )
    version = read_compendium(rulings).value
    records = find_emendations(published, emended, align(published, emended))
    sources = gather_sources([emended, rulings], [version])
    verdicts = verify_footnotes(emended, sources, records).value
    traced = trace_authorities(records, emended, verdicts, sources, index_rulings(find_rulings(version)))
    (record,) = (each for each in traced if len(each.footnotes) > 1)
    told = [(each.relation, [ruling.rsplit("-", 1)[0] for ruling in each.rulings]) for each in record.authorities]
    assert told == [(Relation.VERBATIM, ["night"]), (Relation.VERBATIM, ["landing"])]


def test_a_paragraph_made_of_several_rulings_rests_on_each_that_a_sentence_of_it_states() -> None:
    dusk = (
        "A lantern that hangs on a pier at dusk counts as lit for whoever sails there, unless the keeper of that pier"
    )
    dusk += " has doused it with the water of the bay."
    fog = "Fog hides a pier from every crew that has not landed on it before."
    told = (
        "A lantern that hangs on any pier at dusk is lit for your crew when it sails there, but not where a keeper has"
    )
    told += (
        " doused it with water of the bay. Fog hides a pier from every crew that has not landed on it before that day."
    )
    published = read("p.md", PUBLISHED)
    rulings = read("r.md", f"{RULINGS}\n## Rulings by Term, more\n\n#### Pier\n\n- {dusk}\n- {fog}\n- Piers burn.\n")
    note = "[^pier]: See Kite Rulings 3, [Pier](/kite-rulings-3/#pier)."
    emended = read("e.md", f"{PUBLISHED}\n{told}[^pier]\n\n{note}\n")
    version = read_compendium(rulings).value
    records = find_emendations(published, emended, align(published, emended))
    sources = gather_sources([emended, rulings], [version])
    verdicts = verify_footnotes(emended, sources, records).value
    ids = index_rulings(find_rulings(version))
    (record,) = (each for each in trace_authorities(records, emended, verdicts, sources, ids) if each.footnotes)
    (authority,) = record.authorities
    named = {ruling for each in version.statements if each.words in {dusk, fog} for ruling in ids.of(each)}
    assert (authority.relation, len(named)) == (Relation.ADAPTED, 2)
    assert set(authority.rulings) == named


def trace_one(published: Document, emended: Document, rulings: Document) -> Emendation:
    """The only change with a footnote, with its authorities."""
    version = read_compendium(rulings).value
    records = find_emendations(published, emended, align(published, emended))
    sources = gather_sources([emended, rulings], [version])
    verdicts = verify_footnotes(emended, sources, records).value
    traced = trace_authorities(records, emended, verdicts, sources, index_rulings(find_rulings(version)))
    (record,) = (each for each in traced if each.footnotes)
    return record


@pytest.mark.parametrize(("opens", "closes"), [("(", ")"), ("—", "—")])
def test_a_ruling_put_into_a_sentence_word_for_word_is_verbatim(opens: str, closes: str) -> None:
    fog = "Fog hides a pier from every crew that has not landed on it before"
    published = read("p.md", PUBLISHED)
    rulings = read("r.md", f"{RULINGS}\n## Rulings by Term, more\n\n#### Pier\n\n- {fog}.\n- Piers burn.\n")
    own = PUBLISHED.replace("wind falls, and rests", f"wind falls {opens}{fog.lower()}{closes}[^pier], and rests")
    emended = read("e.md", f"{own}\n[^pier]: See Kite Rulings 3, [Pier](/kite-rulings-3/#pier).\n")
    record = trace_one(published, emended, rulings)
    assert relation(record) == (Relation.VERBATIM, ["pier"])


def test_of_a_footnote_defined_twice_the_last_counts() -> None:
    night = "Nobody sails at night without a lantern."
    published, rulings = read("p.md", PUBLISHED), read("r.md", RULINGS)
    notes = "".join(
        f"[^n]: See Kite Rulings 3, [{name}](/kite-rulings-3/#{name.lower()}).\n" for name in ("String", "Night")
    )
    emended = read("e.md", f"{PUBLISHED}\n{night}[^n]\n\n{notes}")
    record = trace_one(published, emended, rulings)
    assert relation(record) == (Relation.VERBATIM, ["night"])


OTHERS = """\
---
title: Kite Rulings 3
permalink: /kite-rulings-3/
---

# K

## Rulings by Term

#### Silk

- A crew that flies a torn silk kite at dusk may not land on a hill.
- Wherever the rules speak of silk, read waxed linen.
- No crew may fly at night. A crew of the watch is bound by this as well: No crew may fly at night.
- The keeper of the winch is bound by this as well: no crew may fly at night.
- The winch of a tower weighs three stone, not two.
- Ignore “A crew that lost its string waits on the hill until noon.”
"""


def trace_silk(published: str, emended: str, footnotes: str) -> list[tuple[Relation | None, list[str]]]:
    """The relation and the first words of the rulings of each authority of the records with footnotes."""
    old, new = read("p.md", f"# Kites\n\n{published}\n"), read("e.md", f"# Kites\n\n{emended}\n\n{footnotes}\n")
    rulings = read("r.md", OTHERS)
    version = read_compendium(rulings).value
    records = find_emendations(old, new, align(old, new))
    sources = gather_sources([new, rulings], [version])
    verdicts = verify_footnotes(new, sources, records).value
    found = find_rulings(version)
    words = {ruling.id: " ".join(ruling.statements[-1].words.split()[:3]) for ruling in found}
    traced = trace_authorities(records, new, verdicts, sources, index_rulings(found))
    return [
        (each.relation, [words[ruling] for ruling in each.rulings]) for record in traced for each in record.authorities
    ]


SILK = "See Kite Rulings 3, Rulings by Term, [Silk](/kite-rulings-3/#silk)."


@pytest.mark.parametrize(
    "quote",
    [
        "Wherever the rules speak of silk, read waxed linen.",
        "Whenever these rules anywhere speak of silk, one reads waxed linen.",
    ],
)
def test_words_put_in_rest_on_the_ruling_their_footnote_tells_not_on_one_more_like_the_sentence(quote: str) -> None:
    told = trace_silk(
        "A crew that flies a torn silk kite may land on a hill.",
        "A crew that flies a torn waxed linen kite may land on a hill.[^silk]",
        f"[^silk]: {quote} {SILK}",
    )
    assert told == [(Relation.ADAPTED, ["Wherever the rules"])]


def test_words_put_in_rest_on_the_ruling_quoted_that_has_more_of_them_than_one_more_like_the_sentence() -> None:
    told = trace_silk(
        "A crew that flies a torn silk kite at dusk may land on a hill.",
        "A crew that flies a torn silk kite at dusk may land on a hill, never bound to a winch.[^silk]",
        f"[^silk]: The keeper of the winch is bound by this as well: no crew may fly at night. {SILK}",
    )
    assert told == [(Relation.ADAPTED, ["The keeper of"])]


@pytest.mark.parametrize(
    "emended", ["A crew may land on a hill or a tower only.", "A crew may then land on a hill or a tower."]
)
def test_small_words_put_in_rest_on_the_ruling_their_footnote_quotes(emended: str) -> None:
    quote = "Wherever the rules speak of silk, read waxed linen."
    told = trace_silk("A crew may land on a hill or a tower.", f"{emended}[^silk]", f"[^silk]: {quote} {SILK}")
    assert told == [(Relation.ADAPTED, ["Wherever the rules"])]


def test_words_struck_inside_a_sentence_rest_on_the_ruling_their_footnote_quotes_that_has_them() -> None:
    told = trace_silk(
        "A crew that lost its torn kite, not two, sits on a hill.",
        "A crew that lost its torn kite sits on a hill.[^silk]",
        f"[^silk]: The winch of a tower weighs three stone, not two. {SILK}",
    )
    assert told[0] == (Relation.ADAPTED, ["The winch of"])


def test_a_sentence_that_several_rulings_state_rests_on_the_one_its_footnote_quotes() -> None:
    told = trace_silk(
        "Gulls are not kites.",
        "Gulls are not kites. No crew may fly at night.[^night][^winch]",
        f"[^night]: {SILK}\n\n[^winch]: The keeper of the winch is bound by this as well: no crew may fly at night. "
        + SILK,
    )
    assert told[1] == (Relation.VERBATIM, ["The keeper of"])


def test_a_sentence_taken_out_rests_on_the_ruling_in_the_cited_place_that_repeats_it() -> None:
    told = trace_silk(
        "Gulls are not kites. A crew that lost its string waits on the hill until noon. Kites are.",
        "Gulls are not kites.[^silk] Kites are.",
        f"[^silk]: {SILK}",
    )
    assert told == [(Relation.POINTER, ["Ignore “A crew"])]


TOLL = (
    "Once a month, after breakfast, the sleepy collector of tolls asks each visitor who came by the valley road for "
    "two large bundles of red beads wrapped inside yesterday's newspaper."
)


@pytest.mark.parametrize(
    ("published", "emended", "told"),
    [
        (TOLL, TOLL.replace("red beads", "waxed linen"), [(Relation.ADAPTED, ["Wherever the rules"])]),
        (TOLL, TOLL.replace("two", "three"), [(Relation.ADAPTED, ["The winch of"])]),
        (TOLL, TOLL.replace("sleepy", "waxed"), [(Relation.NOT_FOUND, [])]),
    ],
)
def test_a_pointer_leads_to_the_one_ruling_of_the_cited_place_that_has_the_words_put_in(
    published: str, emended: str, told: list[tuple[Relation, list[str]]]
) -> None:
    assert trace_silk(published, f"{emended}[^silk]", f"[^silk]: {SILK}") == told


@pytest.mark.parametrize(
    ("term", "words", "rulings"),
    [
        ("Landing", "A landed crew may not fly again before the next morning.", ["landing"]),
        ("Hill", "No kite is flown from a hill in rain.", []),
    ],
)
def test_among_bare_files_a_ruling_of_an_older_one_is_that_of_the_same_words_in_the_newest(
    term: str, words: str, rulings: list[str]
) -> None:
    hill = "#### Hill\n\n- No kite is flown from a hill in rain.\n\n#### Landing"
    older = RULINGS.replace("ulings 3", "ulings 2").replace("ulings-3", "ulings-2").replace("#### Landing", hill)
    note = f"[^a]: See Kite Rulings 2, [{term}](/kite-rulings-2/#{term.lower()})."
    texts = {"e.md": f"{PUBLISHED}\n{words}[^a]\n\n{note}\n", "p.md": PUBLISHED, "2.md": older, "3.md": RULINGS}
    checked, *against = (Source.from_text(name, text) for name, text in texts.items())
    (book,) = (book for book in consult([checked], against).value.books.values() if book.emendations)
    (record,) = (each for each in book.emendations if each.footnotes)
    assert relation(record) == (Relation.VERBATIM, rulings)


TOWED = "A towed kite may not pass the pier."
LOST = "A kite lost at sea is out of the game."
RED = "A red kite may not pass the pier at night."
WIND = "In a strong wind no kite may leave the pier."
CALM = "Kites stay at the pier while a strong wind blows."
VERSIONS = (
    f"# KR\n\n## Rulings by Term\n\n### Kite\n\n{TOWED} {LOST}\n\n### Colours\n\n{RED}\n\n### Wind\n\n{WIND}\n",
    f"# KR\n\n## Rulings by Term\n\n### Kite\n\n- {LOST}\n\n- {TOWED}\n\n- A kite at the pier pays.\n\n"
    f"### Wind\n\n{CALM}\n",
)


def trace_two_versions(
    change: str, note: str, versions: tuple[str, ...] = VERSIONS
) -> tuple[Relation | None, list[str], str | None]:
    book = "# Kites\n\nA kite flies."
    kb = game(versions, f"{book}\n", f"{book} {change}[^a]\n\n[^a]: {note}\n")
    (record,) = (each for book in kb.books.values() for each in book.emendations if each.authorities)
    wordings = {life.id: life.newest.text for each in kb.chronicles.values() for life in each.history.lives}
    (authority,) = record.authorities
    return authority.relation, [wordings[each] for each in authority.rulings], record.effective


@pytest.mark.parametrize("note", ["{} See KR 1, Kite.", "See KR 1, Kite."])
@pytest.mark.parametrize("ruling", [TOWED, LOST])
def test_of_rulings_fused_in_a_paragraph_a_change_rests_on_the_one_it_states(ruling: str, note: str) -> None:
    assert trace_two_versions(ruling, note.format(ruling)) == (Relation.VERBATIM, [ruling], None)
    assert trace_two_versions(f"{TOWED} {LOST}", "See KR 1, Kite.")[1] == [LOST, TOWED]


def test_of_fused_rulings_that_one_is_meant_of_whose_own_words_the_change_has_more() -> None:
    """By the share of them, not by their number."""
    lost = "A kite that is lost at sea in a storm of autumn counts as sunk for its crew."
    versions = tuple(each.replace(TOWED, "Gulls never sleep.").replace(LOST, lost) for each in VERSIONS)
    found = trace_two_versions("Gulls never sleep in a storm at sea.", "See KR 1, Kite.", versions)
    assert found[1] == ["Gulls never sleep."]


def test_a_change_whose_footnote_quotes_another_version_rests_on_nothing_like_it_by_chance() -> None:
    assert trace_two_versions("Red kites may not pass the pier.", f"{RED} See KR 2.") == (Relation.NOT_FOUND, [], None)
    kind, rulings, _ = trace_two_versions("Red kites may not pass the pier.", f"{RED} See KR 1.")
    assert (kind, rulings) == (Relation.ADAPTED, [RED])


@pytest.mark.parametrize("place", ["KR 2, Piers", "KR 2, Rulings by Term, Piers"])
def test_words_like_a_ruling_of_no_heading_rest_on_nothing_where_neither_quotation_nor_heading_is_there(
    place: str,
) -> None:
    """Somewhere in a whole text stands always something alike; a heading that is there, or no heading, is a place."""
    change, quote = "Kites stay at the pier while a flock of gulls blows by.", "Piers may hold four crews."
    assert trace_two_versions(change, f"{quote} See {place}.") == (Relation.NOT_FOUND, [], None)
    assert trace_two_versions(change, f"{quote} See KR 2, Wind.")[:2] == (Relation.ADAPTED, [CALM])
    assert trace_two_versions(CALM, f"{quote} See {place}.")[:2] == (Relation.VERBATIM, [CALM])
    book = "# Kites\n\nA kite flies."
    kb = game(VERSIONS, f"{book}\n", f"{book} {change}[^a]\n\n[^a]: {quote} See {place}.\n")
    ((reference,),) = (each.references for notes in kb.footnotes.values() for each in notes)
    assert (reference.relation, reference.sources) == (Relation.NOT_FOUND, ())


@pytest.mark.parametrize("quote", [WIND, "This was asked at every meeting of the harbour."])
def test_a_change_is_adapted_from_its_ruling_whatever_its_footnote_quotes_of_an_older_wording(quote: str) -> None:
    kind, rulings, _ = trace_two_versions("In a strong wind kites stay at the pier.", f"{quote} See KR 2, Wind.")
    assert (kind, rulings) == (Relation.ADAPTED, [CALM])


PAID = "A kite at the pier pays."
TURNED = (VERSIONS[0], VERSIONS[1].replace(TOWED, "No towed kite goes beyond the pier unless its crew is aboard."))


@pytest.mark.parametrize(
    ("versions", "cited", "relation"),
    [
        pytest.param(VERSIONS, 1, Relation.NOT_FOUND, id="beside the ruling it is like, fused there with another"),
        pytest.param(TURNED, 1, Relation.ADAPTED, id="the ruling it is like has other words beside it"),
        pytest.param(VERSIONS, 2, Relation.VERBATIM, id="where the footnote says"),
    ],
)
def test_a_ruling_put_in_word_for_word_is_its_authority_whatever_version_is_cited(
    versions: tuple[str, ...], cited: int, relation: Relation
) -> None:
    assert trace_two_versions(PAID, f"{PAID} See KR {cited}, Kite.", versions) == (relation, [PAID], None)


def test_words_that_two_rulings_of_another_version_have_rest_on_neither() -> None:
    apart = f"- {PAID} A gull does not.\n\n### Wind\n\n- {PAID} So does whoever moors there in a strong wind.\n"
    versions = VERSIONS[0], VERSIONS[1].replace(f"- {PAID}\n\n### Wind\n", apart)
    assert trace_two_versions(PAID, f"{PAID} See KR 1, Kite.", versions) == (Relation.NOT_FOUND, [], None)


SLEDGES = """\
---
title: Kite Rulings 3
permalink: /kite-rulings-3/
---

# K

## Rulings by Term

#### Sledge

- When it is counted how much a sledge may carry, leave out broken runners. The easy way to do this is to weigh the sledge after the race.
- A torn sail counts as a broken sail of the sledge.
- You may not paint broken runners.
"""  # noqa: E501


@pytest.mark.parametrize(
    ("quoted", "told"),
    [
        ("When it is counted how much a sledge may carry, leave out broken runners.", "When it"),
        ("You may not paint broken runners.", "You may"),
        ("A torn sail counts as a broken sail of the sledge.", "You may"),
    ],
)
def test_of_rulings_on_a_term_the_one_is_meant_that_the_footnote_quotes_where_it_has_more_of_the_words(
    quoted: str, told: str
) -> None:
    published, rulings = read("p.md", PUBLISHED), read("r.md", SLEDGES)
    note = f"[^n]: {quoted} See Kite Rulings 3, [Sledge](/kite-rulings-3/#sledge)."
    emended = PUBLISHED.replace("and rests.", "and rests. Leave out broken runners for this.[^n]")
    record = trace_one(published, read("e.md", f"{emended}\n{note}\n"), rulings)
    (authority,) = record.authorities
    words = {each.id: each.statements[-1].words for each in find_rulings(read_compendium(rulings).value)}
    assert authority.relation is Relation.ADAPTED
    assert [words[each].startswith(told) for each in authority.rulings] == [True]


def test_of_markers_side_by_side_each_rests_on_the_ruling_its_footnote_quotes() -> None:
    leaves = (
        "A flyer who leaves the hill in the afternoon takes no part in the count of the kites before the next morning."
    )
    count = "The count of the kites is told at once, with a least count of one."
    told = (
        "If a flyer leaves the hill in the afternoon he takes no part in the count of the kites before the next"
        " morning, and any count of the kites is told at once, with a least count of one."
    )
    published = read("p.md", f"{PUBLISHED}\nA flyer who leaves the hill stays in the count.\n")
    rulings = read(
        "r.md", f"{RULINGS}\n## Rulings by Term, more\n\n#### Count\n\n- {leaves}\n- {count}\n- Kites burn.\n"
    )
    source = "See Kite Rulings 3, [Count](/kite-rulings-3/#count)."
    notes = f"[^a]: {leaves} {source}\n[^b]: {count} {source}\n"
    version = read_compendium(rulings).value
    ids = index_rulings(find_rulings(version))
    said = {each.words: set(ids.of(each)) for each in version.statements}
    emended = read("e.md", f"{PUBLISHED}\n{told}[^a][^b]\n\n{notes}")
    records = find_emendations(published, emended, align(published, emended))
    sources = gather_sources([emended, rulings], [version])
    verdicts = verify_footnotes(emended, sources, records).value
    traced = [each for each in trace_authorities(records, emended, verdicts, sources, ids) if each.footnotes]
    assert traced
    for record in traced:
        assert [set(each.rulings) for each in record.authorities] == [said[leaves], said[count]]
        assert [each.relation for each in record.authorities] == [Relation.ADAPTED, Relation.ADAPTED]
