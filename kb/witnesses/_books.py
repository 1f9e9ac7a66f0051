"""The witnesses of a book: its editions come in, its collation goes out, tied to its emendations and to rulings."""

from collections.abc import Iterable, Sequence

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose_file
from kb.memory import Memory
from kb.model import Document, Edition, Role, Ruling
from kb.provenance import Emendation
from kb.witnesses._collating import collate
from kb.witnesses._ties import tie
from kb.witnesses._values import Collation, Witness, WitnessId

NOT_A_WITNESS = Code(
    "KB181",
    "not-a-witness",
    Severity.ERROR,
    "Texts are collated to find slips and changes in what they share. One that shares hardly anything is another text, "
    "and everything in it would be a variant.",
)
EDITION_UNLIKE_BASE = Code(
    "KB182",
    "edition-unlike-base",
    Severity.WARNING,
    "An edition that shares hardly anything with the base of its work cannot be collated with it: it may belong to "
    "another work, or need a base of its own.",
)
CODES = (NOT_A_WITNESS, EDITION_UNLIKE_BASE)


def collate_book(
    base: Edition,
    editions: Iterable[Edition],
    records: Sequence[Emendation] = (),
    rulings: Sequence[Ruling] = (),
    memory: Memory | None = None,
) -> Outcome[Collation]:
    """The collation of a work's editions; `records` are those of its emended one."""
    memory = memory or Memory()
    others = [edition for edition in editions if edition.id != base.id]
    # What the records say comes last: their authorities are traced anew when any text was edited.
    collation = tie(memory.ask(_collate_editions, base, others, memory), records, rulings)
    return _tell(collation, [witness_of(edition) for edition in others], EDITION_UNLIKE_BASE)


def _collate_editions(base: Edition, others: Sequence[Edition], memory: Memory) -> Collation:
    witnesses = [witness_of(edition) for edition in others]
    return collate(witness_of(base), witnesses, memory)


def collate_texts(
    base: Witness, others: Sequence[Witness], records: Sequence[Emendation] = (), rulings: Sequence[Ruling] = ()
) -> Outcome[Collation]:
    """The collation of witnesses; a text that is none of this work is refused with a diagnostic of its likeness."""
    return _tell(tie(collate(base, others), records, rulings), others, NOT_A_WITNESS)


def _tell(collation: Collation, others: Iterable[Witness], code: Code) -> Outcome[Collation]:
    base = collation.base
    paths = {witness.id: witness.document.source.path for witness in others}
    found: list[Diagnostic] = []
    for refused in collation.refused:
        message = f"similarity {refused.similarity:.2f} to `{base.document.source.path}`: no witness of this text"
        hint = "name a text of the same work; passages shared by two works are parallels"
        found.append(diagnose_file(code, paths[refused.witness], message, hint))
    return Outcome(collation, tuple(found))


def witness_of(edition: Edition) -> Witness:
    """An edition as a witness."""
    return Witness(WitnessId(edition.id), edition.document, edition.role)


def role_of(document: Document, base: Document | None = None) -> Role | None:
    """What a bare text is, as far as it says so itself: footnotes that its base lacks name authorities for changes,
    so it is emended."""
    noted = document.definitions and document.references and not (base and base.references)
    return Role.EMENDED if noted else None
