/* Where little or nothing has all of a question: what has most of it, what the other words are, what may have been meant.
   It is loaded only then. */

import { ENOUGH, FEW, fold, keyOf, lacking, LONGEST_NAME, named, PARTS, singular, unknownOf, wordsOf } from "./search-index.js";

const MEANT = 4;

/** What has most parts of a question besides what has them all, those that lack one first, until there is enough; where
    nothing has most, what has some. With it what else its order and its counts need: `{ nearly, some, idsOf, withNearly }`. */
export async function lookAround(index, names, text, having) {
  const parts = partsOf(names, text), nearly = await nearlyBy(index, parts, having);
  const some = nearly.length > 0 && nearly[0].lacks > parts.length - mostOf(parts);
  const idsOf = async (filters) => new Set((await index.search(null, { filters })).results.map((each) => each.id));
  /* How many stand where, these counted too. */
  const withNearly = async (counts, name, values, filters) => {
    const found = { ...counts };
    for (const value of values) {
      const ids = await idsOf({ ...filters, [name]: { any: [value] } });
      found[value] = (found[value] || 0) + nearly.filter((each) => ids.has(each.id)).length;
    }
    return found;
  };
  return { nearly, some, idsOf, withNearly };
}

/** A question without some of its words; a phrase stays unless it has no others. */
export const withoutWords = (text, words) => (text.match(PARTS) || []).filter((part) => !wordsOf(part).every((word) => words.includes(word))).join(" ");

const mostOf = (parts) => Math.floor(parts.length / 2) + 1;

/* The parts of a question: phrases, names of terms, and the other words. */

function partsOf(names, text) {
  const parts = (text.match(PARTS) || []).filter((part) => wordsOf(part).length), found = [];
  const isName = (run) => !run.some((part) => part.startsWith('"')) && named(names, keyOf(run.join(" "))).length > 0;
  for (let at = 0, end; at < parts.length; at = end) {
    end = Math.min(parts.length, at + LONGEST_NAME);
    while (end > at + 1 && !isName(parts.slice(at, end))) end--;
    found.push(parts.slice(at, end).join(" "));
  }
  return found;
}

async function nearlyBy(index, parts, having) {
  const held = new Set(having.map((each) => each.id)), found = new Map(), least = mostOf(parts);
  for (const part of parts.length > 1 && (least < parts.length || !held.size) ? parts : []) {
    for (const each of (await index.search(part)).results) {
      if (held.has(each.id)) continue;
      const before = found.get(each.id) || { id: each.id, score: 0, words: [], lacks: parts.length };
      const words = [...before.words, ...each.words]; /* all that it has are marked */
      const data = async () => ({ ...await each.data(), locations: [...words].sort((a, b) => a - b) });
      found.set(each.id, { ...before, score: before.score + each.score, words, lacks: before.lacks - 1, data });
    }
  }
  const nearly = [];
  for (let lacks = 1; lacks < parts.length && held.size + nearly.length < (lacks > parts.length - least ? 1 : ENOUGH); lacks++) {
    nearly.push(...[...found.values()].filter((each) => each.lacks === lacks));
  }
  return nearly;
}

/* The ruling that an id is of: one under the name that the id begins with, at a place of the id. */

export async function ruled(index, names, id) {
  const [, slug] = id.match(/^(\S+)-[a-z2-7]{6}$/) || [], numbers = slug ? named(names, keyOf(slug)) : [];
  if (!numbers.length) return [];
  const { results } = await index.search(null, { filters: { name: { any: numbers } } });
  const there = await Promise.all(results.map(async (each) => (await each.data()).filters.at[0].endsWith(`#${id}`)));
  return results.filter((_, at) => there[at]);
}

/* Of words that nothing has all of: those that no text has, and of the others those of one text that tell most, as
   names and rare ones do. */

export async function lessOf(index, names, words) {
  const unknown = [], places = new Map(), held = new Map();
  for (const word of new Set(words)) {
    const { results } = await index.search(word);
    if (!results.length || (await unknownOf([word], results[0])).length) unknown.push(word);
    else places.set(word, results.map((each) => each.id));
  }
  const all = new Set([...places.values()].flat()).size;
  for (const [word, ids] of places) {
    const weight = Math.log((all + 1) / ids.length) * (named(names, keyOf(word)).length ? 3 : 1);
    for (const id of ids) held.set(id, [...(held.get(id) || []), [word, weight]]);
  }
  const worth = (pairs) => pairs.reduce((sum, each) => sum + each[1], 0);
  const best = [...held.values()].reduce((most, each) => (worth(each) > worth(most) ? each : most), []).map((each) => each[0]);
  return { unknown, kept: words.filter((word) => best.includes(word)) };
}

/* Words that next to nothing has and no name: what is misspelt here may stand in some text so too. */

export async function rareOf(index, names, words, unknown) {
  const rare = [];
  for (const word of lacking(words.filter((each) => !unknown.includes(each)), names.flatMap((each) => each.words))) {
    if ((await index.search(word)).results.length <= FEW) rare.push(word);
  }
  return rare;
}

/* What may have been meant: names no more than a slip or two away, letters that changed places counting once; one only
   for a word that some text has. */

function distance(first, second, most) {
  if (Math.abs(first.length - second.length) > most) return most + 1;
  let older = [], before = Array.from({ length: second.length + 1 }, (_, at) => at);
  for (let i = 1; i <= first.length; i++) {
    const now = [i];
    for (let j = 1; j <= second.length; j++) {
      now[j] = Math.min(before[j] + 1, now[j - 1] + 1, before[j - 1] + (first[i - 1] === second[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1]) now[j] = Math.min(now[j], older[j - 2] + 1);
    }
    [older, before] = [before, now];
  }
  return before[second.length];
}

/** The names of candidates (key and name) that may have been meant, the nearest first. */
export function nearest(wanted, candidates, most = wanted.length < 5 ? 1 : 2) {
  if (wanted.length < 3) return [];
  const best = new Map();
  for (const [key, name] of candidates) {
    const off = distance(key, wanted, most);
    if (off <= most && off < (best.get(name) ?? Infinity)) best.set(name, off);
  }
  return [...best].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map((each) => each[0]);
}

export function meantBy(names, words, unknown, rare) {
  const asked = keyOf(words.join(" ")), pairs = names.flatMap((each) => each.keys.map((key) => [key, each.name]));
  const whole = nearest(asked, pairs.filter((each) => keyOf(each[1]) !== asked), rare.length && !unknown.length ? 1 : undefined);
  const parts = names.flatMap((each) => wordsOf(each.name).filter((word) => word.length > 3).map((word) => [singular(word), word]));
  const right = new Set(names.flatMap((each) => each.words.flatMap((spelling) => spelling.split(" "))));
  const near = (word) => nearest(singular(word), parts, rare.includes(word) ? 1 : undefined);
  const others = new Map([...unknown, ...rare].filter((word) => !right.has(word)).map((word) => [word, near(word)]));
  const mended = [0, 1].map((at) => words.map((word) => others.get(word)?.[at] || others.get(word)?.[0] || word).join(" "));
  const told = new Set([words.join(" "), ...whole.map(fold)]);
  return [...whole, ...new Set(mended.filter((each) => !told.has(each)))].slice(0, MEANT);
}
