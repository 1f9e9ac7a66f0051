"""The text of a footnote: its pieces come in; what it quotes and what it names go out.

An editor writes the words of his source and then where they stand: `Quotation. See Ledger 4, Rulings by Term,
[Agent](address).` Either part may be missing, links may be several, and the citation may stand in brackets,
after a dash, or before the quotation.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from kb.citations.calling import (
    NOTHING_KNOWN,
    Known,
    each_place,
    end_of_name,
    ends_of_citation,
    find_told,
    finds_citation,
    is_place,
    part_works,
)
from kb.citations.flat import SITE, Flat, flatten
from kb.citations.leading import (
    MARKED,
    QUOTED,
    REMARK,
    end_of_quotation,
    find_lead,
    is_quoted,
    led_by_work,
    without_verb,
)
from kb.citations.naming import (
    NAMED_WORK,
    SEPARATORS,
    SIGNAL,
    Mention,
    is_common,
    read_mention,
    read_noted,
    split_works,
    with_tail,
)
from kb.citations.noting import FURTHER, OPENS_NOTE, read_note_named
from kb.citations.noting import QUOTED as IN_MARKS
from kb.citations.versions import DENIED
from kb.model import FootnoteDefinition, Link
from kb.sentences import find_sentences
from kb.text import Span, word_forms

_NAME = re.compile(r"[A-Z_*\"“\d]")
_BRACKETED = re.compile(rf"[(\[](?=(?:{NAMED_WORK.pattern})\s*,)(?:[^()\[\]]|\([^()]*\))*[)\]]\W*$")
"""A work and its heading in brackets that close the text."""
LONGEST = 1000
"""Characters behind a link that tell whether it leads to a quotation, and of a citation at the end of a sentence."""
_OPENERS = re.compile(r"[\s(\[,;–—-]+$|(?<=[\"”»]):\s*$")
_SIGNALLED = re.compile(
    r"(?<=[\"”’])[:;,]?\s+(?=(?-i:[A-Z]))|[,;]\s+(?=(?:(?:as\s+)?per|according\s+to|see(?:\s+also)?|cf\.?)\s)",
    re.IGNORECASE,
)
_SAME = re.compile(r"(?:the\s+)?same\s+(?:heading|section|entry|place|term)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"[(\[](?P<cited>[^()\[\]]{2,200})[)\]][.;]?(?=\s+[A-Z\"“‘])")
"""What stands in brackets between two sentences."""


@dataclass(frozen=True, slots=True)
class FootnoteText:
    """A footnote read: the quotation (None for a pointer) with its span in the source, and what it names.

    `parts` are the quotations between several citations, each a quotation of its own.
    """

    quote: str | None
    quote_span: Span | None
    mentions: tuple[Mention, ...]
    parts: tuple[str, ...] = ()


def read_footnote(
    definition: FootnoteDefinition,
    links: Sequence[Link],
    markers: Mapping[Span, str] = MappingProxyType({}),
    known: Known = NOTHING_KNOWN,
) -> FootnoteText:
    """What a footnote quotes and names; `links` and `markers` of footnotes are those of its document, `known` is what
    its corpus calls things."""
    flat = flatten(definition, links, markers, known)
    noted = _note_start(flat)
    cut = _citation_start(flat) if noted is None else noted
    if cut == len(flat.text):
        cut = _called_from(flat)
    inside = _cited_inside(flat) if cut == len(flat.text) else ()
    if cut == len(flat.text) and not (inside or flat.links) and (told := tuple(find_told(flat.text, flat.known))):
        return _telling(flat, told)
    leading = [span for span, leads in _citing(flat, len(flat.text), cut) if leads]
    opens = bool(leading) and not word_forms(flat.text[: leading[0].start])
    if opens and (len(leading) > 1 or cut >= leading[0].end):
        bounds, mentions = _quoted_behind_each(flat, leading, cut)
    elif inside:
        bounds, mentions = _quoted_before_each(flat, inside)
    elif word_forms(flat.text[:cut]):
        bounds, mentions = _quoted_before(flat, cut)
    else:
        start, end = _quote_after(flat, cut)
        bounds = [start, end]
        mentions = list(_mentions(flat, cut, start))
        behind = _called_from(flat, start)
        if behind < len(flat.text):
            bounds[1] = min(end, behind)
            mentions += _mentions(flat, behind, len(flat.text))
    quoted = [span for start, end in zip(bounds[::2], bounds[1::2], strict=True) for span in _trimmed(flat, start, end)]
    first = flat.text[quoted[0].start : quoted[0].end] if quoted else ""
    if (named := read_note_named(first, alone=True)) and not named.place:  # `Ibid. See also ...`
        mentions = [*(read_noted(first, note, "") for note in named.notes), *mentions]
        del quoted[0]
    if not quoted:
        return FootnoteText(None, None, tuple(mentions))
    parts = tuple(" ".join(flat.text[span.start : span.end].split()) for span in quoted)
    return FootnoteText(" ".join(parts), flat.source_span(quoted[0].start, quoted[-1].end), tuple(mentions), parts)


def _quoted_behind_each(flat: Flat, leading: Sequence[Span], cut: int) -> tuple[list[int], list[Mention]]:
    """Where quotations stand, and what is named, where each quotation follows a citation that leads to it."""
    behind = cut if cut >= leading[-1].end else len(flat.text)
    ends = [*(span.start for span in leading[1:]), behind]
    stretches = [
        (span.end, span.end + end_of_quotation(flat.text[span.end : end]))
        for span, end in zip(leading, ends, strict=True)
    ]
    bounds = [place for stretch in stretches for place in stretch]
    mentions = [each for span in leading for each in _mentions(flat, span.start, span.end)]
    mentions += _mentions(flat, behind, len(flat.text)) if behind < len(flat.text) else ()
    return bounds, mentions


def _cited_inside(flat: Flat) -> Sequence[Span]:
    """The citations in words of a footnote that begins with a quotation and ends with an editor's account: none of them
    leads to words behind it."""
    cited = [span for span, leads in _citing(flat, len(flat.text)) if not leads] if not flat.links else []
    return cited if cited and len(word_forms(flat.text[: cited[0].start])) >= QUOTED else ()


def _quoted_before_each(flat: Flat, cited: Sequence[Span]) -> tuple[list[int], list[Mention]]:
    """Where quotations stand before such citations, and what these and the account behind them name."""
    bounds = [0, *(place for span in cited for place in (span.start, span.end))]
    mentions = [each for span in cited for each in _mentions(flat, span.start, span.end)]
    told = find_told(flat.text[bounds[-1] :], flat.known)
    return bounds[:-1], [*mentions, *(each for words in told for each in _named(flat, words))]


def _quoted_before(flat: Flat, cut: int) -> tuple[list[int], list[Mention]]:
    """The same where a citation follows what it is of, as the last one does from `cut` on."""
    between = sorted(span for span, leads in _citing(flat, cut) if flat.links or not leads)
    bounds = [0, *(place for span in between for place in (span.start, span.end)), cut]
    mentions = [each for span in between for each in _mentions(flat, span.start, span.end)]
    start, end = _quote_after(flat, cut)
    if (
        is_quoted(flat.text[start:]) and len(word_forms(flat.text[start:end])) >= QUOTED
    ):  # what stands before it in an editor's own words is none
        bounds = [*(bounds if between or is_quoted(flat.text.lstrip()) else ()), start, end]
    else:
        start = end = len(flat.text)
    mentions += (*_mentions(flat, cut, start), *(_mentions(flat, end, len(flat.text)) if end < len(flat.text) else ()))
    return bounds, mentions


def _telling(flat: Flat, told: Sequence[str]) -> FootnoteText:
    """A footnote in an editor's own words, with the citations that are inside of them: it quotes what stands in
    quotation marks."""
    first = ends_of_citation(flat.text, 0, flat.known)
    every = (flat.text[: first[-1]], *told) if first else told
    mentions = tuple(each for words in every for each in _named(flat, words))
    marked = [match for match in MARKED.finditer(flat.text) if len(word_forms(match.group())) >= QUOTED]
    if not marked:
        return FootnoteText(None, None, mentions)
    parts = tuple(" ".join(match.group().split()) for match in marked)
    return FootnoteText(" ".join(parts), flat.source_span(marked[0].start(), marked[-1].end()), mentions, parts)


def _trimmed(flat: Flat, start: int, end: int) -> Iterator[Span]:
    """A stretch of the text without blanks at its ends and what opens a citation after it; none without words."""
    text = _OPENERS.sub("", flat.text[start:end])
    if word_forms(text):
        yield Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def _cites(flat: Flat, span: Span) -> bool:
    """Whether a sentence is a citation and nothing else: of a link, or of a work in words."""
    signal = SIGNAL.match(flat.text[span.start : span.end])
    if signal is None or flat.linked(span.start, span.end):
        return signal is not None
    return not is_common(signal["signal"]) and NAMED_WORK.match(flat.text, span.start + signal.end()) is not None


def _citation_start(flat: Flat) -> int:
    """Where the citation begins; the length of the text when there is none.

    After it there is no sentence that is neither a citation nor a short remark at the end, unless it comes before
    all words.
    """
    first_word = re.search(r"[^\W_]", flat.text)
    last = max((span.start for span in flat.sentences if _cites(flat, span)), default=0)
    statements = [span.start for span in flat.sentences if _states(flat, span, 0 if span.start < last else REMARK)]
    for match in SIGNAL.finditer(flat.text):
        start = match.start("signal")
        opens = first_word is None or start <= first_word.start()
        if (opens or not statements or statements[-1] < start) and _names_something(flat, start, match):
            return start
    if flat.links:
        called = _called_from(flat)  # links inside of a quotation are its source's own
        return called if flat.links[-1][1] <= called < len(flat.text) else _link_clause(flat)
    if led_by_work(flat.text, 0, flat.known) is not None:
        return 0
    bracketed = _BRACKETED.search(flat.text)
    if bracketed:
        return min(bracketed.start(), _called_from(flat))
    for span in flat.sentences[-1:]:
        named = NAMED_WORK.match(flat.text, span.start)
        places = flat.text[named.end() : span.end].split(",") if named else ()
        if len(places) > 1 and all(map(is_place, places)):
            return span.start
    return len(flat.text)


def _note_start(flat: Flat) -> int | None:
    """Where a citation begins that names another footnote, with no more than remarks behind it; links it has only in
    what it names of that one's source."""
    first_word = re.search(r"[^\W_]", flat.text)
    said = [each.start for each in flat.sentences if _states(flat, each, REMARK) or _cites(flat, each)]
    for span in flat.sentences[bisect_left(flat.sentences, said[-1] if said else 0, key=lambda each: each.start) :]:
        for start in (span.start, *(match.end() for match in OPENS_NOTE.finditer(flat.text, span.start, span.end))):
            alone = first_word is None or start <= first_word.start()
            named = read_note_named(flat.text, start, alone=alone)
            if named is not None and (named.place or not flat.linked(start, len(flat.text))):
                return start
    return None


