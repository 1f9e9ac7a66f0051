"""What a difference is: two readings of one place come in, its kind goes out.

Letters are compared before marks, marks before white space. What is the same letters is a difference of marks; other
letters are a figure, a misreading or another word, as `kb.differences` judges slips. Nothing here knows a witness.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.counting import CARDINALS, in_figures
from kb.differences import Slip, Vocabulary, judge_slip
from kb.ends import count_ends
from kb.plain_lines.page_lines import names_page
from kb.text import drop_accents, word_forms
from kb.tokens import IMAGE_SIGN, plain_marks
from kb.witnesses._atoms import PARTED, Atoms, bare, same_mark
from kb.witnesses._values import Kind

_SIGN = re.compile(r"(?:(?:^|(?<=[\s(\[/]))[+−-]|(?<=[\s(\[/])–)\s?$")
"""A sign before a number; an en dash right behind a word is a dash, a hyphen there may be a sign (`2d6-1`)."""
_ONE_DASH = str.maketrans("−–—―", "----")
_FIGURE = re.compile(r"\d|[lIO]$")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,/]\d+)*|\d*d\d+")
_DASHES = re.compile(r"[—–―]|--")
_SPREAD = re.compile(r"\s*[−–—―-]+\s*")
_LOOSE_DASH = re.compile(r"(?<=\s)(?:[—–−-]|--+)(?=\s)")
_LEGACY = ("cp1250", "cp1251", "cp1253", "cp1254", "iso8859_2", "mac_roman", "cp437", "cp850")
_USUAL = frozenset(".,;:!?'\"()[]-–—―…/&+−=%*#@‘’“”„«» \n\t" + IMAGE_SIGN)
LONG = 7
"""In shorter words a doubled letter makes another word (`later`, `latter`)."""
FEW = 3
"""A number among so few words that are added or left out is what they are about."""
_COUNTED = frozenset((*CARDINALS, *word_forms("half twice thrice")))
_DOUBLED = re.compile(r"(.)\1")
_QUOTES = frozenset("'\"‘’“”„«»`´′″")


@dataclass(frozen=True, slots=True)
class Words:
    """A reading: its words, signs of numbers included, and the marks before, between and behind them."""

    words: tuple[str, ...]
    marks: tuple[str, ...]

    @property
    def letters(self) -> str:
        """All letters, figures and signs, without case and accents."""
        return "".join(bare(word) for word in self.words)

    @property
    def text(self) -> str:
        """The words with the marks between them."""
        return "".join(mark + word for mark, word in zip(("", *self.marks[1:]), self.words, strict=False))

    @property
    def spreads(self) -> list[tuple[str, str]]:
        """The numbers from one to another: those with nothing but a dash between them."""
        between = zip(self.words, self.words[1:], self.marks[1:], strict=False)
        found = ((low, high) for low, high, mark in between if _SPREAD.fullmatch(mark))
        return [pair for pair in found if all(map(str.isdigit, pair))]

    @property
    def joints(self) -> dict[int, str]:
        """The marks inside, by the number of letters before them."""
        found: dict[int, str] = {}
        at = 0
        for word, mark in zip(self.words, (*self.marks[1:-1], ""), strict=False):
            at += len(bare(word))
            found[at] = mark
        found.pop(at, None)
        return found


def read_stretch(atoms: Atoms, start: int, end: int) -> Words:
    """The words [start, end) of a text. A sign before a number, or what should be one, belongs to it; what stands
    between two numbers (`14-15`) is none."""
    words = [atom.text for atom in atoms.items[start:end]]
    marks = list(atoms.marks[start : end + 1])
    parted: list[str] = []
    kept: list[str] = []
    before = atoms.items[start - 1].text if start else ""
    for word, mark in zip(words, marks, strict=False):
        sign = _SIGN.search(mark)
        between = before.isdigit() and sign is not None and sign.start() == 0 and word.isdigit()
        before = word
        if sign and _FIGURE.match(word) and not between:
            kept.append(mark[: sign.start()])
            parted.append(sign.group().strip())
            kept.append(sign.group()[1:])
            parted.append(word)
        else:
            kept.append(mark)
            parted.append(word)
    return Words(tuple(parted), (*kept, marks[-1]))


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges differences between two texts. `dashes` says that the base keeps its dashes."""

    vocabulary: Vocabulary
    swaps: Counter[tuple[str, str]]
    """How often each word stands for each other one: a word spelt one way throughout is not established by that."""
    dashes: bool

    def kind(self, base: Words, other: Words, heading: bool, accented: Iterable[str]) -> Kind | None:
        """The kind of a difference, None where there is none; `accented` are other witnesses' words at the place."""
        if not base.words or not other.words:
            return self._lone(base, other, heading)
        if base.letters == other.letters:
            return self._of_marks(base, other) if base.spreads == other.spreads else Kind.FIGURE
        if in_figures(map(bare, base.words)) == in_figures(map(bare, other.words)):
            return Kind.SPELLING
        if numbers_of(base.words) != numbers_of(other.words):
            dashes = _parted(base.text) == _parted(other.text)
            return Kind.DASH_SHAPE if dashes else Kind.FIGURE
        return self._misread(base, other, accented) or self._of_words(base, other, heading)

    def _misread(self, base: Words, other: Words, accented: Iterable[str]) -> Kind | None:
        """Letters that some program read or wrote wrongly."""
        if looks_garbled(base.text) or looks_garbled(other.text):
            return Kind.MOJIBAKE
        if any(_dropped(accent, base, other) for accent in (*accented, *base.words, *other.words)):
            return Kind.ACCENTS
        return None

    def _of_words(self, base: Words, other: Words, heading: bool) -> Kind:
        slip = self._slip(base.words, other.words)
        if slip is Slip.SPELLING or _doubled(base.letters, other.letters):
            return Kind.SCANNING if _confused(base.letters, other.letters) else Kind.SPELLING
        if slip is Slip.GRAMMAR:
            return Kind.GRAMMAR
        if heading:
            return Kind.HEADING
        return Kind.FIGURE if _counts(base.words) != _counts(other.words) else Kind.READING

    def _lone(self, base: Words, other: Words, heading: bool) -> Kind:
        if heading:
            return Kind.HEADING
        words = base.words or other.words
        if names_page(" ".join(words)):
            return Kind.PAGE_NUMBER
        if self._slip(base.words, other.words) is not Slip.NONE:
            return Kind.GRAMMAR
        if len(words) <= FEW and numbers_of(words):
            return Kind.FIGURE
        return Kind.OMITTED if base.words else Kind.ADDED

    def _slip(self, old: Sequence[str], new: Sequence[str]) -> Slip:
        """What a slip it is; the same swap elsewhere in the texts establishes neither form."""
        pairs = [pair for pair in zip(map(bare, old), map(bare, new), strict=False) if self.swaps[pair] > 1]
        for pair in pairs:
            self._count(pair, 1 - self.swaps[pair])
        try:
            return judge_slip(old, new, self.vocabulary)
        finally:
            for pair in pairs:
                self._count(pair, self.swaps[pair] - 1)

    def _count(self, pair: tuple[str, str], by: int) -> None:
        self.vocabulary.published[pair[0]] += by
        self.vocabulary.emended[pair[1]] += by

    def _of_marks(self, base: Words, other: Words) -> Kind | None:
        """The kind of a difference of marks, the weightiest first."""
        old, new = base.joints, other.joints
        pairs = [
            (old.get(at, ""), new.get(at, ""))
            for at in sorted({*old, *new})
            if not same_mark(old.get(at, ""), new.get(at, ""))
        ]
        kinds = {mark_kind(a, b, self.dashes) for a, b in pairs}
        if kinds == {Kind.MISSING_SPACE} and base.letters[0] in "+-":
            return Kind.STRAY_SPACE
        if kinds:
            return min(kinds, key=_WEIGHT.index)
        if looks_garbled(base.text) or looks_garbled(other.text):
            return Kind.MOJIBAKE
        if base.words == other.words or "".join(base.words) == "".join(other.words):
            return None
        return _dress(base.text, other.text)


