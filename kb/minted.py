"""Minted ids: `ids.yml` and the lives of rulings come in, lives with the ids they were once given go out.

An id is minted once and kept, whatever versions are added later. An entry names the version, the line and the
sha256 of the normalised words of a ruling, never its words. Where rulings turn out to be one, the older id
stays and the others become its aliases; where one turns out to be several, the first keeps the id.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256

from kb.attested import Attestation, Change, Life
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.grouping import group_pairs
from kb.model import CompendiumVersion, RulingId, VersionId
from kb.paths import first_free
from kb.rulings import slug_of, subject_of
from kb.similarity import Words
from kb.text import Source, Span

MINTED_LINE = Code(
    "KB510",
    "minted-id-unreadable",
    Severity.ERROR,
    "An id that cannot be read is lost to every address and record that uses it; ids.yml is written by `kb mint`.",
)
MINTED_TWICE = Code(
    "KB511",
    "minted-id-twice",
    Severity.ERROR,
    "An id names one ruling for ever; a second entry, or an alias that is also an id, makes two of it.",
)
MINTED_STRAY = Code(
    "KB512",
    "minted-id-without-ruling",
    Severity.WARNING,
    "A minted id that no ruling has any more breaks the addresses that use it: the text changed, or is read otherwise.",
)
SUPERSESSION_CIRCLE = Code(
    "KB513",
    "supersession-in-a-circle",
    Severity.ERROR,
    "Rulings that replace each other in a circle leave no one of them in force; none of these entries is followed.",
)
CODES = (MINTED_LINE, MINTED_TWICE, MINTED_STRAY, SUPERSESSION_CIRCLE)

HEADER = """\
# Ids of rulings, minted once by `kb mint` and never changed: they stand in addresses and records.
# `sha256` is that of the ruling's folded words joined by blanks, as the version has them at the line.
schema: 1
rulings:
"""
_PLAIN = r"[\w.+-]+"
_ENTRY = re.compile(
    rf"- \{{id: (?P<id>{_PLAIN}), version: (?P<version>{_PLAIN}), line: (?P<line>\d{{1,7}})"
    r", sha256: (?P<sum>[0-9a-f]{64})"
    rf"(?:, aliases: \[(?P<aliases>{_PLAIN}(?:, {_PLAIN})*)\])?"
    rf"(?:, supersedes: \[(?P<supersedes>{_PLAIN}(?:, {_PLAIN})*)\])?\}}"
)
_SUM = re.compile(r"-[a-z2-7]+(?:-\d+)?$")
"""What follows the term in an id."""


@dataclass(frozen=True, slots=True)
class Minted:
    """An entry of ids.yml: the id, and where the words stood that it was minted for."""

    id: RulingId
    version: VersionId
    line: int
    sha256: str
    aliases: tuple[RulingId, ...] = ()
    supersedes: tuple[RulingId, ...] = ()
    span: Span = field(default=Span(0, 0), compare=False)


@lru_cache(maxsize=1 << 14)
def words_sum(words: Words) -> str:
    """The sha256 of normalised words."""
    return sha256(" ".join(words).encode()).hexdigest()


def read_minted(source: Source) -> Outcome[tuple[Minted, ...]]:
    """The entries of an ids.yml, one a line; a line that is none, or repeats an id, is an error and left out."""
    entries: list[Minted] = []
    diagnostics: list[Diagnostic] = []
    seen: set[str] = set()
    for number in range(1, len(source.line_starts) + 1):
        span = source.line_span(number)
        text = source.slice(span).strip()
        if not text or text.startswith("#") or text in {"schema: 1", "rulings:", "rulings: []"}:
            continue
        match = _ENTRY.fullmatch(text)
        if match is None:
            message = "not an entry `- {id: ..., version: ..., line: ..., sha256: ...}`"
            diagnostics.append(diagnose(MINTED_LINE, source, span, message, "restore the line, or mint anew"))
            continue
        entry = Minted(
            RulingId(match["id"]),
            VersionId(match["version"]),
            int(match["line"]),
            match["sum"],
            _ids(match["aliases"]),
            _ids(match["supersedes"]),
            span,
        )
        twice = next((name for name in (entry.id, *entry.aliases) if name in seen), None)
        if twice is not None:
            diagnostics.append(diagnose(MINTED_TWICE, source, span, f"id `{twice}` is minted already"))
            continue
        seen.update((entry.id, *entry.aliases))
        entries.append(entry)
    kept, circles = _without_circles(entries, source)
    return Outcome(kept, (*diagnostics, *circles))


def _ids(text: str | None) -> tuple[RulingId, ...]:
    return tuple(RulingId(name) for name in text.split(", ")) if text else ()


def _without_circles(entries: Sequence[Minted], source: Source) -> tuple[tuple[Minted, ...], list[Diagnostic]]:
    """Entries whose `supersedes` leads nowhere back to themselves; the others lose it, with an error each."""
    follows: Mapping[RulingId, tuple[RulingId, ...]] = {entry.id: entry.supersedes for entry in entries}
    done: dict[RulingId, bool] = {}  # whether a circle lies behind it is known; False while it is being followed
    circular: set[RulingId] = set()
    for start in follows:
        stack: list[tuple[RulingId, Iterator[RulingId]]] = []
        if start not in done:
            done[start] = False
            stack.append((start, iter(follows[start])))
        while stack:
            at, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                done[at] = True
                stack.pop()
            elif step not in done and step in follows:
                done[step] = False
                stack.append((step, iter(follows[step])))
            elif done.get(step) is False:
                path = [name for name, _ in stack]
                circular.update(path[path.index(step) :])
    problems = [
        diagnose(SUPERSESSION_CIRCLE, source, entry.span, f"`{entry.id}` supersedes itself by way of others")
        for entry in entries
        if entry.id in circular
    ]
    kept = tuple(replace(entry, supersedes=()) if entry.id in circular else entry for entry in entries)
    return kept, problems


def name_lives(
    lives: Sequence[Life], minted: Sequence[Minted], versions: Iterable[CompendiumVersion], source: Source | None
) -> Outcome[tuple[Life, ...]]:
    """Lives with the ids minted for them; the others keep the ids that follow from their words.

    An entry is known again by its words in its version. Where several have them, as many entries as rulings follow
    each other as these do; where one has come or gone, it is the one that would be called so, else the one at its line.
    An entry whose words are there no more is known by its version and line, where a ruling on its term stands that is
    not at home there in the words of another entry; one of a version that is not at hand waits.
    """
    there = {version.id: version for version in versions}
    by_words = _by_words(lives, minted)
    claimed = {
        (version, number, _line_at(there[version], _home(lives[number], version)))
        for (version, _), alike in by_words.items()
        if version in there
        for number in alike
    }
    by_line = _by_line(_by_place(lives) if minted else {}, minted, there)
    in_turn = _in_turn(lives, minted, by_words)
    given: dict[int, list[tuple[bool, Minted]]] = {}
    stray: list[Diagnostic] = []
    for entry in minted:
        alike = by_words.get((entry.version, entry.sha256), ())
        placed = by_line.get((entry.version, entry.line), [])
        likely = [
            number
            for number in placed
            if _same_term(lives[number], entry) and (entry.version, number, entry.line) not in claimed
        ]
        own = in_turn.get(entry.id) or [number for number in alike if lives[number].id == entry.id]
        both = [number for number in alike if number in placed]
        wanted = own or both or alike or [number for number in likely if number not in given] or likely
        if wanted:
            given.setdefault(wanted[0], []).append((not alike, entry))
        elif entry.version in there and source is not None:
            message = f"no ruling of `{entry.version}` has the words of `{entry.id}`"
            stray.append(diagnose(MINTED_STRAY, source, entry.span, message, "restore the text, or remove the entry"))
    taken = {name for entries in given.values() for _, entry in entries for name in (entry.id, *entry.aliases)}
    named = tuple(_named(life, given.get(number, []), taken) for number, life in enumerate(lives))
    return Outcome(named, tuple(stray))


def _same_term(life: Life, entry: Minted) -> bool:
    """Whether a life has ever stood under the term that an entry's id begins with."""
    term = _SUM.sub("", entry.id)
    terms = {each.term for each in life.attestations}
    terms.update(said.term for each in life.attestations for said in each.statements)
    return any(slug_of(each) == term or subject_of(each) == subject_of(term) for each in terms)


