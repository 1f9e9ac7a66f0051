"""The text of a footnote: its pieces come in; what it quotes and what it names go out.

An editor writes the words of his source and then where they stand: `Quotation. See Ledger 4, Rulings by Term,
[Agent](address).` Either part may be missing, links may be several, and the citation may stand in brackets,
after a dash, or before the quotation.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.citations.naming import NAMED_WORK, SEPARATORS, SIGNAL, Mention, read_mention, with_tail
from kb.model import FootnoteDefinition, Link, PieceKind
from kb.sentences import find_sentences
from kb.text import Span, word_forms

_LED_BY_WORK = re.compile(NAMED_WORK.pattern + r"(?:,[^:]{1,80})?:\s+")
"""A work before its colon, and the quotation after it."""
_OPENERS = re.compile(r"[\s(\[–—-]+$")
_PARTING = frozenset({PieceKind.MARKUP, PieceKind.BREAK, PieceKind.SPACE})


@dataclass(frozen=True, slots=True)
class FootnoteText:
    """A footnote read: the quotation (None for a pointer) with its span in the source, and what it names."""

    quote: str | None
    quote_span: Span | None
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class _Flat:
    """Reading text with the source span of each stretch, and the links as ranges of it."""

    text: str
    parts: tuple[tuple[int, Span], ...]
    links: tuple[tuple[int, int, str], ...]

    def source_span(self, start: int, end: int) -> Span | None:
        """The source characters that a stretch of the text was read from."""
        inside: list[Span] = []
        for (at, span), (after, _) in zip(self.parts, (*self.parts[1:], (len(self.text), None)), strict=True):
            if at < end and after > start:
                exact = len(span) == after - at  # read as it stands, so it can be cut
                first = span.start + max(0, start - at) if exact else span.start
                inside.append(Span(first, span.end - max(0, after - end) if exact else span.end))
        return Span(inside[0].start, inside[-1].end) if inside else None


def read_footnote(definition: FootnoteDefinition, links: Sequence[Link]) -> FootnoteText:
    """What a footnote quotes and names; `links` are those of its document."""
    flat = _flatten(definition, links)
    cut = _citation_start(flat)
    quote_start, quote_end = 0, cut
    if not word_forms(flat.text[:cut]):
        quote_start, quote_end = _quote_after(flat, cut)
        mentions = _mentions(flat, cut, quote_start)
    else:
        mentions = _mentions(flat, cut, len(flat.text))
    quote = flat.text[quote_start:quote_end]
    trimmed = _OPENERS.sub("", quote).strip()
    if not word_forms(trimmed):
        return FootnoteText(None, None, mentions)
    start = quote_start + quote.index(trimmed)
    return FootnoteText(" ".join(trimmed.split()), flat.source_span(start, start + len(trimmed)), mentions)


def _flatten(definition: FootnoteDefinition, links: Sequence[Link]) -> _Flat:
    own = sorted((link for link in links if definition.span.holds(link.span)), key=lambda link: link.span)
    text = ""
    parts: list[tuple[int, Span]] = []
    ranges: dict[int, list[int]] = {}
    for piece in definition.pieces:
        read = " " if piece.kind in _PARTING and not piece.text else piece.text
        if not read or not (text or read.strip()):
            continue
        start = len(text)
        parts.append((start, piece.span))
        text += read
        for number, link in enumerate(own):
            if link.span.holds(piece.span):
                ranges.setdefault(number, [start, len(text)])[1] = len(text)
    return _Flat(text, tuple(parts), tuple((a, b, own[number].href) for number, (a, b) in sorted(ranges.items())))


def _citation_start(flat: _Flat) -> int:
    """Where the citation begins; the length of the text when there is none."""
    for match in SIGNAL.finditer(flat.text):
        start = match.start("signal")
        if _names_something(flat, start, match) and _only_cites(flat, start):
            return start
    if flat.links:
        return _link_clause(flat)
    if _LED_BY_WORK.match(flat.text):
        return 0
    last = list(find_sentences(flat.text))[-1:]
    if last and NAMED_WORK.match(flat.text, last[0].start) and "," in flat.text[last[0].start : last[0].end]:
        return last[0].start
    return len(flat.text)


def _names_something(flat: _Flat, start: int, match: re.Match[str]) -> bool:
    """Whether a signal word leads to a link or a work.

    `See` at the start of a sentence is enough with a name after it; a small `see`, `from` and `per` are common
    words and need a link in their own sentence or bracket, the last two no comma before them.
    """
    signal = match["signal"]
    if signal[0].isupper() and signal.lower() not in {"from", "per"}:
        linked = any(at >= start for at, _, _ in flat.links)
        return linked or bool(re.match(r"[A-Z_*\"“\d]", flat.text[match.end() :]))
    before = flat.text[:start].rstrip()[-1:]
    if signal.lower() in {"from", "per"} and before in {",", ";", ":"}:
        return False
    reach = start + next(find_sentences(flat.text[start:])).end
    closing = flat.text.find(")" if before == "(" else "]", start) if before in {"(", "["} else -1
    reach = min(reach, closing) if closing >= 0 else reach
    return any(start <= at <= reach for at, _, _ in flat.links)


def _only_cites(flat: _Flat, start: int) -> bool:
    """Whether what follows holds no sentence that is neither a citation nor a short remark."""
    if not word_forms(flat.text[:start]):
        return True
    for span in find_sentences(flat.text[start:]):
        begin, end = start + span.start, start + span.end
        sentence = flat.text[begin:end]
        linked = any(at < end and to > begin for at, to, _ in flat.links)
        if not linked and not SIGNAL.match(sentence) and len(word_forms(sentence)) > 12:
            return False
    return True


def _link_clause(flat: _Flat) -> int:
    """Where the citation that holds the last links begins: its bracket, dash, or sentence."""
    first_of_last = flat.links[0][0]
    for at, _, _ in flat.links:
        if len(word_forms(flat.text[first_of_last:at])) > 25:
            first_of_last = at
    spans = [span for span in find_sentences(flat.text) if span.start <= first_of_last]
    begin = spans[-1].start if spans else 0
    before = flat.text[begin:first_of_last]
    opened = max(before.rfind("("), before.rfind("["), before.rfind("—"), before.rfind(" – "), before.rfind(" - "))
    if opened >= 0:
        return begin + opened
    linked = next(flat.text[at:to] for at, to, _ in flat.links if at == first_of_last)
    names_all = NAMED_WORK.match(linked) is not None and "," in linked
    return first_of_last if names_all or (begin == 0 and len(word_forms(before)) > 8) else begin


def _quote_after(flat: _Flat, cut: int) -> tuple[int, int]:
    """The words quoted after a citation that comes first: from its colon, or the sentence after it, to the end."""
    signal = SIGNAL.match(flat.text[cut:])
    named = _LED_BY_WORK.match(flat.text, cut + (signal.end() if signal else 0))
    if named is not None and not flat.links:
        return named.end(), len(flat.text)
    last = max((to for _, to, _ in flat.links), default=cut)
    rest = flat.text[last:]
    comma = "," if signal is not None and signal["signal"].lower() in {"per", "from"} else ""
    led = re.match(rf"[\s.)\]]*[:{comma}]\s*|[)\]]*[.]\s+(?=[\"“‘'A-Z])", rest)
    if led and len(word_forms(rest)) >= 4 and not SIGNAL.match(rest[led.end() :]):
        return last + led.end(), len(flat.text)
    return len(flat.text), len(flat.text)


def _mentions(flat: _Flat, start: int, end: int) -> tuple[Mention, ...]:
    """What the citation between two places names, link by link; without a link, by its words alone."""
    found: list[Mention] = []
    at = start
    links = [link for link in flat.links if start <= link[0] < end] or ([] if start < end else list(flat.links))
    for number, (begin, to, url) in enumerate(links):
        mention = read_mention(flat.text[at:begin], flat.text[begin:to], url, found[-1] if found else None)
        after = links[number + 1][0] if number + 1 < len(links) else end
        found.append(with_tail(mention, flat.text[to:after]))
        at = to
    if not found:
        words = SIGNAL.sub("", flat.text[start:end], count=1).strip(SEPARATORS)
        if word_forms(words):
            found.append(read_mention(words, "", None, None))
    return tuple(found)
