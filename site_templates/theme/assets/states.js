/* A book as of a day: any `.../@DATE/` leads to the text that held, by the table of the book's states,
   before the book was published, or a day that no calendar has, to this table, which says so. */
(function () {
  "use strict";
  const last = (day) => day + "-12-31".slice(day.length - 10 || 6); // of a month or a year its last day
  const real = (day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  const at = (table, day) => [...table.querySelectorAll("[data-from]")].filter((each) => each.dataset.from <= day)
    .sort((a, b) => (a.dataset.from < b.dataset.from ? -1 : 1)).pop();
  const lead = (table, day, page) => {
    const row = at(table, day);
    if (row) location.assign(new URL(row.querySelector("a").getAttribute("href"), page));
  };

  const form = document.getElementById("kb-day");
  if (form) form.addEventListener("submit", (event) => {
    event.preventDefault();
    lead(document.getElementById("kb-states"), form.elements.on.value, location.href);
  });

  const say = (note) => {
    const [before, after] = note.dataset.said.split("{asked}");
    note.prepend(before, wanted, after);
    note.hidden = false;
  };
  const wanted = new URLSearchParams(location.search).get("on") || "";
  if (form && /^\d{4}(-\d\d){0,2}$/.test(wanted)) {
    if (!real(wanted)) say(document.getElementById("kb-refused"));
    else if (last(wanted) < form.elements.on.min) say(document.getElementById("kb-early"));
  }

  const asked = location.pathname.match(/^(.*\/rules\/[^/]+\/)@(\d{4}(?:-\d\d){0,2})(\/?)$/);
  if (!asked || !document.querySelector("[data-missing]")) return;
  const day = last(asked[2]);
  const page = new URL(asked[1] + "states/", location.href);
  fetch(page).then((answer) => (answer.ok ? answer.text() : "")).then((text) => {
    const told = new DOMParser().parseFromString(text, "text/html");
    const table = told.getElementById("kb-states"), first = told.querySelector("#kb-day [name=on]");
    const unread = first && first.min > day; // nobody could read it yet
    if (table && (unread || !real(asked[2]))) location.assign(`${page}?on=${asked[2]}`);
    else if (table) lead(table, day, page);
  });
})();