_WEIGHT = [
    Kind.BOUNDARY, Kind.DASH_LOST, Kind.DASH_SHAPE, Kind.SYMBOL, Kind.JUNK, Kind.ELLIPSIS, Kind.HYPHENATION,
    Kind.QUOTES, Kind.PUNCTUATION, Kind.MISSING_SPACE, Kind.STRAY_SPACE,
]  # fmt: skip


def mark_kind(old: str, new: str, dashes: bool) -> Kind:
    """What a difference of two marks between the same words is; `dashes`: the base keeps its dashes elsewhere."""
    if IMAGE_SIGN in old or IMAGE_SIGN in new:
        return Kind.SYMBOL
    if has_dash(old) and has_dash(new):
        if old.strip() != new.strip() and _undashed(old) == _undashed(new):
            return Kind.DASH_SHAPE
    elif has_dash(old) or has_dash(new):
        return _dash_kind(old, new, dashes)
    return _other_kind(old, new)


def _dash_kind(old: str, new: str, dashes: bool) -> Kind:
    """What it is where one mark alone has a dash.

    A dash that the base lacks where nothing else parts the clauses changes its sentence, unless the base lost all its
    dashes: then the lack says nothing. A dash that only the witness lacks is the witness's loss.
    """
    if "-" in (new if has_dash(old) else old):
        return Kind.DASH_SHAPE
    if has_dash(new) and dashes and not set(old) & set(".,;:!?…—–" + PARTED):
        return Kind.BOUNDARY
    return Kind.DASH_LOST if not set(old + new) & set(".;:!?" + PARTED) else Kind.PUNCTUATION


