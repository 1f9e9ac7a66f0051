"""A ruling listed on a card's page that its source does not have, or has otherwise, or under another version."""

import re
from collections.abc import Collection, Iterator

from kb.audit._comparing import ALIKE, set_beside, shorten
from kb.audit._places import headed_days
from kb.citations.judging import NEAR as NEARLY
from kb.citations.judging import Judgement, judge_quotation
from kb.claims import Known, find_limit, turns_rule
from kb.dates import may_be_one_day
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import find_effective, read_day
from kb.graph import Kb
from kb.model import CompendiumVersion, Document, SectionId, whole_number
from kb.naming.mentions import name_words
from kb.provenance import Relation
from kb.sheets import Card, CardRuling, Sheet
from kb.similarity import compare_words, word_similarity
from kb.sources.addresses import Sources, find_linked, gather_sources, split_address
from kb.sources.units import SourceText
from kb.text import word_forms
from kb.wording import LEFT_OUT, read_wording

NEAR = Code(
    "KB529",
    "card-ruling-near",
    Severity.SUGGESTION,
    "A card's page lists rulings in the words of their source; one that is nearly there may have lost a word in "
    "copying.",
)
NOT_FOUND = Code(
    "KB530",
    "card-ruling-not-found",
    Severity.WARNING,
    "A ruling that its source does not state is none: whoever plays the card by it has no authority for it.",
)
TURNED = Code(
    "KB531",
    "card-ruling-turned",
    Severity.WARNING,
    "A ruling listed with another number or without a denial makes its source say something else of the card.",
)
NAMED = Code(
    "KB532",
    "card-ruling-named-otherwise",
    Severity.WARNING,
    "Who reads the list looks the ruling up in the version it names, and who follows its link finds another.",
)
CODES = (NEAR, NOT_FOUND, TURNED, NAMED)
_DATED = re.compile(r"[^()\[\],–—]*?[(\[](?P<day>[^()\[\]]+)[)\]]")
"""A label up to the day behind the name of a text (`Ledger 3 (May 2004) - Gannet`)."""
REMARK = 2
"""So many words may stand beside the card's name before a colon: `Gannet (erratum):`."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the listed ruling. What stands under an anchor that is none is told of the link (KB312)."""
    checked = frozenset(kb.checked)
    cards = [card for card in kb.cards if card.document.source.path in checked]
    if not cards:
        return
    texts, versions = tuple(kb.documents.values()), tuple(kb.versions.values())
    sources = kb.memory.ask(gather_sources, texts, versions, None, kb.memory)
    for card in cards:
        for ruling in card.rulings:
            target = find_linked(ruling.href, card.document, sources) if ruling.href else None
            if target is not None:
                yield from _named_otherwise(kb, card, ruling, target)
                yield from _said_otherwise(card, ruling, target, sources)


def _named_otherwise(kb: Kb, card: Card, ruling: CardRuling, target: Document) -> Iterator[Diagnostic]:
    version = next((each for each in kb.versions.values() if each.document is target), None)
    entries = kb.manifest.compendia if version is not None else ()
    for entry in entries:
        if version is None or all(own.id != version.id for own in entry.versions):
            continue
        words = name_words(ruling.label)
        names = (name_words(name) for name in (entry.title, entry.abbreviation, *entry.names))
        own_number = name_words(version.number)
        called = [name for name in names if name and words[: len(name)] == name]
        behind = [words[len(name) : len(name) + len(own_number)] for name in called]
        number = next((each for each in behind if each and each[0].isdecimal()), None)
        if number is not None and number not in (own_number, name_words(whole_number(version.number))):
            message = f"the ruling is listed under `{ruling.label}`, but its link leads to `{version.name}`"
            hint = "correct the name or the link, whichever is meant"
            yield diagnose(NAMED, card.document.source, ruling.span, message, hint)
            return
    texts: tuple[CompendiumVersion | Sheet, ...] = (*kb.versions.values(), *kb.sheets.values())
    date = next((each.date for each in texts if each.document is target), None)
    dated = _DATED.match(ruling.label)
    day = read_day(dated["day"]) if dated is not None and " - " not in dated.group() else None
    if date and day and not may_be_one_day(day, date) and day not in headed_days(target):
        message = f"the ruling is listed under `{ruling.label}`, but its link leads to a text of {date}"
        hint = "correct the day or the link, whichever is meant"
        yield diagnose(NAMED, card.document.source, ruling.span, message, hint)


