"""The text of a footnote: its pieces come in; what it quotes and what it names go out.

An editor writes the words of his source and then where they stand: `Quotation. See Ledger 4, Rulings by Term,
[Agent](address).` Either part may be missing, links may be several, and the citation may stand in brackets,
after a dash, or before the quotation.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kb.footnotes.flat import Flat, flatten
from kb.footnotes.leading import MARKED, QUOTED, SIDE_BY_SIDE, end_of_marked, end_of_quotation, is_quoted, led_by_work
from kb.footnotes.locating import called_from, citation_start, find_citing, led_from, note_start
from kb.footnotes.marking import read_marked
from kb.footnotes.mentioning import find_mentions, find_named, under_same_headings
from kb.model import FootnoteDefinition, Link
from kb.naming.calling import NOTHING_KNOWN, Known
from kb.naming.mentions import Mention, read_noted
from kb.naming.noting import led_by_note, read_note_named
from kb.naming.placing import ends_of_citation
from kb.naming.recognising import find_told, finds_citation
from kb.ruled import is_source
from kb.text import Span, word_forms

_OPENERS = re.compile(r"(?<![\s(\[,;–—-])[\s(\[,;–—-]++$|(?<=[\"”“’»«]):\s*$")
_GOING_ON = re.compile(r"[.;]\s|,\s+and\s")
"""What stands between a citation in brackets and the next quotation."""
_CLAIMED = re.compile(
    r"(?:(?:first\s+)?(?:added|introduced|issued|new|printed|ruled|seen|stated)\s+(?:by|in|since|with)|since)\s+"
    r"(?:the\s+)?",
    re.IGNORECASE,
)
"""How a sentence begins that says since which version a ruling stands."""


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
    if (marked := read_marked(flat)) is not None:
        return _as_read(flat, marked.parts, marked.mentions)
    noted = note_start(flat)
    cut = citation_start(flat) if noted is None else noted
    if cut == len(flat.text):
        cut = called_from(flat)
    inside = _cited_inside(flat) if cut == len(flat.text) else ()
    if cut == len(flat.text) and not inside and (told := tuple(find_told(flat.text, flat.known))):
        return _telling(flat, told)
    bounds, mentions = _find_quoted(flat, cut, inside)
    stretches = [_without_claims(flat, start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    quoted = [span for start, end in stretches for span in _trimmed(flat, start, end)]
    first = flat.text[quoted[0].start : quoted[0].end] if quoted else ""
    if (named := read_note_named(first, alone=True)) and not named.place:  # `Ibid. See also ...`
        mentions = [*(read_noted(note, "") for note in named.notes), *mentions]
        del quoted[0]
    return _as_read(flat, quoted, mentions)


def _as_read(flat: Flat, quoted: Sequence[Span], mentions: Sequence[Mention]) -> FootnoteText:
    mentions = tuple(under_same_headings(mentions))
    if not quoted:
        return FootnoteText(None, None, mentions)
    parts = tuple(" ".join(flat.text[span.start : span.end].split()) for span in quoted)
    each = tuple(one for part in parts for one in _side_by_side(part))
    return FootnoteText(" ".join(parts), flat.source_span(quoted[0].start, quoted[-1].end), mentions, each)


def _side_by_side(part: str) -> Sequence[str]:
    """The quotations that stand side by side, each in its own marks."""
    every = SIDE_BY_SIDE.split(part)
    own = all(each[0] == part[0] and len(word_forms(each)) >= QUOTED for each in every)
    return every if own else (part,)


def _find_quoted(flat: Flat, cut: int, inside: Sequence[Span]) -> tuple[list[int], list[Mention]]:
    """Where quotations stand, begin and end of each in turn, and what is named beside them. `cut` is where the citation
    begins, `inside` are citations in an editor's account."""
    leading = [span for span, leads in find_citing(flat, len(flat.text), cut) if leads]
    opens = bool(leading) and not word_forms(flat.text[: leading[0].start])
    if opens and (len(leading) > 1 or cut >= leading[0].end):
        return _quoted_behind_each(flat, leading, cut)
    if inside:
        return _quoted_before_each(flat, inside)
    if word_forms(flat.text[:cut]):
        return _quoted_before(flat, cut)
    start, end = _quote_after(flat, cut)
    mentions = list(find_mentions(flat, cut, start))
    behind = called_from(flat, start)
    if behind < len(flat.text):
        end = min(end, behind)
        mentions += find_mentions(flat, behind, len(flat.text))
    return [start, end], mentions


def _quoted_behind_each(flat: Flat, leading: Sequence[Span], cut: int) -> tuple[list[int], list[Mention]]:
    """Where quotations stand, and what is named, where each quotation follows a citation that leads to it."""
    behind = cut if cut >= leading[-1].end else len(flat.text)
    ends = [*(span.start for span in leading[1:]), behind]
    stretches = [
        (span.end, span.end + end_of_quotation(flat.text[span.end : end]))
        for span, end in zip(leading, ends, strict=True)
    ]
    bounds = [place for stretch in stretches for place in stretch]
    mentions = [each for span in leading for each in find_mentions(flat, span.start, span.end)]
    mentions += find_mentions(flat, behind, len(flat.text), mentions) if behind < len(flat.text) else ()
    return bounds, mentions


