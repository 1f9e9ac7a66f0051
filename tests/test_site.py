"""The site of the embedded corpus: its pages, their links, the same articles from both builders, the same bytes."""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kb import audit
from kb.answers.search import Group
from kb.attested import Change, Layout
from kb.corpus import DocumentKind
from kb.diagnostics import Severity, in_order
from kb.exports import find_exports
from kb.force import Status
from kb.graph import Kb
from kb.html.quotes import curl
from kb.instructions import NAMES
from kb.interface import ENGLISH, Words
from kb.interface._frame import FRAMED
from kb.model import Role, RulingId, SectionId, SectionKind, WorkId
from kb.parallels import Likeness
from kb.places.addresses import Place
from kb.places.alphabet import first_letter, fold
from kb.places.base import Base
from kb.places.findings import Findings
from kb.places.other_texts import OWN_PAGES
from kb.places.settling import Lives
from kb.places.topics import Topic
from kb.places.web import NodeKind, Tie
from kb.provenance import EmendationKind, Problem, Refusal, Relation, Unit
from kb.records import RecordStatus
from kb.ruling_pages.wordings import mark_rewording
from kb.site.collections import COLLECTIONS
from kb.site.links import check_links
from kb.site.templates import TemplateFaultError, find_kinds, lay_out
from kb.tools.builders import Builder, BuilderFaultError, build_site, read_templates, stage_project
from kb.unapplied import Ground
from kb.witnesses import Kind
from tests.built import ROOT
from tests.knowing import lantern
from tests.made_pages import Pages, build_pages

BOOK = "the-drowned-coast"


@cache
def knowledge() -> Kb:
    kb = lantern()
    return replace(kb, diagnostics=in_order((*kb.diagnostics, *audit.find_all(kb))))


@cache
def templates() -> Mapping[str, str]:
    return read_templates(ROOT)


@cache
def pages() -> Pages:
    outcome = build_pages(knowledge(), templates())
    assert outcome.diagnostics == ()
    return outcome.value


@cache
def lives() -> Lives:
    found = Base.of(knowledge()).lives
    assert found is not None
    return found


def base_topics() -> tuple[Topic, ...]:
    rulings = Base.of(knowledge()).rulings
    assert rulings is not None
    return rulings.topics


def body_of(path: str) -> str:
    return pages()[path].split("---\n", 2)[2]


def front_of(text: str) -> dict[str, object]:
    return dict(yaml.safe_load(text.split("---\n", 2)[1]))


def words_of(html: str) -> list[str]:
    return unescape(re.sub(r"<[^>]*>", " ", html)).split()


def article_of(path: Path) -> str:
    html = path.read_text(encoding="utf-8")
    return html[html.index("<article") : html.index("</article>")]


def without_hidden(html: str) -> str:
    return re.sub(r'<span class="vh">.*?</span>', "", html)


# Pages


def test_every_page_there_should_be() -> None:
    for path in ("index.md", "rules/index.md", "rulings/index.md", "desk/index.md"):
        assert path in pages()
    for work, book in knowledge().books.items():
        assert f"rules/{work}/index.md" in pages()
        assert f"rules/{work}/published/index.md" in pages()
        assert (f"rules/{work}/changes/index.md" in pages()) == (book.alignment is not None)
    terms = [path for path in pages() if path.startswith("rulings/term/")]
    version = knowledge().newest_version
    assert version is not None
    past = [topic for topic in lives().past if topic.kind is SectionKind.TERM]
    assert len(terms) == len({each.anchor for each in version.statements if each.section.value == "term"}) + len(past)


def test_front_matter_is_read_by_any_yaml_reader() -> None:
    for path, text in pages().items():
        front = front_of(text)
        assert {"title", "description", "door", "lang"} <= front.keys(), path
        assert "robots" not in front


def test_pages_of_texts_that_may_not_be_indexed_say_so() -> None:
    kb = knowledge()
    closed = replace(kb.manifest, rights=replace(kb.manifest.rights, noindex=True))
    for path, text in build_pages(replace(kb, manifest=closed), templates()).value.items():
        assert front_of(text)["robots"] == "noindex", path
        if path.count("/") > 1:
            assert kb.manifest.rights.owner in unescape(text), path


def test_headings_are_markdown_and_everything_else_html_on_one_line() -> None:
    for path, text in pages().items():
        for part in text.split("---\n", 2)[2].split("\n\n"):
            block = part.strip("\n")
            assert "\n" not in block, path
            assert re.match(r'#{1,6} .* \{: .*\}$|<div class="part">.*</div>$', block), (path, block[:80])
        assert text.count("\n# ") == 1, path


