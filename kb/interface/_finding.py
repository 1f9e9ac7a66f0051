"""Interface words about finding rulings: by words, by term, as of a day."""

from collections.abc import Mapping

FINDING: Mapping[str, str] = {
    "title.find": "Find a ruling",
    "find.lead": "By words, by term, and as of a day: what was in force then, and the ground it rests on.",
    "find.words": "Words",
    "find.term": "Term or card",
    "find.on": "On the day",
    "find.status": "Status",
    "find.kind": "Kind",
    "find.version": "Stated in",
    "find.year": "New in",
    "find.years": "Years",
    "find.play": "Play",
    "find.play.note": "Printed effective dates delay tournament play only.",
    "find.casual": "Casual",
    "find.tournament": "Tournaments",
    "find.own": "for tournaments",
    "find.differs": "tournaments play otherwise",
    "find.any": "any",
    "find.count": "Rulings found:\N{NO-BREAK SPACE}{n}",
    "find.newest": "Newest version then:\N{NO-BREAK SPACE}{versions}",
    "find.none": "No ruling has all of this.",
    "find.meant": "Did you mean {values}?",
    "find.refused": "Not known here, so not asked for: {values}.",
    "find.more": "Show {n} more",
    "find.copy": "Copy this list with citations",
    "find.copied": "List copied",
    "find.day": "As of a day",
    "find.plain": "Searching needs scripts; every ruling also stands under its term:",
}