def _said_otherwise(card: Card, ruling: CardRuling, target: Document, sources: Sources) -> Iterator[Diagnostic]:
    fragment = split_address(ruling.href)[2]
    if fragment and fragment not in target.anchors:
        return
    source = sources.text_of(target)
    within = source.below(SectionId(fragment)) if fragment else None
    text = _without_name(ruling.text, card.name)
    judged = judge_quotation(text, source, within)
    if not compare_words(text):
        return
    if judged.relation is Relation.NOT_FOUND and within is not None:
        judged = _nearest_turned(text, source, within) or judged
    place = _stated(judged)
    if judged.relation is Relation.VERBATIM or judged.similarity >= 1.0:
        if place and (limit := _limit_behind(text, judged)):
            message = f"this ends before `{limit}`, which limits the ruling of `{ruling.label}`"
            yield diagnose(TURNED, card.document.source, ruling.span, message, f"{place[0]} says `{place[1]}`")
        elif place and (dates := _dates_apart(ruling.text, judged)):
            message = f"this gives `{dates[0]}` as the effective date of the ruling of `{ruling.label}`"
            yield diagnose(
                TURNED, card.document.source, ruling.span, message, f"{place[0]} prints `{dates[1]}` with it"
            )
        return
    hint = f"{place[0]} says `{shorten(place[1])}`" if place else "compare it with the source"
    if place and judged.relation is not Relation.NOT_FOUND and _is_turned(text, judged):
        message = f"this turns round the ruling of `{ruling.label}` (similarity {judged.similarity:.2f})"
        yield diagnose(TURNED, card.document.source, ruling.span, message, hint)
    elif place and judged.similarity >= NEARLY:
        message = f"this is nearly the ruling of `{ruling.label}` (similarity {judged.similarity:.2f})"
        yield diagnose(NEAR, card.document.source, ruling.span, message, hint)
    else:
        elsewhere = _stated(judge_quotation(text, source, None)) if within is not None else None
        message = f"these words do not stand under `{ruling.label}`, which its link leads to"
        found = f"; {elsewhere[0]} has words like them" if elsewhere else ""
        hint = f"list the ruling as its source has it, under the heading it stands under{found}"
        yield diagnose(NOT_FOUND, card.document.source, ruling.span, message, hint)


def _nearest_turned(text: str, source: SourceText, within: Collection[int]) -> Judgement | None:
    """The ruling under the heading a link leads to that listed words are most like where these turn it round: a short
    one has few rare words, and a denial in each of its halves leaves the fewer alike."""
    said = read_wording(text).words
    near = ((word_similarity(*set_beside(said, source.units[unit].text)), unit) for unit in sorted(within))
    similarity, unit = max(near, key=lambda each: each[0], default=(0.0, 0))
    if similarity < ALIKE or not _turns(said, source.units[unit].text):
        return None
    return Judgement(Relation.ADAPTED, similarity, source, (unit,))


def _without_name(text: str, name: str) -> str:
    """A listed ruling without the card's name before a colon, which heads it in some sources."""
    head, colon, rest = text.partition(":")
    words, own = word_forms(read_wording(head).words), word_forms(name)
    named = bool(colon and own) and words[: len(own)] == own and len(words) <= len(own) + REMARK
    return rest.strip() if named and word_forms(rest) else text


def _stated(judged: Judgement) -> tuple[str, str] | None:
    """Where the source has the words most like those judged, and what it says there."""
    if judged.source is None or not judged.units:
        return None
    unit = judged.source.units[judged.units[0]]
    return f"{unit.place.file}:{unit.place.line}", unit.text


def _limit_behind(text: str, judged: Judgement) -> str:
    """What limits a listed ruling and stands behind its last word in each ruling of the source that has it; empty where
    there is none, or the page says that something is left out."""
    words, units = compare_words(read_wording(text).words), judged.source.units if judged.source is not None else ()
    limits = {find_limit(words, units[number].text) for number in judged.units}
    return limits.pop() if len(limits) == 1 and not LEFT_OUT.search(text) else ""


def _dates_apart(text: str, judged: Judgement) -> tuple[str, str] | None:
    """The effective date that a listed ruling gives, and that which its source prints with the same words, where this
    is another."""
    given = {date.iso for date in find_effective(text) if date.iso}
    source = judged.source
    groups = [] if source is None else [source.groups[source.units[number].group] for number in judged.units]
    printed = {each for group in groups for n in group if source and (each := source.units[n].effective)}
    return (min(given), min(printed)) if given and printed and given.isdisjoint(printed) else None


def _is_turned(text: str, judged: Judgement) -> bool:
    """Whether listed words differ from each ruling they are most like in one that turns it round."""
    said = read_wording(text).words
    units = judged.source.units if judged.source is not None else ()
    return all(_turns(said, units[number].text) for number in judged.units)


def _turns(said: str, ruling: str) -> bool:
    words, run = set_beside(said, ruling)
    return word_similarity(words, run) >= ALIKE and turns_rule(words, run, Known())
