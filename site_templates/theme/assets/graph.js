/* The graph page: a node chosen in the address, what it is tied to as a picture and, the same, as a table.
   The data lie beside the page in shards; the library that draws is loaded with the first node. */
(function () {
  "use strict";
  const root = document.getElementById("kb-graph");
  if (!root) return;
  const words = JSON.parse(root.dataset.words), bounds = JSON.parse(root.dataset.bounds);
  const picture = document.getElementById("kb-picture");
  const heading = document.getElementById("kb-node"), about = document.getElementById("kb-about");
  const said = document.getElementById("kb-graph-said"), more = document.getElementById("kb-graph-more");
  const form = document.getElementById("kb-graph-ask"), key = document.getElementById("kb-key");
  const FIRST = 36, DRAWN = 120, ROW = 25, NARROW = 620, HIGHEST = 150, TURN = 24;
  const whole = document.title;
  let list = document.getElementById("kb-ties"), names, drawn, listed, current, all = false;

  const kindOf = (id) => id.slice(0, id.indexOf(":"));
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /* Data are scripts that hand over what they hold: a browser loads those from a disk too. What did not arrive is asked
     for again when it is wanted again. */
  const data = new Map(), scripts = new Map();
  window.kbWeb = (name, held) => data.set(name, held);
  function brought(src) {
    if (!scripts.has(src)) {
      scripts.set(src, new Promise((there, failed) => {
        const script = document.createElement("script");
        Object.assign(script, { src, onload: there, onerror: () => { scripts.delete(src); failed(new Error(src)); } });
        document.head.append(script);
      }));
    }
    return scripts.get(src);
  }
  async function dataOf(name) {
    const src = `${name}.js`;
    await brought(src);
    if (!data.has(name)) { scripts.delete(src); throw new Error(src); } /* a page in its place, as some servers have for every address */
    return data.get(name);
  }

  function shardOf(id) {
    let at = bounds.length - 1;
    while (at > 0 && id < bounds[at]) at -= 1;
    return dataOf(String(at).padStart(3, "0"));
  }

  /* What a node is tied to, in groups of one kind of tie to one kind of node, in the order of the data. */

  function groupsOf(shard, at) {
    const groups = new Map(), ties = shard.ties[at];
    for (let each = 0; each < ties.length; each += 2) {
      const code = ties[each], [id, title, address, group, ended] = shard.nodes[ties[each + 1]], kind = kindOf(id);
      const name = code + " " + kind;
      if (!groups.has(name)) groups.set(name, { code, kind, out: code % 2 === 1, ended: 0, nodes: [] });
      if (ended) groups.get(name).ended += 1;
      groups.get(name).nodes.push({ id, title, address, group, kind });
    }
    return [...groups.values()];
  }

  /* The first of every group in turn, so that a large group does not hide the others. The table may have all; a picture
     of more than browsers can draw, on phones least of all, would be none. */

  function cut(groups, most) {
    const total = groups.reduce((sum, group) => sum + group.nodes.length, 0);
    if (total <= most) return { groups, total, shown: total };
    const take = groups.map(() => 0);
    let left = most;
    while (left > 0) {
      groups.forEach((group, at) => { if (left > 0 && take[at] < group.nodes.length) { take[at] += 1; left -= 1; } });
    }
    return { total, shown: most, groups: groups.map((group, at) => ({ ...group, count: group.nodes.length, nodes: group.nodes.slice(0, take[at]) })) };
  }

  /* A ruling is called by its first words, and by its term wherever that is not said beside it. */
  const nameOf = (id, title, group) => (kindOf(id) === "ruling" && group ? group + ": " + title : title);
  const labelOf = (group) => fill(words.ties[group.code], { kind: words.many[group.kind] });
  /* How many a group has; of rulings also how many are in force no more: pages count those that are. */
  function countOf(group) {
    const n = window.kbCount(group.count || group.nodes.length);
    return group.ended ? fill(words["graph.counted"], { n, ended: window.kbCount(group.ended) }) : n;
  }

  async function show(id, focus) {
    current = id;
    let shard, at = -1;
    try {
      shard = await shardOf(id);
      at = shard.nodes.findIndex((node, place) => place < shard.ties.length && node[0] === id);
    } catch (error) {
      return tell(words["graph.unread"]);
    }
    if (current !== id) return undefined;
    if (at < 0) return tell(fill(words["graph.unknown"], { id }));
    const [, own, address, within] = shard.nodes[at], title = nameOf(id, own, within);
    const ties = groupsOf(shard, at), kept = cut(ties, all ? Infinity : FIRST), pictured = cut(ties, all ? DRAWN : FIRST);
    root.hidden = false;
    said.textContent = "";
    heading.textContent = title;
    const kind = words.one[kindOf(id)] + (within && !title.includes(within) ? ", " + within : "");
    about.replaceChildren(fill(words["graph.about"], { kind, n: window.kbCount(kept.total) }) + " ", link("../" + address, words["graph.open"]));
    if (pictured.shown < kept.shown) about.append(" · " + fill(words["graph.drawn"], { n: window.kbCount(pictured.shown) }));
    document.title = `${title} - ${whole}`;
    table(kept.groups);
    listed = ties;
    more.hidden = kept.shown === kept.total;
    more.textContent = fill(words["graph.more"], { n: window.kbCount(kept.total - kept.shown) });
    if (focus) heading.focus({ preventScroll: false });
    drawn = { node: { id, title, kind: kindOf(id) }, group: own, groups: pictured.groups, part: pictured.shown < kept.shown };
    await draw();
    root.dataset.shown = id;
    return undefined;
  }

  function tell(text) {
    document.title = whole;
    root.hidden = true;
    said.textContent = text;
  }

  function link(href, text) {
    const made = document.createElement("a");
    made.href = href;
    made.textContent = text.replace(/ …$/, "\u00a0…"); /* the sign alone on a line says nothing */
    return made;
  }

  const addressOf = (id) => "#" + encodeURIComponent(id).replace(/%3A/g, ":").replace(/%2F/g, "/");

  /* The table. */

  function table(groups) {
    const made = list.cloneNode(false), head = list.tHead, caption = list.caption;
    made.append(caption, head);
    for (const group of groups) {
      const body = made.createTBody(), title = body.insertRow(), cell = document.createElement("th");
      cell.colSpan = 3;
      cell.scope = "rowgroup";
      cell.append(shape(group.kind), " " + labelOf(group) + " ");
      const count = document.createElement("span");
      count.className = "num";
      count.textContent = countOf(group);
      cell.append(count);
      title.append(cell);
      for (const node of group.nodes) {
        const row = body.insertRow(), ties = link(addressOf(node.id), words["graph.links"]);
        row.insertCell().append(link("../" + node.address, node.title));
        row.insertCell().textContent = node.group === node.title ? "" : node.group;
        ties.setAttribute("aria-label", fill(words["graph.links.of"], { title: node.title }));
        row.insertCell().append(ties);
      }
    }
    list.replaceWith(made);
    list = made;
    list.hidden = false;
  }

  function shape(kind) {
    return key.querySelector(`[data-kind="${kind}"] svg`).cloneNode(true);
  }

  /* The picture: what leads to the node on its left, what it leads to on its right; on narrow screens all below it. The
     node itself stands near the top, however long its lists are: who opens the page sees it at once. */

  const SHAPES = { clause: "rectangle", ruling: "round-diamond", answer: "hexagon", term: "ellipse", card: "round-rectangle" };
  const SIZES = { clause: [17, 10], ruling: [15, 15], answer: [16, 13], term: [13, 13], card: [11, 15] };

  function arrange(width, narrow) {
    const elements = [], sides = [[], []];
    for (const group of drawn.groups) sides[narrow || group.out ? 1 : 0].push(group);
    const lines = sides.map((side) => side.reduce((sum, group) => sum + group.nodes.length + 1.5, 0));
    const one = narrow ? "" : sides[1].length === 0 ? "left" : sides[0].length === 0 ? "right" : "";
    const half = one === "left" ? width * 0.72 : one === "right" ? width * 0.28 : width / 2, reach = Math.min(120, width * 0.14);
    const longest = Math.max(...lines) * ROW, centre = narrow ? { x: 14, y: 20 } : { x: half, y: Math.min(longest / 2 + 10, HIGHEST) };
    const tops = lines.map((count) => (narrow ? 52 : Math.max(0, centre.y - (count * ROW) / 2) + ROW));
    const height = narrow ? longest + 44 : Math.max(...tops.map((top, out) => top - ROW + lines[out] * ROW)) + 20;
    elements.push({ data: { ...drawn.node, centre: 1, room: narrow ? width - 40 : 2 * (reach - TURN) - 20 }, position: centre, classes: narrow ? "right centre" : "under centre" });
    sides.forEach((side, out) => {
      let y = tops[out];
      const x = narrow ? 42 : out ? half + reach : half - reach, place = out ? "right" : "left";
      const room = narrow ? width - 64 : (out ? width - half : half) - reach - 24;
      side.forEach((group, number) => {
        elements.push({ data: { id: `group ${out} ${number}`, title: `${labelOf(group)} · ${countOf(group)}`, room }, position: { x, y }, classes: `group ${place}` });
        for (const node of group.nodes) {
          y += ROW;
          const id = `${group.code} ${node.id}`;
          elements.push({ data: { id, to: node.id, title: node.group === drawn.group ? node.title : nameOf(node.id, node.title, node.group), kind: node.kind, room }, position: { x, y }, classes: `tied ${place}` });
          elements.push({ data: { id: `tie ${id}`, source: group.out ? drawn.node.id : id, target: group.out ? id : drawn.node.id, out: group.out } });
        }
        y += ROW * 1.5;
      });
    });
    return { elements, height };
  }

  function look() {
    /* As they are painted: the colours of the system have names that a canvas does not know. */
    const sample = root.appendChild(document.createElement("i"));
    sample.style.forcedColorAdjust = "none";
    const of = (name) => { sample.style.color = `var(${name})`; return getComputedStyle(sample).color; };
    const rules = lookIn(of);
    sample.remove();
    return rules;
  }

  function lookIn(of) {
    const font = getComputedStyle(document.querySelector(".md-header")).fontFamily;
    const text = { label: "data(title)", color: of("--kb-ink"), "font-family": font, "font-size": 12.5, "text-wrap": "ellipsis", "text-max-width": "data(room)", "text-events": "yes" };
    return [
      { selector: "node", style: { ...text, "background-color": of("--kb-paper"), "border-width": 1.5, "border-color": of("--kb-soft"), "overlay-opacity": 0 } },
      ...Object.keys(SHAPES).map((kind) => ({ selector: `node[kind="${kind}"]`, style: { shape: SHAPES[kind], width: SIZES[kind][0], height: SIZES[kind][1] } })),
      { selector: ".left", style: { "text-halign": "left", "text-valign": "center", "text-margin-x": -6 } },
      { selector: ".right", style: { "text-halign": "right", "text-valign": "center", "text-margin-x": 6 } },
      { selector: ".under", style: { "text-halign": "center", "text-valign": "bottom", "text-margin-y": 8, "text-wrap": "wrap" } },
      { selector: ".centre", style: { "background-color": of("--kb-rubric"), "border-color": of("--kb-rubric"), "font-weight": 600, "font-size": 14, "text-background-color": of("--kb-paper"), "text-background-opacity": 1, "text-background-padding": 3 } },
      { selector: ".group", style: { width: 1, height: 1, "background-opacity": 0, "border-width": 0, color: of("--kb-soft"), "font-size": 11.5, events: "no" } },
      { selector: ".over", style: { "border-color": of("--kb-rubric"), color: of("--kb-rubric") } },
      { selector: "edge", style: { width: 1, "line-color": of("--kb-line"), "target-arrow-color": of("--kb-soft"), "target-arrow-shape": "triangle", "arrow-scale": 0.6, "curve-style": "round-taxi", "taxi-direction": picture.dataset.narrow ? "downward" : "horizontal", "taxi-turn": picture.dataset.narrow ? "100%" : TURN, "taxi-radius": 6, "overlay-opacity": 0, events: "no" } },
      { selector: "edge[?out]", style: picture.dataset.narrow ? {} : { "taxi-turn": -TURN } },
      { selector: "edge.over", style: { "line-color": of("--kb-rubric"), "target-arrow-color": of("--kb-rubric"), "z-index": 9 } },
    ];
  }

  let view;

  async function draw() {
    const width = picture.clientWidth, narrow = width < NARROW;
    if (narrow) picture.dataset.narrow = "1"; else delete picture.dataset.narrow;
    const { elements, height } = arrange(width, narrow);
    picture.style.height = height + "px"; /* at once, so that the table below stays where it is */
    picture.setAttribute("aria-label", fill(words[drawn.part ? "graph.picture.part" : "graph.picture"], { title: drawn.node.title }));
    const whose = drawn;
    try { await brought(root.dataset.cytoscape); } catch (error) { picture.hidden = true; return; }
    if (whose !== drawn) return;
    if (view) view.destroy();
    view = window.cytoscape({
      container: picture, elements, style: look(), layout: { name: "preset", fit: false }, zoom: 1, pan: { x: 0, y: 0 },
      userZoomingEnabled: false, userPanningEnabled: false, boxSelectionEnabled: false, autoungrabify: true, autounselectify: true,
    });
    view.on("tap", "node.tied", (event) => { location.hash = addressOf(event.target.data("to")); });
    view.on("mouseover mouseout", "node.tied", (event) => {
      const over = event.type === "mouseover";
      picture.style.cursor = over ? "pointer" : "";
      event.target.union(event.target.connectedEdges()).toggleClass("over", over);
    });
    root.kbView = view;
  }

  let wide = 0, waiting;
  new ResizeObserver(() => {
    if (!drawn || !view || root.hidden || picture.clientWidth === wide) return;
    wide = picture.clientWidth;
    clearTimeout(waiting);
    waiting = setTimeout(draw, 120);
  }).observe(picture);
  const repaint = () => { if (view) view.style(look()); };
  new MutationObserver(repaint).observe(document.documentElement, { attributes: true, attributeFilter: ["data-scheme"] });
  for (const each of ["forced-colors: active", "prefers-color-scheme: dark"]) matchMedia(`(${each})`).addEventListener("change", repaint);

  /* Choosing a node: by address, or by name. */

  function wanted() {
    const asked = location.hash.length > 2 ? location.hash.slice(1) : new URLSearchParams(location.search).get("node") || "";
    try { return decodeURIComponent(asked); } catch (error) { return asked; }
  }

  function go(focus) {
    const id = wanted();
    all = false;
    if (/^[a-z]+:/.test(id)) {
      /* An address names one node: what it asked for before the last step is not sent along. */
      if (location.search && location.hash) history.replaceState(history.state, "", location.pathname + location.hash);
      return show(id, focus);
    }
    if (document.getElementById(id)) return undefined; /* a place on this page, as the link past the header leads to */
    current = id;
    tell("");
    return id && meet(id);
  }

  /* A name in the address instead of a node: the node called so, or that there is none. No step back leads to it again. */
  async function meet(name) {
    if (!names && !(await nameAll())) return undefined;
    if (current !== name) return undefined; /* something else is asked for by now */
    const found = names.find(([own]) => plain(own) === plain(name));
    return found ? location.replace(addressOf(found[1])) : unnamed(name);
  }

  function unnamed(name) {
    said.textContent = fill(words["graph.unnamed"], { name });
    return offer(plain(name));
  }

  /* Whether the names of all are there; where they cannot be had, that is said. */
  async function nameAll() {
    try { names = await dataOf("names"); } catch (error) { tell(words["graph.unread"]); }
    return names;
  }

  form.hidden = false;
  const field = form.elements.name;
  field.addEventListener("focus", async () => {
    if (names || !(await nameAll())) return;
    const options = document.createDocumentFragment();
    new Set(names.map(([name]) => name)).forEach((name) => { const one = document.createElement("option"); one.value = name; options.append(one); });
    document.getElementById("kb-names").append(options);
  });
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').toLowerCase().trim();
  async function choose() {
    if (!names && !(await nameAll())) return;
    const asked = plain(field.value);
    const found = names.find(([name]) => plain(name) === asked) || names.find(([name]) => plain(name).startsWith(asked)) || names.find(([name]) => plain(name).includes(asked));
    if (asked && found) location.hash = addressOf(found[1]);
    else if (asked) unnamed(field.value.trim());
  }

  /* What may have been meant: names a slip or two away, found as the search of everything finds them. */
  async function offer(asked) {
    const told = said.textContent, letters = (text) => plain(text).replace(/[^\p{L}\p{N}]/gu, "");
    const { nearest } = await window.kbLoad("search-little");
    const near = nearest(letters(asked), names.map(([name]) => [letters(name), name]), words.slips);
    if (!near.length || said.textContent !== told) return; /* something else is told by now */
    const [before, after] = words["find.meant"].split("{values}");
    near.forEach((name, at) => said.append(at ? ", " : ` ${before}`, link(addressOf(names.find(([own]) => own === name)[1]), name)));
    said.append(after);
  }
  form.addEventListener("submit", (event) => { event.preventDefault(); choose(); });
  field.addEventListener("change", choose);
  /* The picture grows above the table, which has them all: that is what who asked for more is brought to. */
  more.addEventListener("click", async () => {
    all = true;
    await show(current);
    list.focus();
    list.scrollIntoView();
  });
  /* Paper has no buttons: a table is printed whole, and stays so with its picture. */
  window.addEventListener("beforeprint", () => {
    if (root.hidden || more.hidden) return;
    all = more.hidden = true;
    table(listed);
    window.addEventListener("afterprint", () => show(current), { once: true });
  });
  /* The way back to an address with another question is no change of its part behind the #. */
  for (const each of ["hashchange", "popstate"]) window.addEventListener(each, () => { if (wanted() !== current) go(true); });
  go(false);
})();