def _called_from(flat: Flat, since: int = 0) -> int:
    """Where a citation begins, behind a place, in the last sentences that are the name of a text and a place in it: the
    sentence itself, or what stands in brackets, behind a dash or a signal at its end; the length of the text when there
    is none."""
    found = len(flat.text)
    for span in reversed(flat.sentences):
        if span.end <= since:
            break
        near = max(span.start, span.end - LONGEST)
        opened = [match.end() for match in OPENS_NOTE.finditer(flat.text, near, span.end)]
        opened += [match.end() for match in _SIGNALLED.finditer(flat.text, near, span.end)]
        starts = (each for each in (span.start, *sorted(opened)) if each >= since)
        start = next((each for each in starts if finds_citation(flat.text[each : span.end], flat.known)), None)
        if start is None and found == len(flat.text) and len(word_forms(flat.text[span.start : span.end])) <= REMARK:
            continue  # a remark behind the citation
        if start is None:
            break
        found = start
        if start > span.start:
            break
    return found


def _states(flat: Flat, span: Span, remark: int) -> bool:
    """Whether a sentence says something of its own: no link, no signal, and more words than a remark has."""
    text = flat.text[span.start : span.end]
    return not flat.linked(span.start, span.end) and not SIGNAL.match(text) and len(word_forms(text)) > remark


