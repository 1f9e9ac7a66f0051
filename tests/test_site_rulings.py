"""Rulings on pages beyond their words: what says otherwise, what ended, what other compendia and question files say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape

import pytest

from kb.answers.search import Kind
from kb.attested import Change, Life
from kb.contradictions import Answer, Contradiction
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import RulingId, SectionKind, VersionId
from kb.pipeline import build_kb
from kb.places.base import Base
from kb.places.settling import Lives
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.site.links import check_links
from kb.text import Source
from tests.kites import game, rulings
from tests.made_pages import build_pages
from tests.test_corpus import GOOD
from tests.test_site import address_in, body_of, finder_data, knowledge, lives, pages, templates, words_of

SHEET = "rulings/answers/quay-questions-3/index.md"


def entry_of(page: str, ident: str) -> str:
    """What a page says of a ruling or answer, from its id to the next."""
    start = page.index(f' id="{ident}"')
    following = page.find('<div class="ruling', start)
    return page[start : following if following > 0 else len(page)]


def with_lives(kb: Kb, kept: tuple[Life, ...]) -> Kb:
    name, chronicle = next(iter(kb.chronicles.items()))
    return replace(kb, chronicles={name: replace(chronicle, history=replace(chronicle.history, lives=kept))})


# Contradictions


def test_each_side_of_a_contradiction_tells_the_other() -> None:
    chronicle = next(iter(knowledge().chronicles.values()))
    tried = 0
    for found in chronicle.contradictions:
        for mine, other in ((found.first, found.second), (found.second, found.first)):
            if mine.life is None or other.life is None or mine.life is other.life:
                continue
            tried += 1
            place = lives().places[mine.life.id]
            told = entry_of(body_of(f"{place.page}index.md"), mine.life.id)
            assert "Contradicted:" in told
            assert " ".join(other.text.split()) in " ".join(words_of(told))
            assert f'href="{lives().places[other.life.id].seen_from(place.page)}"' in told
            assert "decided nowhere" in told
    assert tried > 0


def test_a_ruling_turned_round_tells_what_it_said_before() -> None:
    kb = knowledge()
    name, chronicle = next(iter(kb.chronicles.items()))
    life = next(each for each in chronicle.history.lives if each.stated[0].words != each.newest.words)
    first, second = (
        replace(chronicle.contradictions[0].first, life=life, attestation=each, versions=frozenset({each.version}))
        for each in (life.stated[0], life.newest)
    )
    found = replace(chronicle, contradictions=(Contradiction(first, second, None),))
    page = build_pages(replace(kb, chronicles={name: found}), templates()).value[
        f"{lives().places[life.id].page}index.md"
    ]
    told = entry_of(page, life.id)
    assert told.count("It said otherwise before:") == 1
    assert "decided nowhere" not in told


def test_a_ruling_nothing_speaks_against_is_silent() -> None:
    concerned = set(lives().opposed)
    for life in lives().chronicle.history.lives:
        if life.id not in concerned:
            page = body_of(f"{lives().places[life.id].page}index.md")
            assert 'class="against"' not in entry_of(page, life.id)


@pytest.mark.parametrize("decided", [False, True])
def test_an_answer_and_the_ruling_against_it_tell_of_each_other(decided: bool) -> None:
    kb = knowledge()
    name, chronicle = next(iter(kb.chronicles.items()))
    life = chronicle.history.lives[0]
    sheet = next(iter(kb.sheets.values()))
    statement = next(each for each in sheet.statements if each.context)
    said = chronicle.contradictions[0].first
    asked = replace(said, life=None, attestation=None, versions=frozenset(), answer=Answer(sheet, statement))
    ruled = replace(said, life=life, attestation=life.newest, versions=frozenset({life.newest.version}))
    found = replace(chronicle, contradictions=(Contradiction(asked, ruled, None, decided),))
    made = build_pages(replace(kb, chronicles={name: found}), templates())
    assert made.diagnostics == ()
    place = lives().places[life.id]
    told = entry_of(made.value[f"{place.page}index.md"], life.id)
    assert "../../answers/quay-questions-3/#" in told
    assert sheet.title.replace(" 3", "\N{NO-BREAK SPACE}3") in told
    page = made.value[SHEET]
    assert ("A later ruling says otherwise" if decided else "A ruling says otherwise") in page
    assert ("An older answer said otherwise:" if decided else "Contradicted:") in told
    for side in (told, page):
        assert ("decided nowhere" in side) is not decided
    assert f"#{life.id}" in page


# What is no more


def test_what_ended_a_ruling_is_named() -> None:
    gone = [life for life in lives().chronicle.history.lives if life.attestations[-1].change is Change.DROPPED]
    for life in gone:
        told = entry_of(body_of(f"{lives().places[life.id].page}index.md"), life.id)
        version = lives().chronicle.calendar.name(life.attestations[-1].version)
        assert f"Not in {version}" in told.split("</summary>")[0].replace("\N{NO-BREAK SPACE}", " ")


def test_silence_of_a_list_ends_nothing_and_list_and_label_agree() -> None:
    kb = knowledge()
    chronicle = next(iter(kb.chronicles.values()))
    life = next(each for each in chronicle.history.lives if each.attestations[-1].change is Change.DROPPED)
    silent = replace(life, attestations=life.stated)
    kept = tuple(silent if each is life else each for each in chronicle.history.lives)
    made = build_pages(with_lives(kb, kept), templates())
    assert made.diagnostics == ()
    page = made.value[f"{lives().places[life.id].page}index.md"]
    before = page[: page.index(f' id="{life.id}"')]
    assert "not repeated" in before[before.rindex('<details class="ended"') :]
    told = entry_of(page, life.id)
    assert 'class="force in-force"' in told
    assert "Ended" not in told.split("</summary>")[0]


def test_a_ruling_declared_to_replace_another_leads_to_it_and_back() -> None:
    kb = knowledge()
    chronicle = next(iter(kb.chronicles.values()))
    first, second = chronicle.history.lives[:2]
    kept = (replace(first, supersedes=(second.id,)), *chronicle.history.lives[1:])
    made = build_pages(with_lives(kb, kept), templates()).value
    places = lives().places
    new = entry_of(made[f"{places[first.id].page}index.md"], first.id)
    assert f'Replaces a ruling on <a href="{places[second.id].seen_from(places[first.id].page)}"' in new
    old = entry_of(made[f"{places[second.id].page}index.md"], second.id)
    assert f'Replaced by a ruling on <a href="{places[first.id].seen_from(places[second.id].page)}"' in old


def test_the_page_says_as_of_when() -> None:
    version = knowledge().newest_version
    assert version is not None
    named = '<a href="../../versions/harbour-ledger-4/">Harbour Ledger\N{NO-BREAK SPACE}4</a>'
    said = f'as of the newest version, {named}, <time datetime="2006-05-08">8 May 2006</time>'
    assert said in body_of("rulings/term/lamps/index.md")


def test_a_version_that_is_called_by_letters_is_told_once_with_the_title_of_its_file() -> None:
    """`KR 2` tells a newcomer nothing; `Harbour Ledger 4` has words of its title."""
    kites = game([rulings(Winds="A wind blows."), rulings(Winds="A wind blows.\nA wind turns.")])
    lead = build_pages(kites, templates()).value["rulings/index.md"]
    assert "2 rulings of KR\N{NO-BREAK SPACE}2 (Kite Rulings), " in lead
    assert "of Harbour Ledger\N{NO-BREAK SPACE}4, " in body_of("rulings/index.md")


# Questions and answers


def test_marks_before_a_ruling_are_explained_beside_it() -> None:
    """The signs of an editor of rulings mean nothing to somebody who never saw the file."""
    marked = 0
    for path, page in pages().items():
        if re.match(r"rulings/(term|card|turn)/", path):
            for entry in page.split('<div class="ruling clause"')[1:]:
                sign = re.search(r"<p>([@#]) ", entry)
                marked += sign is not None
                assert ("@ marks what is new or changed in" in entry) == (sign is not None and sign[1] == "@")
                assert ("# marks what tournaments play otherwise" in entry) == (sign is not None and sign[1] == "#")
    assert marked > 2


def test_every_answer_has_its_place_and_its_words() -> None:
    page = body_of(SHEET)
    said = "".join(words_of(page))
    base = Base.of(knowledge())
    for sheet, answers in base.answers.by_sheet.items():
        assert len({answer.place for answer in answers}) == len(knowledge().sheets[sheet].statements)
        for answer in answers:
            assert page.count(f' id="{answer.place.anchor}"') == 1
            told = words_of(re.sub(r'<a class="pin".*?</a>', "", entry_of(page, answer.place.anchor).partition(">")[2]))
            assert " ".join(told).startswith(answer.statement.context)
            assert "".join(answer.statement.words.split()[-4:]) in said


def test_an_answer_is_shown_without_its_question_twice() -> None:
    page = " ".join(words_of(body_of(SHEET)))
    for statement in knowledge().sheets["quay-questions-3"].statements:
        if statement.context:
            assert page.count(statement.context) == 1
    assert " A: " not in page and " A : " not in page


def test_a_term_tells_the_answers_that_concern_it_apart_from_its_rulings() -> None:
    page = body_of("rulings/term/keepers/index.md")
    assert page.index('<details class="ended answers"') > page.rindex('class="pin"')
    asked = page[page.index('<details class="ended answers"') :]
    assert "Not rulings of the compendium" in asked
    assert asked.count('class="ruling clause qa"') >= 2
    assert 'href="../../answers/quay-questions-3/#' in asked


def test_an_answer_is_found_again_by_its_words_when_others_come() -> None:
    kb = knowledge()
    sheet = kb.sheets["quay-questions-3"]
    fewer = replace(kb, sheets={sheet.id: replace(sheet, statements=sheet.statements[1:])})
    every, rest = (Base.of(each).answers.by_sheet[sheet.id] for each in (kb, fewer))
    assert [each.place for each in every[1:]] == [each.place for each in rest]


def test_questions_that_are_headings_stand_once_below_what_they_are_about() -> None:
    faq = (
        "# Red Kite\n\n### Does it fly?\n\nIt does.\n\n### Does it land?\n\nNever, as the [other](#does-it-sink).\n\n"
        "# Blue Kite\n\n### Does it sink?\n\nAt once.\n"
    )
    entry = "documents:\n  - {id: faq-1, kind: faq, path: faq.md}\n"
    manifest = load_manifest(Source.from_text("corpus.yml", f"{GOOD.partition('documents:')[0]}{entry}")).value
    assert manifest is not None
    kb = build_kb(manifest, {"faq.md": faq.encode()}).value
    page = build_pages(kb, templates()).value["rulings/answers/faq-1/index.md"]
    body = page[page.index("</p></div>") :]
    said = " ".join(words_of(re.sub(r"\{: [^}]*\}", "", body)))
    order = ("Red Kite", "Does it fly?", "It does.", "Does it land?", "Blue Kite", "Does it sink?")
    assert [said.count(each) for each in order] == [1] * len(order)
    assert sorted(order, key=said.index) == list(order)
    sinks = Base.of(kb).answers.by_sheet["faq-1"][2].place.anchor
    assert f'<a href="#{sinks}">other</a>' in body


def test_errata_of_a_question_file_are_counted_as_such_and_their_marks_are_not_shown() -> None:
    faq = (
        '# Asked\n\nQ: Free?\n\nA: It is.\n\n## Cards with Errata\n\n_\\*Red Kite_: Add "*Sinks."\n\n'
        '\\# _Blue Kite_: Remove "Sinks."\n'
    )
    entry = "documents:\n  - {id: faq-1, kind: faq, path: faq.md}\n"
    manifest = load_manifest(Source.from_text("corpus.yml", f"{GOOD.partition('documents:')[0]}{entry}")).value
    assert manifest is not None
    kb = build_kb(manifest, {"faq.md": faq.encode()}).value
    assert [each.marks for each in kb.sheets["faq-1"].statements] == [(), ("*",), ("#",)]
    made = build_pages(kb, templates()).value
    page = " ".join(words_of(made["rulings/answers/faq-1/index.md"]))
    assert "1 answer · 2 errata" in page
    assert "*Sinks." in page and "*Red" not in page and "# Blue" not in page
    assert "1 answer · 2 errata" in " ".join(words_of(made["rulings/index.md"]))


def test_a_ruling_that_another_place_of_its_version_turns_round_tells_with_what_word() -> None:
    says = "If a crew comes back to its harbour, it {} do nothing before the next morning, and its kites are dried."
    rulings = (
        f"# K\n\n## Rulings by Term\n\n### Harbour\n\n- _Rules Erratum:_ {says.format('may')}\n\n"
        f"## Errata Listing\n\n### Rules\n\n- {says.format('must')}\n"
    )
    head = GOOD.partition("upstream:")[0]
    part = (
        "compendia:\n  k:\n    title: Kites\n    abbreviation: K\n    versions:\n"
        "      - {id: k-1, number: 1, date: 2001, path: a.md}\n"
    )
    manifest = load_manifest(Source.from_text("corpus.yml", f"{head}{part}")).value
    assert manifest is not None
    made = build_pages(build_kb(manifest, {"a.md": rulings.encode()}).value, templates()).value
    page = " ".join(words_of(made["rulings/term/harbour/index.md"]))
    assert "(with “must” for “may”)" in page
    assert "in other words" not in page


def test_a_card_tells_errata_of_question_files_apart_from_answers() -> None:
    page = body_of("rulings/card/black-squall/index.md")
    assert "1 erratum in a question file" in page
    listed = page[page.index("1 erratum in a question file") :].partition("</details>")[0]
    assert listed.count('class="ruling clause qa"') == 1
    assert 'class="asked"' not in listed


RULED = "# K\n\n## Rulings by Term\n\n### Kites\n\n- A kite is free.\n"


def test_a_heading_that_only_refers_elsewhere_is_not_said_to_have_no_rulings() -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", GOOD)).value
    assert manifest is not None
    refers = f"{RULED}\n### Gliders\n\n- See Rulings by Term, Kites.\n"
    made = build_pages(build_kb(manifest, {"lrf-1.md": refers.encode()}).value, templates()).value
    said = " ".join(words_of(made["rulings/term/gliders/index.md"]))
    assert "has its rulings elsewhere. See Rulings by Term, Kites" in said and "0 rulings" not in said
    assert "1 ruling as of the newest version" in " ".join(words_of(made["rulings/term/kites/index.md"]))
    for taken_back in ("A glider has no engine. [Withdrawn]", "Deleted."):
        text = f"{RULED}\n### Gliders\n\n- {taken_back}\n"
        pages = build_pages(build_kb(manifest, {"lrf-1.md": text.encode()}).value, templates()).value
        told = " ".join(words_of(pages["rulings/term/gliders/index.md"]))
        assert "No ruling under this heading holds in LRF 1." in told and "elsewhere" not in told


def test_the_index_counts_the_rulings_of_a_card_as_its_page_does() -> None:
    """One that stands in the list of errata alone is told there, and counted."""
    manifest = load_manifest(Source.from_text("corpus.yml", GOOD)).value
    assert manifest is not None
    listing = "## Complete Errata Listing\n\n### Card Errata\n\n- Red Kite: Needs wind.\n- Red Kite: It has no tail.\n"
    text = f"{RULED}\n## Card Errata and Rulings\n\n### Red Kite\n\n- A red kite is a kite.\n\n{listing}"
    made = build_pages(build_kb(manifest, {"lrf-1.md": text.encode()}).value, templates()).value
    page = " ".join(words_of(made["rulings/card/red-kite/index.md"]))
    assert page.count("Stands under Card Errata") == 2 and "3 rulings as of the newest version" in page
    assert '<a href="card/red-kite/">Red Kite</a> <span class="num">3</span>' in made["rulings/index.md"]


def test_a_version_that_no_ruling_was_read_from_is_named_and_has_no_page() -> None:
    """What lies behind an element that has no end is taken into it: no section is found in the newer version."""
    manifest = load_manifest(Source.from_text("corpus.yml", GOOD)).value
    assert manifest is not None
    unread = RULED.replace("## Rulings", "<div>\n\n## Rulings")
    made = build_kb(manifest, {"lrf-1.md": RULED.encode(), "lrf-2.md": unread.encode()}).value
    pages = build_pages(made, templates()).value
    assert "rulings/versions/lrf-1/index.md" in pages
    assert "rulings/versions/lrf-2/index.md" not in pages
    listed = " ".join(words_of(pages["rulings/versions/index.md"]))
    assert listed.count("No ruling was read from it.") == 1
    found = [record.address for record in gather_records(made, know_terms(made)) if record.kind is Kind.CLAUSE]
    assert "/rulings/versions/lrf-1/" in found
    assert "/rulings/versions/lrf-2/" not in found


@pytest.mark.parametrize(
    ("part", "text", "door"),
    [
        ("documents:\n  - {id: faq-1, kind: faq, title: Asked, path: a.md}\n", "Q: Free?\n\nA: It is.\n", "#answers"),
        (
            "compendia:\n  k:\n    title: Kites\n    abbreviation: K\n    versions:\n"
            "      - {id: k-1, number: 1, date: 2001, path: a.md}\n",
            RULED,
            "",
        ),
    ],
    ids=["answers alone", "rulings alone"],
)
def test_a_corpus_without_rulebooks_leads_to_what_it_has(part: str, text: str, door: str) -> None:
    head = GOOD.partition("upstream:")[0]
    manifest = load_manifest(Source.from_text("corpus.yml", f"{head}{part}")).value
    assert manifest is not None
    outcome = build_pages(build_kb(manifest, {"a.md": text.encode()}).value, templates())
    assert outcome.diagnostics == ()
    home, rules = outcome.value["index.md"], outcome.value["rules/index.md"]
    assert re.findall(r'<dt><a href="([^"]*)">', home) == [f"rulings/{door}", "desk/"]
    assert "The books" not in home
    assert "No rulebook is at hand." in rules
    assert not list(check_links({path.removesuffix("index.md"): page for path, page in outcome.value.items()}))


# More than one compendium


OTHER = "tide-tables"


@cache
def two() -> Kb:
    """The embedded corpus, its rulings once more as those of another compendium with ids and terms of its own."""
    kb = knowledge()
    chronicle = next(iter(kb.chronicles.values()))
    entry = replace(chronicle.entry, id=OTHER, title="Tide Tables", abbreviation="TT")
    slots = tuple(replace(slot, id=VersionId(f"{OTHER}-{slot.number}")) for slot in chronicle.history.slots)
    names = dict(zip((slot.id for slot in chronicle.history.slots), (slot.id for slot in slots), strict=True))

    def renamed(life: Life) -> Life:
        attestations = tuple(
            replace(each, version=names[each.version], term=f"{each.term} Tides" if life is last else each.term)
            for each in life.attestations
        )
        return replace(life, id=RulingId(f"tt-{life.id}"), aliases=(), compendium="TT", attestations=attestations)

    last = next(each for each in chronicle.history.lives if each.newest.section is SectionKind.TERM)
    history = replace(chronicle.history, slots=slots, lives=tuple(map(renamed, chronicle.history.lives)))
    other = replace(chronicle, entry=entry, history=history, contradictions=())
    versions = {names[old]: replace(version, id=names[old], date="1999") for old, version in kb.versions.items()}
    return replace(kb, chronicles={**kb.chronicles, OTHER: other}, versions={**versions, **kb.versions})


def settled() -> Lives:
    found = Base.of(two()).lives
    assert found is not None
    return found


def every_life() -> Iterator[Life]:
    for chronicle in two().chronicles.values():
        yield from chronicle.history.lives


def test_the_rulings_of_every_compendium_are_told() -> None:
    made = build_pages(two(), templates())
    assert made.diagnostics == ()
    for life in every_life():
        page = made.value[f"{settled().places[life.id].page}index.md"]
        assert page.count(f' id="{life.id}"') == 1, life.id
    keepers = made.value["rulings/term/keepers/index.md"]
    assert "Tide Tables" in keepers
    assert "TT\N{NO-BREAK SPACE}4" in keepers
    assert "In another compendium" in made.value["rulings/index.md"]


def test_both_compendia_are_searched() -> None:
    page = build_pages(two(), templates()).value["rulings/find/index.md"]
    data = finder_data(page)
    assert '<optgroup label="HL">' in page
    assert '<optgroup label="TT">' in page
    assert sum("#tt-" in address_in(data, row) for row in data["rows"]) == len(
        next(iter(two().chronicles.values())).history.lives
    )


def test_pages_with_all_of_this_have_no_broken_link() -> None:
    made = {path.removesuffix("index.md"): text for path, text in pages().items()}
    assert list(check_links(made)) == []


@pytest.mark.parametrize("kind", list(SectionKind))
def test_every_part_of_a_compendium_has_a_place_in_the_index(kind: SectionKind) -> None:
    kb = knowledge()
    version = kb.newest_version
    assert version is not None
    moved = tuple(replace(each, section=kind) for each in version.statements)
    changed = replace(kb, versions={**kb.versions, version.id: replace(version, statements=moved)}, chronicles={})
    rulings = tuple(
        replace(each, statements=tuple(replace(said, section=kind) for said in each.statements))
        for each in kb.rulings
        if each.version == version.id
    )
    made = build_pages(replace(changed, rulings=rulings, books={}), templates())
    assert f"rulings/{kind.value}/" in "".join(made.value)


def test_the_number_of_a_version_stays_on_the_line_of_its_name() -> None:
    for life in lives().chronicle.history.lives[:20]:
        place = lives().places[life.id]
        told = entry_of(body_of(f"{place.page}index.md"), life.id)
        number = lives().chronicle.calendar.slot(life.stated[0].version).number
        assert f"HL\N{NO-BREAK SPACE}{number}, <time" in told


def test_what_a_file_says_besides_its_rulings_and_answers_is_on_its_page() -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", GOOD)).value
    assert manifest is not None
    rulings = """# Rulings

