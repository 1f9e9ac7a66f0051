/* The search of everything: a question comes in, what answers it goes out, the best first, in the order of `kb search`:
   the thing that is asked for, the rulings under it, what is named so far as it is typed, then what has the words, close
   together first, then, where that is little, what has most of them, or some where nothing has most. Words that tell nothing of what is asked for
   (`can a`) are left out.
   The index is Pagefind's, one record a clause, ruling, answer, term and card; it is all read from this site. */

const HALF = 10; /* the score of words alone that counts half of what words can earn */
const TOGETHER = 0.1, CLOSE = 0.2, WITHIN = 8; /* what a text earns that has all words itself, or has them so close */
const FAR = 40; /* a text that has them farther apart stands among those that lack one */
const WEIGHTS = [[["ended"], -0.5], [["former", "text", "other", "answer"], -0.25]];
const RANKING = { metaWeights: { title: 1, names: 2 }, pageLength: 0.5, termSimilarity: 3 };
export const ENOUGH = 8; /* where fewer have all words, what has most follows */
export const FEW = 3; /* where no more have them, something else may have been meant */
export const LONGEST_NAME = 5;
const MANY = 60, TOLD_APART = 12, MOST_WORDS = 24;
export const PARTS = /"[^"]*"|[^\s"]+/g;
const ENDINGS = /^(|s|es|e|ed|d|ings?|y|i|ies|ied|ier|ers?|ors?|est|ly|ness|ments?|(at)?ions?|[ae]nces?|al|ally|able|ability|ible|ful|less|ively?|ity|ities|(.)(ed|ings?|ers?|ations?))$/;

let opening = null;

/** The index of a site by the address of its search, opened once: `{ table, find }`. */
export function openIndex(root) {
  opening ??= load(root).catch((error) => { opening = null; throw error; });
  return opening;
}

async function load(root) {
  const data = new URL("data/", root).href;
  const [table, pagefind] = await Promise.all([unpacked(`${data}table.json`), import(`${data}pagefind.js`)]);
  const index = pagefind.createInstance({ basePath: data, noWorker: true });
  await index.options({ ranking: RANKING });
  const names = table.names.map((spellings) => ({ name: spellings[0], keys: spellings.map(keyOf), words: spellings.map((each) => ` ${wordsOf(each).join(" ")}`) }));
  const groups = table.groups.map((each) => each[0]);
  const common = new Set(wordsOf(table.words.common));
  return { table, find: async (question) => asTyped(await find(index, names, groups, common, question), question.words) };
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

async function answerOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/* Words and names */

export const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[‘’]/g, "'").replace(/[‐‑]/g, "-");
export const wordsOf = (text) => (fold(text).match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) || []).map((word) => word.replace(/'s$|'/g, ""));

