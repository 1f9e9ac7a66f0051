"""The page of changes and the log of a book: each change once, with where it comes from; days newest first."""

import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from kb.book_pages.change_rows import Row
from kb.book_pages.changes import ChangesView, Outside, Run, SectionChanges, view_changes
from kb.book_pages.introduced import NONE, OTHER, Origins
from kb.book_pages.marking import blanks_around
from kb.book_pages.records import prove_books
from kb.book_pages.states import find_states
from kb.interface import Words
from kb.model import WorkId
from kb.places.base import Base
from kb.places.terms import link_terms
from kb.provenance import Emendation
from kb.queries.proofs import prove_book, voices_of
from kb.queries.states import find_book_states
from kb.site.templates import open_environment
from kb.text import Span
from tests import same_named
from tests.kites import BOOK, game, rulings
from tests.made_pages import build_pages
from tests.test_html import read
from tests.test_site import knowledge, pages, templates

BELLS = WorkId("bells-below")
PAGE = "rules/bells-below/changes/"
DAY = re.compile(r'datetime="([^"]*)"')


@cache
def base() -> Base:
    made = Base.of(knowledge())
    made.terms = link_terms(made)
    made.proofs = prove_books(made.kb)
    made.states = find_states(made)
    return made


@cache
def view() -> ChangesView:
    return view_changes(base(), knowledge().books[BELLS], PAGE)


def rows() -> list[Row]:
    return rows_of(view())


def rows_of(changes: ChangesView) -> list[Row]:
    items = [item for section in changes.sections for item in section.items]
    return [row for item in items for row in (item.rows if isinstance(item, Run) else (item,))]


def records() -> tuple[Emendation, ...]:
    return knowledge().books[BELLS].emendations


def body(path: str) -> str:
    return unescape(pages()[f"{path}index.md"])


# Changes


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("and <em>Osk</em>", ", <em>Osk</em>, and <em>Wren the Pilot</em>", "Wren the Pilot"),
        ("the gull", "the keeper and the gull", "the keeper and"),
        ("boat may carry two", "mended boat may often carry two dry", "mended … often … dry"),
        ("Lamps", "At dusk, while the bell is rung, lamps", "At dusk, while the bell is rung"),
        ("", ", and the gull.", "and the gull."),
        ("the lamp", "a lantern of the keeper's", "a lantern of the keeper's"),
        ("two lamps", "two", "two"),
        ("twelve", "fourteen", "fourteen"),
        ("the lamp", "", "the lamp"),
        ("wick", "wick one two three four five six seven eight nine ten eleven twelve thirteen",
         "one two three four five six seven eight nine ten eleven twelve…"),
    ],
)  # fmt: skip
def test_the_list_of_changes_names_the_words_that_are_new(before: str, after: str, expected: str) -> None:
    told = next(told for row in rows() for told in row.changes)
    changed = replace(told, change=replace(told.change, before=Markup(before), after=Markup(after)))
    assert changed.opening == expected


def test_struck_words_stand_apart_as_they_did() -> None:
    """From the words before them as in the published text, from the new ones unless these are a comma."""
    published = read("One and two lamps burn.\n\n- Oil (lamp)\n- Wick\n\n<ul><li>a</li><li>b</li></ul>\n")
    emended = read("One, two lamps burn.\n\n- Oil\n- Wicks\n\n<ul><li>a</li></ul>\n")

    def blanks(old: str, new: str, behind: str) -> tuple[str, str]:
        was = Span(at := published.source.text.index(old), at + len(old))
        begins = emended.source.text.index(behind) + len(behind)
        now = Span(begins, begins + len(new))
        record = replace(records()[0], published_span=was, published_text=old, emended_span=now, emended_text=new)
        return blanks_around(published, emended, record)

    assert blanks("and", ",", "One") == (" ", ""), "One ~~and~~, two"
    assert blanks("(lamp)", "", "Oil") == (" ", ""), "Oil ~~(lamp)~~"
    assert blanks("Wick", "Wicks", "Oil\n- ") == ("", " "), "~~Wick~~ Wicks"
    assert blanks("b", "", "<li>a") == (" ", ""), "what was an item of its own, behind the one before"
    assert blanks("amp", "", "Oil") == ("", ""), "letters of a word"


def test_every_change_has_one_place_of_its_own_slight_ones_too() -> None:
    """But for clauses moved elsewhere: what changed inside them is told instead."""
    moved = {record.part_of for record in records()}
    outside = [each.id for each in view().outside]
    told = [each.change.id for row in rows() for each in row.changes]
    slight = [each.id for row in rows() for each in row.slight]
    wanted = {record.id: record.substantive for record in records() if record.id not in moved}
    assert sorted(told + slight + outside) == sorted(wanted)
    assert all(wanted[ident] for ident in told) and not any(wanted[ident] for ident in slight + outside)
    page = body(PAGE)
    assert all(len(re.findall(rf'<(?:li|span) id="{re.escape(ident)}"', page)) == 1 for ident in wanted)


