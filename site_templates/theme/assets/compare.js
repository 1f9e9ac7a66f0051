/* Any two texts of a book: the rows of the page are put together for the texts that are chosen. The page has them all: each
   wording of a row once, and for two of them what differs. The address keeps the choice; the older text stands first. */
(function () {
  "use strict";
  const form = document.getElementById("kb-compare");
  if (!form) return;
  const words = JSON.parse(form.dataset.words), said = form.querySelector("[role=status]");
  const [from, to] = form.querySelectorAll("select"), ids = [...from.options].map((option) => option.value);
  const held = [...document.getElementById("kb-rows").content.children];
  const causes = new Map([...document.getElementById("kb-causes").content.querySelectorAll("li[id]")].map((each) => [each.id, each]));
  const texts = document.getElementById("kb-texts");
  texts.open = false;
  texts.classList.add("told");
  const place = document.getElementById("kb-compared"), counted = document.getElementById("kb-counted");
  const heads = document.querySelectorAll(".tools .heads span");
  const say = (key, n, more = {}) => Object.entries({ n, ...more }).reduce((text, [name, value]) => text.replace(`{${name}}`, () => (typeof value === "number" ? window.kbCount(value) : value)), words[n === 1 && words[key + ".one"] ? key + ".one" : key]);

  function make(tag, kind, ...parts) {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    element.append(...parts);
    return element;
  }
  const copy = (element) => [...element.cloneNode(true).childNodes];

  /* One row: the words both have, or what differs, merged and in two columns, with what is behind it. */

  function sideOf(name, source, kind, empty) {
    const side = make("div", "side " + kind, make("p", "whose", name));
    side.append(...(empty ? [make("p", "nothing", words["compare.nothing"])] : copy(source)));
    if (empty) side.classList.add("void");
    return side;
  }

  function causesOf(source, told) {
    const gone = new Set((source.dataset.gone || "").split(" "));
    return (source.dataset.records || "").split(" ").filter(Boolean).map((each) => each.split("=")).flatMap(([id, sign]) => {
      if (told.has(id) || !causes.has(id)) return [];
      told.add(id);
      const cause = causes.get(id).cloneNode(true), first = cause.querySelector("p") || cause;
      if (sign) first.prepend(make("span", "tie", sign), " ");
      if (gone.has(id)) first.append("\u00a0· ", make("strong", "", words["compare.gone"]));
      return [cause];
    });
  }

  /* A clause that one text has here and the other elsewhere. */

  const byId = new Map(held.map((source) => [source.id, source]));
  const numberIn = (source, at) => (source.dataset.of ? source.dataset.of.split(" ")[at] : "0");

  function movedFrom(source, at, then) {
    const other = byId.get(source.dataset.twin), has = (row, text) => numberIn(row, text) !== "-";
    const apart = other && has(source, at) !== has(source, then) && has(other, at) === has(source, then) && has(other, then) === has(source, at);
    return apart ? other : null;
  }

  function moveOf(source, now) {
    const link = make("a", "", words["change.moved"]);
    link.href = "#" + encodeURIComponent(source.dataset.twin);
    return make("li", "", words[now === "-" ? "compare.moved.away" : "compare.moved.here"], "\u00a0· ", link);
  }

  const wordsIn = (source, number) => source.querySelectorAll(":scope > .wording")[Number(number)].textContent;

  /* The first words that one of the two has alone, as the list of changes begins. */
  const LONGEST = 12;
  function openingOf(merged) {
    const marked = merged.querySelector("ins") || merged.querySelector("del") || merged, own = marked.cloneNode(true);
    own.querySelectorAll(".vh").forEach((each) => each.remove());
    const told = own.textContent.trim().split(/\s+/);
    return told.slice(0, LONGEST).join(" ") + (told.length > LONGEST ? "…" : "");
  }

  function rowOf(source, at, then, told) {
    const old = numberIn(source, at), now = numberIn(source, then);
    const wordings = source.querySelectorAll(":scope > .wording");
    const number = (name) => (name === "-" ? null : Number(name));
    const both = [...source.querySelectorAll(":scope > .differing")].find((each) => each.dataset.key === `${old} ${now}` && each.dataset.weight !== "0");
    if (old === now || !both) {
      const shown = number(now === "-" ? old : now);
      return shown === null ? null : make("div", "row", make("div", "merged diff", ...copy(wordings[shown])));
    }
    const merged = both.cloneNode(true), list = merged.querySelector(":scope > ul.cause");
    if (list) list.remove();
    const row = make("div", "row", make("div", "merged diff", ...copy(merged)));
    row.append(make("div", "pair diff",
      sideOf(heads[0].textContent, merged, "was", old === "-"), sideOf(heads[1].textContent, merged, "now", now === "-")));
    const causing = causesOf(both, told), other = movedFrom(source, at, then), behind = other ? [moveOf(source, now)] : causing;
    const same = other && wordsIn(source, now === "-" ? old : now) === wordsIn(other, now === "-" ? numberIn(other, then) : numberIn(other, at));
    const heavy = both.dataset.weight === "2" && !same;
    row.classList.add(heavy ? "substantive" : "slight");
    row.tabIndex = -1;
    row.dataset.changes = Math.max(1, behind.length);
    const link = make("a", "permalink", words["change.permalink"]);
    link.href = "#" + encodeURIComponent(source.id);
    row.id = source.id;
    if (!behind.length) behind.push(...(list ? [...list.children] : [make("li", "")]));
    const last = behind[behind.length - 1];
    if (!last.querySelector("a.permalink")) last.append(...(last.childNodes.length ? ["\u00a0· "] : []), link);
    link.setAttribute("aria-label", `${words["change.permalink"]}: ${openingOf(merged)}`);
    /* Beside changes of substance slight ones are told where they are asked for. */
    const light = heavy ? behind.filter((each) => each.classList.contains("slight")) : behind;
    const weighty = light.length < behind.length ? behind.filter((each) => !light.includes(each)) : [];
    if (weighty.length) row.append(make("ul", "cause", ...weighty));
    if (light.length) row.append(make("ul", heavy && !weighty.length ? "cause" : "cause slight-cause", ...light));
    return row;
  }

  /* A section of which the newer text has nothing is told as one, its clauses folded: several, and all with one reason. */

  const SEVERAL = 2;
  const levelOf = ({ source }) => Number(source.dataset.level || Infinity);

  function partOf({ source, row }) {
    const part = make("div", "gone diff"), link = row.querySelector("a.permalink");
    part.id = source.id;
    row.removeAttribute("id");
    part.append(...[...row.querySelectorAll(".cause > li[id]")].map((each) => Object.assign(make("span"), { id: each.id })));
    part.append(...row.querySelector(".merged").childNodes);
    part.querySelectorAll(".slight, .emptied").forEach((each) => each.classList.remove("slight", "emptied"));
    const kinds = [...row.querySelectorAll(".cause > li:not([id])")].filter((each) => each.querySelector("a:not(.permalink)"));
    if (kinds.length) part.append(make("ul", "cause", ...kinds));
    else if (link) {
      link.textContent = "§";
      link.href = "#" + encodeURIComponent(source.id);
      (part.querySelector(":scope > div:last-of-type") || part).append(" ", link);
    }
    return part;
  }

  function lackingOf(parts) {
    const [{ source }] = parts, worded = parts.filter((each) => levelOf(each) === Infinity && each.row.textContent.trim()).length;
    const title = source.dataset.section, name = say("lacking.entry", worded, { title });
    const first = parts.map(({ row }) => row.querySelector(".cause > li[data-authority] > p")).find(Boolean);
    const cause = make("li"), told = first ? first.cloneNode(true) : make("p");
    told.querySelectorAll(".tie, strong").forEach((each) => each.remove());
    const lacks = words["compare.lacks"].replace("{text}", () => heads[1].textContent);
    told.prepend(make("strong", "", lacks));
    if (first) Object.assign(cause.dataset, first.parentElement.dataset);
    cause.id = `${source.id}~lacking`;
    const link = make("a", "permalink", words["change.permalink"]);
    link.href = "#" + encodeURIComponent(cause.id);
    link.setAttribute("aria-label", `${words["change.permalink"]}: ${title}`);
    cause.append(told, make("p", "from", link));
    const row = make("div", "row substantive lacking", make("details", "lost", make("summary", "", name), ...parts.map(partOf)), make("ul", "cause", cause));
    row.tabIndex = -1;
    row.setAttribute("aria-label", `${name}. ${lacks}`);
    return { source, row };
  }

  function foldLacking(made, at, then) {
    const lacks = ({ source }) => numberIn(source, at) !== "-" && numberIn(source, then) === "-" && !movedFrom(source, at, then);
    const found = [];
    for (let i = 0; i < made.length; i += 1) {
      const level = levelOf(made[i]), next = made.findIndex((each, j) => j > i && levelOf(each) <= level);
      const parts = level < Infinity && lacks(made[i]) ? made.slice(i, next < 0 ? made.length : next) : [];
      const heavy = parts.filter(({ row }) => row.matches(".substantive"));
      const reasons = new Set(heavy.map(({ row }) => row.querySelector(".cause > li[data-authority]")?.dataset.authority));
      if (heavy.length >= SEVERAL && reasons.size === 1 && parts.every(lacks)) {
        found.push(lackingOf(parts));
        i += parts.length - 1;
      } else found.push(made[i]);
    }
    return found;
  }

  /* Rows without a change of substance are folded, those with a slight one apart from the others. */

  function runOf(rows) {
    const slight = rows.filter((row) => row.classList.contains("slight")).length;
    const summary = make("summary", "", say(slight ? "run.kept" : "run.same", rows.length));
    if (slight) summary.append(make("span", "slight-count", "; " + say("run.slight", slight)));
    const run = make("details", "run", summary);
    if (!slight) { run.append(...rows); return run; }
    let plain = [];
    const flush = () => {
      if (plain.length > 1) {
        const same = make("details", "run same", make("summary", "", say("run.same", plain.length)), ...plain);
        same.open = true;
        run.append(same);
      } else run.append(...plain);
      plain = [];
    };
    rows.forEach((row) => {
      if (!row.classList.contains("slight")) { plain.push(row); return; }
      flush();
      run.append(row);
    });
    flush();
    return run;
  }

  function compose() {
    const at = ids.indexOf(from.value), then = ids.indexOf(to.value), told = new Set();
    [from, to].forEach((select, side) => { heads[side].textContent = select.selectedOptions[0].textContent; });
    const made = held.flatMap((source) => {
      const row = rowOf(source, at, then, told);
      return row ? [{ source, row }] : [];
    });
    const shown = foldLacking(made, at, then).map(({ source, row }) => [source.dataset.section, row]);
    const out = document.createDocumentFragment(), changed = new Set(shown.filter(([, row]) => row.matches(".substantive")).map(([section]) => section));
    let run = [], section = "";
    const flush = () => { if (run.length) out.append(runOf(run)); run = []; };
    shown.forEach(([title, row]) => {
      if (title !== section && changed.has(title)) {
        flush();
        out.append(make("h2", "", title));
      }
      section = title;
      if (!row.matches(".substantive")) { run.push(row); return; }
      flush();
      row.setAttribute("role", "group");
      if (row.dataset.changes) row.setAttribute("aria-label", say("changes.passage", Number(row.dataset.changes), { section: title }));
      out.append(row);
    });
    flush();
    place.replaceChildren(out);
    const lacking = place.querySelectorAll(".row.lacking").length;
    const heavy = place.querySelectorAll(".row.substantive").length - lacking, slight = place.querySelectorAll(".row.slight").length;
    counted.replaceChildren(make("strong", "", heavy ? say("compare.count", heavy) : words["compare.count.none"]),
      slight ? "; " + say("compare.slight", slight) + "." : ".", ...(lacking ? [" ", make("strong", "", say("compare.lacking", lacking) + ".")] : []));
    document.getElementById("show-all").closest("label").hidden = !slight;
    offer();
    document.dispatchEvent(new CustomEvent("kb:composed"));
  }

  /* What the changes between these two texts can be sifted by: those of their authorities and versions that there are. */

  const sift = document.getElementById("kb-sift"), choices = [...sift.querySelectorAll("select")];
  choices.forEach((select) => [...select.options].forEach((option) => { option.dataset.name = option.textContent.replace(/ \([^()]*\)$/, ""); }));

  function offer() {
    const listed = [...place.querySelectorAll(".cause > li[data-authority]")];
    for (const select of choices) {
      const found = listed.flatMap((cause) => cause.dataset[select.name].split(" "));
      for (const option of [...select.options].filter((each) => each.value)) {
        const count = found.filter((value) => value === option.value).length;
        option.hidden = option.disabled = !count;
        option.textContent = `${option.dataset.name} (${window.kbCount(count)})`;
        if (option.selected && !count) select.value = "";
      }
      select.closest("label").hidden = [...select.options].filter((each) => !each.hidden).length < 3;
    }
    sift.hidden = choices.every((select) => select.closest("label").hidden);
  }

  /* The choice: the address has it, else the last step of the book. Each is a step that Back takes back; who goes through a
     list by keys makes one of it. */

  const PASSING = 1000; /* milliseconds */
  let last = { target: null, timeStamp: 0 };

  function keep(event) {
    const asked = new URLSearchParams(location.search), passes = event.target === last.target && event.timeStamp - last.timeStamp < PASSING;
    asked.set("from", from.value);
    asked.set("to", to.value);
    history[passes ? "replaceState" : "pushState"](history.state, "", location.pathname + "?" + asked);
    last = event;
  }

  function order() {
    const swapped = ids.indexOf(from.value) > ids.indexOf(to.value);
    if (swapped) [from.value, to.value] = [to.value, from.value];
    said.textContent = swapped ? words["compare.swapped"] : "";
    return swapped;
  }

  function read() {
    const asked = new URLSearchParams(location.search), known = (name) => ids.includes(asked.get(name));
    const newest = ids.includes("emended") ? ids.indexOf("emended") : 1;
    to.value = known("to") ? asked.get("to") : ids[newest];
    from.value = known("from") ? asked.get("from") : ids[Math.max(0, ids.indexOf(to.value) - 1)];
    order();
    /* A text that an address names and the book has no more: other ones are compared, which nobody asked for. */
    const unknown = ["from", "to"].filter((name) => asked.get(name) && !known(name)).map((name) => asked.get(name));
    if (unknown.length) said.textContent = [words["compare.unknown"].replace("{values}", () => unknown.join(", ")), said.textContent].join(" ").trim();
    return asked;
  }

  /* A step back or forth: what was sifted and shown there too. A place on the page alone is none. */
  window.addEventListener("popstate", () => {
    const before = [from.value, to.value].join(), asked = read(), all = document.getElementById("show-all");
    if ([from.value, to.value].join() === before) return;
    last = { target: null, timeStamp: 0 };
    choices.forEach((select) => { select.value = asked.get(select.name) || ""; });
    all.checked = asked.get("show") === "all";
    compose();
  });
  form.addEventListener("change", (event) => { order(); keep(event); compose(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  read();
  compose();
})();
