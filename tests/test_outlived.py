"""Changes whose rulings a later version worded otherwise or dropped: where the change is told, that is told too."""

import re
from html import unescape

import pytest

from kb.answers.ruling_list import Question, answer_question, find_applied
from kb.audit import find_all
from kb.model import WorkId
from kb.queries.judging import judge_book
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.later_versions import first_worded
from kb.unapplied import Verdict
from tests.kites import BOOK, game, rulings
from tests.lives import follow, read_version
from tests.made_pages import build_pages
from tests.test_site import templates

FIRST = rulings(Kite="A kite flies.", Gull="A gull is no kite.")
SECOND = rulings(Kite="A kite flies.", Gull="A gull is no kite at all.")
THIRD = rulings(Kite="A kite flies.")


def told(*versions: str, cited: int) -> tuple[str, str]:
    """The pages of the changes and of the emended book, which cites a version of the ruling on gulls."""
    said = "A gull is no kite." if cited == 1 else "A gull is no kite at all."
    note = f"[^gull]: {said} See Kite Rulings {cited}, [Gull](/kr-{cited}/#gull).\n"
    kb = game(versions, emended=f"{BOOK}\n{said}[^gull]\n\n{note}")
    pages = build_pages(kb, templates()).value
    return unescape(pages["rules/kites/changes/index.md"]), unescape(pages["rules/kites/index.md"])


CHANGES = "rules/kites/changes/index.md"
GULL = "../../../rulings/term/gull/#gull-"


def test_a_change_tells_which_version_reworded_its_ruling() -> None:
    changes, book = told(FIRST, SECOND, cited=1)
    assert 'first seen in KR\N{NO-BREAK SPACE}1; <a href="' + GULL in changes
    assert ">reworded in KR\N{NO-BREAK SPACE}2</a>" in changes
    assert "reworded since KR\N{NO-BREAK SPACE}1" in changes, "what it agrees with is an older wording"
    assert "no longer" not in changes + book
    entry = re.sub(r"<[^>]*>|\s+", " ", book[book.index('class="why-entry"') :])
    told_of = (
        "A gull is no kite.",
        "KR 1, Rulings by Term, Gull",
        "Reworded since KR 1",
        "no kite at all.",
        "KR 2, Rulings",
    )
    places = [entry.replace("\N{NO-BREAK SPACE}", " ").index(words) for words in told_of]
    assert places == sorted(places), "the words it agrees with, then those of today"


def test_a_change_that_cites_the_newest_words_is_not_said_to_be_outlived() -> None:
    changes, book = told(FIRST, SECOND, cited=2)
    assert ">reworded in KR\N{NO-BREAK SPACE}2</a>" in changes, "its day is older than its words"
    assert "reworded since" not in (changes + book).casefold()


def test_a_book_says_which_version_came_after_the_newest_it_cites() -> None:
    newer = re.compile(r'<a href="\.\./\.\./rulings/versions/(kr-\d(?:/since)?)/">(KR [^<]*)')
    books = [told(*versions, cited=1)[1] for versions in ((FIRST, SECOND), (FIRST, SECOND, THIRD))]
    assert [newer.findall(each.replace("\N{NO-BREAK SPACE}", " "))[0] for each in books] == [
        ("kr-2", "KR 2, "),
        ("kr-1/since", "KR 3, "),
    ]
    assert all(" is newer." in each for each in books)
    assert "is newer" not in told(FIRST, SECOND, cited=2)[1]


def test_a_change_tells_which_version_dropped_its_ruling() -> None:
    changes, book = told(FIRST, THIRD, cited=1)
    assert changes.count(">no longer in KR\N{NO-BREAK SPACE}2</a>") == 2, "at the change, and in the list of all"
    assert GULL in changes
    entry = book[book.index('class="why-entry"') :]
    said, gone = entry.index("A gull is no kite."), entry.index("No longer in KR\N{NO-BREAK SPACE}2")
    assert said < entry.index("Rulings by Term, Gull</a>") < gone, (
        "its last words, where they stood, what became of them"
    )


def test_of_several_rulings_each_is_named() -> None:
    first = rulings(Gull="A gull is no kite.", Moth="A moth is no kite.")
    notes = "".join(f"[^{n}]: A {n} is no kite. See Kite Rulings 1, [{n}](/kr-1/#{n}).\n" for n in ("gull", "moth"))
    said = f"{BOOK}\nA gull is no kite.[^gull] A moth is no kite.[^moth]\n\n{notes}"
    kb = game([first, rulings(Gull="A gull is no kite.")], emended=said)
    changes = unescape(build_pages(kb, templates()).value["rules/kites/changes/index.md"])
    assert ">Moth no longer in KR\N{NO-BREAK SPACE}2</a>" in changes and "Gull no longer" not in changes