export function singular(word) {
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

function namedAmong(names, words) {
  const found = [];
  for (let at = 0; at < words.length; at++) {
    for (let end = Math.min(words.length, at + LONGEST_NAME); end > at; end--) {
      const numbers = named(names, keyOf(words.slice(at, end).join(" ")));
      if (!numbers.length) continue;
      found.push(...numbers);
      at = end - 1;
      break;
    }
  }
  return found;
}

function begunBy(names, words) {
  const start = ` ${words.join(" ")}`;
  if (start.length < 4) return [];
  const found = names.flatMap((each, number) => {
    const begins = each.words.filter((name) => name.includes(start)).map((name) => (name.startsWith(start) ? 0 : 100) + name.length);
    return begins.length ? [[Math.min(...begins), String(number)]] : [];
  });
  return found.length <= MANY ? found.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((each) => each[1]) : [];
}

/* What is said of words says them as they were typed. */

function asTyped(found, question) {
  const typed = new Map((question.normalize("NFC").match(/[\p{L}\p{N}]+(?:['’‐‑-][\p{L}\p{N}]+)*/gu) || []).map((word) => [wordsOf(word)[0], word]));
  const say = (words) => words.map((word) => typed.get(word) || word);
  return { ...found, unknown: say(found.unknown), kept: say(found.kept) };
}

/* Asking: what is narrowed by, and the order. How many stand where (`counted`) is told apart: the lists of all places are
   no small part of the index, and the first results do not need them. */

async function find(index, names, all, common, asked) {
  const { groups = [], volumes = [] } = asked, whole = asked.words.replace(/[“”„]/g, '"').trim(), text = tellingOf(whole, common);
  const words = wordsOf(whole).slice(0, MOST_WORDS), telling = wordsOf(text).slice(0, MOST_WORDS);
  const nothing = { hits: [], total: 0, without: 0, counted: async () => ({ groups: {}, volumes: {} }), meant: [], unknown: [], kept: [] };
  if (!words.length) return nothing;
  const { counts, phrases, search } = await searchOf(index, text);
  const among = (values, name) => (values.length ? { [name]: { any: values } } : {});
  const every = await search(among(all, "group")); /* so that the list of groups is read, by which results are ranked, and no other yet */
  const lacks = every.results.length ? await unknownOf(telling, every.results[0]) : telling;
  const little = every.results.length < ENOUGH || lacks.length ? await import("./search-little.js") : null;
  const less = every.results.length ? null : await little.lessOf(index, names, telling), unknown = less ? less.unknown : lacks;
  const left = unknown.length ? little.withoutWords(text, unknown) : text;
  if (left && left !== text) { /* what has the other words: Pagefind took the beginning of one that no text has for it */
    const found = await find(index, names, all, common, { ...asked, words: left });
    const rare = await little.rareOf(index, names, telling, unknown);
    return { ...found, unknown: [...unknown, ...found.unknown], meant: little.meantBy(names, words, unknown, rare) };
  }
  const few = every.results.length < ENOUGH && !unknown.length;
  const { idsOf, withNearly, nearly, some } = few ? await little.lookAround(index, names, text, every.results) : { nearly: [], some: false };
  if (every.results.length + nearly.length === 0 || unknown.length === telling.length) {
    const there = await little.ruled(index, names, whole);
    if (there.length) return { ...nothing, hits: there, total: there.length, without: there.length };
    const kept = less ? less.kept : [], again = kept.join(" "), found = again && again !== text ? await find(index, names, all, common, { ...asked, words: again }) : nothing;
    const wanting = phrases || kept.length + unknown.length < telling.length;
    const rare = await little.rareOf(index, names, telling, unknown);
    return { ...found, unknown, kept: wanting ? kept : [], meant: little.meantBy(names, words, unknown, rare) };
  }

  const chosen = { ...among(groups, "group"), ...among(volumes, "in") }, narrows = groups.length + volumes.length > 0;
  const narrowed = narrows ? await search(chosen) : every;
  const inside = nearly.length && narrows ? await idsOf(chosen) : null, near = inside ? nearly.filter((each) => inside.has(each.id)) : nearly;
  const counted = async () => {
    const there = await index.filters(), count = async (name, filters) => {
      const whole = await counts(name, there, filters);
      return nearly.length ? withNearly(whole, name, Object.keys(there[name] || {}), filters) : whole;
    };
    return { groups: await count("group", among(volumes, "in")), volumes: await count("in", among(groups, "group")) };
  };
  const ids = nearly.length ? idsOf : async (filters) => new Set((await search(filters)).results.map((each) => each.id));
  const named_ = async (numbers) => (numbers.length ? ids({ name: { any: numbers } }) : new Set());
  const trimmed = words.slice(words.findIndex((word) => !common.has(word)), words.findLastIndex((word) => !common.has(word)) + 1);
  const either = (namesOf) => { const found = namesOf(words); return found.length || !trimmed.length ? found : namesOf(trimmed); };
  const own = await named_(either((asked_) => named(names, keyOf(asked_.join(" ")))));
  const begun = await rankedBy(begunBy(names, words), (numbers) => named_(numbers));
  const parts = words.length > 1 ? await named_(namedAmong(names, words)) : new Set();
  const things = own.size || begun.size ? await ids(among(["term", "card"], "group")) : new Set();
  const rulings = parts.size ? await ids(among(["ruling"], "group")) : new Set();
  const { close, apart } = await closeBy(index, telling, every.results), lacksOf = (each) => each.lacks || (nearly.length && apart.has(each.id) ? 1 : 0);
  if (nearly.length) apart.forEach((id) => close.delete(id));
  const weights = [];
  for (const [values, weight] of WEIGHTS) {
    const there = values.filter((each) => (nearly.length ? all.includes(each) : every.filters.group?.[each]));
    if (there.length) weights.push([await ids(among(there, "group")), weight]);
  }
  const rank = ({ id, score }) => {
    if (begun.has(id) && things.has(id) && !own.has(id)) return 3 - (begun.get(id) + 1) / 1000;
    const tier = own.has(id) ? (things.has(id) ? 3 : 2) : parts.has(id) && rulings.has(id) ? 1 : 0;
    return tier + score / (score + HALF) + (close.get(id) || 0) + weights.reduce((sum, [held, weight]) => sum + (held.has(id) ? weight : 0), 0);
  };
  const ranked = [...narrowed.results, ...near].map((each) => [lacksOf(each), rank(each), each]);
  const hits = ranked.sort((a, b) => a[0] - b[0] || b[1] - a[1] || (a[2].id < b[2].id ? -1 : 1)).map((each) => each[2]);
  const rare = every.results.length > FEW ? [] : await little.rareOf(index, names, telling, unknown);
  const having = narrowed.results.length, without = every.results.length + nearly.length;
  return { counted, hits, total: hits.length, having, some, without, unknown, meant: unknown.length + rare.length ? little.meantBy(names, words, unknown, rare) : [], kept: [] };
}

/* A question without the words that tell nothing of what is asked for (`can a`), unless it has no others; a phrase stays
   what it is. Names are still looked for with all its words. */

function tellingOf(text, common) {
  const parts = text.match(PARTS) || [], left = parts.filter((part) => part.startsWith('"') || !common.has(wordsOf(part).join(" ")));
  return (left.some((part) => wordsOf(part).length) ? left : parts).join(" ");
}

/* What has the words of a question: of a phrase beside other words, Pagefind only asks for each of its words. */

async function searchOf(index, text) {
  const parts = text.match(PARTS) || [], phrases = parts.filter((part) => part.startsWith('"') && wordsOf(part).length);
  const asked = parts.length > 1 ? text.replace(/"/g, " ") : text, held = [];
  if (parts.length > 1) for (const phrase of phrases) held.push(new Set((await index.search(phrase)).results.map((each) => each.id)));
  const search = async (filters) => {
    const found = await index.search(asked, { filters });
    return held.length ? { ...found, results: found.results.filter(({ id }) => held.every((each) => each.has(id))) } : found;
  };
  const counts = async (name, there, filters) => {
    if (!held.length) return (await search(filters)).filters[name] || {};
    const found = {};
    for (const value of Object.keys(there[name] || {})) found[value] = (await search({ ...filters, [name]: { any: [value] } })).results.length;
    return found;
  };
  return { counts, phrases: phrases.length, search };
}

/* What texts earn that have all words of a question themselves, not in their names alone, and close to one another. */

async function closeBy(index, words, texts) {
  const asked = [...new Set(words)], places = new Map(texts.map(({ id }) => [id, []])), close = new Map(), apart = new Set();
  if (asked.length < 2) return { close, apart };
  for (const [number, word] of asked.entries()) {
    for (const { id, words: found } of (await index.search(word)).results) {
      for (const at of places.has(id) ? found : []) places.get(id).push([at, number]);
    }
  }
  for (const [id, found] of places) {
    const span = shortest(found.sort((a, b) => a[0] - b[0]), asked.length);
    if (span < Infinity) close.set(id, span - asked.length <= WITHIN ? CLOSE : TOGETHER);
    if (span < Infinity && span - asked.length > FAR) apart.add(id);
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

/* The place in the order of what names begin as it is typed: the shortest first. */

async function rankedBy(numbers, named_) {
  const places = new Map();
  for (const [at, group] of [...numbers.slice(0, TOLD_APART).map((each) => [each]), numbers.slice(TOLD_APART)].entries()) {
    for (const id of await named_(group)) if (!places.has(id)) places.set(id, at);
  }
  return places;
}

/* Pagefind leaves out words that no text has, or takes the beginning of one for it. What it finds has all the others,
   so the best answer tells which were meant. */

export async function unknownOf(words, best) {
  const { content, locations, meta } = await best.data();
  const said = content.split(/\s+/), marked = locations.map((at) => said[at] || "");
  return lacking(words, [...marked, meta.title, meta.names || ""]);
}

export function lacking(words, texts) {
  const known = wordsOf(texts.join(" ")).flatMap((word) => [word.replace(/-/g, ""), ...word.split("-")]);
  return words.filter((word) => !word.split("-").every((part) => known.some((each) => alike(part, each) || alike(word.replace(/-/g, ""), each))));
}

function alike(asked, found) {
  if (found.startsWith(asked)) return true;
  let same = 0;
  while (same < asked.length && asked[same] === found[same]) same++;
  for (; same > 1; same--) if (ENDINGS.test(asked.slice(same)) && ENDINGS.test(found.slice(same))) return true;
  return false;
}