def test_every_word_of_the_emended_text_is_on_its_page() -> None:
    book = knowledge().books[WorkId(BOOK)]
    assert book.emended is not None
    shown = set(words_of(body_of(f"rules/{BOOK}/index.md")))
    for clause in book.emended.document.clauses:
        for word in re.findall(r"[^\W_]{4,}", clause.text):
            assert any(word in each for each in shown), word


def test_every_change_of_substance_has_a_mark_an_entry_and_a_row() -> None:
    emended = {work: book for work, book in knowledge().books.items() if book.emended is not None}
    assert len(emended) > 1
    for work, book in emended.items():
        reading = body_of(f"rules/{work}/index.md")
        rows = body_of(f"rules/{work}/changes/index.md")
        changes = [record for record in book.emendations if record.substantive]
        assert changes
        for record in changes:
            assert reading.count(f' id="{record.id}"') == 1, record.id
            assert reading.count(f' id="why:{record.id}"') == 1, record.id
            assert rows.count(f'<li id="{record.id}"') == 1, record.id
            assert f'data-change="{record.id}"' in reading


def test_authorities_name_the_ruling_its_words_and_date() -> None:
    kb = knowledge()
    records = {
        record.id: (work, record)
        for work, book in kb.books.items()
        for record in book.emendations
        if record.substantive and any(authority.rulings for authority in record.authorities)
    }
    assert records
    for ident, (work, record) in records.items():
        page = body_of(f"rules/{work}/index.md")
        entry = page[page.index(f'id="why:{ident}"') :].split("</li>")[0]
        for authority in record.authorities:
            for ruling in authority.rulings:
                assert f"#{ruling}" in entry
        dated = r'(First seen in [^<]*|In effect from) <time datetime="[\d-]+">(\d+ \w+ )?\d{4}</time>'
        assert re.search(dated, unescape(entry)), ident


def test_status_says_what_the_text_is() -> None:
    reading = unescape(body_of(f"rules/{BOOK}/index.md"))
    count = sum(record.substantive for record in knowledge().books[WorkId(BOOK)].emendations)
    assert 'Current to Harbour Ledger\N{NO-BREAK SPACE}4, <time datetime="2006-05-08">8 May 2006</time>.' in reading
    assert f"Changed {count} times." in reading
    assert f"as published; changed {count} times" in body_of(f"rules/{BOOK}/published/index.md")


def test_published_page_does_not_speak_of_changes_where_there_are_none() -> None:
    kb = knowledge()
    books = {work: replace(book, emended=None, alignment=None, emendations=()) for work, book in kb.books.items()}
    made = build_pages(replace(kb, books=books, records={}, compiled={}), templates())
    assert made.diagnostics == ()
    assert "changed" not in made.value[f"rules/{BOOK}/published/index.md"]
    assert "No emended edition" in made.value[f"rules/{BOOK}/index.md"]
    assert f"rules/{BOOK}/changes/index.md" not in made.value


def test_removed_words_are_marked_for_eye_and_ear() -> None:
    rows = body_of(f"rules/{BOOK}/changes/index.md")
    for found in re.findall(r"<del.*?</del>", rows):
        assert '<span class="vh">removed: </span>' in found
    for found in re.findall(r"<ins[^>]*>(.*?)</ins>", rows):
        assert words_of(found)
    assert "twelve" in words_of(without_hidden(rows))
    assert "twelve fourteen" in " ".join(words_of(without_hidden(rows)))


def test_rulings_are_told_with_the_places_they_were_applied() -> None:
    ruled = {
        ruling
        for book in knowledge().books.values()
        for record in book.emendations
        if record.substantive
        for authority in record.authorities
        for ruling in authority.rulings
    }
    applied = [path for path, text in pages().items() if path.startswith("rulings/") and "Applied in" in text]
    assert ruled and applied
    for ruling in ruled:
        assert any(f'id="{ruling}"' in pages()[path] for path in applied), ruling


def test_desk_shows_every_finding() -> None:
    desk = unescape(body_of("desk/index.md"))
    folds = re.findall(r'<summary>[^<]*: <span class="num">(.*?)</span></summary>', desk)
    counts = [int(count) for fold in folds for count in re.findall(r"(\d+) (?:error|warning|suggestion)", fold)]
    assert folds and sum(counts) == desk.count('<div class="finding">')
    for found in knowledge().diagnostics:
        assert found.code.code in desk
    for verdicts in knowledge().footnotes.values():
        for verdict in verdicts:
            assert f"<code>{verdict.id}</code>" in desk


