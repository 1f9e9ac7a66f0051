/* The search of everything: a question comes in, what answers it goes out, the best first. The order is that of `kb search`
   and stands in docs/search.md; its figures (`by`) are in the table of the site, from kb/search/ranking.py, those of slips from kb/lexicon.py.
   The index is Pagefind's, one record a clause, ruling, answer, term and card; it is all read from this site. */

const RANKING = { metaWeights: { title: 1, names: 2 }, pageLength: 0.5, termSimilarity: 3 }; /* Pagefind's own */
const ENDINGS = /^(|s|es|e|ed|d|ings?|y|i|ies|ied|ier|ers?|ors?|est|ly|ness|ments?|(at)?ions?|[ae]nces?|al|ally|able|ability|ible|ful|less|ively?|ity|ities|(.)(ed|ings?|ers?|ations?))$/;
const SHORT_ENDINGS = /^(|s|es|e|ed|d|ings?|ies?|y)$/; /* behind two letters */

let opening = null;

/** The index of a site by the address of its search, opened once: `{ table, find }`. `mending` loads what answers where
    little or nothing has all of a question (search-little.js). */
export function openIndex(root, mending) {
  opening ??= load(root, mending).catch((error) => { opening = null; throw error; });
  return opening;
}

async function load(root, mending) {
  const data = new URL("data/", root).href;
  watchParts(data);
  const [lexis, pagefind] = await Promise.all([lexisOf(root), import(`${data}pagefind.js`)]), { table } = lexis;
  const site = { ...lexis, index: await partsOf(pagefind, data), mending, parts: table.parts, placeOf: placesBy(table) };
  return { table, find: async (question) => {
    if (missed) site.index = await partsOf(pagefind, data);
    const found = await find(site, question);
    if (missed) throw new Error("A part of the index did not come.");
    return asTyped(found, question.words);
  } };
}

/** What a site calls things, and the words of its texts: what may be meant is told from these, also without the index. */
export async function lexisOf(root) {
  const data = new URL("data/", root).href, table = await unpacked(`${data}table.json`);
  const names = table.names.map((spellings) => ({ name: spellings[0], spellings, keys: spellings.map(keyOf), words: spellings.map((each) => ` ${wordsOf(each).join(" ")}`) }));
  const spoken = () => unpacked(`${data}spoken.json`).catch(() => []); /* seldom needed */
  return { table, names, spoken, common: new Set(wordsOf(table.words.common)), by: table.ranking, slips: table.slips };
}

/* What a record is and where it stands, as lists of groups and volumes, and what it lost, by its id: that ends with its number,
   and the table tells of all in their order how many in a row are of one kind. */
function placesBy({ kinds, runs }) {
  const places = runs.flatMap((kind, at) => (at % 2 ? [] : Array(runs[at + 1]).fill(kinds[kind])));
  return (id) => places[Number(id.replace(/^.*_.{7}/, ""))] || [[], [], 0];
}

async function partsOf(pagefind, data) {
  missed = false;
  const index = pagefind.createInstance({ basePath: data, noWorker: true });
  await index.options({ ranking: RANKING });
  return index;
}

/* Pagefind takes a part of the index that does not come for one without words, and never asks for it again: whether one
   was `missed` is seen here, so that nothing is told to be in no text for want of a connection. */

let missed = false;

function watchParts(data) {
  const plain = window.fetch, part = /\.(pf_\w+|pagefind)(\?|$)/;
  window.fetch = async (asked, ...how) => {
    if (typeof asked !== "string" || !part.test(asked) || !new URL(asked, location.href).href.startsWith(data)) return plain.call(window, asked, ...how);
    try {
      const answer = await plain.call(window, asked, ...how), whole = await answer.arrayBuffer();
      missed ||= !answer.ok;
      return new Response(whole, answer);
    } catch (error) {
      missed = true;
      throw error;
    }
  };
}

/* What a file of JSON says, read from its packed copy, a third of it; from itself where that cannot be had or unpacked:
   an old browser, or a server that calls the copy packed, so that it arrives unpacked already. */
async function unpacked(address) {
  if (typeof DecompressionStream === "function") {
    try {
      const stream = (await answerOf(`${address}.packed`)).body.pipeThrough(new DecompressionStream("gzip"));
      return await new Response(stream).json();
    } catch { /* from the file itself, then */ }
  }
  return (await answerOf(address)).json();
}

