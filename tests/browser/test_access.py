"""What everybody needs of every kind of page: names, order, contrast, room, rest; in light and dark."""

import pytest

from tests.browser.conftest import OPEN, Visit

KINDS = [
    "",
    "rules/",
    "rules/the-drowned-coast/",
    "rules/the-drowned-coast/published/",
    "rules/the-drowned-coast/editions/the-drowned-coast-second-printing/",
    "rules/the-drowned-coast/changes/",
    "rules/the-drowned-coast/compare/?from=published&to=the-drowned-coast-second-printing&show=all",
    "rules/bells-below/compare/?from=published&to=emended",
    "rules/bells-below/editions/bells-below-web/",
    "rules/the-drowned-coast/witnesses/",
    "rules/bells-below/witnesses/",
    "rules/winter-quay/parallels/",
    "rules/bells-below/records/",
    "rules/bells-below/unapplied/",
    "rules/bells-below/states/",
    "rules/bells-below/@2005-11-28/",
    "rulings/instructions/harbour-ledger/",
    "rulings/",
    "rulings/find/?find=lamp&on=2005-12-01",
    "rulings/term/lamps/",
    "rulings/turn/dusk-phase/",
    "rulings/term/keepers/",
    "rulings/answers/quay-questions-3/",
    "rulings/versions/",
    "rulings/versions/harbour-ledger-2/",
    "rulings/versions/harbour-ledger-2/since/",
    "cards/",
    "cards/kinds/",
    "cards/t/",
    "cards/g/gannet/",
    "cards/b/black-squall/",
    "desk/",
    "search/?find=lamp",
]
NAMELESS = """() => {
  const named = e => (e.getAttribute('aria-label') || e.textContent || e.title || '').trim() ||
    e.querySelector('[aria-label], img[alt]');
  const labelled = e => e.labels?.length || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby');
  const shown = e => e.getClientRects().length;
  return [...document.querySelectorAll('main a[href], main button')].filter(e => shown(e) && !named(e))
    .concat([...document.querySelectorAll('main :is(input, select, textarea)')].filter(e => shown(e) && !labelled(e)))
    .concat([...document.querySelectorAll('main a a, main a button, main button a, main [tabindex]')]
      .filter(e => e.matches('a a, a button, button a') || e.tabIndex > 0)).map(e => e.outerHTML.slice(0, 120));
}"""
JUMPS = """() => {
  const levels = [...document.querySelectorAll('article :is(h1, h2, h3, h4, h5, h6)')].map(e => Number(e.tagName[1]));
  return [levels.filter(each => each === 1).length, levels[0]];
}"""
TWICE = """() => {
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}"""
FAINT = """() => {
  const parse = colour => {
    const parts = colour.match(/[\\d.]+/g).map(Number);
    return colour.startsWith('color(') ? [...parts.slice(0, 3).map(v => v * 255), parts[3] ?? 1]
      : [...parts.slice(0, 3), parts[3] ?? 1];
  };
  const over = (top, under) => top.slice(0, 3).map((v, at) => v * top[3] + under[at] * (1 - top[3]));
  const ground = e => {
    const layers = [];
    for (let each = e; each; each = each.parentElement) layers.push(parse(getComputedStyle(each).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const light = rgb => rgb.map(v => v / 255).map(p => p <= 0.03928 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4)
    .reduce((sum, p, at) => sum + p * [0.2126, 0.7152, 0.0722][at], 0);
  const opacity = e => { let found = 1; for (let each = e; each; each = each.parentElement)
    found *= Number(getComputedStyle(each).opacity); return found; };
  const faint = [];
  for (const e of document.querySelectorAll('article *, .md-tabs a')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.getClientRects().length) continue;
    if (e.closest('.vh, a.pin, option, noscript, datalist')) continue;
    const back = ground(e), ink = parse(getComputedStyle(e).color);
    ink[3] *= opacity(e);
    const [a, b] = [light(over(ink, back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push([Math.round(ratio * 100) / 100, e.outerHTML.slice(0, 90)]);
  }
  return faint.slice(0, 5);
}"""


@pytest.mark.parametrize("path", KINDS)
def test_everything_that_acts_has_a_name_and_ids_are_once(desk: Visit, path: str) -> None:
    page = desk.open(path)
    page.evaluate(OPEN)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(TWICE) == []
    assert page.evaluate(JUMPS) == [1, 1]
    assert page.evaluate("() => document.documentElement.lang") == "en"


@pytest.mark.parametrize("path", KINDS)
def test_all_words_stand_out_in_light_and_dark(desk: Visit, dark: Visit, path: str) -> None:
    for visit in (desk, dark):
        page = visit.open(path)
        page.evaluate(OPEN)
        assert page.evaluate(FAINT) == []


@pytest.mark.parametrize("path", [path for path in KINDS if "?" in path])
def test_nothing_that_scripts_make_of_an_address_is_wider_than_a_phone(phone: Visit, path: str) -> None:
    """Pages as they are built are looked at in `test_every_kind`."""
    page = phone.open(path)
    page.evaluate(OPEN)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_nothing_moves_for_those_who_want_rest(desk: Visit) -> None:
    page = desk.open("rulings/term/lamps/")
    page.emulate_media(reduced_motion="reduce")
    moving = page.evaluate(
        "() => [...document.querySelectorAll('*')].filter(e => {"
        " const style = getComputedStyle(e);"
        " return parseFloat(style.transitionDuration) > 0 || style.scrollBehavior === 'smooth'; })"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert moving == []


def test_a_term_page_tells_of_contradictions_and_answers_without_scripts(plain: Visit) -> None:
    page = plain.open("rulings/term/lamps/")
    against = page.locator(".against").first
    against.get_by_role("link").click()
    assert page.locator(".ruling:target .against").is_visible()
    page = plain.open("rulings/term/keepers/")
    page.locator("details.answers > summary").click()
    page.locator("details.answers .qa a[href*='/answers/']").first.click()
    assert page.locator(".qa:target").is_visible()
