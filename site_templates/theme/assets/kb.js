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

  let silent = false;
  const hideSoon = () => { clearTimeout(timer); timer = setTimeout(() => pinned || hide(), 250); };

  marks.forEach((mark) => {
    mark.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch" || pinned) return;
      clearTimeout(timer);
      timer = setTimeout(() => show(mark), 120);
    });
    mark.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch" && !pinned) hideSoon(); });
    mark.addEventListener("focus", () => { if (!silent) { pinned = false; show(mark); } });
    mark.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (link && link !== mark) return;
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
