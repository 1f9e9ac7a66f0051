import json
import re
import sqlite3
from contextlib import closing
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from kb.answers.search import Group, Hit, Kind, Record, list_hits, render_hits
from kb.cli import build_app
from kb.cli._quick_search import search_quickly
from kb.queries.terms import know_terms
from kb.search import SearchIndex, open_index, write_index
from kb.search._meant import spoken_words
from kb.search.gather import gather_records
from kb.search.ranking import RANKING
from kb.store import keep, state_of
from kb.terms import Inventory, Term, TermKind, name_key
from kb.tools.builders import read_templates
from tests.built import LANTERN, ROOT
from tests.knowing import lantern
from tests.made_pages import build_pages
from tests.same_named import read, with_cards

RECORDS = (
    Record(Kind.TERM, "kites", "Kites", "", "/rulings/term/kites/", ("Kites", "gliders")),
    Record(Kind.TERM, "wind", "Wind", "", "/rulings/term/wind/", ("Wind",)),
    Record(Kind.CARD, "red-kite", "Red Kite", "Flies high.", "/rulings/card/red-kite/", ("Red Kite",)),
    Record(Kind.RULING, "wind-aaaaaa", "Wind", "Wind lifts kites, kites and kites.", "/w#a", ("Wind",), "wind-aaaaaa"),
    Record(Kind.RULING, "kites-bbbbbb", "Kites", "Not to be cut before noon on the far field.", "/k#b", ("Kites",)),
    Record(Kind.RULING, "kites-cccccc", "Kites", "They are paper.", "/k#c", ("Kites",), weight=-0.5),
    Record(Kind.CLAUSE, "top.p1", "Book", "A kite in an under-tower.", "/b#top.p1", work="b", edition="emended"),
    Record(Kind.CLAUSE, "top.p2", "Book", "The Éomund knots, overtower.", "/b#top.p2", work="b", edition="published"),
)


def inventory() -> Inventory:
    named = [("Kites", "Kites", "gliders"), ("Wind", "Wind"), ("Under-tower", "Under-tower")]
    terms = [Term(TermKind.TERM, name_key(name), name, tuple(names)) for name, *names in named]
    return Inventory.of([*terms, Term(TermKind.CARD, "redkite", "Red Kite", ("Red Kite",))])


@cache
def index() -> SearchIndex:
    return SearchIndex.of(RECORDS, inventory())


def ids(words: str, *kinds: Kind, limit: int = 20) -> list[str]:
    return [hit.record.id for hit in index().find(words, kinds, limit).hits]


@cache
def lantern_records() -> tuple[Record, ...]:
    return gather_records(lantern(), know_terms(lantern()))


@cache
def lantern_index() -> SearchIndex:
    return SearchIndex.of(lantern_records(), know_terms(lantern()))


def test_an_index_that_nobody_holds_is_closed() -> None:
    index = SearchIndex.of(RECORDS, inventory())
    database = index.database
    del index
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("select 1")


def test_the_term_then_its_rulings_then_what_has_the_words() -> None:
    assert ids("kite") == ["kites", "kites-bbbbbb", "kites-cccccc", "red-kite", "wind-aaaaaa", "top.p1"]


def test_a_ruling_under_a_term_of_several_goes_before_others() -> None:
    assert ids("kites wind")[0] == "wind-aaaaaa"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("KITES", "kites"),
        ("glider", "kites"),
        ("gliders noon", "kites-bbbbbb"),
        ("undertower", "top.p1"),
        ("under-tower", "top.p1"),
        ("under towers", "top.p1"),
        ("over-tower", "top.p2"),
        ("Eomund", "top.p2"),
        ("éomund", "top.p2"),
        ("lifting", "wind-aaaaaa"),
        ('"far field"', "kites-bbbbbb"),
        ("fie*", "kites-bbbbbb"),
        ("wind-aaaaaa", "wind-aaaaaa"),
    ],
)
def test_any_spelling_finds_it(words: str, found: str) -> None:
    assert found in ids(words)


def test_words_that_tell_nothing_are_no_part_of_a_question_that_has_others() -> None:
    assert ids("what is a kite") == ids("kite")
    assert index().find("Can the kites be there?").did_you_mean == ()
    assert ids("of the") == ids("the of")
    assert ids('"what is a kite"') == []