def test_the_findings_on_many_cards_are_one_fold_of_the_desk() -> None:
    """A game has hundreds of cards: its books and rulings would be far below them."""
    kb = knowledge()
    like, pages_of_cards = kb.diagnostics[0], [card.document.source.path for card in kb.cards[:5]]
    more = [replace(like, path=path) for path in pages_of_cards]
    more.append(replace(more[0], line=like.line + 1))
    made = build_pages(replace(kb, diagnostics=in_order((*kb.diagnostics, *more))), templates())
    desk = unescape(made.value["desk/index.md"])
    said = ENGLISH[f"desk.count.{like.code.severity.value}"].format(n=6)
    before, fold, apart = desk.partition(f'<summary>5 cards: <span class="num"><span class="whole">{said}<')
    assert fold and not [path for path in pages_of_cards if f"<summary>{path}:" in before]
    assert [path for path in pages_of_cards if f"<summary>{path}:" in apart] == pages_of_cards
    for each in more[:5]:
        assert re.search(rf'<a href="#({like.code.code}:[^"]*)">{each.path}', before)
    assert " cards: " not in unescape(pages()["desk/index.md"])


def test_a_footnote_on_the_desk_leads_to_its_words_and_what_is_wrong_to_its_finding() -> None:
    desk = unescape(body_of("desk/index.md"))
    rows = [row for row in desk.split("<tr>") if '<th scope="row">' in row and "relation " in row]
    led = [re.search(r'<a href="\.\./(rules/[^"#]*)#fn:([^"]*)"><code>(.*?)</code>', row) for row in rows]
    assert rows and sum(each is not None for each in led) > len(rows) * 3 // 4, "some have no marker, so no place"
    for each in filter(None, led):
        assert each[2] == each[3] and f'id="fn:{each[2]}"' in unescape(pages()[f"{each[1]}index.md"])
    wrong = [row for row in rows if ENGLISH["problem.wrong-anchor"] in row]
    assert wrong
    for row in wrong:
        told = re.search(r'<a href="#(KB4\d\d:[^"]*)">', row)
        assert told and f'<p id="{told[1]}">' in desk, row


def test_the_desk_tells_what_a_footnote_quotes_from_the_words_changed_where_it_is_used() -> None:
    """Both are compared with the source, and one may be word for word where the other is not."""
    used = re.findall(r"<td class=\"words\">(\d+ times<br>.*?)</td>", body_of("desk/index.md"))
    assert len(used) > 1
    there = ENGLISH["desk.used.there"].format(told=r"\d+ [a-z-]+(?:, \d+ [a-z-]+)*")
    for each in used:
        assert re.fullmatch(rf'\d+ times<br><span class="small">{there}</span>', each), each


def test_no_line_of_the_desk_can_begin_with_a_comma() -> None:
    """A count stays whole on its line, and what follows it may stand on the next one: its comma is a part of it."""
    folds = re.findall(r"<summary>(.*?)</summary>", body_of("desk/index.md"))
    assert any(",</span> " in fold for fold in folds)
    assert not [fold for fold in folds if "</span>," in fold]


def test_the_desk_lists_its_findings_by_kind_too() -> None:
    """Each once, the worst kinds first with why there are such, by the place that `kb check` tells; each link leads to
    its finding, and says in which column one more of a line is."""
    _, _, rest = unescape(body_of("desk/index.md")).partition('<details class="fold kinds as-left">')
    kinds, _, folds = rest.partition("</details>")
    told = re.findall(r'<span class="severity (\w+)">[^<]* (KB\d+)</span>.*?(\d+)</span></p>', kinds)
    ranks = [([each.value for each in Severity].index(severity), code) for severity, code, _ in told]
    assert ranks and ranks == sorted(ranks)
    reasons = {each.code.code: each.code.reason for each in knowledge().diagnostics}
    why = re.findall(r'</p> ?<p class="small">(.*?)</p>', kinds, re.S)
    assert [curl(re.sub("</?code>", "`", words)) for words in why] == [curl(reasons[code]) for _, code, _ in told]
    places = []
    for file in re.findall(r"<li>(.*?)</li>", kinds, re.S):
        links = re.findall(r'<a href="#([^"]*)">([^<]*)</a>', file)
        path = re.sub(r":\d+$", "", links[0][1])
        assert len({words for _, words in links}) == len(links)
        for anchor, words in links:
            code, _, _ = anchor.partition(":")
            _, found, entry = folds.partition(f'<p id="{anchor}">')
            assert found and entry[: entry.index("</span>")].endswith(code), anchor
            places.append((code, path, int(words.removeprefix(f"{path}:").partition(":")[0])))
    assert len(places) == folds.count('<div class="finding">') == sum(int(count) for _, _, count in told)
    wanted = [(each.code.code, each.path, each.line) for each in knowledge().diagnostics]
    assert wanted and not Counter(wanted) - Counter(places)


def test_an_address_leads_to_each_finding() -> None:
    desk = body_of("desk/index.md")
    led = re.findall(r'<a class="permalink" href="#([^"]+)"', desk)
    assert len(led) == desk.count('<div class="finding">') == len(set(led)) > 0
    assert all(f'<p id="{each}">' in desk for each in led)


