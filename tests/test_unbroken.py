"""Names that end in a number stay on one line."""

import re
from dataclasses import replace

from kb.places.unbroken import Names
from tests.test_site import pages
from tests.test_texts_not_at_hand import corpus


def names() -> Names:
    return Names.of(corpus().manifest)


def test_versions_and_files_of_questions_keep_their_numbers() -> None:
    kept = ("HL{}4", "Harbour Ledger{}4", "Questions from the Quay{}3", "(HL{}1)", "See HL{}4, Oil.")
    for told in kept:
        assert names().keep(told.format(" ")) == told.format("\N{NO-BREAK SPACE}")


def test_of_several_versions_the_last_stays_with_the_first() -> None:
    for told in ("HL{}2–{}3 missing", "(HL{}7–{}11)", "Harbour Ledger{}10–{}12, 1999"):
        assert names().keep(told.format(" ", "")) == told.format("\N{NO-BREAK SPACE}", "\N{WORD JOINER}")
    for told in ("1998–1999", '<a title="HL 2–3">it</a>', "HL\N{NO-BREAK SPACE}4 – 5", "rules 2–3"):
        assert names().keep(told) == told


def test_no_line_begins_with_a_dot_that_parts() -> None:
    for told in ("<b>Term</b>{}· 4 rulings", "HL\N{NO-BREAK SPACE}4<span>{}· </span><a>it</a>", "one{}·</p>"):
        assert names().keep(told.format(" ")) == told.format("\N{NO-BREAK SPACE}")
    for told in ('<a title="one · two">it</a>', "a ·b", "· first"):
        assert names().keep(told) == told


def test_a_figure_keeps_its_sign_of_per_cent() -> None:
    for told in ("95{}% of the words", "<strong>943 (95{}%)</strong>"):
        assert names().keep(told.format(" ")) == told.format("\N{NO-BREAK SPACE}")
    for told in ('<a title="95 % of it">it</a>', "how many %"):
        assert names().keep(told) == told


def test_no_line_of_counts_parts_a_label_from_its_figure() -> None:
    rows = [row for text in pages().values() for row in re.findall(r'<ul class="tally">.*?</ul>', text)]
    counted = [item for row in rows for item in re.findall(r"<li>(?!<strong>)(.*?)</li>", row)]
    assert len(counted) > 20
    assert [item for item in counted if not re.search(r"[^:]&nbsp;<strong>\d", item)] == []
    assert not re.search(r": \d", pages()["rulings/versions/index.md"].split("---\n", 2)[2].partition("provenance")[0])


def test_other_words_and_what_stands_in_tags_stay_as_they_are() -> None:
    for told in ("XHL 4", "HL four", "hl 4", "on page 4", '<a title="HL 4" href="#hl 4">it</a>', "Lantern 4"):
        assert names().keep(told) == told


def test_a_name_is_found_as_html_has_it() -> None:
    manifest = corpus().manifest
    entry = replace(manifest.compendia[0], abbreviation="H&L")
    found = Names.of(replace(manifest, compendia=(entry,)))
    assert found.keep("<p>H&amp;L 4</p>") == "<p>H&amp;L\N{NO-BREAK SPACE}4</p>"


def test_a_name_may_have_any_sign() -> None:
    manifest = corpus().manifest
    for name in (r"H\1", r"H\d", r"H\L", "H.L+", "H(L)"):
        found = Names.of(replace(manifest, compendia=(replace(manifest.compendia[0], abbreviation=name),)))
        assert found.keep(f"<p>{name} 4–5</p>") == f"<p>{name}\N{NO-BREAK SPACE}4–\N{WORD JOINER}5</p>"


def test_no_page_parts_a_version_from_its_number() -> None:
    for path, text in pages().items():
        body = text.split("---\n", 2)[2]
        assert names().keep(body) == body, path
