/* The door to the search: `/` or a press opens it from every page; what it needs is loaded then, and not before. */
(function () {
  "use strict";
  const door = document.querySelector(".seek-door");
  if (!door) return;
  const root = new URL(".", door.href), field = document.getElementById("seek-words");
  const load = (name) => import(new URL(`../assets/${name}.js`, root));
  const open = () => (field ? field.focus() : load("search-panel").then((panel) => panel.open(root)).catch(() => { location.href = door.href; }));
  const writing = (at) => at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);

  if (field) load("search-page").then((page) => page.start(root));
  door.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    event.preventDefault();
    open();
  });
})();
