/* A result of the search for readers: what it is, where it stands, and its words around those that were asked for. */

const WORDS = 32;

const make = (tag, name, ...parts) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...parts);
  return element;
};

/** The address of a record as seen from the page that is open. */
export const addressOf = (root, record) => {
  const at = record.filters.at[0];
  return at.startsWith("/") ? new URL(`..${at}`, root).href : at;
};

/** A record in three parts: its name, what it is and where it stands, and its words, those that were asked for marked. */
export function tellRecord(table, record) {
  const group = record.filters.group[0];
  const kind = (table.groups.find((each) => each[0] === group) || [group, group, group])[2];
  const where = (record.filters.told || []).join(" · ");
  return {
    name: record.meta.title,
    kind: make("span", "seek-kind", make("b", `is-${group}`, kind), where ? ` · ${where}` : ""),
    words: record.content.replace(/\.$/, "") === record.meta.title ? "" : excerpt(record),
  };
}

function excerpt({ content, locations }) {
  const words = content.split(/\s+/).filter(Boolean), marked = new Set(locations);
  const start = densest(locations), piece = make("span", "seek-words");
  words.slice(start, start + WORDS).forEach((word, at) => piece.append(at ? " " : start ? "… " : "", marked.has(start + at) ? make("mark", "", word) : word));
  if (start + WORDS < words.length) piece.append(" …");
  return piece;
}

/* Where a run of words begins that has most of those that were asked for, with some before the first of them. */

function densest(locations) {
  const there = [...new Set(locations)].sort((a, b) => a - b);
  let best = 0, most = 0;
  there.forEach((from, at) => {
    const held = there.filter((each, number) => number >= at && each < from + WORDS - 6).length;
    if (held > most) [best, most] = [from, held];
  });
  return best < 9 ? 0 : best - 5;
}

/** The words about what was not found: what no text has, and buttons for what may have been meant. */
export function tellLack(said, found, take) {
  const parts = [];
  if (!found.total && !found.without) parts.push(said.none, " ");
  for (const word of found.hits.length ? found.unknown : []) parts.push(said.unknown.replace("{word}", word), " ");
  if (found.hits.length && found.unknown.length) parts.push(said.rest, " ");
  if (found.meant.length) parts.push(`${said.meant} `);
  found.meant.forEach((name) => {
    const button = make("button", "seek-meant", name);
    button.type = "button";
    button.addEventListener("click", () => take(name));
    parts.push(button, " ");
  });
  return parts;
}

/** Call a function once nothing has been typed for a moment. */
export function patiently(call, pause = 120) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), pause);
  };
}

export { make };