def test_the_editor_is_told_of_a_quotation_that_was_outlived() -> None:
    note = "[^gull]: A gull is no kite. See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    emended = f"{BOOK}\nA gull is no kite.[^gull]\n\n{note}"
    other = rulings(Kite="A kite flies.", Gull="A gull is nearly a kite.")
    alike = rulings(Kite="A kite flies.", Gull="A gull that flies is no kite.")
    for later, told in (
        (other, "says otherwise in KR 2"),
        (alike, "has other words in KR 2"),
        (THIRD, "is no longer in KR 2"),
        (SECOND, ""),
    ):
        found = [each.message for each in find_all(game([FIRST, later], emended=emended)) if each.code.code == "KB444"]
        assert found == ([f"the ruling that footnote `gull` quotes from KR 1 {told}"] if told else []), later


def test_a_quotation_of_words_that_were_misspelt_holds() -> None:
    more = "Every creature of the air keeps clear of the line.\nThe structure of a line is seen by creatures alone."
    said = "A craeture may cut the line of a kite."
    note = f"[^cut]: {said} See Kite Rulings 1, [Kite](/kr-1/#kite).\n"
    versions = [rulings(Kite=f"{each}\n{more}") for each in (said, said.replace("craeture", "creature"))]
    kb = game(versions, emended=f"{BOOK}\nA creature may cut the line of a kite.[^cut]\n\n{note}")
    assert not [each for each in find_all(kb) if each.code.code == "KB444"]


def test_a_ruling_of_as_many_words_that_was_stated_in_one_with_what_is_quoted_is_not_what_was_outlived() -> None:
    fused = rulings(Gull="A gull may carry one string. A gull is still no kite.").replace("\n- ", "\n")
    apart = rulings(Gull="A gull may carry one string.\nA gull is still no kite.")
    note = "[^gull]: A gull is still no kite. See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    emended = f"{BOOK}\nA gull is still no kite.[^gull]\n\n{note}"
    kb = game([fused, apart, rulings(Gull="A gull is still no kite.")], emended=emended)
    assert not [each for each in find_all(kb) if each.code.code == "KB444"]


@pytest.mark.parametrize(("dropped", "published", "told"), [(True, True, 0), (False, True, 1), (True, False, 1)])
def test_words_that_stayed_may_say_otherwise_than_a_ruling_that_ended(
    *, dropped: bool, published: bool, told: int
) -> None:
    ruling, said = "A gull at the pier may carry a string.", "A gull at the pier may not carry a string."
    versions = [rulings(Gull=ruling), rulings(Kite="A kite flies.") if dropped else rulings(Gull=ruling)]
    note = f"[^gull]: {ruling} See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    book = f"{BOOK}\n{said}\n" if published else BOOK
    kb = game(versions, book, emended=f"{BOOK}\n{said}[^gull]\n\n{note}")
    assert len([each for each in find_all(kb) if each.code.code == "KB448"]) == told


@pytest.mark.parametrize(
    ("said", "later", "told"),
    [
        ("It stays ashore.", " It stays ashore. See KR 2, [Gull](/kr-2/#gull).", 0),
        ("A gull is no kite. It stays ashore.", " It stays ashore. See KR 2, [Gull](/kr-2/#gull).", 1),
        ("It stays ashore.", "", 1),
    ],
)
def test_who_quotes_the_version_that_dropped_a_ruling_too_tells_how_it_was(said: str, later: str, told: int) -> None:
    versions = [rulings(Gull="A gull is no kite."), rulings(Gull="Feed it. It stays ashore.")]
    note = f"[^gull]: A gull is no kite. See KR 1, [Gull](/kr-1/#gull).{later}\n"
    kb = game(versions, emended=f"{BOOK}\n{said}[^gull]\n\n{note}")
    assert len([each for each in find_all(kb) if each.code.code == "KB444"]) == told


@pytest.mark.parametrize(
    ("words", "version"),
    [
        ({"night"}, "ledger-2"),
        ({"day", "wall"}, "ledger-3"),
        ({"day", "pier"}, None),
        ({"gull"}, None),
        ({"and"}, None),
    ],
)
def test_the_version_that_first_has_the_words_of_a_change(words: set[str], version: str | None) -> None:
    lines = [
        "Kite | A kite flies by day over the long pier.",
        "Kite | A kite flies by day and night over the long pier.",
        "Kite | A kite flies by day and night over the long pier and wall.",
    ]
    versions = [read_version(str(at), f"200{at}-01-01", [line]) for at, line in enumerate(lines, start=1)]
    (life,) = follow(versions).lives
    worded = first_worded(life, words)
    assert (worded.version if worded is not None else None) == version


