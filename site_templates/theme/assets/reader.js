/* The reader's switch: clean, marked or redlined text, and notes folded by kind; both are remembered. The head of the page
   has set what was remembered before anything is painted; without scripts the marked text stands whole. And how much of a
   text is laid out. */
(function () {
  "use strict";
  const root = document.documentElement;

  /* On a small screen paragraphs take their room when they come into sight: all do before somebody goes to a place among
     them, so that it is where it will be. */

  const settle = () => delete root.dataset.later;
  window.addEventListener("click", (event) => {
    if (!event.defaultPrevented && event.target.closest("a[href^='#']")) settle();
  });
  window.addEventListener("hashchange", settle);
  window.addEventListener("keydown", ({ key }) => { if (key === "Tab") settle(); }, { capture: true, once: true });

  const reader = document.getElementById("kb-reader");
  if (!reader) return;
  reader.hidden = false;
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* not remembered, then */ } };

  /* What is at the top of the window stays there while the text around it grows or shrinks. */

  function hold(change) {
    const top = 120;
    const kept = window.scrollY > top && [...document.querySelectorAll(".clause, article :is(h2, h3, h4, h5)")]
      .find((each) => each.getClientRects().length && each.getBoundingClientRect().bottom > top);
    const before = kept ? kept.getBoundingClientRect().top : 0;
    change();
    if (kept) window.scrollBy(0, kept.getBoundingClientRect().top - before);
  }

  /* The switch */

  const modes = [...reader.querySelectorAll("[name=reading]")];
  function show(mode) {
    root.dataset.reading = mode;
    /* A clean text does not say which words are new, to eyes or to voices. */
    document.querySelectorAll("ins.change").forEach((each) => {
      if (mode === "clean") each.setAttribute("role", "none"); else each.removeAttribute("role");
    });
    document.dispatchEvent(new CustomEvent("kb:shown"));
  }
  modes.forEach((each) => {
    each.checked = each.value === (root.dataset.reading || "marked");
    each.addEventListener("change", () => hold(() => show(each.value))); /* remembered by the head of the page */
  });
  if (modes.length && root.dataset.reading === "clean") show("clean");

  /* Folds: each labelled paragraph of a note, with what it introduces, folds to its label. */

  const kinds = [...reader.querySelectorAll("[name=kind]")];
  const words = document.getElementById("kb-cite");
  const said = (kind) => document.querySelectorAll(`.note > .said.k-${CSS.escape(kind)}`);

  function open(fold) {
    fold.classList.add("shown");
    const button = fold.querySelector(":scope > .unfold");
    if (button) button.remove();
    document.dispatchEvent(new CustomEvent("kb:shown"));
  }

  function fold(kind) {
    said(kind).forEach((each) => {
      each.classList.remove("shown");
      if (each.querySelector(":scope > .unfold")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "unfold";
      button.setAttribute("aria-expanded", "false");
      button.textContent = words.dataset.open.replace("{label}", each.dataset.label);
      button.addEventListener("click", () => {
        open(each);
        const first = each.querySelector(".clause") || each;
        first.tabIndex = -1;
        first.focus({ preventScroll: true });
      });
      each.prepend(button);
    });
  }

  const menu = reader.querySelector("details");

  /* Behind the name of the list stands what is folded, once it is shut: longer words would move it away under a finger. */
  function tell() {
    const labels = kinds.filter((each) => !each.checked).map((each) => each.dataset.label.toLowerCase());
    menu.querySelector("summary span").textContent = labels.length ? ", " + menu.dataset.folded.replace("{labels}", labels.join(", ")) : "";
  }

  function refold() {
    const folded = kinds.filter((each) => !each.checked).map((each) => each.value);
    window.kbFold(folded);
    if (!menu.open) tell();
    kinds.forEach((each) => (each.checked ? said(each.value).forEach(open) : fold(each.value)));
  }

  /* Kinds that this book does not have stay as another book left them. */
  function remember() {
    const mine = new Set(kinds.map((each) => each.value));
    const others = window.kbFolded().filter((kind) => !mine.has(kind));
    keep("kb-folded", [...others, ...kinds.filter((each) => !each.checked).map((each) => each.value)].join(" "));
  }

  function recall() {
    const remembered = new Set(window.kbFolded()), before = kinds.map((each) => each.checked);
    kinds.forEach((each) => { each.checked = !remembered.has(each.value); });
    return kinds.some((each, at) => each.checked !== before[at]);
  }
  kinds.forEach((each) => each.addEventListener("change", () => hold(() => { remember(); refold(); })));
  recall();
  if (kinds.some((each) => !each.checked)) hold(refold); /* an address may have led somewhere already */

  /* What was chosen on another page since this one was left holds when somebody comes back. */
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    hold(() => {
      const mode = modes.find((each) => each.value === (root.kbTold("kb-reading") || "marked"));
      if (mode && !mode.checked) { mode.checked = true; show(mode.value); }
      if (recall()) refold();
    });
  });

  document.addEventListener("click", (event) => { if (menu && menu.open && !menu.contains(event.target)) menu.open = false; });
  if (menu) menu.addEventListener("toggle", () => { if (!menu.open) hold(tell); });
  if (menu) menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  /* What an address names may lie in a fold: it is opened. */

  function reach() {
    const target = window.kbTarget(), folded = target && target.closest(".said:has(> .unfold)");
    if (!folded) return;
    open(folded);
    target.scrollIntoView();
  }
  window.addEventListener("hashchange", reach);
  reach();
})();
