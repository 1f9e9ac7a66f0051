"""Several quotations in marks, each with its citation: the text of a footnote comes in; both go out.

What stands outside of the marks is citations, before or behind the words they are of, and an editor's remarks: `“A.”
Ledger 3, Oil. Ledger 4, Oil: “B.”`, `“A” (Ledger 3, Oil); “B” (ibid., Wick)`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.footnotes.flat import Flat
from kb.footnotes.leading import QUOTED, end_of_marked, is_quoted
from kb.footnotes.locating import LONGEST
from kb.footnotes.mentioning import find_mentions
from kb.naming.calling import DATE, end_of_name
from kb.naming.mentions import SIGNAL, Mention, is_common, name_words
from kb.naming.noting import is_ibid, read_note_named
from kb.naming.placing import is_numbered_place
from kb.naming.recognising import finds_citation
from kb.sentences import find_sentences
from kb.text import Span, word_forms

_BEFORE_MARK = " \n([—–-"
"""What may stand before an opening mark."""
_NUMBER = r"(?:\d{1,2}|[ivx]{1,4}|[a-z])"
_TO = r"(?:as|by|for|from|into|to|with)"
_JOINT = re.compile(
    r"[\s.,;:()\[\]/=+&—–-]*(?:(?:(?:again|also|and|both|but|compare|elsewhere|first|formerly|later|likewise|now|or"
    rf"|originally|similarly|then|today|versus|whereas|while|with)\b|(?:cf\.?|see)\s*\Z|{_NUMBER}[.)\]](?=\s))[\s,:]*)*",
    re.IGNORECASE,
)
"""What parts a quotation or a citation from the next."""
_VERB = r"(?:says?|said|reads?|rule[sd]?|state[sd]?|adds?|added|has|had|gives|gave)"
_LEAD = re.compile(
    rf"(?:,?\s(?:(?:which|it|also|now)\s)*{_VERB}(?:,?\sthat)?|,\s(?:[a-z]+\s){{1,2}}{_TO})?[\s.,:(\[—–-]{{0,9}}$"
)
"""What may stand between a citation and the quotation behind it."""
_OPENED = re.compile(r"[(\[][^)\]]*$")
_NAME = re.compile(r"(?:the\s)?[A-Z]")
_BRACKETED = re.compile(r"(?:[^()\[\]]|[(\[][^()\[\]]*[)\]])*(?=[)\]])")
"""What stands in brackets, behind the opening one."""
_SEMICOLON = re.compile(rf";(?!\s*(?:{DATE}|(?:(?:and|but)\s+)?(?:absent|missing|no\s+longer|not)\s))")
_NUMBERED = re.compile(rf"(?:\s[(\[]?(?i:{_NUMBER})[)\]]|(?<=\w\w\.)\s(?!\d){_NUMBER}\.)\s+$")
"""The number of a further quotation that ends no sentence: `(2) “`, `b. “`."""
_LEADS_TO = re.compile(rf":\s*$|^(?:\w+\s){{0,2}}{_TO}\s*$")
"""What ends an editor's words that lead to a quotation."""
_UNDER = re.compile(r"(?:(?:see(?:\s+also)?|cf\.?)\s+)?(?:(?:at|in|on|under|s\.\s?v\.)\s)?", re.IGNORECASE)
"""What may stand before a heading."""
_STOPS = frozenset(("", *".:;”’»«“'", '"'))
"""What stands before a sentence."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The quotations of a footnote, with sentences of its editor between them, and what it names."""

    parts: tuple[Span, ...]
    mentions: tuple[Mention, ...]


def read_marked(flat: Flat) -> Marked | None:
    """Quotations, of which one at least is in marks, with at least two citations; None where anything else stands
    outside of the marks."""
    quoted = tuple(_find_marked(flat.text))
    parts: list[Span] = []
    mentions: list[Mention] = []
    starts = (0, *(span.end for span in quoted))
    for number, start in enumerate(starts if quoted else ()):
        leads = number < len(quoted)
        end = quoted[number].start if leads else len(flat.text)
        numbered = _NUMBERED.search(flat.text, start, end) if leads else None
        end = numbered.start() if numbered is not None else end
        between = _read_between(flat, Span(start, end), leads=leads, behind=bool(mentions))
        if between is None:
            return None
        for span, cites in between:
            if cites:
                mentions += _under_the_last(flat, span, mentions)
            elif len(word_forms(flat.text[span.start : span.end])) >= QUOTED:
                parts.append(span)
        parts += quoted[number : number + 1]
    several = len(parts) > 1 or (bool(parts) and not word_forms(flat.text[parts[0].end :]) and not flat.links)
    return Marked(tuple(parts), tuple(mentions)) if several and len(mentions) > 1 else None


def _find_marked(text: str) -> Iterator[Span]:
    """What stands in marks of its own, enough for a quotation; nothing behind a mark that is not closed."""
    at, apostrophes = 0, True
    while at < len(text):
        apostrophe = text[at] in "'‘"
        opens = (
            is_quoted(text[at : at + 2])
            and (not at or text[at - 1] in _BEFORE_MARK)
            and (apostrophes or not apostrophe)
        )
        end = end_of_marked(text[at:]) if opens else None
        if opens and end is None:
            if not apostrophe:
                return
            apostrophes = False
        if end is not None and len(word_forms(text[at : at + end])) >= QUOTED:
            yield Span(at, at + end)
        at += end or 1