def test_a_word_of_a_million_letters_takes_no_longer_than_others() -> None:
    record = Record(Kind.CLAUSE, "long", "Book", f"{'w' * 1_000_000} in the under-towns.", "/b#long")
    assert [hit.record.id for hit in SearchIndex.of((record,), inventory()).find("undertowns").hits] == ["long"]


def test_texts_in_which_the_words_stand_close_come_first() -> None:
    """Before a shorter text that has them apart, and one under the name of the one that has but the other."""
    between = "so it was held at the long quay, and"
    texts = {
        "apart": f"Ropes are tarred; {between} masts too.",
        "close": f"Masts and ropes are kept dry; {between} what is wet is hung in the open air of the loft.",
        "named": "Masts.",
    }
    records = [
        Record(Kind.CLAUSE, each, "Ropes" if each == "named" else "Book", text, f"/b#{each}")
        for each, text in texts.items()
    ]
    found = SearchIndex.of(records, inventory()).find("is a rope on the mast")
    assert found.hits[0].record.id == "close"
    assert {hit.record.id for hit in found.hits} == set(texts)


@pytest.mark.parametrize(
    ("asked", "found", "having"),
    [
        ("oil for ropes", ["both"], 1),  # of two words none may be lacking
        ("oil for ropes in winter", ["both", "all but"], 1),
        ("snow for old ropes in winter storms", ["all but", "both"], 0),
        ('"oil and ropes" in winter snow', ["both"], 0),
        ("snow on old masts", ["one", "both", "all but"], 0),  # no more than half: what has any
        ("snow hail masts", ["one"], 0),
    ],
)
def test_where_little_has_all_words_what_has_most_follows(asked: str, found: list[str], having: int) -> None:
    texts = {"both": "Oil and ropes are old in winter.", "all but": "Ropes are wet in winter storms, and old."}
    texts |= {"one": "Masts.", "none": "Quays."}
    records = [Record(Kind.CLAUSE, name, "Book", text, f"/b#{name}") for name, text in texts.items()]
    results = SearchIndex.of(records, inventory()).find(asked)
    assert ([hit.record.id for hit in results.hits], results.with_all) == (found, having)
    assert results.total == len(found)


@pytest.mark.parametrize("asked", ["omalley", "OMalley", "malley", "o'malley", "O’Malley's"])
@pytest.mark.parametrize("written", ["O'Malley", "O’Malley", "O’Malley’s", "o'malley's"])
def test_a_word_with_an_apostrophe_inside_is_found_with_it_and_without(asked: str, written: str) -> None:
    records = [Record(Kind.CLAUSE, "own", "Book", f"The boat is {written} boat.", "/b#own")]
    records.append(Record(Kind.CLAUSE, "other", "Book", "Nobody's boat.", "/b#other"))
    assert [hit.record.id for hit in SearchIndex.of(records, inventory()).find(asked).hits] == ["own"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Der Fluß ist breit", ("Fluß", "fluss", "FLUSS", "fluß breit", "Flu*", '"Fluß ist"')),
        ("Björn and Æther and Łódź", ("bjorn", "aether", "Æther", "lodz", "łódź and aether")),
        ("The ﬁre burns", ("fire", "ﬁre", "fire burns")),
    ],
)
def test_letters_that_stand_for_two_or_that_no_keyboard_has(written: str, asked: tuple[str, ...]) -> None:
    own = Record(Kind.CLAUSE, "own", "Book", written, "/b#own")
    found = SearchIndex.of([own, Record(Kind.CLAUSE, "other", "Book", "Nobody's boat.", "/b#other")], inventory())
    assert [[hit.record.id for hit in found.find(words).hits] for words in asked] == [["own"]] * len(asked)


def test_words_that_nothing_has_do_not_hide_the_term_that_the_others_name() -> None:
    assert ids("kites xyzzyx")[:2] == ["kites", "kites-bbbbbb"]
    assert ids("xyzzyx glider qwrtpl")[0] == "kites"


def test_where_nothing_has_most_words_a_ruling_on_a_term_among_them_comes_first() -> None:
    found = index().find("paper wind")
    assert found.hits[0].record.id == "wind-aaaaaa"
    assert {hit.record.id for hit in found.hits} == {"wind-aaaaaa", "wind", "kites-cccccc"}
    assert found.with_all == 0


