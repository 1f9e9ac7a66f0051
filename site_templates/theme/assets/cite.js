/* Citing: the sign in the gutter of a clause, a ruling or a heading opens a box with its permalink and its citation, to
   be copied, and the way to what links to the clause on the graph page.
   Where the clipboard is closed the words are selected instead; without scripts the sign is a plain link. */
(function () {
  "use strict";
  const box = document.getElementById("kb-cite");
  if (!box) return;
  const words = box.querySelector(".words"), address = box.querySelector(".address"), said = box.querySelector("[role=status]");
  const [before, after] = box.dataset.pin.split("{place}");
  const graph = box.querySelector(".graph"), untied = new Set(box.dataset.untied.split(","));
  let owner, watcher = null;
  const lies = () => getComputedStyle(box).position === "fixed";

  /* What the system closes things with, as Back on a phone, closes a box at the foot of the screen, not the page. */
  function watch() {
    const Watcher = window.CloseWatcher || window.kbWatcher;
    if (watcher || !Watcher || !lies()) return;
    watcher = new Watcher();
    watcher.addEventListener("close", () => { watcher = null; shut(true); });
  }

  function placeOf(pin) {
    const heading = pin.closest("h1, h2, h3, h4, h5, h6");
    if (!heading) {
      const name = pin.getAttribute("aria-label"), place = name.slice(before.length, name.length - after.length || undefined);
      return (box.dataset.quote || "{place}").replace("{place}", () => place);
    }
    const text = heading.cloneNode(true);
    text.querySelectorAll(".pin, .was, .cue, sup, a.why").forEach((each) => each.remove());
    const title = text.textContent.trim().replace(/\s+/g, " ");
    return title === title.toUpperCase() ? title.toLowerCase().replace(/(^|\s)\S/g, (letter) => letter.toUpperCase()) : title;
  }

  /* At the foot of a small screen it leaves in sight what it cites, all of it where that fits. */
  function uncover(cited) {
    cited.style.scrollMarginBottom = `${box.offsetHeight + 12}px`;
    cited.scrollIntoView({ block: "nearest", behavior: "instant" });
    cited.style.scrollMarginBottom = "";
  }

  function open(pin, byKey) {
    owner = pin;
    words.textContent = (pin.dataset.cite || box.dataset.cite).replace("{place}", () => placeOf(pin));
    address.textContent = new URL(pin.getAttribute("href"), location.href).href;
    said.textContent = "";
    const clause = decodeURIComponent(pin.hash.slice(1));
    graph.hidden = !box.dataset.graph || Boolean(pin.closest("h1, h2, h3, h4, h5, h6")) || untied.has(clause);
    graph.querySelector("a").href = box.dataset.graph + encodeURIComponent(clause);
    box.hidden = false;
    const at = pin.getBoundingClientRect(), frame = box.offsetParent ? box.offsetParent.getBoundingClientRect() : { left: 0, top: 0 };
    const below = at.bottom + box.offsetHeight + 12 < window.innerHeight || at.top < box.offsetHeight + 60;
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8));
    box.style.left = left - frame.left + "px";
    box.style.top = (below ? at.bottom + 4 : at.top - box.offsetHeight - 4) - frame.top + "px";
    box.querySelector(byKey ? "[name=words]" : "[name=link]").focus({ preventScroll: true });
    if (lies()) uncover(pin.closest("[id]"));
    watch();
  }

  function shut(refocus) {
    if (box.hidden) return;
    box.hidden = true;
    watcher?.destroy();
    watcher = null;
    if (refocus && owner) owner.focus({ preventScroll: true });
  }

  /* What the sign of a clause is called is sent once; who points at it sees it, too. */
  document.addEventListener("pointerover", (event) => {
    const pin = event.target.closest("a.pin");
    if (pin && !pin.title) pin.title = pin.getAttribute("aria-label");
  });

  /* The address of the page becomes the permalink and the clause its target, and nothing moves under the reader: Chrome
     goes there once it lays the page out, and from the top of a page that would be after the way back. */
  document.addEventListener("click", (event) => {
    const pin = event.target.closest("a.pin");
    if (!pin) {
      if (!box.contains(event.target) && !event.target.closest("dialog")) shut();
      return;
    }
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const x = window.scrollX, y = window.scrollY;
    location.hash = pin.getAttribute("href");
    if (window.scrollY !== y || window.scrollX !== x) window.scrollTo({ left: x, top: y, behavior: "instant" });
    open(pin, event.detail === 0);
  });

  function selected(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  async function copy(element, done) {
    try {
      await navigator.clipboard.writeText(element.textContent);
      said.textContent = done;
    } catch {
      selected(element);
      let copied = false;
      try { copied = document.execCommand("copy"); } catch { /* the selection remains */ }
      said.textContent = copied ? done : box.dataset.hand;
    }
  }

  box.querySelector("[name=link]").addEventListener("click", () => copy(address, box.dataset.link));
  box.querySelector("[name=words]").addEventListener("click", () => copy(words, box.dataset.words));
  box.querySelector(".shut").addEventListener("click", () => shut(true));
  /* Behind its last button comes what stands behind the sign, before its first the sign itself. */
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.stopPropagation(); shut(true); }
    if (event.key !== "Tab") return;
    const stops = [...box.querySelectorAll("a[href], button")].filter((each) => each.getClientRects().length);
    if (event.target !== stops.at(event.shiftKey ? 0 : -1)) return;
    if (event.shiftKey) event.preventDefault();
    shut(true);
  });
  /* The search lies over the page: its focus comes back into the box. */
  box.addEventListener("focusout", ({ relatedTarget: to }) => { if (to && !box.contains(to) && !to.closest("dialog")) shut(); });
})();
