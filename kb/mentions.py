"""Mentions: a text and the inventory of terms come in, the places where it names a term or card go out.

At each word the longest name wins, and the next is looked for behind it. A term is found in any inflection; a
card only where its words are written as names are. The time is linear in the text: a name has few words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.lexicon import upright
from kb.model import APART, Clause, Piece, PieceKind
from kb.spelling import ARTICLES, SMALL_WORDS, exact_key
from kb.terms import Inventory, Spelled, Term, TermKind, exactly_named, name_key, spell, spell_name
from kb.text import Span
from kb.values import quick

LONGEST = 10
"""Names of more words are not looked for."""
_ENDS = ".!?:\n"
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ('"', '"'))
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_OF = (re.compile(r"(\w[\w'’-]*) of (?:the )?$"), re.compile(r" of (?:the )?(\w)"))
"""What ties a word to a name before it, and to one behind it."""


@quick
@dataclass(frozen=True, slots=True)
class Mention:
    """A term named in a text, with the characters that name it."""

    term: Term
    span: Span


@dataclass(slots=True)
class _Node:
    """A step of the trie: by the plain form of the next word, and by its stem."""

    plain: dict[str, "_Node"] = field(default_factory=dict)
    stems: dict[str, "_Node"] = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)
    silent: bool = False


class MentionFinder:
    """Finds the names of an inventory; made once, asked of many texts.

    `silent` are names that are no terms, as titles of books: what stands inside one is no mention. `cards` are names of
    cards of which nothing else is known: where one is written as a name it is that card, and no part of it another.
    """

    def __init__(self, inventory: Inventory, silent: Iterable[str] = (), cards: Iterable[str] = ()) -> None:
        self.common = inventory.common
        self.root = _Node()
        self._known: dict[str, tuple[Mention, ...]] = {}
        self._parted: set[tuple[str, str, str]] = set()
        self._single: dict[tuple[str, str], set[str]] = {}
        self._small = set(SMALL_WORDS)
        for name in silent:
            words = spell_name(name)
            if 1 < len(words) <= LONGEST:
                self._learn_parting(name, words)
                self._plant(None, [(word.plain, word.stem) for word in words])
        known = {term.key for term in inventory.terms}
        bare = (Term(TermKind.CARD, name_key(name), name, (name,)) for name in cards if name_key(name) not in known)
        for term in (*inventory.terms, *(term for term in bare if " " in term.name)):
            for name in term.spellings:
                self._learn(term, name)

    def _learn(self, term: Term, name: str) -> None:
        """A spelling of a term, unless it is too long, or of a card and tells nothing."""
        words = spell_name(name)
        if not 0 < len(words) <= LONGEST:
            return
        if term.kind is TermKind.CARD:
            if _tells_nothing(name):
                return
            self._learn_signs(term, name, words)
        self._plant(term, [(word.plain, word.stem) for word in words])
        if any(word.joined for word in words):
            self._plant(term, list(_joined(words)))

    def _learn_signs(self, card: Term, name: str, words: Sequence[Spelled]) -> None:
        """How the name of a card is written: the signs between its words, and which words are small in it."""
        self._learn_parting(name, words)
        shown = upright(name)
        if all(word.joined for word in words[1:]):
            own = self._single.setdefault((card.key, name_key(name)), set())
            own.add(exact_key(shown[words[0].start :]))
        if words[0].capital and words[-1].capital:
            self._small.update(word.plain for word in words if not (word.capital or word.joined))

    def _learn_parting(self, name: str, words: Sequence[Spelled]) -> None:
        """The signs between the words of a name (`Kites: The First Wind`)."""
        shown = upright(name)
        self._parted.update((a.plain, b.plain, _signs(shown, a, b)) for a, b in pairwise(words))

    def _plant(self, term: Term | None, words: Iterable[tuple[str, str]]) -> None:
        node = self.root
        for plain, stem in words:
            follower = node.plain.get(plain)
            if follower is None:
                follower = node.plain[plain] = _Node()
                # A stem that several words share leads to the one that came first. A name like `Timing` is not
                # meant by a verb of its stem (`time`).
                if not plain.endswith("ing"):
                    node.stems.setdefault(stem, follower)
            node = follower
        if term is None:
            node.silent = True
        elif term not in node.terms:
            node.terms.append(term)

    def find(self, text: str) -> tuple[Mention, ...]:
        """The mentions of a text in order, none inside another; a text that stands on several pages is read once."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = tuple(self._find(text))
        return found

    def _find(self, text: str) -> Iterator[Mention]:
        words = tuple(spell(text))
        plain, stems = self.root.plain, self.root.stems
        at = free = 0
        while at < len(words):
            begins = words[at].plain in plain or words[at].stem in stems
            found = self._longest(text, words, at) if begins else None
            if found is None:
                at += 1
                continue
            term, length = found
            if term is not None and not self._is_part(text, words, range(at, at + length), term, free):
                first = at - 1 if at and _with_article(term, text, words[at - 1], words[at]) else at
                span = Span(words[first].start, words[at + length - 1].end)
                yield Mention(term, _whole(text, span) if term.kind is TermKind.CARD else span)
            at = free = at + length

    def _longest(self, text: str, words: Sequence[Spelled], start: int) -> tuple[Term | None, int] | None:
        """The longest name that begins with a word, None for a silent one, and its number of words."""
        best: tuple[Term | None, int] | None = None
        nodes = [self.root]
        for at in range(start, min(start + LONGEST, len(words))):
            if at > start and not self._go_together(text, words[at - 1], words[at]):
                break
            word = words[at]
            nodes = [follower for node in nodes for follower in _steps(node, word)]
            if not nodes:
                break
            named = [term for node in nodes for term in node.terms]
            term = self._which(text, words[start : at + 1], named) if named else None
            if term is not None or any(node.silent for node in nodes):
                best = (term, at - start + 1)
        return best

    def _go_together(self, text: str, first: Spelled, second: Spelled) -> bool:
        """Whether two words may be of one name: they stand side by side, or are parted as a name has it (`No. 7`,
        `Salt: A Memoir`)."""
        if _neighbours(text, first, second):
            return True
        return (first.plain, second.plain, _signs(text, first, second)) in self._parted

    def _which(self, text: str, words: Sequence[Spelled], named: Sequence[Term]) -> Term | None:
        """The term that some words name: a card where they are written as a name, else a term."""
        key = "".join(word.plain for word in words)
        span = Span(words[0].start, words[-1].end)
        cards = [term for term in named if term.kind is TermKind.CARD and key in map(name_key, term.spellings)]
        cards = [term for term in cards if self._in_number(term, key, text[span.start : span.end])]
        terms = [term for term in named if term.kind is TermKind.TERM]
        if cards and self._is_name(text, words, bool(terms)):
            return _as_written(cards, text, span) if len(cards) > 1 else cards[0]
        return terms[0] if terms else None

    def _in_number(self, term: Term, key: str, written: str) -> bool:
        """Whether a card is named by words that have its key: one whose name is a single word in the plural (`Gulls`)
        is not where there is one of them (`a Gull`)."""
        own = self._single.get((term.key, key), ())
        return not own or key in own or exact_key(_POSSESSIVE.sub("", written)) in own

    def _is_name(self, text: str, words: Sequence[Spelled], doubted: bool) -> bool:
        """Whether words are written as a name is; what opens a sentence tells nothing of a word used as any other."""
        if not words[0].capital or not all(
            word.capital or word.plain in self._small or word.joined or _signs(text, before, word) == "-"
            for before, word in pairwise(words)
        ):
            return False
        if all(word.joined for word in words[1:]) and _of_another(text, words[0].start, words[-1].end):
            return False
        if any(word.capital for word in words[1:]) and not doubted:
            return True
        return not _opens(text, words[0].start) or any(word.plain not in self.common for word in words)

    def _is_part(self, text: str, words: Sequence[Spelled], own: range, term: Term, free: int) -> bool:
        """Whether the single word of a card (its parts are `own`) is of a longer name that is none of a card: right
        behind it another word is written as a name (`Gull Vale`), or right before it, from the word `free` on, one that
        is only ever written so (`Ann Gull`); words of other names are none."""
        first, past = own[0], own[-1] + 1
        if term.kind is not TermKind.CARD or any(not word.joined for word in words[first + 1 : past]):
            return False
        if past < len(words) and _follows(text, words[past - 1], words[past]):
            return self._longest(text, words, past) is None
        before = words[first - 1] if first > free else None
        return (
            before is not None
            and _follows(text, before, words[first])
            and before.plain not in self.common | self._small
            and text[before.start].isupper()
            and not _opens(text, before.start)
        )


