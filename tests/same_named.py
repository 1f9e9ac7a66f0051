"""The embedded corpus with more cards: the text of each by its file comes in, the corpus in a folder goes out."""

import re
import shutil
from collections.abc import Mapping
from html import unescape
from pathlib import Path

from kb.files import read_corpus
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.readers.cards import read_card
from kb.readers.kramdown import read_document
from kb.sheets import Card
from kb.text import Source
from tests.built import LANTERN

_BOX = """\
### _{set}_

{{: .{frame} .mx-sm-6 }}
> {{: .{frame}-name .p-1 }}
> > <div class="card-name">{name}</div>
>
> {{: .card-classification .pr-2 }}
> {kind}
>
> {{: .{frame}-text .p-2 }}
> > {text}

"""


def card(title: str, *printings: Mapping[str, str]) -> str:
    """The page of a card; what a printing does not say is as in most: its name that of the page."""
    usual = {"set": "Gull Quay", "frame": "boat", "kind": "Boat", "name": title, "text": "It floats."}
    boxes = "".join(_BOX.format(**{**usual, **each}) for each in printings or ({},))
    return f"# {title}\n\n## PRINTINGS\n\n{boxes}"


def card_of(text: str) -> Card:
    """The card that a page is read as."""
    return read_card(read_document(Source.from_text("cards/G/one.md", text)).value).value


def words_of(page: str) -> str:
    """What a page made of HTML says, its words parted by single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def with_cards(folder: Path, cards: Mapping[str, str], added: Mapping[str, str] | None = None) -> Path:
    """The corpus with cards by the names of their files; `added` are words to add behind others in all its texts."""
    corpus = shutil.copytree(LANTERN, folder / "lantern")
    listed = ""
    for file, text in cards.items():
        path = corpus / "texts" / "cards" / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"---\npermalink: /cards/{path.stem}/\n---\n\n{text}", encoding="utf-8")
        listed += f"    - cards/{file}\n"
    manifest = corpus / "corpus.yml"
    said = manifest.read_text("utf-8")
    manifest.write_text(re.sub(r"(\ncards:\n  reader: cards\n  paths:\n)", rf"\g<1>{listed}", said), encoding="utf-8")
    for path in corpus.rglob("*.md"):
        text = path.read_text("utf-8")
        for before, more in (added or {}).items():
            text = text.replace(before, before + more)
        path.write_text(text, encoding="utf-8")
    return corpus


def read(corpus: Path) -> Kb:
    """What is known of a corpus in a folder."""
    opened = read_corpus(corpus).value
    assert opened is not None
    return build_kb(opened.manifest, opened.texts).value
