"""The text of a footnote: its pieces come in; what it quotes and what it names go out.

An editor writes the words of his source and then where they stand: `Quotation. See CRF 15, Rulings by Term,
[Agent](address).` Either part may be missing, links may be several, and the citation may stand in brackets,
after a dash, or before the quotation.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.model import FootnoteDefinition, Link, PieceKind
from kb.sentences import find_sentences
from kb.text import Span, word_forms

_SIGNAL = re.compile(
    r"(?:^|(?<=[.!?:;,)\]\"”'’*_–—-])\s+|(?<=[(\[])|(?<=\w)\s+(?=(?-i:See\s)))(?P<signal>see(?:\s+also)?|cf\.?|source:|from|per)\s+",
    re.IGNORECASE,
)
_NAMED_WORK = re.compile(r"(?P<work>[A-Z][A-Z0-9]{1,7}(?:\s+#?\d+)?|(?:[A-Z]\w+\s+){1,4}#?\d+)(?=\s*(?:,|$|\s[A-Z]))")
_OPENERS = re.compile(r"[\s(\[–—-]+$")
_PARTING = frozenset({PieceKind.MARKUP, PieceKind.BREAK, PieceKind.SPACE})
_SEPARATORS = " \t\n,;.:)]([–—-"


@dataclass(frozen=True, slots=True)
class Mention:
    """One place a footnote names: the words for the work, the path below it, the heading, the link's address.

    `words` is the whole of it as written.
    """

    words: str
    work: str | None
    path: tuple[str, ...]
    heading: str | None
    url: str | None


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
    for match in _SIGNAL.finditer(flat.text):
        start = match.start("signal")
        if _names_something(flat, start, match) and _only_cites(flat, start):
            return start
    if flat.links:
        return _link_clause(flat)
    last = list(find_sentences(flat.text))[-1:]
    if last and _NAMED_WORK.match(flat.text, last[0].start) and "," in flat.text[last[0].start : last[0].end]:
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
        if not linked and not _SIGNAL.match(sentence) and len(word_forms(sentence)) > 12:
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
    names_all = _NAMED_WORK.match(linked) is not None and "," in linked
    return first_of_last if names_all or (begin == 0 and len(word_forms(before)) > 8) else begin


def _quote_after(flat: _Flat, cut: int) -> tuple[int, int]:
    """The words quoted after a citation that comes first: from its colon, or the sentence after it, to the end."""
    last = max((to for _, to, _ in flat.links), default=cut)
    rest = flat.text[last:]
    signal = _SIGNAL.match(flat.text[cut:])
    comma = "," if signal is not None and signal["signal"].lower() in {"per", "from"} else ""
    led = re.match(rf"[\s.)\]]*[:{comma}]\s*|[)\]]*[.]\s+(?=[\"“‘'A-Z])", rest)
    if led and len(word_forms(rest)) >= 4 and not _SIGNAL.match(rest[led.end() :]):
        return last + led.end(), len(flat.text)
    return len(flat.text), len(flat.text)


def _mentions(flat: _Flat, start: int, end: int) -> tuple[Mention, ...]:
    """What the citation between two places names, link by link; without a link, by its words alone."""
    found: list[Mention] = []
    at = start
    links = [link for link in flat.links if start <= link[0] < end] or ([] if start < end else list(flat.links))
    for number, (begin, to, url) in enumerate(links):
        mention = _mention(flat.text[at:begin], flat.text[begin:to], url, found[-1] if found else None)
        after = links[number + 1][0] if number + 1 < len(links) else end
        found.append(_with_tail(mention, flat.text[to:after]))
        at = to
    if not found:
        words = _SIGNAL.sub("", flat.text[start:end], count=1).strip(_SEPARATORS)
        if word_forms(words):
            found.append(_mention(words, "", None, None))
    return tuple(found)


def _mention(lead: str, linked: str, url: str | None, before: Mention | None) -> Mention:
    """The words before a link and in it, told apart as work, path and heading."""
    signalled = _SIGNAL.search(lead)
    led = lead[signalled.end() :] if signalled else lead
    led = re.sub(r"^\W*(?:and|or|also|with|the)\b", "", led.strip(_SEPARATORS + '_*"“”')).strip(_SEPARATORS)
    inherits = before is not None and not signalled and not word_forms(led)
    outer = _parts(led)
    inner = _parts(linked)
    words = " ".join((led + (", " if led and linked else "") + linked).split())
    if inherits and before is not None and len(inner) == 1:
        return Mention(words, before.work, before.path, inner[0], url)
    if (
        before is not None
        and not signalled
        and _same_page(before.url, url)
        and not _NAMED_WORK.match((outer + inner)[0])
    ):
        parts = outer + inner
        return Mention(words, before.work, tuple(parts[:-1]), parts[-1], url)
    if outer and linked:
        work, *path = _split_work(outer)
        return Mention(
            words, work, tuple(path), linked.strip(_SEPARATORS.replace(")", "").replace("]", "")) or None, url
        )
    every = _split_work(outer + inner)
    if len(every) == 1:
        named = _NAMED_WORK.fullmatch(every[0]) is not None or url is None or "#" not in url
        return Mention(words, every[0] if named else None, (), None if named else every[0], url)
    if not every:
        return Mention(words, None, (), None, url)
    return Mention(words, every[0], tuple(every[1:-1]), every[-1], url)


def _with_tail(mention: Mention, tail: str) -> Mention:
    """A mention whose link names the work alone, with the path and heading that follow it."""
    if mention.heading is not None or not tail.lstrip().startswith(","):
        return mention
    parts = _parts(tail[: next(find_sentences(tail)).end])
    if not parts:
        return mention
    return replace(mention, path=(*mention.path, *parts[:-1]), heading=parts[-1])


def _same_page(first: str | None, second: str | None) -> bool:
    pages = {address.partition("#")[0] for address in (first, second) if address is not None}
    return len(pages) == 1 and None not in {first, second}


def _parts(text: str) -> list[str]:
    return [part.strip(" .;:\n\t") for part in text.split(",") if word_forms(part)]


def _split_work(parts: list[str]) -> list[str]:
    """`CRF 15 Turn Sequence Rulings` names the work and, without a comma, the section."""
    if not parts:
        return []
    named = _NAMED_WORK.match(parts[0])
    if named and named.end() < len(parts[0]) and re.search(r"\d$", named["work"]):
        return [named["work"], parts[0][named.end() :].strip(" ,;:"), *parts[1:]]
    return parts
