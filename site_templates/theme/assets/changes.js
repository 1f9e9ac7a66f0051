/* Steps: n and p, and the two buttons, go from change to change and say where one is. */
(function () {
  "use strict";
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