def _tells_nothing(name: str) -> bool:
    """Whether a name is a number or a letter alone, which other words are too, written the same."""
    key = exact_key(name)
    return len(key) < 2 or key.isdigit()


def _follows(text: str, first: Spelled, second: Spelled) -> bool:
    """Whether a word with a capital stands behind another and a blank, and is not what that one owns."""
    beside = text[first.end : second.start] == " " and text[second.start].isupper()
    return beside and not _POSSESSIVE.search(text[first.start : first.end])


def _of_another(text: str, start: int, end: int) -> bool:
    """Whether a word is of a name that is none of a card: *of* ties it to another that is written as one (`Council of
    Gulls`, `Gulls of the Quay`)."""
    before, behind = _OF[0].search(text, max(0, start - 40), start), _OF[1].match(text, end)
    return bool(
        (before and before[1][0].isupper() and not _opens(text, before.start())) or (behind and behind[1].isupper())
    )


def _as_written(cards: Sequence[Term], text: str, span: Span) -> Term:
    """Of cards that have one key the one that is called as a text writes it, with the article before it if need be."""
    name = _POSSESSIVE.sub("", text[span.start : span.end])  # `Kite's` is of a kite, not of `Kites`
    before = text[max(0, span.start - 5) : span.start].split()[-1:]
    with_article = [f"{word} {name}" for word in before if word.casefold() in ARTICLES]
    return exactly_named(cards, *with_article, name)[0]


