"""What a citation names: its place in the text of a footnote comes in; each text and place that it names goes out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.effective import MONTH, heading_effective
from kb.footnotes.flat import Flat
from kb.naming.calling import Known, end_of_name, end_of_work
from kb.naming.introducing import behind_lead
from kb.naming.mentions import (
    SEPARATORS,
    SIGNAL,
    Mention,
    name_words,
    points_also,
    read_mention,
    read_noted,
    split_works,
    with_tail,
    without_signs,
)
from kb.naming.noting import FURTHER, IBID, QUOTED, NoteNamed, behind_note, is_ibid, read_note_named
from kb.naming.parting import Part, find_joints, part_works
from kb.naming.placing import SAME, each_place, is_numbered_place
from kb.naming.recognising import HOW_TOLD, find_told, finds_citation, without_verb
from kb.naming.versions import DENIED, EVERY, in_every, read_row, without_every
from kb.sentences import find_sentences
from kb.text import Span, word_forms

_ROW = re.compile(r"\d,\s*(?:and\s+)?\d")
_DATED = re.compile(rf"\b{MONTH}(?=,?\s+\d)|(?<=\d )\s*{MONTH}", re.IGNORECASE)
_OPENED = re.compile(r"^\s*[(\[]\s*(?=[^\W\d])(?=[^()\[\]]*+(?:\([^()]*+\)[^()\[\]]*+)*+[)\]]?\W*$)")
"""The bracket that a citation stands in as a whole."""
_DAY = re.compile(rf"\b{MONTH}\s+\d{{1,2}},\s+\d{{4}}$", re.IGNORECASE)


def find_mentions(flat: Flat, start: int, end: int, before: Sequence[Mention] = ()) -> tuple[Mention, ...]:
    """What the citation between two places names, `before` which others stand, link by link, and what sentences between
    them name that are citations in words; without a link, by its words alone."""
    found: list[Mention] = []
    at = start
    links = flat.links_in(start, end)
    cited: list[tuple[int, int, int, str | None]] = [(begin, begin, to, url) for begin, to, url in links]
    cited += [(cut, span.start, span.end, None) for cut, span in _told_beside(flat, start, end)] if links else []
    cited.sort(key=lambda each: each[0])
    for number, (_, begin, to, url) in enumerate(cited):
        if url is None:
            again = bool(found) and IBID.match(flat.text, begin) is not None
            words = flat.text[begin:to]
            found += tuple(_again(words, found[-1]) if again else find_named(flat, words, (*before, *found)))
        else:
            lead, every = without_every(flat.text[at:begin])
            lead = "" if found and _is_ibid(lead) else _from_name(lead, flat.known) if found else lead
            mention = read_mention(_with_row(lead, flat.known), flat.text[begin:to], url, found[-1] if found else None)
            tail = flat.text[to : cited[number + 1][0] if number + 1 < len(cited) else end]
            named = in_every(_without_remark(with_tail(mention, tail), flat.known), every, tail)
            also = points_also(flat.text[at:begin], (*before, *found)) and not tail.startswith(":")
            found.append(replace(named, also=also))
        if not number and (noted := read_note_named(flat.text[:end], start, alone=True)):
            found[:1] = [replace(each, work=None, path=(), note=noted.notes[0]) for each in found[:1]]
        at = to
    if not found and read_note_named(flat.text[:end], start, alone=True):
        found += _of_notes(flat, flat.text[start:end])
    return tuple(found or find_named(flat, flat.text[start:end], before))


def _with_row(lead: str, known: Known) -> str:
    """What stands before a link, without commas in a row of versions that it names (`LRF 1, 2 and 3, Oil`): behind
    other commas places follow."""
    for begun in re.finditer(r"(?<!\w)[A-Z]", lead) if _ROW.search(lead) else ():
        row = read_row(lead, begun.start(), known.names)
        if row is not None:
            named = re.sub(r",\s*(?:and\s+)?", " & ", lead[begun.start() : row.end])
            return lead[: begun.start()] + named + lead[row.end :]
    return lead


def _of_notes(flat: Flat, text: str) -> Iterator[Mention]:
    """What a citation without a link that begins with a note of the book names: notes, and what stands beside them."""
    named = QUOTED.sub(lambda match: match[0].replace(";", " "), text)
    for here in FURTHER.sub(";", named).split(";"):
        noted = read_note_named(here, alone=True)
        if noted is None:
            yield from find_named(flat, here)
            continue
        yield from (read_noted(note, noted.place) for note in noted.notes)
        if not noted.place and finds_citation(behind := behind_note(here), flat.known):
            yield from find_named(flat, behind)


def _told_beside(flat: Flat, start: int, end: int) -> Iterator[tuple[int, Span]]:
    """What stands between two places, has no link and is a citation in words: sentences, cut where the name of another
    text follows; each with the place where what parts it from the words before begins. Behind no more than a comma it
    is one with its place: `Oil, LRF 4` is one of Oil."""
    for whole in flat.sentences_over(start, end):
        sentence = Span(whole.start, min(whole.end, end))  # a quotation may follow
        joints = list(find_joints(flat.text[sentence.start : sentence.end], flat.known))
        parted = [sentence.start, *(sentence.start + first for first, _ in joints)]
        starts = [sentence.start, *(sentence.start + last for _, last in joints)]
        for cut, first, last in zip(parted, starts, [*parted[1:], sentence.end], strict=True):
            told = flat.text[first:last]
            inside = start <= first and last <= end and not flat.links_over(first, last)
            listed = flat.text[cut:first].strip() == "," and all(
                each.heading is None for each in find_named(flat, told)
            )
            if inside and not listed and (finds_citation(told, flat.known) or (cut < first and IBID.match(told))):
                yield cut, Span(first, last)


def under_same_headings(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions, with the heading of the one before for `same heading`."""
    before: Mention | None = None
    for mention in mentions:
        same = SAME.fullmatch(mention.heading or "") is not None
        before = replace(mention, path=before.path, heading=before.heading) if before and same else mention
        yield before


