"""What a citation names: its place in the text of a footnote comes in; each text and place that it names goes out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.citations.calling import Known, end_of_name
from kb.citations.flat import Flat
from kb.citations.leading import without_verb
from kb.citations.naming import SIGNAL, Mention, read_mention, read_noted, split_works, with_tail, without_signs
from kb.citations.noting import FURTHER, QUOTED, read_note_named
from kb.citations.parting import Part, part_works
from kb.citations.placing import SAME, each_place
from kb.citations.recognising import find_told, finds_citation
from kb.citations.versions import DENIED, in_every, without_every
from kb.sentences import find_sentences
from kb.text import Span, word_forms


def find_mentions(flat: Flat, start: int, end: int) -> tuple[Mention, ...]:
    """What the citation between two places names, link by link, and what sentences between them name that are citations
    in words; without a link, by its words alone."""
    found: list[Mention] = []
    at = start
    links = flat.links_in(start, end) or (() if start < end else flat.links)
    for number, (begin, to, url) in enumerate(links):
        for span in _told_between(flat, at, begin):
            found += find_named(flat, flat.text[span.start : span.end])
            at = span.end
        lead, every = without_every(flat.text[at:begin])
        mention = read_mention(lead, flat.text[begin:to], url, found[-1] if found else None)
        after = links[number + 1][0] if number + 1 < len(links) else end
        found.append(in_every(with_tail(mention, flat.text[to:after]), every, flat.text[to:after]))
        if not number and (noted := read_note_named(flat.text[:end], start, alone=True)):
            found[0] = replace(found[0], work=None, path=(), note=noted.notes[0])
        at = to
    for span in _told_between(flat, at, end) if links else ():
        found += find_named(flat, flat.text[span.start : span.end])
    if not found and read_note_named(flat.text[:end], start, alone=True):
        named = QUOTED.sub(lambda match: match[0].replace(";", " "), flat.text[start:end])
        for here in FURTHER.sub(";", named).split(";"):
            noted = read_note_named(here.strip(), alone=True)
            found += (read_noted(note, noted.place) for note in noted.notes) if noted else find_named(flat, here)
    if not found:
        found += find_named(flat, flat.text[start:end])
    return tuple(under_same_headings(found))


def _told_between(flat: Flat, start: int, end: int) -> Iterator[Span]:
    """The sentences between two places that are citations in words."""
    for span in flat.sentences:
        if start <= span.start and span.end <= end and finds_citation(flat.text[span.start : span.end], flat.known):
            yield span


def under_same_headings(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions, with the heading of the one before for `same heading`."""
    before: Mention | None = None
    for mention in mentions:
        same = before is not None and mention.url is None and SAME.fullmatch(mention.heading or "")
        before = replace(mention, path=before.path, heading=before.heading) if before and same else mention
        yield before


def find_named(flat: Flat, text: str) -> Iterator[Mention]:
    """What a citation without links names; behind its first sentence, what further citations and remarks name."""
    for number, span in enumerate(find_sentences(text)):
        sentence = text[span.start : span.end]
        cites = not number or SIGNAL.match(sentence) or finds_citation(sentence, flat.known)
        for told in (sentence,) if cites else find_told(sentence, flat.known):
            parts = tuple(part_works(SIGNAL.sub("", DENIED.sub("", told), count=1), flat.known))
            yield from _share_places(parts, [list(_read_part(part.words, flat.known)) for part in parts])


def _read_part(part: str, known: Known) -> Iterator[Mention]:
    cited = without_signs(without_verb(part))
    for words in split_works(cited, end_of_name(cited, 0, known.names) or 0):
        every = each_place(words, known) if word_forms(words) else ()
        yield from (read_mention(each, "", None, None) for each in every)


def _share_places(parts: Sequence[Part], named: Sequence[Sequence[Mention]]) -> Iterator[Mention]:
    """What the parts of a citation name; texts named together share the place behind the last of them (`LRF 4 & Harbour
    rules, Oil`)."""
    every = [list(mentions) for mentions in named]
    sharing = False
    for number in range(len(parts) - 1, 0, -1):
        sharing = parts[number].together or (sharing and parts[number].listed)
        first, behind = every[number - 1], every[number]
        alone = bool(first and behind) and not any(each.path or each.heading for each in first)
        sharing = sharing and alone and behind[0].heading is not None
        if sharing:
            place = behind[0]
            every[number] = [replace(each, shared=True) for each in behind]
            every[number - 1] = [replace(each, path=place.path, heading=place.heading, shared=True) for each in first]
    return (mention for mentions in every for mention in mentions)