@pytest.mark.parametrize(
    ("lines", "words", "version"),
    [
        (("may fly at night over the pier", "may not fly at night over the pier"), {"not", "night"}, "ledger-2"),
        (("does not fly at night over the pier", "may fly at night over the pier"), {"night"}, "ledger-2"),
        (("does not fly at night over the pier", "does not fly by night over the pier"), {"night"}, None),
    ],
)
def test_a_denial_and_its_end_are_words_of_a_change(lines: tuple[str, str], words: set[str], version: str) -> None:
    told = [f"Kite | A kite {line}." for line in lines]
    versions = [read_version(str(at), f"200{at}-01-01", [line]) for at, line in enumerate(told, start=1)]
    (life,) = follow(versions).lives
    worded = first_worded(life, words)
    assert (worded.version if worded is not None else None) == version


@pytest.mark.parametrize(
    ("mark", "found"),
    [
        ("", []),
        (" [Rescinded 2/15/2002]", ["ended on 2002-02-15"]),
        (" [Effective 7/1/2001 until 2/15/2009]", ["ends on 2009-02-15"]),
    ],
)
def test_a_quotation_of_a_ruling_that_ends_by_its_own_words_is_told(mark: str, found: list[str]) -> None:
    note = "[^gull]: A gull is no kite. See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    said = f"{BOOK}\nA gull is no kite.[^gull]\n\n{note}"
    kb = game((rulings(Gull="A gull is no kite."), rulings(Gull=f"A gull is no kite.{mark}")), emended=said)
    told = [each.message for each in find_all(kb) if each.code.code == "KB444"]
    assert told == [
        f"the ruling that footnote `gull` quotes from KR 1 {ends}, by its own words in KR 2" for ends in found
    ]


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ("A gull is nearly a kite.[^gull]", False),
        ("A gull is no kite.[^gull]", True),
        ("A gull is a bird.[^gull]", True),
        ("A gull is nearly a kite. A gull is no kite.[^gull]", True),
    ],
)
def test_a_note_on_the_words_of_now_may_tell_those_of_before(book: str, told: bool) -> None:
    """An annotated book has the ruling as it is today, and its note how an older version had it."""
    note = '[^gull]: In KR 1 this read: "A gull is no kite." See Kite Rulings 1, [Gull](/kr-1/#gull).\n'
    kb = game(
        [FIRST, rulings(Kite="A kite flies.", Gull="A gull is nearly a kite.")], emended=f"{BOOK}\n{book}\n\n{note}"
    )
    assert ("KB444" in [each.code.code for each in find_all(kb)]) is told


NOTE = (
    "{: .note }\n> **Clarification:** A gull is not a kite.[^gull]\n\n"
    "[^gull]: See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
)


def test_a_reversed_ruling_is_not_said_to_be_applied_where_a_note_has_it_as_it_was() -> None:
    kb = game(
        [rulings(Kite="A kite flies.", Gull=said) for said in ("A gull is not a kite.", "A gull is a kite.")],
        emended=f"{BOOK}\n{NOTE}",
    )
    (found,) = (each for each in judge_book(kb, kb.books[WorkId("kites")]).findings if each.stated.term == "Gull")
    assert (found.verdict, found.turned, len(found.claims)) == (Verdict.NOT_APPLIED, True, 1)
    term = build_pages(kb, templates()).value["rulings/term/gull/index.md"]
    assert "Applied in" not in term and "Cited by a change that says something else: <a" in term
    newest, first = (
        answer_question(fill_shelves(kb), Question(term="gull", as_of=day)).found[0] for day in (None, "2001-12-01")
    )
    assert (newest.wording.text, find_applied(newest)) == ("A gull is a kite.", ())
    assert [each["work"] for each in find_applied(first)] == ["kites"], "as it was, the note says it"


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (" (Withdrawn 2/15/2002.)", "ended on 15 February 2002, by its own words"),
        (" [Effective 7/1/2001 until 2/15/2009]", "until 15 February 2009, by its own words"),
    ],
)
def test_a_change_tells_when_its_ruling_ends_by_its_own_words(mark: str, said: str) -> None:
    ended = rulings(Kite="A kite flies.", Gull=f"A gull is no kite.{mark}")
    changes = re.sub(r"</?time[^>]*>", "", told(FIRST, ended, cited=1)[0]).replace("\N{NO-BREAK SPACE}", " ")
    assert f">{said}</a>" in changes
    assert "by its own words</a>" not in told(FIRST, cited=1)[0]