def _cited_inside(flat: Flat) -> Sequence[Span]:
    """The citations in words of a footnote that begins with a quotation and ends with an editor's account: none of them
    leads to words behind it."""
    cited = [span for span, leads in find_citing(flat, len(flat.text)) if not leads]
    return cited if cited and len(word_forms(flat.text[: cited[0].start])) >= QUOTED else ()


def _quoted_before_each(flat: Flat, cited: Sequence[Span]) -> tuple[list[int], list[Mention]]:
    """Where quotations stand before such citations, and what these and the account behind them name."""
    bounds = [0, *(place for span in cited for place in (span.start, span.end))]
    mentions = [each for span in cited for each in find_mentions(flat, span.start, span.end)]
    told = find_told(flat.text[bounds[-1] :], flat.known)
    return bounds[:-1], [*mentions, *(each for words in told for each in find_named(flat, words))]


def _quoted_before(flat: Flat, cut: int) -> tuple[list[int], list[Mention]]:
    """The same where a citation follows what it is of, as the last one does from `cut` on."""
    between = sorted(span for span, leads in find_citing(flat, cut) if flat.links or not leads)
    bounds = [0, *(place for span in between for place in (span.start, span.end)), cut]
    mentions = [each for span in between for each in find_mentions(flat, span.start, span.end)]
    start, end = _quote_after(flat, cut)
    if (
        is_quoted(flat.text[start:]) and len(word_forms(flat.text[start:end])) >= QUOTED
    ):  # what stands before it in an editor's own words is none
        bounds = [*(bounds if between or is_quoted(flat.text.lstrip()) else ()), start, end]
    else:
        start = end = len(flat.text)
    behind = end if flat.links_in(end, len(flat.text)) else called_from(flat, end)
    alone = bool(between) and not word_forms(flat.text[between[-1].end : cut])
    mentions += find_mentions(flat, cut, start, mentions if alone else ())
    mentions += find_mentions(flat, behind, len(flat.text)) if behind < len(flat.text) else ()
    return bounds, mentions


def _telling(flat: Flat, told: Sequence[str]) -> FootnoteText:
    """A footnote in an editor's own words, with the citations that are inside of them: it quotes what stands in
    quotation marks."""
    first = ends_of_citation(flat.text, 0, flat.known)
    every = (flat.text[: first[-1]], *told) if first else told
    mentions = tuple(under_same_headings(each for words in every for each in find_named(flat, words)))
    marked = [match for match in MARKED.finditer(flat.text) if len(word_forms(match.group())) >= QUOTED]
    if not marked:
        return FootnoteText(None, None, mentions)
    parts = tuple(" ".join(match.group().split()) for match in marked)
    return FootnoteText(" ".join(parts), flat.source_span(marked[0].start(), marked[-1].end()), mentions, parts)


def _without_claims(flat: Flat, start: int, end: int) -> tuple[int, int]:
    """The words of a quotation without a sentence before or behind them that says since which version they stand, and
    no more (`New in LRF 2. A lamp ...`)."""
    inside = [span for span in flat.sentences if span.end > start and span.start < end]
    if len(inside) > 1 and not word_forms(flat.text[inside[0].start : start]) and _claims(flat, inside[0]):
        start = inside.pop(0).end
    if len(inside) > 1 and not word_forms(flat.text[end : inside[-1].end]) and _claims(flat, inside[-1]):
        end = inside[-1].start
    return start, end


def _claims(flat: Flat, sentence: Span) -> bool:
    claimed = _CLAIMED.match(flat.text[sentence.start : sentence.end])
    told = flat.text[sentence.start + claimed.end() : sentence.end] if claimed is not None else ""
    return bool(told) and finds_citation(told, flat.known)


def _trimmed(flat: Flat, start: int, end: int) -> Iterator[Span]:
    """A stretch of the text without blanks at its ends and what opens a citation after it; none without words."""
    if start and (going_on := _GOING_ON.match(flat.text, start, end)) is not None:
        start = going_on.end()
    text = _without_speaker(_OPENERS.sub("", flat.text[start:end]))
    if word_forms(text):
        yield Span(start + len(text) - len(text.lstrip()), start + len(text))


def _without_speaker(text: str) -> str:
    """A quotation in marks of its own without who said it, and when, behind them."""
    begun = text.lstrip()
    end = end_of_marked(begun) if is_quoted(begun) else None
    if end is None or len(word_forms(begun[:end])) < QUOTED or not is_source(begun[end:].strip(" ,;:([–—-")):
        return text
    return text[: len(text) - len(begun) + end]


def _quote_after(flat: Flat, cut: int) -> tuple[int, int]:
    """The words quoted after a citation that comes first: from what leads to them to the end."""
    end = len(flat.text)
    led = led_by_note(flat.text) if not cut else None
    if led is None:
        led = led_from(flat, cut, end, end) if flat.links else led_by_work(flat.text, cut, flat.known)
    if led is None:
        return len(flat.text), len(flat.text)
    return led, led + end_of_quotation(flat.text[led:])
