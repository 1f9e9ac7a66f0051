/* The door to the search: `/` or a press opens it from every page. The field is there at once, so that no letter typed
   is lost; what answers it is loaded then, and not before. */
(function () {
  "use strict";
  const door = document.querySelector(".seek-door");
  if (!door) return;
  const root = new URL(".", door.href), field = document.getElementById("seek-words");
  const TOLD_LATE = 200, WAITED = 400; /* milliseconds */
  const onDisk = location.protocol === "file:"; /* where browsers let a page load neither modules nor data: one script has both */
  const load = onDisk ? bundled : (name) => import(new URL(`../assets/${name}.js`, root));
  let dialog = null, ready = false, bundle = null;

  function bundled(name) {
    bundle ??= new Promise((there, failed) => {
      const script = document.createElement("script");
      Object.assign(script, { src: new URL("data/bundle.js", root).href, onload: there, onerror: () => { bundle = null; failed(); } });
      document.head.append(script);
    });
    return bundle.then(() => window.kbBundle(name));
  }
  window.kbLoad = load;

  function build() {
    const label = door.textContent.replace("/", "").trim(), asked = document.createElement("input");
    Object.assign(asked, { type: "search", autocomplete: "off", spellcheck: false, enterKeyHint: "go", placeholder: label });
    asked.setAttribute("aria-label", label);
    dialog = document.createElement("dialog");
    dialog.className = "seek-panel";
    dialog.setAttribute("aria-label", label);
    const head = document.createElement("div");
    head.className = "seek-head";
    head.append(asked);
    dialog.append(head);
    asked.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) dialog.dataset.entered = "before";
      if (event.key !== "Escape") return;
      event.preventDefault(); /* it would only empty the field */
      asked.blur(); /* it keeps the keys until the page is drawn without it */
      dialog.close();
    });
    document.body.append(dialog);
    const mine = dialog;
    /* Who goes elsewhere cuts off what is loading, in Safari a little before it is told: that closes the panel, so that
       nobody is led astray; nor is who has no connection, and would lose the page. What is closed is built anew. */
    const leave = () => mine.close(), leaving = ["beforeunload", "pagehide"];
    for (const each of leaving) window.addEventListener(each, leave);
    const waiting = setTimeout(() => tell(mine, door.dataset.wait, "status"), WAITED);
    load("search-panel").then((panel) => panel.start(root, mine, asked, () => settle(mine, waiting))).catch(async () => {
      settle(mine, waiting);
      await new Promise((go) => { setTimeout(go, TOLD_LATE); });
      const there = !onDisk && await fetch(door.href, { method: "HEAD" }).then((answer) => answer.ok, () => false);
      if (!mine.open) return discard(mine);
      if (!there) return tellLost(mine);
      location.href = asked.value ? `${door.href}?${new URLSearchParams({ find: asked.value })}` : door.href;
    }).finally(() => { for (const each of leaving) window.removeEventListener(each, leave); });
  }

  function tell(which, words, role) {
    const told = document.createElement("p");
    told.className = "seek-said";
    told.setAttribute("role", role);
    told.textContent = words;
    which.append(told);
  }

  /* Who waits for the search is told so, until it is there or known to be lost. */
  function settle(which, waiting) {
    clearTimeout(waiting);
    which.querySelector(".seek-said")?.remove();
  }

  function tellLost(which) {
    tell(which, onDisk ? door.dataset.disk : door.dataset.lost, "alert");
    which.dataset.lost = "";
  }

  function discard(which) {
    which?.remove();
    if (dialog === which) dialog = null;
  }

  function open() {
    if (field) return field.focus();
    if (dialog?.open) return;
    const before = document.activeElement;
    if (dialog && "lost" in dialog.dataset) discard(dialog);
    if (!dialog) build();
    dialog.showModal();
    dialog.querySelector("input").select();
    dialog.addEventListener("close", () => before?.focus?.({ preventScroll: true }), { once: true });
  }

  /* A page that Safari kept has its field emptied, but what the field found still stood there; and nothing comes any more
     of what was on its way when the page was left. */
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    discard(dialog);
    if (field && !ready) location.reload();
  });

  if (field) {
    load("search-page").then((page) => page.start(root)).then(() => { ready = true; }).catch(() => {
      const form = field.form;
      form.hidden = true;
      document.getElementById("seek-said").textContent = [onDisk ? door.dataset.disk : form.dataset.failed, form.dataset.listed].join(" ");
    });
  }
  door.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    if (window.kbKey(event) !== "/") return;
    event.preventDefault();
    open();
  });

  /* What was typed to it before this was here (`/` and letters) is in its field. */
  const typed = window.kbTyped;
  window.kbTyped = null;
  if (!typed) return;
  open();
  document.activeElement.value = typed.slice(1);
})();
