"""Which quotations in marks a footnote has, what stands between them, and what of it is a citation."""

import pytest

from kb.footnotes.flat import flatten
from kb.footnotes.marking import read_marked
from kb.naming.mentions import Mention
from kb.sources.addresses import gather_sources
from tests.applying import read_named as document

DAY, GULLS, HEMP = "“Oil burns for a day.”", "“Gulls carry no lamps.”", "“Hemp counts as two strings.”"
OIL, HEMPS = "LRF 1, Oil", "LRF 2.1, Hemp"
OIL_LINK, GULL_LINK, HEMPS_LINK = "LRF 1, [Oil](/old/#oil)", "[Gull](/old/#gull)", "LRF 2.1, [Hemp](/new/#hemp)"
BOTH = ([DAY, HEMP], [OIL, HEMPS])
OIL_AT, GULL_AT, HEMPS_AT = "LRF 1, Oil, /old/#oil", "LRF 1, Gull, /old/#gull", "LRF 2.1, Hemp, /new/#hemp"


KNOWN = gather_sources(
    [
        document("lrf-1.md", "# Old\n\n## Oil\n\n## Gull\n\n## Lamp Oil\n\n## 4.2 Ships\n\n## LRF 3\n"),
        document("lrf-2.md", "# New\n\n## Hemp\n"),
    ],
    names={"lrf-1.md": ("LRF 1", "LRF"), "lrf-2.md": ("LRF 2.1",), "faq.md": ("FAQ",)},
).known

Read = tuple[list[str], list[str]]


def read(note: str) -> Read | None:
    """The quotations of a footnote and what it cites, as `LRF 1, Oil` with the address of a link; None where it is none
    of several."""
    book = document("book.md", f"A wick is trimmed.[^1]\n\n[^1]: {note}\n")
    flat = flatten(book.definitions[0], book.links, {}, KNOWN)
    found = read_marked(flat)
    if found is None:
        return None
    return [flat.text[each.start : each.end] for each in found.parts], [told(each) for each in found.mentions]


def told(mention: Mention) -> str:
    note = f"note {mention.note}" if mention.note is not None else None
    return ", ".join(each for each in (mention.work, note, mention.heading, mention.url) if each is not None)


@pytest.mark.parametrize(
    "word",
    [
        *("again", "also", "and", "both", "but", "compare", "elsewhere", "first", "formerly", "later", "likewise"),
        *("now", "or", "originally", "similarly", "then", "today", "versus", "whereas", "while", "with"),
    ],
)
def test_a_word_may_stand_before_a_quotation_or_its_citation(word: str) -> None:
    assert read(f"{DAY} {OIL}. {word.capitalize()} {HEMP} {HEMPS}.") == BOTH
    assert read(f"{word} {OIL}: {DAY}; {word} {HEMPS}: {HEMP}") == BOTH


@pytest.mark.parametrize("words", ["cf", "cf.", "see", "and later", "but see", "again,", "now:"])
def test_signals_stand_before_a_quotation_and_several_words(words: str) -> None:
    assert read(f"{DAY} {OIL}; {words} {HEMP} {HEMPS}.") == BOTH
    assert read(f"{DAY} {OIL}. {words.capitalize()} {HEMPS}: {HEMP}") == BOTH


@pytest.mark.parametrize("sign", [".", ":", ",", ";", "/", "=", "+", "&", "—", "–", "-", "— and"])
def test_a_sign_may_stand_there(sign: str) -> None:
    assert read(f"{sign} {OIL}: {DAY}; {sign} {HEMPS}: {HEMP}") == BOTH
    assert read(f"{DAY} {OIL}; {sign} {HEMP} {HEMPS}.") == BOTH


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(("1.", "2."), ("10.", "11."), ("a.", "b."), ("A.", "B."), ("i.", "ii."), ("v.", "vi."), ("ix.", "xi.")),
        *(("1)", "2)"), ("(9)", "(10)"), ("[1]", "[2]"), ("a)", "b)"), ("(A)", "(B)"), ("(iii)", "(iv)")),
    ],
)
def test_quotations_may_be_numbered(first: str, second: str) -> None:
    assert read(f"{first} {DAY} {OIL}. {second} {HEMP} {HEMPS}.") == BOTH
    assert read(f"{first} {DAY} ({OIL}); {second} {HEMP} ({HEMPS})") == BOTH
    assert read(f"{first} {OIL}: {DAY} {second} {HEMPS}: {HEMP}") == BOTH


