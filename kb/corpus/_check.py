"""Checks of a corpus that has the right shape: ids, paths, dates, checksums and references inside it.

A checked value and its place come in, diagnostics at that place in corpus.yml go out.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from kb.corpus._names import CODES as NAMES_CODES
from kb.corpus._names import check_names, check_readers
from kb.corpus._schema import CompendiumShape, CorpusShape, TextShape, UpstreamShape, WorkShape
from kb.dates import date_problem, read_date
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.paths import collision_key, find_collisions, path_problem
from kb.strict_yaml import Yaml, YamlPath

ERROR = Severity.ERROR
CORPUS_SHAPE = Code(
    "KB201", "corpus-shape", ERROR, "A key that is misspelt or a value of another kind would silently change nothing."
)
CORPUS_ID = Code(
    "KB202", "corpus-id", ERROR, "Ids are typed, linked and made into addresses: each is plain and names one thing."
)
CORPUS_PATH = Code(
    "KB203", "corpus-path", ERROR, "A manifest may come from a stranger; its paths stay inside the folder of texts."
)
CORPUS_COLLISION = Code(
    "KB204", "corpus-collision", ERROR, "Two texts of one path, or of paths some file systems fold, overwrite another."
)
IMPOSSIBLE_DATE = Code(
    "KB205", "impossible-date", ERROR, "What was in force on a day hangs on dates; one that never was decides nothing."
)
UNKNOWN_REFERENCE = Code(
    "KB206", "unknown-reference", ERROR, "An id that names nothing here is a slip of the pen or a lost entry."
)
CORPUS_CHECKSUM = Code(
    "KB207", "corpus-checksum", ERROR, "A fetched text is trusted for its checksum alone, so each has one, well formed."
)
CORPUS_ADDRESS = Code(
    "KB208", "corpus-address", ERROR, "Upstream is named so that anyone gets the same bytes: an address and a commit."
)
DATE_AS_READ = Code(
    "KB209",
    "date-as-read",
    Severity.SUGGESTION,
    "A source gives a date that is none, or may be two; the manifest holds what is certain, and says what was read.",
)
VERSION_NUMBER_TAKEN = Code(
    "KB217",
    "version-number-taken",
    Severity.WARNING,
    "Two texts of one number are two witnesses of a version or one of them is misnumbered; read as two versions, what "
    "the second lacks would seem dropped.",
)
VERSION_OUT_OF_ORDER = Code(
    "KB218",
    "version-out-of-order",
    Severity.WARNING,
    "Versions are followed by their dates; one dated before the version it was made from turns its changes round.",
)
CODES = (
    CORPUS_SHAPE, CORPUS_ID, CORPUS_PATH, CORPUS_COLLISION, IMPOSSIBLE_DATE, UNKNOWN_REFERENCE, CORPUS_CHECKSUM,
    CORPUS_ADDRESS, DATE_AS_READ, VERSION_NUMBER_TAKEN, VERSION_OUT_OF_ORDER,
    *NAMES_CODES,
)  # fmt: skip

_PATH_HINT = "write a path inside the folder of texts"
_ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_REPOSITORY = re.compile(r"(?:https|ssh|file)://[A-Za-z0-9/][^\s\x00-\x1f]*")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.:\-]*(?:/[A-Za-z0-9._~%/\-]*)?")
_SITE = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.:\-]*(?:/[^\s]*)?")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
Place = tuple[YamlPath, TextShape]


def check_corpus(yaml: Yaml, shape: CorpusShape) -> Iterator[Diagnostic]:
    """Everything wrong with a corpus that has the right shape."""
    texts = list(named_texts(shape))
    if not texts and not shape.cards.paths and shape.cards.sums is None:
        hint = "name one under `works`, `compendia` or `documents`: see docs/corpus.md"
        yield _at(yaml, CORPUS_SHAPE, (), "the corpus names no text", hint)
    if shape.texts != ".":
        yield from _path(yaml, ("texts",), shape.texts)
    if not _LANGUAGE.fullmatch(shape.language):
        message = f"found `{shape.language}`, expected a language tag such as `en`"
        yield _at(yaml, CORPUS_SHAPE, ("language",), message, "write a BCP 47 tag")
    if shape.upstream is not None:
        yield from _upstream(yaml, shape.upstream)
    if shape.rights.url is not None and not _SITE.fullmatch(shape.rights.url):
        message = f"found `{_plain(shape.rights.url)}`, expected the address of whom the texts belong to"
        yield _at(yaml, CORPUS_ADDRESS, ("rights", "url"), message, "begin it with `https://`")
    if shape.site is not None and not _ADDRESS.fullmatch(shape.site.url):
        message = f"found `{_plain(shape.site.url)}`, expected the address of a site"
        yield _at(yaml, CORPUS_ADDRESS, ("site", "url"), message, "begin it with `https://`, leave out `?` and `#`")
    fetched = shape.upstream is not None and shape.upstream.repository is not None
    for place, text in texts:
        yield from _text(yaml, place, text, fetched=fetched)
    yield from _ids(yaml, shape)
    yield from check_names(yaml, shape)
    yield from check_readers(yaml, shape, named_texts(shape))
    yield from _collisions(yaml, shape, texts)
    for name, work in shape.works.items():
        yield from _work(yaml, ("works", name), work)
    for name, compendium in shape.compendia.items():
        yield from _compendium(yaml, ("compendia", name), compendium)


def named_texts(shape: CorpusShape) -> Iterator[Place]:
    """Every text but the cards, with its place in corpus.yml."""
    for name, compendium in shape.compendia.items():
        for at, version in enumerate(compendium.versions):
            yield ("compendia", name, "versions", at), version
    for name, work in shape.works.items():
        for at, edition in enumerate(work.editions):
            yield ("works", name, "editions", at), edition
    for at, document in enumerate(shape.documents):
        yield ("documents", at), document


def _at(yaml: Yaml, code: Code, place: YamlPath, message: str, hint: str = "") -> Diagnostic:
    return diagnose(code, yaml.source, yaml.span(place), message, hint)


def _plain(value: str) -> str:
    """A value that can be shown: characters that print nothing are escaped."""
    return value if value.isprintable() else ascii(value)[1:-1]


def _path(yaml: Yaml, place: YamlPath, path: str) -> Iterator[Diagnostic]:
    problem = path_problem(path)
    if problem:
        turned = path.replace("\\", "/")
        hint = f"write `{turned}`" if turned != path and not path_problem(turned) else _PATH_HINT
        hint = "name each text: a path stands for one" if "*" in path else hint
        yield _at(yaml, CORPUS_PATH, place, f"path `{_plain(path)}` {problem}", hint)


def _upstream(yaml: Yaml, upstream: UpstreamShape) -> Iterator[Diagnostic]:
    if (upstream.repository is None) != (upstream.commit is None):
        hint = "name both for texts that are fetched, neither for texts kept beside corpus.yml"
        message = "of `repository` and `commit` only one is there"
        yield diagnose(CORPUS_ADDRESS, yaml.source, yaml.key_span(("upstream",)), message, hint)
    if upstream.repository is not None and not _REPOSITORY.fullmatch(upstream.repository):
        message = f"found `{_plain(upstream.repository)}`, expected an address with `https://`, `ssh://` or `file://`"
        yield _at(yaml, CORPUS_ADDRESS, ("upstream", "repository"), message, "write the address `git clone` takes")
    if upstream.commit is not None and not _COMMIT.fullmatch(upstream.commit):
        message = f"found `{_plain(upstream.commit)}`, expected the 40 hexadecimal digits of a commit"
        yield _at(yaml, CORPUS_ADDRESS, ("upstream", "commit"), message, "name a commit, not a branch or a tag")
    if upstream.site is not None and not _SITE.fullmatch(upstream.site):
        message = f"found `{_plain(upstream.site)}`, expected the address of a site"
        yield _at(yaml, CORPUS_ADDRESS, ("upstream", "site"), message, "begin it with `https://`")
    if upstream.root:
        yield from _path(yaml, ("upstream", "root"), upstream.root)


def _text(yaml: Yaml, place: YamlPath, text: TextShape, *, fetched: bool) -> Iterator[Diagnostic]:
    yield from _path(yaml, (*place, "path"), text.path)
    if text.date is not None:
        problem, _, meant = date_problem(text.date).partition("; ")
        if problem:
            hint = meant or "write the part of the date that can be, and what the source has under `date_as_read`"
            yield _at(yaml, IMPOSSIBLE_DATE, (*place, "date"), f"date `{_plain(text.date)}` cannot be: {problem}", hint)
    if text.date_as_read is not None:
        held = text.date or "undated"
        message = f"the source has `{text.date_as_read}`, which is no date or not one alone; held as `{held}`"
        yield _at(yaml, DATE_AS_READ, (*place, "date_as_read"), message)
    if text.sha256 is None and fetched and not text.missing:
        message = f"text `{text.path}` has no `sha256`, and it is fetched"
        hint = "record what `sha256sum` prints for it; where texts lie here leave `repository` and `commit` out"
        yield _at(yaml, CORPUS_CHECKSUM, place, message, hint)
    if text.sha256 is not None and not _SHA256.fullmatch(text.sha256):
        message = f"found `{_plain(text.sha256)}`, expected the 64 lower-case hexadecimal digits of a sha256"
        yield _at(yaml, CORPUS_CHECKSUM, (*place, "sha256"), message, "copy what `sha256sum` prints for the text")


def _ids(yaml: Yaml, shape: CorpusShape) -> Iterator[Diagnostic]:
    names = [("works", name) for name in shape.works] + [("compendia", name) for name in shape.compendia]
    for place in names:
        if not _ID.fullmatch(place[-1]):
            yield diagnose(CORPUS_ID, yaml.source, yaml.key_span(place), *_plain_id(place[-1]))
    seen: dict[str, YamlPath] = {}
    for entry, text in named_texts(shape):
        if not _ID.fullmatch(text.id):
            yield _at(yaml, CORPUS_ID, (*entry, "id"), *_plain_id(text.id))
        elif text.id in seen:
            line = yaml.source.line_of(yaml.span(seen[text.id]).start)
            message = f"id `{text.id}` is taken, by the text on line {line}"
            yield _at(yaml, CORPUS_ID, (*entry, "id"), message, "give each edition, version and document its own id")
        else:
            seen[text.id] = (*entry, "id")


def _plain_id(name: str) -> tuple[str, str]:
    plain = re.sub(r"[\s_-]+", "-", name.strip().lower())
    such = f", as in `{plain}`" if _ID.fullmatch(plain) else ""
    return f"id `{_plain(name)}` is not plain", f"use lower-case letters and digits, joined by `-` or `.`{such}"


def _collisions(yaml: Yaml, shape: CorpusShape, texts: Iterable[Place]) -> Iterator[Diagnostic]:
    listed: list[tuple[YamlPath, str]] = [((*place, "path"), text.path) for place, text in texts]
    for at, path in enumerate(shape.cards.paths):
        listed.append((("cards", "paths", at), path))
        yield from _path(yaml, ("cards", "paths", at), path)
    for earlier, later in find_collisions(path for _, path in listed):
        place, path = listed[later]
        line = yaml.source.line_of(yaml.span(listed[earlier][0]).start)
        same = "stands here again, first" if path == listed[earlier][1] else f"collides with `{listed[earlier][1]}`"
        yield _at(yaml, CORPUS_COLLISION, place, f"path `{path}` {same} on line {line}", "list each text once")


def _work(yaml: Yaml, place: YamlPath, work: WorkShape) -> Iterator[Diagnostic]:
    known = [edition.id for edition in work.editions]
    if work.records is not None:
        yield from _path(yaml, (*place, "records"), work.records)
    if work.base not in known:
        yield _at(yaml, UNKNOWN_REFERENCE, (*place, "base"), *_no_such("edition", work.base, known))


def _compendium(yaml: Yaml, place: YamlPath, compendium: CompendiumShape) -> Iterator[Diagnostic]:
    known = [version.id for version in compendium.versions if version.witness_of is None]
    for at, version in enumerate(compendium.versions):
        here = (*place, "versions", at)
        if version.witness_of is not None and version.witness_of not in known:
            yield _at(yaml, UNKNOWN_REFERENCE, (*here, "witness_of"), *_no_such("version", version.witness_of, known))
        if version.date is None and not version.missing:
            hint = "write `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or `missing: true` when its words are lost"
            yield _at(yaml, CORPUS_SHAPE, here, f"version `{version.id}` has no `date`", hint)
    yield from _numbers(yaml, place, compendium)
    yield from _order(yaml, place, compendium)


def _numbers(yaml: Yaml, place: YamlPath, compendium: CompendiumShape) -> Iterator[Diagnostic]:
    """Versions of one number, neither of them declared a witness of the other."""
    first: dict[str, str] = {}
    for at, version in enumerate(compendium.versions):
        if version.witness_of is None and first.setdefault(version.number, version.id) != version.id:
            message = f"version `{version.id}` has the number {version.number} of `{first[version.number]}`"
            hint = f"declare `witness_of: {first[version.number]}`, or give it its own number"
            yield _at(yaml, VERSION_NUMBER_TAKEN, (*place, "versions", at, "number"), message, hint)


def _order(yaml: Yaml, place: YamlPath, compendium: CompendiumShape) -> Iterator[Diagnostic]:
    """Versions dated before one of a lower number."""
    numbered = [
        (int(digits[0]), version.date, at)
        for at, version in enumerate(compendium.versions)
        if version.witness_of is None and version.date is not None and not date_problem(version.date)
        and (digits := re.match(r"\d+", version.number))
    ]  # fmt: skip
    numbered.sort(key=lambda each: each[0])
    for (lower, before, earlier), (higher, date, at) in pairwise(numbered):
        if lower < higher and read_date(date).last < read_date(before).first:
            one, other = compendium.versions[at], compendium.versions[earlier]
            message = f"version `{one.id}` is dated {date}, before its predecessor `{other.id}` ({before})"
            hint = "look both dates up again; versions are followed in the order of their dates"
            yield _at(yaml, VERSION_OUT_OF_ORDER, (*place, "versions", at, "date"), message, hint)


def _no_such(kind: str, wanted: str, known: list[str]) -> tuple[str, str]:
    near = [name for name in known if collision_key(name) == collision_key(wanted)] or known
    return f"no {kind} `{wanted}` here", f"name one of {', '.join(f'`{name}`' for name in near)}"
