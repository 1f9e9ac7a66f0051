"""Reading errata: the statements of a version come in, instructions with what they are about go out.

An erratum names its text in front: a card by its heading or before a colon, a book by its title and the headings that
lead to the place (`Dragon Rules, Hoards: Change ...`), or the number of a rule (`[8.4] Change ...`).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kb.corpus import WorkEntry
from kb.instructions._cells import read_cell, read_cells, read_field
from kb.instructions._cuts import join_cut
from kb.instructions._entries import cut_entry
from kb.instructions._grammar import read_operations
from kb.instructions._numbered import Placed, as_labelled, of_whole_rule, place_by_number, say_of_rule
from kb.instructions._operations import Figure, Operation, Restore, Unclear
from kb.instructions._paged import (
    PRINTED_ON,
    bare_subject,
    behind_subject,
    in_paragraph,
    read_paged,
)
from kb.instructions._quotes import cut_quotations, settle_marks
from kb.instructions._sections import heading_key, struck_section
from kb.instructions._several import cut_owners, name_several
from kb.instructions._spots import front_place
from kb.instructions._tabled import Tables, read_swap, read_tabled
from kb.instructions._targets import (
    LAYOUT,
    LEAD,
    NO_HEADING,
    WORDED,
    Target,
    below,
    cut_listed,
    in_only_book,
    names_place,
    placed_in,
    read_place,
)
from kb.instructions._turned import join_turned, say_turned
from kb.instructions._unread import BACK
from kb.model import LISTINGS, CompendiumVersion, SectionKind, Statement
from kb.numbering import close_parts, is_rule_number, leading_number
from kb.paging import cut_page
from kb.rulebooks import Bearing, BooksMeant, Borne, Rulebooks
from kb.rulings import card_of, kind_of, maybe_card_of, subject_of
from kb.sentences import find_sentences
from kb.terms import name_key
from kb.text import has_words
from kb.titles import cut_title, find_headed, find_subject, find_work, name_works

_QUALIFIED = re.compile(r"(?P<name>.*\S)\s*\((?P<words>[^()]{1,40})\)")
_QUALIFIER = re.compile(r"\s*\((?P<words>[^)]{1,40})\)\s*:?\s+")

_PLACED = re.compile(
    r"(?:(?:on|in)\s+)?(?:page|p\.)\s*\d+(?:\s*[–-]\s*\d+)?(?:\s+of\s+(?P<book>[^,:\"“”]{1,60}))?"
    rf"(?P<layout>(?:,\s+{LAYOUT})*)\s*[,:]\s+"
    r"(?:(?:(?:under|in|at)\s+(?:the\s+)?(?P<under>[^,:\"“”]{1,80}?|[\"“][^\"“”]{1,80}[\"”])|(?P<quoted>[\"“][^\"“”]{1,80}[\"”]))"
    r"(?:\s+(?:section|entry|sidebar|box))?\s*[,:]\s+)?(?P<rest>.*)"
    r"|(?:(?:in|under)\s+(?:the\s+)?(?:section|chapter|entry|heading)\s+(?P<part>[^,:\"“”]{1,80}?|[\"“][^\"“”]{1,80}[\"”])"
    r"|in\s+(?:the\s+)?(?P<kept>[^,:\"“”]{1,60}?)\s+(?:table|section|chapter|entry|sidebar|box)"
    r"|under\s+(?P<head>[^,:\"“”]{1,60}?|[\"“][^\"“”]{1,60}[\"”]))\s*[,:]\s+(?P<then>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A place in a book by its page, its heading, or both: `On page 7 of the rulebook, under Lamps, change ...`."""

