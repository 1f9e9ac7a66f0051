"""The manifest: what a corpus.yml may say, and where each slip is reported."""

import pickle
import re

import pytest

import kb.readers
from kb.corpus import CompendiumEntry, DocumentKind, Manifest, Text, load_manifest
from kb.corpus._rest import FILLING
from kb.diagnostics import Diagnostic
from kb.discovery import plugin_names
from kb.model import Role, SectionKind
from kb.text import Source

GOOD = """\
schema: 1
title: Rules of the Lamp
game: Lamp
description: A game for tests.
rights: {owner: Us, statement: Ours.}
upstream:
  site: https://Lamp.example/rules
compendia:
  lrf:
    title: Lamp Rulings File
    abbreviation: LRF
    names: [Rulings File]
    versions:
      - {id: lrf-2, number: 2, date: 1997-02, path: lrf-2.md}
      - {id: lrf-1, number: 1, date: 1996-10-24, path: lrf-1.md, profile: {lacks: [card]}}
      - {id: lrf-1b, number: 1, date: 1996-10-24, path: lrf-1b.md, witness_of: lrf-1}
      - {id: lrf-0, number: 0, path: lrf-0.md, missing: true}
works:
  wick:
    title: Wick
    abbreviation: W
    base: wick
    editions:
      - {id: wick, role: published, date: 1995, path: wick.md}
      - {id: wick-emended, role: emended, path: emended/wick.md}
documents:
  - {id: faq-1, kind: faq, path: faq.md, date: 1996-01-01}
cards:
  paths: [cards/a.md]
terms:
  aliases: {lamp: [lantern, light]}
sections:
  turn: [The Turn]
"""


def load(text: str, **beside: str) -> tuple[Manifest | None, tuple[Diagnostic, ...]]:
    files = {f"{name}.sha256": Source.from_text(f"{name}.sha256", sums) for name, sums in beside.items()}
    outcome = load_manifest(Source.from_text("corpus.yml", text), files)
    return outcome.value, outcome.diagnostics


def good(text: str = GOOD, **beside: str) -> Manifest:
    manifest, diagnostics = load(text, **beside)
    assert diagnostics == ()
    assert manifest is not None
    return manifest


def compendium_of(manifest: Manifest, name: str) -> CompendiumEntry:
    return next(compendium for compendium in manifest.compendia if compendium.id == name)


def text_of(manifest: Manifest, name: str) -> Text:
    return next(text for text in manifest.texts if text.id == name)


def test_everything_is_there() -> None:
    manifest = good()
    assert (manifest.title, manifest.language, manifest.folder) == ("Rules of the Lamp", "en", "texts")
    assert [text.path for text in manifest.texts] == sorted(
        ["lrf-2.md", "lrf-1.md", "lrf-1b.md", "lrf-0.md", "wick.md", "emended/wick.md", "faq.md", "cards/a.md"]
    )
    work = next(work for work in manifest.works if work.id == "wick")
    assert work.base_edition.role is Role.PUBLISHED
    assert [edition.id for edition in work.emended] == ["wick-emended"]
    assert work.base_edition.text.date == "1995"
    assert work.base_edition.text.title == "Wick"
    assert manifest.documents[0].kind is DocumentKind.FAQ
    assert manifest.documents[0].text.path == "faq.md"
    assert manifest.aliases == {"lamp": ("lantern", "light")}
    assert manifest.sections == {SectionKind.TURN: ("The Turn",)}
    assert manifest.upstream is not None
    assert manifest.upstream.host == "lamp.example"
    assert manifest.rights.noindex is False
    assert pickle.loads(pickle.dumps(manifest)) == manifest


def test_readers_are_modules_or_declared_absent() -> None:
    for reader in (*(name.replace("_", "-") for name in plugin_names(kb.readers.__name__)), "none"):
        assert text_of(good(GOOD.replace("date: 1995,", f"date: 1995, reader: {reader},")), "wick").reader == reader


