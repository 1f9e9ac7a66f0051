"""Ways through the site: old addresses lead on, trails lead up, and nothing a text declares leaves the site."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kb.corpus import Upstream
from kb.diagnostics import Diagnostic
from kb.files import check_output, read_corpus
from kb.graph import Kb
from kb.model import RulingId
from kb.paths import path_problem
from kb.pipeline import build_kb
from kb.places.base import Base
from kb.site import Tree, build_downloads, build_tree
from kb.site.redirects import REDIRECT_REFUSED, build_redirects
from kb.site.trails import find_trails
from kb.tools.builders import DOCS, Builder, build_site, lay_files, read_templates, stage_project
from tests.built import ROOT

CARD = "cards/G/gannet.md"
TERM = "Crew"


def known(changes: Mapping[str, tuple[str, str]] | None = None) -> Kb:
    """The embedded corpus; `changes` replace words in texts, by path."""
    corpus = read_corpus(ROOT / "rules_source" / "lantern").value
    assert corpus is not None
    texts = dict(corpus.texts)
    for path, (old, new) in (changes or {}).items():
        assert old.encode() in texts[path]
        texts[path] = texts[path].replace(old.encode(), new.encode(), 1)
    return build_kb(corpus.manifest, texts).value


@cache
def tree() -> Tree:
    return build_tree(known(), read_templates(ROOT)).value


@cache
def base() -> Base:
    return Base.of(known())


def moved(front: Mapping[str, object], path: str = CARD) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The redirects of the corpus with a text whose front matter says something else, and what was refused."""
    whole = base()
    cards = tuple(
        replace(each, document=replace(each.document, front_matter=front))
        if each.document.source.path == path
        else each
        for each in whole.kb.cards
    )
    pages = {page: page for page in (path.removesuffix("index.md") for path in tree().pages)}
    changed = replace(whole, kb=replace(whole.kb, cards=cards))
    made = build_redirects(changed, [f"{page}index.html" for page in pages], pages, find_trails(whole, pages))
    return made.value, made.diagnostics


def leads_to(page: str) -> str:
    found = re.search(r'<p><a href="([^"]*)">', page)
    assert found is not None
    return found.group(1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("emended/the-drowned-coast/", "../../rules/the-drowned-coast/"),
        ("original/rulebooks/the-drowned-coast/", "../../../rules/the-drowned-coast/published/"),
        ("original/rulings/harbour-ledger-4/", "../../../rulings/"),
        ("original/rulings/harbour-ledger-2/", "../../../rulings/versions/harbour-ledger-2/"),
        ("original/rulings/quay-questions-3/", "../../../rulings/answers/quay-questions-3/"),
        ("cards/gannet/", "../g/gannet/"),
    ],
)
def test_an_upstream_address_leads_to_the_page_that_holds_the_text(old: str, new: str) -> None:
    page = tree().files[f"{old}index.html"]
    assert leads_to(page) == new
    assert page.count(f'content="0; url={new}"') == page.count(f'rel="canonical" href="{new}"') == 1
    assert '<meta name="robots" content="noindex">' in page
    assert page.count("<title>") == page.count("</title>") == page.count("<h1>") == 1


@pytest.mark.parametrize(
    ("above", "new"),
    [
        ("rulings/term/", "../#term"),
        ("rulings/answers/", "../#answers"),
        ("rules/the-drowned-coast/editions/", "../"),
    ],
)
def test_an_address_above_a_page_leads_to_the_list_the_page_is_in(above: str, new: str) -> None:
    assert leads_to(tree().files[f"{above}index.html"]) == new


def test_every_address_above_a_page_has_a_file() -> None:
    made = {path.removesuffix("md") + "html" for path in tree().pages} | set(tree().files)
    for page in tree().pages:
        folders = page.split("/")[:-1]
        assert all("/".join((*folders[:n], "index.html")) in made for n in range(len(folders))), page


def test_anchors_of_a_compendium_lead_to_their_terms() -> None:
    newest = tree().files["original/rulings/harbour-ledger-4/index.html"]
    older = tree().files["original/rulings/harbour-ledger-1/index.html"]
    for page in (newest, older):
        found = dict(re.findall(r'"([^"]+)":"((?:\.\./)+[^"]*)"', page))
        assert len(found) > 20
        for target in found.values():
            path = target.removeprefix("../../../").partition("#")[0]
            assert f"{path}index.md" in tree().pages, target


