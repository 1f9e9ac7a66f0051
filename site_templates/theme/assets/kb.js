/* What the pages do beyond reading: cards that show why words changed, steps through changes.
   Everything shown here also stands on the page and is reached by a link, so that nothing is lost without it. */
(function () {
  "use strict";
  document.documentElement.classList.add("has-js");

  /* Cards: hovering, focusing or tapping a changed word or its mark shows the entry `why:<change>`. */

  const entryOf = (id) => document.getElementById("why:" + id);
  const marks = document.querySelectorAll("[data-change]");
  let card, owner, pinned = false, timer;

  function makeCard() {
    card = document.createElement("aside");
    card.id = "kb-card";
    card.className = "md-typeset";
    card.hidden = true;
    card.setAttribute("role", "region");
    card.setAttribute("aria-live", "polite");
    card.addEventListener("pointerenter", () => clearTimeout(timer));
    card.addEventListener("pointerleave", () => pinned || hideSoon());
    card.addEventListener("focusout", (event) => {
      if (!card.contains(event.relatedTarget) && event.relatedTarget) hide();
    });
    document.body.appendChild(card);
  }

  function fill(entry) {
    const words = document.querySelector("[data-words-card]");
    card.setAttribute("aria-label", words ? words.dataset.wordsCard : "");
    card.replaceChildren();
    const shut = document.createElement("button");
    shut.type = "button";
    shut.className = "shut";
    shut.textContent = "×";
    shut.setAttribute("aria-label", words ? words.dataset.wordsShut : "×");
    shut.addEventListener("click", () => hide(true));
    const body = entry.cloneNode(true);
    body.removeAttribute("id");
    body.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
    const holder = document.createElement("div");
    holder.append(...body.childNodes);
    card.append(shut, holder);
  }

  function place(mark) {
    const box = mark.getClientRects()[0] || mark.getBoundingClientRect();
    const article = document.querySelector("article");
    const edge = article.getBoundingClientRect().right - parseFloat(getComputedStyle(article).paddingRight);
    const room = document.documentElement.clientWidth - edge - 24;
    card.style.width = "";
    const docked = room > 280;
    if (docked && card.offsetWidth > room) card.style.width = room + "px";
    const width = card.offsetWidth;
    let left = box.left, top = box.bottom + 8;
    if (docked) {
      left = edge + 16;
      top = box.top - 6;
    } else if (box.bottom + card.offsetHeight + 16 > window.innerHeight && box.top > card.offsetHeight + 80) {
      top = box.top - card.offsetHeight - 8;
    }
    left = Math.max(8, Math.min(left, document.documentElement.clientWidth - width - 8));
    card.style.left = left + window.scrollX + "px";
    card.style.top = top + window.scrollY + "px";
  }

  function show(mark) {
    const entry = entryOf(mark.dataset.change);
    clearTimeout(timer);
    if (!entry) return;
    if (!card) makeCard();
    if (owner !== mark) {
      unmark();
      fill(entry);
      owner = mark;
      document.querySelectorAll(`ins[data-change="${CSS.escape(mark.dataset.change)}"]`)
        .forEach((element) => element.classList.add("open"));
    }
    card.hidden = false;
    place(mark);
  }

  function unmark() {
    document.querySelectorAll("ins.open").forEach((element) => element.classList.remove("open"));
  }

  function hide(refocus) {
    clearTimeout(timer);
    pinned = false;
    if (!card || card.hidden) return;
    const focusable = owner && owner.matches("a") ? owner : null;
    card.hidden = true;
    owner = null;
    unmark();
    if (refocus && focusable) { silent = true; focusable.focus(); silent = false; }
  }

  let silent = false, touched = false;
  const hideSoon = () => { clearTimeout(timer); timer = setTimeout(() => pinned || hide(), 250); };

  marks.forEach((mark) => {
    mark.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch" || pinned) return;
      clearTimeout(timer);
      timer = setTimeout(() => show(mark), 120);
    });
    mark.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch" && !pinned) hideSoon(); });
    mark.addEventListener("focus", () => { if (!silent) { pinned = false; show(mark); } });
    mark.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    mark.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      /* A finger on a term inside changed words asks for the reason first; a second tap follows the link. */
      if (link && link !== mark && !(touched && link.matches(".term") && owner !== mark)) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || !entryOf(mark.dataset.change)) return;
      event.preventDefault();
      show(mark);
      pinned = true;
    });
  });
  document.addEventListener("click", (event) => {
    if (card && !card.hidden && !card.contains(event.target) && !event.target.closest("[data-change]")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && card && !card.hidden) hide(true);
  });
  document.addEventListener("focusin", (event) => {
    if (card && !card.hidden && !card.contains(event.target) && !event.target.closest("[data-change]")) hide();
  });

  /* Steps: n and p, and the two buttons, go from change to change and say where one is. */

  const tools = document.querySelector(".tools");
  if (!tools) return;
  const all = tools.querySelector("#show-all");
  const said = tools.querySelector("[role=status]");
  const rows = () => [...document.querySelectorAll(all && all.checked ? ".row.substantive, .row.slight" : ".row.substantive")];
  let at = -1;

  function step(by) {
    const list = rows();
    if (!list.length) return;
    const current = document.querySelector(".row.current");
    at = current ? list.indexOf(current) : at;
    at = at < 0 && by < 0 ? list.length - 1 : Math.max(0, Math.min(list.length - 1, at + by));
    if (current) current.classList.remove("current");
    const row = list[at];
    row.classList.add("current");
    const fold = row.closest("details");
    if (fold) fold.open = true;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
    said.textContent = tools.dataset.said.replace("{at}", at + 1).replace("{of}", list.length);
  }

  tools.querySelectorAll("[data-step]").forEach((button) =>
    button.addEventListener("click", () => step(Number(button.dataset.step))));
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input[type=text], textarea, select")) return;
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });
  if (all) all.addEventListener("change", () => {
    document.querySelectorAll("details.run").forEach((run) => { if (run.querySelector(".row.slight")) run.open = all.checked; });
  });
})();

