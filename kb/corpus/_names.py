"""Checks of the names a corpus uses: its readers exist, and no two sources go by one name.

The shape of a corpus comes in, diagnostics at a place in corpus.yml go out.
"""

from collections.abc import Iterator

from kb.corpus._schema import CompendiumShape, CorpusShape, DocumentShape, TextShape, WorkShape
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.discovery import plugin_names
from kb.strict_yaml import Yaml, YamlPath

UNKNOWN_READER = Code(
    "KB219",
    "unknown-reader",
    Severity.ERROR,
    "A text whose reader is misspelt would be set aside in silence; one that nothing reads yet says so itself.",
)
NAME_TAKEN = Code(
    "KB220",
    "name-taken",
    Severity.ERROR,
    "Footnotes cite sources by title, abbreviation and other names; one that two share cites neither.",
)
CODES = (UNKNOWN_READER, NAME_TAKEN)

NO_READER = "none"
"""What a text says that no reader can read yet: it is listed, and its words are not looked for."""


def check_readers(yaml: Yaml, shape: CorpusShape, texts: Iterator[tuple[YamlPath, TextShape]]) -> Iterator[Diagnostic]:
    """Readers that are no public module of `kb.readers`; a manifest writes `-` where a module's name has `_`."""
    known = (*(name.replace("_", "-") for name in plugin_names("kb.readers")), NO_READER)
    named = [((*place, "reader"), text.reader) for place, text in texts]
    for place, reader in (*named, (("cards", "reader"), shape.cards.reader)):
        if reader is not None and reader not in known:
            hint = f"name one of {', '.join(f'`{name}`' for name in known)}, or leave it out for a plain page"
            yield diagnose(UNKNOWN_READER, yaml.source, yaml.span(place), f"no reader `{reader}`", hint)


def check_names(yaml: Yaml, shape: CorpusShape) -> Iterator[Diagnostic]:
    """Titles, abbreviations and other names that an earlier entry has, whatever their capitals; of a document the names
    alone: several may have one title."""
    taken: dict[str, YamlPath] = {}
    entries: list[tuple[YamlPath, WorkShape | CompendiumShape | DocumentShape]] = [
        *((("compendia", name), compendium) for name, compendium in shape.compendia.items()),
        *((("works", name), work) for name, work in shape.works.items()),
        *((("documents", at), document) for at, document in enumerate(shape.documents)),
    ]
    for entry, value in entries:
        own: dict[str, YamlPath] = {}
        for place, name in _names(entry, value):
            key = " ".join(name.casefold().split())
            if key in taken:
                line = yaml.source.line_of(yaml.span(taken[key]).start)
                section, at = taken[key][:2]
                owner = shape.documents[at].id if section == "documents" and isinstance(at, int) else at
                message = f"name `{name}` is taken, by `{owner}` on line {line}"
                hint = "give each work, compendium and document names of its own"
                yield diagnose(NAME_TAKEN, yaml.source, yaml.span(place), message, hint)
            else:
                own.setdefault(key, place)
        taken |= own


def _names(entry: YamlPath, value: WorkShape | CompendiumShape | DocumentShape) -> Iterator[tuple[YamlPath, str]]:
    if not isinstance(value, DocumentShape):
        yield (*entry, "title"), value.title
        yield (*entry, "abbreviation"), value.abbreviation
    for at, name in enumerate(value.names):
        yield (*entry, "names", at), name