def _line_at(version: CompendiumVersion, offset: int) -> int:
    return version.document.source.position(offset).line


def _by_words(lives: Iterable[Life], minted: Sequence[Minted]) -> dict[tuple[VersionId, str], tuple[int, ...]]:
    """The lives, by their numbers, that have the words of entries in their versions."""
    wanted = {(entry.version, entry.sha256) for entry in minted}
    told = ((number, each) for number, life in enumerate(lives) if minted for each in life.attestations)
    words = (((each.version, words_sum(each.words)), number) for number, each in told if each.statements)
    return group_pairs(each for each in words if each[0] in wanted)


def _in_turn(
    lives: Sequence[Life], minted: Sequence[Minted], by_words: Mapping[tuple[VersionId, str], Sequence[int]]
) -> dict[RulingId, tuple[int, ...]]:
    """The life, by its number, of each entry with the words of others, where as many lives have them: in the order of
    their lines, which move where something is put in before them."""
    found: dict[RulingId, tuple[int, ...]] = {}
    for key, entries in group_pairs(((entry.version, entry.sha256), entry) for entry in minted).items():
        alike = by_words.get(key, ())
        if len(entries) != len(alike) or len(alike) < 2:
            continue
        ordered = sorted(alike, key=lambda number: _home(lives[number], key[0]))
        for entry, number in zip(sorted(entries, key=lambda each: each.line), ordered, strict=True):
            found[entry.id] = (number,)
    return found