/* Finding rulings: rows stand in the form; what is asked stands in the address, so that it can be sent to others. */
(function () {
  "use strict";
  const form = document.getElementById("kb-find");
  if (!form) return;
  const [TERM, ADDRESS, WORDS, STATUS, KIND, VERSIONS, YEARS, PLAY, SINCE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const PAGE = 50;
  const list = document.getElementById("kb-found"), said = document.getElementById("kb-said");
  const more = document.getElementById("kb-more");
  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[’']/g, "").replace(/[-‐‑]/g, "");
  const split = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) || [];
  const stem = (word) => (word.length > 3 ? word.replace(/(ies|es|s)$/, "") : word);
  const rows = JSON.parse(form.dataset.rows).map((row) => ({ row, term: " " + split(row[TERM]).join(" "), text: " " + split(row[TERM] + " " + row[WORDS]).join(" ") }));
  const fields = [...form.elements].filter((each) => each.name);
  const option = (name) => form.elements[name].value;
  let found = [];

  function matches(each, words, terms) {
    const row = each.row;
    return words.every((word) => each.text.includes(" " + word)) && terms.every((word) => each.term.includes(" " + word)) &&
      (!option("status") || row[STATUS] === option("status")) &&
      (!option("kind") || row[KIND] === option("kind")) &&
      (!option("version") || row[VERSIONS].includes(option("version"))) &&
      (!option("year") || row[YEARS].includes(option("year"))) &&
      (!option("play") || (row[PLAY] === 1) === (option("play") === "tournament"));
  }

  function distance(first, second, most) {
    if (Math.abs(first.length - second.length) > most) return most + 1;
    let before = Array.from({ length: second.length + 1 }, (_, at) => at);
    for (let i = 1; i <= first.length; i++) {
      const now = [i];
      for (let j = 1; j <= second.length; j++) {
        now[j] = Math.min(before[j] + 1, now[j - 1] + 1, before[j - 1] + (first[i - 1] === second[j - 1] ? 0 : 1));
      }
      before = now;
    }
    return before[second.length];
  }

  function meant(asked) {
    const wanted = split(asked).join(" ");
    if (wanted.length < 3) return [];
    const most = wanted.length < 6 ? 1 : 2;
    const names = [...new Set(rows.map((each) => each.row[TERM]))];
    return names.map((name) => [distance(split(name).join(" "), wanted, most), name]).filter((each) => each[0] <= most)
      .sort((a, b) => a[0] - b[0] || a[1].localeCompare(b[1])).slice(0, 4).map((each) => each[1]);
  }

  function show(from) {
    for (const { row } of found.slice(from, from + PAGE)) {
      const item = document.createElement("li"), link = document.createElement("a");
      const head = document.createElement("p"), text = document.createElement("p");
      item.className = "ruling";
      head.className = "meta";
      link.href = row[ADDRESS];
      link.textContent = row[TERM];
      head.append(link, " · " + form.querySelector(`[name=status] [value="${row[STATUS]}"]`).textContent + " · " + row[SINCE]);
      text.textContent = row[WORDS];
      item.append(head, text);
      list.append(item);
    }
    const rest = found.length - list.children.length;
    more.hidden = rest <= 0;
    more.textContent = form.dataset.more.replace("{n}", Math.min(rest, PAGE));
  }

  function suggest(asked) {
    const field = option("term") ? "term" : "find";
    for (const name of meant(asked)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => { form.elements[field].value = name; form.elements[field].focus(); ask(); });
      said.append(said.children.length ? "" : " " + form.dataset.meant, button);
    }
  }

  function ask() {
    const words = split(option("find")).map(stem), terms = split(option("term")).map(stem);
    const asked = fields.filter((each) => each.value.trim()).map((each) => [each.name, each.value.trim()]);
    const query = new URLSearchParams(asked).toString();
    history.replaceState(null, "", query ? "?" + query : location.pathname);
    list.replaceChildren();
    more.hidden = true;
    said.textContent = "";
    if (!asked.length) return;
    found = rows.filter((each) => matches(each, words, terms));
    const own = (each) => (words.length && words.every((word) => each.term.includes(" " + word)) ? 0 : 1);
    found.sort((a, b) => own(a) - own(b));
    said.textContent = found.length ? form.dataset.count.replace("{n}", found.length) : form.dataset.none;
    if (!found.length) suggest(option("term") || option("find"));
    show(0);
  }

  for (const [name, value] of new URLSearchParams(location.search)) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.addEventListener("input", ask);
  more.addEventListener("click", () => {
    const at = list.children.length;
    show(at);
    list.children[at].querySelector("a").focus();
  });
  ask();
})();
