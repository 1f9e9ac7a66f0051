"""Changes by date as Atom feeds (RFC 4287): one for each emended book, one for each term that has rulings, and one for
the versions that brought these.

An entry is a change of substance of a book, what a version did with a ruling, or a version and how many rulings it
changed. It is dated by the day it came into effect, else by the issue of the version that brought it, else by the
edition; one without any date is no news and is left out. Partial dates begin their month or year. The words of the
texts are in it only where the corpus allows data with words to be published; the names of feeds and entries stay when
the site moves.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import shorten
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from kb.answers.search import Kind, Record
from kb.dates import first_day
from kb.exports._reach import name_of, reach
from kb.exports._text import escaped
from kb.exports._told import tell_rulings
from kb.graph import Book, Kb
from kb.html import Looks, render_span
from kb.interface import Words
from kb.model import Document, RulingId
from kb.provenance import Emendation
from kb.queries.proofs import date_texts_cited, newest_text, voices_of
from kb.queries.version_changes import SHOWN, find_changes
from kb.rulings import slug_of

NAME = "atom"
WORDS = False
Named = Mapping[RulingId, str]
_SILENT = frozenset({"same"})
_VERSIONS = "/rulings/versions/"
_BEGINNING = 64
"""So many letters of a ruling tell which one it is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened on a day (ISO): its lasting name, title, place on the site and words, as HTML."""

    name: str
    day: str
    title: str
    address: str
    words: str


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """`feeds/rules/WORK.atom`, `feeds/rulings/KIND/TERM.atom` and `feeds/rulings/versions.atom`, as the pages of the
    site lie."""
    files: dict[str, bytes] = {}
    words = kb.manifest.words
    told = list(_rulings(kb, records, words))
    days, named = _issued(kb), _named(kb, records)
    feeds: list[tuple[str, str, str, list[Entry]]] = []
    for work, book in kb.books.items():
        if book.emended is not None and book.base is not book.emended:
            entries = list(_changes(kb, book, days, named, words))
            title = words("title.changes", title=book.work.title)
            feeds.append((f"/rules/{work}/changes/", f"rules/{work}", title, entries))
    for (page, title), group in groupby(sorted(told, key=lambda each: each[:2]), key=lambda each: each[:2]):
        feeds.append((page, page.strip("/"), title, [entry for *_, entry in group]))
    feeds.append((_VERSIONS, _VERSIONS.strip("/"), words("title.versions"), list(_versions(kb, words))))
    for page, name, title, entries in feeds:
        path = f"feeds/{name}.atom"
        if entries and path not in files:
            files[path] = "\n".join((*_feed(kb, page, path, title, entries), "")).encode()
    return files


def _feed(kb: Kb, page: str, path: str, title: str, entries: Sequence[Entry]) -> Iterator[str]:
    ordered = sorted(entries, key=lambda entry: (entry.day, entry.name), reverse=True)
    owner = kb.manifest.rights.owner
    rights = kb.manifest.rights.statement
    language = kb.manifest.language
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(language)}>'
    yield f" <id>{name_of(kb, 'feed', page)}</id>"
    yield f" <title>{escaped(title)}</title>"
    yield f" <updated>{_instant(ordered[0].day)}</updated>"
    yield f" <author><name>{escaped(owner or title)}</name></author>"
    yield f" <rights>{escaped(rights)}</rights>"
    if kb.manifest.site:  # who reads it knows a relative one already
        yield f' <link rel="self" type="application/atom+xml" href={quoteattr(reach(kb, "/downloads/" + path, path))}/>'
    yield f' <link rel="alternate" type="text/html" href={quoteattr(reach(kb, page, path))}/>'
    for entry in ordered:
        yield " <entry>"
        yield f"  <id>{entry.name}</id>"
        yield f"  <title>{escaped(entry.title)}</title>"
        yield f"  <updated>{_instant(entry.day)}</updated>"
        yield f'  <link rel="alternate" type="text/html" href={quoteattr(reach(kb, entry.address, path))}/>'
        yield f'  <content type="html">{escaped(entry.words or escape(entry.title))}</content>'
        yield " </entry>"
    yield "</feed>"


def _changes(kb: Kb, book: Book, days: Mapping[str, str], named: Named, words: Words) -> Iterator[Entry]:
    texts = date_texts_cited(kb, book)
    for record in book.emendations:
        newest = max((days.get(of, "") for of in record.rulings), default="")  # the last of its authorities
        day = record.effective or newest or newest_text(record.footnotes, texts)
        day = first_day(day or (book.emended.date if book.emended else ""))
        if record.substantive and day:
            title = ": ".join(part for part in (record.section, words(f"kind.{record.kind.value}")) if part)
            address = f"/rules/{book.work.id}/changes/#{record.id}"
            said = _said(kb, book, record, named, words)
            yield Entry(name_of(kb, "change", book.work.id, record.id), day, title, address, said)


def _said(kb: Kb, book: Book, record: Emendation, named: Named, words: Words) -> str:
    """What a change took and brought, clean, and its authority; the latter alone where words may not be told."""
    told = []
    if _allowed(kb) and book.base is not None and book.emended is not None:
        before = render_span(book.base.document, record.published_span, _plain(book.base.document))
        after = render_span(book.emended.document, record.emended_span, _plain(book.emended.document))
        told += [words("diff.was", text=f"<del>{before}</del>")] if before else []
        told += [words("diff.now", text=f"<ins>{after}</ins>")] if after else []
    spoken = dict.fromkeys(named[of] for of in record.rulings if of in named)
    told += [words("diff.by", text=escape("; ".join(spoken)))] if spoken else []
    return "".join(f"<p>{each}</p>" for each in told)


def _named(kb: Kb, records: Sequence[Record]) -> Named:
    """The newest version of each ruling and what it is called there, as on the pages of the site."""
    called = {record.id: record.called for record in records if record.kind is Kind.RULING and record.called}
    return {
        name: f"{voice.calendar.name(voice.life.newest.version)}, {called.get(voice.life.id) or voice.life.newest.term}"
        for name, voice in voices_of(kb).items()
    }


def _plain(document: Document) -> Looks:
    """Looks without links: where these lead is the site's to say."""
    return Looks(text=document.source.text, abbreviations=document.abbreviations)