def find_named(flat: Flat, text: str, before: Sequence[Mention] = ()) -> Iterator[Mention]:
    """What a citation without links names, `before` which others stand; behind its first sentence, what further
    citations and remarks name."""
    known = list(before)
    text = _OPENED.sub("", text)
    for number, span in enumerate(find_sentences(text)):
        sentence = text[span.start : span.end]
        cites = not number or SIGNAL.match(sentence) or finds_citation(sentence, flat.known)
        for told in (sentence,) if cites else find_told(sentence, flat.known):
            for cited in _without_signal(DENIED.sub("", told)):
                parts = tuple(part_works(cited, flat.known))
                named: list[list[Mention]] = []
                for part in parts:
                    again = bool(named and named[-1]) and IBID.match(part.words) is not None
                    named.append(
                        list(_again(part.words, named[-1][-1]) if again else _read_part(part.words, flat.known))
                    )
                also = points_also(f"{' '.join(sentence.split()[:2])} ", known)
                known += [replace(each, also=also) for each in _share_places(parts, named)]
    yield from known[len(before) :]


def _from_name(lead: str, known: Known) -> str:
    """What stands before a link, from the name of a text on where other words lead to it: `superseding LRF 4, `."""
    words = lead.lstrip(SEPARATORS)
    named = behind_lead(words, known.names)
    return words[named:] if named and end_of_name(words, named, known.names) is not None else lead


def _is_ibid(lead: str) -> bool:
    """Whether no more than `ibid.` stands before a link, for the text that was cited before it."""
    words = lead.strip(SEPARATORS)
    return is_ibid(words) and read_note_named(words) == NoteNamed(("",))


def _again(words: str, before: Mention) -> Iterator[Mention]:
    """What `ibid.` names behind a citation: another place in the same text."""
    noted = read_note_named(words)
    if noted is not None and noted.place:
        yield replace(read_noted("", noted.place), work=before.work, note=before.note)