def test_an_entry_may_repeat_its_own_name() -> None:
    assert good(GOOD.replace("abbreviation: W", "abbreviation: Wick\n    names: [wick]"))


def test_issues_are_the_versions_with_words_oldest_first() -> None:
    compendium = compendium_of(good(), "lrf")
    assert [version.id for version in compendium.issues] == ["lrf-1", "lrf-2"]
    assert [version.id for version in compendium.missing] == ["lrf-0"]
    assert compendium.issues[0].profile.lacks == {SectionKind.CARD}
    assert compendium.issues[0].text.title == "LRF 1"


SUM = "0" * 64
COMMIT = "1" * 40
FETCHED = (
    GOOD.replace("  site:", f"  repository: https://lamp.example/x.git\n  commit: {COMMIT}\n  site:")
    .replace(".md,", f".md, sha256: {SUM},")
    .replace(".md}", f".md, sha256: {SUM}}}")
)


def test_a_fetched_corpus_keeps_search_engines_out() -> None:
    assert good(FETCHED).rights.noindex is True
    allowed = FETCHED.replace("statement: Ours.", "statement: Ours., noindex: false")
    assert good(allowed).rights.noindex is False


def test_data_with_words_of_a_fetched_corpus_is_published_where_it_says_so() -> None:
    assert (good().rights.downloads, good(FETCHED).rights.downloads) == (True, False)
    assert good(FETCHED.replace("statement: Ours.", "statement: Ours., downloads: true")).rights.downloads is True


def test_a_site_has_an_address_or_none() -> None:
    placed = GOOD.replace("upstream:", "site: {url: https://lamp.example/x}\nupstream:")
    assert (good().site, good(placed).site) == ("", "https://lamp.example/x/")


def test_cards_from_a_file_of_sums() -> None:
    listed = GOOD.replace("paths: [cards/a.md]", "sums: cards.sha256")
    manifest = good(listed, cards=f"{SUM}  cards/b.md\r\n{'a' * 64} *cards/c.md\n\n")
    assert [(card.id, card.path, card.sha256) for card in manifest.cards] == [
        ("b", "cards/b.md", SUM),
        ("c", "cards/c.md", "a" * 64),
    ]


@pytest.mark.parametrize(
    ("sums", "code", "line"),
    [
        (f"{SUM}  cards/b.md\nno sum\n", "KB207", 2),
        (f"{SUM}  ../b.md\n", "KB203", 1),
        (f"{SUM}  wick.md\n", "KB204", 1),
        (f"{SUM}  cards/b.md\n{SUM}  cards/B.md\n", "KB204", 2),
    ],
)
def test_slips_in_a_file_of_sums(sums: str, code: str, line: int) -> None:
    manifest, found = load(GOOD.replace("paths: [cards/a.md]", "sums: cards.sha256"), cards=sums)
    assert manifest is None
    assert [(one.code.code, one.path, one.line) for one in found] == [(code, "cards.sha256", line)]


def test_a_date_that_cannot_be_is_said_with_what_was_read() -> None:
    manifest, found = load(GOOD.replace("date: 1997-02,", "date: 1997-11, date_as_read: 31 Nov. 1997,"))
    assert manifest is not None
    assert [(one.code.code, one.line) for one in found] == [("KB209", 14)]
    assert "`31 Nov. 1997`" in found[0].message
    assert compendium_of(manifest, "lrf").issues[-1].text.date == "1997-11"


