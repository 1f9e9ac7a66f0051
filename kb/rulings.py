"""Rulings: the statements of a compendium version come in, each ruling once goes out with all its statements.

A compendium says a ruling two or three times: under its term, in the listing of errata, among the delayed
rulings. Equal words are one ruling, except that words about different cards are different rulings, and few words on
different terms.
"""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from kb.grouping import group_pairs
from kb.model import LISTINGS, CompendiumVersion, Ruling, RulingId, SectionKind, Statement, VersionId
from kb.paging import cut_page
from kb.similarity import Words, compare_words
from kb.terms import unaccented, upright
from kb.text import base32_sum

CARD_RULING = "card ruling"
CLARIFICATION = "clarification"
_ID_LENGTH = 6
_LEAD = re.compile(r"\s*:\s*|\s+(?=\([^)]*\)\s*:)|\s+(?:[—–]|-{1,3})\s+(?=[\"'“‘(\[]?[^\W_a-z])")
"""What parts a ruling from the subject in front of it; a dash does where a sentence begins behind it."""
_FEW = 2
"""So many words, or fewer, may be said of several terms and be another ruling on each: `Match loss`, `A penny`."""
_NEEDED = re.compile(r"\bneeds? er+at(?:um|a)\b", re.IGNORECASE)
_CHANGES = re.compile(r"(?:\w+ )?(?:chang|correct|add|delet|omission|replace|amend|revis)")
"""How labels begin that say a rule is another from now on: `change`, `rules addition`."""
_BY_SECTION = {
    SectionKind.CARD: CARD_RULING,
    SectionKind.DELAYED: "delayed ruling",
    SectionKind.FAQ: "answer",
    SectionKind.TOURNAMENT: "tournament ruling",
}
_ORDER = (
    SectionKind.TERM,
    SectionKind.CARD,
    SectionKind.TURN,
    SectionKind.TOURNAMENT,
    SectionKind.OTHER,
    SectionKind.FAQ,
    SectionKind.ERRATA,
    SectionKind.DELAYED,
    SectionKind.INTRODUCTION,
)
"""Where a ruling is at home when it stands in several sections, the first that fits."""


def find_rulings(version: CompendiumVersion) -> tuple[Ruling, ...]:
    """The rulings of a version in the order of their first statement; references are none."""
    by_words = group_pairs((compare_words(own_words(each)), each) for each in version.statements if not each.reference)
    groups = [group for words, same in by_words.items() if words for group in _apart(same, words)]
    groups.sort(key=lambda group: group[0].span)
    taken: set[RulingId] = set()
    return tuple(_ruling(version.id, group, taken) for group in groups)


def own_words(statement: Statement) -> str:
    """The words of a statement without the subject that stands before them (`Mines: ...`, `Mines - A ...`)."""
    words, term = statement.words, statement.term
    lead = _LEAD.match(words, len(term)) if term and words.startswith(term) else None
    return words[lead.end() :] if lead else words


def kind_of(statement: Statement) -> str:
    """What a statement is: `erratum`, `card ruling`, `delayed ruling`, `tournament ruling` or `clarification`.

    The label and the listing of errata come first, then words that say errata are needed, then the section.
    """
    label = (statement.label or "").casefold()
    clarifies = "clar" in label
    listed = statement.section is SectionKind.ERRATA and not clarifies
    if "rrat" in label or listed or _needed(statement.words) or _CHANGES.match(label):
        return "erratum"
    if clarifies and statement.section is SectionKind.ERRATA:
        return CLARIFICATION
    return _BY_SECTION.get(statement.section, CLARIFICATION)


@lru_cache(maxsize=1 << 14)
def _needed(words: str) -> bool:
    return _NEEDED.search(words) is not None


def home_of(statements: Iterable[Statement]) -> Statement:
    """The statement under whose heading a ruling is at home; there is at least one."""
    return min(statements, key=lambda statement: (_ORDER.index(statement.section), statement.span))


