"""The editor's desk: diagnostics, verdicts and word counts come in, tables go out."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.book_pages.apparatus import collation_of
from kb.coverage import WordAccount
from kb.diagnostics import Code, Diagnostic, Severity, in_order
from kb.graph import Book, Kb
from kb.paths import in_numbers
from kb.provenance import EXACT, AuthorityStatus, Emendation, FootnoteVerdict
from kb.queries.lacking import sort_changes
from kb.text import word_forms
from kb.witnesses import Variant

_SEVERITIES = tuple(Severity)
_UNNAMED = re.compile(r"[^\w.-]+")
FEW = 3
"""So many files need no fold."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How much of a book is traced: changes, and changed words by what is known of their authority."""

    work: str
    title: str
    changes: int
    slight: int
    words: int
    traced: int
    verified: int

    @property
    def all(self) -> int:
        """How many changes there are, slight ones too."""
        return self.changes + self.slight


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences of substance between the texts of one book, and how many are noise."""

    work: str
    title: str
    told: tuple[Variant, ...]
    noise: int


@dataclass(frozen=True, slots=True)
class VerdictTable:
    """The footnotes of one text."""

    path: str
    verdicts: tuple[FootnoteVerdict, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A diagnostic, and its anchor on the desk."""

    found: Diagnostic
    anchor: str


@dataclass(frozen=True, slots=True)
class FileFindings:
    """The diagnostics of one file."""

    path: str
    findings: tuple[Listed, ...]

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many there are by severity."""
        return count_severities(each.found for each in self.findings)


@dataclass(frozen=True, slots=True)
class KindFindings:
    """The diagnostics of one kind, by file."""

    code: Code
    files: tuple[FileFindings, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(len(group.findings) for group in self.files)


@dataclass(frozen=True, slots=True)
class Desk:
    """What the desk shows."""

    figures: tuple[Figures, ...]
    witnesses: tuple[Differences, ...]
    footnotes: tuple[VerdictTable, ...]
    files: tuple[FileFindings, ...]
    accounts: tuple[WordAccount, ...]
    unread: tuple[str, ...]
    absent: tuple[str, ...]
    card_pages: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def is_short(self) -> bool:
        """Whether all can be shown at once."""
        return len(self.files) <= FEW

    @property
    def cards(self) -> tuple[FileFindings, ...]:
        """The pages of cards, where they are more than a few: hundreds of them would stand before the books."""
        found = tuple(group for group in self.files if group.path in self.card_pages)
        return found if len(found) > FEW else ()

    @property
    def texts(self) -> tuple[FileFindings, ...]:
        """The files that are shown one by one."""
        apart = {group.path for group in self.cards}
        return tuple(group for group in self.files if group.path not in apart)

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many diagnostics there are by severity."""
        return _count(self.files)

    @property
    def card_counts(self) -> tuple[tuple[str, int], ...]:
        """The same for the pages of cards."""
        return _count(self.cards)

    def found_at(self, path: str, line: int) -> str:
        """The anchor of the first diagnostic of a line; empty where there is none."""
        found = (each for group in self.files if group.path == path for each in group.findings)
        return next((each.anchor for each in found if each.found.line == line), "")

    @property
    def kinds(self) -> tuple[KindFindings, ...]:
        """The diagnostics by their kind, the worst first, then by code."""
        kinds: dict[Code, list[FileFindings]] = {}
        for group in self.files:
            for code in dict.fromkeys(each.found.code for each in group.findings):
                alike = tuple(each for each in group.findings if each.found.code == code)
                kinds.setdefault(code, []).append(FileFindings(group.path, alike))
        found = (KindFindings(code, tuple(files)) for code, files in kinds.items())
        return tuple(sorted(found, key=lambda kind: (_SEVERITIES.index(kind.code.severity), kind.code.code)))


def _count(files: Iterable[FileFindings]) -> tuple[tuple[str, int], ...]:
    return count_severities(each.found for group in files for each in group.findings)


def count_severities(findings: Iterable[Diagnostic]) -> tuple[tuple[str, int], ...]:
    """How many findings there are, by severity, the worst first; severities without any are left out, unless there is
    nothing at all."""
    found = Counter(each.code.severity for each in findings)
    return tuple((each.value, found[each]) for each in Severity if found[each]) or ((Severity.ERROR.value, 0),)


def lay_out_desk(kb: Kb, diagnostics: Iterable[Diagnostic]) -> Desk:
    """The desk of a knowledge base and the diagnostics found in it, by file."""
    by_file: dict[str, list[Listed]] = {}
    named: Counter[str] = Counter()
    for found in in_order(diagnostics):
        name = f"{found.code.code}:{_UNNAMED.sub('-', found.path)}:{found.line}"
        named[name] += 1
        anchor = name if named[name] == 1 else f"{name}:{named[name]}"
        by_file.setdefault(found.path, []).append(Listed(found, anchor))
    accounts = sorted(kb.accounts, key=lambda each: in_numbers(each.path))
    return Desk(
        figures=tuple(count_changes(book) for book in kb.books.values() if book.emended and book.base),
        witnesses=tuple(
            Differences(
                work, kb.books[work].work.title, tuple(each.substantive), len(each.variants) - len(each.substantive)
            )
            for work in kb.books
            if (each := collation_of(kb, work)) is not None
        ),
        footnotes=tuple(
            VerdictTable(path, kb.footnotes[path])
            for path in sorted(kb.footnotes, key=in_numbers)
            if kb.footnotes[path]
        ),
        files=tuple(FileFindings(path, tuple(by_file[path])) for path in sorted(by_file, key=in_numbers)),
        accounts=tuple(each for each in accounts if each.path in kb.documents or each.unexplained),
        unread=kb.unread,
        absent=tuple(sorted(kb.absent, key=in_numbers)),
        card_pages=frozenset(card.document.source.path for card in kb.cards),
    )


def count_changes(book: Book) -> Figures:
    """The figures of one book; a changed word counts in the text that has it, published or emended. What an edition
    lacks as a whole counts apart."""
    changed = sort_changes(book)
    substantive = [record for record in changed.others if record.substantive]
    return Figures(
        work=book.work.id,
        title=book.work.title,
        changes=len(substantive),
        slight=len(changed.others) - len(substantive),
        words=sum(map(_words, substantive)),
        traced=sum(_words(record) for record in substantive if record.authority_status is AuthorityStatus.CITED),
        verified=sum(_words(record) for record in substantive if _verified(record)),
    )


def _words(record: Emendation) -> int:
    return max(len(word_forms(record.published_text)), len(word_forms(record.emended_text)))


def _verified(record: Emendation) -> bool:
    return any(authority.relation in EXACT for authority in record.authorities)
