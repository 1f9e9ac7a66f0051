/* Stepping and sifting. n and p, and two buttons, go from change to change and say where one is; a choice of authority or
   version leaves only the changes that have it. The address keeps what is chosen; the reader's view is remembered. */
(function () {
  "use strict";
  const tools = document.querySelector(".tools");
  if (!tools) return;
  const all = document.getElementById("show-all");
  const form = document.getElementById("kb-sift");
  const said = tools.querySelector("[role=status]");
  const rows = () => [...document.querySelectorAll(all && all.checked ? ".row.substantive, .row.slight" : ".row.substantive")]
    .filter((row) => !row.classList.contains("sifted"));

  /* What an address leads to stands below the bar, also where letters are large and the bar has several lines. */

  const header = document.querySelector(".md-header");
  const kept = () => header.offsetHeight + parseFloat(getComputedStyle(header).top); /* a long name goes as one reads on */
  const deep = () => kept() + (getComputedStyle(tools).position === "sticky" ? tools.offsetHeight : 0);
  const measure = () => document.documentElement.style.setProperty("--kb-stays", `calc(${deep()}px + 1rem)`);
  measure();
  new ResizeObserver(measure).observe(tools);

  /* Steps: from the row one is at; else from what stands on the screen. */

  const edge = () => Math.max(...[header, tools].map((each) => each.getBoundingClientRect().bottom));
  const inView = (row) => {
    const box = row.getBoundingClientRect();
    return box.height > 0 && box.bottom > edge() && box.top < window.innerHeight;
  };

  function next(list, by) {
    const at = list.indexOf(document.querySelector(".row.current"));
    if (at >= 0 && inView(list[at])) return Math.max(0, Math.min(list.length - 1, at + by));
    const high = edge(), below = list.findIndex((row) => row.getClientRects().length && row.getBoundingClientRect().top >= high);
    if (by > 0) return below < 0 ? list.length - 1 : below;
    return below < 0 ? list.length - 1 : Math.max(0, below - 1);
  }

  function open(element) {
    for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }

  function mark(row) {
    document.querySelectorAll(".row.current").forEach((each) => each.classList.remove("current"));
    row.classList.add("current");
  }

  function step(by) {
    const list = rows();
    if (!list.length) return;
    const at = next(list, by), row = list[at];
    mark(row);
    open(row);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: row.offsetHeight > window.innerHeight * 0.7 ? "start" : "center" });
    said.textContent = tools.dataset.said.replace("{at}", window.kbCount(at + 1)).replace("{of}", window.kbCount(list.length));
  }

  tools.querySelectorAll("[data-step]").forEach((button) =>
    button.addEventListener("click", () => step(Number(button.dataset.step))));
  document.addEventListener("keydown", (event) => {
    const by = { n: 1, p: -1 }[window.kbKey(event)];
    if (by) step(by);
  });

  /* What is shown: the choices stand in the address, so that it can be sent. */

  const headings = () => [...document.querySelectorAll(":is(article, #kb-compared) > :is(h2, h3, h4, h5, h6)")];
  const choices = form ? [...form.querySelectorAll("select")] : [];
  const has = (cause, select, value = select.value) => !value || cause.dataset[select.name].split(" ").includes(value);

  function sift() {
    if (!form) return;
    said.textContent = "";
    const chosen = choices.some((select) => select.value);
    const causes = [...document.querySelectorAll(".cause > li[data-authority]")];
    const kept = causes.filter((cause) => choices.every((select) => has(cause, select)));
    causes.forEach((cause) => cause.classList.toggle("beside", !kept.includes(cause)));
    const ids = new Set(kept.map((cause) => cause.id));
    document.querySelectorAll(".row").forEach((row) =>
      row.classList.toggle("sifted", chosen && !row.querySelector(".cause > li[data-authority]:not(.beside)")));
    document.querySelectorAll(".all-changes .group li").forEach((line) => {
      line.hidden = !ids.has(decodeURIComponent(line.querySelector("a").hash.slice(1)));
    });
    document.querySelectorAll(".all-changes .group").forEach((group) => { group.hidden = !group.querySelector("li:not([hidden])"); });
    document.body.classList.toggle("kb-sifting", chosen);
    const sections = headings();
    sections.forEach((heading) => heading.classList.toggle("sifted", chosen && !holds(heading, sections)));
    document.querySelectorAll("#kb-contents a").forEach((link) => {
      link.parentElement.hidden = Boolean(document.getElementById(decodeURIComponent(link.hash.slice(1)))?.classList.contains("sifted"));
    });
    choices.forEach((select) => count(select, causes));
    document.getElementById("kb-nothing").hidden = !chosen || kept.length > 0;
    form.querySelector("[type=reset]").hidden = !chosen;
    form.querySelector("[role=status]").textContent =
      chosen ? form.dataset.shown.replace("{n}", window.kbCount(kept.length)).replace("{of}", window.kbCount(causes.length)) : "";
  }

  /* What a choice would leave beside what the others leave. */

  function count(select, causes) {
    const left = causes.filter((cause) => choices.every((other) => other === select || has(cause, other)));
    for (const option of [...select.options].filter((each) => each.value)) {
      const many = left.filter((cause) => has(cause, select, option.value)).length;
      option.textContent = option.textContent.replace(/\([^()]*\)$/, `(${window.kbCount(many)})`);
      option.disabled = !many;
    }
  }

  function holds(heading, sections) {
    const ends = (part) => sections.includes(part) && part.tagName <= heading.tagName;
    for (let part = heading.nextElementSibling; part && !ends(part); part = part.nextElementSibling) {
      if (part.matches(".provenance, .row:not(.sifted)") || part.querySelector(".row:not(.sifted)")) return true;
    }
    return false;
  }

  function slight() {
    if (!all) return;
    document.querySelectorAll("details.run:not(.same)").forEach((run) => { if (run.querySelector(".row.slight")) run.open = all.checked; });
    document.querySelectorAll("details.run.same").forEach((run) => { run.open = !all.checked; });
  }

  function keep() {
    const asked = new URLSearchParams(location.search);
    choices.forEach((select) => (select.value ? asked.set(select.name, select.value) : asked.delete(select.name)));
    if (all) all.checked ? asked.set("show", "all") : asked.delete("show");
    const query = asked.toString().replaceAll("%2F", "/");
    history.replaceState(history.state, "", location.pathname + (query ? "?" + query : "") + location.hash);
  }

  function read() {
    const asked = new URLSearchParams(location.search);
    choices.forEach((select) => {
      const value = asked.get(select.name) || "";
      select.value = [...select.options].some((option) => option.value === value) ? value : "";
    });
    if (all) all.checked = asked.get("show") === "all";
    sift();
    if (all && all.checked) slight();
  }

  choices.forEach((select) => select.addEventListener("change", () => { sift(); keep(); }));
  if (form) form.addEventListener("reset", (event) => {
    event.preventDefault();
    choices.forEach((select) => { select.value = ""; });
    sift();
    keep();
    choices[0].focus();
  });
  if (all) all.addEventListener("change", () => { said.textContent = ""; slight(); keep(); });

  /* The reader's view is a matter of the screen: it is remembered, not sent. */

  const views = [...tools.querySelectorAll("[name=view]")];
  const memory = (value) => {
    try { return value ? localStorage.setItem("kb-changes-view", value) : localStorage.getItem("kb-changes-view"); }
    catch { return null; }
  };
  const known = views.find((each) => each.value === memory());
  if (known) known.checked = true;
  views.forEach((each) => each.addEventListener("change", () => memory(each.value)));

  /* The address of a change shows it, whatever was chosen and wherever it is folded. */

  function arrive() {
    const target = window.kbTarget(), row = target && target.closest(".row");
    if (!row) return void (target && uncover(target));
    if ((target.closest(".slight-cause") || target.matches(".row.slight")) && all && !all.checked) { all.checked = true; slight(); }
    if (row.classList.contains("sifted")) { choices.forEach((select) => { select.value = ""; }); sift(); keep(); }
    open(target);
    mark(row);
    if (target.closest(".cause")) lead(target, row);
    target.scrollIntoView({ block: target.closest(".cause") ? "start" : "center" });
  }

  /* The browser was there before the bar was measured. */
  function uncover(target) {
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom > 0 && top < edge()) target.scrollIntoView();
  }

  /* Where a change comes from stands below its words: the address shows both, and where they are too far apart the words.
     The margin is the element's own, so that the browser, which goes there again when all is loaded, does the same. */
  function lead(target, row) {
    const stays = deep() + 16, own = target.getBoundingClientRect();
    const room = window.innerHeight - stays - own.height - 16;
    const causes = [...row.querySelectorAll(".cause > li")], words = [...row.querySelectorAll("ins, del")].filter((each) => each.getClientRects().length);
    const part = causes.length > 1 ? causes.indexOf(target) / (causes.length - 1) : 0;
    const its = words[Math.round(part * (words.length - 1))] || row;
    const above = [row, its].map((each) => own.top - each.getBoundingClientRect().top);
    target.style.scrollMarginTop = `${stays + (above.find((far) => far <= room) ?? above[1])}px`;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.permalink");
    if (link && navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => { said.textContent = tools.dataset.copied || ""; }, () => {});
  });
  read();
  arrive();
  document.addEventListener("kb:composed", () => { sift(); if (form) keep(); if (all && all.checked) slight(); arrive(); });
  window.addEventListener("hashchange", arrive);
})();