[To the terms](#rulings-by-term)

## Introduction

All of this holds *from* the first day.

- Or later.
- Never before.

## Rulings by Term

[A][B][C]

Terms come in order.

### Oil

- Oil burns.
"""
    asked = "# Asked\n\nThe keeper answers <b>here</b>.\n\nQ: Who?\n\nA: He.\n\nQ: When?\n"
    texts = {"lrf-1.md": rulings.encode(), "lrf-2.md": rulings.encode(), "faq.md": asked.encode()}
    made = build_pages(build_kb(manifest, texts).value, templates()).value
    version = " ".join(words_of(made["rulings/versions/lrf-2/index.md"]))
    for words in ("All of this holds from the first day.", "Or later.", "Never before.", "Terms come in order."):
        assert version.count(words) == 1
    assert "To the terms" not in version
    sheet = " ".join(words_of(made["rulings/answers/faq-1/index.md"]))
    assert "The keeper answers here ." in sheet
    assert "When?" in sheet


# Where a ruling stands when the newest version has no list of them


def test_a_ruling_that_stands_under_a_day_keeps_its_place_in_a_version_that_lacks_the_list() -> None:
    """The day that a list has for a heading is no card; the card that an entry begins with is one."""
    head = "# Kite Rulings\n\n## Delayed Rulings\n\n#### Rulings Effective 3/1/01\n\n"
    dated = f"{head}- A kite lands at dusk.\n- _Red Kite_: You may not fly it.\n"
    later = rulings(Strings="A string is red.")
    places = []
    for versions in ([dated], [dated, later], [dated, later, dated]):
        kb = game(versions)
        records = [each for each in gather_records(kb, know_terms(kb)) if each.kind is Kind.RULING]
        places.append({each.names[0]: each.address.partition("#")[0] for each in records})
    dusk = {each["Rulings Effective 3/1/01"] for each in places}
    assert dusk == {"/rulings/delayed/rulings-effective-3101/"}
    assert places[1]["Red Kite"] == "/rulings/card/red-kite/"


def test_a_mark_that_a_version_itself_explains_is_explained_on_the_page_of_a_term() -> None:
    legend = "# Kite Rulings\n\nA star (★) marks what was not in the last issue.\n"
    said = rulings(Kite="★ A kite flies.\nA kite lands.").replace("# Kite Rulings\n", legend, 1)
    kb = game([said])
    (version,) = kb.versions.values()
    assert version.marks == {"★": "new"}
    page = unescape(build_pages(kb, templates()).value["rulings/term/kite/index.md"])
    assert page.count("★ marks what is new or changed in KR\N{NO-BREAK SPACE}1") == 1
