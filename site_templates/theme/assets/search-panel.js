/* The search from everywhere: a panel over the page, by keyboard alone; what was in focus before has it again after. */

import { openIndex } from "./search-index.js";
import { addressOf, besideNamesake, findOrMeant, make, patiently, tellBusy, tellLack, tellRecord, whole } from "./search-hits.js";

const SHOWN = 8;

/** Let a dialog with a field answer what is typed, also what was typed, and entered, before this was loaded; `there` is
    called once it can. Rejects where the site has no search. */
export async function start(root, dialog, field, there) {
  const { table, find } = await openIndex(root, () => import("./search-little.js"));
  there();
  const said = table.words;
  const list = make("div", "seek-list"), status = make("p", "seek-said", said.start), shut = make("button", "seek-shut", "×");
  const set = (element, values) => Object.entries(values).forEach(([name, value]) => element.setAttribute(name, value));
  list.id = "seek-list";
  set(field, { role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list", "aria-label": said.label, placeholder: said.hint, autocapitalize: "off" });
  field.style.setProperty("--kb-hint", said.hint.length);
  set(list, { role: "listbox", "aria-label": said.label });
  set(status, { role: "status" });
  set(shut, { type: "button", "aria-label": said.close });
  dialog.setAttribute("aria-label", said.label);
  field.after(shut);
  dialog.append(status, list, footOf(said));

  let answering = Promise.resolve(), asked = "", turn = 0, chosen = -1; /* `asked` is null while what is typed was not yet asked */
  const busy = tellBusy(said, status, list);
  const options = () => [...list.querySelectorAll("[role=option]")];

  /* What may not have been meant is listed, but chosen only by who looks. */
  function choose(at) {
    const all = options();
    chosen = all.length && at !== null ? (at + all.length) % all.length : -1;
    all.forEach((each, number) => each.setAttribute("aria-selected", String(number === chosen)));
    field.setAttribute("aria-expanded", String(all.length > 0));
    if (chosen < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", all[chosen].id);
    all[chosen].scrollIntoView({ block: "nearest" });
  }

  function option(at, href, ...parts) {
    const link = make("a", "seek-option", ...parts);
    Object.assign(link, { id: `seek-option-${at}`, href, tabIndex: -1 });
    link.setAttribute("role", "option");
    link.addEventListener("click", () => dialog.close());
    return link;
  }

  async function answer(mine) {
    const words = field.value.trim();
    const found = await findOrMeant(find, { words: field.value });
    if (mine !== turn) return;
    const shown = found.instead || found;
    const records = await Promise.all(shown.hits.slice(0, SHOWN).map((hit) => hit.data()));
    if (mine !== turn) return;
    list.replaceChildren();
    records.forEach((record, at) => {
      const { name, kind, words: text, too } = tellRecord(table, root, record, shown.asked);
      if (too.length) kind.append(whole(` · ${said.too} ${too.map((each) => each.place).join(", ")}`));
      list.append(besideNamesake(option(at, addressOf(root, record), make("span", "seek-name", name), kind, text), list.lastElementChild));
    });
    const all = new URL(`?${new URLSearchParams({ find: found.instead ? found.meant[0] : words })}`, root).href;
    if (shown.total > SHOWN) list.append(option(SHOWN, all, make("span", "seek-all", said.all.replace("{n}", window.kbCount(shown.total)))));
    status.replaceChildren(...(words ? [found.total ? `${said.count.replace("{n}", window.kbCount(found.total))} ` : "", ...tellLack(said, found, take)] : [said.start]));
    busy.there();
    cutWords(list);
    choose(found.instead ? null : 0);
  }

  function ask() {
    busy.waits();
    asked = field.value;
    const mine = ++turn;
    answering = answer(mine).catch(() => { if (mine === turn) busy.lost(); });
  }

  function take(name) {
    field.value = name;
    field.focus();
    ask();
  }

  /* What is chosen is opened; where nothing was found, what may have been meant is asked for. */
  const enter = () => (options()[chosen] || status.querySelector(".seek-meant"))?.click();

  const later = patiently(() => { if (asked === null) ask(); });
  field.addEventListener("input", () => { turn++; asked = null; busy.waits(); later(); });
  field.addEventListener("keydown", async (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose(chosen < 0 && step < 0 ? -1 : chosen + step);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (asked === null) ask();
      await answering;
      enter();
    }
  });
  shut.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  if (!field.value) return;
  const entered = dialog.dataset.entered;
  ask();
  await answering;
  if (entered) enter();
}

/* Words that have no room are only heard, the first of them whole: a line that is cut by its style ends inside of one. */

function cutWords(list) {
  const range = new Range(), crowded = (box) => box.scrollHeight > box.clientHeight + 1;
  const lowest = (part) => { range.selectNode(part); return range.getBoundingClientRect().bottom; };
  for (const box of [...list.querySelectorAll(".seek-words")].filter(crowded)) {
    const { bottom } = box.getBoundingClientRect(), parts = [...box.childNodes], past = parts.findIndex((part) => lowest(part) > bottom + 1);
    const more = new Text("\u00a0…"), rest = make("span", "vh", ...(past > 0 ? parts.slice(past) : []));
    box.append(more, rest);
    while (more.previousSibling && (crowded(box) || !more.previousSibling.textContent.trim())) rest.prepend(more.previousSibling);
  }
}

/* The last line: the keys of the panel, and whether keys of one letter do something on the pages. */

function footOf(said) {
  const single = Object.assign(make("input"), { type: "checkbox", checked: !document.documentElement.classList.contains("kb-no-keys") });
  single.addEventListener("change", () => window.kbKeys(single.checked));
  return make("p", "seek-keys", make("span", "", said.keys), make("label", "", single, said.single));
}
