/* Contents: the section being read is marked, at the side and, on narrow screens, in the bar that stays at the top. */
(function () {
  "use strict";
  const small = document.querySelector("details.contents-small");
  if (!small) return;
  const links = [...small.querySelectorAll("a[href^='#']")];
  const found = links.map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
    .filter((each) => each.heading);
  const here = document.createElement("span");
  here.className = "here";
  small.querySelector("summary").append(here);
  let current, asked;

  const same = (link) => document.querySelectorAll(`.md-nav--secondary a[href="${CSS.escape(link.getAttribute("href"))}"], .md-nav--secondary a[href$="${CSS.escape(link.getAttribute("href"))}"]`);

  function mark() {
    const edge = Math.max(130, window.innerHeight * 0.2);
    let at = null;
    for (const each of found) if (each.heading.getBoundingClientRect().top <= edge) at = each;
    if (at === current) return;
    if (current) [current.link, ...same(current.link)].forEach((link) => link.removeAttribute("aria-current"));
    current = at;
    here.textContent = at ? at.link.textContent : "";
    if (at) [at.link, ...same(at.link)].forEach((link) => link.setAttribute("aria-current", "location"));
  }

  const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(mark); };
  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("resize", soon);
  links.forEach((link) => link.addEventListener("click", () => { small.open = false; }));
  document.addEventListener("click", (event) => { if (small.open && !small.contains(event.target) && getComputedStyle(small).position === "sticky") small.open = false; });
  small.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !small.open) return;
    small.open = false;
    small.querySelector("summary").focus();
  });
  mark();
})();
