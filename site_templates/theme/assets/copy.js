/* Copying words in which some are struck: signs and colours are lost on the way, and what was taken out and what came in
   would run into one another. So each of them goes along in brackets, called what it is. Where nothing is struck the
   browser copies as ever, without the signs of the page (reading.css). */
(function () {
  "use strict";
  const SIGNS = ".vh, .pin, .sister, .why, sup:has(> a), button";
  const BLOCKS = "p, li, dt, dd, div, blockquote, summary, h1, h2, h3, h4, h5, h6, tr, table, ul, ol, details, section";
  const shown = (element) => element.getClientRects().length > 0 || getComputedStyle(element).display === "contents";
  const calledOf = (element) => element.querySelector(":scope > .vh")?.textContent.trim() || "";

  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (event.defaultPrevented || !event.clipboardData || selection.rangeCount !== 1 || selection.isCollapsed) return;
    const range = selection.getRangeAt(0), inside = range.commonAncestorContainer;
    const around = (inside.nodeType === Node.ELEMENT_NODE ? inside : inside.parentElement).closest("ins, del") ? null : inside;
    const struck = around?.querySelectorAll?.("del") || [];
    if (![...struck].some((each) => range.intersectsNode(each) && shown(each))) return;
    const kept = document.createElement("div");
    kept.append(...[taken(around, range)].filter(Boolean));
    event.preventDefault();
    event.clipboardData.setData("text/plain", told(kept).replace(/[^\S\n]*\n\s*/g, "\n").replace(/\]\[/g, "] [").trim());
    event.clipboardData.setData("text/html", kept.innerHTML);
  });

  /* What is selected of a part of the page and shown, without its signs; changed words with what they are called. */

  function taken(node, range) {
    if (!range.intersectsNode(node)) return null;
    if (node.nodeType === Node.TEXT_NODE) {
      const end = node === range.endContainer ? range.endOffset : node.length;
      return node.data.slice(node === range.startContainer ? range.startOffset : 0, end);
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(SIGNS) || !(node.matches("br, tr, tbody") || shown(node))) return null;
    const copy = node.cloneNode(false);
    for (const name of ["id", "class", "tabindex", ...Object.keys(node.dataset).map((each) => `data-${each}`)]) copy.removeAttribute(name);
    if (node.href) copy.setAttribute("href", node.href);
    copy.append(...[...node.childNodes].map((each) => taken(each, range)).filter(Boolean));
    return node.matches("ins, del") && copy.textContent.trim() ? called(copy, calledOf(node)) : copy;
  }

  /* A blank at its end stands behind the bracket. */

  function called(copy, name) {
    const whole = document.createDocumentFragment(), last = copy.lastChild;
    whole.append(copy);
    if (last.nodeType === Node.TEXT_NODE && /\s$/.test(last.data)) {
      last.data = last.data.trimEnd();
      whole.append(" ");
    }
    copy.prepend(`[${name} `);
    copy.append("]");
    return whole;
  }

  /* The same in plain words, a line for each block. */

  function told(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ");
    const words = node.matches("br") ? "\n" : [...node.childNodes].map(told).join("");
    return node.matches(BLOCKS) ? `\n${words}\n` : node.matches("td, th") ? `${words}\t` : words;
  }
})();