def test_a_text_that_has_all_words_far_apart_stands_among_those_that_lack_one() -> None:
    far = f"Oil. {'So it was held at the long quay. ' * 8} Ropes. {'Nobody knows why. ' * 8} Winter."
    texts = {"far": far, "near": "Ropes are wet in winter.", "all": "In winter ropes want oil."}
    texts |= {f"other {number}": f"Boat {number} is painted." for number in range(20)}
    records = [Record(Kind.CLAUSE, name, "Book", text, f"/b#{name}") for name, text in texts.items()]
    results = SearchIndex.of(records, inventory()).find("oil ropes winter")
    assert [hit.record.id for hit in results.hits] == ["all", "near", "far"]
    assert (results.total, results.with_all) == (3, 2)


def test_what_is_no_longer_said_under_a_term_of_the_question_is_not_first() -> None:
    names, text = ("Kites",), "Kites of paper are flown from the quay."
    ended = Record(Kind.RULING, "ended", "Kites", "Kites of paper.", "/k#e", names, weight=-0.5)
    clause = Record(Kind.CLAUSE, "clause", "Book", text, "/b#c")
    held = Record(Kind.RULING, "held", "Kites", f"{text} They are not paper when it rains, or in fog.", "/k#h", names)
    found = SearchIndex.of([ended, clause, held], inventory()).find("paper kites flown")
    assert [hit.record.id for hit in found.hits] == ["held", "clause", "ended"]
    found = SearchIndex.of([ended, clause, held], inventory()).find("paper kites")
    assert [hit.record.id for hit in found.hits] == ["held", "clause", "ended"]


@pytest.mark.parametrize("typed", ["tarre", "tarred ro", "the tarred r", "ropes tarred", "rope tarre", "omal"])
def test_what_is_named_as_is_asked_so_far_comes_first(typed: str) -> None:
    """Before a ruling that has the words more often, and before longer names and those with the words inside; `tarre`
    is no form of a word."""
    names = ("Tarred Ropes", "Tarred Ropes of O'Malley", "Old Tarred Ropes")
    records = [Record(Kind.RULING, "under", names[0], "Tarred ropes are tarred ropes; ropes.", "/u", (names[0],))]
    records += [Record(Kind.CARD, name, name, "Wet.", f"/{name}", (name,)) for name in reversed(names)]
    terms = [Term(TermKind.CARD, name_key(name), name, (name,)) for name in names]
    found = [hit.record.id for hit in SearchIndex.of(records, Inventory.of(terms)).find(typed).hits]
    shortest_first = [names[0], names[2], names[1]] if "rope" in typed else list(names)
    assert found[:3] == shortest_first if typed != "omal" else found == [names[1]]


def test_what_is_named_as_is_asked_and_goes_on_stands_behind_the_rulings_on_what_is_named_so() -> None:
    assert ids("kite")[:4] == ["kites", "kites-bbbbbb", "kites-cccccc", "red-kite"]
    assert ids("kit")[:2] == ["kites", "red-kite"]


def test_a_name_with_a_hyphen_is_found_by_a_word_behind_it() -> None:
    tied = Record(Kind.CARD, "tarmail", "Tar-mail Coat", "Worn at sea.", "/c/tarmail/", ("Tar-mail Coat",))
    texts = [Record(Kind.CLAUSE, f"top.p{n}", "Book", "Mail coat, coat of mail.", f"/b#p{n}") for n in range(12)]
    known = Inventory.of([Term(TermKind.CARD, "tarmailcoat", "Tar-mail Coat", ("Tar-mail Coat",))])
    made = SearchIndex.of([*texts, tied], known)
    for words in ("mail", "mail coat", "mail co", "tar mail", "tar mail co", "tar-mail co", "coat mail"):
        assert made.find(words).hits[0].record.id == "tarmail", words