def mint_id(term: str, words: Words, taken: set[RulingId]) -> RulingId:
    """The id of a ruling from its term and words, another than those taken; it is added to them."""
    slug, digest = slug_of(term), _digest(words)
    length = _ID_LENGTH
    found = RulingId(f"{slug}-{digest[:length]}")
    while found in taken:  # two rulings of one term whose words differ and whose sums begin alike
        length += 1
        again = f"-{length}" if length > len(digest) else ""  # or one said again and again, under other cards
        found = RulingId(f"{slug}-{digest[:length]}{again}")
    taken.add(found)
    return found


@lru_cache(maxsize=1 << 13)
def _digest(words: Words) -> str:
    return base32_sum(" ".join(words))


@lru_cache(maxsize=1 << 13)
def slug_of(term: str) -> str:
    """A term as the first part of a ruling's id: folded, everything but letters and digits a hyphen."""
    return re.sub(r"[^\w]+|_", "-", re.sub(r"['’()/.]", "", term.casefold())).strip("-") or "ruling"


@lru_cache(maxsize=1 << 13)
def subject_of(term: str) -> str:
    """What a heading is about, however a version writes it: without accents and article (`Bell, The`), folded, `&` as
    *and*, a slash between blanks (`Landing / Storms`) as one without."""
    written = re.sub(r"\s*/\s*", "/", unaccented(upright(term)).replace("&", " and "))
    return re.sub(r"^(?:the|an?)-", "", slug_of(written))


@lru_cache(maxsize=1 << 13)
def subjects_in(term: str) -> tuple[str, ...]:
    """What a heading is about, itself first, then each of the things it names together: the parts between slashes
    (`Landing/Storms`), and each of two words (`Bell of Dawn/Dusk` is *Bell of Dawn* and *Bell of Dusk*)."""
    parts = term.split("/")
    if len(parts) == 1 or any(not part.strip() for part in parts) or any(map(str.isdigit, term)):
        return (subject_of(term),)
    before, after = parts[0].rpartition(" ")[::2], parts[-1].partition(" ")[::2]
    words = (before[1], *parts[1:-1], after[0])
    each = (f"{before[0]} {word.strip()} {after[1]}" for word in words)
    return tuple(dict.fromkeys(map(subject_of, (term, *parts, *each))))


def card_of(statement: Statement) -> str | None:
    """The card a statement is about, or None: its heading among the cards, its subject in a listing, where that is no
    place on a printed page."""
    listed = statement.section in LISTINGS and statement.term not in statement.path and cut_page(statement.term) is None
    named = statement.section is SectionKind.CARD or listed
    return subject_of(statement.term) if named else None


def maybe_card_of(statement: Statement) -> str | None:
    """The same, or the heading of a listing that a statement stands below, which is a card's where a card is called so:
    only who knows the cards can tell."""
    if statement.section in LISTINGS and statement.term in statement.path:
        return subject_of(statement.term)
    return card_of(statement)


def _apart(same: tuple[Statement, ...], words: Words) -> Collection[tuple[Statement, ...]]:
    """Statements of equal words, parted by card; those about no card go with the only card there is. Few
    words of one section say nothing without what they are said of: they are parted by term."""
    sections = {statement.section for statement in same}
    if len(words) <= _FEW and len(sections) == 1 and not sections & LISTINGS:
        return group_pairs((subject_of(statement.term), statement) for statement in same).values()
    groups = group_pairs((card_of(statement), statement) for statement in same)
    return [same] if len(groups) == 2 and None in groups else groups.values()


def _ruling(version: VersionId, statements: tuple[Statement, ...], taken: set[RulingId]) -> Ruling:
    home = home_of(statements)
    errata = [statement for statement in statements if kind_of(statement) == "erratum"]
    found = mint_id(home.term, compare_words(own_words(home)), taken)
    return Ruling(found, version, home.term, kind_of(errata[0] if errata else home), statements)
