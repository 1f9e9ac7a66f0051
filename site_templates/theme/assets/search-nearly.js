/* What has nearly all of a question: it is looked for, and this loaded, only where little has all of it. */

import { ENOUGH, fold, keyOf, LONGEST_NAME, named, PARTS, wordsOf } from "./search-index.js";

/** What has most parts of a question besides what has them all, those that lack one first, until there is enough; words
    that no text has are no parts. With it what else its order and its counts need: `{ nearly, idsOf, withNearly }`. */
export async function lookAround(index, names, text, unknown, having) {
  const nearly = await nearlyBy(index, partsOf(names, text).filter((part) => !unknown.includes(fold(part))), having);
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
  return { nearly, idsOf, withNearly };
}

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
  const held = new Set(having.map((each) => each.id)), found = new Map(), least = Math.floor(parts.length / 2) + 1;
  for (const part of least < parts.length ? parts : []) {
    for (const each of (await index.search(part)).results) {
      if (held.has(each.id)) continue;
      const before = found.get(each.id) || { id: each.id, score: 0, words: [], lacks: parts.length };
      const words = [...before.words, ...each.words]; /* all that it has are marked */
      const data = async () => ({ ...await each.data(), locations: [...words].sort((a, b) => a - b) });
      found.set(each.id, { ...before, score: before.score + each.score, words, lacks: before.lacks - 1, data });
    }
  }
  const nearly = [];
  for (let lacks = 1; lacks <= parts.length - least && held.size + nearly.length < ENOUGH; lacks++) {
    nearly.push(...[...found.values()].filter((each) => each.lacks === lacks));
  }
  return nearly;
}