def test_the_ruling_that_a_hint_names_is_a_link_to_it() -> None:
    """An editor who is told which ruling is nearest reads it before he hangs its footnote there."""
    led = re.findall(
        r'nearest ruling is HL\s4, ([^,]+), line \d+ .*?<span class="ways"> <a href="\.\./(rulings/[^"#]+)#([^"]+)"',
        unescape(body_of("desk/index.md")),
    )
    assert len(led) == sum("nearest ruling is" in found.hint for found in knowledge().diagnostics) > 0
    for heading, page, ident in led:
        words = pages()[f"{page}index.md"]
        assert heading in words and f'id="{ident}"' in words


def test_a_finding_about_a_ruling_leads_to_it() -> None:
    """Those of the newest version have a place on the site, under each heading that states them; what stands between
    them has none."""
    base = Base.of(knowledge())
    assert base.rulings is not None
    source, found = base.rulings.version.document.source, Findings(base)
    for statement in base.rulings.version.statements:
        if not statement.reference:
            place = found.place(source.path, source.line_of(statement.span.start))
            assert place is not None
            assert RulingId(place.anchor) in base.rulings.by_id
            assert place.page == base.rulings.topic_of(statement).page
            assert f'id="{place.anchor}"' in pages()[f"{place.page}index.md"]
    assert {found.place(source.path, number) for number in (0, 1, len(source.line_starts) + 1)} == {None}


def test_a_finding_leads_to_the_words_it_is_about() -> None:
    """An editor sees the line in its book; of clauses and footnotes, each by its own address."""
    led = 0
    for entry in body_of("desk/index.md").split('<div class="finding">')[1:]:
        found = re.search(
            r'<span class="small">line .*?\s· </span><a href="\.\./(rules/[^"#]*)#([^"]*)" aria-label="[^"]*">', entry
        )
        excerpt = re.search(r'<pre class="excerpt"><code>(.*?)</code>', entry, re.S)
        if found is None or excerpt is None:
            continue
        place, page = unquote(found[2]), pages()[f"{found[1]}index.md"]
        if f"{{: #{place} " in page:
            continue  # a heading
        _, _, text = page.partition(f'id="{place}"')
        assert text, place
        words = re.findall(r"\w{4,}", unescape(re.sub(r"<[^>]+>|\([^)]*\)|\[\^[^\]]*\]", " ", unescape(excerpt[1]))))
        near = set(words_of(text[:6000]))
        assert not words or len(near.intersection(words)) * 2 >= len(set(words)), (place, words)
        led += 1
    assert led > 20


def test_links_of_source_texts_lead_to_our_pages() -> None:
    linked = [
        href
        for href in re.findall(r'href="([^"]*)"', body_of(f"rules/{BOOK}/index.md"))
        if href.startswith("../../rulings/")
    ]
    assert linked
    assert not any("/original/" in text for text in pages().values() if 'href="/original' in text)


# Rulings through time


def test_every_ruling_ever_stated_has_its_place() -> None:
    for life in lives().chronicle.history.lives:
        place = lives().places[life.id]
        assert body_of(f"{place.page}index.md").count(f' id="{life.id}"') == 1, life.id


def test_lives_are_told_once_with_every_version() -> None:
    told = "".join(text for path, text in pages().items() if path.startswith("rulings/"))
    known = lives().chronicle.history.lives
    assert told.count('<details class="life"') == len(known)
    assert told.count('<ol class="timeline"') == len(known)
    for life in known:
        page = body_of(f"{lives().places[life.id].page}index.md")
        for each in life.attestations:
            assert f"versions/{each.version}/" in page


def test_ended_rulings_are_marked_and_folded() -> None:
    gone = [life for life in lives().chronicle.history.lives if life.attestations[-1].change is Change.DROPPED]
    assert gone
    for life in gone:
        page = body_of(f"{lives().places[life.id].page}index.md")
        entry = page[page.index(f' id="{life.id}"') :]
        assert page.index('<details class="ended"') < page.index(f' id="{life.id}"')
        assert 'class="force ended"' in entry.split("</summary>")[0]