def _issued(kb: Kb) -> dict[str, str]:
    """The day each ruling was first stated, also by its former ids."""
    return {str(name): life.stated[0].date for life in kb.lives for name in (life.id, *life.aliases)}


def _rulings(kb: Kb, records: Sequence[Record], words: Words) -> Iterator[tuple[str, str, Entry]]:
    """What versions did with each ruling, with the page of the term it stands on and the term's name."""
    places = {record.id: record.address for record in records if record.kind is Kind.RULING and record.address}
    named = {record.address: record.title for record in reversed(records) if record.kind in {Kind.TERM, Kind.CARD}}
    for item, history in tell_rulings(kb):
        address = places.get(item["id"], "")
        page = address.partition("#")[0]
        if page:
            title = named.get(page) or _heading(history, page)
            last = ""
            for each in history["attestations"]:
                day, last = first_day(each["date"]), each["text"] or last
                if each["became"] not in _SILENT and day:
                    name = name_of(kb, "ruling", item["id"], each["version"])
                    yield page, title, Entry(name, day, _became(kb, each, last, words), address, _stated(kb, each))


def _versions(kb: Kb, words: Words) -> Iterator[Entry]:
    """Each version at hand that has a date: what became of how many rulings in it."""
    for _, chronicle in sorted(kb.chronicles.items()):
        slots = chronicle.history.slots
        for slot in slots:
            day = first_day(slot.date)
            if slot.at_hand and day:
                became = Counter(each.became for each in find_changes(slots, chronicle.history.lives, slot.id))
                told = [f"<li>{escape(words('became.' + each))}: {became[each]}</li>" for each in SHOWN if became[each]]
                said = f"<ul>{''.join(told)}</ul>" if told else f"<p>{escape(words('versions.none'))}</p>"
                title, address = chronicle.calendar.name(slot.id), f"{_VERSIONS}{slot.id}/"
                yield Entry(name_of(kb, "version", slot.id), day, title, address, said)


def _heading(history: dict[str, Any], page: str) -> str:
    """What a page is called that is no term's: as its ruling was last stated under, else after its address."""
    slug = page.split("/")[-2]
    stated = [each["places"][0]["term"] for each in history["attestations"] if each["places"]]
    return str(stated[-1]) if slug_of(stated[-1]) == slug else slug.replace("-", " ").capitalize()


def _became(kb: Kb, each: dict[str, Any], worded: str, words: Words) -> str:
    """What a version did with a ruling that was `worded` so then."""
    title = f"{_version(kb, each['version'])}: {words('became.' + each['became'])}"
    return f"{title}: {shorten(worded, _BEGINNING, placeholder='…')}" if _allowed(kb) else title


def _stated(kb: Kb, each: dict[str, Any]) -> str:
    """The words of a ruling in a version, where these may be told."""
    text = each["text"] if _allowed(kb) and each["change"] != "dropped" else ""
    return f"<p>{escape(' '.join(text.split()))}</p>" if text else ""


def _version(kb: Kb, version: str) -> str:
    """What a version is called."""
    for chronicle in kb.chronicles.values():
        for slot in chronicle.history.slots:
            if slot.id == version:
                return chronicle.calendar.name(slot.id)
    return version


def _allowed(kb: Kb) -> bool:
    return kb.manifest.rights.downloads


def _instant(day: str) -> str:
    return f"{day}T00:00:00Z"
