/* The margin: on a wide screen the authority of each change stands beside its words, in short. It tells eyes what the
   entries among the authorities tell everybody; voices and keyboards reach these through the marks. */
(function () {
  "use strict";
  const article = document.querySelector("article");
  if (!article || !document.getElementById("kb-reader")) return;
  const GAP = 0.5, LEAST = 9.5, MOST = 16, DRIFT = 7.5; /* rem: letters are larger on larger screens */
  const words = document.getElementById("kb-cite");
  let margin, notes = [];

  const part = (kind, text) => {
    const element = document.createElement("span");
    element.className = kind;
    element.textContent = text;
    return element;
  };

  function noteOf(mark, entry, told) {
    const note = document.createElement("div");
    note.className = "beside-note";
    const list = entry.closest("ol.authorities > li");
    note.append(part("n", list ? list.value : "†"));
    const ruling = entry.querySelector(".authority .words"), relation = entry.querySelector(".relation:not(.doubt)");
    const since = entry.querySelector(".authority .since");
    const source = entry.querySelector(".authority dd .small:not(.also)");
    const text = ruling ? ruling.textContent.trim().replace(/\s+/g, " ") : "";
    const again = text && text === told.text;
    if (text && !(again && source)) note.append(again ? part("from", words.dataset.again) : part("said", text));
    told.text = text;
    if (source) {
      /* `CRF 15, Rulings by Term, Agent`: the margin says the first and the last of it, unless the page knows better; of the
         ruling that the note above has, without its days. */
      const link = source.querySelector("a"), path = (link ? link.textContent : "").split(", ");
      const dated = source.textContent.replace(link ? link.textContent : "", "").replace(/^[\s.]+/, "").trim();
      const called = (link && link.dataset.short) || path[path.length - 1];
      const said = [...new Set([path[0], called])].join(", ") + (dated && !again ? ". " + dated : "");
      const line = again ? `${words.dataset.again}: ${said}` : said; /* on one line, where changes of one ruling crowd */
      const days = [...source.querySelectorAll("time")].map((time) => time.textContent);
      note.append(part("from", days.reduce((text, day) => text.replace(day, day.replaceAll(" ", "\u00a0")), line)));
    }
    const also = entry.querySelector(".authority .also");
    if (also) note.append(part("from", also.textContent.trim()));
    if (relation) note.append(part("from " + relation.className, relation.textContent.trim()));
    if (since) note.append(part("from", since.textContent.trim()));
    entry.querySelectorAll(".relation.doubt").forEach((each) => note.append(part("from relation doubt", each.textContent.trim())));
    note.addEventListener("pointerenter", () => light(mark, note, true));
    note.addEventListener("pointerleave", () => light(mark, note, false));
    note.addEventListener("click", () => mark.dispatchEvent(new CustomEvent("kb:why", { bubbles: true })));
    return note;
  }

  function light(mark, note, on) {
    note.classList.toggle("lit", on);
    document.querySelectorAll(`ins[data-change="${CSS.escape(mark.dataset.change)}"]`).forEach((each) => each.classList.toggle("open", on));
  }

  function fill() {
    margin = document.createElement("div");
    margin.id = "kb-margin";
    margin.setAttribute("aria-hidden", "true");
    const seen = new Set(), told = { text: "" };
    document.querySelectorAll("article [data-change]").forEach((mark) => {
      const id = mark.dataset.change, entry = document.getElementById("why:" + id);
      if (mark.matches("del.was") || seen.has(id) || !entry) return;
      seen.add(id);
      const note = noteOf(mark, entry, told);
      const said = note.querySelector(".said");
      notes.push({ mark, note, said, text: said && said.textContent });
      margin.append(note);
      mark.addEventListener("pointerenter", () => note.classList.add("lit"));
      mark.addEventListener("pointerleave", () => note.classList.remove("lit"));
    });
    article.classList.add("with-margin");
    article.append(margin);
  }

  /* What has no room for all of its words ends with a whole one: where, as it is laid out; nothing where there is room. */

  function endOf(said) {
    if (!said || said.scrollHeight <= said.clientHeight + 1) return 0;
    const range = document.createRange(), box = said.getBoundingClientRect(), mark = 1.3 * parseFloat(getComputedStyle(said).fontSize);
    const words = [...said.textContent.matchAll(/\S+/g)].map(({ index, 0: word }) => [index, index + word.length]);
    said.style.webkitLineClamp = "none"; /* else what the browser cuts off of a word is none of its width */
    const last = words.findLast(([from, to]) => {
      range.setStart(said.firstChild, from);
      range.setEnd(said.firstChild, to);
      const { bottom, right } = [...range.getClientRects()].at(-1);
      return bottom < box.bottom + 2 && (bottom < box.bottom - mark / 2 || right + mark < box.right);
    });
    said.style.webkitLineClamp = "";
    return last ? last[1] : 0;
  }

  function cut(notes) {
    const ends = notes.map(({ said }) => endOf(said));
    notes.forEach(({ said }, at) => { if (ends[at]) said.textContent = said.textContent.slice(0, ends[at]).replace(/[\s,;:–—-]+$/, "") + "\u00a0…"; });
  }

  /* Notes stand at their words; one that would overlap the one above moves down. Where many crowd together they say less,
     so that none drifts far from what it is about. */

  function lay() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const box = article.getBoundingClientRect();
    const inner = box.right - parseFloat(getComputedStyle(article).paddingRight);
    const room = document.documentElement.clientWidth - inner - 44;
    if (room < LEAST * rem) {
      if (margin) margin.hidden = true;
      return;
    }
    if (!margin) fill();
    margin.hidden = document.documentElement.dataset.reading === "clean";
    if (margin.hidden) return;
    notes.forEach(({ said, text }) => { if (said && said.textContent !== text) said.textContent = text; });
    margin.style.width = Math.min(room, MOST * rem) + "px";
    const shown = notes.filter(({ mark, note }) => { note.hidden = !mark.getClientRects().length; return !note.hidden; });
    const tops = shown.map(({ mark }) => mark.getClientRects()[0].top - box.top - 2);
    for (const size of ["", "tight", "bare"]) {
      let end = -Infinity, group = [];
      const settle = () => {
        const worst = Math.max(0, ...group.map((at) => shown[at].top - tops[at]));
        if (worst > DRIFT * rem && size !== "bare") group.forEach((at) => { shown[at].next = size === "" ? "tight" : "bare"; });
        group = [];
      };
      const heights = shown.map((each) => {
        if (size === "") each.next = "";
        each.note.className = "beside-note" + (each.next ? " " + each.next : "");
        return each.note;
      }).map((note) => note.offsetHeight);
      shown.forEach((each, at) => {
        if (tops[at] >= end) settle();
        each.top = Math.max(tops[at], end);
        group.push(at);
        end = each.top + heights[at] + GAP * rem;
      });
      settle();
    }
    shown.forEach(({ note, top }) => { note.style.top = top + "px"; });
    cut(shown);
  }

  let asked;
  const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(lay); };
  new ResizeObserver(soon).observe(article);
  window.addEventListener("resize", soon);
  document.addEventListener("kb:shown", soon);
  if (document.fonts) document.fonts.ready.then(soon);
})();