@pytest.mark.parametrize(
    ("date", "words", "hint"),
    [
        ("1997-11-31", "November 1997 has 30 days", "write the part of the date that can be"),
        ("Feb 1997", "expected `YYYY`", "write `1997-02`"),
    ],
)
def test_an_impossible_date_leaves_the_rest_to_be_answered(date: str, words: str, hint: str) -> None:
    manifest, found = load(GOOD.replace("date: 1997-02,", f"date: {date},"))
    assert [(one.code.code, one.code.severity.value, one.line) for one in found] == [("KB205", "error", 14)]
    assert words in found[0].message
    assert str(found[0].hint).startswith(hint)
    assert manifest is not None
    assert text_of(manifest, "lrf-2").date == ""
    assert [entry.id for entry in compendium_of(manifest, "lrf").issues] == ["lrf-1"]


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        (", witness_of: lrf-1", "", "KB217", "version `lrf-1b` has the number 1 of `lrf-1`"),
        ("date: 1997-02,", "date: 1996-09,", "KB218", "is dated 1996-09, before its predecessor `lrf-1` (1996-10-24)"),
        ("date: 1997-02,", "date: 1996,", None, ""),
    ],
)
def test_versions_that_do_not_follow_each_other_are_told(old: str, new: str, code: str | None, words: str) -> None:
    manifest, found = load(GOOD.replace(old, new, 1))
    assert manifest is not None
    assert [one.code.code for one in found] == ([code] if code else [])
    assert all(words in one.message for one in found)