def test_an_ended_ruling_finds_its_term_by_any_spelling() -> None:
    kb = knowledge()
    name, chronicle = next(iter(kb.chronicles.items()))
    life = next(each for each in chronicle.history.lives if each.newest.section is SectionKind.TERM)
    title = next(topic.title for topic in base_topics() if topic.page == lives().places[life.id].page)
    ending = replace(life.newest, change=Change.DROPPED, statements=(), text="", words=())
    for spelling, same in ((f"The {title[0]}\u0301{title[1:]}", True), (f"{title} of old", False)):
        stated = tuple(
            replace(
                each, term=spelling, statements=tuple(replace(s, anchor=SectionId("gone")) for s in each.statements)
            )
            for each in life.stated
        )
        changed = replace(life, attestations=(*stated, ending))
        kept = tuple(changed if each is life else each for each in chronicle.history.lives)
        made = build_pages(
            replace(kb, chronicles={name: replace(chronicle, history=replace(chronicle.history, lives=kept))}),
            templates(),
        )
        page = made.value[f"{lives().places[life.id].page}index.md"]
        assert (f'over" id="{life.id}"' in page) == same


def test_former_ids_are_anchors_too() -> None:
    kb = knowledge()
    name, chronicle = next(iter(kb.chronicles.items()))
    kept = tuple(replace(life, aliases=(RulingId(f"once-{life.id}"),)) for life in chronicle.history.lives)
    renamed = replace(chronicle, history=replace(chronicle.history, lives=kept))
    made = build_pages(replace(kb, chronicles={name: renamed}), templates())
    assert made.diagnostics == ()
    for life in kept:
        page = made.value[f"{lives().places[life.id].page}index.md"]
        assert page.count(f'<span id="once-{life.id}"></span>') == 1


def test_a_site_without_chronicles_still_has_its_rulings() -> None:
    made = build_pages(replace(knowledge(), chronicles={}), templates())
    assert made.diagnostics == ()
    assert "rulings/versions/index.md" in made.value
    assert not any("timeline" in text for text in made.value.values())


def test_what_a_version_changed_is_on_its_page() -> None:
    for slot in lives().chronicle.history.slots[1:]:
        page = body_of(f"rulings/versions/{slot.id}/index.md")
        met = [
            (life, each)
            for life in lives().chronicle.history.lives
            for each in life.attestations
            if each.version == slot.id and each.change is not Change.SAME
        ]
        assert met
        for life, each in met:
            assert f'#{life.id}"' in page, (slot.id, life.id)
            assert f"{{: #{each.change.value} " in page


def test_every_ruling_can_be_found() -> None:
    page = body_of("rulings/find/index.md")
    data = finder_data(page)
    known = lives().chronicle.history.lives
    places = [lives().places[life.id].seen_from("rulings/find/") for life in known]
    assert [address_in(data, row) for row in data["rows"]] == places
    offered = {unescape(each) for each in re.findall(r'<option value="([^"]*)"', page)}
    for row, life in zip(data["rows"], known, strict=True):
        years, newest = data["news"][row[2]], row[3][-1]
        text, mark, head = (each[-1] if isinstance(each, list) else each for each in newest[:3])
        kind, *_ = data["marks"][mark]
        assert data["texts"][text] == curl(life.newest.text)
        assert kind == life.newest.kind
        assert data["terms"][data["heads"][head][0]][0] == curl(life.newest.term)
        fresh = [each for each in life.stated if each.change is Change.FIRST_SEEN or each.reworded]
        assert years == [
            *sorted({each.date[:4] for each in fresh if each.date}),
            *(str(each.version) for each in fresh),
        ]
        assert {kind, *years, *(version for each in row[3] for version in data["spans"][each[3]][0])} <= offered


def test_the_finder_says_nothing_twice() -> None:
    data = finder_data(body_of("rulings/find/index.md"))
    for name in ("terms", "texts", "grounds", "pages", "news", "marks", "heads", "spans"):
        assert len({json.dumps(each) for each in data[name]}) == len(data[name]), name
    assert any(row[1].startswith("-") for row in data["rows"])


