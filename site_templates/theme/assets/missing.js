/* A page that is missing: the last name of its address, or that of its book, is what the search is asked for. */
(function () {
  "use strict";
  const link = document.querySelector("[data-missing] ~ ul [data-said]");
  if (!link) return;
  const plain = (name) => { try { return decodeURIComponent(name); } catch { return ""; } }; // `%` alone is no name
  const [, book] = location.pathname.match(/\/rules\/([^/]+)/) || [];
  const name = plain(book || location.pathname.replace(/\/(index\.html)?$/, "").split("/").pop());
  const words = name.replace(/\.\w+$/, "").replace(/[-_+\s]+/g, " ").trim();
  if (!/\p{L}/u.test(words)) return;
  const [before, after] = link.dataset.said.split("{words}");
  link.textContent = before + words + after;
  link.setAttribute("href", `${link.getAttribute("href")}?${new URLSearchParams({ find: words })}`);
})();
