"""A corpus about another game: the folder of one comes in, one goes out whose words are other ones, letter for letter.

Words of `FAIR` stay, with all forms of them: they are what a reader of rules in English may know. Every other word gets
other letters, the same for all words, with its ending and its capitals, in texts, names of files and corpus.yml alike.
So each word is as long as before, and whatever is found stands at the same line, column and offset.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

import snowballstemmer  # type: ignore[import-untyped]
import yaml

FAIR = frozenset((Path(__file__).parent / "cases" / "ciphered" / "fair.txt").read_text("utf-8").split())
_RUN = re.compile(r"[^\W\d_]+")
_LETTERS = str.maketrans("aeioubcdfghjklmnpqrtv", "eiuaodhfgmkjqlnprvtbc")
_ENDING = re.compile(
    r"(?<=..)(?:ational|ations?|[ts]ions?|ments?|ness|ities|ity|ances?|ences?|ors?|ings?|ers?|est|ies|ied|es|ed|ly|able"
    r"|ible|ants?|ents?|ful|ous|ives?|ize[ds]?|als?|ism|ics?|y|s|e)$"
)
_NAMES = frozenset({"compendia", "works", "aliases"})
"""What has names for keys in corpus.yml."""
_CHOICES = frozenset({"reader", "role", "kind", "language", "date", "date_as_read", "profile", "texts"})
"""What has a value of ours in corpus.yml."""


class Cipher:
    """Other words for some words."""

    def __init__(self, words: Iterable[str]) -> None:
        known = {word.lower() for word in words}
        stem = snowballstemmer.stemmer("english").stemWord
        fair = {stem(word) for word in FAIR}
        self._kept = {word for word in known if len(word) < 2 or word in FAIR or stem(word) in fair}
        self._known = known | FAIR

    def turn(self, text: str) -> str:
        """A text in other words; none of them is one that some text has."""
        return _RUN.sub(lambda found: self._word(found[0]), text)

    def _word(self, word: str) -> str:
        if word.lower() in self._kept:
            return word
        ending = _ENDING.search(word.lower())
        at = ending.start() if ending else len(word)
        other = word[:at].lower().translate(_LETTERS) + word[at:].lower()
        if other in self._known:
            return word
        return "".join(new.upper() if old.isupper() else new for old, new in zip(word, other, strict=True))


class Corpus:
    """The folder of a corpus, without the ids and records that somebody made for its words."""

    def __init__(self, folder: Path) -> None:
        root = folder / "texts"
        paths = [path for path in sorted(root.rglob("*")) if path.is_file()]
        self.texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}
        self.manifest = yaml.safe_load((folder / "corpus.yml").read_text("utf-8"))
        for work in self.manifest["works"].values():
            work.pop("explained", None)

    @cached_property
    def cipher(self) -> Cipher:
        """Other words for all words of the corpus."""
        told = (*self.texts, *self.texts.values(), json.dumps(self.manifest, ensure_ascii=False))
        return Cipher(word for text in told for word in _RUN.findall(unicodedata.normalize("NFC", text)))

    def write(self, folder: Path, cipher: Cipher | None = None) -> Path:
        """Lay it out as a corpus of its own, in other words where these are given."""
        turn = cipher.turn if cipher else str
        for path, text in self.texts.items():
            place = folder / "texts" / turn(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(turn(text), "utf-8")
        told = _turned(self.manifest, cipher) if cipher else self.manifest
        (folder / "corpus.yml").write_text(json.dumps(told, ensure_ascii=False, indent=1), "utf-8")
        return folder


def _turned(value: object, cipher: Cipher, under: str = "") -> object:
    if isinstance(value, Mapping):
        return {
            cipher.turn(key) if under in _NAMES else key: each if key in _CHOICES else _turned(each, cipher, key)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_turned(each, cipher) for each in value]
    return cipher.turn(value) if isinstance(value, str) else value