def finder_data(page: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(unescape(re.findall(r"data-rulings='([^']*)'", page)[0]))
    return data


def address_in(data: Mapping[str, Any], row: Sequence[Any]) -> str:
    page, ident = data["pages"][row[0]], row[1]
    return f"{page}#{page.split('/')[-2] if ident.startswith('-') else ''}{ident}"


def test_terms_of_the_finder_are_known_by_their_aliases() -> None:
    page = body_of("rulings/find/index.md")
    data = finder_data(page)
    keys = {each[0]: each[1:] for each in data["terms"]}
    assert {"lamps", "lamp"} <= set(keys["Lamps"])
    assert "undertown" in keys["Drowned Towns"]


def test_missing_versions_are_gaps() -> None:
    kb = knowledge()
    name, chronicle = next(iter(kb.chronicles.items()))
    slots = chronicle.history.slots
    gap = (slots[0], replace(slots[1], at_hand=False), *slots[2:])
    kept = tuple(
        replace(life, attestations=tuple(each for each in life.attestations if each.version != slots[1].id))
        for life in chronicle.history.lives
        if any(each.version != slots[1].id and each.change is not Change.DROPPED for each in life.attestations)
    )
    history = replace(chronicle.history, slots=gap, lives=kept)
    there = {each: version for each, version in kb.versions.items() if each != slots[1].id}
    without = replace(kb, versions=there, chronicles={name: replace(chronicle, history=history)})
    made = build_pages(without, templates())
    assert made.diagnostics == ()
    assert f"rulings/versions/{slots[1].id}/index.md" not in made.value
    assert "Not at hand." in made.value["rulings/versions/index.md"]
    told = "".join(text for path, text in made.value.items() if path.startswith("rulings/term/"))
    assert f'<li class="missing" title="Not at hand">{slots[1].number}<' in told


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("may tap one", "may tap two", "may tap -one- +two+"),
        ("may tap", "may not tap", "may +not+ tap"),
        ("may not tap.", "may tap.", "may -not- tap."),
        ("a b c", "A “b” c", "A “b” c"),
        ("a one b two c", "a uno b due c", "a -one b two- +uno b due+ c"),
        ("long- events now tap", "long-events now are tapped", "long-events now -tap- +are tapped+"),
        ("long- events", "long-events", "-long- events- +long-events+"),
        ("<b>", "<i>", "-&lt;b&gt;- +&lt;i&gt;+"),
        ("", "new", "+new+"),
    ],
)
def test_rewordings_are_marked_word_by_word(old: str, new: str, expected: str) -> None:
    shown = without_hidden(str(mark_rewording(old, new, Words())))
    assert re.sub("</?ins>", "+", re.sub("</?del>", "-", shown)) == expected


# Links


def test_broken_links_and_doubled_ids_are_found() -> None:
    made = {
        "": '<p><a href="a/">x</a> <a href="a/#q">x</a> <a href="b/">x</a></p>',
        "a/": '## H {: #p data-toc-label="H" }\n<p id="r"><a href="../#s">x</a> <a href="#r">x</a></p><p id="r"></p>',
    }
    told = [(found.code.code, found.path, found.message) for found in check_links(made)]
    assert told == [
        ("KB903", "a/index.md", "the id `r` stands more than once"),
        ("KB902", "index.md", "link `a/#q` leads to no place `q` of `a/`"),
        ("KB902", "index.md", "link `b/` leads to no page (`b/`)"),
        ("KB902", "a/index.md", "link `../#s` leads to no place `s` of `home`"),
    ]


def test_whole_links_are_silent() -> None:
    made = {"": '<a href="a/b/#p">x</a>', "a/b/": '## H {: #p }\n<a href="../../">x</a> <a href="http://x/">y</a>'}
    assert list(check_links(made)) == []


@pytest.mark.parametrize(
    ("place", "here", "expected"),
    [
        (Place("rules/a/", "x"), "rules/a/", "#x"),
        (Place("rules/a/"), "rules/a/", "./"),
        (Place(""), "rules/a/", "../../"),
        (Place("rules/a/", "x"), "", "rules/a/#x"),
        (Place("rulings/term/b/"), "rules/a/changes/", "../../../rulings/term/b/"),
    ],
)
def test_addresses_are_relative(place: Place, here: str, expected: str) -> None:
    assert place.seen_from(here) == expected


# Determinism


def test_same_knowledge_same_bytes() -> None:
    kb = knowledge()
    turned = replace(
        kb,
        documents=dict(reversed([*kb.documents.items()])),
        versions=dict(reversed([*kb.versions.items()])),
        footnotes=dict(reversed([*kb.footnotes.items()])),
    )
    assert build_pages(turned, dict(reversed([*templates().items()]))).value == pages()


# Templates and words


def test_a_kind_of_page_is_one_file() -> None:
    head = "{#-\neach: once\npage: extra/\ntitle: More\n-#}\n"
    more = {**templates(), "pages/extra.md.j2": head + "{{ heading(1, 'More', '', 'More') }}\n<p>x</p>"}
    assert "extra/index.md" in build_pages(knowledge(), more).value


def test_every_collection_has_a_kind_of_page() -> None:
    assert {kind.each for kind in find_kinds(templates())} == set(COLLECTIONS)


@pytest.mark.parametrize("text", ["<p>x</p>", "{#-\neach: once\n-#}", "{#-\neach: a\npage: b\ntitle: c\nwrong: d\n-#}"])
def test_a_template_without_a_head_is_a_fault(text: str) -> None:
    with pytest.raises(TemplateFaultError):
        find_kinds({"pages/x.md.j2": text})


def test_text_that_looks_like_markdown_is_sealed() -> None:
    """Even in HTML zensical takes `[a](#b)` for a link and looks for its end."""
    assert lay_out('<p title="[a](#b)">[a](#b) *c* {{ d }}</p>') == (
        '<div class="part"><p title="[a](#b)">&#91;a&#93;(#b) &#42;c&#42; &#123;&#123; d &#125;&#125;</p></div>\n'
    )


