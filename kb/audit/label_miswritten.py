"""A label of a ruling or a note, or a date of a ruling, that a slip of the pen keeps from being read as one."""

import re
from collections.abc import Iterator

from rapidfuzz.distance import OSA

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import ClauseKind, CompendiumVersion, Document
from kb.text import Span

CODE = Code(
    "KB534",
    "label-miswritten",
    Severity.SUGGESTION,
    "What a ruling is called says what it does: an erratum with its label miswritten may change no text, and a day "
    "with its `effective` miswritten may begin nothing. A note with its label miswritten is none of its kind.",
)
CODES = (CODE,)
LABELS = ("erratum", "errata", "clarification", "annotation")
NOTE_LABELS = ("note", "example", "exception", "clarification", "erratum", "errata")
_LABEL = re.compile(r"(?:[^\W\d_]+ ){0,2}(?P<word>[^\W\d_]{5,})(?: \w+)?_?\*{0,2}:")
"""What a ruling begins with and a colon parts from its words: `Card Erratum:`, `Annotation 4:`."""
_DATED = re.compile(r"\[(?P<word>[^\W\d_]{6,})[ .:]+[^\]\n]*\d")
"""A remark in brackets that has a number behind its first word: `[Effective 3/14/05]`."""

SHORT = 5
"""In a word of so few letters two may have changed places, no more: `Vote` is another word than `Note`."""
ONE = 1
"""One letter may be wrong, left out or put in, or two may have changed places: `Erratic` is another word."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each such word once, where it stands."""
    versions = {version.document.source.path: version for version in kb.versions.values()}
    for document in checked_documents(kb):
        version = versions.get(document.source.path)
        found = _in_rulings(version) if version is not None else _in_notes(document)
        for start, (word, right) in sorted({start: slip for start, *slip in found}.items()):
            message = f"`{word}` looks like a slip of the pen for `{right}`"
            hint = f"write `{right}`, or another word where none is meant"
            yield diagnose(CODE, document.source, Span(start, start + len(word)), message, hint)


def _in_rulings(version: CompendiumVersion) -> Iterator[tuple[int, str, str]]:
    """Each miswritten word of the rulings of a version: where it stands, itself, and the word that is meant."""
    text = version.document.source.text
    for statement in version.statements:
        read = text[statement.span.start : statement.span.end]
        found = [_LABEL.match(read, _first(read)), *_DATED.finditer(read)]
        for match, meant in ((each, LABELS if at == 0 else ("effective",)) for at, each in enumerate(found)):
            right = _right(match["word"], meant) if match is not None else ""
            if match is not None and right:
                yield statement.span.start + match.start("word"), match["word"], right


def _in_notes(document: Document) -> Iterator[tuple[int, str, str]]:
    """Each miswritten label of the notes of another text."""
    for clause in document.clauses:
        label = clause.label or ""
        right = _right(label, NOTE_LABELS) if clause.kind is ClauseKind.NOTE_PARAGRAPH and label else ""
        if right:
            yield document.source.text.index(label, clause.span.start), label, right.capitalize()


def _first(text: str) -> int:
    """Where the first letter of a ruling stands, behind its marks."""
    match = re.search(r"[^\W\d_]", text)
    return match.start() if match is not None else len(text)


def _right(word: str, meant: tuple[str, ...]) -> str:
    """The word that another one is miswritten for; empty where it is one of them, in any number, or none."""
    plain = word.lower().rstrip(".:")  # `**Note.**` ends with a stop
    known = {each for name in meant for each in (name, f"{name}s", f"{name}ly")}
    near = min(meant, key=lambda each: OSA.distance(plain, each))
    if plain in known or OSA.distance(plain, near) > ONE:
        return ""
    return near if len(near) > SHORT or sorted(plain) == sorted(near) else ""