def test_a_phrase_alone_is_asked_for_as_part_of_a_name_too() -> None:
    """Rulings on what is named so come behind it, however often they say it."""
    named = ["Wheel of Ash", "Wheel of Ashlar", "Ash of a Wheel", "Old Wheel of Ash-wood"]
    long = "Turns slowly, and then once more. " * 20
    cards = [Record(Kind.CARD, name_key(name), name, long, f"/c/{name_key(name)}/", (name,)) for name in named]
    rulings = [
        Record(Kind.RULING, f"r{n}", named[0], "Wheels of ash, of ash.", f"/r#{n}", (named[0],)) for n in range(3)
    ]
    known = Inventory.of([Term(TermKind.CARD, name_key(name), name, (name,)) for name in named])
    others = [Record(Kind.CLAUSE, f"top.p{n}", "Book", "Nothing of this.", f"/b#p{n}") for n in range(90)]
    found = SearchIndex.of([*rulings, *cards, *others], known).find('"of ash"').hits
    assert [hit.record.title for hit in found[:2]] == ["Wheel of Ash", "Old Wheel of Ash-wood"]
    assert [hit.record.kind for hit in found] == [Kind.CARD] * 2 + [Kind.RULING] * 3


def test_of_very_many_names_that_begin_as_is_asked_the_nearest_come_first() -> None:
    """A game with a thousand cards has a word in more names than are told apart; texts that repeat it come behind."""
    named = [
        "Ringwood",
        *(f"Ring of the {number} Winds" for number in range(30)),
        *(f"Old Ring {n}" for n in range(40)),
    ]
    cards = [Record(Kind.CARD, name_key(name), name, "Flies.", f"/c/{name_key(name)}/", (name,)) for name in named]
    text = Record(Kind.CLAUSE, "top.p3", "Book", "A ring, rings, ring and ring.", "/b#top.p3")
    known = Inventory.of([Term(TermKind.CARD, name_key(name), name, (name,)) for name in named])
    found = SearchIndex.of([text, *reversed(cards)], known).find("ring", (), 80)
    titles = [hit.record.title for hit in found.hits]
    assert titles[0] == "Ringwood" and all(each.startswith("Ring of") for each in titles[1:12])
    assert titles.index("Book") >= RANKING.most_begun
    assert found.with_all == len(titles) == len(named) + 1


def test_a_word_that_nothing_has_finds_those_that_begin_so_and_no_others_do() -> None:
    assert ids("pap wind") == ids("paper wind")
    assert "kites-cccccc" in ids("pap")
    assert ids("pa") == []
    assert index().find("pap").with_all == 1
    assert {hit.record.id for hit in index().find("far").hits} == {"kites-bbbbbb"}


def test_words_are_close_that_have_no_more_than_eight_others_between_however_many_they_are() -> None:
    between = "on the quay, at noon, with"
    texts = {"far": "Masts, ropes, oars, sails " + f"and {between} " * 4 + "tar.", "short": "Tar, sails, oars, ropes."}
    texts["close"] = f"Masts, ropes, oars {between} sails and tar, {between} {between} {between} {between} {between} ."
    records = [Record(Kind.CLAUSE, name, "Book", text, f"/b#{name}") for name, text in texts.items()]
    found = SearchIndex.of(records, inventory()).find("masts ropes oars sails tar")
    assert [hit.record.id for hit in found.hits] == ["close", "far", "short"]
    assert found.hits[0].score - found.hits[1].score > 0.05


def test_a_phrase_is_one() -> None:
    assert ids('"field far"') == []
    assert ids("field far") == ["kites-bbbbbb"]


def test_kinds_and_limit() -> None:
    assert ids("kite", Kind.CLAUSE) == ["top.p1"]
    assert ids("kite", Kind.CARD, Kind.TERM) == ["kites", "red-kite"]
    assert ids("kite", limit=1) == ["kites"]
    assert index().find("kite", (), 1).total == 6


