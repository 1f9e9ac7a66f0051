"""A ruling that one version states twice, once with a word that turns it round."""

from collections.abc import Iterator
from dataclasses import replace

from kb.attested import Attestation
from kb.audit._places import checked_paths
from kb.claims import find_turn
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Statement
from kb.rulings import own_words
from kb.similarity import compare_words

CODE = Code(
    "KB527",
    "places-differ",
    Severity.WARNING,
    "A version that states a ruling at two places, with `must` at one and `may` at the other, leaves open which of the "
    "two holds.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the later of the two places, with the earlier one."""
    checked = checked_paths(kb)
    for chronicle in kb.chronicles.values():
        stated = (each for life in chronicle.history.lives for each in life.stated)
        for attestation in stated:
            source = kb.versions[attestation.version].document.source
            if source.path not in checked:
                continue
            for first, other, (here, there) in _turned(attestation):
                line = source.line_of(first.span.start)
                message = f"this says `{there}` where the same ruling at line {line} says `{here}`"
                hint = "compare both with older versions; where one is a slip, tell whoever issues the rulings"
                yield replace(diagnose(CODE, source, other.span, message, hint), named=(source.path, line))


def _turned(attestation: Attestation) -> Iterator[tuple[Statement, Statement, tuple[str, str]]]:
    """The statements of a ruling that say it otherwise than the first, with the words of both."""
    first, *others = sorted(attestation.statements, key=lambda statement: statement.span)
    for other in others:
        turn = find_turn(compare_words(own_words(first)), compare_words(own_words(other)))
        if turn is not None:
            yield first, other, turn
