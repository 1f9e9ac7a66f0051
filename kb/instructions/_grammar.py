"""The grammar of errata: the words of a ruling come in, the operations it asks for go out.

A sentence is read as an operation when it is one from its first word to its last; whatever else holds a quotation or
begins with a word of change is unclear, and sentences that do neither are no instructions.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from kb.changing import ADD, PASS_OVER, REMOVE, VERBS, WAS
from kb.figured import ARROW, FIGURE_FORMS, FIGURE_IN_PART, NEXT_FIGURE, read_figure, spread_figures
from kb.instructions._operations import (
    Add,
    Beside,
    Block,
    Edge,
    Figure,
    Operation,
    Part,
    Reclass,
    Remove,
    Rename,
    Replace,
    Rewrite,
    Spot,
    Unclear,
)
from kb.instructions._parts import ABOVE, NTH, NTHS, PART, PARTS, WITHIN, name_part, part_above, part_within
from kb.instructions._quotes import SIGN, Quotation, Skeleton, cut_quotations, without_ellipses
from kb.instructions._spots import AHEAD, AS_BLOCK, BLOCK, ENDS, WHERE, read_spot
from kb.instructions._unread import FORM, read_leftover
from kb.numbering import NUMBER

_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4}
_Q = rf"(?P<q>{SIGN})"
_Q2 = rf"(?P<r>{SIGN})"
_NOUN = r"(?:(?:the\s+)?(?:following\s+)?(?:words?|phrases?|sentences?|text|lines?|terms?|numbers?|figures?)\s*:?\s*)?"
_COUNT = (
    rf"(?:(?:(?P<count>both|all|each|every|two|three|four)|the\s+(?P<nth>{NTHS}))\s+"
    r"(?:of\s+(?:the\s+)?)?(?:(?:instances?|occurrences?|appearances?)\s+(?:of\s+)?)?)?"
)
_ALL = (
    r"(?P<all>\s*,?\s+(?:throughout|everywhere|wherever\s+(?:it|they|this|these)\s+(?:appears?|occurs?|stands?))"
    r"(?:\s+(?:in\s+)?the\s+(?:text|book|rules|rulebook|card|section))?)?"
)
_PUT = rf"(?:{ADD}|added|inserted)"
_TAKE = rf"(?:{REMOVE}|{PASS_OVER}|removed|deleted)"
_SWAP = r"(?:alter(?:ed)?|amend(?:ed)?|changed?|correct(?:ed)?|replaced?|remove|substituted?)"
"""Verbs of an order; lists of what was done to a text say them in the past."""
_GONE = r"(?:deleted|removed|struck(?:\s+out)?|omitted|ignored|disregarded|withdrawn|cancelled)"
_IS_GONE = rf"(?:is|are|ha(?:s|ve)\s+been|should\s+be|(?:is|are)\s+to\s+be)\s+{_GONE}"
_EDGE = (
    rf"the\s+(?P<edge>end|beginning|start)(?:\s+of\s+(?:{PART}|(?:the|this)\s+(?P<only>paragraph)"
    r"|(?:the|this)\s+(?:(?:card\s+)?text|card|section|rule|entry)))?"
)
_SIDE = r"(?P<side>after|before)"
_WITH = r"(?:to\s+read|to|with|by|into|so\s+that\s+it\s+reads)\s*:?\s*(?:the\s+following\s*:?\s*)?"
_READS = r"(?:should\s+(?:now\s+|instead\s+)?(?:read|say|be)|now\s+reads)(?:\s+as\s+follows)?\s*:?\s*"
_BECOMES = (
    rf"(?:becomes?|(?:is|are)\s+now|{WAS}\s+(?:now\s+)?"
    r"(?:(?:changed|corrected|amended)\s+to(?:\s+read)?|replaced\s+(?:by|with)))\s*:?\s*"
)
_AND_TO = re.compile(rf"(?<={SIGN}),?\s+and\s+(?={SIGN}\s+(?:to|with|by)\s+{SIGN})")
"""What stands between two changes of one order: `Change "two" to "three" and "dusk" to "dawn".`"""
_PLEASE = re.compile(r"\A\s*please\s+(?=[a-z])", re.IGNORECASE)
_NAME = r"(?:the\s+|its\s+|this\s+card['’]s\s+)?(?:card\s+)?(?:name|title)(?:\s+of\s+(?:this|the)\s+card)?"
_LISTED = {Part.BULLET: Block.BULLET, Part.ITEM: Block.ITEM, Part.STEP: Block.STEP}
_ITEM = re.compile(r"\(?[a-z][.)]\s+[A-Z]|\(?\d{1,2}[.)]\s+[A-Z]")
"""How an item of a list begins that is to be added: `d. A lock ...`, `(e) Mules ...`, `4. Locks ...`."""
_LEFT_OUT = re.compile(r"\.\.\.|…")
_NEW_LEFT_OUT = "words are left out of what is to be added"
_TEXT_OF = re.compile(r"^(?:the\s+)?(?:(?:card|entire|whole|full)\s+)*text\s+(?:of|on)\s+|['’]s\s+(?:card\s+)?text$")
"""What a subject has about its name where the text of a card is meant: `the text of Gannet`, `Gannet's text`."""


Match = re.Match[str]
Make = Callable[[Match, Skeleton], Operation]


@lru_cache(maxsize=1 << 13)
def read_operations(words: str, name: str) -> tuple[Operation, ...]:
    """The operations a ruling asks for, in order; `name` is that of the text it is about (`Gannet should now read`).
    Sentences that ask for nothing are passed over."""
    skeleton = cut_quotations(spread_figures(words))
    skeleton = replace(skeleton, text=_AND_TO.sub(" and change ", skeleton.text))
    operations: list[Operation] = []
    at = len(skeleton.text) - len(_PLEASE.sub("", skeleton.text, count=1))
    while at < len(skeleton.text):
        found, end = _match(skeleton, at, name)
        if found is None:
            end = _sentence_end(skeleton, at)
            found = read_leftover(skeleton, skeleton.text[at:end].strip(" ,;"))
        if found is not None:
            operations += _each_part(found)
        at = end + re.match(r"[\s.,;]*(?:and\s+(?:also\s+)?|also\s+|then\s+)?", skeleton.text[end:]).end()  # type: ignore[union-attr]
    return tuple(operations)


def _match(skeleton: Skeleton, at: int, name: str) -> tuple[Operation | None, int]:
    """The operation that stands at a place and fills its sentence, with its end."""
    for pattern, make in _RULES:
        match = pattern.match(skeleton.text, at)
        if match is not None and _fills(skeleton, match.end()):
            broken = [each for each in _quoted(match, skeleton) if each.broken]
            if broken:
                reason = "a quotation is cut off, or has another inside it"
                return Unclear(skeleton.spell(match.group()), reason), match.end()
            return make(match, skeleton), match.end()
    match = _OF_SUBJECT.match(skeleton.text, at)
    if match is not None and _fills(skeleton, match.end()):
        return _rewrite_subject(match, skeleton, name), match.end()
    return None, at


def _fills(skeleton: Skeleton, end: int) -> bool:
    """Whether a sentence ends at a place, or another instruction begins there."""
    after = skeleton.text[end:]
    if not after.strip(" .)]"):
        return True
    if re.match(SIGN, skeleton.text[end - 1]) and re.match(r"\s+[\[(A-Z\ue000-\uf8ff]", after):
        return True
    if NEXT_FIGURE.match(after):
        return True
    return (
        re.match(rf"\s*[.;]\s|\s*,?\s+(?:and|also|then)\s+(?:also\s+)?(?:{VERBS})\b", after, re.IGNORECASE) is not None
    )


def _sentence_end(skeleton: Skeleton, at: int) -> int:
    """Where the sentence at a place ends: at a full stop, or at a quotation that has one, before a capital."""
    for match in re.finditer(rf"[.!?](?=\s+[\[(A-Z\ue000-\uf8ff]|\s*$)|{SIGN}(?=\s+[\[(A-Z])", skeleton.text[at:]):
        sign = match.group()
        if len(sign) == 1 and re.match(SIGN, sign) and not skeleton.quotation(sign).is_sentence:
            continue
        return at + match.end()
    return len(skeleton.text)


def _quoted(match: Match, skeleton: Skeleton) -> Iterator[Quotation]:
    for name in ("q", "r"):
        if match.groupdict().get(name):
            yield skeleton.quotation(match[name])


def settle_stops(old: str, new: str) -> tuple[str, str]:
    """Old and new words without the full stop or comma that belongs to the sentence which quotes them.

    By custom a stop goes inside the marks that end a sentence: it is a part of the words only where the old ones have
    it, and then of both.
    """
    if old.endswith(".") and not new.endswith((".", "!", "?")):
        new += "."
    if old.endswith(",") and not new.endswith(","):
        old = old[:-1]
    if new.endswith(".") and not old.endswith((".", "!", "?")) and not new.endswith("..."):
        new = new[:-1]
    return old, new


def _replace(match: Match, skeleton: Skeleton) -> Operation:
    old, new = settle_stops(*(without_ellipses(each) for each in _quoted(match, skeleton)))
    if not old or not new or _LEFT_OUT.search(old + new):
        return Unclear(skeleton.spell(match.group()), "words are left out inside a quotation")
    return Replace(old, new, *_how_many(match), *part_within(match))


def _replace_all(match: Match, skeleton: Skeleton) -> Operation:
    """`Throughout, change OLD to NEW`."""
    made = _replace(match, skeleton)
    return replace(made, count=None) if isinstance(made, Replace) else made


def _replace_by(match: Match, skeleton: Skeleton) -> Operation:
    """`Substitute NEW for OLD`, `should read NEW instead of OLD`."""
    new, old = (without_ellipses(each) for each in _quoted(match, skeleton))
    new = new if old.endswith(",") else new.removesuffix(",")
    ended = old.endswith(".") and old[:1].islower() and not new.endswith(".")
    return Replace(*settle_stops(old[:-1] if ended else old, new), *_how_many(match), *part_within(match))


def _how_many(match: Match) -> tuple[int | None, int | None]:
    groups = match.groupdict()
    if groups.get("nth"):
        return None, NTH[match["nth"].lower()]
    counted = (groups.get("count") or "").lower()
    if groups.get("all"):
        return None, None
    return (_COUNTS.get(counted) if counted else 1), None


def _remove(match: Match, skeleton: Skeleton) -> Operation:
    (old,) = (without_ellipses(each) for each in _quoted(match, skeleton))
    if _LEFT_OUT.search(old):
        return Unclear(skeleton.spell(match.group()), "words are left out inside a quotation")
    return Remove(old, *_how_many(match), *part_within(match))


def _remove_part(match: Match, skeleton: Skeleton) -> Operation:
    """All of a part or of several side by side, or of the rule that the place of the instruction is."""
    groups = match.groupdict()
    named = name_part(match)
    if named is None:
        return Remove("", within=(Part.TEXT, 1))
    part, nth = named
    paragraph, count = part_above(match), _COUNTS[groups["several"].strip().lower()] if groups.get("several") else 1
    if (paragraph and part is Part.PARAGRAPH) or (count > 1 and abs(nth) != 1):
        return Unclear(skeleton.spell(match.group()), FORM)
    return Remove("", count, within=(part, nth * count), paragraph=paragraph)


def _each_part(operation: Operation) -> Iterator[Operation]:
    """An operation; one that takes several parts out as one for each, in an order in which none is another's place."""
    if not isinstance(operation, Remove) or operation.old or operation.within is None or operation.count in {1, None}:
        yield operation
        return
    part, number = operation.within
    for at in range(number, 0, 1 if number < 0 else -1):
        yield replace(operation, count=1, within=(part, at))


