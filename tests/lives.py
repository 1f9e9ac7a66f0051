"""Small compendia for tests of lives: versions written in a few lines come in, histories go out."""

from kb.attested import History, VersionSlot
from kb.lives import follow_rulings
from kb.model import CompendiumVersion, SectionKind, VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source


def read_version(number: str, date: str, lines: list[str]) -> CompendiumVersion:
    """A version from lines `Term | words`, `Card: Name | words` or `Effective 2/1/01 | words`, in any order."""
    terms: dict[str, list[str]] = {}
    cards: dict[str, list[str]] = {}
    dates: dict[str, list[str]] = {}
    for line in lines:
        heading, _, words = line.partition(" | ")
        if heading.startswith("Card: "):
            cards.setdefault(heading.removeprefix("Card: "), []).append(words)
        elif heading.startswith("Effective "):
            dates.setdefault(f"Rulings {heading}", []).append(words)
        else:
            terms.setdefault(heading, []).append(words)
    parts = [f"# Ledger {number}\n"]
    for title, groups in (("Rulings by Term", terms), ("Card Rulings and Errata", cards), ("Delayed Rulings", dates)):
        parts.append(f"\n## {title}\n")
        for heading, items in groups.items():
            parts.append(f"\n### {heading}\n\n" + "".join(f" - {words}\n" for words in items))
    document = read_document(Source.from_bytes(f"ledger-{number}.md", "".join(parts).encode())).value
    name = VersionId(f"ledger-{number}")
    return read_compendium(document, Declared(version=name, compendium="L", number=number, date=date)).value


def follow(
    versions: list[CompendiumVersion],
    missing: dict[str, str] | None = None,
    lacks: dict[str, frozenset[SectionKind]] | None = None,
) -> History:
    """Their history; `missing` are numbers and dates of versions not at hand."""
    slots = [
        VersionSlot(each.id, each.number, each.date, True, (lacks or {}).get(each.number, frozenset()))
        for each in versions
    ]
    slots += [VersionSlot(VersionId(f"ledger-{name}"), name, date, False) for name, date in (missing or {}).items()]
    slots.sort(key=lambda slot: int(slot.number))
    return follow_rulings("L", versions, slots)
