"""Where citations stand in a footnote: its text comes in, in one line; where each begins and leads to goes out."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import partial

from kb.footnotes.flat import SITE, Flat
from kb.footnotes.leading import QUOTED, REMARK, end_of_marked, find_lead, is_quoted, led_by_work, quotes
from kb.naming.calling import Known
from kb.naming.mentions import NAMED_WORK, SIGNAL, is_common
from kb.naming.noting import DASH, OPENS_NOTE, led_by_note, read_note_named
from kb.naming.placing import is_place
from kb.naming.recognising import finds_citation
from kb.text import Span, word_forms

_NAME = re.compile(r"[A-Z_*\"“\d]")
_BRACKETED = re.compile(rf"[(\[](?=(?:{NAMED_WORK.pattern})\s*,)(?:[^()\[\]]|\([^()]*\))*[)\]]\W*$")
"""A work and its heading in brackets that close the text."""
LONGEST = 1000
"""Characters behind a link that tell whether it leads to a quotation, and of a citation at the end of a sentence."""
_SIGNALLED = re.compile(
    r"(?<=[\"”’])[:;,]?\s+(?=(?-i:[A-Z]))|[,;]\s+(?=(?:(?:as\s+)?per|according\s+to|see(?:\s+also)?|cf\.?)\s)",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"(?<=[\"”“»«])[,;:]\s+(?=[A-Z]|$)")
"""What stands behind the closing mark of a quotation before its citation, in one sentence."""
_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]{2,200}[)\]](?=[.;]?\s+[A-Z\"“‘]|;\s+\w|,\s+and\s+\w|\W*$)")
"""What stands in brackets between two sentences, between two parts of one (`; `, `, and`), or last."""
_ABOUT = re.compile(
    r"\W*(?:and\s+)?(?:also|as|both|but|cf|compare|it|likewise|see|so|that|these|this|though|unlike|which|while)\b",
    re.IGNORECASE,
)
"""How an editor's remark on what he quoted begins, no further quotation."""
_REMARK_IN_BRACKETS = re.compile(rf"[(\[](?P<said>[^()\[\]]{{0,{LONGEST}}})[)\]]")


def citation_start(flat: Flat) -> int:
    """Where the citation begins; the length of the text when there is none.

    After it there is no sentence that is neither a citation nor a short remark at the end, unless it comes before
    all words.
    """
    first_word = re.search(r"[^\W_]", flat.text)
    last = max((span.start for span in flat.sentences if cites(flat, span)), default=0)
    statements = [span.start for span in flat.sentences if _states(flat, span, 0 if span.start < last else REMARK)]
    since = _last_apart(flat)
    for match in SIGNAL.finditer(flat.text, since):
        start = match.start("signal")
        opens = first_word is None or start <= first_word.start()
        if (opens or not statements or statements[-1] < start) and _names_something(flat, start, match):
            return start
    if flat.links:
        called = called_from(flat)  # links inside of a quotation are its source's own
        return called if flat.links[-1][1] <= called < len(flat.text) else _with_told(flat, _link_clause(flat))
    if led_by_work(flat.text, 0, flat.known) is not None:
        return 0
    bracketed = _BRACKETED.search(flat.text)
    if bracketed:
        return min(bracketed.start(), called_from(flat))
    for span in flat.sentences[-1:]:
        named = NAMED_WORK.match(flat.text, span.start)
        places = flat.text[named.end() : span.end].split(",") if named else ()
        if len(places) > 1 and all(map(is_place, places)):
            return span.start
    return len(flat.text)


def note_start(flat: Flat) -> int | None:
    """Where a citation begins that names another footnote, with no more than remarks behind it; links it has only in
    what it names of that one's source."""
    led = led_by_note(flat.text)
    if led is not None and len(word_forms(flat.text[led:])) >= QUOTED:
        return 0
    first_word = re.search(r"[^\W_]", flat.text)
    said = [each.start for each in flat.sentences if _states(flat, each, REMARK) or cites(flat, each)]
    for span in flat.sentences[bisect_left(flat.sentences, said[-1] if said else 0, key=lambda each: each.start) :]:
        for start in (span.start, *(match.end() for match in OPENS_NOTE.finditer(flat.text, span.start, span.end))):
            alone = first_word is None or start <= first_word.start()
            named = read_note_named(flat.text, start, alone=alone)
            if named is not None and (named.place or not flat.linked(start, len(flat.text))):
                return start
    return None