def _add(match: Match, skeleton: Skeleton) -> Operation:
    groups = match.groupdict()
    new, anchor = without_ellipses(skeleton.quotation(match["q"])), groups.get("r")
    if _LEFT_OUT.search(skeleton.quotation(match["q"]).words):
        return Unclear(skeleton.spell(match.group()), _NEW_LEFT_OUT)
    if anchor:
        edge = Edge.BEFORE if groups["side"].lower() == "before" else Edge.AFTER
        return Add(new, edge, anchor=without_ellipses(skeleton.quotation(anchor)))
    edges = {"beginning": Edge.START, "start": Edge.START, "before": Edge.BEFORE, "after": Edge.AFTER}
    edge = edges.get((groups.get("edge") or groups.get("side") or "").lower(), Edge.END)
    part, number = name_part(match) or (Part.TEXT, -1)
    if groups.get("side") and part in _LISTED and skeleton.quotation(match["q"]).is_sentence and number:
        return Add(new, apart=Spot(_LISTED[part], edge, (Beside(number),)))  # a sentence beside an item is none of it
    only = (Part.PARAGRAPH, 0) if groups.get("only") else (Part.TEXT, -1)
    return Add(new, edge, *(name_part(match) or only), apart=Spot(Block.ITEM) if _ITEM.match(new) else None)