def _without_signal(told: str) -> tuple[str, ...]:
    """A citation without the signal that introduces it; one in brackets behind a place introduces a further text."""
    signal = SIGNAL.search(told)
    if signal is None:
        return (told,)
    before, behind = told[: signal.start()], told[signal.end() :]
    return (before, behind) if before.endswith(("(", "[")) else (before + behind,)


def _read_part(part: str, known: Known) -> Iterator[Mention]:
    cited = without_signs(without_verb(part))
    for words in split_works(cited, end_of_work(cited, 0, known.names) or 0):
        every = each_place(words, known) if word_forms(words) else ()
        yield from (_without_remark(read_mention(each, "", None, None), known) for each in every)


def _without_remark(mention: Mention, known: Known) -> Mention:
    """A mention without what is no heading behind its last one: since when the ruling is in force, or words of an
    editor's own about it (`Hemp, when he had none`, `Hemp; he had none`)."""
    named = (*mention.path, *([mention.heading] if mention.heading is not None else ()))
    parts = _up_to_semicolon(named, known)
    dated = (count for count in (1, 2) if count <= len(parts) and _is_date(", ".join(parts[-count:]), known))
    parts = _up_to_remark(next((parts[:-count] for count in dated), parts), known)
    *path, heading = parts or (None,)
    return mention if parts == named else replace(mention, path=tuple(path), heading=heading)


def _up_to_semicolon(parts: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """The parts up to a heading that small letters follow behind a semicolon, where this is none of the heading's."""
    for number, part in enumerate(parts):
        heading, _, said = part.partition(";")
        headed = " ".join(name_words(heading)) in known.subjects and " ".join(name_words(part)) not in known.subjects
        if headed and said.lstrip()[:1].islower():
            return (*parts[:number], heading.strip())
    return parts


def _is_date(words: str, known: Known) -> bool:
    """Whether words say since when something is in force, and nothing else; a heading may say so too."""
    date = heading_effective(words)
    return date is not None and len(date.span) == len(words) and " ".join(name_words(words)) not in known.subjects


def _up_to_remark(parts: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """The parts up to a heading behind which all are remarks, and neither headings nor places."""
    told = parts
    if len(told) > 2 and _DAY.search(day := f"{told[-2]}, {told[-1]}"):
        told = (*told[:-2], day)  # the comma is that of a date
    remarks = 0
    while remarks < len(told) - 1 and _is_remark(told[-1 - remarks], known):
        remarks += 1
    headed = remarks and " ".join(name_words(told[-1 - remarks])) in known.subjects
    return told[:-remarks] if headed else parts


def _is_remark(part: str, known: Known) -> bool:
    """Whether a part stands in small letters but for months, or says how it was told (`as changed by Ned`)."""
    placed = is_numbered_place(part) or EVERY.fullmatch(part) or SAME.fullmatch(part)
    small = _DATED.sub("", part).islower() or HOW_TOLD.match(part)
    return bool(small) and not placed and " ".join(name_words(part)) not in known.subjects


def _share_places(parts: Sequence[Part], named: Sequence[Sequence[Mention]]) -> Iterator[Mention]:
    """What the parts of a citation name; texts named together share the place behind the last of them (`LRF 4 & Harbour
    rules, Oil`)."""
    every = [list(mentions) for mentions in named]
    sharing = False
    for number in range(len(parts) - 1, 0, -1):
        sharing = parts[number].together or (sharing and parts[number].listed)
        first, behind = every[number - 1], every[number]
        alone = not any(each.heading for each in first)
        sharing = sharing and alone and behind[0].heading is not None
        if sharing:
            place = behind[0]
            every[number] = [replace(each, shared=True) for each in behind]
            every[number - 1] = [replace(each, path=place.path, heading=place.heading, shared=True) for each in first]
    return (mention for mentions in every for mention in mentions)