@pytest.mark.parametrize(("first", "second"), [("1)", "2)"), ("(9)", "(10)"), ("[a]", "[b]"), ("(i)", "(ii)")])
def test_a_number_in_brackets_needs_no_full_stop_before_it(first: str, second: str) -> None:
    assert read(f"{first} {DAY} {OIL} {second} {HEMP} {HEMPS}.") == BOTH


@pytest.mark.parametrize("place", ["no. 3", "art. 3", "item no. 3", "p. 3", "item 3", "item b"])
def test_the_number_of_a_place_is_none_of_the_next_quotation(place: str) -> None:
    assert read(f"{DAY} LRF 1, {place}. {HEMP} {HEMPS}.") == ([DAY, HEMP], [f"LRF 1, {place}", HEMPS])
    assert read(f"{HEMP} {HEMPS}. {DAY} (LRF 1, {place}) <br>") == ([HEMP, DAY], [HEMPS, f"LRF 1, {place}"])


@pytest.mark.parametrize(
    "lead",
    [
        *(" say", " says", " said", " read", " reads", " rule", " rules", " ruled", " state", " states", " stated"),
        *(" add", " adds", " added", " has", " had", " gives", " gave"),
        *(
            ", which says",
            " which says",
            " it says",
            " it now says",
            " also says",
            " now says",
            ", which now also adds",
        ),
        *(" says that", ", said, that", " rules:", ", ruled –", " added, that"),
    ],
)
def test_a_verb_leads_from_a_citation_to_its_quotation(lead: str) -> None:
    assert read(f"{OIL}{lead} {DAY} and {HEMPS}{lead} {HEMP}") == BOTH
    assert read(f"{OIL_LINK}{lead} {DAY} and {HEMPS_LINK}{lead} {HEMP}") == ([DAY, HEMP], [OIL_AT, HEMPS_AT])


@pytest.mark.parametrize("lead", [" ", ". ", ", ", ": ", " – ", " — ", " - ", "—", " (", " ["])
@pytest.mark.parametrize(
    ("first", "second"), [("LRF 1", "LRF 2.1"), ("LRF 1, p. 3", HEMPS), ("LRF 1, Lamp Oil", "LRF 1, second item")]
)
def test_a_sign_leads_to_it_too(lead: str, first: str, second: str) -> None:
    closed = {" (": ")", " [": "]"}.get(lead, "")
    assert read(f"{first}{lead}{DAY}{closed}; {second}{lead}{HEMP}{closed}") == ([DAY, HEMP], [first, second])


def test_words_that_are_no_place_may_belong_to_what_is_quoted() -> None:
    assert read(f"LRF 1, Oil, wicks of old {DAY} {HEMPS}: {HEMP}") is None


@pytest.mark.parametrize(
    ("cited", "place"),
    [
        ("LRF 1 (3 May 1995), Oil", "LRF 1 (3 May 1995), Oil"),
        ("LRF 1 [old], Oil", OIL),
        ("LRF 1, Oil (of the lamp)", "LRF 1, Oil (of the lamp)"),
        ("LRF 1, Oil. So it was", OIL),
        ("and LRF 1, Oil", OIL),
        ("now LRF 1, Oil", OIL),
        ("1. LRF 1, Oil", OIL),
    ],
)
@pytest.mark.parametrize("marks", ["()", "[]"])
def test_what_is_cited_in_brackets_ends_with_them(cited: str, place: str, marks: str) -> None:
    opens, closes = marks[0], marks[1]
    expected = ([DAY, HEMP], [place, HEMPS])
    assert read(f"{DAY} {opens}{cited}{closes}; {HEMP} {opens}{HEMPS}{closes}") == expected
    assert read(f"{opens}{cited}{closes} {DAY} {opens}{HEMPS}{closes} {HEMP}") == expected


@pytest.mark.parametrize("note", [f"({OIL}: {DAY} {HEMPS}: {HEMP})", f"({OIL}. It was so: {DAY} {HEMPS}: {HEMP})"])
def test_brackets_that_hold_a_quotation_hold_sentences(note: str) -> None:
    assert read(note) == BOTH


@pytest.mark.parametrize("joint", ["", "and ", "but "])
@pytest.mark.parametrize("denied", ["absent from", "missing in", "no longer in", "not in"])
def test_what_is_denied_of_a_text_behind_a_semicolon_is_cited_from_none(joint: str, denied: str) -> None:
    assert read(f"{DAY} {OIL}; {joint}{denied} LRF 2.1. {HEMP} {HEMPS}.") == BOTH
    assert read(f"{OIL}; {joint}{denied} LRF 2.1: {DAY} {HEMPS}: {HEMP}") == BOTH
    assert read(f"{DAY} ({OIL}; {joint}{denied} LRF 2.1); {HEMP} ({HEMPS})") == BOTH


