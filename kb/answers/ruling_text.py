"""Answers about rulings as text for people: lines of styled pieces, wrapped to a width."""

from collections.abc import Iterator

from kb.answers.applied import older_wording, tell_applied
from kb.answers.ruling_list import Answered, Found, find_applied, find_near, find_opposed
from kb.answers.telling import INDENT, WIDTH, Line, Styled, counted, wrap
from kb.attested import CLARIFIED, PLACED, RESPELLED, RETURNED, Attestation, Change, Layout, Reading
from kb.calendars import Calendar
from kb.force import Status
from kb.model import RulingId
from kb.queries.version_changes import AGAIN, UNSAID
from kb.shelves import Elsewhere, Entry, Nearby, Opposed, Place, Plain, Shelf

NO_COMPENDIUM = "no compendium is at hand; the answers of sheets of questions are found by `kb search`"
_LAYOUTS = {Layout.SPLIT: "laid out apart", Layout.JOINED: "laid out together"}
_BECAME = {
    RESPELLED: "reworded (spelling only)",
    RETURNED: "back again",
    CLARIFIED: "no longer an erratum",
    PLACED: "now under its own heading",
    UNSAID: "not repeated (counts as in force)",
    AGAIN: "repeated after a silence",
}
_TELLING = frozenset({Change.SPLIT, Change.JOINED})
_COLOURS = {Status.IN_FORCE: "good", Status.ENDED: "bad", Status.NOT_YET: "bad", Status.UNDETERMINED: "bad"}


def render_rulings(answered: Answered, width: int = WIDTH) -> Iterator[Line]:
    """The rulings that answer a question, each with its words and the ground of its status."""
    yield (("bold", _headline(answered)),)
    for shelf, old, new in answered.around:
        yield (("dim", f"  {_between(shelf.calendar, old.number if old else '', new.number if new else '')}"),)
    if answered.meant:
        yield from wrap(f"`{answered.question.term}` is a part of {_names(answered.meant)}", width, "dim", 2)
    if answered.besides:
        yield from wrap(f"other terms with these words: {_names(answered.besides)}", width, "dim", 2)
    question = answered.question
    past = bool(question.as_of or question.known_on or question.version)
    for found in answered.found:
        yield ()
        yield from _ruling(found, "applied today in" if past else "applied in", width)


def _names(terms: tuple[str, ...]) -> str:
    return ", ".join(f"`{term}`" for term in terms)


def _headline(answered: Answered) -> str:
    question, count = answered.question, len(answered.found)
    parts = [counted(count, "ruling")]
    if question.term:
        parts.append(f"on `{question.term}`")
    if question.version:
        parts.append(f"in {question.version}")
    wanted = question.status or (Status.IN_FORCE if question.as_of else None)
    if wanted is not None:
        parts.append(wanted.value.replace("-", " "))
    if question.as_of:
        parts.append(f"on {question.as_of}, {question.play.value} play")
    if question.known_on:
        parts.append(f"as known on {question.known_on}")
    others = [f"{number} {status.value}" for status, number in answered.counts.items() if status is not wanted]
    return " ".join(parts) + (f" (besides: {', '.join(sorted(others))})" if wanted and others else "")


def _between(calendar: Calendar, old: str, new: str) -> str:
    name = calendar.abbreviation
    after = f"after {name} {old}" if old else f"before the first {name} at hand"
    return f"{after}, before {name} {new}" if new else after


