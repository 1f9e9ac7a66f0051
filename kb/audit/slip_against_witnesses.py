"""A slip that other witnesses of the same text do not have."""

from collections.abc import Iterator

from kb.audit._places import checked_paths
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.witnesses import State, Variant, supporters

CODE = Code(
    "KB471",
    "slip-against-witnesses",
    Severity.SUGGESTION,
    "A slip of one text shows where its other witnesses agree against it; an emended edition made from that text keeps "
    "the slip until somebody lays them side by side.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report what base and emended edition probably should say, in each of them that has the slip."""
    checked = checked_paths(kb)
    for collation in kb.collations.values():
        documents = {witness.id: witness.document for witness in collation.witnesses}
        for variant in collation.variants:
            if variant.suggestion is None:
                continue
            for reading in variant.readings:
                document = documents[reading.witness]
                if reading.state is State.SAME and reading.text is not None and document.source.path in checked:
                    message = f"`{reading.text}` is a slip that other witnesses do not have"
                    hint = f"read `{variant.suggestion}`, as {_names(variant)}"
                    yield diagnose(CODE, document.source, reading.span, message, hint)


def _names(variant: Variant) -> str:
    names = [f"`{name}`" for name in supporters(variant)]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
