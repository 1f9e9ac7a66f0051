/* Where little or nothing has all of a question: what has most of it, what the other words are, what may have been meant.
   It is loaded only then. */

import { fold, havingAll, keyOf, lacking, named, NOTHING, partsIn, singular, unknownOf, wordsOf } from "./search-index.js";

const MEANT = 4;

/** What a question gets that little or nothing has whole: `{ found }`, the answer to fewer of its words (`ask`), or what
    has most parts, or some (`{ nearly, parts, some }`), and what may have been meant. */
export async function mend(site, { whole, text, words, telling }, having, lacks, ask) {
  const less = having.length ? null : await lessOf(site, telling), unknown = less ? less.unknown : lacks;
  const rare = having.length > site.by.few ? [] : await rareOf(site, telling, unknown), meant = meantBy(site.names, words, unknown, rare);
  const left = withoutWords(text, unknown);
  if (left && unknown.length && left !== text) { /* Pagefind took the beginning of a word that no text has for it */
    const found = await ask(withoutWords(whole, unknown));
    return { found: { ...found, unknown: [...unknown, ...found.unknown], meant } };
  }
  const around = having.length < site.by.enough && !unknown.length ? await lookAround(site, text, having) : { nearly: [] };
  if (having.length + around.nearly.length && unknown.length < telling.length) return { ...around, meant: unknown.length + rare.length ? meant : [] };
  const there = await ruled(site, whole);
  if (there.length) return { found: { ...NOTHING, hits: there, total: there.length, without: there.length } };
  const kept = less ? less.kept : [], again = kept.join(" "), found = again && again !== text ? await ask(again) : NOTHING;
  const wanting = text.includes('"') || kept.length + unknown.length < telling.length;
  return { found: { ...found, unknown, kept: wanting ? kept : [], meant } };
}

/* What has most parts of a question besides what has them all, those that lack one first, until there is enough; where
   nothing has most, what has some. */

async function lookAround(site, text, having) {
  const parts = partsOf(site, text), nearly = await nearlyBy(site, parts, having);
  return { nearly, parts: nearly.length ? parts : [text], some: nearly.length > 0 && nearly[0].lacks > parts.length - mostOf(parts) };
}

/* A question without some of its words; a phrase stays unless it has no others. */

const withoutWords = (text, words) => partsIn(text).filter((part) => !wordsOf(part).every((word) => words.includes(word))).join(" ");

const mostOf = (parts) => Math.floor(parts.length / 2) + 1;

/* The parts of a question: phrases, names of terms, and the other words. */

function partsOf({ names, by }, text) {
  const parts = partsIn(text), found = [];
  const isName = (run) => !run.some((part) => part.startsWith('"')) && named(names, keyOf(run.join(" "))).length > 0;
  for (let at = 0, end; at < parts.length; at = end) {
    end = Math.min(parts.length, at + by.longest_name);
    while (end > at + 1 && !isName(parts.slice(at, end))) end--;
    found.push(parts.slice(at, end).join(" "));
  }
  return found;
}

async function nearlyBy(site, parts, having) {
  const held = new Set(having.map((each) => each.id)), found = new Map(), least = mostOf(parts);
  for (const part of parts.length > 1 && (least < parts.length || !held.size) ? parts : []) {
    for (const each of (await havingAll(site, part)).results) {
      if (held.has(each.id)) continue;
      const before = found.get(each.id) || { id: each.id, score: 0, words: [], lacks: parts.length };
      const words = [...before.words, ...each.words]; /* all that it has are marked */
      const data = async () => ({ ...await each.data(), locations: [...words].sort((a, b) => a - b) });
      found.set(each.id, { ...before, score: before.score + each.score, words, lacks: before.lacks - 1, data });
    }
  }
  const nearly = [];
  for (let lacks = 1; lacks < parts.length && held.size + nearly.length < (lacks > parts.length - least ? 1 : site.by.enough); lacks++) {
    nearly.push(...[...found.values()].filter((each) => each.lacks === lacks));
  }
  return nearly;
}

/* The ruling that an id is of: one under the name that the id begins with, at a place of the id. */

async function ruled({ index, names }, id) {
  const [, slug] = id.match(/^(\S+)-[a-z2-7]{6}$/) || [], numbers = slug ? named(names, keyOf(slug)) : [];
  if (!numbers.length) return [];
  const { results } = await index.search(null, { filters: { name: { any: numbers } } });
  const there = await Promise.all(results.map(async (each) => (await each.data()).filters.at[0].endsWith(`#${id}`)));
  return results.filter((_, at) => there[at]);
}

/* Of words that nothing has all of: those that no text has, and of the others those of one text that tell most, as
   names and rare ones do. */

async function lessOf(site, words) {
  const unknown = [], places = new Map(), held = new Map();
  for (const word of new Set(words)) {
    const { results, doubtful } = await havingAll(site, word);
    if (!results.length || (await unknownOf(doubtful, results[0])).length) unknown.push(word);
    else places.set(word, results.map((each) => each.id));
  }
  const all = new Set([...places.values()].flat()).size;
  for (const [word, ids] of places) {
    const weight = Math.log((all + 1) / ids.length) * (named(site.names, keyOf(word)).length ? 3 : 1);
    for (const id of ids) held.set(id, [...(held.get(id) || []), [word, weight]]);
  }
  const worth = (pairs) => pairs.reduce((sum, each) => sum + each[1], 0);
  const best = [...held.values()].reduce((most, each) => (worth(each) > worth(most) ? each : most), []).map((each) => each[0]);
  return { unknown, kept: words.filter((word) => best.includes(word)) };
}

/* Words that next to nothing has and no name: what is misspelt here may stand in some text so too. */

async function rareOf(site, words, unknown) {
  const rare = [];
  for (const word of lacking(words.filter((each) => !unknown.includes(each)), site.names.flatMap((each) => each.words))) {
    if ((await havingAll(site, word)).results.length <= site.by.few) rare.push(word);
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

function meantBy(names, words, unknown, rare) {
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