def _ruling(found: Found, applied: str, width: int) -> Iterator[Line]:
    life, wording = found.life, found.wording
    head: list[Styled] = [("bold", wording.term), ("", f"  {wording.label or wording.kind}  ")]
    head.append((_COLOURS[found.standing.status], found.standing.status.value))
    if wording.marks:
        head.append(("dim", f"  {' '.join(wording.marks)}"))
    yield (*head, ("dim", f"  #{life.id}"))
    yield from wrap(wording.text, width)
    yield from wrap(found.standing.ground, width, "dim")
    if found.moved is not None:
        name = found.shelf.calendar.name(found.moved.version)
        yield from wrap(f"moved: it stands under `{found.moved.term}` in {name}", width, "dim")
    if (near := find_near(found)) is not None:
        yield from _near(near, width)
    for each in find_opposed(found):
        yield from _opposed(each, life.id, width)
    told = ((_in_wording(found, each, applied), each["work"], each["clause"]) for each in find_applied(found))
    for how, work, clause in dict.fromkeys(told):
        yield from wrap(f"{how} {work}, {clause}", width, "dim")


def _in_wording(found: Found, applied: Plain, how: str) -> str:
    """How a change has a ruling, which may be in older words than those that are told."""
    older = older_wording(found.entry, applied)
    if older is None or found.life.first_with(older) is found.life.first_with(found.wording):
        return how
    return f"{how} its older wording of {found.shelf.calendar.name(older.version)} in"


def render_history(shelf: Shelf, entry: Entry, width: int = WIDTH) -> Iterator[Line]:
    """A ruling's life: a heading a version, its words where they changed, with what was put in and taken out."""
    life = entry.life
    yield (("bold", life.newest.term), ("", f"  {life.newest.kind}  "), ("dim", f"#{life.id}"))
    if life.aliases:
        yield (("dim", f"  known before as {', '.join(life.aliases)}"),)
    if life.missing:
        numbers = ", ".join(life.missing)
        yield (("dim", f"  missing versions: {shelf.calendar.abbreviation} {numbers}"),)
    names = [shelf.calendar.name(each.version) for each in life.attestations]
    column = max(map(len, names))
    before: Attestation | None = None
    for number, (name, each, places) in enumerate(zip(names, life.attestations, entry.places, strict=True)):
        yield ()
        came = tuple(_came_from(entry.elsewhere.get(each.version)))
        yield from _attestation(name.ljust(column), each, places, life.became(number), came)
        if before is None or each.words != before.words:
            yield from show_wording(before, each, width)
        for reading in each.readings:
            yield from _reading(reading, each, width)
        if (near := entry.nearby.get(each.version)) is not None:
            yield from _near(near, width)
        before = each if each.change is not Change.DROPPED else before
    for opposed in entry.opposed:
        if opposed.ruling == life.id and life.newest.version not in opposed.versions:
            continue  # what it said once against words that it has no more
        yield ()
        yield from _opposed(opposed, life.id, width)
    told = [(applied, False) for applied in entry.applied_in] + [(applied, True) for applied in entry.claimed_in]
    for applied, claiming in told:
        yield ()
        yield from _applied(tell_applied(entry, shelf.calendar, applied, claiming), applied, width)


def _applied(how: str, applied: Plain, width: int) -> Iterator[Line]:
    """A change that rests on a ruling: how and where, what was published, what stands there now."""
    yield from wrap(f"{how} {applied['work']}, {applied['clause']}  #{applied['record']}", width, "dim")
    for sign, style, text in (("-", "bad", applied["published_text"]), ("+", "good", applied["emended_text"])):
        yield from wrap(f"{sign} {text}" if str(text).strip() else "", width, style, INDENT + 2)


def _near(near: Nearby, width: int) -> Iterator[Line]:
    told = f"nearest there (similarity {near.similarity:.2f}): {near.term}, #{near.ruling}: {near.text}"
    yield from wrap(told, width, "dim")


def _opposed(each: Opposed, ruling: RulingId, width: int) -> Iterator[Line]:
    place = f"{each.title}, {each.path}:{each.line}"
    if each.ruling == ruling:
        yield from wrap(f"it said otherwise itself in {place}: {each.text}", width, "dim")
    elif each.older:
        yield from wrap(f"an older answer said otherwise: {place}, {each.date}: {each.text}", width, "dim")
    else:
        yield from wrap(f"contradicted by {place}: {each.text}", width, "bad")