@pytest.mark.parametrize(("book", "told_of"), [("may not fly", "reworded"), ("may fly", "so worded since")])
def test_a_change_inside_of_a_sentence_that_denies_is_not_so_worded_by_what_grants(book: str, told_of: str) -> None:
    """The change itself has no denial: what it says stands in its sentence."""
    published = f"# Kites\n\nA kite {book} at night.\n"
    emended = f"# Kites\n\nA kite {book} at night or over the pier.[^pier]\n\n"
    note = "[^pier]: See Kite Rulings 2, [Kite](/kr-2/#kite).\n"
    versions = [rulings(Kite=f"A kite may {each} over the pier.") for each in ("not fly", "fly")]
    changes = unescape(build_pages(game(versions, published, emended=emended + note), templates()).value[CHANGES])
    assert re.findall(r">(reworded|so worded since)[^<]*KR\W2</a>", changes)[-1:] == [told_of]


def test_a_ruling_that_a_version_withdraws_by_what_it_said_is_gone() -> None:
    """The words that take it back have all of its own: it is not reworded."""
    taken = rulings(Kite="A kite flies.", Gull="The ruling that a gull is no kite is withdrawn.")
    note = "[^gull]: See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    kb = game([FIRST, taken], emended=f"{BOOK}\nA gull is no kite.[^gull]\n\n{note}")
    found = [each.message for each in find_all(kb) if each.code.code in {"KB444", "KB453", "KB463"}]
    assert found == ["the words before `[^gull]` rest on a ruling of KR 1 that is withdrawn in KR 2"]


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ("A kite on the ground is tied to whatever stands near before dusk.", "says otherwise in KR 2"),
        ("A kite on the ground is tied to posts only before dusk.", ""),
        ("", "is no longer in KR 2"),
    ],
)
@pytest.mark.parametrize("quotes", [True, False])
def test_a_ruling_told_in_other_words_is_outlived_where_a_version_lacks_what_both_have(
    *, later: str, told: str, quotes: bool
) -> None:
    said = "Before dusk a kite on the ground is tied to a post, and to a post only."
    quote = f"{said} " if quotes else ""
    note = f"[^post]: {quote}See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    ruling = "A kite on the ground is tied only to a post before dusk."
    newer = rulings(Kite="A kite flies.", Gull=later) if later else THIRD
    versions = [rulings(Kite="A kite flies.", Gull=ruling), newer]
    kb = game(versions, emended=f"{BOOK}\n{said}[^post]\n\n{note}")
    found = [each.message for each in find_all(kb) if each.code.code in {"KB444", "KB453"}]
    assert [each.endswith(told) for each in found] == ([True] if told else [])


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ("A gull may be sold only while it sleeps.", 1),
        ("A gull may be sold unless it sleeps.", 1),
        ("A gull may be sold by whoever caught it.", 0),
        ("A gull may be sold. It is sold only at noon.", 0),
    ],
)
@pytest.mark.parametrize("book", ["A gull may be sold.", "{later}"])
def test_a_ruling_that_was_narrowed_is_outlived_though_it_begins_as_it_did(later: str, told: int, book: str) -> None:
    said = book.format(later=later)
    note = "[^gull]: A gull may be sold. See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    versions = [rulings(Kite="A kite flies.", Gull=each) for each in ("A gull may be sold.", later)]
    found = find_all(game(versions, emended=f"{BOOK}\n{said}[^gull]\n\n{note}"))
    assert len([each for each in found if each.code.code == "KB444"]) == (told if said != later else 0)


@pytest.mark.parametrize(
    ("published", "newer", "told"),
    [
        ("A kite flies up to two hours.", "", 0),
        ("A kite flies up to one hour.", "", 1),  # the change rests on it
        ("A kite flies up to two hours.", "The ruling that changes one hour to two hours is withdrawn.", 1),
    ],
)
def test_an_erratum_that_the_published_text_has_is_not_outlived_when_it_is_listed_no_more(
    published: str, newer: str, told: int
) -> None:
    erratum = '_Rules Erratum:_ Change "up to one hour" to "up to two hours."'
    note = f"[^hours]: {erratum} See Kite Rulings 1, [Kite](/kr-1/#kite).\n"
    book = "# Kites\n\n## Flying\n\nA kite flies up to two hours.[^hours]\n\n" + note
    versions = [rulings(Kite=f"A kite has a string.\n{each}".strip()) for each in (erratum, newer)]
    kb = game(versions, f"# Kites\n\n## Flying\n\n{published}\n", emended=book)
    assert len([each for each in find_all(kb) if each.code.code == "KB444"]) == told