@pytest.mark.parametrize(
    ("address", "sealed"),
    [
        ("find/?term=oil.md", "find/?term=oil&#46;md"),
        ("find/?term=oil.MD#a", "find/?term=oil&#46;MD#a"),
        ("mailto:keeper@quay.md", "mailto:keeper@quay&#46;md"),
        ("find/?term=oil.md&amp;since=a", "find/?term=oil.md&amp;since=a"),
        ("https://quay.example/oil.md", "https://quay.example/oil.md"),
    ],
)
def test_an_address_that_ends_as_a_page_of_the_builder_does_is_sealed(address: str, sealed: str) -> None:
    """In whatever is no `https:` zensical looks for the page."""
    assert lay_out(f'<p><a href="{address}">a</a></p>') == f'<div class="part"><p><a href="{sealed}">a</a></p></div>\n'


def test_layout_parts_headings_from_html() -> None:
    assert lay_out("<p>a</p>\n\n<p>b</p>\n<!--heading--># H {: #h }\n  <p>c</p>\n") == (
        '<div class="part"><p>a</p> <p>b</p></div>\n\n# H {: #h }\n\n<div class="part"><p>c</p></div>\n'
    )


FAMILIES: dict[str, type[Enum] | Collection[str]] = {
    "kind": EmendationKind,
    "relation": Relation,
    "problem": Problem,
    "role": Role,
    "part": SectionKind,
    "became": Change,
    "laid": Layout,
    "force": Status,
    "likeness": Likeness,
    "unit": Unit,
    "operation": [*NAMES.values()],
    "record": RecordStatus,
    "refusal": Refusal,
    "ground": Ground,
    "variant": Kind,
    "short": Role,
    "format": [*find_exports()],
    "about": [*find_exports()],
    "group": Group,
    "a": Group,
    "text": [each.value for each in DocumentKind if each not in OWN_PAGES],
    "severity": Severity,
    "node": NodeKind,
    "nodes": NodeKind,
    "links": NodeKind,
    "tie": [f"{tie.value}.{way}" for tie in Tie for way in ("in", "out")],
}


def test_interface_words_are_all_said_and_none_is_missing() -> None:
    parts = ("places", "ruling_pages", "book_pages", "card_pages", "site", "exports", "search")
    places = (path for part in parts for path in (ROOT / "kb" / part).glob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in (*places, ROOT / "kb/interface/__init__.py")]
    text = "\n".join([*templates().values(), *sources])
    for key in {key.removesuffix(".one") for key in ENGLISH} - {*FRAMED}:
        family = FAMILIES.get(key.split(".", 1)[0])
        assert family or re.search(rf"""["'=]{re.escape(key)}["'\n]""", text), f"`{key}` is said nowhere"
    for name, family in FAMILIES.items():
        members = [each.value for each in family] if isinstance(family, type) else family
        assert {f"{name}.{each}" for each in members} <= ENGLISH.keys()


def test_dates_and_counts_in_words() -> None:
    words = Words()
    assert [words.date(each) for each in ("1999-05-29", "1999-05", "1999", "", "soon")] == [
        "29 May 1999",
        "May 1999",
        "1999",
        "",
        "soon",
    ]
    assert (words("status.changed", n=1), words("status.changed", n=2)) == ("Changed once.", "Changed 2 times.")


def test_the_permalink_of_a_heading_names_it() -> None:
    page = unescape(pages()["rules/bells-below/index.md"])
    assert 'href="#wreckers" aria-label="Link to this section: WRECKERS"' in page


def test_alphabet_folds_accents_and_marks() -> None:
    assert sorted(["“Éa”", "Zeal", "ebb", "Öl"], key=fold) == ["“Éa”", "ebb", "Öl", "Zeal"]
    assert [first_letter(each) for each in ("Éa", "“a”", "8 bells", "-x")] == ["E", "A", "#", "X"]


# Builders


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[Builder, Path]:
    built = {}
    for builder in Builder:
        project = tmp_path_factory.mktemp(builder.value)
        stage_project(ROOT, project, pages())
        built[builder] = build_site(project, builder, "Lantern")
    return built


def test_both_builders_make_the_same_articles(sites: dict[Builder, Path]) -> None:
    ours, theirs = sites[Builder.MKDOCS], sites[Builder.ZENSICAL]
    compared = 0
    for page in pages():
        path = Path(page).with_suffix(".html")
        first, second = article_of(ours / path), article_of(theirs / path)
        assert words_of(first) == words_of(second), page
        assert re.findall(r'\s(?:id|href|class)="[^"]*"', first.split("\n", 1)[1]) == [
            each
            for each in re.findall(r'\s(?:id|href|class)="[^"]*"', second.split("\n", 1)[1])
            if "__skip" not in each
        ], page
        compared += 1
    assert compared == len(pages())


