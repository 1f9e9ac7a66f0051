"""Which headings of a rulings file open a section, which part its alphabet, and which are rulings in disguise.

Headings come in, kinds go out. Sections are known by their words whatever their level or numbering; a kind that
stands at several levels is opened by the shallowest, so that a term called like a section stays a term.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

from kb.effective import heading_effective
from kb.model import Heading, SectionKind
from kb.text import CLOSERS, word_forms

Phrases = Mapping[SectionKind, tuple[str, ...]]
SECTIONS: Phrases = {
    SectionKind.INTRODUCTION: ("introduction", "table of contents", "contents"),
    SectionKind.TURN: ("turn sequence", "the turn sequence", "rulings by phase"),
    SectionKind.TERM: ("rulings by term", "term rulings", "rulings by keyword"),
    SectionKind.TOURNAMENT: ("tournament rulings", "tournament rules"),
    SectionKind.CARD: ("card errata and rulings", "card rulings and errata", "card rulings", "rulings by card"),
    SectionKind.ERRATA: ("complete errata listing", "errata listing", "list of errata", "complete list of errata"),
    SectionKind.DELAYED: ("delayed rulings",),
}
"""Which words name which section: a heading that begins with a phrase, two words more at most."""

_ERRATA = frozenset({"errata", "erratum"})
_RULINGS = _ERRATA | {"ruling", "rulings", "rules", "rule", "clarification", "clarifications"}
_CALLED = frozenset({"ruling", "rulings", "clarification", "clarifications"})
_BESIDE_KINDS = frozenset({"and", "or", "of", "the", "official", "other", "frequently", "asked"})
_KINDS = frozenset({"rulings", "clarification", "clarifications", "questions", "faq"})
_CARDS = frozenset({"card", "cards"})
_LOOSE: tuple[tuple[SectionKind, frozenset[str]], ...] = (
    (SectionKind.DELAYED, frozenset({"delayed", "upcoming"})),
    (SectionKind.TOURNAMENT, frozenset({"tournament", "tournaments", "tourney"})),
    (SectionKind.TERM, frozenset({"term", "terms", "keyword", "keywords"})),
    (SectionKind.TURN, frozenset({"turn", "turns", "phase", "phases"})),
    (SectionKind.ERRATA, frozenset({"listing", "list", "complete"})),
    (SectionKind.CARD, _CARDS),
)
"""Words one of which, beside one of `_RULINGS`, names a section whose phrase nobody foresaw."""
_SECTION_WORDS = _RULINGS | {"miscellaneous", "appendix", "timing", "questions", "answers", "changes", "notes", "faq"}

_ISSUE = r"(?:the |this |our )?(?:last |latest |new |previous |present |current )?"
_ISSUE += r"(?:version|edition|issue|release|update|revision|file|time)s?"
_MATTER = re.compile(
    r"(?:(?:summary|list|table|log|history) of )?(?:the )?(?:recent |latest |major )?(?:changes|revisions|updates)"
    rf"(?: (?:since|from|in|to|for|of|with) (?:{_ISSUE}\b.*|.*\d.*))?"
    rf"|what'?s new(?: (?:in|since) (?:{_ISSUE}\b.*|.*\d.*))?|new (?:in|since) {_ISSUE}\b.*"
    r"|change ?logs?|(?:change|revision|version) history|acknowledge?ments?|credits|thanks|copyrights?"
)
"""Headings of what a rulings file says of itself: what changed in it, where rulings are told once more or for the last
time, and whom it thanks."""

_NUMBERING = re.compile(
    r"^\W*(?:section\s+)?(?:(?:[ivxlc]+|\d+(?:\.\d+)*|[a-z])[.):]\s+|\d+(?:\.\d+)+\s+)?", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\W*(?:section\s+)?(?:[IVXLC]+|\d+)[.):]\s")
_PART = re.compile(r"\bpart\s+\d+(?:\s*(?:of|/)\s*\d+)?\W*$", re.IGNORECASE)
_ENDS = re.compile(rf"[.!?]{CLOSERS}$|\]$")
RULING_WORDS = 9
"""A heading of the first level with at least as many words is a ruling that an unescaped `#` made a heading."""
_SHEET = re.compile(
    r"(?:\W{1,4}(?:sheets?|pages?|document|no|number|issue|version|edition|\d{1,4}))+\W{0,4}$", re.IGNORECASE
)
"""What errata stand on, behind the word, perhaps before the number of it."""
_LOOSE_LEVEL = 2
LONGEST_NAME = 8
"""So many words more may name what a section is for (`Errata for Harbours: The Long Night`)."""


_phrase = lru_cache(maxsize=1000)(word_forms)


def known_phrases(named: Phrases | None) -> Phrases:
    """The phrases of `SECTIONS` with those that a manifest names besides, by section. What it names is known for that
    section alone: `Card Rulings` is a section of another kind where it is named so."""
    own = named or {}
    taken = {kind: {_phrase(phrase) for phrase in phrases} for kind, phrases in own.items()}
    return {
        kind: (*own.get(kind, ()), *(each for each in SECTIONS.get(kind, ()) if not _taken(each, kind, taken)))
        for kind in dict.fromkeys((*SECTIONS, *own))
    }


def _taken(phrase: str, kind: SectionKind, named: Mapping[SectionKind, Container[tuple[str, ...]]]) -> bool:
    """Whether a phrase names another section."""
    return any(_phrase(phrase) in phrases for other, phrases in named.items() if other is not kind)


def recognise_section(text: str, phrases: Phrases) -> SectionKind | None:
    """The section a heading names, by the phrases of the profile."""
    words = word_forms(_NUMBERING.sub("", text, count=1))
    for kind, names in phrases.items():
        for phrase in map(_phrase, names):
            longest = LONGEST_NAME if words[len(phrase) : len(phrase) + 1] == ("for",) else 2
            if words[: len(phrase)] == phrase and len(words) <= len(phrase) + longest:
                return kind
    return None


def says_section(text: str, phrases: Phrases) -> bool:
    """Whether words are the name of a section and nothing else."""
    words = word_forms(_NUMBERING.sub("", text, count=1))
    return any(words == _phrase(phrase) for names in phrases.values() for phrase in names)


def name_sections(headings: Sequence[Heading], phrases: Phrases, dated: Container[int] = ()) -> dict[int, SectionKind]:
    """The headings that open a known section, by the index of their clause; `dated` are those below which a line that
    is no heading says from when the rulings behind it hold."""
    named = [(heading, kind) for heading in headings if (kind := recognise_section(heading.text, phrases)) is not None]
    tops: dict[SectionKind, int] = {}
    for heading, kind in named:
        tops[kind] = min(heading.level, tops.get(kind, heading.level))
    found = {heading.clause: kind for heading, kind in named if heading.level == tops[kind]}
    levels = [level for kind, level in tops.items() if kind is not SectionKind.INTRODUCTION]
    limit = min(levels, default=_LOOSE_LEVEL)
    beside = any(_lists_errata(each.text) and not _of_cards(each.text) for each in headings if each.level == limit)
    of_cards = {each.level for each, kind in named if kind is SectionKind.ERRATA and _CARDS & _words_of(each.text)}

    def loosely(heading: Heading, below: Heading | None) -> SectionKind | None:
        """The section that a heading may open whose words are none of the phrases; none that another one opens."""
        listed = beside or (not levels and _is_title(heading, headings))
        kinds = (SectionKind.ERRATA,) if listed and _of_cards(heading.text) else _by_single_words(heading.text)
        loose = next((kind for kind in kinds if kind not in tops), None)
        if loose is not None:
            return loose
        high = heading.level == limit or not levels
        if SectionKind.ERRATA not in tops and high and _lists_errata(heading.text):
            return SectionKind.ERRATA
        told = heading.clause in dated or _is_dated(heading, below)
        if SectionKind.DELAYED not in tops and told and _may_delay(heading):
            return SectionKind.DELAYED
        return SectionKind.ERRATA if heading.level in of_cards and _says_errata(heading.text) else None

    for heading, below in zip_longest(headings, headings[1:]):
        if heading.level > limit or heading.clause in found or reads_as_ruling(heading):
            continue
        kind = SectionKind.INTRODUCTION if tells_of_itself(heading.text) else loosely(heading, below)
        if kind is not None:
            found[heading.clause] = kind
    return found if set(found.values()) - {SectionKind.INTRODUCTION} else {**found, **_whole(headings)}


def _whole(headings: Sequence[Heading]) -> dict[int, SectionKind]:
    """The heading of a file that has no sections and is called rulings: those stand by term below it; or errata, as a
    sheet is that has a number (`Kites Errata Sheet 2`)."""
    if headings and _is_title(headings[0], headings) and _lists_errata(_SHEET.sub("", headings[0].text)):
        return {headings[0].clause: SectionKind.ERRATA}
    first = next((each for each in headings if _CALLED & set(word_forms(each.text))), None)
    return {first.clause: SectionKind.TERM} if first is not None and _is_title(first, headings) else {}


def _is_title(heading: Heading, headings: Sequence[Heading]) -> bool:
    """Whether a heading is higher than all others: what it names is all that its file is."""
    return all(each is heading or each.level > heading.level for each in headings)


def tells_of_itself(text: str) -> bool:
    """Whether a heading stands over what a rulings file says of itself, which is no ruling."""
    return _MATTER.fullmatch(" ".join(word_forms(_NUMBERING.sub("", text, count=1)))) is not None


def is_rulings_file(headings: Sequence[Heading], phrases: Phrases) -> bool:
    """Whether headings name two different sections of a rulings file or more, rulings by term or by card among them."""
    kinds = set(name_sections(headings, phrases).values()) - {SectionKind.INTRODUCTION}
    return len(kinds) >= 2 and bool(kinds & {SectionKind.TERM, SectionKind.CARD})


def _by_single_words(text: str) -> Iterator[SectionKind]:
    """The sections that a heading may name by words in it, likeliest first. Errata of cards, and nothing more, are
    their list where another heading names the rulings by card."""
    words = _words_of(text)
    if len(words) > RULING_WORDS or not words & _RULINGS:
        return
    likeliest = next((kind for kind, telling in _LOOSE if words & telling), None)
    if likeliest is not None:
        yield likeliest
    if _of_cards(text):
        yield SectionKind.ERRATA


def _of_cards(text: str) -> bool:
    """Whether a heading names errata of cards, and nothing more; beside another list of errata they are a list too."""
    words = _words_of(text)
    likeliest = next((kind for kind, telling in _LOOSE if words & telling), None)
    short = len(words) <= RULING_WORDS and bool(words & _RULINGS)
    return short and likeliest is SectionKind.CARD and not words & _RULINGS - _ERRATA


def _words_of(text: str) -> set[str]:
    return set(word_forms(_NUMBERING.sub("", text, count=1)))


def _lists_errata(text: str) -> bool:
    """Whether a heading begins or ends with *errata* and speaks of no other rulings (`Errata`, `Errata for the Kites`,
    `Rulebook Errata`). It names a list of them where it is as high as the sections, or where no section has a name."""
    words = word_forms(_NUMBERING.sub("", text, count=1))
    bare = set(words) - {"rules", "rule"}
    return bool(_ERRATA & {*words[:1], *words[-1:]}) and not bare & (_SECTION_WORDS - _ERRATA)


def _says_errata(text: str) -> bool:
    """Whether a heading says *errata* and nothing else: beside a list of cards' errata that has a name of its own it is
    the list of the others."""
    words = word_forms(_NUMBERING.sub("", text, count=1))
    return len(words) == 1 and words[0] in _ERRATA


def _may_delay(heading: Heading) -> bool:
    """Whether a heading speaks of rulings and of no day: where lines below it say from when these hold, rulings are
    told there before they hold, whatever day of the week or of the month it is called by."""
    return speaks_of_rulings(heading.text) and heading_effective(heading.text) is None


def _is_dated(heading: Heading, below: Heading | None) -> bool:
    """Whether the first heading below one says from when rulings hold."""
    return below is not None and below.level > heading.level and heading_effective(below.text) is not None


def speaks_of_rulings(text: str) -> bool:
    """Whether a heading says that what stands below it are rulings."""
    return not _RULINGS.isdisjoint(word_forms(text))


def reads_as_ruling(heading: Heading) -> bool:
    """Whether a heading of the first level is a ruling: its mark `#` stands unescaped at the start of a line."""
    return heading.level == 1 and (
        _ENDS.search(heading.text) is not None or len(word_forms(heading.text)) >= RULING_WORDS
    )


def repeats_title(heading: Heading, title: Heading | None, level: int) -> bool:
    """Whether a heading only says again what is being read, as each part of a text posted in parts does. Below those of
    the sections, which stand at a `level`, it is a term that is called as the whole is."""
    high = title is not None and heading.level <= max(level, title.level)
    return (high and title is not None and heading.text == title.text) or _PART.search(heading.text) is not None


def names_only_rulings(text: str) -> bool:
    """Whether a heading says what kind of rulings stand below it and nothing else (`Clarifications`, `Questions and
    Answers`): it is no term, however high it stands."""
    words = set(word_forms(_NUMBERING.sub("", text, count=1))) - _BESIDE_KINDS
    return bool(words & _KINDS) and words <= _KINDS | {"rules", "rule", "answers", "notes"}


def is_numbered(heading: Heading) -> bool:
    """Whether a heading has a number, as sections have in the older shapes."""
    return _NUMBERED.match(heading.text) is not None


def ends_section(heading: Heading, level: int, *, numbered: bool) -> bool:
    """Whether a heading that names no known section ends one that stands at `level`.

    A heading above it does. One of the same level does when sections of that level are `numbered` and it is too;
    where they are not, when it speaks of rulings: else it is a term that stands too high.
    """
    if heading.level != level:
        return heading.level < level
    if numbered:
        return is_numbered(heading)
    return bool(set(word_forms(heading.text)) & _SECTION_WORDS)
