/* The frame of every page: light or dark, keys of one letter, folds that an address or the printer opens, what is wide and reached by keys. */
(function () {
  "use strict";
  const root = document.documentElement, button = document.querySelector(".kb-scheme");

  /* Light or dark. A choice that says what the system says anyway is none: it is forgotten. */

  const system = matchMedia("(prefers-color-scheme: dark)");
  const preferred = () => (system.matches ? "dark" : "light");
  function show(scheme) {
    root.dataset.scheme = scheme;
    const words = button.dataset[scheme === "dark" ? "light" : "dark"];
    button.setAttribute("aria-label", words);
    button.title = words;
  }
  button.addEventListener("click", () => {
    const scheme = root.dataset.scheme === "dark" ? "light" : "dark";
    show(scheme);
    try {
      if (scheme === preferred()) localStorage.removeItem("kb-scheme"); else localStorage.setItem("kb-scheme", scheme);
    } catch { /* not remembered, then */ }
  });
  system.addEventListener("change", () => { if (!root.kbTold("kb-scheme")) show(preferred()); });
  /* A page that somebody comes back to may have been kept as it was: what was chosen elsewhere since holds in it too. */
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    show(root.kbTold("kb-scheme") || preferred());
    single(root.kbTold("kb-keys") !== "off");
  });
  show(root.dataset.scheme);
  button.hidden = false;

  /* A number of things, its thousands parted in the way of the interface's language. */
  window.kbCount = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, root.dataset.thousands);

  /* What a link is called where many are by one name: by what its words begin with too, for who hears them in a list. */
  window.kbCalled = (name, text) => {
    const words = text.split(/\s+/), begun = words.slice(0, 10).join(" ").replace(/[,;:]$/, "");
    return `${name}: ${begun}${words.length > 10 ? " …" : ""}`;
  };

  /* A key of one letter that was pressed outside of fields, and not over the page in a panel of its own. Who speaks to the machine, or whose hand slips, can turn such
     keys off (the panel of the search asks); then there is none. */
  const single = (on) => root.classList.toggle("kb-no-keys", !on);
  window.kbKey = ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || root.classList.contains("kb-no-keys") || document.querySelector("dialog[open]")) return "";
    return target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]") ? "" : key;
  };
  window.kbKeys = (on) => {
    single(on);
    try { if (on) localStorage.removeItem("kb-keys"); else localStorage.setItem("kb-keys", "off"); } catch { /* not remembered, then */ }
  };
  single(root.kbTold("kb-keys") !== "off");

  /* What is typed to the search before its script is here is kept for it; on its own page the field has what is asked. */
  window.kbTyped = "";
  document.addEventListener("keydown", (event) => {
    const key = window.kbTyped === null ? "" : window.kbKey(event);
    if (key.length !== 1 || !(window.kbTyped || key === "/")) return;
    event.preventDefault();
    window.kbTyped += key;
  });
  const field = document.getElementById("seek-words");
  if (field && location.search) field.value ||= new URLSearchParams(location.search).get("find") || "";
  else field?.focus({ preventScroll: true });

  /* From a disk, without a server, the address of a folder shows what files lie in it: its page is asked for by name. */
  if (location.protocol === "file:") document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  }, true);

  /* What the address names, be it made by a script; an address that nobody can read names nothing. */
  window.kbTarget = () => {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
  };

  /* What an address names may lie in a fold: it is opened. A day of a log has below its date the fold of what came then. */

  function unfold() {
    const target = window.kbTarget();
    let fold = target && (target.closest("details:not([open])") || target.querySelector(":scope > details.log:not([open])"));
    if (!fold) return;
    for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  unfold();

  /* All other scripts are fetched behind the first frame, so that the words come first, in their order; those that not all
     screens need where one does. What waits for them has a promise, kept once those that this screen needs have run. */

  const fetched = (src) => new Promise((done) => {
    document.head.append(Object.assign(document.createElement("script"), { src, async: false, onload: done, onerror: done }));
  });
  function fetchFitting({ dataset }) {
    if (!dataset.media) return fetched(dataset.script);
    const media = matchMedia(dataset.media);
    const fit = () => {
      if (!media.matches) return null;
      media.removeEventListener("change", fit);
      return fetched(dataset.script);
    };
    media.addEventListener("change", fit);
    return fit();
  }
  window.kbScripts = new Promise((done) => {
    const fetchAll = () => done(Promise.all([...document.querySelectorAll("template[data-script]")].map(fetchFitting)));
    if (document.hidden) fetchAll(); else requestAnimationFrame(() => setTimeout(fetchAll)); // what nobody sees has no frames
  });

  window.kbScripts.then(() => { window.kbTyped = null; }); // what did not come takes no keys

  /* The address may name no place: a script of its own says so, once all that makes places is there. */

  const nowhere = document.querySelector("[data-nowhere]");
  const miss = () => location.hash[1] && !document.querySelector(":target") && !window.kbTarget() && fetched(nowhere.dataset.nowhere);
  if (nowhere) {
    window.kbScripts.then(miss);
    window.addEventListener("hashchange", miss);
  }

  /* Paper has no folds: all are open while a page is printed, but for what a comparison leaves out, as the same or as lacking,
     and for long lists that are printed as a reader left them. */

  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open]):not(.lost, .as-left, .run:not(.log))")];
    opened.forEach((each) => { each.open = true; });
  });
  window.addEventListener("afterprint", () => opened.forEach((each) => { each.open = false; }));

  /* A table or a source wider than the page is reached and scrolled with keys, and has the name of what it stands under. */

  let headings = [];
  const isBefore = (heading, target) => heading.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  const nameOf = (target) =>
    (target.querySelector("caption") || headings.filter((each) => isBefore(each, target)).at(-1))?.textContent.trim();
  const measured = new ResizeObserver((entries) => entries.forEach(({ target }) => {
    const reached = target.scrollWidth > target.clientWidth;
    const name = reached && nameOf(target);
    Object.entries({ tabindex: reached && "0", role: name && "group", "aria-label": name })
      .forEach(([key, value]) => (value ? target.setAttribute(key, value) : target.removeAttribute(key)));
  }));
  const watchWide = () => {
    const wide = document.querySelectorAll(".table, pre");
    if (wide.length) headings = [...document.querySelectorAll("article :is(h1, h2, h3, h4, h5, h6)")];
    wide.forEach((each) => measured.observe(each));
  };
  watchWide();
  document.addEventListener("kb:composed", watchWide); // what a script made of the words of a page
})();