def test_built_pages_hold_the_words_of_their_source(sites: dict[Builder, Path]) -> None:
    for page, text in pages().items():
        source = re.sub(r"^(#+) (.*) \{: .*\}$", r"\2", text.split("---\n", 2)[2], flags=re.MULTILINE)
        assert words_of(article_of(sites[Builder.MKDOCS] / Path(page).with_suffix(".html"))) == words_of(source), page


def test_built_pages_ask_nothing_of_other_hosts(sites: dict[Builder, Path]) -> None:
    for builder, site in sites.items():
        for path in site.rglob("*.html"):
            html = path.read_text(encoding="utf-8")
            asked = re.findall(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(https?:[^"]*)"', html)
            assert asked == [], (builder, path.name)


def test_missing_page_has_doors(sites: dict[Builder, Path]) -> None:
    for site in sites.values():
        page = (site / "404.html").read_text(encoding="utf-8")
        assert "There is no such page" in page
        assert 'class="md-tabs kb-doors"' in page
        assert '})("/");' in page  # where it looks for its styles first


@pytest.mark.parametrize("builder", list(Builder))
def test_missing_page_has_no_door_that_is_shut(builder: Builder, tmp_path: Path) -> None:
    shut = {path: text.replace("\nlang:", '\nshut: ["Rulings", "Cards"]\nlang:', 1) for path, text in pages().items()}
    stage_project(ROOT, tmp_path, {path: shut[path] for path in shut if path.count("/") < 2})
    page = (build_site(tmp_path, builder, "Lantern") / "404.html").read_text(encoding="utf-8")
    assert re.findall(r">(Home|Rules|Rulings|Cards|Desk)</a>", page) == ["Home", "Rules", "Desk"] * 2


@pytest.mark.parametrize("builder", list(Builder))
def test_the_map_of_a_site_leads_behind_no_door_that_is_shut(builder: Builder, tmp_path: Path) -> None:
    shut = {path: text.replace("\nlang:", '\nshut: ["Cards"]\nlang:', 1) for path, text in pages().items()}
    stage_project(ROOT, tmp_path, {path: shut[path] for path in shut if path.count("/") < 2})
    site = build_site(tmp_path, builder, "Lantern", "https://rules.example/")
    listed = re.findall(r"<loc>https://rules.example/([^<]*)</loc>", (site / "sitemap.xml").read_text(encoding="utf-8"))
    assert {"", "rules/", "rulings/", "desk/"} <= set(listed)
    assert "cards/" not in listed


def test_same_tree_same_site(sites: dict[Builder, Path], tmp_path: Path) -> None:
    stage_project(ROOT, tmp_path, pages())
    again = build_site(tmp_path, Builder.MKDOCS, "Lantern")
    first = sites[Builder.MKDOCS]
    names = sorted(path.relative_to(first).as_posix() for path in first.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(again).as_posix() for path in again.rglob("*") if path.is_file())
    for name in names:
        assert (first / name).read_bytes() == (again / name).read_bytes(), name


@pytest.mark.parametrize("builder", list(Builder))
def test_a_broken_anchor_is_refused(builder: Builder, tmp_path: Path) -> None:
    broken = {path: pages()[path] for path in ("rules/index.md", "rulings/index.md", "desk/index.md")}
    broken["index.md"] = "# Home\n\n[x](rules/index.md#nowhere)\n"
    stage_project(ROOT, tmp_path, broken)
    with pytest.raises(BuilderFaultError, match=r"nowhere|anchor"):
        build_site(tmp_path, builder, "Lantern")


def test_no_page_shows_a_name_of_the_program() -> None:
    for path, text in pages().items():
        assert not re.search(r"\b[A-Z]\w*\.[A-Z]+_[A-Z_]+\b|<\w+\.\w+: ", text), path


def test_a_citation_under_the_wrong_heading_is_told_as_that() -> None:
    text = pages()["rules/bells-below/changes/index.md"]
    assert ENGLISH["relation.misplaced"].capitalize() in words_text(text)
    assert ENGLISH["problem.wrong-anchor"] in pages()["desk/index.md"]


def words_text(html: str) -> str:
    return " ".join(words_of(html))


@given(*[st.lists(st.sampled_from(["rules", "a", "b", "agent"]), max_size=4).map("/".join)] * 2)
def test_an_address_from_another_page_is_that_of_posixpath(page: str, here: str) -> None:
    page, here = (f"{each}/" if each else "" for each in (page, here))
    seen = posixpath.relpath(page or ".", here or ".")
    assert Place(page).seen_from(here) == ("./" if page == here else f"{seen}/")