def _rewrite_part(match: Match, skeleton: Skeleton) -> Operation:
    made, named = _rewrite_text(match, skeleton), name_part(match)
    return Rewrite(made.new, *named, part_above(match)) if isinstance(made, Rewrite) and named is not None else made


def _add_apart(match: Match, skeleton: Skeleton) -> Operation:
    """A block of its own, in the place that is named for it."""
    new, spot = skeleton.quotation(match["q"]), read_spot(match, skeleton)
    if _LEFT_OUT.search(new.words) or spot is None:
        reason = "it names the place of a block in a form that is not known"
        return Unclear(skeleton.spell(match.group()), reason if spot is None else _NEW_LEFT_OUT)
    return Add(new.words, apart=spot)


def _add_rule(match: Match, skeleton: Skeleton) -> Operation:
    """`Add after 8.4: ...`"""
    edge = Edge.BEFORE if match["side"].lower() == "before" else Edge.AFTER
    spot = Spot(Block.RULE, edge, (Beside(rule=match["rule"]),))
    return Add(skeleton.quotation(match["q"]).words, apart=spot)


def _rewrite_text(match: Match, skeleton: Skeleton) -> Operation:
    quotation = skeleton.quotation(match["q"])
    if _LEFT_OUT.search(quotation.words):
        return Unclear(skeleton.spell(match.group()), "words are left out of the new ones")
    return Rewrite(without_ellipses(quotation), Part.TEXT)


