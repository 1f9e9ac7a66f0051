"""Rulings judged against a book, as text for people: lines of styled pieces."""

from collections.abc import Collection, Iterator

from kb.answers.telling import WIDTH, Line, counted, wrap
from kb.queries.judging import Judged
from kb.rulebooks import Bearing
from kb.unapplied import Finding, Ground, Verdict

_COLOURS = {Verdict.APPLIED: "good", Verdict.APPLIED_NEAR: "good", Verdict.NOT_APPLIED: "bad"}
OPEN = frozenset({Verdict.NOT_APPLIED})
"""What is left for an editor: shown when nothing else is asked for."""
TELLING = 0.5
"""Words less alike than this are not worth looking at."""
_WHY = {
    Ground.TERM: "on its term",
    Ground.NAMED: "names the book",
    Ground.NUMBERED: "on the number of one of its rules",
    Ground.QUOTED: "quoted by a footnote",
    Ground.ASKED: "asked for",
    Ground.CITED: "in a section that a footnote cites",
    Ground.STATED: "its words stand in the book",
}

_BY = {
    Bearing.NAMED: "it names the book",
    Bearing.HEADING: "a heading above it names the book",
    Bearing.ALONE: "there is no other book",
    Bearing.TITLE: "the title of its text names the book",
    Bearing.NUMBER: "no other book has the number",
    Bearing.QUOTED: "it quotes words of this rule alone",
}


def render_unapplied(judged: Judged, statuses: Collection[Verdict] = OPEN, width: int = WIDTH) -> Iterator[Line]:
    """The rulings that concern a book and have one of some verdicts, those on its own terms first."""
    kept = [each for each in judged.findings if each.verdict in statuses]
    yield (("bold", _headline(judged)),)
    for ground in Ground:
        group = [each for each in kept if each.grounds[0] is ground]
        if group:
            yield ()
            yield (("bold", f"{len(group)} {_WHY[ground]}"),)
        for found in group:
            yield ()
            yield from _finding(judged, found, width)
    yield from _unsure(judged, width)


def _unsure(judged: Judged, width: int) -> Iterator[Line]:
    """Rulings of which nothing says that they are on this book's rule and not on another's of the same number."""
    if judged.unsure:
        yield ()
        yield (("bold", f"{counted(len(judged.unsure), 'ruling')} on the number of a rule of several books"),)
    for each in judged.unsure:
        yield ()
        yield (("bold", each.heading), ("dim", f"  {f'#{each.id}  ' if each.id else ''}{each.path}:{each.lines[0]}"))
        yield from wrap(each.text, width)


def _headline(judged: Judged) -> str:
    counts = [(verdict, sum(each.verdict is verdict for each in judged.findings)) for verdict in Verdict]
    told = ", ".join(f"{count} {verdict.value}" for verdict, count in counts if count)
    number = len(judged.findings)
    day = f" in force on {judged.as_of}" if judged.as_of else " in force"
    day += f", new or reworded since {judged.since}," if judged.since else ""
    concern = f"{counted(number, 'ruling')}{day} {'concerns' if number == 1 else 'concern'} it"
    return f"{judged.book.work.title}: {concern}: {told or 'none'}"


def _finding(judged: Judged, found: Finding, width: int) -> Iterator[Line]:
    stated = found.stated
    yield (
        ("bold", stated.heading),
        ("", "  "),
        (_COLOURS.get(found.verdict, ""), found.verdict.value),
        ("dim", f"  {found.similarity:.2f}  {f'#{stated.id}  ' if stated.id else ''}{stated.path}:{stated.lines[0]}"),
    )
    yield from wrap(stated.text, width)
    for text in _remarks(judged, found):
        yield from wrap(text, width, "dim")


def _remarks(judged: Judged, found: Finding) -> Iterator[str]:
    path = judged.document.source.path
    bearing = judged.bearing(found)
    if bearing is not None and Ground.NUMBERED in found.grounds:
        yield f"on a rule of this book: {_BY[bearing]}"
    for clause in found.clauses:
        yield f"stands in {path}:{_line(judged, clause)}, {judged.clause_id(clause)}"
    for record in found.records:
        yield f"record {record.id} rests on it"
    if found.undone:
        yield f"not done: {found.undone}"
    for sentence, clause in found.held if not found.clauses else ():
        yield f"a part stands in {path}:{_line(judged, clause)}, {judged.clause_id(clause)}: {sentence}"
    for sentence in found.lacking:
        yield f"stands nowhere: {sentence}"
    for record in found.claims if found.verdict is Verdict.NOT_APPLIED else ():
        yield f"record {record.id} cites it, and says something else"
    if found.verdict is Verdict.NOT_APPLIED and found.nearest is not None and found.similarity >= TELLING:
        contrary = ", but in a word that turns what it says" if found.turned else ""
        yield f"nearest: {path}:{_line(judged, found.nearest)}, {judged.clause_id(found.nearest)}{contrary}"
    if found.reason:
        yield f"explained: {found.reason}"


def _line(judged: Judged, clause: int) -> int:
    return judged.document.source.line_of(judged.document.clauses[clause].span.start)