def called_from(flat: Flat, since: int = 0) -> int:
    """Where a citation begins, behind a place, in the last sentences that are the name of a text and a place in it: the
    sentence itself, or what stands in brackets, behind a dash or a signal at its end; the length of the text when there
    is none."""
    found = len(flat.text)
    since = max(since, _last_apart(flat))
    for span in reversed(flat.sentences):
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


def cites(flat: Flat, span: Span) -> bool:
    """Whether a sentence is a citation and nothing else: of a link, or of a work in words."""
    signal = SIGNAL.match(flat.text[span.start : span.end])
    if signal is None or flat.linked(span.start, span.end):
        return signal is not None
    return not is_common(signal["signal"]) and NAMED_WORK.match(flat.text, span.start + signal.end()) is not None


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
    before = flat.text[max(0, start - 2) : start].rstrip()[-1:]
    if is_common(signal) and before in {",", ";", ":"}:
        return False
    reach = flat.sentences[bisect_right(flat.sentences, start, key=lambda span: span.start) - 1].end
    closing = flat.text.find(")" if before == "(" else "]", start, reach) if before in {"(", "["} else -1
    return flat.linked(start, closing if closing >= 0 else reach)


def _with_told(flat: Flat, start: int) -> int:
    """Where a citation begins with the sentences right before it that are citations in words."""
    for span in reversed(flat.sentences):
        if span.end <= start:
            if flat.linked(span.start, span.end) or not finds_citation(flat.text[span.start : span.end], flat.known):
                break
            start = span.start
    return start


def _link_clause(flat: Flat) -> int:
    """Where the citation that holds the last links begins: its bracket, dash, or sentence."""
    quoted = _end_of_quoted(flat)
    links = flat.links_in(quoted, len(flat.text))
    first_of_last = links[0][0]
    for at, _, _ in links:
        if len(word_forms(flat.text[first_of_last:at])) > 25:
            first_of_last = at
    first_of_last = max(first_of_last, _behind_quoted(flat, quoted))
    apart = flat.links_in(_last_apart(flat), len(flat.text))[0][0]
    first_of_last = max(first_of_last, apart)
    spans = [span for span in flat.sentences if span.start <= first_of_last]
    begin = max(spans[-1].start if spans else 0, quoted)
    before = flat.text[begin:first_of_last]
    opened = max(_without_remarks(before, flat.known).rfind(sign) for sign in ("(", "[", "—", " – ", " - "))
    closed = _CLOSED.search(before, max(0, opened))
    if closed is not None and (closed.end() < len(before) or (len(word_forms(before)) >= QUOTED and quotes(before))):
        return begin + closed.end()
    if opened >= 0:
        return begin + opened * (not finds_citation(before[:opened].strip(), flat.known))
    linked = next(flat.text[at:to] for at, to, _ in flat.links if at == first_of_last)
    names_all = SITE.match(linked) is not None or (NAMED_WORK.match(linked) is not None and "," in linked)
    return first_of_last if names_all or (begin == 0 and len(word_forms(before)) > 8) else begin


def _behind_quoted(flat: Flat, since: int) -> int:
    """Where the first link stands behind the last quotation, where every sentence with a link is a citation and each
    follows what is quoted from it; the beginning where none is quoted between two."""
    linked = [span for span in flat.sentences if flat.links_in(max(since, span.start), span.end)]
    if len(linked) < 2:
        return 0
    cited = {span.start for span, _ in find_citing(flat, len(flat.text))}
    if len(word_forms(flat.text[: linked[0].start])) < QUOTED or not cited.issuperset(each.start for each in linked):
        return 0
    between = Span(linked[0].end, linked[-1].start)
    said = [each for each in flat.sentences if between.holds(each) and _states(flat, each, QUOTED - 1)]
    said = [each for each in said if not finds_citation(flat.text[each.start : each.end], flat.known)]
    return flat.links_in(said[-1].end, len(flat.text))[0][0] if said else 0