/* Asked for anew each time: an older copy that a browser kept names things by numbers that the index of today has not. */
async function answerOf(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/* Words and names */

const FOLDS = { "‘": "'", "’": "'", "‐": "-", "‑": "-", ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g; /* as a soft hyphen: they part no word */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’‐‑-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu; /* as kb/text.py has it */
export const fold = (text) => text.replace(UNSEEN, "").normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[‘’‐‑ßæœøłđðþı]/g, (sign) => FOLDS[sign]);
export const wordsOf = (text) => (fold(text).match(WORD) || []).map((word) => word.replace(/'s$|'/g, ""));

function singular(word) {
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (/....ies$|..ies$/.test(word) && word.length > 4) return word.slice(0, -3) + "y";
  return /(ches|shes|xes|zes|sses)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

export function keyOf(name) {
  const words = wordsOf(name.replace(/^(.+), (the|an?)$/i, "$2 $1")).flatMap((word) => word.split("-")).map(singular);
  return (words.length > 1 && /^(the|an?)$/.test(words[0]) ? words.slice(1) : words).join("");
}

/* A key without an ending, for a question that is inflected otherwise than the name. */
const bare = (key) => key.replace(/(ing|ed)$/, "").replace(/(.)\1$/, "$1").replace(/[ey]$/, "");

export function named(names, key) {
  if (!key) return [];
  const at = (wanted) => names.flatMap((each, number) => (each.keys.some(wanted) ? [String(number)] : []));
  const same = at((each) => each === key);
  return same.length || key.length < 4 ? same : at((each) => bare(each) === bare(key));
}

/* The names among the words of a question, the longest first, and those that begin as it is typed. */

function namedAmong({ names, by }, words) {
  const found = [];
  for (let at = 0; at < words.length; at++) {
    for (let end = Math.min(words.length, at + by.longest_name); end > at; end--) {
      const numbers = named(names, keyOf(words.slice(at, end).join(" ")));
      if (!numbers.length) continue;
      found.push(...numbers);
      at = end - 1;
      break;
    }
  }
  return found;
}

/* What a hyphen ties is asked for by its parts too (`tower` for `Under-tower`). */
const parted = (words) => words.replace(/-/g, " ");

function begunBy({ names, by }, words, quoted = false) {
  const start = parted(` ${words.join(" ")}`), asked = quoted ? null : start.trim().split(" ");
  if (start.length <= by.least_begun) return [];
  const found = names.flatMap((each, number) => {
    const begins = each.words.map((name) => behind(by, parted(name), start, asked)).filter((length) => length < Infinity);
    return begins.length ? [[Math.min(...begins), String(number)]] : [];
  });
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, by.most_begun).map((each) => each[1]);
}

/* How far behind the others a name stands that begins so; infinitely where it does not. Of a phrase no `words` are looked for
   apart, and its last is whole. */

function behind(by, name, start, words) {
  const at = words ? name.indexOf(start) : `${name} `.indexOf(`${start} `);
  if (at >= 0 || !words) return at < 0 ? Infinity : name.length + (at ? by.inside : 0);
  return words.every((word) => name.includes(` ${word}`)) ? name.length + by.scattered : Infinity;
}

/* What is said of words says them as they were typed. */

function asTyped(found, question) {
  const typed = new Map((question.normalize("NFC").replace(UNSEEN, "").match(WORD) || []).map((word) => [wordsOf(word)[0], word]));
  const say = (words) => words.map((word) => typed.get(word) || word);
  return { ...found, unknown: say(found.unknown), kept: say(found.kept) };
}

/* Asking. How many stand where is told by a function (`counted`): the panel does not ask. */

export const NOTHING = { hits: [], total: 0, having: 0, without: 0, some: false, counted: () => ({ groups: {}, volumes: {} }), meant: [], unknown: [], kept: [] };

async function find(site, asked) {
  const question = await settled(site, readQuestion(site, asked.words));
  if (!question.words.length) return { ...NOTHING, blank: true }; /* the sign that a phrase begins with is no question yet */
  if (await isShort(site, question.text)) return { ...NOTHING, short: true };
  await reach(site, question.text);
  const begun = await beginning(site, question), { having, lacks } = await wholeAnswers(site, question, begun);
  const little = having.length < site.by.enough || lacks.length || shortened(question.whole, site.slips) ? await site.mending() : null;
  const mended = little ? await little.mend(site, question, having, lacks, (words) => find(site, { ...asked, words })) : {};
  return mended.found || answer(site, asked, question, begun, having, mended);
}

/* The answer to a question: what has all of it, and what has nearly all (`nearly`), where it is narrowed to. */

async function answer(site, asked, question, begun, having, { nearly = [], parts = [question.text], some = false, meant = [] }) {
  const results = [...having, ...nearly], idsOf = idsAmong(site, parts);
  const rank = await ranking(site, question, begun, having, nearly, idsOf), there = results.filter(standing(site, asked));
  return {
    ...NOTHING, hits: inOrder(there, rank), total: there.length, having: there.filter((each) => !each.lacks).length, without: results.length, some, meant,
    counted: () => countedIn(site, asked, results),
  };
}

function inOrder(results, rank) {
  const ranked = results.map((each) => [...rank(each), each]);
  return ranked.sort((a, b) => a[0] - b[0] || b[1] - a[1] || (a[2].id < b[2].id ? -1 : 1)).map((each) => each[2]);
}

/** The letters of a question that is one word in capitals, as names are shortened (`HP`, `SvS`, `HPs`), lower; none where it
    is not. */
export function shortened(asked, slips) {
  const word = asked.replace(/^(\p{Lu}+)s$/u, "$1"), letters = fold(word);
  const fits = /^\p{L}+$/u.test(word) && word.length > 1 && word.length <= slips.initials && word.match(/\p{Lu}/gu)?.length > 1;
  return fits ? letters : "";
}

/* A question: its words, those that tell something, and the text that is asked for. Names are looked for with all words. */

function readQuestion({ common, by }, asked) {
  const whole = asked.replace(/[“”„]/g, '"').trim(), text = tellingOf(whole, common);
  const words = wordsOf(whole).slice(0, by.most_words), telling = wordsOf(text).slice(0, by.most_words);
  const trimmed = words.slice(words.findIndex((word) => !common.has(word)), words.findLastIndex((word) => !common.has(word)) + 1);
  /* What some names are for the words, else for those without what tells nothing at their ends. */
  const either = (namesOf) => { const found = namesOf(words); return found.length || !trimmed.length ? found : namesOf(trimmed); };
  return { whole, text, words, telling, either, typing: !/\s$/.test(asked) };
}

/* A question without the one or two letters of a word that is being typed, if nothing has them as a word: names alone are
   looked for with them first. */

async function settled(site, question) {
  const last = partsIn(question.text).pop() ?? "", less = readQuestion(site, question.whole.slice(0, -last.length));
  if (!question.typing || !less.words.length || last.startsWith('"') || !question.whole.endsWith(last)) return question;
  if (wordsOf(last).join("").length >= site.by.least_begun || (await site.index.search(`"${last}"`)).results.length) return question;
  return { ...less, either: (namesOf) => { const found = question.either(namesOf); return found.length ? found : less.either(namesOf); } };
}

/* Whether a question is one letter that no text has as a word: what begins so stands in most parts of the index. */

async function isShort({ index }, text) {
  return /^[\p{Ll}\p{N}]$/u.test(wordsOf(text).join(" ")) && !(await index.search(`"${text}"`)).results.length;
}

/* Pagefind loads the part of the index where a word would stand, and not the next ones, if words that begin so go on there:
   what is found, and before what, would depend on what was asked before. A sign (`lamp’s`) it takes out of what it is
   asked: a letter behind all signs leads to the part that begins so. */

function reach({ index, parts }, text) {
  const words = wordsOf(text).filter((word) => word.length > 1), stems = words.map((word) => bare(singular(word)));
  const further = parts.filter((part) => stems.some((stem) => part.startsWith(stem))).map((part) => part.replace(/[^\p{L}\p{N}].*/u, "\u4e00"));
  return index.preload([...words, ...further].join(" "));
}

/** The filters that tell under which names something stands: terms and cards, rulings, all else. */
const THING = "thing", RULED = "ruled";
export const NAMED = [THING, RULED, "name"];
const among = (values, name) => (values.length ? { [name]: { any: values } } : {});
/** What stands under any of some names, by their numbers. */
export const called = (numbers, filters) => ({ any: filters.map((name) => among(numbers, name)) });

/* The ids of what stands where some filters say and has any of some texts: to be asked for without a text, all parts of
   the index would be loaded. */
const idsAmong = ({ index }, texts) => async (filters) => {
  const found = await Promise.all(texts.map((text) => index.search(asWords(text), { filters })));
  return new Set(found.flatMap(({ results }) => results.map((each) => each.id)));
};

/* The terms and cards whose names begin as is asked, and the place of each among them. */

async function beginning(site, { text, either }) {
  const bare = text.replace(/^"([^"]*)"$/, "$1"), quoted = bare !== text; /* a phrase alone */
  const numbers = quoted ? begunBy(site, wordsOf(bare), true) : text.includes('"') ? [] : either((words) => begunBy(site, words)), apart = site.by.told_apart, places = new Map(), results = [];
  for (const [at, some] of [...numbers.slice(0, apart).map((each) => [each]), numbers.slice(apart)].entries()) {
    const found = some.length ? await site.index.search(bare, { filters: among(some, THING) }) : { results: [] };
    for (const each of found.results.filter(({ id }) => !places.has(id))) {
      places.set(each.id, at);
      results.push(each);
    }
  }
  return { places, results };
}

