"""Collations as TEI, read by a reader that is not ours: the rules of parallel segmentation, and every text got back."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from kb.exports import find_exports
from kb.exports.tei import write_tei
from kb.graph import Kb
from kb.model import Document
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.witnesses import Collation, Witness, WitnessId, collate
from tests.knowing import lantern

TEI = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
WORD = re.compile(r"[^\W_]+")
BASE = """# Boats & oars

A boat may carry two keepers, and the oil—no more—they need for one night at sea. It adds + 1 to each roll.

- A boat without a lamp drifts.
- A boat with a lamp stays where it is.

The crew sleeps in turns, each of them for two hours, until the morning comes or the lamp goes out.
"""
CHANGED = {
    "words": BASE.replace("two keepers", "three old keepers").replace("drifts", "drifts away"),
    "marks": BASE.replace("oil—no more—they", "oilno morethey").replace("+ 1", "+1").replace("keepers,", "keepers"),
    "less": BASE.replace("- A boat without a lamp drifts.\n", "").replace("each of them for two hours, ", ""),
    "more": BASE.replace("it is.\n", "it is.\n\nNobody may leave a boat that has a lamp <on> it & stays.\n"),
}


def read(name: str, text: str) -> Document:
    return read_document(Source.from_text(f"{name}.md", text)).value


@pytest.fixture(scope="module")
def collation() -> Collation:
    witnesses = [Witness(WitnessId(name), read(name, text)) for name, text in CHANGED.items()]
    return collate(Witness(WitnessId("1st"), read("1st", BASE)), witnesses)


@pytest.fixture(scope="module")
def kb() -> Kb:
    return lantern()


def words_of(element: ET.Element, witness: str) -> Iterator[str]:
    """The text of one witness, by the rule that of each place the reading that names it is taken."""
    yield element.text or ""
    for child in element:
        if child.tag == f"{TEI}app":
            for reading in child:
                if f"#{witness}" in reading.attrib["wit"].split():
                    yield from words_of(reading, witness)
        else:
            yield from words_of(child, witness)
        yield child.tail or ""


def broken_rules(root: ET.Element) -> list[str]:
    """What the guidelines ask of a critical apparatus and a document does not keep (TEI P5, chapter 13)."""
    sigla = [witness.attrib[XML_ID] for witness in root.iter(f"{TEI}witness")]
    broken = ["witnesses are not unique"] if len(sigla) != len(set(sigla)) else []
    encoding = root.find(f".//{TEI}variantEncoding")
    if encoding is None or encoding.attrib != {"method": "parallel-segmentation", "location": "internal"}:
        broken.append("the encoding is not declared")
    broken += [
        f"`{name}` is missing"
        for name in ("titleStmt", "publicationStmt", "sourceDesc")
        if root.find(f"{TEI}teiHeader/{TEI}fileDesc/{TEI}{name}") is None
    ]
    body = root.find(f"{TEI}text/{TEI}body")
    assert body is not None
    for division in body:
        tags = [child.tag.removeprefix(TEI) for child in division]
        if division.tag != f"{TEI}div" or set(tags) - {"head", "ab"} or "head" in tags[1:]:
            broken.append(f"division {division.attrib} holds {tags}")
    return broken + [rule for block in body for child in block for rule in _broken_apps(child, set(sigla))]


def _broken_apps(element: ET.Element, scope: set[str]) -> Iterator[str]:
    for app in element:
        if app.tag == f"{TEI}gap":
            continue
        if app.tag != f"{TEI}app":
            yield f"{app.tag} in {element.tag}"
            continue
        tags = [reading.tag.removeprefix(TEI) for reading in app]
        if tags[:1] != ["lem"] or set(tags[1:]) != {"rdg"}:
            yield f"app of {tags}"
        named: list[str] = []
        for reading in app:
            wit = [name.removeprefix("#") for name in reading.attrib["wit"].split()]
            named += wit
            yield from _broken_apps(reading, set(wit))
        if sorted(named) != sorted(scope):
            yield f"app names {sorted(named)}, expected {sorted(scope)}"


def test_structure_is_that_of_parallel_segmentation(collation: Collation) -> None:
    root = ET.fromstring(write_tei(collation, "Boats & oars", ""))
    assert broken_rules(root) == []
    assert len(list(root.iter(f"{TEI}app"))) >= 8


@pytest.mark.parametrize("name", ["1st", *CHANGED])
def test_every_witness_is_got_back(collation: Collation, name: str) -> None:
    body = ET.fromstring(write_tei(collation, "Boats", "")).find(f"{TEI}text/{TEI}body")
    assert body is not None
    siglum = "w-1st" if name == "1st" else name
    found = WORD.findall(" ".join("".join(words_of(block, siglum)) for division in body for block in division))
    assert found == WORD.findall(re.sub(r"<(on)>", r" ", CHANGED.get(name, BASE)))


def test_a_broken_document_is_seen() -> None:
    text = write_tei(collate(Witness(WitnessId("a"), read("a", BASE)), []), "Boats", "")
    assert broken_rules(ET.fromstring(text)) == []
    broken = text.replace("A boat with a lamp", '<app><rdg wit="#a">A</rdg></app> boat')
    assert broken_rules(ET.fromstring(broken)) == ["app of ['rdg']"]


def test_export_has_a_file_for_each_collated_work(kb: Kb) -> None:
    files = find_exports()["tei"](kb, ())
    assert set(files) == {f"{work}.tei.xml" for work in kb.collations}
    for data in files.values():
        assert broken_rules(ET.fromstring(data)) == []