def test_what_may_be_meant() -> None:
    assert index().find("kiets").did_you_mean == ("Kites",)
    assert index().find("kite").did_you_mean == ()
    some = index().find("kiets noon")
    assert [hit.record.id for hit in some.hits] == ["kites-bbbbbb"]
    assert some.did_you_mean == ("kites noon",), "the question mended, not a part of it"
    assert index().find("red kiet").did_you_mean == ("Red Kite",), "of several words names alone, where one is as near"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("RK", ("Red Kite",)),
        ("RKs", ("Red Kite",)),
        (" SvS ", ("Ship vs. Ship",)),
        ("UT", ("Under-tower",)),
        ("SOL", ("Sign of Light",)),
        ("SL", ("Sail Loft", "Sign of Light")),
        ("rk", ()),
        ("Rk", ()),
        ("RK SL", ()),
        ("R2", ()),
        ("SIGNOFL", ()),
        ("TK", ()),
    ],
)
def test_capitals_may_stand_for_the_words_of_a_name(typed: str, meant: tuple[str, ...]) -> None:
    """Those of names that have all words begin so first; where something is called so it is meant itself (`TK`)."""
    names = ("Ship vs. Ship", "Sail Loft", "Sign of Light", "TK", "Tar Keg")
    more = [Term(TermKind.TERM, name_key(name), name, (name,)) for name in names]
    told = Inventory.of([*inventory().terms, *more])
    assert SearchIndex.of(RECORDS, told).find(typed).did_you_mean == meant


WORDS = [Record(Kind.CLAUSE, f"w{at}", "Book", "Opponents of dragons.", f"/b#w{at}") for at in range(4)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("oponent", ("opponents",)),
        ("opopnents", ("opponents",)),
        ("oponnt", ()),
        ("kyte", ("Kites",)),
        ("dragno kiet", ("dragons kite",)),
        ("dragno kitesheld", ("dragons kitesheld",)),
        ("wnid", ("Wind",)),
        ("wid", ("Wind",)),
        ("xnid", ()),
    ],
)
def test_words_that_many_texts_have_may_be_meant(typed: str, meant: tuple[str, ...]) -> None:
    """One slip away; of names two, in a word of five letters and more."""
    assert SearchIndex.of((*RECORDS, *WORDS), inventory()).find(typed).did_you_mean == meant


def test_of_what_may_be_meant_the_fewest_slips_are_told() -> None:
    """`Kite` and `Site` are one slip from `Bite`, and `Wind` further."""
    named = [Term(TermKind.TERM, name_key(name), name, (name,)) for name in ("Dragons", "Arago", "Agro")]
    card = Term(TermKind.CARD, "aragornii", "Aragorn II", ("Aragorn II",))
    told = Inventory.of([*named, card])
    assert SearchIndex.of((), told).find("Aragron").did_you_mean == ("aragorn",)
    assert SearchIndex.of((), told).find("Aragon").did_you_mean == ("Arago", "aragorn", "Dragons")


def test_words_of_few_texts_are_offered_to_nobody() -> None:
    assert spoken_words(["Lanterns, lit-up, oar", *["Lanterns burn 10 Élan"] * 3]) == ("lanterns",)
    assert spoken_words(["Under-tower's oil"] * 4) == ("tower", "under", "under-tower")


def test_a_word_that_next_to_nothing_has_may_be_a_slip_of_a_text() -> None:
    slips = [Record(Kind.CLAUSE, f"p{at}", "Book", f"Glidrs, {at} of them.", f"/b#p{at}") for at in range(4)]
    few = SearchIndex.of((*RECORDS, *slips[:3]), inventory()).find("glidrs")
    assert (few.total, few.did_you_mean) == (3, ("Kites",))
    assert SearchIndex.of((*RECORDS, *slips), inventory()).find("glidrs").did_you_mean == ()
    assert index().find("gliders").did_you_mean == index().find("noon").did_you_mean == ()


COAST, REPRINT = "/rules/the-drowned-coast/", "the-drowned-coast-second-printing"


