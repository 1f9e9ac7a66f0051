/* The reader's switch on a small screen, where it does not stay: a link in the bar that stays says how the text is shown
   once the switch is out of sight, and fetches it below that bar until somebody reads on. */
(function () {
  "use strict";
  const reader = document.getElementById("kb-reader"), bar = document.querySelector(".kb-where");
  if (!reader || !bar) return;
  const door = document.createElement("a");
  door.href = "#" + reader.id;
  door.className = "door";
  door.hidden = true;
  door.setAttribute("aria-controls", reader.id);
  door.setAttribute("aria-expanded", "false");
  bar.append(door);

  const chosen = () => reader.querySelector("[name=reading]:checked") || reader.querySelector("summary");
  function name() {
    const it = chosen(), text = it && (it.labels ? it.labels[0] : it.firstChild).textContent.trim();
    door.textContent = text;
    door.setAttribute("aria-label", `${reader.dataset.name}: ${text}`);
  }
  name();
  document.addEventListener("kb:shown", name);

  const open = () => reader.classList.contains("summoned");
  function bring() {
    reader.style.setProperty("--kb-under", `${bar.getBoundingClientRect().bottom}px`);
    reader.classList.add("summoned");
    door.setAttribute("aria-expanded", "true");
  }
  function summon() {
    bring();
    chosen().focus({ preventScroll: true });
  }
  /* A step led away from it: it comes along, where it leaves the text most of the screen. */
  reader.addEventListener("kb:left", () => { if (reader.offsetHeight < window.innerHeight * 0.4) bring(); });
  function dismiss(refocus) {
    if (!open()) return;
    reader.classList.remove("summoned");
    door.setAttribute("aria-expanded", "false");
    if (refocus) door.focus({ preventScroll: true });
  }
  door.addEventListener("click", (event) => {
    event.preventDefault();
    if (open()) dismiss(true); else summon();
  });
  const outside = (event) => { if (!reader.contains(event.target) && !bar.contains(event.target)) dismiss(); };
  for (const each of ["click", "touchmove", "wheel"]) document.addEventListener(each, outside, { passive: true });
  reader.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.defaultPrevented) dismiss(true); });
  /* A touch of the switch itself takes the focus to the text around it. */
  reader.addEventListener("focusout", ({ relatedTarget: to }) => {
    if (to && !to.contains(reader) && !reader.contains(to) && !bar.contains(to) && !to.closest("[data-change]")) dismiss();
  });

  /* Where the switch is in sight, or further down, nothing has to fetch it. */
  const place = document.createElement("span");
  place.className = "vh";
  reader.before(place);
  new IntersectionObserver((entries) => {
    door.hidden = entries.at(-1).isIntersecting;
    if (door.hidden) dismiss();
  }, { rootMargin: "-60px 0px 1000000px" }).observe(place);
})();
