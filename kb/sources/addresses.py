"""Addresses: the documents at hand come in; what a citation leads to goes out.

Links are matched to documents by the permalink a document declares, whatever host the link names; a citation
without a link is matched by the name of the work and the heading.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from kb.dates import may_be_one_day
from kb.effective import heading_effective, read_day
from kb.memory import Memory
from kb.model import CompendiumVersion, Document, Heading, SectionId, whole_number
from kb.naming.calling import NOTHING_KNOWN, Known
from kb.naming.mentions import Mention, name_words
from kb.naming.versions import of_every
from kb.provenance import Cited
from kb.sources.headings import REMARKED, find_heading, folded, is_below, lower_readings
from kb.sources.units import SourceText, read_units

_ADDRESS = re.compile(
    r"(?:(?:[a-z][a-z0-9+.\-]*:)?//(?P<host>[^/?#]*))?(?P<path>[^?#]*)(?:\?[^#]*)?(?:#(?P<fragment>.*))?",
    re.IGNORECASE | re.DOTALL,
)
_NUMBERED = re.compile(r"(?P<name>\S.*?) (?P<number>\d{1,5})(?!\S)")
_SPAN = re.compile(r"(?:\s*[(\[][^()\[\]]*[)\]]|,?\s+\d+\s*[–—-]\s*\d+|,?\s+(?:19|20)\d\d)+\s*$")
"""What the end of a title says of the years or the parts in a text."""
_ARCHIVED = re.compile(r"https?://.*/(?=https?://)", re.IGNORECASE)
"""What an archive puts before the address of a page it keeps."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents at hand by path, address and name; `memory` keeps their units, read when first asked for.

    `titles` are what the manifest calls them, by path.
    """

    documents: Mapping[str, Document] = field(repr=False)
    by_address: Mapping[str, Document] = field(repr=False)
    by_name: Mapping[str, Document] = field(repr=False)
    versions: Mapping[str, CompendiumVersion] = field(repr=False)
    titles: Mapping[str, str] = field(default_factory=dict, repr=False)
    memory: Memory = field(default_factory=Memory, repr=False, compare=False)
    known: Known = field(default=NOTHING_KNOWN, repr=False)
    """What the texts are called, at hand or not, and what else they speak of: their headings and the names of cards."""

    def text_of(self, document: Document) -> SourceText:
        """The citable units of a document."""
        return self.memory.ask(read_units, document, self.versions.get(document.source.path))

    def name_of(self, document: Document) -> str:
        """What a document is called: `Ledger 4` for a compendium version, else its title."""
        version = self.versions.get(document.source.path)
        if version is not None:
            return version.name
        path = document.source.path
        return re.sub(r"\s*\([^)]*\)\s*$", "", document.title or self.titles.get(path, path))


@dataclass(frozen=True, slots=True)
class Resolved:
    """A mention with what it leads to: the document, if at hand, the anchor there, if it exists, and its heading."""

    cited: Cited
    document: Document | None
    anchor: SectionId | None
    heading: Heading | None


def gather_sources(
    documents: Iterable[Document],
    versions: Iterable[CompendiumVersion] = (),
    names: Mapping[str, Sequence[str]] | None = None,
    memory: Memory | None = None,
    pages: Iterable[Document] = (),
) -> Sources:
    """The sources that footnotes can be checked against; `names` gives what the manifest calls them, by document path,
    best first, and `memory` knows what was read of the documents before.

    Where two documents answer to one name, as the versions of a compendium do to its abbreviation, the newest
    by number and date is meant. What the manifest calls a text comes before what its own title or file says. `pages`
    are found by their address alone: the name of a card is a word of the rules too.
    """
    named, memory = names or {}, memory or Memory()
    every = {document.source.path: document for document in documents}
    issued = {version.document.source.path: version for version in versions}
    every |= {path: version.document for path, version in issued.items()}
    linked = {document.source.path: document for document in pages}
    by_address: dict[str, Document] = {}
    for path, document in (*linked.items(), *every.items()):
        by_address.setdefault(_address(path), document)
        if document.permalink:
            by_address[_address(document.permalink)] = document
    by_name: dict[str, Document] = {}
    ordered = sorted(every.items(), key=lambda item: _age(issued.get(item[0])))
    for path, document in ordered:
        by_name |= dict.fromkeys(_names(document, issued.get(path)), document)
    for path, document in ordered:
        by_name |= dict.fromkeys(_given_names(named.get(path, ())), document)
    for path, document in every.items():
        if path not in issued:
            counted = dict.fromkeys(_numbered_parts(document, named.get(path, ())), document)
            by_name |= {name: each for name, each in counted.items() if name not in by_name}
    for version in issued.values():
        whole = dict.fromkeys(_whole_names(version, by_name), version.document)
        by_name |= {name: each for name, each in whole.items() if name not in by_name}
    by_name.pop("", None)
    titles = {path: given[0] for path, given in named.items() if given}
    titled = memory.ask(_titled, tuple(linked.values()))
    subjects = titled.union(*(memory.ask(_headed, document) for document in every.values()))
    called = frozenset(by_name).union(*(_given_names(each) for each in named.values())) - {""}
    given = (*(name for each in named.values() for name in each), *(each.title or "" for each in every.values()))
    issues = {folded(name.rpartition(",")[2]) for name in given if "," in name}
    known = Known(called, frozenset(subjects - called) | issues)
    return Sources(linked | every, by_address, by_name, issued, titles, memory, known)


def _numbered_parts(document: Document, names: Sequence[str]) -> Iterator[str]:
    """What the parts of a document are called whose headings have one of its names and a number (`Digest 112 (3 May)`):
    each of its names with that number behind it; none of a document that a number is part of the name of. What years
    or which parts a title says that there are (`Digests (2001)`, `Digests 12–30`) is no such number."""
    bare = (_SPAN.sub("", name) for name in (*names, document.title or ""))
    given = {each for name in bare if name for each in _given_names((name,))}
    whole = not any(each[-1:].isdigit() for each in given)
    for heading in document.headings if whole else ():
        called = _NUMBERED.match(folded(heading.text))
        if called is not None and called["name"] in given:
            yield from (f"{name} {called['number']}" for name in sorted(given))


def _titled(documents: Iterable[Document]) -> frozenset[str]:
    """What documents are titled, each in one form."""
    return frozenset(folded(document.title) for document in documents if document.title)


def _headed(document: Document) -> frozenset[str]:
    """What a document heads, each in one form."""
    return frozenset(folded(heading.text) for heading in document.headings)


def resolve(mention: Mention, document: Document, sources: Sources, known: Document | None = None) -> Resolved:
    """What a mention in a document leads to; `known` is the text it is about where another note tells."""
    mention = _with_whole_name(mention, sources)
    target = known or _part(mention, _target(mention, document, sources), sources)
    fragment = split_address(mention.url)[2] if mention.url else ""
    anchor: SectionId | None = SectionId(fragment) if fragment else None
    if target is not None and anchor is None and mention.heading:
        anchor = find_heading(target, mention)
        in_words = _headed_in_words(mention, anchor, sources.text_of(target)) if mention.url is None else None
        anchor, mention = (anchor, mention) if in_words is None else (None, in_words)
    exists = target is not None and (anchor is None or anchor in target.anchors)
    heading = sources.text_of(target).headings.get(anchor) if target is not None and anchor else None
    mention = _below_section(_with_commas(mention, heading), heading, target)
    cited = Cited(
        work=sources.name_of(target) if target is not None and target is not document else mention.work,
        heading=mention.heading,
        anchor=anchor,
        url=mention.url,
        resolves=exists,
        path=target.source.path if target is not None else None,
        work_as_cited=mention.work,
        section_path=mention.path,
        also=mention.also,
    )
    return Resolved(cited, target, anchor if exists else None, heading)


def resolve_every(mention: Mention, document: Document, sources: Sources) -> Iterator[Resolved]:
    """What a mention leads to; one of all versions of a text to its place in each that is at hand, the oldest first."""
    named = of_every(mention)
    first = resolve(named or mention, document, sources)
    version = sources.versions.get(first.document.source.path) if named and first.document is not None else None
    if named is None or version is None:
        yield resolve(mention, document, sources) if named is not None else first
        return
    if named.heading is None and first.heading is not None:
        named = replace(named, heading=first.heading.text)
    own = [each for each in sources.versions.values() if each.compendium == version.compendium]
    for each in sorted(own, key=_age):
        linked = each.document is first.document
        found = first if linked else resolve(replace(named, url=None), document, sources, each.document)
        yield replace(found, cited=replace(found.cited, of_every=True))


def resolve_shared(mentions: Sequence[Mention], document: Document, sources: Sources) -> Iterator[Resolved]:
    """What mentions lead to that share a place: a text that lacks it is cited as a whole, unless all at hand do."""
    every = [found for mention in mentions for found in resolve_every(mention, document, sources)]
    known = any(each.anchor is not None or each.document is None for each in every)
    for each in every:
        whole = known and each.document is not None and each.anchor is None
        yield replace(each, cited=replace(each.cited, heading=None, section_path=())) if whole else each


def _with_whole_name(mention: Mention, sources: Sources) -> Mention:
    """A mention of a text whose name has commas of its own put together again (`Harbour, Second Printing, 4.1`)."""
    if mention.work is None or "#" in (mention.url or ""):
        return mention
    below = (*mention.path, *((mention.heading,) if mention.heading is not None else ()))
    for end in range(len(below), 0, -1):
        name = ", ".join((mention.work, *below[:end]))
        if folded(name) in sources.by_name:
            *path, heading = (*below[end:], None) if end == len(below) else below[end:]
            return replace(mention, work=name, path=tuple(path), heading=heading)
    return mention


def _headed_in_words(mention: Mention, anchor: SectionId | None, text: SourceText) -> Mention | None:
    """A mention of what a statement of a text has as its name in words, commas and all, with this as its heading,
    without a remark behind it; None where a heading has the words that it names last, or nothing has all of these as
    its name."""
    heading = text.headings.get(anchor) if anchor is not None else None
    if mention.heading is None or (heading is not None and folded(heading.text) == folded(mention.heading)):
        return None
    bare = REMARKED.sub("", mention.heading)
    for first, last in product(range(len(mention.path) + 1), dict.fromkeys((mention.heading, bare))):
        joined = ", ".join((*mention.path[first:], last))
        if name_words(joined) in text.headed_in_words:
            return replace(mention, path=mention.path[:first], heading=joined)
    return None


def _with_commas(mention: Mention, heading: Heading | None) -> Mention:
    """A mention whose heading has commas of its own put together again, by the heading its anchor leads to."""
    if heading is None or mention.heading is None:
        return mention
    wanted = folded(heading.text)
    commas = heading.text.count(",")
    for first in range(max(0, len(mention.path) - commas), len(mention.path)):
        joined = ", ".join((*mention.path[first:], mention.heading))
        if folded(joined) == wanted:
            return replace(mention, path=mention.path[:first], heading=joined)
    return mention


def _below_section(mention: Mention, heading: Heading | None, document: Document | None) -> Mention:
    """A mention of a section and a heading in it in one (`Rulings by Term: Oil`) with each for itself, where the one
    stands below the other."""
    if (
        heading is None
        or document is None
        or mention.heading is None
        or folded(mention.heading) == folded(heading.text)
    ):
        return mention
    for lower, (*path, higher) in lower_readings(mention):
        if folded(lower) == folded(heading.text) and is_below(document, heading, higher):
            return replace(mention, path=(*path, higher), heading=lower)
    return mention


def _target(mention: Mention, document: Document, sources: Sources) -> Document | None:
    if mention.url is None:
        return _by_name(mention.work, sources) if mention.work is not None else None
    return find_linked(mention.url, document, sources)


def _part(mention: Mention, target: Document | None, sources: Sources) -> Document | None:
    """Of a version in parts (`4a`, `4b`) that is cited as a whole (`Ledger 4, Gannet`) the part with the heading."""
    version = sources.versions.get(target.source.path) if target is not None else None
    if version is None or mention.url is not None or whole_number(version.number) == version.number:
        return target
    if not mention.heading or name_words(version.number)[-1:] == name_words(mention.work or "")[-1:]:
        return target
    parts = [each.document for each in sources.versions.values() if _whole_name(each) == _whole_name(version)]
    named = (
        part
        for part in parts
        if find_heading(part, mention) is not None or _headed_in_words(mention, None, sources.text_of(part)) is not None
    )
    return next(named, target)


def _whole_names(version: CompendiumVersion, by_name: Mapping[str, Document]) -> Iterator[str]:
    """What the version is called that one is a part of: each name of the part without its letter."""
    number, whole = version.number.casefold(), whole_number(version.number)
    for name, document in by_name.items() if whole != version.number else ():
        if document is version.document and name.endswith(f" {number}"):
            yield f"{name.removesuffix(number)}{whole}"


def _whole_name(version: CompendiumVersion) -> str:
    """What a version, or the version that it is a part of, is called."""
    return f"{version.compendium} {whole_number(version.number)}"


def find_linked(url: str, document: Document, sources: Sources) -> Document | None:
    """The text at hand that an address in a document leads to."""
    archived = _ARCHIVED.match(url)
    host, path, fragment = split_address(url[archived.end() :] if archived is not None else url)
    if not path and not host:
        return document if fragment else None
    base = document.permalink or "/"
    joined = path if host or path.startswith("/") else join(base if base.endswith("/") else dirname(base), path)
    wanted = _address(normpath(joined))
    return sources.by_address.get(wanted) or _by_file(path, sources) or (None if host else _by_end(wanted, sources))


def _by_name(work: str, sources: Sources) -> Document | None:
    """The document of a name, whatever stands behind it in brackets; a date there tells which version of a compendium
    is meant, where no number does, and none is where none of several is of that date."""
    bracketed = re.search(r"[(\[]([^()\[\]]*)[)\]]?\s*$", work)
    found = sources.by_name.get(folded(work))
    if found is not None or bracketed is None:
        return found
    bare = work[: bracketed.start()]
    found = sources.by_name.get(folded(bare))
    version = sources.versions.get(found.source.path) if found is not None else None
    if version is None or name_words(version.name)[-1] in name_words(bare):
        return found
    own = [each for each in sources.versions.values() if each.compendium == version.compendium]
    if len(own) == 1 or all(heading_effective(f"effective {bracketed[1]}{year}") is None for year in ("", " 2000")):
        return found
    of_date = (each for each in own if each.date and _is_of(bracketed[1], each.date))
    return next((each.document for each in of_date), None)


def _is_of(called: str, date: str) -> bool:
    """Whether what a text is called by is its date, or a part of this; a day without a year is one of any."""
    dated = heading_effective(f"effective {called}")
    day = dated.iso if dated is not None else read_day(f"{called} {date[:4]}")
    return day is not None and may_be_one_day(day, date)


def split_address(address: str) -> tuple[str, str, str]:
    """Host, path and fragment of a link; a query is dropped. Never raises, whatever an editor wrote."""
    match = _ADDRESS.match(address.strip())
    assert match is not None
    return match["host"] or "", match["path"], unquote(match["fragment"] or "")


def _by_file(path: str, sources: Sources) -> Document | None:
    """A document by a relative path to its file (`../rulings/ledger-4.md`), when only one has that name."""
    name = PurePosixPath(unquote(path)).name
    if not name.endswith((".md", ".html", ".txt")):
        return None
    stem = _address(name).strip("/")
    found = {id(at): at for key, at in sources.by_address.items() if key.strip("/").rsplit("/", 1)[-1] == stem}
    return next(iter(found.values())) if len(found) == 1 else None


def _by_end(address: str, sources: Sources) -> Document | None:
    """The one document whose path ends in an address (`/cards/A/name/` of `texts/cards/A/name.md`)."""
    if address.count("/") < 2:
        return None
    found = {id(at): at for key, at in sources.by_address.items() if key.endswith(address)}
    return next(iter(found.values())) if len(found) == 1 else None


@lru_cache(maxsize=1 << 14)
def _address(path: str) -> str:
    """A path or address as a key: no host, no `index.html`, no ending, one slash in front."""
    bare = re.sub(r"\{[{%].*?[%}]\}", "", unquote(path))
    bare = re.sub(r"(?:/index)?\.(?:html?|md|markdown|txt)$", "", bare.rstrip("/"), flags=re.IGNORECASE)
    return "/" + re.sub(r"/index$", "", bare).strip("/").casefold()


def _age(version: CompendiumVersion | None) -> tuple[int, int, str]:
    """Documents before versions, versions by number and date; a number that is a day itself does not count."""
    if version is None:
        return (0, 0, "")
    digits = re.search(r"\d+", version.number) if read_day(version.number) is None else None
    return (1, int(digits.group()) if digits else 0, version.date)


def _names(document: Document, version: CompendiumVersion | None) -> tuple[str, ...]:
    """What a document is called by its title and file, and a version of a compendium by its number; a number that ends
    an address (`/ledger/2/`) is no name."""
    title = document.title or ""
    last = (document.permalink or document.source.path).rstrip("/").rsplit("/", 1)[-1]
    found = [title, re.sub(r"\s*\([^)]*\)\s*$", "", title), re.sub(r"\.\w+$", "", last).replace("-", " ")]
    if version is not None:
        found += [version.name, version.compendium, str(version.id).replace("-", " ")]
    return tuple(_given_names(name for name in found if not name.isdecimal()))


def _given_names(names: Iterable[str]) -> Iterator[str]:
    """Names folded, with and without an article before them."""
    for name in map(folded, names):
        yield name
        yield name.removeprefix("the ")
