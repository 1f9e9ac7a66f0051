/* Where little or nothing has all of a question: what has most of it, what the other words are, what may have been meant.
   It is loaded only then. */

import { called, fold, havingAll, keyOf, lacking, named, NAMED, NOTHING, partsIn, shortened, unknownOf, wordsOf } from "./search-index.js";

/** What a question gets that little or nothing has whole: `{ found }`, the answer to fewer of its words (`ask`), or what
    has most parts, or some (`{ nearly, parts, some }`), and what may have been meant. */
export async function mend(site, { whole, text, words, telling }, having, lacks, ask) {
  const less = having.length ? null : await lessOf(site, telling), unknown = less ? less.unknown : lacks;
  const rare = having.length > site.by.few ? [] : await rareOf(site, telling, unknown);
  const stood = stoodFor(site, whole), meant = [...new Set([...stood, ...await meantBy(site, words, unknown, rare)])].slice(0, site.slips.most);
  const left = withoutWords(text, unknown);
  if (left && unknown.length && left !== text) { /* Pagefind took the beginning of a word that no text has for it */
    const found = await ask(withoutWords(whole, unknown));
    return { found: { ...found, unknown: [...unknown, ...found.unknown], meant } };
  }
  const around = having.length < site.by.enough && !unknown.length ? await lookAround(site, text, having) : { nearly: [] };
  if (having.length + around.nearly.length && unknown.length < telling.length) return { ...around, meant };
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
  const { results } = await index.search(null, { filters: called(numbers, NAMED) });
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

/* Words that next to nothing has and no name: what is misspelt here may stand in some text so too. A form of a name's word
   has what that word has: Pagefind takes both for one. */

async function rareOf(site, words, unknown) {
  const rare = [], ofNames = new Set(site.names.flatMap((each) => each.words.flatMap((spelling) => spelling.trim().split(" "))));
  const having = async (word) => (await havingAll(site, word)).results.map((each) => each.id).sort().join(" ");
  const isForm = async (word, name) => name.startsWith(word) || (!lacking([word], [name]).length && await having(word) === await having(name));
  for (const word of words.filter((each) => !unknown.includes(each))) {
    if ((await havingAll(site, word)).results.length > site.by.few) continue;
    const forms = await Promise.all([...ofNames].map((name) => isForm(word, name)));
    if (!forms.includes(true)) rare.push(word);
  }
  return rare;
}

/* What may have been meant: of names and of the question mended what is the fewest slips away (docs/search.md, as
   kb/search/_meant.py has it). A slip is a letter put in, left out or mistaken, or two that changed places. */

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

const mostOff = (word, slips) => (word.length < slips.short ? 1 : 2);
const byNumbers = (a, b) => { const at = a.findIndex((each, place) => each !== b[place]); return at < 0 ? 0 : a[at] - b[at]; };

/* The names of candidates (key and name) that are some slips away, each with its slips, the fewest first. */

function near(wanted, candidates, slips, most = mostOff(wanted, slips)) {
  if (wanted.length < slips.least) return [];
  const best = new Map();
  for (const [key, name] of candidates) {
    const off = distance(key, wanted, most);
    if (off <= most && off < (best.get(name) ?? Infinity)) best.set(name, [off, key]);
  }
  return [...best].sort(([, a], [, b]) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)).map(([name, [off]]) => [off, name]);
}

/** The names of candidates (key and name) that may have been meant: those the fewest slips away, by the figures of slips. */
export function nearest(wanted, candidates, slips) {
  const found = near(wanted, candidates, slips);
  return found.filter(([off]) => off === found[0][0]).map((each) => each[1]).slice(0, slips.most);
}

/* The words that a misspelt one may stand for, each with its slips: those of names, and those of many texts one slip
   away; the likeliest first. */

