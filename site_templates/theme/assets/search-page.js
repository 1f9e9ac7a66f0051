/* The page of the search: as one types, narrowed by what a result is and where it stands; the address keeps it all. */

import { openIndex } from "./search-index.js";
import { addressOf, besideNamesake, findOrMeant, make, patiently, tellBusy, tellLack, tellRecord } from "./search-hits.js";

const PAGE = 10;

/** Bring the page to life, and answer what its address asks. Rejects where the site has no search. */
export async function start(root) {
  const part = (name) => document.getElementById(`seek-${name}`);
  const form = document.getElementById("seek"), field = part("words"), status = part("said"), list = part("hits"), rest = part("rest");
  const facets = part("facets"), finder = part("finder"), finding = finder.href;
  const { table, find } = await openIndex(root, () => import("./search-little.js")), said = table.words;
  const names = { group: table.groups.map((each) => each.slice(0, 2)), in: Object.entries(table.volumes) };
  const boxes = Object.entries(names).map(([name, values]) => [name, facet(name, said[`facet.${name}`], values)]);
  facets.append(...boxes.map((each) => each[1].fieldset));
  const narrow = part("narrow"), wide = matchMedia("(min-width: 60em)");
  const unfold = () => { narrow.open = wide.matches; };
  wide.addEventListener("change", unfold);
  unfold();
  const busy = tellBusy(said, status, list);
  let shown = { hits: [] }, turn = 0; /* what is listed */

  function facet(name, title, values) {
    const rows = values.map(([value, words]) => {
      const box = make("input"), count = make("span", "seek-count"), row = make("label", "", box, make("span", "", words), count);
      Object.assign(box, { type: "checkbox", name, value });
      return { value, box, count, row };
    });
    const fieldset = make("fieldset", "", make("legend", "", title), ...rows.map((each) => each.row));
    fieldset.hidden = true;
    return { fieldset, rows };
  }

  const chosen = (name) => boxes.find((each) => each[0] === name)[1].rows.filter((each) => each.box.checked).map((each) => each.value);

  function count(name, counts) {
    const { fieldset, rows } = boxes.find((each) => each[0] === name)[1];
    let shown = 0;
    for (const { value, box, count: place, row } of rows) {
      place.textContent = window.kbCount(counts[value] || 0);
      row.hidden = !counts[value] && !box.checked;
      shown += row.hidden ? 0 : 1;
    }
    fieldset.hidden = shown < 2 && !chosen(name).length;
    const picked = boxes.flatMap((each) => each[1].rows.filter((row) => row.box.checked).map((row) => row.row.children[1].textContent));
    narrow.querySelector("summary span").textContent = picked.length ? `: ${picked.join(", ")}` : "";
    narrow.hidden = boxes.every((each) => each[1].fieldset.hidden);
  }

  function keep(words) {
    field.defaultValue = field.value; /* to which Safari sets back the field of a page that it kept */
    const asked = [["find", words], ...["group", "in"].flatMap((name) => chosen(name).map((value) => [name, value]))].filter((each) => each[1]);
    const query = new URLSearchParams(asked).toString();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
    finder.href = words ? `${finding}?${new URLSearchParams({ find: words })}` : finding;
  }

  async function show(from, mine) {
    const records = await Promise.all(shown.hits.slice(from, from + PAGE).map((hit) => hit.data()));
    if (mine !== turn) return;
    if (!from) list.replaceChildren();
    for (const record of records) {
      const { name, kind, words, too } = tellRecord(table, root, record, shown.asked), link = make("a", "seek-name", name);
      link.href = addressOf(root, record);
      if (words) link.setAttribute("aria-label", window.kbCalled(`${name}, ${kind.firstChild.textContent}`, words.textContent));
      list.append(besideNamesake(make("li", "", link, kind, words, ...(too.length ? [tooOf(too)] : [])), list.lastElementChild));
    }
    const left = shown.hits.length - list.children.length;
    rest.hidden = left <= 0;
    rest.textContent = said.more.replace("{n}", Math.min(left, PAGE));
  }

  function tooOf(too) {
    const links = too.map(({ place, address }) => Object.assign(make("a", "", place), { href: address }));
    return make("span", "seek-kind", `${said.too} `, ...links.flatMap((each, at) => (at ? [", ", each] : [each])));
  }

  function ask() {
    const mine = ++turn;
    busy.waits();
    return answer(mine).catch(() => { if (mine === turn) busy.lost(); });
  }

  async function answer(mine) {
    const words = field.value.trim();
    keep(words);
    const found = await findOrMeant(find, { words: field.value, groups: chosen("group"), volumes: chosen("in") });
    if (mine !== turn) return;
    shown = found.instead || found;
    await show(0, mine);
    if (mine !== turn) return;
    busy.there();
    status.replaceChildren(...(words ? [...told(found), ...tellLack(said, found, take)] : [said.start]));
    const counts = shown.counted();
    count("group", counts.groups);
    count("in", counts.volumes);
  }

  function told(found) {
    if (found.total) return [`${said.count.replace("{n}", window.kbCount(found.total))} `];
    return found.without ? [`${said.within.replace("{n}", window.kbCount(found.without))} `] : [];
  }

  function take(name) {
    field.value = name;
    field.focus();
    ask();
  }

  const asked = new URLSearchParams(location.search);
  field.value ||= asked.get("find") || asked.get("q") || "";
  for (const [name, { rows }] of boxes) rows.forEach((each) => { each.box.checked = asked.getAll(name).includes(each.value); });
  const later = patiently(ask);
  field.addEventListener("input", () => { turn++; busy.waits(); later(); }); /* what was asked before is of no matter any more */
  facets.addEventListener("change", ask);
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  rest.addEventListener("click", async () => {
    const at = list.children.length;
    await show(at, turn);
    list.children[at].querySelector("a").focus();
  });

  /* Who comes back from a result finds as many of them, and the place. */
  list.addEventListener("click", () => history.replaceState({ shown: list.children.length, at: scrollY }, ""));
  const before = history.state;
  ask().then(async () => {
    if (!before) return;
    while (list.children.length < before.shown && !rest.hidden) await show(list.children.length, turn);
    scrollTo(0, before.at);
  });
}