def _names_something(flat: Flat, start: int, match: re.Match[str]) -> bool:
    """Whether a signal word leads to a link or a work.

    `See` at the start of a sentence is enough with a name after it; a small `see`, `from` and `per` are common
    words and need a link in their own sentence or bracket, the last two no comma before them.
    """
    signal = match["signal"]
    if signal[0].isupper() and not is_common(signal):
        return flat.linked(start, len(flat.text)) or bool(_NAME.match(flat.text, match.end()))
    before = flat.text[start - 1 - (flat.text[start - 1 : start] == " ")] if start > 1 else ""
    if is_common(signal) and before in {",", ";", ":"}:
        return False
    reach = flat.sentences[bisect_right(flat.sentences, start, key=lambda span: span.start) - 1].end
    closing = flat.text.find(")" if before == "(" else "]", start, reach) if before in {"(", "["} else -1
    return flat.linked(start, closing if closing >= 0 else reach)


def _link_clause(flat: Flat) -> int:
    """Where the citation that holds the last links begins: its bracket, dash, or sentence."""
    first_of_last = flat.links[0][0]
    for at, _, _ in flat.links:
        if len(word_forms(flat.text[first_of_last:at])) > 25:
            first_of_last = at
    spans = [span for span in flat.sentences if span.start <= first_of_last]
    begin = spans[-1].start if spans else 0
    before = flat.text[begin:first_of_last]
    opened = max(before.rfind("("), before.rfind("["), before.rfind("—"), before.rfind(" – "), before.rfind(" - "))
    if opened >= 0:
        return begin + opened * (not finds_citation(before[:opened].strip(), flat.known))
    linked = next(flat.text[at:to] for at, to, _ in flat.links if at == first_of_last)
    names_all = SITE.match(linked) is not None or (NAMED_WORK.match(linked) is not None and "," in linked)
    return first_of_last if names_all or (begin == 0 and len(word_forms(before)) > 8) else begin