SLIPS = [
    # what, replaced by, code, line, words of the message
    ("schema: 1", "schema: 2", "KB201", 1, "`schema`: found `2`, expected `1`"),
    ("schema: 1\n", "", "KB201", 1, "`schema` is missing"),
    ("title: Rules of the Lamp\n", "", "KB201", 1, "`title` is missing"),
    ("title: Rules of the Lamp", "titel: Rules of the Lamp\ntitle: x", "KB201", 2, "`titel` is not known"),
    ("title: Rules of the Lamp", "title: [x]", "KB201", 2, "found a list, expected text"),
    ("title: Rules of the Lamp", "title:", "KB201", 2, "found nothing, expected text"),
    ("    title: Wick\n", "", "KB201", 19, "`title` is missing"),
    ("role: published", "role: printed", "KB201", 24, "`role`: found `printed`, expected `published`"),
    ("kind: faq", "kind: fax", "KB201", 27, "expected `annotated`"),
    ("turn: [", "trun: [", "KB201", 33, "`sections`: found `trun`, expected `introduction`"),
    ("lacks: [card]", "lacks: [cards]", "KB201", 15, "`lacks`: found `cards`, expected `introduction`"),
    ("description: A game for tests.", "description: A game.\nlanguage: english!", "KB201", 5, "a language tag"),
    ("date: 1997-02, ", "", "KB201", 14, "`lrf-2` has no `date`"),
    ("  wick:", "  Wick Two:", "KB202", 19, "is not plain"),
    ("id: lrf-2,", "id: LRF2,", "KB202", 14, "is not plain"),
    ("id: faq-1", "id: wick", "KB202", 27, "is taken, by the text on line 24"),
    ("path: wick.md", "path: ../wick.md", "KB203", 24, "leaves its folder"),
    ("path: wick.md", 'path: "wick\\0.md"', "KB203", 24, "NUL"),
    ("path: wick.md", "path: /wick.md", "KB203", 24, "absolute"),
    ("[cards/a.md]", "[cards/aux.md]", "KB203", 29, "reserve"),
    ("game: Lamp", "game: Lamp\ntexts: ../texts", "KB203", 4, "leaves its folder"),
    ("path: faq.md", "path: Wick.md", "KB204", 27, "collides with `wick.md` on line 24"),
    ("path: faq.md", "path: wick.md", "KB204", 27, "stands here again, first on line 24"),
    ("[cards/a.md]", "[cards/a.md, emended]", "KB204", 29, "collides with `emended/wick.md`"),
    ("date: 1995,", "date: 1995, reader: kramdwon,", "KB219", 24, "no reader `kramdwon`"),
    ("path: faq.md,", "path: faq.md, reader: _engine,", "KB219", 27, "no reader `_engine`"),
    ("paths: [cards/a.md]", "paths: [cards/a.md]\n  reader: card", "KB219", 30, "no reader `card`"),
    ("abbreviation: W", "abbreviation: lrf", "KB220", 21, "name `lrf` is taken, by `lrf` on line 11"),
    (
        "abbreviation: W",
        "abbreviation: W\n    names: [Wicks, rulings  File]",
        "KB220",
        22,
        "is taken, by `lrf` on line 12",
    ),
    (
        "documents:",
        """  wax:
    title: wick
    abbreviation: X
    base: wax
    editions: [{id: wax, role: published, path: wax.md}]
documents:""",
        "KB220",
        27,
        "name `wick` is taken, by `wick` on line 20",
    ),
    ("path: faq.md,", "path: faq.md, names: [LRF],", "KB220", 27, "name `LRF` is taken, by `lrf` on line 11"),
    ("path: faq.md,", "path: faq.md, names: ['', FAQ],", "KB201", 27, "names"),
    ("base: wick", "base: wack", "KB206", 22, "no edition `wack`"),
    ("witness_of: lrf-1", "witness_of: lrf-9", "KB206", 16, "no version `lrf-9`"),
    ("paths: [cards/a.md]", "sums: cards.sha256", "KB207", 29, "does not stand beside"),
    ("  site:", "  commit: abc\n  site:", "KB208", 6, "only one is there"),
    ("statement:", "url: 'javascript:alert(1)', statement:", "KB208", 5, "the address of whom the texts belong to"),
    ("upstream:", "site: {url: lamp.example}\nupstream:", "KB208", 6, "the address of a site"),
    ("upstream:", "site: {url: 'https://lamp.example/?a'}\nupstream:", "KB208", 6, "the address of a site"),
]
UNKNOWN_KEYS = [
    # what, replaced by, what the hint says
    ("title: Rules of the Lamp", "titel: x\ntitle: Rules of the Lamp", "write `title` if that is meant"),
    ("abbreviation: W", "abbreviation: W\n    sections: {}", "it belongs at the top of the file"),
    ("abbreviation: W", "abbreviation: W\n    lacks: []", "it belongs under `profile`"),
    ("path: faq.md,", "path: faq.md, colour: red,", "known here: `id`, `path`, `sha256`"),
    ("upstream:", "rulings: {}\nupstream:", "known here: `schema`, `title`"),  # `rights` is there
    ("paths: [cards/a.md]", "paths: [cards/a.md]\n  figurs: {}", "write `figures` if that is meant"),
]


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("file", "write `path` if that is meant"),  # which is needed and not there, though `title` is more alike
        ("idd", "write `path` if that is meant"),  # `id` is there
        ("titel", "write `title` if that is meant"),
    ],
)
def test_a_key_beside_which_one_is_missing_is_taken_for_that(key: str, hint: str) -> None:
    _, found = load(GOOD.replace("path: faq.md,", f"{key}: faq.md,", 1))
    assert [each.hint.startswith(hint) for each in found if "not known" in each.message] == [True]


def test_a_text_without_a_path_is_told_what_to_write_where_it_is_lost() -> None:
    _, found = load(GOOD.replace("path: faq.md,", "", 1))
    assert [each.hint for each in found if "is missing" in each.message] == [
        "write where the text lies, or `missing: true` if its words are lost; see docs/corpus.md for the keys"
    ]


@pytest.mark.parametrize(("old", "new", "hint"), UNKNOWN_KEYS)
def test_a_key_that_is_not_known_is_told_with_what_may_be_meant(old: str, new: str, hint: str) -> None:
    assert old in GOOD
    manifest, found = load(GOOD.replace(old, new, 1))
    assert manifest is None
    assert [(each.code.code, each.hint.startswith(hint)) for each in found] == [("KB201", True)]


