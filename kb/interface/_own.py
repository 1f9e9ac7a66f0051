"""Words of a corpus's own: a `words.yml` beside corpus.yml comes in, the table in its language goes out.

A word must have the values of the English one, by name, and no markup: words stand in text and in attributes. One that
has not is told and said in English.
"""

import re
from collections.abc import Iterator, Mapping
from string import Formatter

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.shapes import shown
from kb.strict_yaml import Yaml, read_yaml
from kb.text import Source, Span

OWN_WORD = Code(
    "KB231",
    "interface-word",
    Severity.WARNING,
    "A word of words.yml that the site has no use for, or that lacks what the program puts into it, is said in English.",
)
OWN_WORDS_MISSING = Code(
    "KB232",
    "interface-words-missing",
    Severity.SUGGESTION,
    "Words of the site that words.yml does not have yet are said in English, amid a page in another language.",
)
CODES = (OWN_WORD, OWN_WORDS_MISSING)

_MONTHS = 12
_ONE = ".one"
_MARKUP = re.compile(r"[<>\x00-\x1f]")
_THOUSAND = re.compile(r"1\D?000")
_SHOWN = 5
_NEAR = 60.0
"""How alike (of 100) a key may be to another to have been meant for it."""


def read_own_words(source: Source, english: Mapping[str, str], whole: bool) -> Outcome[Mapping[str, str] | None]:
    """The words that a source gives, by key, of a slip those in English; with `whole` it is told which it lacks. None
    where it cannot be read as words by their keys."""
    read = read_yaml(source)
    yaml = read.value
    if yaml is None or not isinstance(yaml.value, dict | None):
        slip = "found no words, expected `key: words` on lines of their own"
        found = () if yaml is None else (diagnose(OWN_WORD, source, Span(0, 0), slip, "`kb words` writes the file"),)
        return Outcome(None, (*read.diagnostics, *found))
    own: dict[str, str] = {}
    told: list[Diagnostic] = list(read.diagnostics)
    for key, words in (yaml.value or {}).items():
        slips = list(_slips(yaml, str(key), words, english))
        told += slips
        if key in english:
            own[str(key)] = english[key] if slips else str(words)
    missing = [key for key in english if key not in own]
    if whole and missing:
        told.append(_missing(source, missing))
    return Outcome(own, tuple(told))


def _slips(yaml: Yaml, key: str, words: object, english: Mapping[str, str]) -> Iterator[Diagnostic]:
    if key not in english:
        from rapidfuzz import fuzz, process  # noqa: PLC0415 (slow to import, and seldom needed)

        near = process.extractOne(key, english.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR)
        hint = f"`{near[0]}` may be meant; " if near else ""
        message = f"the site has no word {shown(key)}"
        yield diagnose(OWN_WORD, yaml.source, yaml.key_span((key,)), message, f"{hint}`kb words --all` lists them")
        return
    problem = _problem(key, words, english)
    if problem:
        yield diagnose(OWN_WORD, yaml.source, yaml.span((key,)), f"`{key}` {problem}", f"in English: {english[key]}")


def _problem(key: str, words: object, english: Mapping[str, str]) -> str:
    """What keeps words from being said in the place of the English ones."""
    if not isinstance(words, str) or not words.strip():
        return "is no text; put quotes around words that YAML takes for something else"
    if _MARKUP.search(words):
        return "has markup or a line break, which stand in no word"
    if misshapen := _misshapen(key, words):
        return misshapen
    values, wanted = _values(words), _values(english[key])
    if values is None:
        return "has a brace that nothing closes or that holds no name alone; a brace itself is written twice"
    lacks = [] if key.endswith(_ONE) else sorted((wanted or set()) - values)
    unknown = sorted(values - (wanted or set()) - (_values(english[key.removesuffix(_ONE)]) or set()))
    if lacks:
        return f"lacks {', '.join(f'`{{{each}}}`' for each in lacks)}, which the program puts in"
    told = ", ".join(shown(f"{{{each}}}") for each in unknown[:_SHOWN]) + (
        " and others" if len(unknown) > _SHOWN else ""
    )
    return f"has {told}, which the program does not know" if unknown else ""


def _misshapen(key: str, words: str) -> str:
    """What keeps words from being read that stand for more than themselves."""
    if key == "months" and len(words.split()) != _MONTHS:
        return f"names {len(words.split())} months, parted by blanks; there are {_MONTHS}"
    if key == "number.thousand" and not _THOUSAND.fullmatch(words):
        return "is no thousand in figures, with or without a sign between its first and the others"
    return ""


def _values(words: str) -> set[str] | None:
    """The names in braces; None where a brace holds something else."""
    try:
        parts = list(Formatter().parse(words))
    except ValueError:
        return None
    names = [name for _, name, form, conversion in parts if name is not None]
    plain = all(name.isidentifier() for name in names)
    return set(names) if plain and not any(form or conversion for _, _, form, conversion in parts) else None


def _missing(source: Source, missing: list[str]) -> Diagnostic:
    first = ", ".join(f"`{key}`" for key in missing[:_SHOWN]) + (" and others" if len(missing) > _SHOWN else "")
    message = f"{len(missing)} words of the site are said in English: {first}"
    return diagnose(OWN_WORDS_MISSING, source, Span(0, 0), message, "`kb words` lists them, to be put into the file")