function mendings(word, ofNames, spoken, slips, some) {
  if (ofNames.includes(word)) return [];
  const asked = keyOf(word), most = some ? 1 : mostOff(asked, slips), found = [];
  const words = [...ofNames.filter((each) => each.length >= slips.offered), ...spoken], named_ = words.length - spoken.length;
  if (asked.length < slips.least) return [];
  words.forEach((each, at) => {
    const off = distance(keyOf(each), asked, at < named_ ? most : 1);
    if (off <= (at < named_ ? most : 1)) found.push([off, distance(each, word, word.length), each[0] === word[0] ? 0 : 1, at]);
  });
  found.sort(byNumbers);
  const first = new Map();
  for (const [off, , , at] of found.filter((each) => each[0] === found[0][0])) {
    if (!first.has(keyOf(words[at]))) first.set(keyOf(words[at]), [off, words[at]]);
  }
  return [...first.values()];
}

/* The names of whose words a question in capitals has the first letters, of all or of those that tell something; the former
   first. None where something is called so. */

function stoodFor({ names, common, slips }, asked) {
  const letters = shortened(asked, slips), found = new Map();
  for (const each of letters && !named(names, keyOf(asked)).length ? names : []) {
    for (const words of each.words) {
      const parts = words.trim().split(/[ -]+/), telling = parts.filter((word) => !common.has(word));
      const some = [parts, telling].filter((list) => list.length > 1 && list.map((word) => [...word][0]).join("") === letters);
      if (some.length) found.set(each.name, found.get(each.name) || some[0] === parts);
    }
  }
  const sorted = [...found].map(([name, whole]) => [whole ? 0 : 1, fold(name), name]);
  return sorted.sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)).map((each) => each[2]);
}

/** What may have been meant by a question to some texts, of which `held` tells how many have a word: names and words of the
    site (`lexisOf`), the likeliest first. */
export async function meantAmong(site, asked, held) {
  const words = wordsOf(asked), unknown = words.filter((word) => !held(word));
  const rare = lacking(words.filter(held), site.names.flatMap((each) => each.words)).filter((word) => held(word) <= site.by.few);
  return [...new Set([...stoodFor(site, asked), ...await meantBy(site, words, unknown, rare)])];
}

async function meantBy({ names, spoken, slips }, words, unknown, rare) {
  if (!unknown.length && !rare.length) return [];
  const asked = keyOf(words.join(" ")), pairs = names.flatMap((each) => each.keys.map((key) => [key, each.name]));
  const own = new Set(pairs.filter(([key]) => key === asked).map((each) => each[1]));
  if (own.size) return unknown.length ? [...own].slice(0, slips.most) : []; /* typed in one word (`crf15`) */
  const found = near(asked, pairs.filter(([, name]) => !own.has(name)), slips, rare.length && !unknown.length ? 1 : undefined), mended = [];
  const ofNames = [...new Set(names.flatMap((each) => each.words.flatMap((spelling) => spelling.trim().split(" "))))], texts = await spoken();
  const others = new Map([...unknown, ...rare].map((word) => [word, mendings(word, ofNames, texts, slips, rare.includes(word))]).filter((each) => each[1].length));
  for (const at of [0, 1]) {
    const changed = words.map((word) => { const some = others.get(word); return some ? some[Math.min(at, some.length - 1)] : [0, word]; });
    const off = changed.reduce((sum, each) => sum + each[0], 0);
    const question = changed.map((each) => each[1]).join(" ");
    if (off && !pairs.some(([key, name]) => key === keyOf(question) && found.some((each) => each[1] === name))) mended.push([off, question]);
  }
  const fewest = Math.min(...[...found, ...mended].map((each) => each[0]));
  if (words.length < 2 || !found.some(([off]) => off === fewest)) found.push(...mended); /* names alone, for several words */
  const told = new Map(), first = (text) => (fold(text)[0] === words[0][0] ? 0 : 1);
  for (const [, text] of found.filter(([off]) => off === fewest).sort((a, b) => first(a[1]) - first(b[1]))) {
    if (!told.has(keyOf(text))) told.set(keyOf(text), text);
  }
  return [...told.values()].slice(0, slips.most);
}
