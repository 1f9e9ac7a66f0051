/* Steps through a text that is being read: n and p, and two buttons, go from change to change, whole passages or not. A step
   takes the focus to the change, shows where it comes from as the focus always does, and says where one is. */
(function () {
  "use strict";
  const root = document.documentElement, reader = document.getElementById("kb-reader");
  const tools = reader && reader.querySelector(".steps");
  if (!tools) return;
  const said = tools.querySelector("[role=status]");
  const changes = {};
  document.querySelectorAll("article [data-change]").forEach((part) => (changes[part.dataset.change] ??= []).push(part));
  const all = Object.values(changes);
  if (!all.length) { tools.hidden = true; return; }

  const shown = (part) => part.getClientRects().length > 0;
  const edge = () => [...document.querySelectorAll(".md-header, .kb-where, #kb-reader")]
    .filter((each) => shown(each) && getComputedStyle(each).position === "sticky")
    .reduce((deepest, each) => Math.max(deepest, each.getBoundingClientRect().bottom), 0);
  let current = -1;

  /* From the change one is at; else from what stands on the screen. What is folded away is passed over. */
  function next(by) {
    const tops = all.map((parts) => parts.find(shown)?.getClientRects()[0]);
    const high = edge(), here = tops[current];
    let at = current + by;
    if (!here || here.bottom < high || here.top > window.innerHeight) {
      const below = tops.findIndex((box) => box && box.top >= high);
      at = by > 0 ? below : (below < 0 ? all.length : below) - 1;
    }
    while (at >= 0 && at < all.length && !tops[at]) at += by;
    return tops[at] ? at : -1;
  }

  function step(by, asked, pressed) {
    if (root.dataset.reading === "clean") return;
    delete root.dataset.later;
    let at = next(by);
    if (at < 0) at = current;
    if (at < 0) return;
    current = at;
    const parts = all[at], first = parts.find(shown);
    const stop = parts.find((part) => part.matches("a") && shown(part)) || first;
    if (!stop.matches("a")) stop.tabIndex = -1;
    tools.classList.add("stepped");
    const box = first.getBoundingClientRect(), room = window.innerHeight - edge();
    first.scrollIntoView({ block: box.height > room * 0.5 ? "start" : "center" });
    /* Who pressed a button goes on with it: on a small screen the switch comes along, one bar more than the page counts on. */
    if (pressed && reader.getBoundingClientRect().top < edge()) reader.dispatchEvent(new Event("kb:left"));
    const covered = edge() + 8 - first.getClientRects()[0].top;
    if (covered > 0) window.scrollBy({ top: -covered, behavior: "instant" });
    document.dispatchEvent(new CustomEvent("kb:step", { detail: parts }));
    stop.focus({ preventScroll: true });
    /* A focus that a hand gave shows nothing; for one Safari takes that of a key too, after a click. */
    if (asked && !stop.matches(":focus-visible")) stop.dispatchEvent(new CustomEvent("kb:why", { bubbles: true }));
    said.textContent = tools.dataset.said.replace("{at}", window.kbCount(at + 1)).replace("{of}", window.kbCount(all.length));
  }

  /* A finger has the card at the foot of a small screen, over the text, and a low one has no room for both: it is asked for
     by a touch. */
  const wide = matchMedia("(min-width: 45em) and (min-height: 30em)");
  tools.querySelectorAll("[data-step]").forEach((button) =>
    button.addEventListener("click", () => step(Number(button.dataset.step), wide.matches, true)));
  document.addEventListener("keydown", (event) => {
    const by = { n: 1, p: -1 }[window.kbKey(event)];
    if (by) step(by, true);
  });
})();