def _rewrite_unsaid(match: Match, skeleton: Skeleton) -> Operation:
    return Rewrite(without_ellipses(skeleton.quotation(match["q"])))


def _rewrite_paragraph(match: Match, skeleton: Skeleton) -> Operation:
    made = _rewrite_text(match, skeleton)
    return replace(made, part=Part.PARAGRAPH, number=0) if isinstance(made, Rewrite) else made


def _rewrite_subject(match: Match, skeleton: Skeleton, name: str) -> Operation:
    """`X should read`: the whole text where the text itself is named, else it does not say which words give way."""
    subject, quotation = match["subject"].strip().casefold(), skeleton.quotation(match["q"])
    if quotation.broken:
        return Unclear(skeleton.spell(match.group()), "a quotation is cut off, or has another inside it")
    text = _TEXT_OF.sub("", subject)
    whole = {name.casefold(), "this card", "the card", "the text", "card text", "the card text", "the entire text"}
    if text in whole and not _LEFT_OUT.search(quotation.words):
        return Rewrite(without_ellipses(quotation), Part.TEXT)
    if subject:
        return Unclear(skeleton.spell(match.group()), "it does not say which words of the text it means")
    return Rewrite(without_ellipses(quotation))


def _figure(match: Match, _skeleton: Skeleton) -> Operation:
    name = " ".join(match["name"].replace(".", "").split())
    groups = match.groupdict()
    new, old = read_figure(groups["new"] or groups["back"]), read_figure(groups.get("old") or "")
    return Figure(name, new, old, *part_within(match))


def _reclass(match: Match, _skeleton: Skeleton) -> Operation:
    return Reclass(match["new"].strip(), match["old"].strip())