def _last_apart(flat: Flat) -> int:
    """Where the citation begins that closes a text, in brackets or behind a dash, and has a quotation of its own behind
    another such citation; else the beginning."""
    cited = [span for span, stated in _cited_apart(flat, len(flat.text)) if stated]
    closes = len(cited) > 1 and not word_forms(flat.text[cited[-1].end :])
    return cited[-1].start + 1 if closes else 0


def _end_of_quoted(flat: Flat) -> int:
    """Where the quotation in marks ends that a footnote begins with, if it has links of its own and others follow; else
    the beginning."""
    opened = len(flat.text) - len(flat.text.lstrip())
    end = end_of_marked(flat.text[opened:]) if is_quoted(flat.text[opened:]) else None
    closed = opened + (end or 0)
    quoted = flat.linked(opened, closed) and len(word_forms(flat.text[opened:closed])) >= QUOTED
    return closed if end and quoted and flat.linked(closed, len(flat.text)) else 0


def _without_remarks(text: str, known: Known) -> str:
    """A text with dots for what stands in brackets, opens and closes there, and is no citation."""
    return _REMARK_IN_BRACKETS.sub(
        lambda match: match[0] if finds_citation(match["said"], known) else "." * len(match[0]), text
    )


def find_citing(flat: Flat, cut: int, last: int = 0) -> Iterator[tuple[Span, bool]]:
    """The citations among the sentences up to a place, each up to the words that it leads to, and whether it does;
    `last` is where the last one begins, if it is known, for it may stand behind another in one sentence."""
    for span, stated in _cited_apart(flat, cut):
        if stated or not flat.links:
            yield span, False
    for span in flat.sentences:
        if span.end > cut:
            break
        if not (flat.linked(span.start, span.end) or cites(flat, span)):
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
        led = led_from(flat, span.start, end, cut if end == span.end else end) if signal or named else None
        if led is not None:
            yield Span(span.start, led), True
        else:
            last = max((to for _, to, _ in flat.links_in(span.start, span.end)), default=span.start)
            if signal or (named and not word_forms(flat.text[last : span.end])):
                yield span, False


def _cited_apart(flat: Flat, cut: int) -> Iterator[tuple[Span, bool]]:
    """The citations before a place that stand in brackets or behind a dash at the end of a sentence, links where there
    are any, and whether the words before each are a quotation of its own."""
    bracketed = (Span(*match.span()) for match in _IN_BRACKETS.finditer(flat.text, 0, cut))
    dashed = (span for span in map(partial(_behind_dash, flat), flat.sentences) if span is not None and span.end <= cut)
    begun = 0
    for span in sorted((*bracketed, *dashed)):
        cited = flat.text[span.start : span.end].strip(" ()[]—–-.")
        signal = SIGNAL.match(cited)
        if not finds_citation(cited[signal.end() if signal is not None else 0 :], flat.known):
            continue
        before = flat.text[begun : span.start]
        stated = len(word_forms(before)) >= QUOTED and not _ABOUT.match(before)
        if not flat.links or flat.linked(span.start, span.end):
            yield span, stated
        begun = span.end


def _behind_dash(flat: Flat, sentence: Span) -> Span | None:
    """What stands behind the last dash of a sentence, with it."""
    near = max(sentence.start, sentence.end - LONGEST)
    last = max((match.start() for match in DASH.finditer(flat.text, near, sentence.end)), default=None)
    return Span(last, sentence.end) if last is not None else None


def led_from(flat: Flat, cut: int, end: int, behind: int) -> int | None:
    """Where the words begin to which a citation between two places leads, with what is behind it up to another place;
    behind a link among them only quotation marks tell it."""
    signal = SIGNAL.match(flat.text[cut:end])
    comma = signal is not None and is_common(signal["signal"])
    for number, (_, last, _) in enumerate(reversed(flat.links_in(cut, end))):
        led = find_lead(flat.text[last : min(behind, last + LONGEST)], comma=comma)
        if led is not None and (not number or is_quoted(flat.text[last + led :])):
            return last + led
    return None
