/* Light or dark on the page of the search, which does without the theme's scripts: the same choice, kept in the same place. */
(function () {
  "use strict";
  const inputs = [...document.querySelectorAll("[data-md-component=palette] input")];
  if (!inputs.length) return;
  const kept = typeof __md_get === "function" ? __md_get("__palette") : null;
  const preferred = inputs.findIndex((each) => each.dataset.mdColorMedia && matchMedia(each.dataset.mdColorMedia).matches);
  let at = kept ? kept.index : Math.max(0, preferred);

  function take() {
    const { mdColorMedia: media, mdColorScheme: scheme, mdColorPrimary: primary, mdColorAccent: accent } = inputs[at].dataset;
    const color = { media, scheme, primary, accent };
    Object.entries(color).forEach(([name, value]) => document.body.setAttribute(`data-md-color-${name}`, value));
    inputs.forEach((each, number) => {
      each.checked = number === at;
      each.nextElementSibling.hidden = number !== at;
    });
    return { index: at, color };
  }

  inputs.forEach((each, number) => each.addEventListener("change", () => { at = number; __md_set("__palette", take()); }));
  take();
})();
