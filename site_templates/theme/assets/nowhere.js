/* An address that names no place of its page: a note over its foot says so, and what the search may be asked instead. It
   goes with the next press, key or address; nothing of the page moves for it. */
(function () {
  "use strict";
  const { dataset } = document.querySelector("[data-nowhere]"), door = document.querySelector(".seek-door");
  const asked = location.hash.slice(1);
  let place = "";
  try { place = decodeURIComponent(asked); } catch { return; } // nobody can say what it names
  /* The top of the page; words to be lit, in the address of a browser that doesn't know such; an old anchor. */
  if (/^top$/i.test(place) || place.includes(":~:") || document.getElementsByName(place).length) return;
  const note = document.getElementById("kb-nowhere") || document.createElement("p"), link = document.createElement("a");
  if (!note.showPopover) return;

  /* A ruling goes by its id, wherever it is told now; any other place by its words, but not by those of its paragraph. */
  const ruling = /\/rulings\//.test(location.pathname) && /^[^.:+]+-[a-z2-7]{6}$/.test(place);
  const words = ruling ? place : place.replace(/(.)[.+~:].*$/, "$1").replace(/[-_\s]+/g, " ").trim();
  const telling = /\p{L}{3}/u.test(words) && !place.includes(":");
  link.href = telling ? `${door.href}?${new URLSearchParams({ find: words })}` : door.href;
  link.textContent = telling ? dataset.search.replace("{words}", () => words) : door.querySelector("span").textContent;

  Object.assign(note, { id: "kb-nowhere", popover: "auto" });
  note.setAttribute("role", "status");
  note.style.cssText = "inset: auto 0 1rem; width: fit-content; max-width: min(30rem, 100vw - 1.2rem); margin: 0 auto; padding: 0.5rem 0.8rem; font: 0.68rem/1.6 var(--kb-sans); color: var(--kb-ink); background: var(--kb-raised); border: 1px solid var(--kb-soft); overflow-wrap: anywhere";
  link.style.cssText = "color: var(--kb-rubric); text-underline-offset: 0.18em";
  document.querySelector(".md-skip").after(note); // where keys are soon: the browser is at the beginning of the page
  note.showPopover();
  note.replaceChildren(dataset.said, " ", link);
  window.addEventListener("hashchange", () => note.hidePopover(), { once: true });
})();