@pytest.mark.parametrize(("old", "new", "code", "line", "words"), SLIPS)
def test_a_slip_is_reported_where_it_is(old: str, new: str, code: str, line: int, words: str) -> None:
    assert old in GOOD
    manifest, found = load(GOOD.replace(old, new, 1))
    assert manifest is None
    assert (found[0].code.code, found[0].line) == (code, line), found
    assert words in found[0].message


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("https://lamp.example/x.git", "ext::sh -c id", "KB208", "expected an address"),
        ("https://lamp.example/x.git", "--upload-pack=x", "KB208", "expected an address"),
        (COMMIT, "main", "KB208", "40 hexadecimal digits"),
        ("https://Lamp.example/rules", "lamp.example", "KB208", "the address of a site"),
        (f"path: wick.md, sha256: {SUM}", "path: wick.md", "KB207", "has no `sha256`"),
        (f"path: wick.md, sha256: {SUM}", "path: wick.md, sha256: abc", "KB207", "64 lower-case"),
    ],
)
def test_slips_of_a_fetched_corpus(old: str, new: str, code: str, words: str) -> None:
    assert old in FETCHED
    manifest, found = load(FETCHED.replace(old, new, 1))
    assert manifest is None
    assert [one.code.code for one in found] == [code]
    assert words in found[0].message


def test_a_corpus_that_is_taken_for_a_fetched_one_is_told_how_it_is_none() -> None:
    """Who names where the texts came from, and keeps them beside corpus.yml, is asked for the sum of each."""
    _, (found,) = load(FETCHED.replace(f"path: wick.md, sha256: {SUM}", "path: wick.md", 1))
    assert (
        found.hint == "record what `sha256sum` prints for it; where texts lie here leave `repository` and `commit` out"
    )


def test_every_slip_is_reported_at_once() -> None:
    text = (
        GOOD.replace("base: wick", "base: wack").replace("id: faq-1", "id: Faq").replace("date: 1995", "date: 1995-13")
    )
    assert sorted(found.code.code for found in load(text)[1]) == ["KB202", "KB205", "KB206"]


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("path: emended/wick.md", "path: emended\\wick.md", "write `emended/wick.md`"),
        ("path: emended/wick.md", "path: C:\\wick.md", "write a path inside the folder of texts"),
        ("cards/a.md", "cards/*.md", "name each text: a path stands for one"),
        ("id: lrf-2,", "id: LRF_2,", "use lower-case letters and digits, joined by `-` or `.`, as in `lrf-2`"),
        ("  wick:", "  Wick Two:", "use lower-case letters and digits, joined by `-` or `.`, as in `wick-two`"),
        ("  wick:", "  Möwe:", "use lower-case letters and digits, joined by `-` or `.`"),
    ],
)
def test_a_path_or_an_id_that_is_refused_is_told_with_one_that_is_not(old: str, new: str, hint: str) -> None:
    assert old in GOOD
    assert load(GOOD.replace(old, new, 1))[1][0].hint == hint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("base: wick", "base: wick\n    author: me"),
        ("    base: wick\n", ""),
        ("role: published", "role: printed"),
        ("schema: 1\n", ""),
        ("schema: 1", "schema: 2"),
        ("game: Lamp", "game: [Lamp]"),
        ("rights: {owner: Us", "rights: {owners: Us"),
        ("kind: faq", "kind: faqs"),
    ],
)
def test_a_slip_of_shape_hides_no_id_path_or_date(old: str, new: str) -> None:
    assert old in GOOD
    slipped = GOOD.replace("id: faq-1", "id: Faq").replace("date: 1995", "date: 3/4/1995")
    alone = load(GOOD.replace(old, new, 1))[1]
    assert {found.code.code for found in alone} == {"KB201"}
    manifest, found = load(slipped.replace(old, new, 1))
    assert manifest is None
    assert [each.code.code for each in found] == [*(each.code.code for each in alone), "KB205", "KB202"]
    assert all(FILLING not in f"{each.message} {each.hint}" for each in found)