@pytest.mark.parametrize(
    ("words", "title", "address"),
    [
        ("Lantern: Bells Below", "Lantern: Bells Below", "/rules/bells-below/"),
        ("bells below", "Lantern: Bells Below", "/rules/bells-below/"),
        ("lbb", "Lantern: Bells Below", "/rules/bells-below/"),
        ("winter qu", "Lantern: Winter Quay", "/rules/winter-quay/"),
        ("Harbour Ledger 2", "Harbour Ledger 2", "/rulings/versions/harbour-ledger-2/"),
        ("harbour ledger", "Harbour Ledger 4", "/rulings/versions/harbour-ledger-4/"),
        ("hl", "Harbour Ledger 4", "/rulings/versions/harbour-ledger-4/"),
        ("harbour ledger of collected rulings", "Harbour Ledger 4", "/rulings/versions/harbour-ledger-4/"),
        ("hl 2", "Harbour Ledger 2", "/rulings/versions/harbour-ledger-2/"),
        ("hl2", "Harbour Ledger 2", "/rulings/versions/harbour-ledger-2/"),
        ("harbourledger2", "Harbour Ledger 2", "/rulings/versions/harbour-ledger-2/"),
        ("questions from the quay 3", "Questions from the Quay 3", "/rulings/answers/quay-questions-3/"),
        ("regatta policy", "Regatta Policy 2", "/texts/regatta-policy-2/"),
        ("second printing", "The Drowned Coast, Second Printing", f"{COAST}editions/{REPRINT}/"),
        ("drowned coast reprint", "The Drowned Coast, Second Printing", f"{COAST}editions/{REPRINT}/"),
        ("drowned coast, as published", "Lantern: The Drowned Coast, as published", f"{COAST}published/"),
        ("bells below published", "Lantern: Bells Below, as published", "/rules/bells-below/published/"),
        ("from the web", "Bells Below, from the web", "/rules/bells-below/editions/bells-below-web/"),
    ],
)
def test_a_text_is_found_by_its_title_and_short_name_before_what_stands_in_it(
    words: str, title: str, address: str
) -> None:
    found = SearchIndex.of(gathered(), know_terms(lantern())).find(words)
    first = found.hits[0].record
    assert (first.title, first.address) == (title, address)
    assert found.did_you_mean == ()


def test_texts_of_one_kind_of_a_book_are_all_found_by_what_they_are() -> None:
    found = SearchIndex.of(gathered(), know_terms(lantern())).find("bells below transcription")
    assert {each.record.title for each in found.hits[:2]} == {"Bells Below, as scraped", "Bells Below, from the web"}


@cache
def gathered() -> tuple[Record, ...]:
    return gather_records(lantern(), know_terms(lantern()))


@pytest.mark.parametrize(
    "words",
    ["", " ", "\x00", '"', '""', '"""', "AND", "NEAR(a, b)", "a AND", "*", "^a", "title:kite", "-kite", "(", "'", "a'b",
     "kite\x00wind", "{a b}: c", "a" * 100_000, "a " * 10_000, '"' * 999, "\ud800", "ª", "٣", "𝔎𝔦𝔱𝔢"],
)  # fmt: skip
def test_hostile_words_never_raise(words: str) -> None:
    results = index().find(words)
    assert list(render_hits(results))


@given(st.text(alphabet=st.sampled_from("ab\"*():^-+'{}\\ \x00é-AND OR NOT NEAR,.%_kite"), max_size=40) | st.text())
def test_no_words_raise(words: str) -> None:
    index().find(words, (), 3)


def test_json_has_the_fields_of_the_contract() -> None:
    answer = json.loads(json.dumps(list_hits(index().find("kite"))))
    assert answer["schema"] == 1
    assert answer["did_you_mean"] == []
    for item in answer["items"]:
        assert {"kind", "id", "title", "text", "address", "score"} <= set(item)
        assert item["kind"] in {"clause", "ruling", "term", "card"}
    scores = [item["score"] for item in answer["items"]]
    assert scores == sorted(scores, reverse=True)


def test_text_shows_the_words_found() -> None:
    lines = list(render_hits(index().find("noon"), 40))
    assert ("good", "noon") in [piece for line in lines for piece in line]
    assert all(sum(len(text) for _, text in line) <= 40 for line in lines[3:])


def test_the_same_question_has_the_same_answer() -> None:
    again = SearchIndex.of(RECORDS, inventory())
    assert again.find("kite") == index().find("kite")


def test_addresses_are_places_of_the_site() -> None:
    pages = build_pages(lantern(), read_templates(ROOT)).value
    places: set[str] = set()
    for path, text in pages.items():
        page = f"/{path.removesuffix('index.md')}"
        places |= {page, *(f"{page}#{unescape(ident)}" for ident in re.findall(r'\bid="([^"]*)"', text))}
        places |= {f"{page}#{ident}" for ident in re.findall(r"^#+ .*\{: #(\S+)[^{}]*\}$", text, re.MULTILINE)}
    own = [record for record in lantern_records() if record.address.startswith("/")]
    assert [record.address for record in own if record.address not in places] == []
    assert {record.kind for record in own} == set(Kind)
    homeless = [record for record in lantern_records() if not record.address.startswith("/")]
    assert {record.kind for record in homeless} <= {Kind.CARD, Kind.RULING, Kind.TERM}


