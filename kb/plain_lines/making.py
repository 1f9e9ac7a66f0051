"""Plain texts as a whole: the units of a source come in; the text with how sure they are, and what is wrong with it, go
out."""

from collections.abc import Iterator, Mapping, Sequence

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose, diagnose_file
from kb.plain import CLAUSAL, Ground, PlainText, Standing, Unit, build_document
from kb.plain_lines.columns import find_columns
from kb.plain_lines.lines import Line
from kb.plain_lines.page_lines import Paged
from kb.text import WORD, Source, Span

TEXT_WITHOUT_WORDS = Code(
    "KB171",
    "text-without-words",
    Severity.ERROR,
    "A text without a word says nothing of its work; taken for a witness, it would seem to lack every rule.",
)
TEXT_IN_ONE_LINE = Code(
    "KB172",
    "text-in-one-line",
    Severity.WARNING,
    "A plain text shows its paragraphs by its line ends; in a line as long as a book they are lost, and only a base "
    "can tell them.",
)
STRANGE_CHARACTER = Code(
    "KB173",
    "strange-character",
    Severity.WARNING,
    "A control character or a sign that stands for a lost one shows that some program misread the text; words with it "
    "cannot be compared.",
)
PAGE_LINES = Code(
    "KB174",
    "page-lines",
    Severity.SUGGESTION,
    "A text taken out of a printed book has the heads and feet of its pages among its lines. They are no rules; that "
    "they are left out is told, so that no rule goes with them unseen.",
)
TEXT_IN_COLUMNS = Code(
    "KB178",
    "text-in-columns",
    Severity.ERROR,
    "A page set in two columns and saved line by line has half a line of one rule beside half a line of another. "
    "Nobody said what such lines say: taken for a witness, the text would seem to change every rule.",
)
CODES = (TEXT_WITHOUT_WORDS, TEXT_IN_ONE_LINE, STRANGE_CHARACTER, PAGE_LINES, TEXT_IN_COLUMNS)
LONGEST_LINE = 20_000
"""Characters of a line that no paragraph of a rulebook comes near."""
_STRANGE = ("\0", "\x1b", "\b", "\ufffd")


def make_plain(source: Source, units: Sequence[Unit], paged: Paged, sure: Mapping[Ground, float]) -> Outcome[PlainText]:
    """The text of some units, and what is wrong with it; `sure` says how often a unit known on a ground is a clause."""
    standings = tuple(Standing(unit.ground, sure[unit.ground]) for unit in units if unit.kind in CLAUSAL)
    document = build_document(source, units, pages=paged.pages)
    columns = find_columns(source.text, paged.lines)
    plain = PlainText(document, tuple(units), standings, refused=columns is not None, pages=paged.pages)
    return Outcome(plain, tuple(check_plain(source, paged.pages, columns)))


def check_plain(source: Source, pages: Sequence[Span], columns: Line | None) -> Iterator[Diagnostic]:
    """Everything wrong with a plain text as a whole.

    `pages` are the heads and feet of its pages, `columns` is the first line that holds two columns.
    """
    if columns is not None:
        hint = "take the text out of its file anew, one column after the other (`pdftotext` without `-layout`)"
        yield diagnose(TEXT_IN_COLUMNS, source, columns.span, "two columns stand side by side from here on", hint)
    if pages:
        message = f"{len(pages)} times the head or foot of a page, left out from here on"
        yield diagnose(PAGE_LINES, source, pages[0], message, "see with `kb inspect` that no rule is among them")
    if WORD.search(source.text) is None:
        yield diagnose_file(TEXT_WITHOUT_WORDS, source.path, "no word in this file", "fetch the text again")
    starts = (*source.line_starts, len(source.text) + 1)
    longest = max(range(len(source.line_starts)), key=lambda line: starts[line + 1] - starts[line])
    length = starts[longest + 1] - starts[longest] - 1
    if length > LONGEST_LINE:
        message = f"a line of {length} characters"
        hint = "break it where its paragraphs end, or name a base that shows them"
        yield diagnose(TEXT_IN_ONE_LINE, source, Span(starts[longest], starts[longest] + 1), message, hint)
    for sign in _STRANGE:
        at = source.text.find(sign)
        if at >= 0:
            message = f"{source.text.count(sign)} times `U+{ord(sign):04X}`, a character of no text"
            hint = "find out what stood there: the text may have been saved in another encoding"
            yield diagnose(STRANGE_CHARACTER, source, Span(at, at + 1), message, hint)
