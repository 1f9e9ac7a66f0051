"""Loading: the source of corpus.yml, and the checksum files beside it, come in; the manifest goes out."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from pydantic import ValidationError

from kb.corpus._check import (
    CORPUS_CHECKSUM,
    CORPUS_COLLISION,
    CORPUS_PATH,
    CORPUS_SHAPE,
    DATE_AS_READ,
    IMPOSSIBLE_DATE,
    UNKNOWN_REFERENCE,
    check_corpus,
)
from kb.corpus._entries import (
    CompendiumEntry,
    DocumentEntry,
    EditionEntry,
    Explained,
    Manifest,
    Profile,
    Rights,
    Text,
    Upstream,
    VersionEntry,
    WorkEntry,
)
from kb.corpus._rest import FILLING, shape_rest
from kb.corpus._schema import CompendiumShape, CorpusShape, TextShape, VersionShape, WorkShape
from kb.dates import date_problem
from kb.diagnostics import Diagnostic, Outcome, diagnose, has_errors
from kb.interface import WORDS_NAME, Words, read_words
from kb.model import EditionId, RulingId, VersionId, WorkId
from kb.paths import collision_key, path_problem
from kb.shapes import Form, tell_shape
from kb.strict_yaml import Yaml, YamlPath, read_yaml
from kb.text import Source, Span

_SUM_LINE = re.compile(r"([0-9a-f]{64}) [ *](\S.*)")
FORM = Form(CORPUS_SHAPE, "corpus.yml", "docs/corpus.md", CorpusShape)
MINTED_NAME = "ids.yml"
RECORDS_FOLDER = "records"
"""Where the records of a work lie beside corpus.yml, unless it says otherwise: `records/WORK.yml`."""
CARD_READER = "cards"
"""What reads card pages where the manifest does not say otherwise."""
VERSION_READER = "compendium"
"""What reads versions of a compendium."""
NOTHING: Mapping[str, Source] = MappingProxyType({})


def load_manifest(source: Source, beside: Mapping[str, Source] = NOTHING) -> Outcome[Manifest | None]:
    """The manifest of a corpus.yml; `beside` holds the files next to it by name: `cards.sums`, `ids.yml` and
    `words.yml`.

    The manifest is None when there is an error; every error of the file is reported at once. A date that cannot be
    is an error that leaves the text undated: the rest can still be answered.
    """
    read = read_yaml(source)
    yaml = read.value
    if yaml is None:
        return Outcome(None, read.diagnostics)
    try:
        shape = CorpusShape.model_validate(yaml.value)
    except ValidationError as error:
        wrong = tuple(tell_shape(yaml, detail, FORM) for detail in error.errors(include_url=False))
        return Outcome(None, (*read.diagnostics, *wrong, *_tell_rest(yaml, error)))
    cards = _read_cards(yaml, shape, beside)
    found = (*read.diagnostics, *check_corpus(yaml, shape), *cards.diagnostics)
    if has_errors(one for one in found if one.code is not IMPOSSIBLE_DATE):
        return Outcome(None, found)
    words = read_words(beside[WORDS_NAME], shape.language) if WORDS_NAME in beside else Outcome(Words())
    manifest = replace(_manifest(yaml, shape, cards.value), minted=beside.get(MINTED_NAME), words=words.value)
    return Outcome(manifest, (*found, *words.diagnostics))


def _tell_rest(yaml: Yaml, error: ValidationError) -> Iterator[Diagnostic]:
    """The errors and doubts besides the shape of a corpus.yml, as told of values that stand there: what is missing, or
    named and not there, may be so for the shape alone."""
    shape = shape_rest(yaml.value, error)
    for found in check_corpus(yaml, shape) if shape is not None else ():
        filled = FILLING in f"{found.message} {found.hint}"
        if not filled and found.code not in {CORPUS_SHAPE, CORPUS_CHECKSUM, UNKNOWN_REFERENCE, DATE_AS_READ}:
            yield found


def _read_cards(yaml: Yaml, shape: CorpusShape, beside: Mapping[str, Source]) -> Outcome[tuple[Text, ...]]:
    """The card pages, those of the checksum file last."""
    reader = shape.cards.reader or CARD_READER
    listed = tuple(
        _card(path, None, reader, yaml.span(("cards", "paths", at))) for at, path in enumerate(shape.cards.paths)
    )
    if shape.cards.sums is None:
        return Outcome(listed)
    span = yaml.span(("cards", "sums"))
    sums = beside.get(shape.cards.sums)
    if sums is None:
        message = f"file `{shape.cards.sums}` does not stand beside corpus.yml"
        hint = "put it there, its name ending in `.sha256`, or list the pages under `paths`"
        return Outcome(listed, (diagnose(CORPUS_CHECKSUM, yaml.source, span, message, hint),))
    taken = {collision_key(text.path) for text in listed} | _named_keys(shape)
    found = list(_read_sums(sums, taken))
    cards = tuple(
        _card(path, sha256, reader, span) for path, sha256 in (one for one in found if isinstance(one, tuple))
    )
    return Outcome(listed + cards, tuple(one for one in found if isinstance(one, Diagnostic)))


def _named_keys(shape: CorpusShape) -> set[str]:
    versions = [text for compendium in shape.compendia.values() for text in compendium.versions]
    editions = [text for work in shape.works.values() for text in work.editions]
    return {collision_key(text.path) for text in (*versions, *editions, *shape.documents)}


def _read_sums(sums: Source, taken: set[str]) -> Iterator[tuple[str, str] | Diagnostic]:
    """Pairs (path, sha256) of a file as `sha256sum` writes it, and what is wrong with other lines."""
    for line in range(1, len(sums.line_starts) + 1):
        span = sums.line_span(line)
        text = sums.slice(span).rstrip("\r")
        if not text:
            continue
        match = _SUM_LINE.fullmatch(text)
        if match is None:
            yield diagnose(CORPUS_CHECKSUM, sums, span, "not a line of a checksum file", "write `SHA256  PATH`")
            continue
        path = match[2]
        if path_problem(path):
            yield diagnose(CORPUS_PATH, sums, span, f"path {path!a} {path_problem(path)}", "remove the line")
        elif collision_key(path) in taken:
            yield diagnose(CORPUS_COLLISION, sums, span, f"path `{path}` is taken", "list each text once")
        else:
            taken.add(collision_key(path))
            yield path, match[1]


def _card(path: str, sha256: str | None, reader: str, span: Span) -> Text:
    name = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Text(name, path, sha256, "", "", reader, False, span)


def _manifest(yaml: Yaml, shape: CorpusShape, cards: Iterable[Text]) -> Manifest:
    rights = shape.rights
    upstream = _upstream(shape)
    fetched = bool(upstream and upstream.repository)
    noindex = fetched if rights.noindex is None else rights.noindex
    downloads = not fetched if rights.downloads is None else rights.downloads
    return Manifest(
        source=yaml.source,
        title=shape.title,
        game=shape.game,
        language=shape.language,
        description=shape.description,
        rights=Rights(rights.owner, rights.statement, rights.url, noindex, downloads),
        upstream=upstream,
        folder=shape.texts,
        compendia=tuple(_compendium(yaml, name, compendium) for name, compendium in shape.compendia.items()),
        works=tuple(_work(yaml, name, work) for name, work in shape.works.items()),
        documents=tuple(
            DocumentEntry(
                document.id,
                document.kind,
                _text(yaml, ("documents", at), document.id, document),
                tuple(document.names),
            )
            for at, document in enumerate(shape.documents)
        ),
        cards=tuple(cards),
        aliases={term: tuple(aliases) for term, aliases in shape.terms.aliases.items()},
        sections={kind: tuple(words) for kind, words in shape.sections.items()},
        figures={name.casefold(): field for name, field in shape.cards.figures.items()},
        site=f"{shape.site.url.rstrip('/')}/" if shape.site else "",
    )


def _upstream(shape: CorpusShape) -> Upstream | None:
    found = shape.upstream
    return Upstream(found.repository or "", found.commit or "", found.site, found.root) if found else None


def _text(yaml: Yaml, place: YamlPath, name: str, text: TextShape, title: str = "") -> Text:
    return Text(
        id=name,
        path=text.path,
        sha256=text.sha256,
        title=text.title or title,
        date=text.date if text.date is not None and not date_problem(text.date) else "",
        reader=text.reader or "",
        missing=text.missing,
        span=yaml.span((*place, "path")),
    )


def _version_text(yaml: Yaml, place: YamlPath, abbreviation: str, version: VersionShape) -> Text:
    text = _text(yaml, place, version.id, version, f"{abbreviation} {version.number}")
    return replace(text, reader=text.reader or VERSION_READER)


def _compendium(yaml: Yaml, name: str, shape: CompendiumShape) -> CompendiumEntry:
    versions = tuple(
        VersionEntry(
            id=VersionId(version.id),
            number=version.number,
            text=_version_text(yaml, ("compendia", name, "versions", at), shape.abbreviation, version),
            profile=Profile(frozenset(version.profile.lacks), dict(version.profile.marks)),
            witness_of=VersionId(version.witness_of) if version.witness_of else None,
        )
        for at, version in enumerate(shape.versions)
    )
    return CompendiumEntry(name, shape.title, shape.abbreviation, tuple(shape.names), versions)


def _work(yaml: Yaml, name: str, shape: WorkShape) -> WorkEntry:
    editions = tuple(
        EditionEntry(
            EditionId(edition.id),
            edition.role,
            _text(yaml, ("works", name, "editions", at), edition.id, edition, shape.title),
        )
        for at, edition in enumerate(shape.editions)
    )
    explained = tuple(
        Explained(RulingId(each.ruling), each.reason, yaml.span(("works", name, "explained", at)))
        for at, each in enumerate(shape.explained)
    )
    names, base = tuple(shape.names), EditionId(shape.base)
    return WorkEntry(
        WorkId(name),
        shape.title,
        shape.abbreviation,
        names,
        base,
        editions,
        explained,
        shape.records or f"{RECORDS_FOLDER}/{name}.yml",
    )