def test_emended_and_published_clauses_are_told_apart() -> None:
    clauses = [record for record in lantern_records() if record.kind is Kind.CLAUSE]
    assert {record.edition for record in clauses} >= {"emended", "published"}
    by_place = {(record.work, record.id, record.edition): record for record in clauses}
    changed = [key for key in by_place if key[2] == "published" and (*key[:2], "emended") in by_place]
    assert changed
    for work, ident, _ in changed:
        emended = by_place[work, ident, "emended"]
        assert emended.text != by_place[work, ident, "published"].text
        assert not emended.same
    unchanged = [record for record in clauses if record.same]
    assert unchanged
    assert not any((record.work, record.id, "published") in by_place for record in unchanged)


def test_the_source_of_a_diagram_is_no_text_and_other_code_is(tmp_path: Path) -> None:
    drawn = "\n\n> ~~~mermaid\n> graph TD\n> Capstan --- Windlass\n> ~~~\n\n```\nWindlass before capstan.\n```"
    drawn += "\n\n```text\nNo windlass at night.\n```"
    kb = read(with_cards(tmp_path, {}, {"is owed one hot drink an hour.": drawn}))
    index = SearchIndex.of(gather_records(kb, know_terms(kb)), know_terms(kb))
    hits = index.find("windlass", [Kind.CLAUSE]).hits
    assert {hit.record.text for hit in hits} == {"Windlass before capstan.", "No windlass at night."}


def test_every_ruling_is_found_by_its_own_term() -> None:
    for record in lantern_records():
        if record.kind is Kind.RULING and record.names[0]:
            found = lantern_index().find(record.names[0], (Kind.RULING,), 1000)
            assert record.id in [hit.record.id for hit in found.hits], record.id


def keep_index(folder: Path, store: Path) -> bool:
    state = state_of(folder)
    return keep(state, (), lambda database, suffix: write_index(database, suffix, RECORDS, inventory()), store)


def test_an_index_is_kept_while_nothing_changes(tmp_path: Path) -> None:
    folder, store = tmp_path / "corpus", tmp_path / ".kb" / "kb.sqlite"
    folder.mkdir()
    (folder / "a.md").write_text("a")
    assert open_index(folder, store) is None
    assert keep_index(folder, store)
    kept = open_index(folder, store)
    assert kept is not None
    assert kept.find("kite") == index().find("kite")
    assert sorted(path.name for path in store.parent.iterdir()) == [".gitignore", "kb.sqlite"]
    (folder / "a.md").write_text("ab")
    assert open_index(folder, store) is None


def test_corpora_are_kept_side_by_side(tmp_path: Path) -> None:
    store = tmp_path / ".kb" / "kb.sqlite"
    folders = [tmp_path / name for name in ("one", "two", "gone")]
    for folder in folders:
        folder.mkdir()
        (folder / "a.md").write_text(folder.name)
        assert keep_index(folder, store)
    (folders[2] / "a.md").unlink()
    folders[2].rmdir()
    assert keep_index(folders[0], store)
    for folder in folders[:2]:
        kept = open_index(folder, store)
        assert kept is not None
        assert kept.find("kite") == index().find("kite")
    with closing(sqlite3.connect(store)) as database:
        names = [row[0] for row in database.execute("select name from sqlite_master where name like 'words%'")]
        assert len([name for name in names if name.count("_") == 1]) == 2