@pytest.mark.parametrize("lead", ["as", "by", "for", "from", "into", "to", "with", "now and then:"])
def test_a_few_words_of_an_editor_lead_to_a_quotation(lead: str) -> None:
    assert read(f"{DAY} {OIL}. Changed {lead} {HEMP} {HEMPS}.") == BOTH
    assert read(f"{DAY} {OIL}, changed {lead} {HEMP} {HEMPS}.") == BOTH


@pytest.mark.parametrize("words", ["Changed over", "The keepers made it into", "A word with us"])
def test_other_words_before_the_marks_are_a_text_that_goes_on(words: str) -> None:
    assert read(f"{DAY} {OIL}. {words} {HEMP} {HEMPS}.") is None


@pytest.mark.parametrize(
    "under", ["", "at ", "in ", "on ", "under ", "Under ", "s.v. ", "s. v. ", "see ", "see also ", "cf. ", "see under "]
)
def test_a_heading_alone_is_one_of_the_text_cited_before(under: str) -> None:
    expected = ([DAY, GULLS], [OIL, "LRF 1, Gull"])
    assert read(f"{DAY} ({OIL}); {GULLS} ({under}Gull).") == expected
    assert read(f"{DAY} ({OIL}); {GULLS} ({under}“Gull”).") == expected
    assert read(f"{DAY} {OIL}. {GULLS} {under}Gull.") == expected
    assert read(f"{DAY} ({OIL_LINK}); {GULLS} ({under}Gull).") == ([DAY, GULLS], [OIL_AT, "LRF 1, Gull"])
    assert read(f"{DAY} {OIL}; {under}Gull: {GULLS}") == expected


@pytest.mark.parametrize("heading", ["Lamp Oil", "4.2 Ships", "“Lamp Oil”"])
def test_a_heading_may_have_several_words_and_a_number(heading: str) -> None:
    expected = ([DAY, GULLS], [OIL, f"LRF 1, {heading.strip('“”')}"])
    assert read(f"{DAY} ({OIL}); {GULLS} ({heading}).") == expected
    assert read(f"{DAY} {OIL}; {heading}: {GULLS}") == expected


def test_a_heading_alone_is_none_before_all_citations_nor_where_it_is_the_name_of_a_text() -> None:
    assert read(f"“Oil”: {DAY} {OIL}. “Hemp”: {HEMP} {HEMPS}.") is None
    assert read(f"{DAY} ({OIL}); {GULLS} (LRF 3).") == ([DAY, GULLS], [OIL, "LRF 3"])


@pytest.mark.parametrize(
    ("see", "named"),
    [
        ("See Almanac, Wicks", "Almanac, Wicks"),
        ("See the Almanac", "Almanac"),
        ("See also the Keeper’s Almanac, Wicks", "Keeper’s Almanac, Wicks"),
        ("See below", None),
        ("See why", None),
        ("From Gulls", None),
    ],
)
def test_behind_see_a_name_is_a_text_that_nobody_may_know(see: str, named: str | None) -> None:
    places = [OIL, HEMPS, *([named] if named else [])]
    assert read(f"{DAY} {OIL}. {HEMP} {HEMPS}. {see}.") == ([DAY, HEMP], places)
    assert read(f"{DAY} ({OIL}); {HEMP} ({see}).") == (([DAY, HEMP], [OIL, named]) if named else None)


def test_a_link_in_its_place_keeps_its_address() -> None:
    assert read(f"{DAY} ({OIL_LINK}); {GULLS} ({GULL_LINK}).") == ([DAY, GULLS], [OIL_AT, "Gull, /old/#gull"])


@pytest.mark.parametrize(
    ("cited", "again", "places"),
    [
        (OIL, "ibid.", [OIL, OIL]),
        (f"{HEMPS}; {OIL}", "ibid.", [HEMPS, OIL, OIL]),
        (f"{HEMPS}; {OIL}", "ibid., Gull", [HEMPS, OIL, "LRF 1, Gull"]),
        (OIL, "ibid. and FAQ", [OIL, OIL, "FAQ"]),
        ("note 1", "ibid.", ["note 1", "note 1"]),
        ("note 1", "ibid., Gull", ["note 1", "note 1, Gull"]),
        (OIL, "previous note", [OIL, "note "]),
        (OIL, "note 2", [OIL, "note 2"]),
        (OIL_LINK, f"ibid., {GULL_LINK}", [OIL_AT, GULL_AT]),
        ("Ibid.", "FAQ", ["note ", "FAQ"]),
    ],
)
def test_ibid_is_what_the_same_footnote_cites_last(cited: str, again: str, places: list[str]) -> None:
    assert read(f"{DAY} ({cited}); {GULLS} ({again}).") == ([DAY, GULLS], places)
    assert read(f"{cited}: {DAY}; {again}: {GULLS}") == ([DAY, GULLS], places)


