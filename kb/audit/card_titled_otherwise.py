"""A card's page whose front matter gives the card another name than its heading does."""

from collections.abc import Iterator
from html import unescape

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.spelling import exact_key

CODE = Code(
    "KB535",
    "card-titled-otherwise",
    Severity.SUGGESTION,
    "Lists of pages show the title in the front matter, and rulings are found by the heading: where the two are not "
    "one name, one of them is miswritten.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the heading. Names that differ in case, accents and marks alone are one, and one of the two may
    say more than the other."""
    checked = frozenset(kb.checked)
    for card in kb.cards:
        document = card.document
        heading = next((each for each in document.headings if each.level == 1), None)
        if heading is None or not document.title or document.source.path not in checked:
            continue
        title = unescape(document.title)  # pages show it as it stands
        one, other = exact_key(heading.text), exact_key(title)
        if one not in other and other not in one:
            message = f"the heading calls the card `{heading.text}`, the title in the front matter `{title}`"
            hint = "write its name in both as the card has it"
            yield diagnose(CODE, document.source, heading.span, message, hint)