def _read_between(flat: Flat, within: Span, *, leads: bool, behind: bool) -> Sequence[tuple[Span, bool]] | None:
    """What stands before or behind a quotation, citations and remarks, and which it is; None where it is neither.
    `leads` where a quotation follows, `behind` where a citation stands before."""
    if len(within) > LONGEST:
        return None
    found: list[tuple[Span, bool]] = []
    at, end = within.start, within.end
    while (start := _behind_joint(flat.text, at, end)) < end:
        opened = _OPENED.search(flat.text, at, start) is not None
        at, stop = start, _end_of_piece(flat.text, start, end)
        last = leads and not word_forms(flat.text[stop:end])
        cited = _end_of_citation(flat, Span(at, stop), end if last else None, behind=behind)
        if cited is not None:
            found.append((Span(at, cited), True))
            behind = True
        elif not (found or opened or _opens_sentence(flat.text, at)):
            return None  # a quotation that goes on outside of marks
        elif not last or flat.text[stop : stop + 1] == ";" or flat.text.endswith((".", "!", "?"), at, stop):
            found.append((Span(at, stop), False))
        elif not _LEADS_TO.search(flat.text[at:end]):
            return None
        at = stop
    return found


def _behind_joint(text: str, at: int, end: int) -> int:
    joint = _JOINT.match(text, at, end)
    return joint.end() if joint is not None else at


def _end_of_piece(text: str, at: int, end: int) -> int:
    """Where what stands in brackets ends, or a sentence, or what stands before a semicolon in it, which parts no date
    and nothing that is denied of a text."""
    bracketed = _BRACKETED.match(text, at, end)
    if bracketed is not None:
        return bracketed.end()
    sentence = next(find_sentences(text[at:end]), None)
    stop = at + sentence.end if sentence is not None else end
    parted = _SEMICOLON.search(text, at, stop)
    return parted.start() if parted is not None else stop


def _end_of_citation(flat: Flat, piece: Span, quoted: int | None, *, behind: bool) -> int | None:
    """Where a citation ends that is all of a piece, but for what leads to the quotation that begins at `quoted`; the
    heading alone is one `behind` another."""
    at, stop = piece.start, piece.end
    if read_note_named(flat.text[at:stop], alone=True) is not None:
        return stop
    if flat.links and not behind and not flat.linked(at, stop - 1):
        return None  # an erratum may begin with the name of the book it changes
    lead = _LEAD.search(flat.text, at, quoted) if quoted is not None else None
    if lead is not None and lead.start() > stop:
        lead = None  # a bracket or a semicolon parts the citation from the quotation
    words = Span(at, stop if lead is None else lead.start())
    if lead is not None and not lead.group().strip() and not _ends_in_place(flat, words):
        return None
    cited = flat.text[words.start : words.end]
    names = finds_citation(cited, flat.known) or _sees(cited) or (behind and _heading(flat, words))
    return words.end if names else None


def _sees(words: str) -> bool:
    """Whether words begin with `see` and a name, be it that of a text nobody knows."""
    signal = SIGNAL.match(words)
    return signal is not None and not is_common(signal["signal"]) and _NAME.match(words, signal.end()) is not None


def _ends_in_place(flat: Flat, span: Span) -> bool:
    """Whether the last words of a citation are a known place; others may be an editor's (`Wick, Oil: Strike`)."""
    if any(last == span.end for _, last, _ in flat.links):
        return True
    last = re.split(r"[,:]", flat.text[span.start : span.end])[-1]
    named = end_of_name(last, 0, flat.known.names) == len(last)
    return named or " ".join(name_words(last)) in flat.known.subjects or is_numbered_place(last)


def _heading(flat: Flat, span: Span) -> str | None:
    """The heading that is all of some words, and no text."""
    words = _UNDER.sub("", flat.text[span.start : span.end], 1).strip(' .,;:"“”')
    known = " ".join(name_words(words)) in flat.known.subjects
    return words if known and end_of_name(words, 0, flat.known.names) is None else None


def _opens_sentence(text: str, at: int) -> bool:
    """Whether a sentence of its own begins at a place."""
    return text[:at].rstrip()[-1:] in _STOPS and text[at].isupper()


def _under_the_last(flat: Flat, span: Span, before: Sequence[Mention]) -> Iterator[Mention]:
    """What a citation names; `ibid.` behind another one of the same footnote is that one, at the place it names, and a
    heading alone is one of its text."""
    heading = _heading(flat, span) if before and not flat.linked(span.start, span.end - 1) else None
    if heading is not None:
        yield replace(before[-1], heading=heading, url=None)
        return
    same = bool(before) and is_ibid(flat.text[span.start : span.end])
    for each in find_mentions(flat, span.start, span.end):
        if same and each.note == "":
            last = before[-1]
            yield replace(each, work=last.work, note=last.note) if each.heading is not None else last
        else:
            yield each