def test_a_change_tells_the_versions_that_first_stated_its_rulings() -> None:
    """By another route: the lives of the rulings that the records name."""
    voices = voices_of(knowledge())
    by_id = {record.id: record for record in records()}
    seen = 0
    for told in view().told:
        rulings = [name for each in by_id[told.change.id].authorities for name in each.rulings]
        first = {voices[name].life.attestations[0].version for name in rulings if name in voices}
        if first:
            seen += 1
            assert set(told.since.versions) == first
            assert told.since.words.startswith("since ")
            assert all(f"rulings/{value}/index.md" in pages() for value in told.since.headings)
        elif not by_id[told.change.id].footnotes:
            assert told.since.versions == told.since.headings == (NONE,)
    assert seen > 5


def test_a_printed_effective_date_is_the_day() -> None:
    dated = {record.id: record.effective for record in records() if record.effective}
    told_dated = [told for told in view().told if told.change.id in dated]
    assert told_dated
    for told in told_dated:
        day = base().words.time(dated[told.change.id] or "")
        assert told.since.words == f"since {day}, its printed effective date"


def test_choices_count_what_they_choose() -> None:
    told = view().told
    for choices, values in (
        (view().headings, [each.since.headings for each in told]),
        (view().versions, [each.since.versions for each in told]),
    ):
        assert {each.value for each in choices} == {value for each in values for value in each}
        for choice in choices:
            assert choice.count == sum(choice.value in each for each in values)
    names = [choice.name for choice in view().versions if choice.value.startswith("harbour")]
    assert names == sorted(names), "versions by date"
    assert [choice.value for choice in view().headings][-2:] == [NONE, OTHER]


def test_changes_of_one_passage_are_tied_to_their_words() -> None:
    several = [row for row in rows() if len(row.changes) > 1]
    assert several
    for row in rows():
        merged = "".join(side.html for side in row.merged)
        signs = [told.sign for told in row.changes]
        assert len(set(signs)) == len(signs) if len(signs) > 1 else signs in ([], [""])
        assert sorted(re.findall(r'<sup class="tie">(\w)</sup>', merged)) == sorted(filter(None, signs))


def test_what_was_put_in_before_what_went_is_told_before_it(tmp_path: Path) -> None:
    corpus = same_named.with_cards(tmp_path, {})
    path = corpus / "texts" / "emended" / "the-drowned-coast.md"
    old = "A crew that has none rows a plank: berths two, speed one, timbers one."
    new = "A crew that has none, or lent it out for the night,[^hl-tiller] rows a plank: berths two, timbers one."
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    known = same_named.read(corpus)
    made = Base.of(known)
    made.terms = link_terms(made)
    made.proofs = prove_books(known)
    made.states = find_states(made)
    work = WorkId("the-drowned-coast")
    told = rows_of(view_changes(made, known.books[work], f"rules/{work}/changes/"))
    row = next(row for row in told if any("lent it out" in str(side.html) for side in row.merged))
    merged = "".join(side.html for side in row.merged)
    ties = re.findall(r'<sup class="tie">(\w)</sup>', merged)
    assert len(ties) > 1 and ties == sorted(ties)


def test_runs_keep_every_row_in_order() -> None:
    runs = [item for section in view().sections for item in section.items if isinstance(item, Run)]
    assert any(run.slight for run in runs)
    for run in runs:
        assert tuple(row for part in run.parts for row in part) == run.rows
        assert all(len(part) == 1 for part in run.parts if part[0].slight)


def test_the_list_of_changes_leads_to_each_in_order() -> None:
    page = body(PAGE)
    table = page[page.index("all-changes") : page.index("kb-sift")]
    assert re.findall(r'<li><a href="#([^"]*)"', table) == [told.change.id for told in view().told]


# The log


def test_the_log_has_each_day_once_and_what_came_makes_the_text() -> None:
    """Counted up from the oldest, what came and what went is what the states of the book have."""
    kb = knowledge()
    proof = prove_book(kb, kb.books[BELLS])
    assert proof is not None
    states = find_book_states(kb, kb.books[BELLS], proof)
    page = body("rules/bells-below/states/")
    days = re.split(r'<li data-from="', page)[1:]
    assert [day[: day.index('"')] for day in days] == [
        *(state.first.isoformat() for state in reversed(states[1:])),
        "",
    ]
    substantive = {record.id for record in records() if record.substantive}
    for day, state, older in zip(days, reversed(states[1:]), reversed(states[:-1]), strict=False):
        changes = re.findall(r'href="\.\./changes/#([^"]*)"', day.split("kb:never")[0])
        assert sorted(changes) == sorted((state.made ^ older.made) & substantive)


def test_the_log_says_of_a_change_whose_rulings_nobody_knows_that_its_day_is_not_known() -> None:
    """It stands under the day of the emended text, which is none of its own."""
    undated = {
        each.id
        for each in records()
        if each.substantive and not Origins(base(), knowledge().books[BELLS], PAGE).of(each).words
    }
    entries = re.split(r'<li class="record">', body("rules/bells-below/states/"))[1:]
    told = {re.findall(r'href="\.\./changes/#([^"]*)"', each)[0] for each in entries if "its day is not known" in each}
    assert undated and told == undated