@pytest.mark.parametrize("marks", ["“”", "„“", "«»", "»«", '""', "‘’", "''"])
def test_a_sentence_behind_closing_marks_is_a_remark(marks: str) -> None:
    opens, closes = marks[0], marks[1]
    first, second = (f"{opens}{each.strip('“”')}{closes}" for each in (DAY, HEMP))
    remark = "It was made narrower."
    assert read(f"{first} {remark} {OIL}. {HEMPS}: {second}") == ([first, remark, second], [OIL, HEMPS])


@pytest.mark.parametrize("stop", [".", ":", ";"])
def test_so_is_one_behind_a_stop_behind_them(stop: str) -> None:
    assert read(f"{DAY}{stop} It was so. {OIL}. {HEMPS}: {HEMP}") == BOTH


@pytest.mark.parametrize(
    "words", ["it was so", ", It was so", "– It was so", "and It was so", "(1) it was so", "[1] it was so"]
)
def test_what_goes_on_there_is_none(words: str) -> None:
    assert read(f"{DAY} {words}. {OIL}. {HEMPS}: {HEMP}") is None


@pytest.mark.parametrize(
    ("note", "parts"),
    [
        (f"{DAY} (he asked why) {OIL}. {HEMP} {HEMPS}.", [DAY, HEMP]),
        (f"{DAY} (this is what he asked) {OIL}. {HEMP} {HEMPS}.", [DAY, "this is what he asked", HEMP]),
        (f"{DAY} ({OIL}), which is too narrow; {HEMP} ({HEMPS})", [DAY, "which is too narrow", HEMP]),
        (f"{DAY} {OIL}. Who would have asked? {HEMP} {HEMPS}", [DAY, "Who would have asked?", HEMP]),
        (f"{DAY} {OIL}. {HEMPS}: {HEMP} Not in the book", [DAY, HEMP, "Not in the book"]),
        (f"It’s so of old. {DAY} {OIL}. {HEMPS}: {HEMP}", ["It’s so of old.", DAY, HEMP]),
        (
            f"{DAY} ({OIL}) He made it wider (and knew why). {HEMPS}: {HEMP}",
            [DAY, "He made it wider (and knew why).", HEMP],
        ),
        (f"{DAY} (it was: {HEMP}; {OIL}; {HEMPS})", [DAY, HEMP]),
        (f"{DAY} [it was: {HEMP}; {OIL}; {HEMPS}]", [DAY, HEMP]),
    ],
)
def test_a_remark_of_some_length_is_judged_as_what_may_be_quoted(note: str, parts: list[str]) -> None:
    assert read(note) == (parts, [OIL, HEMPS])


def test_a_page_of_words_between_two_quotations_is_no_remark() -> None:
    remark = "It was told of old that no keeper would lend a lamp. "
    assert read(f"{DAY} {OIL}. {remark}{HEMPS}: {HEMP}") == ([DAY, remark.strip(), HEMP], [OIL, HEMPS])
    assert read(f"{DAY} {OIL}. {remark * 20}{HEMPS}: {HEMP}") is None


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (
            f"{(jar := '“A jar marked “salt and no oil” holds none.”')} {OIL}. {HEMP} {HEMPS}",
            ([jar, HEMP], [OIL, HEMPS]),
        ),
        (f"x{DAY} {OIL}. {HEMPS}: {HEMP}", None),
        (f"It says “so. {OIL}: {DAY} {HEMPS}: {HEMP}", None),
        (f"“Oil” {DAY} {OIL}. {HEMPS}: {HEMP}", None),
        (f"It's so. 'Oil burns for a day.' {OIL}. {HEMPS}: {HEMP}", (["'Oil burns for a day.'", HEMP], [OIL, HEMPS])),
        (f"In ‘97. {DAY} {OIL}. {HEMPS}: {HEMP}", BOTH),
        (f"FAQ: “A wick is cut.” {OIL_LINK}. {HEMPS_LINK}: {HEMP}", (["“A wick is cut.”", HEMP], [OIL_AT, HEMPS_AT])),
    ],
)
def test_what_is_no_quotation_of_its_own(note: str, expected: Read | None) -> None:
    assert read(note) == expected