def _rename(match: Match, skeleton: Skeleton) -> Operation:
    old, named = match.groupdict().get("r"), match.groupdict().get("named")
    if named and not re.sub(r"^(?:the|a|an)\s+", "", named)[:1].isupper():
        return Unclear(skeleton.spell(match.group()), FORM)  # the name of something on the card
    name = without_ellipses(skeleton.quotation(match["q"])).rstrip(".,")
    return Rename(name, without_ellipses(skeleton.quotation(old)).rstrip(".,") if old else (named or ""))


_RULES: tuple[tuple[re.Pattern[str], Make], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (rf"(?:change|correct)\s+{_NAME}(?:\s+(?:from\s+)?{_Q2})?\s*{_WITH}{_Q}", _rename),
        (rf"(?:change|correct)\s+the\s+(?:name|title)\s+of\s+(?P<named>[^\W\d](?:[\w ,'’&-]{{0,48}}\w)?)\s+{_WITH}{_Q}",
         _rename),
        (rf"{_NAME}\s+(?:should|is\s+to|must)\s+(?:now\s+|instead\s+)?(?:read|be)\s*:?\s*{_Q}", _rename),
        (rf"(?:this|the)\s+card\s+(?:should|is\s+to|must)\s+(?:now\s+)?be\s+(?:called|named|titled|renamed)\s+{_Q}",
         _rename),
        (rf"rename\s+(?:(?:it|this\s+card|the\s+card)\s+)?(?:to\s+|as\s+)?{_Q}", _rename),
        (rf"{WITHIN}{_SWAP}\s+{_COUNT}{_NOUN}{_Q}\s*,?\s*{_WITH}{_NOUN}{_Q2}{_ALL}",
         _replace),
        (rf"(?:(?:the|its)\s+)?(?:(?:card|rules?)\s+)?(?:text|wording)\s+(?:(?:is|was|has\s+been)\s+)?changed\s+from"
         rf"\s*:?\s*{_Q}\s*,?\s+to\s*:?\s*{_Q2}", _replace),
        (rf"throughout(?:\s+the\s+\w+)?\s*[,:]?\s+(?:change|replace)\s+{_NOUN}{_Q}\s*,?\s*{_WITH}{_NOUN}{_Q2}",
         _replace_all),
        (rf"{WITHIN}for\s+{_NOUN}{_Q}\s*,?\s+(?:read|put|substitute)\s*:?\s*{_NOUN}{_Q2}{_ALL}", _replace),
        (rf"{WITHIN}(?:instead\s+of|in\s+place\s+of|rather\s+than)\s+{_NOUN}{_Q}\s*,?\s+(?:(?:it|this|the\s+(?:card|text))\s+"
         rf"(?:should|is\s+to|must)\s+(?:now\s+)?)?(?:read|say)\s*:?\s*{_NOUN}{_Q2}", _replace),
        (rf"{WITHIN}(?:{REMOVE})\s+{_COUNT}{_NOUN}{_Q}(?:\s*,?\s*(?:and|then|;)|,)\s+(?:insert|substitute|put)\s+"
         rf"{_NOUN}{_Q2}(?:\s+instead|\s+in\s+its\s+place)?", _replace),
        (rf"{WITHIN}(?:where\s+)?(?:it|this|the\s+(?:card|rule|text))\s+(?:says|reads)\s*:?\s*{_NOUN}{_Q}\s*[,.;]?\s+(?:it|this)\s+"
         rf"(?:should|is\s+to|must)\s+(?:now\s+)?(?:read|say)\s*:?\s*{_NOUN}{_Q2}", _replace),
        (rf"{WITHIN}{_NOUN}{_Q}\s+is\s+(?:(?:an?\s+)?(?:error|misprint|mistake|typo)|incorrect|wrong)\s*[.,;]\s+(?:it|this)\s+"
         rf"(?:should|is\s+to|must)\s+(?:now\s+)?(?:read|say|be)\s*:?\s*{_NOUN}{_Q2}", _replace),
        (rf"{_NOUN}{_Q}\s+(?:is|was)\s+(?:a\s+)?(?:misprint(?:ed)?|typo|error|mistake)\s+for\s*:?\s*{_NOUN}{_Q2}",
         _replace),
        (rf"{WITHIN}{_NOUN}{_Q}\s*{ARROW}\s*{_Q2}", _replace),
        (rf"[\[(]?(?:old|before)(?:\s+text)?[\])]?\s*:?\s*{_Q}\s*,?\s*[\[(]?(?:new|after|now)(?:\s+text)?[\])]?\s*:?\s*{_Q2}",
         _replace),
        (rf"{WITHIN}substitute\s+{_NOUN}{_Q}\s+for\s+{_COUNT}{_NOUN}{_Q2}{_ALL}", _replace_by),
        (rf"{WITHIN}{_NOUN}{_Q}\s+(?:(?:should|must|ought\s+to|is\s+to)\s+(?:now\s+)?(?:read(?:\s+as)?|say|be(?:\s+(?:changed\s+to|replaced\s+(?:by|with)))?)"
         rf"|now\s+(?:reads|says))\s*:?\s*{_Q2}", _replace),
        (rf"{WITHIN}{_COUNT}{_NOUN}{_Q}\s+(?:{_BECOMES}|should\s+be\s+){_Q2}{_ALL}", _replace),
        (rf"read\s+{_NOUN}{_Q}\s*,?\s+(?:for|instead\s+of|in\s+place\s+of)\s+{_NOUN}{_Q2}", _replace_by),
        (rf"(?:change|replace)\s+(?:the\s+)?(?:(?:entire|whole|full|card)\s+)*text\s*{_WITH}(?:the\s+following:?\s*)?{_Q}",
         _rewrite_text),
        (rf"(?:change|replace)\s+{PART}{ABOVE}\s+{_WITH}{_Q}", _rewrite_part),
        (rf"(?:change|replace)\s+(?:this|the)\s+(?:whole\s+|entire\s+)?paragraph\s+{_WITH}(?:the\s+following:?\s*)?{_Q}",
         _rewrite_paragraph),
        (rf"(?:change\s+(?:it\s+)?to(?:\s+read)?|amend\s+(?:it\s+)?to\s+read|replace\s+(?:it\s+)?with(?:\s+the\s+following)?)\s*:?\s*{_Q}",
         _rewrite_unsaid),
        (rf"{PART}{ABOVE}(?:\s+of\s+the\s+(?:description|paragraph))?\s+(?:{_READS}|{_BECOMES}){_Q}", _rewrite_part),
        (rf"(?:(?:it|this)\s+)?should\s+(?:now\s+)?(?:read|say)\s*:?\s*{_Q}\s*,?\s*(?:instead\s+of|rather\s+than|not)\s+{_Q2}",
         _replace_by),
        (rf"{_PUT}\s+(?:at|to)\s+{_EDGE}\s*:?,?\s*{_NOUN}{_Q}", _add),
        (rf"(?:at|to)\s+the\s+(?P<edge>end|beginning|start)\s+of\s+{PART}\s*,?\s+{_PUT}\s*:?\s*{_NOUN}{_Q}", _add),
        (rf"{_NOUN}{_Q}\s+(?:{WAS}|(?:should|must|is\s+to|are\s+to)\s+be)\s+(?:added|inserted)\s+{_SIDE}\s+{_NOUN}{_Q2}",
         _add),
        (rf"{_PUT}\s+(?:an?\s+(?:new\s+)?sentence|the\s+following(?:\s+sentences?)?)\s+{_SIDE}\s+"
         rf"(?=(?:the\s+)?(?:\w+\s+)?sentence\b){PART}\s*:?,?\s*{_Q}", _add),
        (rf"{_PUT}\s+{_SIDE}\s+{_NOUN}{_Q2}\s*:?,?\s*{_NOUN}{_Q}", _add),
        (rf"{_SIDE}\s+{_NOUN}{_Q2}\s*[,:]?\s*{_PUT}\s*:?\s*{_NOUN}{_Q}", _add),
        (rf"{_PUT}\s+{_NOUN}{_Q}\s*,?\s*{_SIDE}\s+{_NOUN}{_Q2}", _add),
        (rf"{_NOUN}{_Q}\s+(?:is|are|was|were)\s+(?:missing|left\s+out|omitted)\s+{_SIDE}\s+{_NOUN}{_Q2}", _add),
        (rf"{_PUT}\s+{_NOUN}{_Q}\s*,?\s*{_SIDE}\s+{PART}", _add),
        (rf"{_PUT}\s+{_SIDE}\s+{PART}\s*:?,?\s*{_NOUN}{_Q}", _add),
        (rf"{_SIDE}\s+{PART}\s*[,:]?\s+{_PUT}\s*:?,?\s*{_NOUN}{_Q}", _add),
        (rf"{_PUT}\s+{_NOUN}{_Q}\s*,?\s*(?:at|to)\s+{_EDGE}", _add),
        (rf"{_PUT}\s+(?:the\s+following\s+(?=at\b|to\b)|{_NOUN}\s*)(?:at|to)\s+{_EDGE}\s*[:,]?\s*{_Q}", _add),
        (rf"{_PUT}\s+{BLOCK}\s*:?\s*{_Q}(?-i:(?!\s+[A-Z]))\s*,?\s+{AHEAD}(?=\s*(?:\Z|[.;)\]]))", _add_apart),
        (rf"(?:in\s+the\s+(?:list|table|section)\s*,\s+)?{_PUT}\s+{BLOCK}{WHERE}\s*[,:]?\s*{_Q}{ENDS}", _add_apart),
        (rf"{_PUT}\s+{AS_BLOCK}{WHERE}\s*[,:]?\s*{_Q}{ENDS}", _add_apart),
        (rf"{_PUT}\s+{_NOUN}{_Q}\s*,?\s*{AS_BLOCK}{WHERE}(?=\s*(?:\Z|[.;)\]]))", _add_apart),
        (rf"{AHEAD}\s*,?\s+{_PUT}\s+{BLOCK}\s*[,:]?\s*{_Q}{ENDS}", _add_apart),
        (rf"{BLOCK}\s+(?:(?:should|must|is\s+to|has\s+to)\s+be|is|has\s+been)\s+(?:added|inserted|appended){WHERE}"
         rf"\s*[,:]?\s*{_Q}{ENDS}", _add_apart),
        (rf"{_PUT}\s+{_SIDE}\s+(?:(?:rule|law|article|case|section|clause)\s+)?(?P<rule>{NUMBER})\s*[,:]?\s*{_Q}",
         _add_rule),
        (rf"{_PUT}\s*:?\s*{_NOUN}{_Q}", _add),
        (rf"{WITHIN}{_TAKE}\s+{_COUNT}{_NOUN}{_Q}{_ALL}", _remove),
        (rf"{WITHIN}{_NOUN}{_Q}\s+(?:(?:(?:is|are)\s+to|should)\s+be\s+{_GONE}|(?:is|are)\s+(?:deleted|removed|struck))",
         _remove),
        (rf"(?:(?:it|this\s+card|the\s+card)\s+)?no\s+longer\s+(?:has|says|reads)\s*:?\s*{_NOUN}{_Q}", _remove),
        (rf"{_TAKE}\s+{PARTS}{ABOVE}", _remove_part),
        (rf"{PARTS}{ABOVE}\s+{_IS_GONE}", _remove_part),
        (rf"(?:(?:this|the)\s+(?:whole\s+|entire\s+)?(?:rule|case|law|article|clause|paragraph|section)\s+)?{_IS_GONE}",
         _remove_part),
        (rf"{_TAKE}\s+(?:it|(?:this|the)\s+(?:whole\s+|entire\s+)?"
         r"(?:rule|case|law|article|clause|definition|entry|paragraph|section))",
         _remove_part),
        *((form, _figure) for form in (f"{WITHIN}{FIGURE_IN_PART}", *FIGURE_FORMS)),
        (r"this\s+(?:card\s+)?(?:is|should\s+be)\s+an?\s+(?P<new>[\w-]+(?:\s[\w-]+)?)\s*,\s*not\s+an?\s+"
         r"(?P<old>[\w-]+(?:\s[\w-]+)?)(?=\s*(?:\.|$))", _reclass),
    )
)  # fmt: skip
_OF_SUBJECT = re.compile(rf"(?P<subject>[^.!?\ue000-\uf8ff]{{0,80}}?)\s*\b{_READS}{_Q}", re.IGNORECASE)