def test_further_addresses_lead_on_too() -> None:
    more = ["/birds/gannet/", "/birds/gannet.html", "/gannet", "/gannet/", 7]
    files, refused = moved({"permalink": "/cards/gannet/", "redirect_from": more})
    assert not refused
    for path in ("cards/gannet/index.html", "birds/gannet/index.html", "birds/gannet.html", "gannet/index.html"):
        assert "g/gannet/" in files[path]


@pytest.mark.parametrize(
    "address",
    [
        "/../../etc/cron/",
        "/a/%2e%2e/%2e%2e/b/",
        "/cards/%00/",
        "//evil.example/x/",
        "https://evil.example/x/",
        "/cards\\gannet/",
        "/cards/con/",
        "/cards/trailing./",
        "/cards/g/black-squall/../gannet/",
        "/" + "long/" * 300,
        "/" + "x" * 300 + "/",
        "/cards/%ff%fe/../",
        "/?cards",
        "/cards/#gannet/",
        "/.emendary/",
        "/sitemap.xml",
        "/404.html",
        "/Assets/reading.js/",
        "/",
        "/rulings/",
        "/RULINGS/",
        "/desk/index.html",
        "/desk/index.html/more/",
        "/cards/Black-Squall/",
        "/cards/a%CC%8Angstr%C3%B6m/%0d%0aSet-Cookie:x/",
    ],
)
def test_hostile_and_taken_addresses_are_refused_and_never_written(address: str) -> None:
    files, refused = moved({"permalink": address})
    assert [(each.code, each.path) for each in refused] == [(REDIRECT_REFUSED, CARD)]
    assert files.keys() == {path for path in tree().files if path.endswith(".html")} - {"cards/gannet/index.html"}
    assert not any("g/gannet/" in text for text in files.values())
    assert not any(path_problem(path) for path in files)
    assert check_output((*tree().pages, *files)) == ()


def test_addresses_that_fold_to_one_are_refused() -> None:
    changes = {
        CARD: ("permalink: /cards/gannet/", "permalink: /cards/a%CC%8Angstrom/"),
        "cards/M/mudlark.md": ("permalink: /cards/mudlark/", "permalink: /cards/%C3%85ngstrom/"),
    }
    made = build_tree(known(changes), read_templates(ROOT))
    refused = [each for each in made.diagnostics if each.code is REDIRECT_REFUSED]
    assert [each.path for each in refused] == ["cards/M/mudlark.md"]
    assert leads_to(made.value.files["cards/a\u030angstrom/index.html"]) == "../g/gannet/"
    assert refused[0].line == 8 and "another page" in refused[0].message


def test_an_address_of_its_own_goes_before_one_given_up() -> None:
    files, refused = moved({"redirect_from": "/cards/mudlark/"})
    assert len(refused) == 1 and leads_to(files["cards/mudlark/index.html"]) == "../m/mudlark/"


@pytest.mark.parametrize("name", ['<script>alert(1)</script> & "x"', "Gannet’s {{ 1 }}"])
def test_titles_and_anchors_cannot_break_out(name: str) -> None:
    kb = known()
    cards = tuple(replace(each, name=name) if each.name == "Gannet" else each for each in kb.cards)
    files = build_tree(replace(kb, cards=cards), read_templates(ROOT)).value.files
    for text in (text for path, text in files.items() if path.endswith(".html")):
        parser = _Tags()
        parser.feed(text)
        assert parser.tags.count("script") == 1 and parser.script.count("(") == 5