def _citing(flat: Flat, cut: int, last: int = 0) -> Iterator[tuple[Span, bool]]:
    """The citations among the sentences up to a place, each up to the words that it leads to, and whether it does;
    `last` is where the last one begins, if it is known, for it may stand behind another in one sentence."""
    for match in _IN_BRACKETS.finditer(flat.text, 0, cut) if not flat.links else ():
        if finds_citation(match["cited"], flat.known):
            yield Span(*match.span()), False
    for span in flat.sentences:
        if span.end > cut:
            break
        if not (flat.linked(span.start, span.end) or _cites(flat, span)):
            if flat.links:
                continue  # an erratum may begin with the name of the book it changes
            sentence = flat.text[span.start : span.end]
            named = led_by_work(sentence, 0, flat.known)
            if named is not None:
                yield Span(span.start, span.start + named), True
            elif finds_citation(sentence, flat.known):
                yield span, False
            continue
        signal = SIGNAL.match(flat.text[span.start : span.end]) is not None
        named = NAMED_WORK.match(flat.text, span.start) is not None
        end = last if span.start < last < span.end else span.end
        led = _led_from(flat, span.start, end, cut if end == span.end else end) if signal or named else None
        if led is not None:
            yield Span(span.start, led), True
        else:
            last = max((to for _, to, _ in flat.links_in(span.start, span.end)), default=span.start)
            if signal or (named and not word_forms(flat.text[last : span.end])):
                yield span, False


def _led_from(flat: Flat, cut: int, end: int, behind: int) -> int | None:
    """Where the words begin to which a citation between two places leads, with what is behind it up to another place;
    behind a link among them only quotation marks tell it."""
    signal = SIGNAL.match(flat.text[cut:end])
    comma = signal is not None and is_common(signal["signal"])
    for number, (_, last, _) in enumerate(reversed(flat.links_in(cut, end))):
        led = find_lead(flat.text[last : min(behind, last + LONGEST)], comma=comma)
        if led is not None and (not number or is_quoted(flat.text[last + led :])):
            return last + led
    return None


def _quote_after(flat: Flat, cut: int) -> tuple[int, int]:
    """The words quoted after a citation that comes first: from what leads to them to the end."""
    end = len(flat.text)
    led = _led_from(flat, cut, end, end) if flat.links else led_by_work(flat.text, cut, flat.known)
    if led is None:
        return len(flat.text), len(flat.text)
    return led, led + end_of_quotation(flat.text[led:])


def _mentions(flat: Flat, start: int, end: int) -> tuple[Mention, ...]:
    """What the citation between two places names, link by link; without a link, by its words alone."""
    found: list[Mention] = []
    at = start
    links = flat.links_in(start, end) or (() if start < end else flat.links)
    for number, (begin, to, url) in enumerate(links):
        mention = read_mention(flat.text[at:begin], flat.text[begin:to], url, found[-1] if found else None)
        after = links[number + 1][0] if number + 1 < len(links) else end
        found.append(with_tail(mention, flat.text[to:after]))
        if not number and (noted := read_note_named(flat.text[:end], start, alone=True)):
            found[0] = replace(found[0], work=None, path=(), note=noted.notes[0])
        at = to
    if not found and read_note_named(flat.text[:end], start, alone=True):
        named = IN_MARKS.sub(lambda match: match[0].replace(";", " "), flat.text[start:end])
        for here in FURTHER.sub(";", named).split(";"):
            noted = read_note_named(here.strip(), alone=True)
            found += (read_noted(here, note, noted.place) for note in noted.notes) if noted else _named(flat, here)
    if not found:
        found += _named(flat, flat.text[start:end])
    return tuple(_under_same_headings(found))


def _under_same_headings(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions, with the heading of the one before for `same heading`."""
    before: Mention | None = None
    for mention in mentions:
        same = before is not None and mention.url is None and _SAME.fullmatch(mention.heading or "")
        before = replace(mention, path=before.path, heading=before.heading) if before and same else mention
        yield before


def _named(flat: Flat, text: str) -> Iterator[Mention]:
    """What a citation without links names; behind its first sentence, what further citations and remarks name."""
    for number, span in enumerate(find_sentences(text)):
        sentence = text[span.start : span.end]
        cites = not number or SIGNAL.match(sentence) or finds_citation(sentence, flat.known)
        for told in (sentence,) if cites else find_told(sentence, flat.known):
            for part in part_works(SIGNAL.sub("", DENIED.sub("", told), count=1), flat.known):
                cited = without_verb(part).strip(SEPARATORS)
                for words in split_works(cited, end_of_name(cited, 0, flat.known.names) or 0):
                    every = each_place(words, flat.known) if word_forms(words) else ()
                    yield from (read_mention(each, "", None, None) for each in every)
