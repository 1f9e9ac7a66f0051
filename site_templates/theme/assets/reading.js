/* What the pages do beyond reading: cards that show why words changed.
   Everything shown here also stands on the page and is reached by a link, so that nothing is lost without it. */
(function () {
  "use strict";

  /* What the system closes things with; a browser that has it not gets the like from `back.js`. */
  if (!window.CloseWatcher) {
    const like = new URL("back.js", document.currentScript.src);
    document.head.append(Object.assign(document.createElement("script"), { src: like }));
  }

  /* Cards: hovering, focusing or tapping a changed word or its mark shows the entry `why:<change>`. */

  const MARKS = "[data-change], [data-hint]";
  const root = document.documentElement;
  /* What is told of the cards and terms that links lead to, by their addresses. */
  const known = window.kbHints || JSON.parse(document.getElementById("kb-hints")?.dataset.hints || "{}");
  const hints = known.cards?.told || {}, terms = known.terms?.told || {};
  /* The rule on this page that an address names, or the words inside of one that begin an explanation. */
  const ruleAt = (address) => {
    const at = address[0] === "#" ? document.getElementById(decodeURIComponent(address.slice(1))) : null;
    return at?.closest(".clause") ? at : null;
  };
  const links = [...document.querySelectorAll("a.term")].filter((link) => {
    const address = link.getAttribute("href");
    return Object.hasOwn(hints, address) || Object.hasOwn(terms, address) || ruleAt(address);
  });
  links.forEach((link) => { link.dataset.hint = ""; });
  const entryOf = (mark) => ("hint" in mark.dataset ? hintOf(mark) : document.getElementById("why:" + mark.dataset.change));
  const marks = document.querySelectorAll("[data-change]");
  /* What the focus can come back to: a link, or changed words that somebody stepped to. */
  const holds = (mark) => mark?.matches("a, [tabindex]");
  const partsOf = (mark) => document.querySelectorAll(`ins[data-change="${CSS.escape(mark.dataset.change)}"]`);
  let card, owner, pinned = false, timer;

  /* The search lies over the page, which stays as it was until it is left: its focus comes back into a card. */
  const over = (target) => target.closest("dialog");

  function makeCard() {
    card = document.createElement("aside");
    card.id = "kb-card";
    card.className = "md-typeset";
    card.hidden = true;
    card.tabIndex = -1;
    card.setAttribute("role", "region");
    card.addEventListener("pointerenter", () => clearTimeout(timer));
    card.addEventListener("pointerleave", () => pinned || hideSoon());
    card.addEventListener("focusout", (event) => {
      if (!card.contains(event.relatedTarget) && event.relatedTarget && !over(event.relatedTarget)) hide();
    });
    /* Behind its last link comes what stands behind the words it is about. */
    card.addEventListener("keydown", (event) => {
      const stops = [...card.querySelectorAll("a[href], button")].filter((each) => each.getClientRects().length);
      const end = stops.at(event.shiftKey ? 0 : -1);
      if (event.key !== "Tab" || (document.activeElement !== end && !(event.shiftKey && document.activeElement === card))) return;
      if (!holds(owner)) return;
      if (event.shiftKey) event.preventDefault();
      hide(true);
    });
    document.body.appendChild(card);
  }

  /* On small screens a card lies at their foot, over what may be just what a reader reaches for. */
  const lies = () => getComputedStyle(card).position === "fixed";
  const docked = () => card && !card.hidden && card.classList.contains("docked");

  /* What a page tells of a game's card it names: name, kind, whether errata changed it, text. */

  function hintOf(link) {
    const address = link.getAttribute("href");
    if (Object.hasOwn(terms, address)) return termOf(terms[address]);
    if (!Object.hasOwn(hints, address)) return ruleOf(ruleAt(address));
    const [name, kind, text, changed, others = []] = hints[address];
    const entry = document.createElement("div"), head = document.createElement("p"), body = document.createElement("p");
    const title = document.createElement("strong"), note = document.createElement("span");
    title.textContent = name;
    note.className = "small";
    note.textContent = [kind, changed].filter(Boolean).map((each) => "\u00a0· " + each).join("");
    head.append(title, note);
    /* What stands for a picture (`[free-haven]`) is told from the words. */
    body.append(...text.split(/(\[[^\]]+\])/).map((part, at) => {
      if (at % 2 === 0) return part;
      const sign = document.createElement("span");
      sign.className = "glyph";
      sign.textContent = part;
      return sign;
    }));
    entry.append(head, body);
    /* Of several cards of one name a link leads to the first: here are the ways to the others. */
    for (const [said, title, way] of others) {
      const other = document.createElement("p"), link = document.createElement("a");
      other.className = "small";
      link.href = way;
      link.textContent = title;
      other.append(said + " ", link);
      entry.append(other);
    }
    return entry;
  }

  /* What a rule says that is cited by its number: its words as they read now. Of a clause that explains one word after
     another those up to the next. */

  function ruleOf(at) {
    const entry = document.createElement("div"), words = document.createElement("p"), text = document.createElement("div");
    const rule = at.closest(".clause"), told = document.createRange();
    const others = [...rule.querySelectorAll("strong[id]")].filter((each) => each.id.startsWith(`${rule.id}:`));
    const next = others.find((each) => at.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
    told.selectNodeContents(rule);
    if (at !== rule) told.setStartBefore(at);
    if (next) told.setEndBefore(next);
    text.append(told.cloneContents());
    text.querySelectorAll(".pin, .was, .cue, sup, a.why").forEach((each) => each.remove());
    words.textContent = text.textContent.trim();
    entry.append(words);
    return entry;
  }

  /* What a page tells of a term it names: how many rulings on it are in force, and the first of them; else the words that
     explain it in another book. */

  function termOf([name, count, rulings]) {
    if (!rulings) return explainedBy(name, count);
    const entry = document.createElement("div"), head = document.createElement("p"), list = document.createElement("ul");
    const title = document.createElement("strong"), note = document.createElement("span"), more = document.createElement("p");
    title.textContent = name;
    note.className = more.className = "small";
    note.textContent = "\u00a0· " + count;
    head.append(title, note);
    list.className = "rulings-short";
    rulings.forEach((words) => { const item = document.createElement("li"); item.textContent = words; list.append(item); });
    more.textContent = known.terms.words.wordsMore;
    entry.append(head, list, more);
    return entry;
  }

  function explainedBy(text, source) {
    const entry = document.createElement("div"), words = document.createElement("p"), from = document.createElement("p");
    words.textContent = text;
    from.className = "small";
    from.textContent = source;
    entry.append(words, from);
    return entry;
  }

  /* The words around a card: what it is called, and its button. */
  function wordsFor(mark) {
    const changed = document.querySelector("[data-words-card]"), address = mark.getAttribute("href");
    if (!("hint" in mark.dataset)) return changed?.dataset;
    if (Object.hasOwn(terms, address)) return known.terms.words;
    if (Object.hasOwn(hints, address)) return known.cards.words;
    return { wordsCard: mark.textContent, wordsShut: (changed?.dataset || known.terms?.words || known.cards?.words)?.wordsShut };
  }

  /* Why words were changed is read aloud where one comes to them; what a term is, of which a line may have several, is not. */
  function fill(entry, words, aloud) {
    card.setAttribute("aria-label", words?.wordsCard || "");
    card.setAttribute("aria-live", aloud ? "polite" : "off");
    card.replaceChildren();
    const shut = document.createElement("button");
    shut.type = "button";
    shut.className = "shut";
    shut.textContent = "×";
    shut.setAttribute("aria-label", words?.wordsShut || "×");
    shut.addEventListener("click", () => hide(true));
    const body = entry.cloneNode(true);
    body.removeAttribute("id");
    body.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
    const holder = document.createElement("div");
    const see = body.querySelector(".once .see"); /* of the ways out of an entry the one that leads on from a card */
    holder.append(...body.childNodes);
    if (see) {
      const way = document.createElement("p");
      way.className = "small";
      way.append(see);
      holder.append(way);
    }
    card.append(shut, holder);
  }

  /* All that a card is about, line by line: of changed words those of their paragraph. */
  function linesOf(mark) {
    const paragraph = mark.closest(".clause") || document.body;
    const words = mark.dataset.change ? [...partsOf(mark)].filter((each) => paragraph.contains(each)) : [];
    return [...words, mark].flatMap((each) => [...each.getClientRects()]).filter((box) => box.width > 0);
  }

  /* Where nothing above it stays on the screen. */
  const below = () => Math.max(...[...document.querySelectorAll(".md-header, .kb-where, #kb-reader.summoned")].map((each) => each.getBoundingClientRect().bottom));

  /* Beside the text, else under the words it is about, else over them; over some of them only where they leave no room. */
  function place(mark) {
    const box = mark.getClientRects()[0] || mark.getBoundingClientRect();
    const article = document.querySelector("article");
    const edge = article.getBoundingClientRect().right - parseFloat(getComputedStyle(article).paddingRight);
    const room = document.documentElement.clientWidth - edge - 24;
    card.style.width = "";
    const docked = room > 280;
    card.classList.toggle("docked", docked);
    if (docked && card.offsetWidth > room) card.style.width = room + "px";
    const width = card.offsetWidth, height = card.offsetHeight;
    let left = box.left, top = box.bottom + 8;
    if (docked) {
      left = edge + 16;
      top = Math.max(60, Math.min(box.top - 6, window.innerHeight - height - 12));
    } else {
      const lines = [...linesOf(mark), box].sort((a, b) => a.top - b.top), first = lines[0], last = lines.at(-1);
      if (last.bottom + height + 16 <= window.innerHeight) [left, top] = [last.left, last.bottom + 8];
      else if (first.top - height - 8 >= below()) [left, top] = [first.left, first.top - height - 8];
      else top = Math.max(top, window.innerHeight - height - 8);
    }
    left = Math.max(8, Math.min(left, document.documentElement.clientWidth - width - 8));
    card.style.left = left + window.scrollX + "px";
    card.style.top = top + window.scrollY + "px";
  }

  /* A card at the foot of a small screen leaves the words it is about in sight: the mark, and all of them where they fit. */
  function uncover(mark) {
    if (!lies()) return void bring(mark);
    const boxes = [...(mark.dataset.change ? partsOf(mark) : []), mark].flatMap((each) => [...each.getClientRects()]);
    const edge = below();
    const foot = card.getBoundingClientRect().top - 12;
    const needed = [...mark.getClientRects()].at(mark.matches("a") ? -1 : 0).bottom - foot;
    const whole = Math.max(...boxes.map((box) => box.bottom)) - foot, spare = Math.min(...boxes.map((box) => box.top)) - edge - 4;
    const hidden = Math.max(needed, Math.min(whole, spare));
    if (hidden > 0) window.scrollBy({ top: hidden });
  }

  /* One below its words of which a low screen has only the head comes up with them, as far as they stay in sight. */
  function bring(mark) {
    const box = card.getBoundingClientRect(), words = mark.getClientRects()[0];
    if (docked() || !words || box.top < words.top) return;
    const hidden = Math.min(box.bottom + 8 - window.innerHeight, words.top - below() - 4);
    if (hidden > 0) window.scrollBy({ top: hidden, behavior: "instant" });
  }

  /* What the system closes things with, as Back on a phone, closes a card at the foot of the screen, not the page. */
  let watcher = null;
  function watch() {
    const Watcher = window.CloseWatcher || window.kbWatcher;
    if (watcher || !Watcher || !lies()) return;
    watcher = new Watcher();
    watcher.addEventListener("close", () => { watcher = null; hide(true); });
  }

  const silenced = (mark) => mark.dataset.change && root.dataset.reading === "clean";

  /* Nothing moves under a pointer that only hovers. */
  function show(mark, hovers) {
    if (silenced(mark)) return;
    const entry = entryOf(mark);
    clearTimeout(timer);
    if (!entry) return;
    if (!card) makeCard();
    if (owner !== mark) {
      unmark();
      fill(entry, wordsFor(mark), !("hint" in mark.dataset));
      owner = mark;
      if (mark.dataset.change) partsOf(mark).forEach((element) => element.classList.add("open"));
    }
    card.hidden = false;
    place(mark);
    if (!hovers) uncover(mark);
    watch();
  }

  function unmark() {
    document.querySelectorAll("ins.open").forEach((element) => element.classList.remove("open"));
  }

  function hide(refocus) {
    clearTimeout(timer);
    pinned = false;
    if (!card || card.hidden) return;
    const focusable = holds(owner) ? owner : null;
    card.hidden = true;
    watcher?.destroy();
    watcher = null;
    owner = null;
    unmark();
    if (refocus && focusable) { silent = true; focusable.focus(); silent = false; }
  }

  let silent = false, touched = false;
  /* The way to a card beside the text is long, and leads over other marks. */
  const hideSoon = () => { clearTimeout(timer); timer = setTimeout(() => pinned || hide(), docked() ? 700 : 250); };

  [...marks, ...links].forEach((mark) => {
    mark.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch" || pinned) return;
      clearTimeout(timer);
      if (!card) makeCard();
      if (!lies()) timer = setTimeout(() => show(mark, true), docked() ? 300 : 120);
    });
    mark.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch" && !pinned) hideSoon(); });
    mark.addEventListener("focus", () => {
      if (silent || !mark.matches(":focus-visible")) return;
      pinned = false;
      show(mark);
      requestAnimationFrame(() => owner === mark && uncover(mark)); /* the browser itself may have scrolled to it since */
    });
    if (!mark.dataset.change) return;
    mark.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    mark.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      /* A finger on a term inside changed words asks for the reason first; a second tap follows the link. */
      if (link && link !== mark && !(touched && link.matches(".term") && owner !== mark)) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || silenced(mark) || !entryOf(mark)) return;
      /* Changed words that are the name of a fold open it too. */
      if (link || !event.target.closest("summary")) event.preventDefault();
      show(mark);
      pinned = true;
      if (event.detail === 0) card.focus({ preventScroll: true });
    });
    mark.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target === mark && !mark.matches("a")) mark.click();
    });
  });
  /* A change that an address names is lit in all its parts. */

  function reach() {
    document.querySelectorAll("ins.reached").forEach((element) => element.classList.remove("reached"));
    const target = document.querySelector("ins.change:target");
    if (target) partsOf(target).forEach((element) => element.classList.add("reached"));
  }

  window.addEventListener("hashchange", () => { hide(); reach(); });
  reach();

  /* And one that somebody stepped to, until the next. */
  document.addEventListener("kb:step", (event) => {
    document.querySelectorAll("ins.reached").forEach((element) => element.classList.remove("reached"));
    event.detail.forEach((element) => element.classList.toggle("reached", element.matches("ins")));
    hide();
  });

  /* On a screen that is turned a card lies elsewhere: its words and it stay in sight. */
  matchMedia("(orientation: portrait)").addEventListener("change", () => {
    if (!owner) return;
    owner.scrollIntoView({ block: "center", behavior: "instant" });
    place(owner);
    uncover(owner);
  });

  document.addEventListener("kb:why", (event) => { show(event.target); pinned = true; });
  document.addEventListener("kb:shown", () => hide());
  document.addEventListener("click", (event) => {
    if (card && !event.target.closest("#kb-margin, .steps, dialog") && !card.hidden && !card.contains(event.target) && !event.target.closest(MARKS)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || over(event.target)) return;
    if (card && !card.hidden) hide(card.contains(document.activeElement));
  });
  document.addEventListener("focusin", (event) => {
    if (card && !card.hidden && !card.contains(event.target) && !owner.contains(event.target) && !over(event.target)) hide();
  });
})();