class _Tags(HTMLParser):
    """The tags of a page, and what its script says."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.script = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script":
            self.script += data


def test_a_retired_id_leads_to_the_living_ruling() -> None:
    kb = known()
    name, chronicle = next(iter(kb.chronicles.items()))
    old, gone = RulingId("bells-aaaaaa"), RulingId("forgotten-bbbbbb")
    life = next(each for each in chronicle.history.lives if each.newest.term == TERM)
    lives = tuple(replace(e, aliases=(old, gone)) if e is life else e for e in chronicle.history.lives)
    changed = replace(chronicle, history=replace(chronicle.history, lives=lives))
    made = build_tree(replace(kb, chronicles={name: changed}), read_templates(ROOT))
    assert made.diagnostics == ()
    folder = "rulings/term"
    living = made.value.pages[f"{folder}/{TERM.lower()}/index.md"]
    assert living.count(f'<span id="{old}"></span>') == living.count(f'<span id="{gone}"></span>') == 1
    assert (
        f'<li id="{old}"><code>{old}</code> → <a href="../crew/#{life.id}">'
        in made.value.pages[f"{folder}/bells/index.md"]
    )
    page = made.value.files[f"{folder}/forgotten/index.html"]
    assert leads_to(page) == f"../{TERM.lower()}/" and f'"{gone}":"../{TERM.lower()}/#{life.id}"' in page


# Trails


def trail_of(path: str) -> list[str]:
    found = re.search(r'<nav class="trail".*?</nav>', tree().pages[path])
    return re.findall(r"<li>(?:<[^>]*>)?([^<]*)", found.group(0)) if found else []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("index.md", []),
        ("rules/index.md", []),
        ("downloads/index.md", ["Home"]),
        ("rules/the-drowned-coast/index.md", ["Rules"]),
        ("rules/the-drowned-coast/published/index.md", ["Rules", "Lantern: The Drowned Coast", "As published"]),
        ("rules/the-drowned-coast/changes/index.md", ["Rules", "Lantern: The Drowned Coast", "Changes"]),
        (f"rulings/term/{TERM.lower()}/index.md", ["Rulings", "Terms"]),
        ("rulings/versions/harbour-ledger-2/index.md", ["Rulings", "Versions"]),
        ("rulings/answers/quay-questions-3/index.md", ["Rulings", "Questions and answers"]),
        ("cards/g/gannet/index.md", ["Cards", "G"]),
    ],
)
def test_trails_lead_up(path: str, expected: list[str]) -> None:
    assert trail_of(path) == expected


def test_every_page_below_a_door_has_a_trail() -> None:
    doors = {"index.md", "rules/index.md", "rulings/index.md", "cards/index.md", "desk/index.md"}
    for path, text in tree().pages.items():
        assert text.count('<nav class="trail"') == (path not in doors), path


# Rights of what lies beside the pages


def test_collations_are_published_only_where_rights_allow() -> None:
    kb = known()
    closed = replace(kb, manifest=replace(kb.manifest, rights=replace(kb.manifest.rights, downloads=False)))
    assert build_downloads(kb) and not build_downloads(closed)
    pages = build_tree(closed, read_templates(ROOT)).value.pages
    assert not any(".tei.xml" in text for path, text in pages.items() if path.startswith("rules/"))


@pytest.mark.parametrize("builder", list(Builder))
def test_both_builders_leave_redirects_as_they_are(builder: Builder, tmp_path: Path) -> None:
    kept = {path: text for path, text in tree().pages.items() if path.count("/") < 2}
    stage_project(ROOT, tmp_path, kept)
    lay_files(tmp_path / DOCS, {path: text.encode() for path, text in tree().files.items()})
    site = build_site(tmp_path, builder, "Lantern", "https://rules.example/")
    for path, text in tree().files.items():
        assert (site / path).read_text(encoding="utf-8") == text
    assert "emended/" not in (site / "sitemap.xml").read_text(encoding="utf-8")


def test_the_address_of_the_site_is_the_canonical_one() -> None:
    kb = known()
    placed = replace(kb.manifest, site="https://rules.example/", upstream=Upstream("", "", None, ""))
    files = build_tree(replace(kb, manifest=placed), read_templates(ROOT)).value.files
    assert 'rel="canonical" href="https://rules.example/cards/g/gannet/"' in files["cards/gannet/index.html"]


def test_a_link_to_a_version_before_the_newest_leads_to_what_is_read_of_it() -> None:
    """No page has its text: its anchors stand with the terms that it stated them under, as old addresses have it."""
    addresses, document = base().addresses, base().kb.documents["original/rulings/quay-questions-3.md"]
    led = {
        href: target.href if (target := addresses.target(href, document, "")) is not None else None
        for href in (
            "/original/rulings/harbour-ledger-2/#lamps",
            "/original/rulings/harbour-ledger-2/",
            "/original/rulings/harbour-ledger-2/#no-such-anchor",
            "/original/rulings/harbour-ledger-4/#lamps",
            "/original/rulings/harbour-ledger-9/",
        )
    }
    assert led == {
        "/original/rulings/harbour-ledger-2/#lamps": "rulings/term/lamps/",
        "/original/rulings/harbour-ledger-2/": "rulings/versions/harbour-ledger-2/",
        "/original/rulings/harbour-ledger-2/#no-such-anchor": "rulings/versions/harbour-ledger-2/",
        "/original/rulings/harbour-ledger-4/#lamps": "rulings/term/lamps/",
        "/original/rulings/harbour-ledger-9/": None,
    }


def test_a_link_to_an_earlier_version_leads_to_the_site_that_has_its_text() -> None:
    addresses = replace(base().addresses, site="https://lantern.example")
    document = base().kb.documents["original/rulings/quay-questions-3.md"]
    target = addresses.target("/original/rulings/harbour-ledger-2/#lamps", document, "")
    assert target is not None and target.href == "https://lantern.example/original/rulings/harbour-ledger-2/#lamps"
