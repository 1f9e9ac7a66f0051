/* Finding rulings: the data stand in the form; what is asked stands in the address, so that it can be sent to others.
   Answers are those of the command `rulings`: by term, version, day and kind of play. */
(function () {
  "use strict";
  const form = document.getElementById("kb-find");
  if (!form) return;
  const STATUSES = ["in-force", "undetermined", "not-yet", "ended"], LAST_DAY = "9999-12-31", PAGE = 50, FEW = 3;
  const said = JSON.parse(form.dataset.words), data = JSON.parse(form.dataset.rulings);
  const list = document.getElementById("kb-found"), status = document.getElementById("kb-said");
  const more = document.getElementById("kb-more"), copier = document.getElementById("kb-copy"), copied = copier.nextElementSibling;
  const narrow = document.getElementById("kb-narrow");
  const fields = [...form.elements].filter((each) => each.name);
  const option = (name) => form.elements[name].value.trim();

  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[’']/g, "").replace(/[-‐‑]/g, "");
  const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu; /* with the marks of its letters: vowels are marks in some scripts */
  const split = (text) => fold(text).match(WORD) || [];
  const stem = (word) => (word.length > 3 ? word.replace(/(ies|es|s)$/, "") : word);
  /* What a hyphen ties is one word and its parts: `on-guard` is found as `onguard` and as `on guard`, and asked for so finds
     both. A phrase stands in quotation marks. */
  const parted = (text) => text.replace(/[-‐‑]/g, " ");
  const both = (text) => [text, ...(/\S[-‐‑]\S/.test(text) ? [parted(text)] : [])].map((each) => " " + split(each).join(" ")).join(" ");
  const asWords = (text) => (text.replace(/[“”„]/g, '"').match(/"[^"]+"|[^\s"]+/g) || []).flatMap((each) => {
    const joined = split(each), phrases = [joined, split(parted(each))].map((words) => stem(words.join(" ")));
    return each.startsWith('"') || joined.length === 1 ? (joined.length ? [[...new Set(phrases)]] : []) : joined.map((word) => [stem(word)]);
  });
  const has = (text, words) => words.every((ways) => ways.some((word) => text.includes(" " + word)));
  const names = data.terms.map((each) => both(each[0]));
  const bare = data.texts.map((each) => each.replace(/\n\d+\. /g, " ")); /* numbers of items are none of their words */
  const texts = bare.map((each) => split(each).join(" ")), sought = bare.map(both);
  const spans = data.spans.map(([versions, begins, begun, ends, ended, follows, ground, ending, doubt]) => ({ versions, begins, begun, ends, ended, replaced: follows === 1, ahead: follows === 2, ground, ending, doubt }));
  const listed = (each, versions) => (Array.isArray(each) ? each : versions.map(() => each));
  const wordings = (list) => list.map(([text, mark, head, span]) => {
    const { versions } = spans[span];
    const [words, marks, heads] = [text, mark, head].map((each) => listed(each, versions));
    return { ...spans[span], told: versions.map((version, at) => ({ version, text: words[at], mark: data.marks[marks[at]], terms: data.heads[heads[at]] })) };
  });
  const issues = [...form.elements.version.options];
  const issued = new Map(issues.map((each) => [each.value, each.dataset.day]));
  const versionNames = new Map(issues.map((each) => [each.value, each.textContent]));
  const shelves = [...new Set(issues.slice(1).map((each) => each.parentElement))].map((shelf) => [...shelf.children].map((each) => each.value));
  const documents = new Map([...(form.elements.document?.options || [])].slice(1).map((each, at) => [each.value, shelves[at]])); /* where there are several */
  const rows = data.rows.map(([page, id, fresh, tournament, casual], at) => {
    const address = data.pages[page], name = id.startsWith("-") ? address.split("/").at(-2) + id : id;
    return { address: `${address}#${name}`, called: data.called[page] || {}, against: data.against[at] || [], renamed: data.renamed[at] || [], fresh: data.news[fresh], tournament: wordings(tournament), casual: wordings(casual || tournament) };
  });
  const called = new Set(Object.values(data.called).flatMap((names) => Object.values(names)));
  const offered = [...new Set([...data.terms.map((each) => each[0]), ...called])].sort((a, b) => (a < b ? -1 : 1));
  document.getElementById("kb-terms").append(...offered.map((name) => Object.assign(document.createElement("option"), { value: name })));
  let found = [];

  /* A term in any spelling: its key, else that of a plural or another inflection, by what the stems have in common; else
     what has its letters, whatever marks these have. */

  function keyOf(text) {
    const words = text.normalize("NFC").toLowerCase().replace(/^(.+), (the|an?)$/, "$2 $1").replace(/[‐‑-]/g, " ").replace(/[’']s\b/g, "").replace(/[’']/g, "").match(WORD) || [];
    return (words.length > 1 && /^(the|an?)$/.test(words[0]) ? words.slice(1) : words).join("");
  }

  function inflected(key) {
    const bare = [key, ...["s", "es", "ed", "ing", "d"].filter((end) => key.length > end.length + 2 && key.endsWith(end)).map((end) => key.slice(0, -end.length))];
    return bare.flatMap((each) => [each, each.replace(/(ie|y)$/, "i"), each.replace(/e$/, ""), each.replace(/(.)\1$/, "$1")]);
  }

  const unmarked = (key) => key.normalize("NFKD").replace(/\p{M}/gu, "");

  function termsNamed(asked) {
    const named = (is) => data.terms.flatMap((each, at) => (each.slice(1).some(is) ? [at] : []));
    const key = keyOf(asked), plain = fold(key), near = [...inflected(key), ...inflected(plain)];
    const ways = [(each) => each === key || each === plain, (each) => near.includes(each), (each) => key && unmarked(each) === unmarked(key)];
    return ways.reduce((found, is) => (found.length ? found : named(is)), []);
  }

  /* Whether a ruling holds on a day: the newest wording that has surely begun decides. In the words of a version that
     are other ones it does not yet, or no more. */

  function standing(intervals, day) {
    let perhaps = null;
    for (const each of [...intervals].reverse()) {
      if (day < each.begun) {
        if (!each.begins || day >= each.begins) perhaps = each;
        continue;
      }
      if (!each.ended || each.replaced || (each.ahead && day === LAST_DAY)) return ["in-force", each, perhaps && each.doubt >= 0 ? each.doubt : each.ground];
      if (perhaps) return ["undetermined", each, perhaps.ground];
      if (day >= each.ended && each.ended < LAST_DAY) return ["ended", each, each.ending];
      if (!each.ends || day >= each.ends) return ["undetermined", each, each.ending];
      return ["in-force", each, each.ground];
    }
    return perhaps ? ["undetermined", perhaps, perhaps.ground] : ["not-yet", intervals[0], intervals[0].ground];
  }

  /* A wording as a version has it, else as the newest version issued by a day: the newest of these that states it under
     a term that is asked for, where one does. */

  function toldBy({ versions, told }, asked, meant) {
    if (asked.version) return told[versions.indexOf(asked.version)];
    const read = told.slice(0, 1 + versions.reduce((last, each, at) => (issued.get(each) <= asked.day ? at : last), 0));
    return [...read].reverse().find((each) => each.terms.some(meant)) || read.at(-1);
  }

  /* What is asked, and the rulings that answer it, those in force first; of two versions, what one alone has before what
     both have otherwise. */

  function question(instead = {}) {
    const version = form.elements.version.selectedOptions[0];
    const { term, find } = { term: option("term"), find: option("find"), ...instead }, terms = term ? termsNamed(term) : [];
    const named = new Set(!terms.length ? [] : rows.flatMap((row) => [...row.tournament, ...row.casual].flatMap((each) => each.told))
      .filter((each) => each.terms.some((term) => terms.includes(term))).map((each) => each.version));
    const whole = terms.length ? undefined : [...called].find((name) => keyOf(name) === keyOf(term)); /* on one page of several */
    return {
      words: asWords(find), terms, named, whole, parts: terms.length || whole ? [] : asWords(term),
      version: option("version"), casual: option("play") === "casual",
      day: option("on") || version.dataset.day || LAST_DAY, until: option("on") || LAST_DAY,
      status: option("status"), kind: option("kind"), inside: documents.size ? documents.get(option("document")) : undefined, year: option("year"), since: option("since"),
    };
  }

  /* What a ruling had in a version before it had a wording, null where it had nothing; undefined where that is no change:
     the same words, also unrepeated in that version, and what began and ended later. Beside a version that is asked for
     it is what that one has otherwise, whatever came between. */

  function earlier(intervals, [state], worded, { since, version, day }) {
    const alike = (each) => each.told.some((one) => worded.told.some((other) => texts[one.text] === texts[other.text]));
    const stating = intervals.filter((each) => each.versions.includes(since));
    if (version) return stating.some(alike) ? undefined : stating[0] || null;
    if (!shelves.some((shelf) => shelf.includes(since) && shelf.includes(worded.versions[0]))) return undefined;
    const known = intervals.filter(({ versions: [first] }) => issued.get(first) <= issued.get(since));
    const [then, held] = known.length ? standing(known, issued.get(since)) : ["not-yet"];
    const had = stating[0] || (then === "in-force" || then === "undetermined" ? held : null);
    if (state === "ended") return had || undefined;
    if (state === "not-yet" && issued.get(worded.versions[0]) > day) return undefined;
    return stating.some(alike) || (had && alike(had)) ? undefined : had;
  }

  function answer(row, asked) {
    if (asked.year && !row.fresh.includes(asked.year)) return null;
    const intervals = asked.casual ? row.casual : row.tournament;
    if (asked.inside && !asked.inside.includes(intervals[0].versions[0])) return null;
    const now = standing(intervals, asked.day);
    const worded = asked.version ? intervals.find((each) => each.versions.includes(asked.version)) : now[1];
    const had = worded && asked.since ? earlier(intervals, now, worded, asked) : null;
    if (!worded || had === undefined) return null;
    const told = inWording(row, asked, now, worded);
    if (!told || !asked.since) return told;
    return { ...told, since: sinceOf(had, told, asked.since), lacked: !had, order: told.order * 2 + (asked.version && had ? 1 : 0) };
  }

  /* What a version says instead of the words that are told: that it has none, or its own. */

  function sinceOf(had, { told }, version) {
    if (!had) return said["find.lacked"].replace("{version}", () => versionNames.get(version));
    const then = had.told.find((each) => each.version === version) || [...had.told].reverse().find((each) => issued.get(each.version) <= issued.get(version));
    return texts[then.text] === texts[told.text] ? "" : said["find.had"].replace("{version}", () => versionNames.get(then.version)).replace("{words}", () => data.texts[then.text]);
  }

  /* The newest words before those that hold which have what is asked for, where these have not. */

  function formerly(row, asked) {
    const intervals = asked.casual ? row.casual : row.tournament, now = standing(intervals, asked.day);
    const older = intervals.slice(0, intervals.indexOf(now[1])).reverse();
    return older.map((worded) => inWording(row, asked, now, worded)).find(Boolean) || null;
  }

  /* A ruling in one of its wordings; nothing where that does not answer. */

  function inWording(row, asked, now, worded) {
    const held = now[1];
    const other = worded.told[0].text !== held.told[0].text;
    const [state, , ground] = other ? standing([{ ...worded, replaced: false }], asked.day) : now;
    if (asked.status && state !== asked.status) return null;
    const meant = (each) => asked.whole ? row.called[each] === asked.whole : asked.terms.length ? asked.terms.includes(each) : has(names[each], asked.parts);
    const terms = [...new Set(worded.told.flatMap((each) => each.terms))], told = toldBy(worded, asked, meant);
    const renamed = !asked.version && !asked.named.has(told.version) && row.renamed.some((each) => asked.terms.includes(each));
    if (!(renamed || terms.some(meant)) || (asked.kind && told.mark[0] !== asked.kind)) return null;
    const own = terms.some((each) => has(names[each], asked.words));
    if (!has([sought[told.text], ...terms.map((each) => names[each])].join(" "), asked.words)) return null;
    const against = row.against.some(([versions, since]) => versions.includes(told.version) && since <= asked.until);
    return { row, state, told, ground, against, order: STATUSES.indexOf(state) * 2 + (asked.words.length && own ? 0 : 1) };
  }

  /* What may have been meant, where few rulings or none have all that is asked for: told as the search of everything tells it,
     but only what some ruling has, at any time; and what other texts have is spelt well. */

  async function suggest() {
    const field = option("term") ? "term" : "find", asked = option(field), shown = found;
    if (!asked) return;
    const [{ lexisOf }, { meantAmong }] = await Promise.all([window.kbLoad("search-index"), window.kbLoad("search-little")]);
    const site = await lexisOf(new URL(".", document.querySelector(".seek-door").href));
    const keys = new Set(data.terms.flatMap((each) => each.slice(1))), texts = field === "term" ? names : [...names, ...sought];
    const words = new Set(texts.join(" ").split(" ")), here = (word) => split(parted(word)).every((part) => words.has(part));
    const own = site.names.filter((each) => each.spellings.some((one) => keys.has(keyOf(one))));
    const every = await site.spoken(), spoken = async () => every.filter(here), well = new Set([...every, ...site.names.flatMap((each) => each.words.join(" ").split(" "))]);
    const held = (word) => (well.has(word) ? Infinity : texts.filter((text) => has(text, asWords(word))).length);
    const tell = async (words) => (await meantAmong({ ...site, names: own, spoken }, words, held)).filter((each) => finds(field, each));
    const whole = await tell(asked), parts = whole.length ? [] : await Promise.all(asked.split(/\s+/).map(tell)); /* nothing has all, but some each */
    if (shown === found) offer(field, [...new Set([...whole, ...parts.flat()])].slice(0, site.slips.most));
  }

  function finds(field, value) {
    const asked = { ...question({ [field]: value }), version: "", status: "", kind: "", year: "", since: "", day: LAST_DAY };
    return rows.some((row) => answer(row, asked) || formerly(row, asked));
  }

  function offer(field, values) {
    const [before, after] = said["find.meant"].split("{values}"), whole = document.createElement("span");
    whole.className = "meant";
    values.forEach((value, at) => {
      const button = counted(value, () => { form.elements[field].value = value; form.elements[field].focus(); ask(); });
      whole.append(at ? ", " : ` ${before}`, button, at < values.length - 1 ? "" : after);
    });
    status.append(whole);
  }

  /* A text with its days as people say them. */

  function dated(text) {
    return text.split(/\b(\d{4}-\d\d-\d\d)\b/).map((part, at) => {
      if (at % 2 === 0) return part;
      const [year, month, day] = part.split("-").map(Number), time = document.createElement("time");
      const values = { year, month: said.months.split(" ")[month - 1], day };
      time.dateTime = part;
      time.textContent = said["date.day"].replace(/\{(\w+)\}/g, (_, name) => values[name]);
      return time;
    });
  }

  /* What a ruling is called: its term, with the one above it where several headings share that. */
  const calledOf = ({ row, told: { terms: [term] } }) => row.called[term] || data.terms[term][0];
  const groundOf = ({ ground }) => (data.grounds[ground] || "").replace(/^./, (letter) => letter.toUpperCase());
  const authorityOf = ({ told: { mark: [, authority, tournaments] } }) => authority + (tournaments ? ", " + said[tournaments > 1 ? "find.differs" : "find.own"] : "");

  function show(from, to = from + PAGE) {
    for (const each of found.slice(from, to)) {
      const { row, state, told } = each;
      const item = document.createElement("li"), link = document.createElement("a"), force = document.createElement("strong");
      const head = document.createElement("p"), text = document.createElement("p"), foot = document.createElement("p");
      item.className = "ruling";
      head.className = foot.className = "meta";
      force.className = "force " + state;
      force.textContent = said[state];
      link.href = row.address;
      link.textContent = calledOf(each);
      link.setAttribute("aria-label", window.kbCalled(link.textContent, data.texts[told.text]));
      head.append(link, `\u00a0· ${authorityOf(each)}\u00a0· `, force);
      if (each.against) head.append("\u00a0· ", Object.assign(document.createElement("a"), { className: "opposed", href: row.address, textContent: said["rulings.against"], ariaLabel: window.kbCalled(said["rulings.against"], data.texts[told.text]) }));
      text.textContent = data.texts[told.text];
      foot.append(...dated(groundOf(each)));
      if ("english" in document.getElementById("kb-found").dataset) foot.lang = "en";
      item.append(head, text);
      if (each.since) item.append(Object.assign(document.createElement("p"), { className: "meta", textContent: each.since }));
      item.append(foot);
      list.append(item);
    }
    const rest = found.length - list.children.length;
    more.hidden = rest <= 0;
    more.textContent = said["find.more"].replace("{n}", Math.min(rest, PAGE));
  }

  /* The list in plain words, to be kept or sent: what was asked, and each ruling with its citation and its address. */

  function inWords() {
    const asked = fields.filter((each) => each.value.trim() || each.name === "play").map((each) => {
      const value = each.options ? each.selectedOptions[0].textContent : each.parentElement.dataset.day || each.value.trim();
      return `${each.parentElement.firstChild.data.trim()}: ${value}`;
    });
    const told = found.map((each) => {
      const { row, state, told } = each, term = calledOf(each), ground = dated(groundOf(each)).map((part) => part.textContent ?? part).join("");
      const cited = said["cite.listed"].replace("{version}", () => versionNames.get(told.version)).replace("{term}", () => term);
      return [`${cited}\u00a0· ${authorityOf(each)}\u00a0· ${said[state]}${each.against ? `\u00a0· ${said["rulings.against"]}` : ""}`, data.texts[told.text], each.since, ground, new URL(row.address, location.href).href].filter(Boolean).join("\n");
    });
    const counted = status.cloneNode(true);
    counted.querySelector(".meant")?.remove();
    return [[document.title, ...asked, counted.textContent.trim(), location.href].join("\n"), ...told].join("\n\n").replaceAll("\u2060", "") + "\n"; /* what keeps a line whole is of no use there */
  }

  /* Where the clipboard is closed the list is selected instead. */
  async function copyList() {
    try {
      await navigator.clipboard.writeText(inWords());
      copied.textContent = said["find.copied"];
    } catch {
      show(list.children.length, found.length);
      getSelection().selectAllChildren(list);
      copied.textContent = said["cite.by-hand"];
    }
  }

  /* How many there are, and of each status; where there are several the count of one narrows to it. */

  function tell(older) {
    const others = !found.length && option("status") && hasAny({ status: "" }); /* of another status than is asked for */
    status.textContent = found.length || others ? said[older ? "find.older" : "find.count"].replace("{n}", window.kbCount(found.length)) : said["find.none"];
    if (!found.length && unchanged()) status.textContent = said["find.same"].replace("{version}", () => versionNames.get(option("since")));
    else if (!found.length) {
      if (option("status")) tellWhen();
      tellDoubtful();
      if (others) return;
      return void suggest().catch(() => {}); /* without a connection nothing is offered */
    }
    if (found.length && found.length <= FEW) suggest().catch(() => {});
    if (!found.length || older) return;
    const counts = STATUSES.map((each) => [each, found.filter((one) => one.state === each).length]).filter((each) => each[1]);
    for (const [state, count] of counts) {
      const words = `${said[state]}:\u00a0${window.kbCount(count)}`;
      beside(counts.length > 1 ? counted(words, () => narrowTo(state)) : words);
    }
    tellWhen();
    tellDoubtful();
    tellGone();
  }

  /* Who asks for one status alone is told how many rulings may have it, for all that is known. */

  function tellDoubtful() {
    const status = "undetermined", asked = option("status");
    if (!asked || asked === status) return;
    const wanted = { ...question(), status }, count = rows.filter((row) => answer(row, wanted)).length;
    if (count) beside(counted(said["find.besides"].replace("{n}", window.kbCount(count)), () => narrowTo(status)));
  }

  /* What a version has otherwise than another is half of what parts them: what that one alone has is told besides. */

  function tellGone() {
    const [version, since] = [option("version"), option("since")];
    if (!version || !shelves.some((shelf) => shelf.includes(version) && shelf.includes(since))) return;
    const turned = { ...question(), version: since, since: version, day: option("on") || issued.get(since) };
    const count = rows.filter((row) => answer(row, turned)?.lacked).length;
    if (count) beside(counted(said["find.only"].replace("{version}", () => versionNames.get(since)).replace("{n}", window.kbCount(count)), () => {
      [form.elements.version.value, form.elements.since.value] = [since, version];
      ask();
      form.elements.version.focus();
    }));
  }

  /* What is told besides, parted by a dot that only shows within a line (find.css). */

  const part = (...what) => {
    const whole = Object.assign(document.createElement("span"), { className: "whole" });
    whole.append(...what);
    return whole;
  };
  function beside(what) {
    const first = status.firstChild, dot = Object.assign(document.createElement("span"), { className: "parting", textContent: "· " });
    if (first.nodeType === Node.TEXT_NODE) first.replaceWith(part(first.data));
    status.append(" ", part(dot, what));
  }

  const hasAny = (instead) => { const rest = { ...question(), ...instead }; return rows.some((row) => answer(row, rest)); };

  /* When a status is that of: the version that it is told as of, where no day is asked for; else the newest then. */
  function tellWhen() {
    if (!option("on")) tellVersions("find.as-of", asOf());
    else if (!option("version")) tellVersions("find.newest", newestOn(option("on")));
  }
  const asOf = () => (option("version") ? [versionNames.get(option("version"))] : []);

  /* What is to be known of a count besides, of some versions. */

  function tellVersions(key, versions) {
    if (versions.length) beside(said[key].replace("{versions}", () => versions.join(", ")));
  }

  /* Whether a term has rulings, none of which changed since the version that is asked for; on a day before that one was
     out nobody can tell. */

  function unchanged() {
    const since = option("since");
    return since && (option("on") || LAST_DAY) >= issued.get(since) && hasAny({ since: "" });
  }

  /* The newest version of each compendium on a day; the options name the newest first. */

  function newestOn(day) {
    const shelves = new Set([...form.elements.version.options].map((each) => each.parentElement));
    return [...shelves].flatMap((shelf) => [...shelf.children].find((each) => each.dataset.day <= day)?.textContent ?? []);
  }

  function counted(words, does) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "count", textContent: words });
    button.addEventListener("click", does);
    return button;
  }

  function narrowTo(state) {
    const field = form.elements.status;
    field.value = state;
    ask();
    field.focus();
    /* On small screens the facets unfold at that: what is found stays in sight. */
    if (status.getBoundingClientRect().bottom > window.innerHeight * 0.75) narrow.scrollIntoView();
  }

  /* On small screens the facets are folded, so that what is found stands in sight of who asks; none that is chosen is. */
  function unfold(open) {
    form.classList.toggle("narrow", open);
    narrow.setAttribute("aria-expanded", open);
  }

  function ask() {
    if (fields.some((each) => each.matches("#kb-facets *") && each.value)) unfold(true);
    const asked = fields.filter((each) => each.value.trim()).map((each) => [each.name, each.value.trim()]);
    const query = new URLSearchParams(asked).toString();
    history.replaceState(null, "", query ? "?" + query : location.pathname);
    /* Safari sets the fields that it shall not complete back to this when it shows a page again that it kept. */
    for (const each of fields) if (each.autocomplete === "off") each.defaultValue = each.value;
    for (const each of fields) each.parentElement.classList.toggle("unasked", !each.value.trim() && each.name !== "play");
    const day = form.elements.on, told = dated(day.value)[1];
    if (told) day.parentElement.dataset.day = told.textContent; else delete day.parentElement.dataset.day;
    list.replaceChildren();
    more.hidden = copier.parentElement.hidden = true;
    copied.textContent = status.textContent = "";
    found = [];
    if (!asked.length) return;
    const wanted = question();
    found = rows.map((row) => answer(row, wanted)).filter(Boolean).sort((a, b) => a.order - b.order);
    const older = !found.length && wanted.words.length && !wanted.version && !wanted.year && !wanted.since;
    if (older) found = rows.map((row) => formerly(row, wanted)).filter(Boolean).sort((a, b) => a.order - b.order);
    tell(older);
    show(0);
    copier.parentElement.hidden = !found.length;
  }

  /* What the address asks for goes into the fields; what they don't take (a day there never was, a version that the site
     has no more) is given back. */
  function takes(field, value) {
    if (field.options) return [...field.options].some((each) => each.value === value);
    return field.type !== "date" || !value || new Date(value).toJSON()?.slice(0, 10) === value;
  }

  const refused = [...new URLSearchParams(location.search)].flatMap(([name, value]) => {
    const unlike = name === "year" && value.match(/^unlike:(.*)/); /* as addresses had it before there was a field */
    const field = fields.find((each) => each.name === (unlike ? "since" : name)), told = unlike ? unlike[1] : value;
    if (!field || !takes(field, told)) return [field ? told : value ? `${name}=${value}` : name];
    field.value = told;
    return [];
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.addEventListener("input", ask);
  copier.addEventListener("click", copyList);
  narrow.addEventListener("click", () => unfold(!form.classList.contains("narrow")));
  more.addEventListener("click", () => {
    const at = list.children.length;
    show(at);
    list.children[at].querySelector("a").focus();
  });
  /* Paper has no buttons: a list is printed whole. */
  window.addEventListener("beforeprint", () => { if (!more.hidden) show(list.children.length, found.length); });

  /* Who comes back from a ruling finds as many of them, and the place. */
  list.addEventListener("click", () => history.replaceState({ shown: list.children.length, at: scrollY }, ""));
  const before = history.state;
  ask();
  if (refused.length) status.prepend(said["find.refused"].replace("{values}", refused.join(", ")) + " ");
  if (before) {
    show(list.children.length, before.shown);
    scrollTo(0, before.at);
  }
})();
