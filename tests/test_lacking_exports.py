"""What an emended edition lacks as a whole in tables, read back by readers that are not ours: sqlite3 and csv."""

import csv
import io
import sqlite3
from contextlib import closing

import pytest

from kb.exports import find_exports
from kb.exports.tables import CHANGES
from kb.graph import Kb
from kb.model import WorkId
from kb.queries.lacking import sort_changes
from tests.built import ROOT
from tests.test_partial_editions import SOME, knowledge


@pytest.fixture(scope="module")
def kb() -> Kb:
    """A book of three chapters, one of them emended, the others lacking."""
    return knowledge(SOME)


def rows(kb: Kb) -> list[dict[str, str]]:
    file = find_exports()["csv"](kb, ())["changes.csv"]
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))


def database(kb: Kb) -> sqlite3.Connection:
    opened = sqlite3.connect(":memory:")
    opened.deserialize(find_exports()["sqlite"](kb, ())["knowledge.sqlite"])
    return opened


def parts(kb: Kb) -> dict[str, str]:
    """Each record of what is lacking with the heading of the section it went with."""
    lacking = sort_changes(kb.books[WorkId("reed")]).lacking
    return {record.id: str(each.section.heading.id) for each in lacking for record in each.records}


def test_a_table_tells_each_change_of_a_lacking_section_with_its_heading(kb: Kb) -> None:
    told = {row["id"]: row["lacking"] for row in rows(kb)}
    assert {name: heading for name, heading in told.items() if heading} == parts(kb)
    assert set(parts(kb).values()) == {"boats", "fish"}
    assert "" in told.values()


def test_the_database_tells_it_too_and_nothing_elsewhere(kb: Kb) -> None:
    with closing(database(kb)) as opened:
        told = dict(opened.execute("SELECT id, lacking FROM emendation WHERE lacking IS NOT NULL"))
        others = opened.execute("SELECT count(*) FROM emendation WHERE lacking IS NULL AND substantive").fetchone()
    assert told == parts(kb)
    assert others == (1,)


def test_the_query_of_the_guide_counts_changes_and_sections_as_pages_do(kb: Kb) -> None:
    guide = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    start = guide.index("    SELECT work, sum(lacking IS NULL)")
    query = guide[start : guide.index(";", start)]
    changed = sort_changes(kb.books[WorkId("reed")])
    with closing(database(kb)) as opened:
        assert opened.execute(query).fetchall() == [("reed", changed.substantive, len(changed.lacking))]


def test_columns_stand_where_they_stood_and_the_new_one_behind_them(kb: Kb) -> None:
    assert [*rows(kb)[0]] == list(CHANGES)
    assert CHANGES[-2:] == ("address", "lacking")
    with closing(database(kb)) as opened:
        names = [name for _, name, *_ in opened.execute("PRAGMA table_info(emendation)")]
        assert opened.execute("PRAGMA user_version").fetchone() == (1,)
    assert names[:3] == ["work", "id", "place"]
    assert names[-3:] == ["authority_status", "effective", "lacking"]