def _home(life: Life, version: VersionId) -> int:
    """Where the statement of a life begins that is its home in a version."""
    return next(each.statements[0].span.start for each in life.attestations if each.version == version)


def _by_place(lives: Iterable[Life]) -> dict[tuple[VersionId, int], tuple[int, ...]]:
    """The lives, by their numbers, by where their statements begin in a version."""
    return group_pairs(
        ((attestation.version, statement.span.start), number)
        for number, life in enumerate(lives)
        for attestation in life.attestations
        for statement in attestation.statements
    )


def _by_line(
    by_place: Mapping[tuple[VersionId, int], Sequence[int]],
    minted: Iterable[Minted],
    there: Mapping[VersionId, CompendiumVersion],
) -> dict[tuple[VersionId, int], list[int]]:
    """The lives stated on the lines of entries, in their order; `by_place` has them by where their statements begin."""
    starts = group_pairs(sorted(by_place))
    found: dict[tuple[VersionId, int], list[int]] = {}
    for entry in minted:
        if entry.version not in starts:
            continue
        own, source = starts[entry.version], there[entry.version].document.source
        if not 1 <= entry.line <= len(source.line_starts):
            continue
        span = source.line_span(entry.line)
        places = own[bisect_left(own, span.start) : bisect_right(own, span.end)]
        found[entry.version, entry.line] = sorted({number for at in places for number in by_place[entry.version, at]})
    return found


def _named(life: Life, given: Iterable[tuple[bool, Minted]], taken: set[RulingId]) -> Life:
    """A life under its entries, those known by its line alone after those known by its words."""
    entries = [entry for _, entry in sorted(given, key=lambda each: each[0])]
    if not entries:
        found = RulingId(first_free(life.id, taken))
        taken.add(found)
        return replace(life, id=found) if found != life.id else life
    first, *others = entries
    aliases = (*first.aliases, *(name for entry in others for name in (entry.id, *entry.aliases)))
    supersedes = tuple(name for entry in entries for name in entry.supersedes)
    return replace(life, id=first.id, aliases=aliases, supersedes=supersedes)


def lines_of(attestation: Attestation, version: CompendiumVersion) -> tuple[int, ...]:
    """The lines on which an attestation's statements begin, its home first."""
    source = version.document.source
    return tuple(source.position(statement.span.start).line for statement in attestation.statements)


def mint(lives: Iterable[Life], minted: Sequence[Minted], versions: Iterable[CompendiumVersion]) -> str:
    """The text of ids.yml with an entry for every life that has none yet; old entries stay as they are.

    `lives` are those `name_lives` returned for `minted`. New entries name the newest version of a ruling.
    """
    there = {version.id: version for version in versions}
    kept = {entry.id for entry in minted}
    entries = list(minted)
    for life in lives:
        newest = life.newest
        if life.id not in kept and newest.change is not Change.DROPPED:
            line = lines_of(newest, there[newest.version])[0]
            entries.append(Minted(life.id, newest.version, line, words_sum(newest.words)))
    return HEADER + "".join(f"{_line(entry)}\n" for entry in sorted(entries, key=lambda entry: entry.id))


def _line(entry: Minted) -> str:
    parts = f"id: {entry.id}, version: {entry.version}, line: {entry.line}, sha256: {entry.sha256}"
    if entry.aliases:
        parts += f", aliases: [{', '.join(entry.aliases)}]"
    if entry.supersedes:
        parts += f", supersedes: [{', '.join(entry.supersedes)}]"
    return f"  - {{{parts}}}"