def _other_kind(old: str, new: str) -> Kind:
    """What it is where dashes are not what differs."""
    a, b = Counter(old), Counter(new)
    signs = set((a - b) + (b - a)) - set(" \n\t")
    if "…" in signs or ".." in old or ".." in new:
        return Kind.ELLIPSIS
    if {old.strip(), new.strip()} <= {"", "-"} and "-" in old + new:
        return Kind.HYPHENATION
    if not signs and old.split() == new.split():
        return Kind.MISSING_SPACE if not (_spaced(old) and _spaced(new)) else Kind.STRAY_SPACE
    if signs - _USUAL:
        return Kind.JUNK
    return Kind.QUOTES if signs and signs <= _QUOTES else Kind.PUNCTUATION


def _spaced(mark: str) -> bool:
    return any(char.isspace() for char in mark)


def has_dash(mark: str) -> bool:
    """Whether a mark holds a dash: by its shape, or a hyphen that joins no two words (`phase)-the`, `one - two`)."""
    return bool(_DASHES.search(mark)) or ("-" in mark and (mark == " - " or mark.strip() != "-"))


def _undashed(mark: str) -> str:
    return re.sub(r"[\s—–―-]+", "", mark)


def _dress(a: str, b: str) -> Kind:
    """How the same letters stand: signs as dashes, capitals, apostrophes or accents."""
    if a.translate(_ONE_DASH) == b.translate(_ONE_DASH):
        return Kind.DASH_SHAPE
    if plain_marks(a).casefold() == plain_marks(b).casefold():
        return Kind.CAPITALS
    return Kind.QUOTES if _unquoted(a) == _unquoted(b) else Kind.ACCENTS


def _unquoted(text: str) -> str:
    return plain_marks(text).replace("'", "").casefold()


def looks_garbled(word: str) -> bool:
    """Whether a word was read in the wrong code page.

    Either ftfy can undo it, or a letter foreign to the western code page stands on the place of one of it that differs
    only in its accent (`ű` for `û`), or the decoder gave up on a letter.
    """
    if word.isascii():
        return False
    import ftfy  # noqa: PLC0415 (slow to import, and seldom needed)

    if "\ufffd" in word or ftfy.fix_encoding(word) != word:
        return True
    return any(_misplaced(char) for char in word)


def _misplaced(char: str) -> bool:
    if char.isascii() or _encode(char, "cp1252") is not None:
        return False
    plain = drop_accents(char)
    for page in _LEGACY:
        code = _encode(char, page)
        meant = code.decode("cp1252", "replace") if code else ""
        if meant and meant != char and meant.isalpha() and not meant.isascii() and drop_accents(meant) == plain:
            return True
    return False


def _encode(char: str, page: str) -> bytes | None:
    try:
        return char.encode(page)
    except UnicodeEncodeError:
        return None


def numbers_of(words: Iterable[str]) -> list[str]:
    """The numbers among words, with their signs; a sign and the word behind it that is no number count too."""
    found: list[str] = []
    signed = ""
    for word in words:
        if word in {"+", "-", "−", "–"}:
            signed = "+" if word == "+" else "-"
            continue
        form = bare(word)
        if _NUMBER.fullmatch(form):
            found.append(signed + form)
        signed = ""
    return found


def _doubled(a: str, b: str) -> bool:
    """Whether long words differ in doubled letters only (`cancelled`, `canceled`): two spellings, both in use."""
    return min(len(a), len(b)) >= LONG and _DOUBLED.sub(r"\1", a) == _DOUBLED.sub(r"\1", b)


def _parted(text: str) -> str:
    """A text with one mark for every dash between blanks: a hyphen there is the dash of a typewriter, no minus."""
    return " ".join(_LOOSE_DASH.sub("—", text).split())


def _counts(words: Iterable[str]) -> list[str]:
    return [word for word in map(bare, words) if word in _COUNTED]


def _dropped(accented: str, base: Words, other: Words) -> bool:
    """Whether one reading is the other without a letter that bears an accent in some witness."""
    if accented.isascii():
        return False
    whole = bare(accented)
    without = "".join(char for char in unicodedata.normalize("NFC", accented.casefold()) if char.isascii())
    return whole != without and {base.letters, other.letters} == {whole, without}


def _confused(a: str, b: str) -> bool:
    """Whether letters stand for letters of like shape, not a letter too many or too few as a typist makes."""
    lead, tail = count_ends(a, b)
    x, y = a[lead : len(a) - tail], b[lead : len(b) - tail]
    if x and y:
        return True
    beside = a[max(0, lead - 1) : lead] + a[len(a) - tail :][:1]
    return (x or y) == "r" and "n" in beside