@pytest.mark.parametrize("older", [True, False])
def test_the_log_and_the_page_beside_it_count_the_same_texts(older: bool) -> None:
    """A text as published that no day had can be compared, and is none of the days: the log says so."""
    day = "1/5/99" if older else "1/5/01"
    said = rulings(Landing=f"A kite lands at dusk. [Effective {day}]", Flying="A kite needs a string.")
    notes = "".join(f"[^{name}]: See KR 1, [{name}](/kr-1/#{name.lower()}).\n" for name in ("Landing", "Flying"))
    new = "A kite lands at dusk.[^Landing]\n\nA kite needs a string.[^Flying]\n"
    made = build_pages(game([said], emended=f"{BOOK}\n{new}\n{notes}"), templates()).value
    log, compared = (made[f"rules/kites/{name}/index.md"] for name in ("states", "compare"))
    texts, days = re.search(r"The (\d+) texts of this book", compared), re.search(r"(\d+) texts, one after", log)
    assert texts is not None and days is not None
    assert int(texts[1]) == int(days[1]) + older
    assert ("the published one is not among them" in log) == older


def test_the_log_says_how_it_counts_what_the_pages_beside_it_count_otherwise() -> None:
    """The sums of its days, and of what the pages of changes and of records count, as these say them."""
    page, kept, changes = (body(f"rules/bells-below/{name}/") for name in ("states", "records", "changes"))
    days = sum(map(int, re.findall(r"(\d+) corrections? of spelling", page)))
    differing = re.search(r"</strong>, (\d+) of spelling, typography", changes)
    tally = re.search(r"of substance, (\d+) of spelling and typography, (\d+) of layout", kept)
    assert differing is not None and tally is not None
    told = re.search(r"in one piece: (\d+) in all\. The page of changes counts what differs, (\d+) of", page)
    more = re.search(r"The page of records has (\d+) more", page)
    assert told is not None and told.groups() == (str(days), differing[1])
    beside = int(more[1]) if more else 0
    assert int(tally[1]) + int(tally[2]) == days + beside
    assert bool(beside) == ("not counted by date" in kept)


def test_the_log_names_the_printed_effective_date_that_a_day_is() -> None:
    """The version that has it is of another day: `first seen in` it would say otherwise than the heading."""
    days = re.split(r'<li data-from="', body("rules/bells-below/states/"))[1:]
    of = {day[:10]: day for day in days}
    printed = {record.effective for record in records() if record.effective}
    assert printed
    for day in printed:
        assert "its printed effective date" in of[day], day
    issued = {day for day in of if day[:1] == "2"} - {
        day for told in view().told if "printed" in told.since.words for day in DAY.findall(told.since.words)
    }
    assert issued and all("its printed effective date" not in of[day] for day in issued)


def test_a_text_of_a_day_leads_to_what_changed_on_it() -> None:
    for path, text in pages().items():
        day = re.fullmatch(r"rules/([^/]+)/@([\d-]+)/index\.md", path)
        if day:
            assert f'href="../states/#{day[2]}"' in text
            assert f'id="{day[2]}"' in pages()[f"rules/{day[1]}/states/index.md"]


def test_origins_without_a_compendium_name_nothing() -> None:
    plain = base()
    origins = Origins(plain, knowledge().books[BELLS], PAGE)
    uncited = next(record for record in records() if record.substantive and not record.footnotes)
    since = origins.of(uncited)
    assert (since.headings, since.first, since.words) == ((NONE,), "", "")


def test_the_switch_for_slight_changes_stands_where_there_are_any() -> None:
    """Of a book with changes of substance alone it would do nothing."""
    slight = next(row for row in rows() if row.slight)
    plain = replace(slight, slight=())
    for items, outside, folded in (
        ((plain, Run((plain,))), (), False),
        ((plain, slight), (), True),
        ((Run((plain, slight)),), (), True),
        ((plain,), view().outside or (Outside("x", "", "", "", ""),), True),
    ):
        shown = replace(view(), sections=(SectionChanges("", "", items),), outside=outside)
        assert shown.folded is folded
    assert view().folded and 'id="show-all"' in pages()[PAGE + "index.md"]
    bare = replace(view(), sections=(SectionChanges("", "", (plain,)),), outside=())
    assert 'id="show-all"' not in written(bare)


def written(view: ChangesView) -> str:
    """The page of changes."""
    template = open_environment(templates()).get_template("pages/changes.md.j2")
    return template.render(view=view, item=SimpleNamespace(title="", documents=()), base=base(), t=Words())


def test_where_all_slight_changes_stand_outside_the_text_only_a_script_offers_the_switch() -> None:
    """Style sheets alone cannot open the fold that holds them."""
    plain = replace(rows()[0], slight=())
    outside = replace(view(), sections=(SectionChanges("", "", (plain,)),), outside=(Outside("x", "", "", "", ""),))
    assert '<label class="scripted"><input type="checkbox" id="show-all">' in written(outside)
    assert '<label><input type="checkbox" id="show-all">' in written(view())
