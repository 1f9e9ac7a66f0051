"""What texts are called: words and the names of the texts come in; which name they begin with goes out.

Who knows the names needs neither a link nor a comma to see a citation: `LRF Turn Sequence`, `Erratum (LRF 5)`,
`Harbour rules p. 33`, `per harbour policy 2`.
"""

import re
from collections.abc import Collection, Iterator

from kb.citations.naming import NAMED_WORK, PLACES, SIGNAL, name_words
from kb.differences import FUNCTION_WORDS
from kb.text import word_forms

LONGEST_NAME = 8
"""Words of the longest name."""
_TOKEN = re.compile(r"[^\s,;:()\[\]/]+")
_LABEL = re.compile(r"(?:[^\W\d_]+\s+){0,2}[^\W\d_]+\s*(?:,\s+|[(\[]|:\s+)")
"""What a ruling is, before the name of what states it: `Erratum (`, `Clarification, `."""
_PAGE = r"(?:pp?\.?|pages?|sections?|rules?|questions?|annotations?|nos?\.)\s*#?\d[\w.–-]*"
_BEHIND = re.compile(rf"[\s.)\]]*$|\s*,\s*(?:[A-Z_*#\d]|{_PAGE})|\s*[;/]|\s+{_PAGE}|(?P<title>\s+(?=[A-Z]))")
_JOINT = re.compile(r"\s*;\s*(?:(?:and|see|also|cf\.)\s+)*", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<name>[A-Z]{2,8}|[A-Z]\w+(?:\s+(?:(?:of|the|for|and)\s+)*[A-Z]\w+)+)\s+#?\d+(?:\.\d+)*")
"""An abbreviation or a name of several words with its number: of a text, whether the corpus has it or not."""


def end_of_name(text: str, start: int, names: Collection[str]) -> int | None:
    """Where the longest name ends that a text has at a place; a single word is one only as an abbreviation."""
    ends: list[int] = []
    at = start
    for token in _TOKEN.finditer(text, start):
        if len(ends) == LONGEST_NAME or text[at : token.start()].strip(" \n"):
            break
        at = token.end()
        ends.append(at - (text[at - 1] == "."))
    for end in reversed(ends):
        called = text[start:end]
        telling = any(map(str.isdigit, called)) or called.isupper() or (" " in called and called[0].isupper())
        if telling and " ".join(name_words(called)) in names:
            return end
    return None


def finds_citation(text: str, names: Collection[str], subjects: Collection[str]) -> bool:
    """Whether a sentence, or what stands in brackets, is the name of a text and a place in it, and nothing else.

    What `subjects` have, which the texts speak of under that name, is no text with its number (`Gull Quay 3`).
    """
    start = _behind_label(text, names)
    end = end_of_name(text, start, names)
    if end is None:
        numbered = _NUMBERED.match(text, start) if SIGNAL.match(text) is None else None
        end = numbered.end() if numbered is not None and not _is_subject(numbered["name"], subjects) else None
    behind = _BEHIND.match(text, end) if end is not None else None
    if end is None or behind is None:
        return False
    return all(map(is_place, re.split(r"[,;/]", text[end:])))


def part_works(text: str, names: Collection[str]) -> Iterator[str]:
    """A citation without links, without what stands before its name, a comma behind this, and cut behind a semicolon
    where the name of another text follows."""
    cuts = [0]
    for joint in _JOINT.finditer(text):
        if end_of_name(text, joint.end(), names) is not None:
            cuts += joint.span()
    for start, end in zip(cuts[::2], [*cuts[1::2], len(text)], strict=True):
        part = text[start:end]
        named = _behind_label(part, names)
        behind = end_of_name(part, named, names)
        rest = part[behind:] if behind is not None else ""
        whole = behind is None or (rest and not _BEHIND.match(rest)) or NAMED_WORK.fullmatch(part[named:])
        yield part if whole else f"{part[named:behind]}, {rest.lstrip(' ,/')}"


def _behind_label(text: str, names: Collection[str]) -> int:
    """Where the name of a text begins, behind a signal and what the ruling is."""
    signal = SIGNAL.match(text)
    start = signal.end() if signal else 0
    label = _LABEL.match(text, start)
    if label is None or end_of_name(text, start, names) is not None:
        return start
    known = end_of_name(text, label.end(), names) is not None
    return label.end() if known else start


def _is_subject(name: str, subjects: Collection[str]) -> bool:
    """Whether what has a number behind it is what texts speak of, or a part of one (`Morning Phase 2`)."""
    words = name_words(name)
    return words[-1] in PLACES or " ".join(words) in subjects


def is_place(words: str) -> bool:
    """Whether words are a heading, the longer ones with capitals, or a page or another place with a number."""
    forms = (form for form in re.findall(r"[^\W\d_]{4,}", words) if form not in FUNCTION_WORDS)
    titled = len(word_forms(words)) <= LONGEST_NAME and all(form[0].isupper() for form in forms)
    return titled or re.match(rf"\s*{_PAGE}", words) is not None
