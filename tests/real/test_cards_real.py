"""Card pages of the reference texts, counted by a route of their own."""

import re
from pathlib import Path

from kb.readers.cards import read_card
from kb.readers.kramdown import read_document
from kb.text import Source

CARDS = "meccg/docs/cards"


def test_every_printing_is_read(real_texts: Path) -> None:
    paths = sorted((real_texts / CARDS).rglob("*.md"))
    printings = rulings = 0
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if not re.search(r"^layout: card$", text, re.MULTILINE):
            continue
        outcome = read_card(read_document(Source.from_bytes(path.name, path.read_bytes())).value)
        found = outcome.value.printings
        assert outcome.diagnostics == (), path.name
        assert len(found) == len(re.findall(r"^### _", text, re.MULTILINE)), path.name
        assert [each.name for each in found] == re.findall(r'<div class="[a-z-]*name">([^<]*)</div>', text), path.name
        assert all(each.set and each.text for each in found), path.name
        assert not [each.fields for each in found if re.search(r"&\w+;", str(each.fields))], path.name
        listed = [ruling for each in found for ruling in each.rulings]
        assert all(ruling.href.startswith("/original/rulings/") and ruling.text for ruling in listed), path.name
        printings += len(found)
        rulings += len(listed)
    if len(paths) >= 178:
        assert printings >= 340
        assert rulings >= 36
