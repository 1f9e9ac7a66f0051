"""The first look at an edit: a new knowledge base and what is known of the site come in, what shows first goes out.

For a preview, before anybody has worked out what else changes with an edit. What a text says, and what rests on it
record by record, is taken from the new knowledge base; findings, links of terms, proofs, states, changes that a sister
lacks and the web are still those of the last whole site.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from kb.attested import Life
from kb.card_pages.lore import gather_lore
from kb.graph import Kb
from kb.model import WorkId
from kb.places.addresses import BookPages
from kb.places.base import Base
from kb.places.items import Item
from kb.places.sheets import name_answers
from kb.places.topics import Topic

READ = frozenset(
    {"emended", "published", "compared", "unemended", "editions", "cards", "versions", "oldest", "sheets", "texts"}
)
"""The collections whose pages show a text as it reads."""
ALONE = frozenset({"emended", "published", "compared", "versions", "oldest", "sheets", "texts", "cards"})
"""The collections whose pages show a text with little that stands in others."""
CITING = frozenset({"emended", "compared"})
"""The collections whose pages quote rulings."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is looked at first: texts (paths) that were edited, pages (addresses) that somebody looks at."""

    texts: Collection[str]
    pages: Collection[str] = ()
    rulings: bool = field(default=False)
    """Whether one of the texts states rulings, or answers questions about them."""
    reread: Collection[str] = ()
    """The pages of topics and cards whose rulings read otherwise now."""
    beside: Collection[str] = ()
    """The texts that were edited, and those of the same books."""
    quoting: Collection[WorkId] = ()
    """The works whose pages are looked at and quote rulings that were edited."""

    def wants(self, collection: str, page: str, item: Item) -> bool:
        """Whether a page is among the first."""
        if page in self.pages or page in self.reread or (self.rulings and collection in CITING):
            return True
        return collection in READ and item.shows(self.texts)

    def wants_at_once(self, collection: str, page: str, item: Item) -> bool:
        """Whether somebody looks at a page that needs little of what texts say beside each other: signs that lead
        there, and the rulings it quotes."""
        quotes = collection in CITING and item.id in self.quoting
        alone = collection in ALONE and item.shows(self.beside)
        return page in self.pages and (page in self.reread or quotes or alone)


def find_quoting(known: Base, texts: Collection[str], pages: Collection[str]) -> frozenset[WorkId]:
    """The works of which somebody looks at a page that quotes rulings, where some are edited."""
    if not _hold_rulings(known.kb, texts):
        return frozenset()
    books = ((work, BookPages.of(work)) for work, book in known.kb.books.items() if book.emended is not None)
    return frozenset(work for work, own in books if not {own.emended, own.changes}.isdisjoint(pages))


def peek(
    kb: Kb, known: Base, texts: Collection[str], pages: Collection[str], at_once: bool = False
) -> tuple[Base, Glance]:
    """What pages are made from at a first look, and which are made; `at_once` says that no others will be."""
    base = _begin(kb, known)
    ruled = _hold_rulings(kb, texts)
    if ruled:
        base.asked = name_answers(base.answers.every, base.terms)
    cards = {card.document.source.path for card in kb.cards}
    shown = not at_once or any(placed.page in pages for placed in base.cards.placed)
    if shown and (ruled or not cards.isdisjoint(texts)):
        base.lore = gather_lore(base)
    reread = frozenset(_reread(base, known)) if ruled else frozenset()
    books = ({text.document.source.path for text in book.editions.values()} for book in kb.books.values())
    beside = set(texts).union(*(own for own in books if not own.isdisjoint(texts)))
    return base, Glance(texts, pages, ruled, reread, beside, find_quoting(known, texts, pages))


def _hold_rulings(kb: Kb, texts: Collection[str]) -> bool:
    """Whether some texts (paths) state rulings, or answer questions about them."""
    issued = [each.document.source.path for each in kb.versions.values()]
    return not {*issued, *(each.document.source.path for each in kb.sheets.values())}.isdisjoint(texts)


def _begin(kb: Kb, known: Base) -> Base:
    """A base of what texts say, and else of what was known before."""
    # The findings are those of the last whole site: without those of the audit a page would tell of too few.
    base = Base.of(replace(kb, diagnostics=known.kb.diagnostics))
    base.downloads, base.terms, base.asked, base.lore = known.downloads, known.terms, known.asked, known.lore
    base.proofs, base.judged, base.states, base.web = known.proofs, known.judged, known.states, known.web
    base.unfollowed, base.claimed = known.unfollowed, known.claimed
    return base


def _reread(base: Base, known: Base) -> Iterator[str]:
    """The pages whose rulings and answers read otherwise than they did."""
    now, before = dict(_ruled(base)), dict(_ruled(known))
    yield from (page for page, told in now.items() if before.get(page) != told)


def _ruled(base: Base) -> Iterator[tuple[str, object]]:
    """What the pages of topics and cards tell of rulings, by address."""
    lives = base.lives
    for topic in (*(base.rulings.topics if base.rulings else ()), *(lives.past if lives else ())):
        past = [lives.silent, lives.beside, lives.ended] if lives else []
        gone = [_worded(life) for group in past for life in group.get(topic.page, ())]
        asked = [(each.statement.context, each.statement.words) for each in base.asked.get(topic.page, ())]
        yield topic.page, (_stated(base, topic), gone, asked)
    for placed in base.cards.placed:
        told = [_worded(life) for life in base.lore.lives.get(placed.key, ())]
        asked = [(each.statement.context, each.statement.words) for each in base.lore.answers.get(placed.key, ())]
        yield placed.page, (told, asked)


def _stated(base: Base, topic: Topic) -> list[object]:
    followed = base.lives.by_statement if base.lives else {}
    return [
        (each.words, each.label, each.effective, [_worded(life) for life in followed.get(each.span.start, ())])
        for each in topic.statements
    ]


def _worded(life: Life) -> object:
    return life.id, [(each.version, each.change, each.text, each.term) for each in life.attestations]