@pytest.mark.parametrize(("old", "new", "hint"), UNKNOWN_KEYS)
def test_what_is_told_beside_a_slip_of_shape_is_told_of_what_stands_there(old: str, new: str, hint: str) -> None:
    assert {found.code.code for found in load(GOOD.replace(old, new, 1))[1]} == {"KB201"}


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("schema: 1", 'schema: "1"', "`schema`: found the text `1`, expected `1`", "write `1`, without quotes"),
        ("schema: 1\n", "", "key `schema` is missing", "write `schema: 1`"),
        ("role: published", "role: publishd", "expected `published`, `reprint`", "write `published`"),
        ("role: published", "role: xyzzy", "`role`: found `xyzzy`", "write one of these"),
        ("game: Lamp", "game: true", "`game`: found `true`, expected text", "put quotes"),
        ("game: Lamp", "game: ''", "`game`: found an empty text, expected", "at least one"),
        ("names: [Rulings File]", "names: x", "`names`: found `x`, expected a list", "brackets"),
        ("rights: {owner: Us, statement: Ours.}", "rights: x", "`rights`: found `x`, expected a mapping", "under it"),
        ("missing: true", "missing: yes", "`missing`: found `yes`, expected `true` or `false`", "without quotes"),
        ("profile: {lacks: [card]}", "profile: {marks: {x: nex}}", "`x`: found `nex`, expected `new`", "write `new`"),
        ("game: Lamp", f"game: [{'x' * 99}]", "found a list", "put quotes"),
    ],
)
def test_a_slip_is_told_in_words_of_the_file(old: str, new: str, message: str, hint: str) -> None:
    assert old in GOOD
    found = load(GOOD.replace(old, new, 1))[1][0]
    assert found.code.code == "KB201"
    assert message in found.message
    assert hint in found.hint


@pytest.mark.parametrize(("text", "found"), [("", "nothing"), ("- a", "a list"), ("a", "`a`")])
def test_what_is_no_mapping_is_told_so(text: str, found: str) -> None:
    (one,) = load(text)[1]
    assert one.message == f"found {found}, expected a mapping of keys"
    assert one.hint.startswith("begin with `schema: 1`")


@pytest.mark.parametrize("text", ["", "- a", "a", "works: {}", "[" * 100, "schema: &a 1"])
def test_what_is_no_manifest_is_a_diagnostic(text: str) -> None:
    manifest, found = load(text)
    assert manifest is None
    assert found


@pytest.mark.parametrize("part", ["compendia", "works", "documents", "cards"])
def test_any_part_may_be_the_only_one_that_names_texts(part: str) -> None:
    head, _, rest = GOOD.partition("upstream:\n")
    parts = re.split(r"^(?=\w+:)", rest.partition("\n")[2], flags=re.MULTILINE)
    manifest = good(head + next(each for each in parts if each.startswith(f"{part}:")))
    assert manifest.texts


def test_a_corpus_without_any_text_is_told_so() -> None:
    manifest, found = load(GOOD.partition("upstream:\n")[0])
    assert manifest is None
    assert [(each.code.code, each.line, each.message) for each in found] == [("KB201", 1, "the corpus names no text")]


def test_versions_are_read_as_rulings_where_nothing_else_is_said() -> None:
    assert text_of(good(), "lrf-2").reader == "compendium"
    assert text_of(good(GOOD.replace("path: lrf-2.md", "path: lrf-2.md, reader: none")), "lrf-2").reader == "none"
    assert text_of(good(), "wick").reader == ""


@pytest.mark.parametrize("path", [", path: lrf-0.md", ""])
def test_a_version_whose_words_are_lost_needs_no_path(path: str) -> None:
    manifest = good(GOOD.replace(", path: lrf-0.md", path))
    (missing,) = manifest.compendia[0].missing
    assert (missing.id, missing.text.missing) == ("lrf-0", True)
    told = [each.message for each in load(GOOD.replace(", path: lrf-0.md, missing: true", ""))[1]]
    assert told == ["key `path` is missing"]
