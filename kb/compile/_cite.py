"""Citing: the life of a ruling comes in, the footnote that names it goes out.

The footnote says the ruling's newest words and where they stand: the version, the headings above, the address.
"""

from collections.abc import Mapping

from kb.attested import Life
from kb.lexicon import parts_alphabet
from kb.model import CompendiumVersion, FootnoteId, Statement, VersionId
from kb.records import Citation
from kb.text import has_words


def cite_ruling(life: Life, versions: Mapping[VersionId, CompendiumVersion]) -> Citation | None:
    """A footnote definition for a ruling under its id; None where the version that states it is not at hand."""
    newest = life.newest
    version = versions.get(newest.version)
    if version is None:
        return None
    statement = newest.statements[0]
    name = version.name
    heading = ", ".join((name, *headings_told(statement)))
    address = f"{version.document.permalink or ''}#{statement.anchor}" if version.document.permalink else ""
    place = f"[{heading}]({address})" if address else heading
    effective = f" \\[Effective {newest.effective[0]}]" if newest.effective else ""
    words = " ".join(newest.text.split())
    return Citation(FootnoteId(life.id), f" {words}{effective} See {place}.")


def headings_told(statement: Statement) -> tuple[str, ...]:
    """The headings that tell a reader where a statement stands: without the title of the whole file, and without those
    that only part a list by letter."""
    parts = statement.path[1:] or statement.path
    return tuple(part.strip() for part in parts if has_words(part) and not parts_alphabet(part))