def test_a_broken_index_is_as_good_as_none(tmp_path: Path) -> None:
    store = tmp_path / ".kb" / "kb.sqlite"
    assert keep_index(tmp_path, store)
    store.write_bytes(b"no database")
    assert open_index(tmp_path, store) is None
    (tmp_path / "file").write_text("")
    assert not keep_index(tmp_path, tmp_path / "file" / "kb.sqlite")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call = ["search", "--corpus", str(LANTERN), "wrecker", "creep"]
    first = CliRunner().invoke(build_app("search"), [*call, "--format", "json"])
    second = CliRunner().invoke(build_app("search"), [*call, "--format", "json"])
    assert first.exit_code == second.exit_code == 0
    assert first.stdout == second.stdout
    assert json.loads(second.stdout)["items"][0]["kind"] == "ruling"
    assert "reading lantern" in first.stderr
    assert second.stderr == ""
    shown = CliRunner().invoke(build_app("search"), [*call, "--limit", "1", "--kind", "ruling"])
    assert "/rulings/term/wreckers/#" in shown.stdout
    none = CliRunner().invoke(build_app("search"), ["search", "--corpus", str(LANTERN), '"'])
    assert none.exit_code == 0
    assert "no words" in none.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["wrecker", "creep"],
        ["lamp", "--kind", "ruling", "--kind=term", "--limit", "3", "--format=json"],
        ["nosuchword"],
        ['"false light"', "AND", "title:x", "*"],
        ["wreckr", "--format", "json"],
    ],
)
def test_a_quick_answer_is_the_answer(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KB_CORPUS", str(LANTERN))
    assert not search_quickly(words)
    slow = CliRunner().invoke(build_app("search"), ["search", *words])
    capsys.readouterr()
    assert search_quickly(words)
    assert capsys.readouterr().out == slow.stdout


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder in which the embedded corpus was asked something: what it answers is kept there."""
    folder = tmp_path_factory.mktemp("answered")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        CliRunner().invoke(build_app("search"), ["search", "lamp", "--corpus", str(LANTERN)])
    return folder


@pytest.mark.parametrize(
    "words",
    [[], ["--help"], ["-h"], ["lamp", "--kind", "tower"], ["lamp", "--limit", "0"], ["lamp", "--limit", "10001"],
     ["lamp", "--limit", "٣"], ["lamp", "--format", "xml"], ["lamp", "--nosuch", "x"], ["*"], ["lamp", "--limit"],
     ["lamp", "--limit", "1", "--limit", "2"], ["lamp", "--corpus", "a\x00b"]],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_the_command(
    words: list[str], answered: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(answered)
    monkeypatch.setenv("KB_CORPUS", str(LANTERN))
    assert not search_quickly(words)
    assert capsys.readouterr().out == ""
    assert search_quickly(["lamp"])


def test_a_hit_is_a_value() -> None:
    assert Hit(RECORDS[0], 1.0, "") == Hit(RECORDS[0], 1.0, "")


def test_errata_of_a_question_file_are_no_answers() -> None:
    answers = [record for record in lantern_records() if record.group is Group.ANSWER]
    listed = {record.title: record.ruled for record in answers if record.ruled[0] != "answer"}
    sheet = "Questions from the Quay 3"
    assert listed == {f"{card} · erratum · {sheet}": ("erratum", sheet) for card in ("Black Squall", "Slack Water")}


def test_an_answer_that_a_later_ruling_denies_tells_that_and_comes_behind_what_is_in_force() -> None:
    answers = [record for record in lantern_records() if record.group is Group.ANSWER]
    (denied,) = (record for record in answers if "a later ruling says otherwise" in record.ruled)
    assert denied.title.endswith("Questions from the Quay 3, a later ruling says otherwise")
    assert denied.weight < min(record.weight for record in answers if record is not denied)


def test_letters_composed_or_not_are_found_alike(tmp_path: Path) -> None:
    kb = read(with_cards(tmp_path, {}, {"is owed one hot drink an hour.": " O\u0302st-in-Dwarrow has none."}))
    found = [record for record in gather_records(kb, know_terms(kb)) if "Dwarrow" in record.text]
    assert found and all("Ôst-in-Dwarrow" in record.text for record in found)
    index = SearchIndex.of(found, Inventory(()))
    for asked in ("Ôst-in-Dwarrow", "O\u0302st-in-Dwarrow", "ostindwarrow"):
        assert len(index.find(asked).hits) == len(found), asked


def test_a_term_is_explained_in_the_words_of_the_emended_book() -> None:
    (found,) = (each for each in lantern_records() if each.kind is Kind.TERM and each.title == "slink home")
    assert found.address.startswith("/rules/bells-below/#")
    assert found.text.endswith("to one of his haunts. A wrecker may slink home even if he is already there.")
