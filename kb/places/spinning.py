"""Spinning the web of a site: everything that has a place there comes in, what is linked with what goes out.

Each text is read once. The foremost tie between two nodes counts; what is tied to nothing is no part of any page.
"""

from collections.abc import Iterable, Mapping

from kb.align import contents_clauses
from kb.attested import Life
from kb.force import Status
from kb.grouping import group_pairs
from kb.instructions import read_face
from kb.model import APART, SectionId
from kb.numbering import number_rules
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.cards import INDEX
from kb.places.linkable import find_linkable
from kb.places.numbered import place_numbers
from kb.places.settling import Opposing
from kb.places.web import Node, NodeKind, Tie, Web, clause_node
from kb.terms import TermKind

OPENING = 40
"""How many characters of a clause without a number are told."""
SHORT = 34
"""Characters of its words that name a ruling or an answer."""


def spin_web(base: Base) -> Web:
    """The web of a site; terms, cards and the places of rulings are known."""
    return _Spinner(base).spin()


class _Spinner:
    """Gathers nodes and ties."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.nodes: dict[str, Node] = {}
        self.ties: dict[tuple[str, str], Tie] = {}
        self.names: dict[tuple[TermKind, str], str] = {}
        self.by_page: dict[str, list[str]] = {}

    def spin(self) -> Web:
        """Everything, in an order that depends on nothing but the ids."""
        self._terms()
        self._rulings()
        self._answers()
        self._clauses()
        self._citations()
        self._reprints()
        self._cards()
        ties = {tie: at for at, tie in enumerate(Tie)}
        kinds = {kind: at for at, kind in enumerate(NodeKind)}
        order = {ident: (kinds[node.kind], at) for at, (ident, node) in enumerate(self.nodes.items())}
        every = sorted(self.ties.items(), key=lambda each: (ties[each[1]], order[each[0][0]], order[each[0][1]]))
        return Web(
            self.nodes,
            group_pairs((one, (tie, other)) for (one, other), tie in every),
            group_pairs((other, (tie, one)) for (one, other), tie in every),
            {page: tuple(each) for page, each in self.by_page.items()},
        )

    def _tie(self, one: str, tie: Tie, other: str) -> None:
        """The foremost tie of two nodes counts; none leads to itself or to what is not there."""
        if one != other and one in self.nodes and other in self.nodes:
            self.ties.setdefault((one, other), tie)

    def _named(self, ident: str, text: str) -> None:
        """Ties to the terms and cards that a text names."""
        for mention in self.base.terms.finder.find(text):
            self._tie(ident, Tie.NAMES, self.names.get((mention.term.kind, mention.term.key), ident))

    # Terms and cards

    def _terms(self) -> None:
        terms = self.base.terms
        for term in terms.inventory.terms:
            place = terms.places.get((term.kind, term.key))
            if place is None:
                continue
            kind = NodeKind.CARD if term.kind is TermKind.CARD else NodeKind.TERM
            ident = f"{kind.value}:{_tail(place) if not place.anchor else term.key}"
            self.nodes.setdefault(ident, Node(ident, kind, term.name, place))
            self.names[term.kind, term.key] = ident
            ruled = terms.ruled.get((term.kind, term.key))
            for each in {place, ruled} if not place.anchor else ():
                if each is not None and not each.anchor and ident not in self.by_page.setdefault(each.page, []):
                    self.by_page[each.page].append(ident)
        for first, *others in self.base.cards.by_key.values():
            for other in others:
                self.by_page.setdefault(other.page, []).extend(self.by_page.get(first.page, ()))

    def _cards(self) -> None:
        for placed in self.base.cards.placed:
            for ident in self.by_page.get(placed.page, ()):
                texts = dict.fromkeys(text for each in placed.card.printings for text in read_face(each).stated)
                for text in texts:
                    self._named(ident, text)

    # Rulings and answers

    def _rulings(self) -> None:
        lives = self.base.lives
        if lives is None:
            return
        every = [life for life in lives.every if life.id in lives.places]
        for life in every:
            newest, ended = life.newest, lives.standing(life).status is Status.ENDED
            title = _short(newest.text)
            ident = _ruling(life)
            told = self.base.words("graph.ended", title=title) if ended else title
            self.nodes[ident] = Node(
                ident, NodeKind.RULING, told, lives.places[life.id], lives.called(life, newest.term), ended=ended
            )
        for key, own in self.base.lore.lives.items():
            for life in own:
                for name in self.by_page.get(self.base.cards.by_key[key][0].page, ()):
                    self._tie(_ruling(life), Tie.ABOUT, name)
        for life in every:
            self._ruling(life, lives.places[life.id].page, lives.opposed.get(life.id, ()))
        for old, others in lives.successors.items():
            for new in others:
                self._tie(f"ruling:{new}", Tie.REPLACES, f"ruling:{old}")

    def _ruling(self, life: Life, page: str, opposed: Iterable[Opposing]) -> None:
        ident = _ruling(life)
        for claim in (each.claim for each in opposed):
            if claim.life is not None and ident < _ruling(claim.life):
                self._tie(ident, Tie.DENIES, _ruling(claim.life))
        for name in self.by_page.get(page, ()):
            self._tie(ident, Tie.ABOUT, name)
        self._named(ident, life.newest.text)

    def _answers(self) -> None:
        for answer in self.base.answers.every:
            ident = f"answer:{answer.place.anchor}"
            said = answer.statement.context or answer.statement.words
            self.nodes[ident] = Node(ident, NodeKind.ANSWER, _short(said), answer.place, answer.sheet.title)
            self._named(ident, f"{answer.statement.context} {answer.statement.words}")

    # Clauses

    def _clauses(self) -> None:
        """The clauses of the texts in force, without tables of contents; those that are tied to nothing are left out
        with their nodes."""
        for text in find_linkable(self.base):
            headings, numbers = text.headings(), number_rules(text.document).numbers
            contents = contents_clauses(text.document)
            for at, (clause, name) in enumerate(zip(text.document.clauses, text.ids, strict=True)):
                if at in contents or clause.kind in APART:
                    continue
                ident = clause_node(text.owner, name)
                heading = headings.get(clause.section, "")
                told = numbers.get(at) or _number(name, clause.section, self.base.words("graph.added"))
                title = f"{heading or text.title}, {told}" if at in numbers else f"{heading or text.title} {told}"
                if ".+" in name:  # it has no number to tell it from others
                    title = f"{title}: {_short(clause.current, OPENING)}"
                self.nodes[ident] = Node(ident, NodeKind.CLAUSE, title, Place(text.page, name), heading, text.title)
                self._named(ident, clause.current)
        known = self.base.lives.by_name if self.base.lives is not None else {}
        for work, book in self.base.kb.books.items():
            for record in book.emendations:
                for ruling in record.rulings:
                    if ruling in known and record.substantive:
                        self._tie(clause_node(work, record.clause), Tie.CHANGED, _ruling(known[ruling]))

    def _citations(self) -> None:
        """Ties to the rules that clauses, rulings and answers cite by number."""
        terms = self.base.terms
        placed = {node.place: ident for ident, node in self.nodes.items() if node.kind is NodeKind.CLAUSE}

        def tie(ident: str, words: str, own: Mapping[str, Place]) -> None:
            for place in terms.cited(words, own):
                self._tie(ident, Tie.CITES, placed.get(place, ident))

        for text in find_linkable(self.base):
            own = place_numbers(text.document, dict(enumerate(text.ids)), text.page)
            for clause, name in zip(text.document.clauses, text.ids, strict=True):
                tie(clause_node(text.owner, name), clause.current, own)
        lives = self.base.lives
        for life in lives.every if lives else ():
            tie(_ruling(life), life.newest.text, {})
        for answer in self.base.answers.every:
            said = f"{answer.statement.context} {answer.statement.words}"
            tie(f"answer:{answer.place.anchor}", said, {})

    def _reprints(self) -> None:
        for each in self.base.kb.parallels:
            one, other = (clause_node(place.work, place.clause) for place in (each.a, each.b))
            self._tie(one, Tie.REPRINTS, other)


def _tail(place: Place) -> str:
    """What tells a page from others of its kind."""
    return place.page.removeprefix(INDEX).rpartition("rulings/")[2].partition("/")[2].strip("/") or place.page.strip(
        "/"
    )


def _ruling(life: Life) -> str:
    return f"ruling:{life.id}"


def _number(name: str, section: SectionId, added: str) -> str:
    """A clause's own number, as readers write it: `¶2`, `• 3`, `note 1 ¶2`; one the base lacks is `added`."""
    tail = name.removeprefix(f"{section}.")
    signs = {"p": "¶", "li": "• ", "tr": "row ", "note": "note "}
    parts = []
    for part in tail.split("."):
        if part.startswith("+"):
            parts.append(added)
            continue
        kind = next((each for each in ("note", "li", "tr", "p") if part.startswith(each) and part != each), "")
        parts.append(signs.get(kind, "") + part.removeprefix(kind))
    return " ".join(parts)


def _short(text: str, most: int = SHORT) -> str:
    """The first words of a text."""
    plain = " ".join(text.split())
    if len(plain) <= most:
        return plain
    return plain[: plain.rfind(" ", 0, most) if " " in plain[:most] else most].rstrip(" ,;:.—–-") + " …"