def _attestation(
    name: str, each: Attestation, places: tuple[Place, ...], became: str, came: tuple[str, ...]
) -> Iterator[Line]:
    head: list[Styled] = [
        ("bold", name),
        ("", f"  {each.date or 'undated':<10}  "),
        ("bold", name_became(became)),
    ]
    details = [*came]
    details += [f"similarity {each.similarity:.2f}"] if 0 < each.similarity < 1 else []
    details += [each.label] if each.label else []
    details += [f"effective {', '.join(each.effective)}"] if each.effective else []
    details += [" ".join(each.marks)] if each.marks else []
    details += [f"after {', '.join(each.missing)} missing"] if each.missing else []
    details += [_LAYOUTS[each.layout]] if each.layout and each.change not in _TELLING else []
    yield (*head, ("dim", f"  {' · '.join(details)}" if details else ""))
    for place in places:
        yield (("dim", f"{' ' * INDENT}{place.path}:{place.line}  {' › '.join(place.headings) or place.term}"),)
    if each.fused_with:
        yield (("dim", f"{' ' * INDENT}in one statement with {', '.join(each.fused_with)}"),)
    if each.parts > 1:
        yield (("dim", f"{' ' * INDENT}in {each.parts} statements"),)


def _came_from(elsewhere: Elsewhere | None) -> Iterator[str]:
    """Where a ruling that was reworded stood before, if that is elsewhere, and whether it was shortened."""
    if elsewhere is not None:
        yield f"moved from `{elsewhere.term}`"
        if elsewhere.shortened:
            yield "shortened"


def _reading(reading: Reading, each: Attestation, width: int) -> Iterator[Line]:
    """What a second witness has: where, and its words where they differ."""
    indent = " " * INDENT
    if not reading.lines:
        yield (("dim", f"{indent}not in the second witness {reading.witness}"),)
        return
    for line in reading.lines:
        yield (("dim", f"{indent}{reading.path}:{line}  second witness{'' if reading.same else ', which reads'}"),)
    if not reading.same:
        yield from _flow(list(word_changes(each.text, reading.text)), width)


def show_wording(before: Attestation | None, each: Attestation, width: int) -> Iterator[Line]:
    """The words of an attestation, with what was put in and taken out since one before; none where it drops them."""
    if each.change is Change.DROPPED:
        yield from wrap(each.notice, width)
        return
    if before is None:
        yield from wrap(each.text, width)
        return
    yield from _flow(list(word_changes(before.text, each.text)), width)


def name_became(became: str) -> str:
    """What became of a ruling, in words."""
    return _BECAME.get(became, became)


def word_changes(old: str, new: str) -> Iterator[Styled]:
    """The words of two wordings in one run: `good` were put in, `bad` were taken out, the others stayed."""
    from kb.diff import diff  # noqa: PLC0415 (slow to import, and only rewordings need it)

    first, second = old.split(), new.split()
    at = 0
    for edit in diff(first, second):
        yield from (("", word) for word in first[at : edit.old_start])
        if not edit.inserts:
            yield ("bad", f"[-{' '.join(first[edit.old_start : edit.old_end])}-]")
        if not edit.deletes:
            yield ("good", f"{{+{' '.join(second[edit.new_start : edit.new_end])}+}}")
        at = edit.old_end
    yield from (("", word) for word in first[at:])


def _flow(pieces: list[Styled], width: int) -> Iterator[Line]:
    """Styled words filled into lines."""
    words = [(style, word) for style, text in pieces for word in text.split()]
    line: list[Styled] = [("", " " * (INDENT - 1))]
    length = INDENT - 1
    for style, word in words:
        if length + 1 + len(word) > width and len(line) > 1:
            yield tuple(line)
            line, length = [("", " " * (INDENT - 1))], INDENT - 1
        line += [("", " "), (style, word)]
        length += 1 + len(word)
    yield tuple(line)