_OF_ENTRY = re.compile(r"(?:for|of|on|called|named)\s", re.IGNORECASE)
"""How the name of an entry begins behind what it is: `in the entry for Piers`; `the entry Piers` may be a heading."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """An erratum that says how to change a text: its statement, target and operations."""

    statement: Statement = field(repr=False)
    words: str = field(repr=False)
    target: Target
    operations: tuple[Operation, ...]

    @property
    def clear(self) -> bool:
        """Whether any of its operations could be read."""
        return any(not isinstance(each, Unclear) for each in self.operations)


def read_instructions(
    version: CompendiumVersion,
    works: Sequence[WorkEntry],
    cards: Collection[str] = frozenset(),
    rulebooks: Rulebooks | None = None,
) -> Iterator[Instruction]:
    """The instructions of a version: its errata, and whatever else asks for a change in a form that is known.

    Every item of a listing of errata is there; one that only states a rule is unclear. Elsewhere rulings that name no
    words, or no text, are left out. `cards` are the cards known, as `subject_of` has them: a heading of a listing may
    be one. `rulebooks` tell the books by the numbers of their rules.
    """
    meant, tables = BooksMeant(rulebooks or Rulebooks(tuple(works)), version), Tables(version.document)
    for statement, words in join_turned(join_cut(version.statements, version.document.source)):
        if statement.reference:
            continue
        for target, told in _find_targets(statement, say_turned(settle_marks(words)), meant, cards, tables):
            found = _read_told(statement, words, target, told)
            erratum = kind_of(statement) == "erratum"
            if found.operations and (found.clear if not erratum else True) and (target.card or target.work or erratum):
                yield found


def _read_told(statement: Statement, words: str, target: Target, told: str) -> Instruction:
    """What a statement asks of a target by the words that it says of it."""
    operations = read_operations(told, target.card)
    if not target.card:
        operations = tuple(Unclear(told, BACK) if isinstance(each, Restore) else each for each in operations)
    if target.work and all(isinstance(each, Unclear | Figure) for each in operations):
        field = read_field(told) if target.headings or target.entry else None
        operations = read_cells(told) or ((field,) if field is not None else ()) or operations
    operations = tuple(in_paragraph(each, target.paragraph, target.sentence) for each in operations)
    if target.headings and is_rule_number(target.headings[-1]):
        operations = tuple(of_whole_rule(each, told, statement.label) for each in operations)
        if not operations and not has_words(told):
            operations = as_labelled(statement.label)
    if not operations and statement.section is SectionKind.ERRATA:
        operations = (Unclear(told, "it states a rule and names no words to change"),)
    return Instruction(statement, words, target, operations)


def quote_rule(told: str) -> tuple[str, ...]:
    """The words that what is said of a rule has from it: those that an order finds there, and no new ones; else all
    that it quotes."""
    orders = [each for each in read_operations(told, "") if not isinstance(each, Unclear)]
    if orders:
        found = (getattr(each, name, None) for each in orders for name in ("old", "anchor"))
        return tuple(words for words in found if words)
    return tuple(each.words for each in cut_quotations(told).quotations if not each.broken)


def _find_targets(
    statement: Statement, words: str, meant: BooksMeant, cards: Collection[str], tables: Tables
) -> Sequence[tuple[Target, str]]:
    """What a statement is about, with its words without the name of that: several cards where it names them together
    above it, in front, or as the owners of what it changes."""
    tabled = read_tabled(statement, tables) if statement.section is SectionKind.ERRATA else None
    swap = read_swap(statement, tables) if statement.section is SectionKind.ERRATA else None
    row = name_key(tabled[0]) if tabled is not None else ""
    having = meant.having(statement, row) if tabled is not None else None
    if tabled is not None and having is not None and (swap is None or row in meant.rulebooks.rows.get(having.id, ())):
        return [(Target(work=having.id), tabled[1])]
    words = words if swap is None else swap
    named = name_several(statement.term, cards)
    if named and not _is_section(statement, meant):
        return [(Target(card=name), _of_card(statement.term, words, cards)[1]) for name in named]
    if (listed := cut_listed(statement, meant.version.document.source)) is not None:
        title, items = listed
        sign = "," if find_work(title, meant.rulebooks.works) is not None else ":"
        every = [f"{title}{sign if sign == ':' or names_place(item) else ':'} {settle_marks(item)}" for item in items]
        return [_find_target(statement, each, meant, cards) for each in every]
    target, told = _find_target(statement, words, meant, cards)
    on = cut_entry(told) if target.work is not None else None
    if on is not None and not (told.strip().endswith(on[1]) and read_cell(told)):  # `In the row for Wool, the Cost ...`
        return [(replace(target, entry=on[0]), on[1])]
    owned = cut_owners(told, cards) if target.work is None else None
    return [(Target(card=name), owned[1]) for name in owned[0]] if owned is not None else [(target, told)]


def _find_target(statement: Statement, words: str, meant: BooksMeant, cards: Collection[str]) -> tuple[Target, str]:
    """What a statement is about, and its words without the name of that."""
    works = meant.rulebooks.works
    carded = card_of(statement) is not None and find_work(statement.term.partition(",")[0], works) is None
    if maybe_card_of(statement) in cards or (carded and not _is_section(statement, meant)):
        return _of_entry(statement, words, meant, cards) or _of_card(statement.term, words, cards)
    words = front_place(words)
    titled = cut_title(words, works)
    lead = LEAD.match(words if titled is None else f"{titled[0].id}{titled[1]}")
    if lead is not None:
        name, *headings = (part.strip() for part in lead["lead"].split(","))
        work = find_work(name, works) if titled is None else titled[0]
        if work is not None:
            return placed_in(work, read_place(", ".join(headings))), lead["rest"]
    above_it = _by_term(statement, works)
    section = _in_section(statement, words, meant) if above_it is None else _named_again(above_it, words)
    if section is not None:
        return section
    named = find_subject(words, works)
    above = _work_above(statement, meant)
    numbered = _by_number(statement, words, named, meant)
    if numbered is not None and (numbered[0].work is not None or (named is None and above is None)):
        return numbered
    if named is not None:
        return Target(work=named.id), words
    return _by_section(statement, words, meant, above)


def _by_section(statement: Statement, words: str, meant: BooksMeant, above: WorkEntry | None) -> tuple[Target, str]:
    """What words are about that name their place by its page or its heading alone, perhaps under the name of a book."""
    works = meant.rulebooks.works
    struck = _of_struck(statement, words, works if above is None else (above,), meant)
    placed = struck or _by_place(words, works, above)
    if above is not None:
        return placed if placed[0].headings else below(above, placed[1])
    unnamed = placed[0].work is None and statement.section is SectionKind.ERRATA
    unnamed = unnamed and not any(name_works(each, works) for each in statement.path)  # some other printing of a book
    return (in_only_book(words, meant.rulebooks.headings) if unnamed else None) or placed


def _by_term(statement: Statement, works: Sequence[WorkEntry]) -> Target | None:
    """The book and the headings that the line above an erratum names as its place: `Ferry Rules, "Tides" (page 9)`."""
    name, comma, place = statement.term.partition(",")
    work = find_work(name, works) if comma and statement.section is SectionKind.ERRATA else None
    named = read_place(PRINTED_ON.sub("", place))
    return placed_in(work, named) if work is not None and named.names else None


def _is_section(statement: Statement, meant: BooksMeant) -> bool:
    """Whether the subject of an item of a list is a section of the book that the item stands under, or of the only one
    that has such a section."""
    return _section_book(statement, meant) is not None


def _section_book(statement: Statement, meant: BooksMeant) -> WorkEntry | None:
    above = _work_above(statement, meant)
    keys = [heading_key(part) for part in read_place(statement.term).names]
    works = [above] if above is not None else meant.rulebooks.works if statement.section is SectionKind.ERRATA else ()
    known = {each.id: meant.rulebooks.headings.get(each.id, frozenset()) for each in works}
    having = [each for each in works if keys and keys[0] in known[each.id]]
    whole = [each for each in having if known[each.id].issuperset(keys)] or having
    return whole[0] if len(whole) == 1 else None


def _of_entry(statement: Statement, words: str, meant: BooksMeant, cards: Collection[str]) -> tuple[Target, str] | None:
    """What an erratum is about whose subject is no card, and which one book has as an entry of its own."""
    work = _entry_book(statement, meant) if maybe_card_of(statement) not in cards else None
    if work is None:
        return None
    return Target(work=work.id, entry=bare_subject(statement.term)), behind_subject(statement.term, words)


def _entry_book(statement: Statement, meant: BooksMeant) -> WorkEntry | None:
    """The only book in which the subject of an item of a list is an entry of its own, or that which it stands under."""
    above, key = _work_above(statement, meant), name_key(bare_subject(statement.term))
    works = [above] if above is not None else meant.rulebooks.works if statement.section is SectionKind.ERRATA else ()
    having = [each for each in works if key and key in meant.rulebooks.entries.get(each.id, ())]
    return having[0] if len(having) == 1 else None


def _in_section(statement: Statement, words: str, meant: BooksMeant) -> tuple[Target, str] | None:
    """What an erratum is about whose own subject names sections of one book, and is no heading unless one above names
    the book, and which names no other place itself."""
    under = _work_above(statement, meant) is not None and find_headed(statement.term, meant.rulebooks.works) is None
    headed = (
        not under
        and read_paged(statement.term) is None
        and any(heading_key(each.text) == heading_key(statement.term) for each in meant.version.document.headings)
    )
    work = _section_book(statement, meant) if statement.section is SectionKind.ERRATA and not headed else None
    if work is None:
        return None
    place, told = placed_in(work, read_place(statement.term)), behind_subject(statement.term, words)
    known = meant.rulebooks.headings.get(work.id, frozenset())
    lead = LEAD.match(told)
    if lead is not None and not NO_HEADING.search(lead["lead"]):
        if heading_key(f"{statement.term}: {lead['lead']}") in known:
            return place, lead["rest"]  # `Table 3: Oars (page 9): ...` is on the heading *Table 3: Oars*
        entry = name_key(lead["lead"]) in meant.rulebooks.entries.get(work.id, ())
        return (replace(place, entry=lead["lead"].strip()), lead["rest"]) if entry else None
    again = _named_again(place, told, known)
    if again[1] != told:
        return again
    return again if place_by_number(told) is None and cut_page(told) is None else None


def _named_again(place: Target, words: str, known: Collection[str] = ()) -> tuple[Target, str]:
    """What words at a place are about, and they without it where they name it once more (`Under Lamps, change ...`, `In
    4.2, change ...`), or a heading in it that is `known`."""
    placed, under = place_by_number(words), _PLACED.match(words)
    if placed is not None and placed.number in place.headings[-1:]:
        return place, placed.told
    name = ((under["head"] or under["part"] or "") if under is not None else "").strip('"“” ')
    same = heading_key(name) in map(heading_key, place.headings)
    if under is None or not name or not (same or heading_key(name) in known):
        return place, words
    return (place if same else replace(place, headings=(*place.headings, name))), under["then"]


def _of_card(term: str, words: str, cards: Collection[str]) -> tuple[Target, str]:
    """What words on a card are about, and they without its name. Brackets behind the name tell which version of the
    card is meant, or they are of the name itself, where a card is called so."""
    lead = re.match(rf"{re.escape(term)}(?:\s*[:,]\s*|\s+(?=\([^)]{{1,40}}\)\s*:\s))", words)
    told = words[lead.end() :] if lead else words
    qualifier = _QUALIFIER.match(told)
    if qualifier is None:
        parted = _QUALIFIED.fullmatch(term) if subject_of(term) not in cards else None
        if parted is not None and subject_of(parted["name"]) in cards:
            return Target(card=parted["name"], qualifier=parted["words"]), told
        return Target(card=term), told
    named = f"{term} ({qualifier['words']})"
    target = Target(card=named) if subject_of(named) in cards else Target(card=term, qualifier=qualifier["words"])
    return target, told[qualifier.end() :]


def _work_above(statement: Statement, meant: BooksMeant) -> WorkEntry | None:
    """The book that an item of a list of errata stands under: the nearest heading above that names one."""
    if statement.section not in LISTINGS and kind_of(statement) != "erratum":
        return None
    return meant.above(statement)


def _of_struck(
    statement: Statement, words: str, works: Sequence[WorkEntry], meant: BooksMeant
) -> tuple[Target, str] | None:
    """What an erratum is about that strikes a section by its name, which one book alone has."""
    name = struck_section(words) if statement.section is SectionKind.ERRATA else ""
    having = [each for each in works if name and heading_key(name) in meant.rulebooks.headings.get(each.id, ())]
    if len(having) != 1:
        return None
    first = next(find_sentences(words))
    return Target(work=having[0].id, headings=(name,)), f"Delete this section.{words[first.end :]}"


def _by_number(
    statement: Statement, words: str, named: WorkEntry | None, meant: BooksMeant
) -> tuple[Target, str] | None:
    """What words are about that name their place by the number of a rule, or stand under a heading that has one: in the
    book they name, else in the one that is meant."""
    placed = place_by_number(words)
    if placed is None:
        lead = leading_number(close_parts(statement.term))
        if lead is None or kind_of(statement) != "erratum":
            return None
        paged = _PLACED.match(words)
        told = words if paged is None or paged["rest"] is None or paged["under"] or paged["quoted"] else paged["rest"]
        placed = Placed(lead.number, say_of_rule(told))
    borne = Borne(named.id, Bearing.NAMED) if named is not None else None
    if borne is None:
        borne = meant.bear(statement, placed.number, quote_rule(placed.told))
    if borne.work is None and not borne.among:
        return None
    return Target(work=borne.work, headings=(placed.number,), borne=borne), placed.told


def _by_place(words: str, works: Sequence[WorkEntry], above: WorkEntry | None) -> tuple[Target, str]:
    """What words are about that begin with a page or a section: the book they name, else the one they stand under or
    the only one there is."""
    place = _PLACED.match(words)
    if place is None:
        alone = works[0] if len(works) == 1 and above is None and cut_page(words) is not None else None
        return (Target(), words) if alone is None else below(alone, words)
    work = find_work(place["book"] or "", works) or above or (works[0] if len(works) == 1 else None)
    names = (place[each] for each in ("under", "quoted", "part", "kept", "head"))
    heading = next((name for name in names if name), "").strip('"“” ')
    rest = place["rest"] if place["then"] is None else place["then"]
    if work is None or (place["layout"] and not heading and not WORDED.match(rest)):
        return Target(), words
    if not heading:
        return below(work, rest)
    within = f"In the {place['under']}, {rest}" if place["under"] else words
    if (place["part"] is None or _OF_ENTRY.match(heading)) and cut_entry(within) is not None:
        return Target(work=work.id), within
    numbered = place_by_number(rest)
    if numbered is not None:
        return Target(work=work.id, headings=(heading, numbered.number)), numbered.told
    return Target(work=work.id, headings=(heading,)), rest