def _joined(words: Sequence[Spelled]) -> Iterator[tuple[str, str]]:
    """The words of a name with those parted by hyphens run together."""
    plain, stem = words[0].plain, words[0].stem
    for word in words[1:]:
        if not word.joined:
            yield plain, stem
            plain = ""
        plain, stem = plain + word.plain, plain + word.stem
    yield plain, stem


def _steps(node: _Node, word: Spelled) -> Iterator[_Node]:
    follower = node.plain.get(word.plain)
    if follower is not None:
        yield follower
    inflected = node.stems.get(word.stem)
    if inflected is not None and inflected is not follower:
        yield inflected


def _with_article(term: Term, text: str, before: Spelled, word: Spelled) -> bool:
    """Whether the article of a name stands in front of its words, written as the name has it."""
    article, _, rest = term.name.partition(" ")
    written = text[before.start : before.end]
    return bool(rest) and written == article and before.plain in {"the", "a", "an"} and _neighbours(text, before, word)


def _neighbours(text: str, first: Spelled, second: Spelled) -> bool:
    """Whether two words stand side by side: nothing between them ends a sentence or part of one."""
    between = text[first.end : second.start]
    return between == " " or (len(between) <= 3 and not any(char in ".;:!?()[]|" for char in between))


def _signs(text: str, first: Spelled, second: Spelled) -> str:
    """What stands between two words, without blanks."""
    return "".join(text[first.end : second.start].split())


def _whole(text: str, span: Span) -> Span:
    """Where the name of a card stands, with the bracket or quotation mark at its edge whose other one is in it."""
    start, end = span.start, span.end
    name, before, behind = text[start:end], text[max(0, start - 1) : start], text[end : end + 1]
    for left, right in _PAIRS:
        lone = name.count(left) != name.count(right) or (left == right and name.count(left) % 2)
        if lone and before == left:
            return Span(start - 1, end)
        if lone and behind == right:
            return Span(start, end + 1)
    return span


def _opens(text: str, at: int) -> bool:
    """Whether a sentence begins at a place of a text."""
    before = text[:at].rstrip(" \t\"“'‘(*_")[-1:] if at < 400 else text[at - 400 : at].rstrip(" \t\"“'‘(*_")[-1:]
    return not before or before in _ENDS


def once_each(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """The first mention of each term."""
    first: dict[tuple[TermKind, str], Mention] = {}
    for mention in mentions:
        first.setdefault((mention.term.kind, mention.term.key), mention)
    return tuple(first.values())


def mentions_in(clause: Clause, finder: MentionFinder) -> tuple[Mention, ...]:
    """The mentions of a clause that become links, each term once, in characters of the source.

    None inside a link or in code, and none in a heading.
    """
    if clause.kind in APART:
        return ()
    return mentions_of(clause.pieces, finder)


def mentions_of(pieces: Sequence[Piece], finder: MentionFinder) -> tuple[Mention, ...]:
    """The same for the pieces of a statement. What the text itself strikes mentions nothing."""
    named = finder.find("".join(["|" if piece.parts_cells else piece.current for piece in pieces]))
    if not named:
        return ()
    spans = source_spans(pieces, [mention.span for mention in named])
    return once_each(
        Mention(mention.term, span) for mention, span in zip(named, spans, strict=True) if span is not None
    )


def source_spans(pieces: Sequence[Piece], spans: Iterable[Span]) -> tuple[Span | None, ...]:
    """Spans of the reading text that holds, of some pieces, as characters of the source; None for what begins or ends
    inside a link or in code."""
    starts, ends, barred = _places(pieces)
    return tuple(
        None if barred[span.start] or barred[span.end - 1] else Span(starts[span.start], ends[span.end - 1])
        for span in spans
    )


_BARRING = frozenset({"a", "code"})


def _places(pieces: Sequence[Piece]) -> tuple[list[int], list[int], list[bool]]:
    """For each character of the reading text: where it starts and ends in the source, and whether a link is there."""
    starts: list[int] = []
    ends: list[int] = []
    barred: list[bool] = []
    inside = 0
    for piece in pieces:
        if piece.tag in _BARRING:
            inside += 1 if piece.kind is PieceKind.OPEN else -1 if piece.kind is PieceKind.CLOSE else 0
        size, start, end = len(piece.current), piece.span.start, piece.span.end
        exact = piece.kind is PieceKind.TEXT and size == end - start
        starts += range(start, end) if exact else [start] * size
        ends += range(start + 1, end + 1) if exact else [end] * size
        barred += [inside > 0] * size
    return starts, ends, barred
