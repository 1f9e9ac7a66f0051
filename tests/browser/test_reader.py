"""What a reader chooses: clean, marked or redlined text, folded notes, citations, the margin, terms, contents."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.conftest import OPEN, PHONE, Visit
from tests.browser.test_reading import BOOK, CARD, first_cited, mark

BELLS = "rules/bells-below/"


# The reader's switch


WAS = "del.was"


def switch(page: Page, mode: str) -> None:
    page.locator(f"#kb-reader label:has([value={mode}])").click()


def light(words: Locator) -> str:
    found: str = words.evaluate("e => getComputedStyle(e).backgroundColor")
    return found


def test_a_redline_strikes_the_published_words_and_says_so(desk: Visit) -> None:
    page = desk.open(BOOK)
    struck = page.locator(WAS).first
    expect(struck).to_be_hidden()
    switch(page, "redline")
    expect(struck).to_be_visible()
    assert "line-through" in struck.evaluate("e => getComputedStyle(e).textDecorationLine")
    assert struck.inner_text().strip().startswith("removed:")
    assert struck.inner_text().strip().endswith("end of removal")
    new = page.locator("ins.change").first
    assert "underline" in new.evaluate("e => getComputedStyle(e).textDecorationLine")
    assert "added:" in new.inner_text()


@pytest.mark.parametrize("mode", ["clean", "redline"])
def test_a_mode_is_remembered_and_never_flashes_another(desk: Visit, mode: str) -> None:
    page = desk.open(BOOK)
    switch(page, mode)
    page.add_init_script(
        "new MutationObserver((_, seen) => { if (!document.body) return; seen.disconnect();"
        " window.began = document.documentElement.dataset.reading; })"
        ".observe(document, {childList: true, subtree: true});"
    )
    page.reload()
    assert page.evaluate("window.began") == mode
    expect(page.locator(f"#kb-reader [value={mode}]")).to_be_checked()
    assert page.locator(WAS).first.is_visible() == (mode == "redline")


def test_a_clean_text_has_no_marks_and_asks_nothing(desk: Visit) -> None:
    page = desk.open(BOOK)
    ident = first_cited(page)
    switch(page, "clean")
    expect(page.locator(".clause sup:visible")).to_have_count(0)
    page.hover(mark(ident))
    page.wait_for_timeout(400)
    expect(page.locator(f"{CARD}:visible")).to_have_count(0)
    expect(page.locator("#kb-margin")).to_be_hidden()


def test_an_address_of_a_change_lights_it_in_a_clean_text_too(desk: Visit) -> None:
    page = desk.open(BOOK)
    switch(page, "clean")
    new = page.locator("ins.change[id]")
    assert light(new.first) == light(new.nth(1))
    page.evaluate("ident => { location.hash = ident; }", new.first.get_attribute("id"))
    assert light(new.first) != light(new.nth(1))


def test_the_switch_works_from_the_keyboard_and_keeps_the_place(desk: Visit) -> None:
    page = desk.open(BOOK)
    clause = page.locator("p.clause").nth(25)
    clause.evaluate("e => window.scrollTo(0, e.getBoundingClientRect().top + scrollY - 125)")
    before = clause.bounding_box()
    page.locator("#kb-reader [value=marked]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#kb-reader [value=redline]")).to_be_checked()
    expect(page.locator(WAS).first).not_to_have_css("display", "none")
    after = clause.bounding_box()
    assert before is not None and after is not None
    assert abs(after["y"] - before["y"]) < 2


def test_without_scripts_the_marked_text_stands_and_no_switch(plain: Visit) -> None:
    page = plain.open(BOOK)
    expect(page.locator("#kb-reader")).to_be_hidden()
    expect(page.locator("ins.change").first).to_be_visible()
    expect(page.locator(WAS).first).to_be_hidden()


# Notes


def fold(page: Page, kind: str) -> None:
    page.locator("#kb-reader summary").click()
    page.locator(f"#kb-reader [name=kind][value={kind}]").uncheck()
    page.keyboard.press("Escape")


def test_the_list_of_kinds_lies_over_the_text_behind_it(phone: Visit) -> None:
    page = phone.open("rules/the-drowned-coast/editions/the-drowned-coast-second-printing/")
    page.locator("summary", has_text="Rules as Published").click()
    page.locator("#kb-reader summary").click()
    covered = page.locator("#kb-reader .kinds label").evaluate_all(
        """labels => labels.filter((each) => {
            const { left, top, width, height } = each.getBoundingClientRect();
            const middle = top + height / 2;
            return [0.1, 0.5, 0.9].some((at) => !each.contains(document.elementFromPoint(left + width * at, middle)));
        }).map((each) => each.textContent)"""
    )
    assert covered == []


def test_the_list_of_kinds_stays_where_it_is_while_one_chooses(phone: Visit) -> None:
    """What is folded is told behind its name once it is shut: on a line of its own, where there is no room."""
    page = phone.open(BELLS)
    summary, kinds = page.locator("#kb-reader summary"), page.locator("#kb-reader .kinds")
    summary.tap()
    before = kinds.bounding_box()
    kinds.locator("input").first.tap()
    kinds.locator("input").nth(1).tap()
    assert kinds.bounding_box() == before
    page.locator("h1").tap()
    expect(kinds).to_be_hidden()
    expect(summary).to_have_text(re.compile("^Notes, folded: [a-z]+, [a-z]+$"))


def test_notes_fold_by_kind_are_remembered_and_open_one_by_one(desk: Visit) -> None:
    page = desk.open(BELLS)
    fold(page, "clarification")
    said = page.locator(".note > .said.k-clarification")
    expect(said.first.locator(".clause")).to_be_hidden()
    expect(page.locator(".note > .said.k-note .clause").first).to_be_visible()
    page.reload()
    expect(said.first.locator(".clause")).to_be_hidden()
    button = said.first.get_by_role("button")
    expect(button).to_have_text("Clarification …")
    button.focus()
    page.keyboard.press("Enter")
    expect(said.first.locator(".clause")).to_be_visible()
    expect(said.first.locator(".clause")).to_be_focused()
    expect(said.nth(1).locator(".clause")).to_be_hidden()


def test_a_link_into_a_folded_note_opens_it(desk: Visit) -> None:
    page = desk.open(BELLS)
    ident = page.locator(".note > .said.k-clarification .clause").first.get_attribute("id")
    fold(page, "clarification")
    again = desk.open(f"{BELLS}#{ident}")
    expect(again.locator(f'[id="{ident}"]')).to_be_in_viewport()


def test_kinds_of_notes_are_told_apart_without_colour(desk: Visit) -> None:
    page = desk.open(BELLS)
    kinds = page.locator(".note").evaluate_all(
        "notes => notes.filter(e => !e.matches('.k-mixed'))"
        ".map(e => [e.className, getComputedStyle(e).borderLeftStyle])"
    )
    assert len({style for _, style in kinds}) == len({name for name, _ in kinds}) > 2


# Citing


def pin_of(page: Page, place: str) -> Any:
    return page.locator(f'a.pin[aria-label="Link to {place}"]')


def test_the_sign_of_a_clause_leads_to_what_links_to_it(desk: Visit) -> None:
    """Of unchanged clauses and of those the emended edition added, whose ids have a plus sign."""
    page = desk.open(BELLS)
    untied = set(str(page.locator("#kb-cite").get_attribute("data-untied")).split(","))
    ids = [
        str(each) for each in page.locator(".clause[id]:has(> a.pin)").evaluate_all("all => all.map(each => each.id)")
    ]
    tied = [each for each in ids if each not in untied]
    assert untied and len(tied) > len(untied)
    for ident in (next(each for each in tied if "+" not in each), next(each for each in tied if "+" in each)):
        page = desk.open(BELLS)
        page.locator(f'a.pin[href="#{ident}"]').focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog", name="Link and citation").get_by_role("link", name="What links here").click()
        expect(page.locator(f"#kb-graph[data-shown='clause:bells-below:{ident}']")).to_be_visible()
    page = desk.open(BELLS)
    page.locator(f'a.pin[href="#{next(each for each in ids if each in untied)}"]').focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="Link and citation")
    expect(box).to_be_visible()
    expect(box.locator(".graph")).to_be_hidden()


def test_a_citation_and_a_permalink_are_copied(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(BELLS)
    pin = pin_of(page, "Bells ¶2")
    pin.focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="Link and citation")
    expect(box).to_be_visible()
    expect(box.get_by_role("button", name="Copy citation")).to_be_focused()
    page.keyboard.press("Enter")
    expect(box.get_by_role("status")).to_have_text("Citation copied")
    assert page.evaluate("navigator.clipboard.readText()") == "LBB, Bells ¶2, as emended to HL 4"
    box.get_by_role("button", name="Copy link").click()
    expect(box.get_by_role("status")).to_have_text("Link copied")
    address = page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(pin).to_be_focused()
    opened = desk.open(address.removeprefix(desk.address))
    expect(opened.locator(".clause:target")).to_be_in_viewport()
    expect(opened.locator(".clause:target")).to_contain_text("bell")


def test_nothing_moves_under_whoever_opens_the_box_that_cites(desk: Visit, phone: Visit) -> None:
    for visit in (desk, phone):
        page = visit.open(BELLS)
        for at in (0, 2, 6):  # the first from the top of the page, the others from high on the screen
            if not at and visit is phone:
                continue  # it stands where the box comes to lie
            pin = page.locator("p.clause > a.pin").nth(at)
            middle = "each.getBoundingClientRect().top + scrollY - innerHeight / 4" if at else "0"
            pin.evaluate(f"each => {{ scrollTo(0, {middle}); }}")
            moved = "each => { const before = scrollY; each.click(); return [before, scrollY]; }"
            before, after = pin.evaluate(moved)
            assert before == after and (before > 0) == (at > 0)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate("scrollY") == before


def test_the_box_at_the_foot_of_a_phone_leaves_what_it_cites_in_sight(phone: Visit) -> None:
    page = phone.open("rulings/term/lamps/")
    pin = page.locator(".ruling > a.pin").nth(1)
    pin.evaluate("each => { scrollBy(0, each.getBoundingClientRect().top - innerHeight + 60); }")
    pin.click()
    box, ruling = page.locator("#kb-cite").bounding_box(), page.locator(".ruling:target").bounding_box()
    assert box and ruling and ruling["y"] > 0 and ruling["y"] + ruling["height"] <= box["y"]


@pytest.mark.parametrize(
    ("path", "place", "cited"),
    [
        (
            "rulings/term/lamps/",
            "A doused lamp still fills …",
            "HL 4, 8 May 2006, Lamps, “A doused lamp still fills …”",
        ),
        (
            "rulings/answers/quay-questions-3/",
            "Is a soaked keeper spent?",
            "Questions from the Quay 3, 21 June 2004, “Is a soaked keeper spent?”",
        ),
    ],
)
def test_a_ruling_and_an_answer_are_cited_as_a_clause_is(desk: Visit, path: str, place: str, cited: str) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(path)
    page.get_by_role("link", name=f"Link to this ruling: {place}").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="Link and citation")
    expect(box.get_by_role("button", name="Copy citation")).to_be_focused()
    page.keyboard.press("Enter")
    expect(box.get_by_role("status")).to_have_text("Citation copied")
    assert page.evaluate("navigator.clipboard.readText()") == cited
    box.get_by_role("link", name="What links here").click()
    kind = "ruling" if "term" in path else "answer"
    expect(page.locator(f"#kb-graph[data-shown^='{kind}:']")).to_be_visible()


def test_a_ruling_that_ended_is_cited_by_the_version_that_had_it(desk: Visit) -> None:
    page = desk.open("rulings/turn/dusk-phase/")
    page.locator("details.ended > summary").first.click()
    page.locator("details.ended .ruling > a.pin").first.evaluate("each => each.click()")
    told = page.get_by_role("dialog", name="Link and citation").locator(".words").inner_text()
    assert re.fullmatch(r"HL \d, [\w ]+, Dusk Phase, “.+”, no longer in HL \d, [\w ]+", told), told


def test_behind_the_box_that_cites_comes_what_stands_behind_its_sign(desk: Visit) -> None:
    page = desk.open(BELLS)
    pin, box = pin_of(page, "Bells ¶2"), page.get_by_role("dialog", name="Link and citation")
    pin.focus()
    page.keyboard.press("Tab")
    behind = page.evaluate("document.activeElement.outerHTML")
    pin.focus()
    for key, times in (("Tab", 3), ("Shift+Tab", 2)):
        page.keyboard.press("Enter")
        expect(box.get_by_role("button", name="Copy citation")).to_be_focused()
        for _ in range(times):
            page.keyboard.press(key)
        expect(box).to_be_hidden()
        if key == "Tab":
            assert page.evaluate("document.activeElement.outerHTML") == behind
            pin.focus()
    expect(pin).to_be_focused()


def test_the_card_at_the_foot_leaves_all_the_words_it_is_about_in_sight(phone: Visit) -> None:
    page = phone.open(BELLS)
    page.evaluate("() => { delete document.documentElement.dataset.later; }")
    long = "() => [...document.querySelectorAll('ins.change')].find(e => e.getClientRects().length === 3)"
    words = page.evaluate_handle(long).as_element()
    assert words is not None
    words.evaluate("e => scrollBy(0, e.getClientRects()[0].bottom - innerHeight + 4)")
    page.touchscreen.tap(
        *page.evaluate("() => { const b = (" + long + ")().getClientRects()[0]; return [b.x + 9, b.y + 5]; }")
    )
    card = page.locator(CARD)
    expect(card).to_be_visible()
    box = card.bounding_box()
    lines = words.evaluate("e => [...e.getClientRects()].map(each => [each.top, each.bottom])")
    assert box and lines[-1][1] <= box["y"] and lines[0][0] > 0


COVERED = """() => {
  const card = document.getElementById("kb-card").getBoundingClientRect();
  const lines = [...document.querySelectorAll("ins.open")].flatMap(each => [...each.getClientRects()]);
  return lines.filter(line => line.bottom > card.top && line.top < card.bottom).length;
}"""


@pytest.mark.parametrize("share", [0.3, 0.85])
def test_a_card_between_the_lines_covers_none_of_the_words_it_is_about(desk: Visit, share: float) -> None:
    """On a tablet it has no room beside the text; a reader points to the first line, high or low on the screen."""
    page = desk.open(BELLS)
    page.set_viewport_size({"width": 768, "height": 1024})
    page.evaluate(OPEN)
    several = [
        each
        for each in page.locator(".clause ins.change").element_handles()
        if each.evaluate("e => e.getClientRects().length > 1")
    ]
    assert len(several) > 5
    for words in several:
        page.keyboard.press("Escape")
        page.mouse.move(1, 1)
        expect(page.locator(CARD + ":visible")).to_have_count(0)
        words.evaluate(f"e => scrollBy(0, e.getBoundingClientRect().top - {share} * innerHeight)")
        x, y = words.evaluate("e => { const b = e.getClientRects()[0]; return [b.x + 9, b.y + b.height / 2]; }")
        page.mouse.move(x, y)
        expect(page.locator(CARD)).to_be_visible()
        assert page.evaluate(COVERED) == 0, words.inner_text()


def test_the_kinds_of_notes_hang_within_the_page(phone: Visit, desk: Visit) -> None:
    for visit in (phone, desk):
        for path in (BELLS, f"{BELLS}published/"):
            page = visit.turn(path)
            page.locator("#kb-reader details.notes > summary").click()
            kinds, text = page.locator("#kb-reader .kinds").bounding_box(), page.locator("#kb-reader").bounding_box()
            assert kinds and text and kinds["x"] >= text["x"], path
            assert kinds["x"] + kinds["width"] <= text["x"] + text["width"] + 1, path


def test_the_edition_that_is_read_is_told_from_the_others(desk: Visit) -> None:
    page = desk.open("rules/bells-below/editions/bells-below-web/")
    here = page.locator(".status .doors [aria-current=page]")
    expect(here).to_have_count(1)
    expect(here).to_contain_text("Transcription")
    expect(page.locator(".status .doors a", has_text="Transcription")).to_have_count(1)


def test_the_view_that_is_read_moves_none_of_the_others(desk: Visit) -> None:
    """Who goes from one to the next finds them where they were; the one that is read is seen by its weight."""
    places: dict[str, set[float]] = {}
    for path in (BOOK, f"{BOOK}published/", f"{BOOK}changes/", f"{BOOK}states/"):
        for view in desk.turn(path).locator(".status .doors li > *").all():
            box = view.bounding_box()
            assert box is not None
            places.setdefault(view.inner_text(), set()).update((round(box["x"]), round(box["x"] + box["width"])))
    assert len(places) > 4 and all(len(each) == 2 for each in places.values()), places
    here = desk.turn(BOOK).locator(".status .doors [aria-current=page]")
    assert here.evaluate("e => parseFloat(getComputedStyle(e).webkitTextStrokeWidth)") > 0


def test_without_a_clipboard_the_words_are_selected(desk: Visit) -> None:
    page = desk.open(BELLS)
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error());"
        " document.execCommand = () => false; }"
    )
    pin_of(page, "Bells ¶2").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copy citation").click()
    expect(page.get_by_role("dialog", name="Link and citation").get_by_role("status")).to_contain_text("Selected")
    assert page.evaluate("getSelection().toString()") == "LBB, Bells ¶2, as emended to HL 4"


def test_a_finger_reaches_the_signs_in_the_gutter(phone: Visit) -> None:
    page = phone.open(BELLS)
    pin = pin_of(page, "Bells ¶2")
    pin.scroll_into_view_if_needed()
    box = pin.bounding_box()
    assert box is not None and box["x"] >= 0 and min(box["width"], box["height"]) >= 24
    pin.tap()
    expect(page.get_by_role("dialog", name="Link and citation")).to_contain_text("LBB, Bells ¶2")
    expect(page).to_have_url(re.compile(r"#bells\.p2$"))


BARRED = """() => {
  const under = (kind, words) => {
    const note = document.createElement(kind);
    note.className = kind === "div" ? "note" : "";
    words.before(note);
    note.append(words);
    return note;
  };
  const note = document.querySelector(".note:has(.clause)");
  note.id = "nested";
  under("div", note);
  const item = document.querySelector("li.clause");
  const quoted = document.createElement("blockquote"), other = document.createElement("blockquote");
  quoted.innerHTML = other.innerHTML = '<p class="clause"><a class="pin" href="#top"></a>Words.</p>';
  item.append(quoted);
  note.parentElement.before(other);
  return [...document.querySelectorAll("#nested .clause, blockquote .clause")].map((clause) => {
    const sign = clause.querySelector(":scope > a.pin").getBoundingClientRect(), bars = [];
    for (let each = clause; each.tagName !== "ARTICLE"; each = each.parentElement) {
      if (parseFloat(getComputedStyle(each).borderLeftWidth) > 0) bars.push(each.getBoundingClientRect().left);
    }
    return [bars.length, sign.left, (sign.left + sign.right) / 2 + 5, Math.min(...bars)];
  });
}"""
"""Of clauses in a note of a note, in a quotation and in one of an item: bars before them, where their sign begins and
its letter ends, and the outermost bar."""


def test_a_sign_stands_left_of_all_bars_of_what_it_stands_in(phone: Visit) -> None:
    page = phone.open(BELLS)
    found = page.evaluate(BARRED)
    assert [bars for bars, *_ in found].count(2) and [bars for bars, *_ in found].count(1) == 2
    for _, begins, ends, bar in found:
        assert begins >= -3 and ends < bar, found


def test_what_the_sign_of_a_clause_is_called_is_sent_once_and_shown_to_who_points_at_it(desk: Visit) -> None:
    page = desk.open(BELLS)
    assert page.locator(".clause > a.pin").count() > 20
    assert page.locator(".clause > a.pin[title]").count() == 0
    pin = pin_of(page, "Bells ¶2")
    pin.hover()
    expect(pin).to_have_attribute("title", "Link to Bells ¶2")


# The margin


@pytest.mark.parametrize("width", [1280, 1680])
def test_authorities_in_the_margin_stand_by_their_words_and_apart(desk: Visit, width: int) -> None:
    page = desk.open(BOOK)
    page.set_viewport_size({"width": width, "height": 900})
    expect(page.locator(".beside-note").first).to_be_visible()
    page.wait_for_timeout(200)
    boxes = page.locator(".beside-note").evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    assert len(boxes) > 10
    for above, below in pairwise(boxes):
        assert above["bottom"] <= below["top"]
    text = page.locator("article p.clause").first.bounding_box()
    assert text is not None
    assert all(text["x"] + text["width"] <= each["left"] and each["right"] <= width for each in boxes)
    marks = page.locator("article").evaluate(
        "e => [...new Set([...e.querySelectorAll('.clause [data-change]:not(.was), h2 [data-change], h3 [data-change],"
        " h4 [data-change]')].map(e => e.dataset.change))].length"
    )
    assert len(boxes) == marks
    expect(page.locator(".beside-note", has_text="Harbour Ledger 4").first).to_contain_text(
        re.compile("First seen in|In effect from")
    )


def test_the_margin_calls_a_ruling_as_its_page_is_called(desk: Visit) -> None:
    """Of `HL 4, The Turn, Sailing, General` the last alone says nothing: the page tells what to say instead."""
    page = desk.open("")

    def tell(route: Route) -> None:
        answer = route.fetch()
        short = '<p class="small"><a data-short="Sailing: General" href'
        route.fulfill(response=answer, body=answer.text().replace('<p class="small"><a href', short))

    page.route(f"**/{BOOK}", tell, times=1)
    page.goto(desk.address + BOOK)
    said = page.locator(".beside-note .from").filter(has_text="Sailing: General").first
    expect(said).to_have_text(re.compile(r"^[^,]+\s4, Sailing: General\. "))


def test_the_margin_tells_what_a_footnote_points_at_besides_as_the_card_does(desk: Visit) -> None:
    page = desk.open("")

    def tell(route: Route) -> None:
        answer = route.fetch()
        besides = r'\1<p class="small also again">See also <a href="../">HL 1, Oil</a>.</p></dd>'
        text = re.sub(r'(<div class="authority">.*?)</dd>', besides, answer.text(), flags=re.S)
        route.fulfill(response=answer, body=text)

    page.route(f"**/{BOOK}", tell, times=1)
    page.goto(desk.address + BOOK)
    note = page.locator(".beside-note", has_text="First seen in").first
    expect(note.locator(".from").nth(0)).to_contain_text("First seen in")
    expect(note.locator(".from").nth(1)).to_have_text("See also HL 1, Oil.")


def test_a_ruling_that_the_note_above_has_is_named_in_the_margin_without_its_days(desk: Visit) -> None:
    page = desk.open(BOOK)
    again = page.locator(".beside-note", has_text="the same ruling")
    expect(again.first).to_be_visible()
    assert [text for text in again.all_inner_texts() if re.search("First seen|In effect|Issued", text)] == []
    named = again.locator(".from", has_text="the same ruling")
    assert all(re.search(r"the same ruling: Harbour Ledger\s4, \w", text) for text in named.all_inner_texts())
    lines = named.evaluate_all(
        "all => all.map(e => Math.round(e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)))"
    )
    assert min(lines) == 1


def test_a_ruling_that_has_no_room_in_the_margin_ends_there_with_a_whole_word(desk: Visit) -> None:
    """At any width, and with all of its words again where there is room."""
    page = desk.open(BOOK)
    full = page.evaluate(
        "[...document.querySelectorAll('.authority .words')].map(e => e.textContent.trim().replace(/\\s+/g, ' '))"
    )
    lengths = []
    for width in (1130, 1280, 1130):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator(".beside-note").first).to_be_visible()
        page.wait_for_timeout(200)
        said = page.locator("#kb-margin .said:visible")
        assert not said.evaluate_all("all => all.filter(e => e.scrollHeight > e.clientHeight + 1).length")
        texts = said.all_text_contents()
        short = [each.removesuffix("\N{NO-BREAK SPACE}…") for each in texts if each.endswith("…")]
        assert short and len(short) < len(texts)
        for each in short:
            assert any(re.match(re.escape(each) + r"\W", words) for words in full), each
        assert all(each in full for each in texts if not each.endswith("…"))
        lengths.append(sum(map(len, texts)))
    assert lengths[0] == lengths[2] < lengths[1]


def test_no_word_in_the_margin_is_cut_by_the_browser(desk: Visit) -> None:
    """What it cuts off of a word had no width: some notes had a word more than there is room for."""
    page = desk.open(BELLS)
    cut = "all => all.filter(e => e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"
    for width in range(1060, 1300, 20):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(150)
        assert page.locator("#kb-margin .said:visible").evaluate_all(cut) == [], width


def test_the_words_of_a_ruling_in_the_margin_are_no_smaller_than_what_tells_about_them(desk: Visit) -> None:
    """Letters with feet look smaller than those without in the same size."""
    page = desk.open(BOOK)
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    said, told = (page.locator(f"#kb-margin .{each}").first.evaluate(size) for each in ("said", "from"))
    assert said >= 1.04 * told


def test_larger_letters_have_a_wider_margin(desk: Visit) -> None:
    """On the largest screens, whose letters are larger, notes say no less than on a desk."""
    page, wide = desk.open(BELLS), []
    for width in (1440, 1920, 2560):
        page.set_viewport_size({"width": width, "height": 1000})
        wide.append(page.wait_for_function(WIDTH_IN_LETTERS, arg=width).json_value())
    assert wide[0] > 14 and wide == pytest.approx([wide[0]] * 3, abs=0.1)


WIDTH_IN_LETTERS = """async (width) => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))));
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth === width && document.getElementById("kb-margin").offsetWidth / letter;
}"""


def test_narrow_screens_have_no_margin_and_lose_nothing(phone: Visit) -> None:
    page = phone.open(BOOK)
    expect(page.locator("#kb-margin:visible")).to_have_count(0)
    expect(page.locator("ol.authorities li").first).to_be_attached()


# Terms and contents


def test_a_term_tells_its_rulings_in_force(desk: Visit) -> None:
    page = desk.open(BELLS)
    link = page.locator("p.clause a.term[data-hint][href*='rulings/term/']").first
    link.focus()
    card = page.locator(CARD)
    expect(card).to_contain_text(re.compile(r"\d+ rulings? in force"))
    expect(card.locator(".rulings-short li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_term_that_another_page_explains_is_told_in_its_words(desk: Visit) -> None:
    page = desk.open(f"{BELLS}published/")
    link = page.locator("a.term[href='../#drowned-towns.li1']").first
    link.hover()
    card = page.locator(CARD)
    expect(card).to_contain_text(re.compile("^.*Explained in Lantern: Bells Below$"))
    told = card.locator("p").first.inner_text()
    book = desk.open(BELLS)
    assert len(told.split()) > 5 and told in " ".join(book.locator("[id='drowned-towns.li1']").inner_text().split())


def test_contents_mark_the_section_on_a_phone(phone: Visit) -> None:
    page = phone.open(BELLS)
    page.evaluate("document.getElementById('wreckers').scrollIntoView()")
    bar, contents = page.locator(".kb-where button"), page.get_by_role("navigation", name="Contents")
    expect(bar).to_be_in_viewport()
    expect(bar).to_have_text("ContentsWRECKERS")
    expect(contents).to_be_hidden()
    bar.tap()
    expect(contents.locator("[aria-current=location]")).to_have_text("WRECKERS")
    contents.locator("a[href='#bells']").tap()
    expect(contents).to_be_hidden()
    expect(page.locator("#bells")).to_be_in_viewport()
    expect(bar).to_have_text("ContentsBELLS")
    bar.tap()
    page.keyboard.press("Escape")
    expect(contents).to_be_hidden()


def test_the_bar_tells_which_of_two_sections_of_one_title_is_read(phone: Visit) -> None:
    page = phone.open("rules/the-drowned-coast/#storms")
    bar = page.locator(".kb-where button")
    expect(bar).to_have_text("ContentsStorms, 3 • THE TURN")
    page.goto(page.url.replace("#storms", "#storms-1"))
    expect(bar).to_have_text("ContentsStorms, 7 • OPTIONAL RULES")
    page.goto(page.url.replace("#storms-1", "#lamps"))
    expect(bar).to_have_text("ContentsLamps")


LATER = """() => [...document.querySelectorAll("p.clause")]
  .filter(each => getComputedStyle(each).contentVisibility === "auto").length"""
TOPS = "ids => ids.map(id => Math.round(document.getElementById(id).getBoundingClientRect().top))"
FAR = ("bells", "wreckers", "echoes")


def test_a_small_screen_lays_out_what_is_in_sight_and_leads_where_places_are(phone: Visit, desk: Visit) -> None:
    for far in FAR:
        page = phone.open(BELLS, as_loaded=True)
        assert page.evaluate(LATER) > 20
        room = page.evaluate("() => document.documentElement.scrollHeight")
        page.evaluate("id => document.querySelector(`#kb-contents a[href='#${id}']`).click()", far)
        expect(page.locator(f"[id='{far}']")).to_be_in_viewport()
        clicked = page.evaluate(TOPS, [far])
        assert page.evaluate(LATER) == 0
        assert page.evaluate("() => document.documentElement.scrollHeight") != room, "it was a guess"
        page = phone.open(f"{BELLS}#{far}", as_loaded=True)
        assert page.evaluate(LATER) == 0, "who comes to a place comes to where it is"
        assert page.evaluate(TOPS, [far]) == clicked
    assert desk.open(BELLS).evaluate(LATER) == 0


def test_contents_stand_at_the_side_and_mark_the_section(desk: Visit) -> None:
    page = desk.open(BELLS)
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.get_by_role("link", name="WRECKERS")).to_be_in_viewport()
    contents.get_by_role("link", name="BELLS").click()
    expect(contents.locator("[aria-current=location]")).to_have_text("BELLS")
    expect(page.locator("#bells")).to_be_in_viewport()
    expect(page.locator(".kb-where")).to_be_hidden()
    assert [each.text_content() for each in contents.locator("li li a").all()][:2] == ["Diving", "Greetings"]


def test_contents_are_reached_on_a_phone_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(address + BELLS)
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents).to_be_hidden()
    page.locator(".kb-where button").click()
    contents.get_by_role("link", name="WRECKERS", exact=True).click()
    expect(page.locator("#wreckers")).to_be_in_viewport()
    context.close()


def test_print_has_folded_notes_whole_and_no_tools(desk: Visit) -> None:
    page = desk.open(BELLS)
    fold(page, "clarification")
    page.emulate_media(media="print")
    expect(page.locator(".note > .said.k-clarification .clause").first).to_be_visible()
    for tool in ("#kb-reader", "#kb-margin", ".unfold", "a.pin", "a.sister"):
        expect(page.locator(f"{tool}:visible")).to_have_count(0)


def test_what_tells_about_a_ruling_in_the_margin_begins_below_its_number(desk: Visit) -> None:
    """A number higher than the line it stands in pushes the one below it aside."""
    page = desk.open(BOOK)
    page.locator("#kb-margin .from").first.wait_for()
    begins = """all => all.flatMap(note => {
      const told = note.querySelector(".said + .from:not(.relation)"), words = document.createRange();
      if (!told || !note.querySelector(".said").getClientRects().length) return [];
      words.selectNodeContents(told);
      return [[told.textContent, words.getClientRects()[0].left - note.querySelector(".n").getClientRects()[0].left]];
    })"""
    begun = page.locator("#kb-margin .beside-note").evaluate_all(begins)
    assert len(begun) > 2
    assert [each for each in begun if abs(each[1]) > 1] == []
