"""Rulings and changes as tables for spreadsheets: comma-separated values (RFC 4180), in UTF-8 with its mark.

A spreadsheet takes a cell that begins like a formula for one, whoever wrote it: such words have an apostrophe before
them, by which it knows that they are words. A program reads the JSON file, where nothing stands before them.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.answers.emendation_list import as_items
from kb.answers.search import Kind, Record
from kb.exports._reach import reach
from kb.exports._told import Item, begun, tell_rulings
from kb.graph import Kb
from kb.queries.lacking import sort_changes

NAME = "csv"
WORDS = True
RULINGS = (
    *("id", "compendium", "section", "term", "kind", "label", "text", "status", "ground", "effective", "begins_first"),
    *("begins_last", "ends_first", "ends_last", "tournament", "first_attested", "last_attested", "applied_in"),
    *("address",),
)
CHANGES = (
    *("work", "id", "section", "clause", "kind", "unit", "label", "substantive", "published_text", "emended_text"),
    *("authority_status", "footnotes", "rulings", "effective", "address", "lacking"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a formula begins: https://owasp.org/www-community/attacks/CSV_Injection"""


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """`rulings.csv`, a row for each ruling in its newest words, and `changes.csv`, a row for each change of a book."""
    addresses = {each.id: each.address for each in records if each.kind is Kind.RULING and each.address}
    return {
        "changes.csv": _written(CHANGES, _changes(kb)),
        "rulings.csv": _written(RULINGS, _rulings(kb, addresses)),
    }


def _written(names: Sequence[str], rows: Iterable[Item]) -> bytes:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, names, extrasaction="ignore")
    table.writeheader()
    table.writerows({name: _cell(row[name]) for name in names} for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell(value: object) -> object:
    """What a cell holds: a list one beneath the other, booleans as 0 and 1, nothing for what is not known."""
    if isinstance(value, bool):
        return int(value)
    words = "\n".join(value) if isinstance(value, list) else value
    return f"'{words}" if isinstance(words, str) and words.startswith(_FORMULA) else words


def _rulings(kb: Kb, addresses: Mapping[str, str]) -> Iterator[Item]:
    for item, history in tell_rulings(kb):
        begins, ends = begun(history["intervals"]["tournament"]), item["ends"] or (None, None)
        address = addresses.get(item["id"])
        yield item | {
            "begins_first": begins[0],
            "begins_last": begins[1],
            "ends_first": ends[0],
            "ends_last": ends[1],
            "applied_in": [f"{each['work']}/{each['clause']}" for each in item["applied_in"]],
            "address": _place(kb, address) if address else None,
        }


def _changes(kb: Kb) -> Iterator[Item]:
    for work, book in kb.books.items():
        for record, item in zip(book.emendations, as_items(book.emendations, sort_changes(book).lacking), strict=True):
            yield item | {
                "work": work,
                "footnotes": list(record.footnotes),
                "rulings": list(record.rulings),
                "address": _place(kb, f"/rules/{work}/changes/#{record.id}"),
            }


def _place(kb: Kb, address: str) -> str:
    """A full address where the corpus says where its site lies, else the place from the root of the site: a table is
    opened anywhere."""
    return reach(kb, address, "") if kb.manifest.site else address
