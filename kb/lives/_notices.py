"""Notices: what versions say of rulings that they state no more comes in, each life that ends so goes out with it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kb.attested import Attestation, Change, Life
from kb.differences import FUNCTION_WORDS
from kb.grouping import group_pairs
from kb.model import CompendiumVersion, Statement, VersionId
from kb.rulings import subject_of
from kb.sentences import find_sentences
from kb.similarity import compare_words
from kb.spelling import stem_form
from kb.text import has_words
from kb.withdrawn import tell_withdrawn

Notice = tuple[frozenset[str], str]
"""The telling words of the ruling that is taken back, and the words that take it back."""


def tell_notices(lives: Iterable[Life], versions: Iterable[CompendiumVersion]) -> tuple[Life, ...]:
    """Lives, each version that drops a ruling with the words that say so (`The ruling on gales is void.`, `~~A gale
    breaks masts.~~`), where these tell that ruling alone of those which it drops under the heading."""
    notices = {version.id: group_pairs(_notices(version)) for version in versions}
    told = tuple(lives)
    gone = group_pairs(
        ((each.version, subject_of(each.term)), (number, _telling(before.text)))
        for number, life in enumerate(told)
        for before, each in zip(life.attestations, life.attestations[1:], strict=False)
        if each.change is Change.DROPPED and notices.get(each.version)
    )
    found: dict[tuple[int, VersionId], str] = {}
    for (version, subject), dropped in gone.items():
        for known, words in notices[version].get(subject, ()):
            meant = [number for number, said in dropped if known <= said]
            if len(meant) == 1:
                found.setdefault((meant[0], version), words)
    own = {number: {version: found[at, version] for at, version in found if at == number} for number, _ in found}
    return tuple(_noticed(life, own.get(number, {})) for number, life in enumerate(told))


def _noticed(life: Life, notices: Mapping[VersionId, str]) -> Life:
    if not notices:
        return life

    def tell(each: Attestation) -> Attestation:
        ends = each.change is Change.DROPPED and each.version in notices
        return replace(each, notice=notices[each.version]) if ends else each

    return replace(life, attestations=tuple(map(tell, life.attestations)))


def _notices(version: CompendiumVersion) -> Iterator[tuple[str, Notice]]:
    """What a version takes back, by heading. The words of a heading alone tell no ruling."""
    for statement in version.statements:
        taken, words = _taken_back(statement) if statement.reference else ("", "")
        known = _telling(taken)
        if known - _telling(statement.term):
            yield subject_of(statement.term), (known, words)


def _taken_back(statement: Statement) -> tuple[str, str]:
    """The words by which a statement tells the ruling that it takes back, or strikes, and those that say so."""
    if has_words(statement.words):
        said = (statement.words[span.start : span.end] for span in find_sentences(statement.words))
        return next(filter(None, map(tell_withdrawn, said)), ""), statement.words
    struck = "".join(piece.text for piece in statement.pieces if piece.struck).strip()
    return struck, f"~~{struck}~~"


def _telling(words: str) -> frozenset[str]:
    return frozenset(stem_form(word) for word in compare_words(words) if word not in FUNCTION_WORDS)
