"""Interface words: a key comes in, the words a reader sees go out, in the language of the site.

The one table of everything the site itself says; a corpus may have another, in its language (`words.yml`). `{name}` stands for a
value; a key that counts has a form for one (`.one`) beside its own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from kb.dates import read_date
from kb.diagnostics import Outcome
from kb.interface._answers import ANSWERS
from kb.interface._cards import CARDS
from kb.interface._changes import CHANGES
from kb.interface._downloads import DOWNLOADS
from kb.interface._emending import EMENDING
from kb.interface._finding import FINDING
from kb.interface._frame import FRAME, FRAMED, RIGHT_TO_LEFT
from kb.interface._graph import GRAPH
from kb.interface._own import read_own_words
from kb.interface._reading import READING
from kb.interface._seeking import SEEKING
from kb.interface._versions import VERSIONS
from kb.interface._ways import WAYS
from kb.interface._witnesses import WITNESSES
from kb.text import Source

ENGLISH: Mapping[str, str] = {
    # Places (the names of the doors stand in mkdocs.yml)
    "page.emended": "Emended",
    "page.published": "As published",
    "page.parallels": "Sister books",
    "title.parallels": "{title}: what its sister books reprint",
    "describe.parallels": "{title}: the passages it shares with other books, and how they differ.",
    "page.witnesses": "Witnesses",
    "title.published": "{title}, as published",
    "title.witnesses": "{title}: its witnesses",
    "describe.emended": "{title}: the rules in force, every change traced to its authority.",
    "describe.published": "{title} as it was published.",
    "describe.edition": "{title}.",
    "describe.witnesses": "{title}: its texts side by side, with an apparatus of what each of them has.",
    "topic.of": "{title} ({part})",
    "title.topic": "{name}: rulings",
    "describe.topic": "Rulings on {name}: each with its source, its date and its life through the versions.",
    "title.rules": "The rules",
    "describe.rules": "{title}: the rulebooks, as published and as emended.",
    "title.rulings": "Rulings by term",
    "describe.rulings": "{title}: every term, card and part of the turn that has rulings, from A to Z.",
    "title.desk": "The editor’s desk",
    # Home
    "home.player": "At the table",
    "home.player.text": "Read the rules in force. Touch any marked word to see why it was changed and what it said before.",
    "home.judge": "In the judge’s chair",
    "home.judge.text.cardless": "Look a term up in {version}, each ruling with its source and its date.",
    "home.judge.text": "Look a term or a card up in {version}, each ruling with its source and its date.",
    "home.judge.answers": "Look up what was asked, each answer with its source and its date.",
    "home.editor": "At the editor’s desk",
    "home.editor.text": "See every change against the published text, every footnote checked against the source it cites, and what still wants attention.",
    "home.books": "The books",
    "home.also": "More published books",
    # Status of a book
    "status.current": "Current to {version}, {date}.",
    "status.current.undated": "Current to {version}.",
    "status.newer": "{version}, {date}, is newer.",
    "status.newer.undated": "{version} is newer.",
    "status.changed": "Changed {n} times.",
    "status.changed.one": "Changed once.",
    "status.unchanged": "No change of substance.",
    "status.published": "You are reading this as published; changed {n} times since.",
    "status.published.one": "You are reading this as published; changed once since.",
    "status.published.plain": "The text as published.",
    "status.dated": "Published {date}.",
    "status.no-published": "The published text is not at hand: what was changed in it cannot be told.",
    "status.no-emended": "No emended edition of this book is at hand. What there is:",
    "status.edition": "{role} of {date}.",
    "role.published": "as published",
    "role.reprint": "reprint",
    "role.transcription": "transcription",
    "role.emended": "emended edition",
    # Changes and authorities
    "authorities": "Authorities",
    "authorities.lead": "The footnotes of this edition. Under each: the changes it supports, and whether the source says so.",
    "uncited": "Changes that name no authority",
    "uncited.lead": "The edition gives no source for these.",
    "card.name": "Why this was changed",
    "card.shut": "Close",
    "why.mark": "Why this was changed",
    "why.footnote": "Footnote {n}: why this was changed",
    "why.gone": "Words were removed here: why",
    "why.gone.many": "{n} clauses of the published text are not in this edition",
    "back": "Back to the text",
    "pin.heading": "Link to this section",
    "published.wording": "As published",
    "published.nothing": "Nothing stood here.",
    "emended.nothing": "Nothing stands here.",
    "ruling.words": "The ruling",
    "ruling.above": "The ruling above",
    "footnote.missing": "This footnote is missing from the text.",
    "footnote.words": "The footnote",
    "footnote.numbered": "note {n}",
    "footnote.also": "See also",
    "footnote.as": "as note {n}: {source}",
    "footnote.before": "as the note before: {source}",
    "in-force": "In effect from {date}",
    "issued": "Issued {date}",
    "relation.verbatim": "word for word as the source has it",
    "relation.near": "nearly as the source has it",
    "relation.adapted": "adapted from the source",
    "relation.not-found": "not found in the source cited",
    "relation.otherwise": "the source says what is quoted, but does not have these words",
    "relation.misplaced": "cited under another heading than the one that says it",
    "relation.pointer": "points to the source without quoting it",
    "relation.turned": "but a check finds that it says otherwise, or leaves out a limit that the source sets",
    "relation.unlike": "but a check finds that the source does not speak of all that was put in or taken out",
    "relation.another": "but a check finds it in the words of another ruling than the one quoted",
    "relation.uncited": "no authority is named",
    "relation.unnamed": "the footnote names no source",
    "kind.insertion": "Added",
    "kind.deletion": "Removed",
    "kind.substitution": "Replaced",
    "kind.note-added": "Note added",
    "kind.typo-fix": "Spelling",
    "kind.punctuation/format": "Typography",
    "kind.structure": "Structure",
    "kind.moved": "Moved",
    "ins.begin": "added:",
    "del.begin": "removed:",
    "del.end": "end of removal",
    "parallels.lead": "Passages that stand in another book too.",
    "parallels.marks": "Struck words stand in this book alone, underlined ones in the other alone.",
    "parallels.count": "{n} passages",
    "parallels.count.one": "1 passage",
    "parallels.with": "Shared with {title}",
    "parallels.theirs": "Sister books of {title}",
    "parallels.here": "this book",
    "parallels.there": "the other",
    "parallels.part": "a part of it",
    "parallels.lacking": "Changed in one book alone",
    "parallels.lacking.lead": "A ruling changed a passage, or stands beside it, in one book: struck words were removed there, underlined ones added. The newest text of its sister does not have the change. The ruling may have been meant for the one book alone.",
    "parallels.state.emended": "whose emended text does not have it",
    "parallels.state.published": "of which no emended edition is at hand",
    "parallels.by": "by",
    "parallels.lacks": "not in",
    "likeness.identical": "word for word",
    "likeness.typographic": "the same but for slips",
    "likeness.substantive": "in other words",
    "parallel.del": "only here:",
    "parallel.ins": "only there:",
    "parallel.end": "end",
    "parallel.sign": "Also in {title}",
    **CHANGES,
    **WITNESSES,
    # Rulings
    "rulings.lead": "{n} rulings of {version}, {date}, by the term, card or part of the turn they stand under. The number behind a name tells how many it has, where that is more than one.",
    "rules.none": "No rulebook is at hand.",
    "rulings.none": "No compendium of rulings is at hand.",
    "part.term": "Terms",
    "part.card": "Cards",
    "part.turn": "The turn",
    "part.tournament": "Tournaments",
    "part.introduction": "Introduction",
    "part.errata": "Errata",
    "part.faq": "Questions and answers",
    "part.delayed": "Delayed rulings",
    "part.other": "Other",
    "rulings.count": "{n} rulings",
    "rulings.count.one": "1 ruling",
    "rulings.also": "Also under",
    "rulings.listed": "Stands under",
    "rulings.also.other": "{title} (in other words)",
    "rulings.also.turned": "{title} (with “{there}” for “{here}”)",
    "rulings.also.part": "{title} (a part of it, in effect from {date})",
    "mark.new": "{mark} marks what is new or changed in {version}",
    "mark.tournament": "{mark} marks what tournaments play otherwise",
    "rulings.past": "No longer in the compendium",
    "rulings.past.lead": "Terms and cards whose rulings have all been dropped or moved since.",
    "rulings.ended": "{n} rulings that ended",
    "rulings.ended.one": "1 ruling that ended",
    "rulings.silent": "{n} rulings not repeated",
    "rulings.silent.one": "1 ruling not repeated",
    "rulings.silent.lead": "{version} does not repeat these and ends none of them. A list of errata, of dates or of changes alone drops nothing by its silence: they count as in force.",
    "rulings.beside": "In another compendium",
    "rulings.beside.lead": "Terms and cards that only another compendium has rulings on.",
    "rulings.file": "{version} ({title})",
    "rulings.newest": "as of the newest version, {version}, {date}",
    "rulings.newest.undated": "as of the newest version, {version}",
    "rulings.unchanged": "unchanged since {version}",
    "rulings.against": "Contradicted",
    "rulings.older": "An older answer said otherwise",
    "rulings.turned": "It said otherwise before",
    "rulings.against.note": "Reported here, decided nowhere: both stand in their sources.",
    "rulings.replaces": "Replaces a ruling on",
    "rulings.replaced": "Replaced by a ruling on",
    "describe.answers": "{title}: questions and answers.",
    "rulings.ended.none": "Nothing stands under this heading in {version}.",
    "rulings.see": "See {names}.",
    "rulings.elsewhere": "{version} has its rulings elsewhere.",
    "rulings.taken_back": "No ruling under this heading holds in {version}.",
    # Rulings through time
    "life.line": "Through the versions",
    "life.since": "in these words since {version}",
    "life.first": "First seen in {version}",
    "life.gone": "not in {versions}",
    "life.back": "back in {version}",
    "life.span": "From {first} to {last}",
    "life.span.without": "{span}, not in {versions}",
    "life.once": "Only in {first}",
    "life.same": "the same",
    "life.without": "not in it",
    "life.missing": "not at hand",
    "life.may-be": "{versions} are not at hand; it may have come in one of them.",
    "life.may-be.one": "{versions} is not at hand; it may have come there.",
    "life.witness": "In the second text {name}",
    "life.witness.without": "Not in the second text {name}",
    "life.may-end": "{versions} are not at hand; it may have gone in one of them.",
    "life.may-end.one": "{versions} is not at hand; it may have gone there.",
    "life.nearby": "The nearest it says",
    "life.until": "Until {date}, by its own words",
    "life.ends": "Ends on {date}, by its own words",
    "life.ended": "Ended on {date}, by its own words",
    "life.dropped": "Not in {version}.",
    "force.in-force": "In force",
    "force.not-yet": "Not yet in force",
    "force.ended": "Ended",
    "force.undetermined": "Not certain",
    "laid.pieces": "The same, laid out otherwise",
    "laid.split": "The same, now by itself",
    "laid.joined": "The same, now with others in one statement",
    **FINDING,
    "ruled.clarification": "Clarification",
    "ruled.erratum": "Erratum",
    "ruled.card": "Card ruling",
    "ruled.tournament": "Tournament ruling",
    "ruled.delayed": "Delayed ruling",
    "ruled.answer": "Answer",
    "rulings.applied": "Applied in",
    "rulings.permalink": "Link to this ruling",
    # Desk
    "desk.lead": "What the program found in the texts: findings by file, and how much of each book is traced to its source.",
    "desk.figures": "Coverage",
    "desk.figures.lead": "Of the words that were changed in substance: how many carry an authority, and how many of these say what their source says.",
    "desk.book": "Book",
    "desk.changes": "Changes",
    "desk.slight": "Spelling, layout",
    "desk.words": "Words changed",
    "desk.traced": "Traced",
    "desk.verified": "Verified",
    "desk.footnotes": "Footnotes",
    "desk.footnotes.lead": "What each footnote quotes is compared with the source it cites. Where one is used several times, the words changed at each place are compared with it too.",
    "desk.footnote": "Footnote",
    "desk.line": "Line",
    "desk.verdict": "Verdict",
    "desk.similarity": "Likeness",
    "desk.used": "Used",
    "desk.used.times": "{n} times",
    "desk.used.times.one": "once",
    "desk.used.there": "words changed there: {told}",
    "problem.wrong-anchor": "the words stand under another heading",
    "problem.missing-anchor": "the heading cited does not exist",
    "problem.no-work-named": "names no source",
    "problem.source-not-at-hand": "the source is not at hand",
    "problem.not-found": "the words are not in the source",
    "problem.effective-date-missing": "leaves out the effective date",
    "problem.effective-date-differs": "gives another effective date than the source",
    "desk.findings": "Findings",
    "desk.kinds": "All of them by kind",
    "desk.findings.none": "Nothing to report.",
    "desk.words-read": "Words read",
    "desk.words-read.lead": "Every word of every text is in the knowledge base or in an itemised exclusion, counted by a second reader.",
    "desk.file": "File",
    "desk.words.total": "Words",
    "desk.unexplained": "Unexplained",
    "desk.unread": "Texts that no reader reads yet",
    "desk.absent": "Texts that are not at hand",
    "desk.hint": "Hint",
    "desk.named": "Read the ruling",
    "desk.permalink": "Link to this finding",
    "desk.at": "line {line}, column {column}",
    "desk.count.error": "{n} errors",
    "desk.count.error.one": "1 error",
    "desk.count.warning": "{n} warnings",
    "desk.count.warning.one": "1 warning",
    "desk.count.suggestion": "{n} suggestions",
    "desk.count.suggestion.one": "1 suggestion",
    "desk.witnesses": "Witnesses",
    "desk.witnesses.lead": "Where other texts of a book differ from its published one. Only what is of substance is listed.",
    "dated": "{name}, {date}",
    # Where a text comes from
    "provenance": "Text: {owner}.",
    "provenance.source": "Source",
    "provenance.sources": "Sources",
    "provenance.commit": "as of commit {commit}",
    **DOWNLOADS,
    **EMENDING,
    **READING,
    **SEEKING,
    **CARDS,
    **FRAME,
    **ANSWERS,
    **VERSIONS,
    **WAYS,
    **GRAPH,
}

_PLACES = frozenset({"line", "column", "day"})
"""Numbers that say where something stands: no counts."""
_DAY = re.compile(r"\b(\d{4}-\d\d-\d\d)\b")

WORDS_NAME = "words.yml"
"""Where a corpus keeps the words of its own language, beside corpus.yml."""

RULED: Mapping[str, str] = {
    "clarification": "ruled.clarification",
    "erratum": "ruled.erratum",
    "card ruling": "ruled.card",
    "tournament ruling": "ruled.tournament",
    "delayed ruling": "ruled.delayed",
    "answer": "ruled.answer",
    "a ruling says otherwise": "answers.against",
    "a later ruling says otherwise": "answers.since",
}
"""The key of the words for each kind of ruling (`kb.rulings`), and for what stands against an answer."""


def read_words(source: Source, language: str) -> Outcome["Words"]:
    """The words that a corpus has for a site in its language; those it lacks are said in English."""
    own = read_own_words(source, ENGLISH, whole=language.partition("-")[0] != "en")
    given = own.value or {}
    words = Words(language, {**ENGLISH, **given}, frozenset(given)) if given else Words(unread=own.value is None)
    return Outcome(words, own.diagnostics)


@dataclass(frozen=True, slots=True)
class Words:
    """The table in one language; a word it lacks is said in English."""

    language: str = "en"
    table: Mapping[str, str] = field(default_factory=lambda: ENGLISH)
    own: frozenset[str] = frozenset()
    """The keys that a corpus has words of its own for."""
    unread: bool = False
    """Whether a corpus has words of its own that cannot be read."""
    _times: dict[str, Markup] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __call__(self, key: str, **values: object) -> str:
        """The words of a key with its values, as HTML where one of them is; raises KeyError for a key that is in no
        table."""
        if not values:
            return self.table[key].format_map(values)
        form = f"{key}.one" if values.get("n") == 1 and f"{key}.one" in self.table else key
        values = {
            name: self.count(each) if type(each) is int and name not in _PLACES else each
            for name, each in values.items()
        }
        if any(isinstance(value, Markup) for value in values.values()):
            return Markup(self.table[form]).format_map(values)
        return self.table[form].format_map(values)

    def count(self, number: int) -> str:
        """A number of things, its thousands parted as the table parts those of one thousand."""
        return f"{number:,}".replace(",", self("number.thousand")[1:-3])

    def date(self, iso: str) -> str:
        """A date as people write it: `29 May 1999`, `May 1999`, `1999`; other text as it is."""
        try:
            read_date(iso)
        except ValueError:
            return iso
        year, *rest = iso.split("-")
        if not rest:
            return year
        month = self("months").split()[int(rest[0]) - 1]
        if len(rest) == 1:
            return self("date.month", month=month, year=year)
        return self("date.day", day=int(rest[1]), month=month, year=year)

    def time(self, iso: str) -> Markup:
        """The same for a page: as people write it, and for programs as it is."""
        if iso not in self._times:
            said = self.date(iso)
            marked = Markup(f'<time datetime="{escape(iso)}">{escape(said)}</time>')
            self._times[iso] = marked if said != iso else escape(said)
        return self._times[iso]

    def times(self, text: str) -> Markup:
        """A text with every day in it as `time` says it."""
        parts = _DAY.split(text)
        return Markup("").join(self.time(part) if at % 2 else escape(part) for at, part in enumerate(parts))

    def frame(self) -> Mapping[str, str]:
        """The words of the frame by the names of the environment that the builder of the site reads them from, as
        HTML."""
        named = {f"KB_WORD_{key.upper().replace('.', '_')}": str(escape(self(key, words="{words}"))) for key in FRAMED}
        direction = "rtl" if self.language.partition("-")[0] in RIGHT_TO_LEFT else "ltr"
        named["KB_WORD_THOUSANDS"] = str(escape(self("number.thousand")[1:-3]))
        return {"KB_SITE_LANGUAGE": self.language, "KB_SITE_DIRECTION": direction, **named}
