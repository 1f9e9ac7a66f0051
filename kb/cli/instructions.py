"""`kb instructions`: errata that say how to change a text, carried out on the texts at hand."""

import sys
from collections import Counter
from collections.abc import Callable
from typing import Annotated

import typer

from kb.answers.instruction_list import list_instructions
from kb.answers.instruction_text import render_instructions
from kb.cli._console import Format, FormatOption, check_day, complain, print_json, usage_error
from kb.cli._corpus import CorpusOption, named_book, no_base, no_version, require_corpus
from kb.cli._printing import print_lines, width
from kb.dates import Days, days_of
from kb.graph import Kb
from kb.instructions import Target
from kb.lexicon import hold_terms, spell_term, suggest_terms
from kb.model import CompendiumVersion
from kb.namesakes import match_namesakes
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.emended_books import carry_out_on_book
from kb.queries.instructions import CarriedOut, carry_out, orders_standing
from kb.queries.orders import find_orders
from kb.queries.proposals import propose_records
from kb.records import write_records

EPILOG = (
    "Examples: `kb instructions` · `kb instructions --card gannet` · `kb instructions --in 3 --format json` · "
    "`kb instructions --propose the-drowned-coast > proposed.yml`. "
    "Outcomes are `applied`, `already-applied`, or the reason why nothing was changed."
)
_MOST_MEANT = 5
"""Names that a hint offers."""

OUTCOMES = ("applied", *(refusal.value for refusal in Refusal))


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def instructions(  # noqa: PLR0913, PLR0917 (each an option of the command)
        version: Annotated[
            str | None,
            typer.Option("--in", metavar="VERSION", help="Of this version: id or number; else the newest of the day."),
        ] = None,
        card: Annotated[str | None, typer.Option("--card", metavar="NAME", help="Of one card, with its text.")] = None,
        as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="In effect on that day.")] = None,
        outcome: Annotated[
            list[str] | None, typer.Option("--outcome", metavar="OUTCOME", help="With this outcome; repeatable.")
        ] = None,
        propose: Annotated[
            str | None, typer.Option("--propose", metavar="WORK", help="The records they make of a book, as a file.")
        ] = None,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """List errata that say how to change a text: what each asks for, and what came of it in each text."""
        check_day("--as-of", as_of)
        for each in outcome or ():
            if each not in OUTCOMES:
                raise usage_error(f"no outcome `{each}`; there are {', '.join(f'`{name}`' for name in OUTCOMES)}")
        opened = require_corpus(corpus)
        kb = build_kb(opened.manifest, opened.texts).value
        if propose is not None:
            sys.stdout.write(_proposed(kb, propose, _version(kb, version, as_of), as_of))
            if version is None:
                _tell_older(kb, as_of, lambda target: target.work == named_book(kb, propose).work.id)
            return
        done = carry_out(kb, _version(kb, version, as_of), as_of)
        if card is not None:
            card = _meant(kb, done, card)
        if version is None:
            done = _asking_first(kb, done, card, as_of)
            _tell_others(kb, done, card, as_of)
        if version is None:
            _tell_older(kb, as_of, lambda target: card is None or done.key_of(target.card) == done.key_of(card))
        if form is Format.JSON:
            print_json(list_instructions(done, card, outcome or ()))
        else:
            print_lines(render_instructions(done, card, outcome or (), width()))


def _asking_first(kb: Kb, done: CarriedOut, card: str | None, as_of: str | None) -> CarriedOut:
    """What is carried out of the first of the newest versions that asks for something of a card; without a card, or
    where none does, what was."""
    if card is None or done.orders_for(card):
        return done
    others = (carry_out(kb, each, as_of) for each in kb.newest_versions_on(_day(as_of)) if each != done.version)
    return next((each for each in others if each.orders_for(card)), done)


def _tell_others(kb: Kb, done: CarriedOut, card: str | None, as_of: str | None) -> None:
    """Tell how many orders the newest versions of other compendia have, of one card only those on it."""
    for other in kb.newest_versions_on(_day(as_of)):
        targets = (order.instruction.target.card for order in find_orders(kb, other)) if other != done.version else ()
        count = sum(card is None or done.key_of(each) == done.key_of(card) for each in targets)
        if count:
            complain(f"`{other.id}`, of another compendium, has {count} more: `--in {other.id}`")


def _tell_older(kb: Kb, as_of: str | None, is_meant: Callable[[Target], bool]) -> None:
    """Tell how many orders on what is meant older versions have that stand: a list of changes repeats none."""
    older = Counter(each.id for each, order in orders_standing(kb, as_of) if is_meant(order.instruction.target))
    for name, count in older.items():
        complain(f"`{name}`, an older version, has {count} more in force: `--in {name}`")


def _day(as_of: str | None) -> Days | None:
    return days_of(as_of) if as_of is not None else None


def _proposed(kb: Kb, work: str, version: CompendiumVersion, as_of: str | None) -> str:
    """The records file that the instructions of a version make of a book, with a day those in effect by then; each
    record waits for somebody's yes."""
    book = named_book(kb, work)
    if book.base is None:
        raise no_base(book.work)
    return write_records(propose_records(book.work.id, book.base, carry_out_on_book(kb, version, book, as_of)))


def _version(kb: Kb, wanted: str | None, as_of: str | None) -> CompendiumVersion:
    """The version named by its id, number or name; when none is, the newest on a day of a compendium that asks for
    changes."""
    if wanted is None:
        main = kb.newest_version_on(_day(as_of))
        if main is None:
            listed = kb.manifest.compendia
            hint = "bring one in with `kb fetch`" if listed else "corpus.yml names none"
            raise usage_error(f"no version of any compendium is at hand; {hint}")
        newest = kb.newest_versions_on(_day(as_of))
        return next((each for each in (main, *newest) if find_orders(kb, each)), main)
    folded = " ".join(wanted.casefold().split())
    for version in kb.versions.values():
        names = {version.id, version.number, version.name}
        if folded in {name.casefold() for name in names}:
            return version
    raise no_version(wanted, kb.versions)


def _meant(kb: Kb, done: CarriedOut, wanted: str) -> str:
    """The card meant by a name, known by its page or by an instruction, however the name is miswritten where it is
    plain which one is meant; a usage error when it is not."""
    orders = [each.order for each in done.orders]
    orders += [order for version in kb.newest_versions for order in find_orders(kb, version)]  # asked for later
    names = {card.name for card in kb.cards} | {order.instruction.target.card for order in orders} - {""}
    if done.key_of(wanted) in set(map(done.key_of, names)):
        return wanted
    meant = match_namesakes((wanted,), sorted(names)).get(wanted)
    if meant is not None:
        return meant
    held = sorted(hold_terms(wanted, {name: spell_term(name) for name in names}))
    if len(held) == 1:
        return held[0]
    near = tuple(dict.fromkeys((*held[:_MOST_MEANT], *suggest_terms(wanted, names))))[:_MOST_MEANT]
    raise usage_error(f"no card `{wanted}`", near)