/* What has all words or is named as is asked so far, and the words that no text has, as far as that is known. */

async function wholeAnswers(site, question, begun) {
  const { results, doubtful } = await havingAll(site, question.text);
  const lacks = results.length ? await unknownOf(question.telling.filter((word) => doubtful.includes(word)), results[0]) : question.telling;
  if (!begun.results.length) return { having: results, lacks };
  const held = new Set(results.map((each) => each.id));
  return { having: lacks.length ? begun.results : [...results, ...begun.results.filter(({ id }) => !held.has(id))], lacks: [] };
}

/** The parts of a text that have words: phrases and words. */
export const partsIn = (text) => (text.match(/"[^"]*"|[^\s"]+/g) || []).filter((part) => wordsOf(part).length);

/* A text as Pagefind is to be asked for it: of a phrase beside other words it takes each word anyhow. */

const asWords = (text) => (partsIn(text).length > 1 ? text.replace(/"/g, " ") : text);

/** What has all parts of a text: words in any form, phrases as they stand, what a hyphen ties as one word and as its
    parts (`face-down`, `"face down"`). Pagefind takes each word for a beginning; here it is one only where nothing has it
    itself (`doubtful`), and then only of some letters or alone. */
export async function havingAll(site, text) {
  const own = await asItStands(site, text), parts = partsIn(text), otherwise = parts.map(spelledOtherwise);
  if (otherwise.every((part, at) => part === parts[at])) return own;
  const further = (await asItStands(site, otherwise.join(" "))).results, held = new Set(own.results.map(({ id }) => id));
  return { results: [...own.results, ...further.filter(({ id }) => !held.has(id))], doubtful: further.length ? [] : own.doubtful };
}

async function asItStands({ index, by }, text) {
  const parts = partsIn(text), held = [], doubtful = [];
  for (const part of parts) {
    const phrase = part.startsWith('"'), there = (await index.search(phrase ? part : `"${part}"`)).results;
    if (there.length || phrase) held.push(new Set(there.map((each) => each.id)));
    else doubtful.push(...wordsOf(part));
  }
  if (parts.length > 1 && doubtful.some((word) => word.length < by.least_begun)) return { results: [], doubtful };
  const { results } = await index.search(asWords(text));
  return { results: results.filter(({ id }) => held.every((each) => each.has(id))), doubtful };
}

/* A word with a hyphen as a phrase, and a phrase of two words tied: Pagefind takes neither for the other. A letter alone
   would load most parts of the index. */
function spelledOtherwise(part) {
  const words = part.match(WORD), parted = words.flatMap((word) => word.split(/[-‐‑]/));
  if (parted.length === words.length) return part.startsWith('"') && words.length === 2 ? `"${words.join("-")}"` : part;
  return parted.every((word) => word.length > 1) ? `"${parted.join(" ")}"` : part;
}

/* Where a result stands: how many parts it lacks, and its score (docs/search.md). */

async function ranking(site, { words, telling, either }, begun, having, nearly, idsOf) {
  const { by, names, placeOf } = site;
  const namedIn = async (numbers, filters) => (numbers.length ? idsOf(called(numbers, filters)) : new Set());
  const numbers = either((asked) => named(names, keyOf(asked.join(" "))));
  const things = await namedIn(numbers, [THING]), own = await namedIn(numbers, NAMED), under = await namedIn(words.length > 1 ? namedAmong(site, words) : [], [RULED]);
  const { close, apart } = await closeBy(site, telling, having), far = nearly.length ? apart : new Set();
  const score = ({ id, score: earned }) => {
    if (begun.places.has(id) && !things.has(id)) return (own.size ? by.begun_beside : by.begun) - by.step * (begun.places.get(id) + 1);
    const tier = things.has(id) ? by.thing : own.has(id) ? by.ruled : under.has(id) ? by.under : 0;
    return tier + placeOf(id)[2] + (far.has(id) ? 0 : close.get(id) || 0) + earned / (earned + by.half);
  };
  return (each) => [each.lacks || (far.has(each.id) ? 1 : 0), score(each)];
}

/* Whether a result stands where a question is narrowed to. */

const standing = ({ placeOf }, { groups = [], volumes = [] }) => ({ id }) => [groups, volumes].every((chosen, at) => !chosen.length || placeOf(id)[at].some((each) => chosen.includes(each)));

/* How many results there are of each group and in each volume, as they are narrowed by the other. */

function countedIn(site, { groups, volumes }, results) {
  const count = (at, narrowed) => {
    const found = {};
    for (const { id } of results.filter(standing(site, narrowed))) for (const each of site.placeOf(id)[at]) found[each] = (found[each] || 0) + 1;
    return found;
  };
  return { groups: count(0, { volumes }), volumes: count(1, { groups }) };
}

/* A question without the words that tell nothing of what is asked for (`can a`), unless it has no others; a phrase stays
   what it is. Names are still looked for with all its words. */

function tellingOf(text, common) {
  const parts = partsIn(text), left = parts.filter((part) => part.startsWith('"') || !common.has(wordsOf(part).join(" ")));
  return (left.length ? left : parts).join(" ");
}

/* What texts earn that have all words of a question themselves, not in their names alone, and close to one another. */

async function closeBy({ index, by }, words, texts) {
  const asked = [...new Set(words)], places = new Map(texts.map(({ id }) => [id, []])), close = new Map(), apart = new Set();
  if (asked.length < 2) return { close, apart };
  for (const [number, word] of asked.entries()) {
    for (const { id, words: found } of (await index.search(word)).results) { /* as a phrase it would tell one place alone */
      for (const at of places.has(id) ? found : []) places.get(id).push([at, number]);
    }
  }
  for (const [id, found] of places) {
    const between = shortest(found.sort((a, b) => a[0] - b[0]), asked.length) - asked.length;
    if (between === Infinity) continue;
    close.set(id, (by.near.find((each) => between <= each[0]) || [0, by.together])[1]);
    if (between > by.far) apart.add(id);
  }
  return { close, apart };
}

function shortest(places, many) {
  const last = new Map();
  let span = Infinity;
  for (const [at, number] of places) {
    last.set(number, at);
    if (last.size === many) span = Math.min(span, at - Math.min(...last.values()) + 1);
  }
  return span;
}

/* Pagefind leaves out words that no text has, or takes the beginning of one for it. What it finds has all the others,
   so the best answer tells which were meant. */

export async function unknownOf(words, best) {
  const { content, locations, meta } = await best.data();
  const said = content.split(/\s+/), marked = locations.map((at) => said[at] || "");
  return lacking(words, [...marked, meta.title, meta.names || "", meta.typed || ""]);
}

export function lacking(words, texts) {
  const known = wordsOf(texts.join(" ")).flatMap((word) => [word.replace(/-/g, ""), ...word.split("-")]);
  return words.filter((word) => !word.split("-").every((part) => known.some((each) => alike(part, each) || alike(word.replace(/-/g, ""), each))));
}

function alike(asked, found) {
  if (found.startsWith(asked)) return true;
  let same = 0;
  while (same < asked.length && asked[same] === found[same]) same++;
  for (; same > 1; same--) {
    const endings = same > 2 ? ENDINGS : SHORT_ENDINGS;
    if (endings.test(asked.slice(same)) && endings.test(found.slice(same))) return true;
  }
  return false;
}
