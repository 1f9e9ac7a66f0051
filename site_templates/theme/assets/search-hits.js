/* A result of the search for readers: what it is, where it stands, and its words around those that were asked for. */

import { keyOf, lacking, wordsOf } from "./search-index.js";

const WORDS = 32, WAITED = 400; /* milliseconds */

const make = (tag, name, ...parts) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...parts);
  return element;
};

const seenFrom = (root, at) => (at.startsWith("/") ? new URL(`..${at}`, root).href : at);

/** A text of which no name that ends in a number is parted from it (`HL 4`), and no line begins with a dot that parts. */
export const whole = (text) => text.replace(/(\p{Lu}\S*) (?=\d)/gu, "$1\u00a0").replace(/ (?=·)/g, "\u00a0");

/** A result as it stands behind another: one of the same name has it in the line of what it is. */
export function besideNamesake(result, before) {
  const [name, other] = [result, before].map((each) => each?.querySelector(".seek-name"));
  if (name.textContent !== other?.textContent) return result;
  result.classList.add("is-again");
  result.querySelector(".seek-kind").prepend(name, "\u00a0· ");
  return result;
}

/** The address of a record as seen from the page that is open. */
export const addressOf = (root, record) => seenFrom(root, record.filters.at[0]);

/** A record in four parts: its name, what it is and where it stands, its words, those that were asked for (`asked`) marked,
    and where the same stands too, if anywhere: places with their addresses. */
export function tellRecord(table, root, record, asked = []) {
  const kindOf = (group) => (table.groups.find((each) => each[0] === group) || [group, group, group])[2];
  const too = (record.filters.too || []).map((each) => JSON.parse(each));
  const group = ownGroup(record.filters.group, too), where = (record.filters.told || []).join(" · ");
  return {
    name: whole(record.meta.title),
    kind: make("span", "seek-kind", make("b", `is-${group}`, kindOf(group)), where ? whole(` · ${where}`) : ""),
    words: record.content.replace(/\.$/, "") === record.meta.title ? "" : excerpt(record, asked),
    too: too.map(([other, place, at]) => ({ place: other === group ? place : `${place} (${kindOf(other)})`, address: seenFrom(root, at) })),
  };
}

/* Of a record that stands for others too the group is the first of those the groups tell; where it is an emended rule,
   that. */
const ownGroup = (groups, too) => (too.length && groups.includes("rule") ? "rule" : groups[0]);

/* The words around those that were asked for. Who asks for a thing by its name is told what it says from the beginning:
   of the words that its name has none draws the view to another place, nor, if there are no others, in another form. */

function excerpt({ content, locations, meta }, asked) {
  const words = content.split(/\s+/).filter(Boolean), marked = new Set(locations), name = wordsOf(meta.title);
  const others = (form) => locations.filter((at) => !wordsOf(words[at] || "").every((word) => name.map(form).includes(form(word))));
  const start = densest(others(keyOf).length ? others((word) => word) : []), piece = make("span", "seek-words");
  words.slice(start, start + WORDS).forEach((word, at) => piece.append(at ? between(words[start + at - 1], word) : start ? "… " : "", ...(marked.has(start + at) ? markedOf(word, asked) : [word])));
  if (start + WORDS < words.length) piece.append(" …");
  return piece;
}

const between = (word, next) => whole(`${word} ${next}`).slice(word.length, word.length + 1);

/* A word that was asked for, without the marks around it; of words that only a dash or a stroke ties (`dawn—then`) those
   that were. */

function markedOf(word, asked) {
  const tied = word.split(/([^\p{L}\p{N}\p{M}]*[—–/…][^\p{L}\p{N}\p{M}]*)/u), wanted = (part) => lacking(asked, [part]).length < asked.length;
  if (tied.length > 1 && tied.some(wanted)) return tied.flatMap((part) => (wanted(part) ? markedOf(part, []) : [part]));
  const [, before, letters, after] = word.match(/^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}\p{M}]*)$/u);
  return [before, make("mark", "", letters), after];
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
  if (found.blank) return [said.start];
  if (found.short) return [said.short];
  const parts = [], lost = !found.total && !found.without, alone = lost && found.unknown.length === 1;
  const most = found.total > 0 && found.having === 0, having = found.having > 1 ? said.having : said["having.one"];
  if (found.kept.length || most || (lost && !alone)) parts.push(said.none, " ");
  else if (found.having < found.total) parts.push(having.replace("{n}", window.kbCount(found.having)), " ");
  for (const word of found.hits.length || alone ? found.unknown : []) parts.push(said.unknown.replace("{word}", word), " ");
  if (found.hits.length && found.kept.length) parts.push(said.some.replace("{words}", found.kept.join(" ")), " ");
  else if (most) parts.push(found.some ? said.any : said.most, " ");
  else if (found.hits.length && found.unknown.length) parts.push(said.rest, " ");
  const [ask, asked] = said.meant.split("{words}");
  found.meant.forEach((name, at) => {
    const button = make("button", "seek-meant", name);
    button.type = "button";
    button.addEventListener("click", () => take(name));
    parts.push(at ? ", " : ask, button);
  });
  if (found.meant.length) parts.push(asked);
  return parts;
}

/** What answers a question, and the words it `asked` for. Where nothing does and one name alone may have been meant, what has
    that is there `instead`. */
export async function findOrMeant(find, question) {
  const told = async (words) => ({ ...await find({ ...question, words }), asked: wordsOf(words) }), found = await told(question.words);
  if (found.total || found.without || found.meant.length !== 1) return found;
  const instead = await told(found.meant[0]);
  return instead.total ? { ...found, instead } : found;
}

/** Call a function once nothing has been typed for a moment. The first time that is longer than who types takes from one
    letter to the next: half a word would cost a part of the index that is not needed before there is anything to see. */
export function patiently(call, least = 120, most = 320) {
  let timer = 0, last = 0, between = 170, asked = false;
  return (...given) => {
    clearTimeout(timer);
    const now = performance.now(), since = now - last;
    if (since < 2 * most) between = (between + since) / 2;
    last = now;
    const pause = asked ? least : Math.min(most, Math.max(least, between * 1.4));
    timer = setTimeout(() => { asked = true; call(...given); }, pause);
  };
}

/** What says that an answer is on its way (`waits`), once that takes longer than a moment: the results that stand there are
    those of the question before; that it is `there`, or that it never came (`lost`). */
export function tellBusy(said, status, list) {
  let timer = 0;
  const tell = (words) => { status.textContent = words; list.setAttribute("aria-busy", "true"); };
  const after = (act) => () => { clearTimeout(timer); act(); };
  return {
    waits: after(() => { timer = setTimeout(() => tell(said.busy), WAITED); }),
    there: after(() => list.removeAttribute("aria-busy")),
    lost: after(() => tell(said.lost)),
  };
}

export { make };
