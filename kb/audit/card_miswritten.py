"""A heading of a compendium that means a card and miswrites its name."""

from collections.abc import Iterator

from kb.audit._places import checked_paths
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import SectionKind
from kb.queries.namesakes import find_listed, find_miswritten, find_renames

CODE = Code(
    "KB524",
    "card-name-miswritten",
    Severity.SUGGESTION,
    "A heading that is no card's name and nearly one's is taken for that card; only who knows both can say that it is "
    "meant.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the heading, with the card they are taken for."""
    renamed = find_renames(kb)
    meant = {name: card for name, card in find_miswritten(kb).items() if name not in renamed}
    checked = checked_paths(kb)
    for version in kb.versions.values():
        source = version.document.source
        listed = frozenset(find_listed(version, kb.manifest.works))
        for heading in version.terms if source.path in checked else ():
            of_card = heading.section is SectionKind.CARD or heading.term in listed
            if of_card and heading.term in meant:
                message = f"no card is called `{heading.term}`; taken for `{meant[heading.term]}`"
                hint = "nothing is to be done where that card is meant; else correct the heading"
                yield diagnose(CODE, source, heading.span, message, hint)
