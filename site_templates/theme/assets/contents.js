/* Contents: the section being read is marked in the list, and on narrow screens named in the bar that opens it, one of
   several of one title with what it lies under. */
(function () {
  "use strict";
  const list = document.getElementById("kb-contents"), here = document.querySelector(".kb-where span");
  const found = [...list.querySelectorAll("a")]
    .map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
    .filter((each) => each.heading);
  const wide = matchMedia("(min-width: 60em)");
  let current, asked;

  function called(link) {
    const title = link.textContent, above = link.closest("ul").closest("li")?.querySelector("a");
    const alike = above && found.some((each) => each.link !== link && each.link.textContent === title);
    return alike ? `${title}, ${above.textContent}` : title;
  }

  /* At the side the list moves with the text; only the list, never the page. */
  function reveal(link) {
    const box = list.getBoundingClientRect(), at = link.getBoundingClientRect();
    if (at.top < box.top + 40) list.scrollTop -= box.top + 40 - at.top;
    else if (at.bottom > box.bottom - 40) list.scrollTop += at.bottom - box.bottom + 40;
  }

  /* A section is read from where its heading stands when somebody goes to it. At the end of a page that is the one gone
     to, whose heading can get no higher. */
  function mark() {
    const edge = found.length ? parseFloat(getComputedStyle(found[0].heading).scrollMarginTop) + 30 : 0;
    const ends = scrollY + innerHeight + 2 > document.documentElement.scrollHeight;
    const shown = found.filter((each) => each.heading.getClientRects().length);
    const later = shown.findIndex((each) => each.heading.getBoundingClientRect().top > edge);
    const read = later < 0 ? shown : shown.slice(0, later);
    const gone = ends && shown.slice(read.length).find((each) => each.link.hash === location.hash);
    const at = gone || read.at(-1) || null;
    if (at === current) return;
    if (current) current.link.removeAttribute("aria-current");
    current = at;
    here.textContent = at ? called(at.link) : "";
    if (!at) return;
    at.link.setAttribute("aria-current", "location");
    if (wide.matches) reveal(at.link);
  }

  const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(mark); };
  const native = "popover" in list, open = () => list.matches(native ? ":popover-open" : ".open");
  const shut = () => {
    if (!native) list.classList.remove("open");
    else if (open()) list.hidePopover();
  };
  if (!native) document.querySelector(".kb-where button").addEventListener("click", () => {
    if (list.classList.toggle("open") && current) reveal(current.link);
  });
  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("resize", soon);
  window.addEventListener("hashchange", soon);
  wide.addEventListener("change", shut);
  list.addEventListener("click", (event) => { if (event.target.closest("a")) shut(); });
  list.addEventListener("toggle", () => { if (current && open()) reveal(current.link); });
  mark();
})();
