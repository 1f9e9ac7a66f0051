"""Where a block of its own goes: an order that adds a bullet, a row, a step, a paragraph or a rule comes in; what it is
and the place among its like that the order names go out.

`Add the following bullet to the end of the list`, `Insert a row between Pier and Quay`, `Add as rule 5.4`. A place of
the book among these words (`... of the list in Movement`) is put before them, where places of other orders stand.
"""

import re
from dataclasses import replace

from kb.changing import ADD
from kb.instructions._operations import Beside, Block, Edge, Spot
from kb.instructions._parts import NTH, NTHS
from kb.instructions._quotes import SIGN, Skeleton, cut_quotations
from kb.numbering import NUMBER
from kb.sentences import find_sentences

_KINDS = (
    r"paragraph|bullet(?:\s+point)?|(?:list\s+)?item|step|(?:table\s+)?row|(?:glossary\s+)?(?:entry|definition)|line|rule|case"
    r"|clause"
)
_NEW = r"(?:following|new|additional|extra|further|separate)\s+"
_NUMBERED = rf"(?:\s+(?P<number>{NUMBER}|\d{{1,2}}))?"
BLOCK = rf"(?:(?:an?|the|this|one|another)\s+)?(?:{_NEW})*(?:(?P<nth>{NTHS})\s+)?(?P<noun>{_KINDS}){_NUMBERED}"
"""What stands as a block of its own, as it is called where it is to be added: `the next bullet`, `a fourth step`."""
AS_BLOCK = rf"(?:the\s+following\s+(?:(?:text|words|sentence)\s+)?)?as\s+(?:{BLOCK}|(?P<ruled>{NUMBER}))"
"""The same where it is told as what words are to be added: `as the third bullet`, `as rule 5.4`."""
WHERE = r"(?P<where>(?:(?:,\s*)?\s[^.:;!?]{1,120}?)??(?:\.\d[^.:;!?]{0,60}?){0,2})"
"""What is said behind that of its place; a point only in a number."""
AHEAD = (
    r"(?P<where>(?:at|to|after|before|between|behind|below|above|following|in|immediately|directly)\s[^.:;!?]{1,120}?"
    r"(?:\.\d[^.:;!?]{0,60}?){0,2})"
)
"""The same in front: `After the second bullet, add ...`."""
ENDS = r"(?=\s*(?:\Z|[.;)\]]|\s[A-Z(\[]|\s(?:and|also|then)\s))"
"""What stands behind the words to be added, and not behind others that are quoted for the place."""

_LISTED = (
    r"(?:(?:bullet(?:ed|\s+point)?|numbered)\s+)?(?:list|table|section|glossary|rule|case|chapter|text|entry|steps)"
)
_IN = re.compile(
    rf"\s*,?\s*(?:to|in|into|of|within)\s+(?:the|this)\s+(?:(?P<which>{NTHS})\s+)?{_LISTED}\b", re.IGNORECASE
)
_EDGE = re.compile(
    rf"\s*,?\s*(?:at|to|as)\s+the\s+(?:very\s+)?(?P<edge>end|bottom|beginning|start|top)\b"
    rf"(?:\s+of\s+(?:the|this)\s+(?:(?P<which>{NTHS})\s+)?{_LISTED}\b)?",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"(?:for|called|named)\s+(?:{SIGN}|[^\W_][^{SIGN[1:-1]}]{{0,50}}?)"
    r"(?=\s+(?:to|in|at|after|before|between|below|above|immediately|directly)\b|\s*,|\Z)",
    re.IGNORECASE,
)
"""What the new block is called, which its words say too."""
_RIGHT = r"\s*,?\s*(?:(?:immediately|directly|just|right)\s+)?"
_SIDE = re.compile(
    rf"{_RIGHT}(?P<side>after|behind|below|beneath|following|before|preceding|above)\s+(?P<thing>.+)", re.IGNORECASE
)
_BETWEEN = re.compile(rf"{_RIGHT}between\s+(?P<first>.+?)\s+and\s+(?P<second>.+)", re.IGNORECASE)
_ONE = (
    r"(?:ones?|bullets?(?:\s+points?)?|(?:list\s+)?items?|steps?|(?:table\s+)?rows?|entry|entries|listing|definition|rules?|case"
    r"|clause|section|paragraphs?)"
)
_COUNTED = re.compile(
    rf"(?:the\s+)?(?P<nth>{NTHS})(?:\s+{_ONE})?|(?:the\s+)?(?:step|item|bullet|paragraph)\s+(?P<at>\d{{1,2}})",
    re.IGNORECASE,
)
_RULED = re.compile(
    rf"(?:(?:rule|case|clause|section|paragraph|article)\s+)?[\[(]?(?P<rule>{NUMBER})[\])]?", re.IGNORECASE
)
_CALLED = re.compile(
    rf"(?:the\s+{_ONE}(?:\s+(?:for|of|on|called|named|reading|which\s+reads|that\s+reads))?\s+)?"
    rf"(?P<name>{SIGN}|[^\W_](?:(?!\b(?:the|list|table)\b)[^{SIGN[1:-1]}]){{0,60}})",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    rf"the\s+{_ONE}\s+(?:(?:that|which)\s+)?(?P<where>begins?|beginning|starts?|starting|ends?|ending)"
    rf"(?:\s+(?:with|in))?\s+(?P<name>{SIGN})",
    re.IGNORECASE,
)


def _unnamed(pattern: str) -> str:
    """A pattern whose groups have no names."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


_PLACE = re.compile(
    rf"\s(?:in|of|under|to|from|into)\s+(?:(?:section|rule|chapter|case|article|law|§)\s*(?P<number>{NUMBER}|\d{{1,3}})"
    rf"|(?:the\s+)?(?:section|chapter|heading|sidebar|table)\s+(?:(?:on|called|named|titled|entitled)\s+)?(?P<headed>{SIGN}|(?-i:[A-Z0-9])[^,{SIGN[1:-1]}]{{0,50}}?)"
    rf"|(?P<quoted>{SIGN})(?:\s+(?:section|chapter|table|list))?"
    rf"|(?:the\s+)?(?P<kept>(?-i:[A-Z])[^,{SIGN[1:-1]}]{{0,50}}?)(?:\s+(?:section|chapter|list|table))?)"
    r"(?=\s*\Z|\s*,|\s+(?:immediately|directly|just|right|after|before|behind|between|at|as|below|above|following)\b)",
    re.IGNORECASE,
)
"""The place of the book that stands among the words which tell where a block goes."""
_ORDER = re.compile(
    rf"(?P<verb>{ADD})\s+(?P<what>{_unnamed(BLOCK)}|{_unnamed(AS_BLOCK)})"
    rf"{WHERE}(?P<rest>\s*[,:]?\s*(?P<q>{SIGN}){ENDS}.*|\s*:\s+(?-i:[A-Z0-9]).*)",
    re.IGNORECASE | re.DOTALL,
)
_ORDER_BEHIND = re.compile(
    rf"{AHEAD}\s*,?\s+(?P<verb>{ADD})\s+(?P<what>{_unnamed(BLOCK)})(?P<rest>\s*[,:]?\s*(?P<q>{SIGN}){ENDS}.*)",
    re.IGNORECASE | re.DOTALL,
)
_LEAD = re.compile(
    rf"(?P<lead>(?!(?:{ADD})\b)[^:{SIGN[1:-1]}]{{1,160}}:\s+|\[[^\]]{{1,20}}\]\s+)(?={ADD})", re.IGNORECASE
)
_UNQUOTED = re.compile(r"\s*:\s+(?P<new>\S.*\S)\s*", re.DOTALL)


def front_place(words: str) -> str:
    """An order that adds a block, with the place of the book that it names among its words in front of these, and with
    marks about the new words where these are one sentence to its end; other words as they are."""
    skeleton = cut_quotations(words)
    lead = _LEAD.match(skeleton.text)
    at = lead.end() if lead is not None else 0
    order = _ORDER.fullmatch(skeleton.text, at) or _ORDER_BEHIND.fullmatch(skeleton.text)
    if order is None:
        return words
    rest = order["rest"] if order["q"] else _quoted(order["rest"])
    if rest is None:
        return words
    where = f" {order['where'].strip()}" if order["where"].strip() else ""
    place = next((each for each in _PLACE.finditer(where) if _kept(each)), None)
    if place is None and order["q"]:
        return words
    before = skeleton.text[:at] if place is None else _led(lead, place, skeleton)
    if place is not None:
        where = where[: place.start()] + where[place.end() :]
    told = f"{order['verb']} {order['what']}{skeleton.spell(where)}{skeleton.spell(rest)}"
    return words if before is None else f"{skeleton.spell(before)}{told}"


def _led(lead: re.Match[str] | None, place: re.Match[str], skeleton: Skeleton) -> str | None:
    """What stands before an order with a place put there; None where a number stands there, or should beside others."""
    if place["number"]:
        return f"[{place['number']}] " if lead is None else None
    name = _spelled(_kept(place), skeleton)
    if lead is None:
        return f"{name}: "
    return None if lead["lead"].startswith("[") else f"{lead['lead'].rstrip(': ')}, {name}: "


def _kept(place: re.Match[str]) -> str:
    """The name of a place; none where it is only what stands in every book, or a part that is counted."""
    name = next((place[each] for each in ("number", "headed", "quoted", "kept") if place[each]), "")
    bare = re.sub(r"^the\s+", "", name, flags=re.IGNORECASE).casefold()
    return "" if re.fullmatch(rf"(?:{NTHS}\s+)?(?:{_LISTED}|{_ONE})", bare) else name


def _spelled(name: str, skeleton: Skeleton) -> str:
    return skeleton.quotation(name).words if re.fullmatch(SIGN, name) else name


def _quoted(rest: str) -> str | None:
    """New words without marks, that are one sentence or the cells of a row to the end of the order, in marks."""
    new = _UNQUOTED.fullmatch(rest)
    if new is None or re.search(rf'{SIGN}|["“”]', rest):
        return None
    sentence = new["new"].endswith((".", "!", "?")) and len(tuple(find_sentences(new["new"]))) == 1
    return f': "{new["new"]}"' if sentence or ("|" in new["new"] and "\n" not in new["new"]) else None


def read_spot(match: re.Match[str], skeleton: Skeleton) -> Spot | None:
    """The block and its place that an order names, whose words `BLOCK` or `AS_BLOCK`, and `WHERE` or `AHEAD`, have
    found; None where they say more of the place than is known."""
    groups = match.groupdict()
    block = Block.RULE if groups.get("ruled") else _block(match["noun"])
    spot: Spot | None = Spot(block, number=(groups.get("number") or groups.get("ruled") or "").strip())
    if groups.get("nth"):
        spot = replace(spot, number=str(NTH[match["nth"].lower()]))  # type: ignore[type-var]
    where = (groups.get("where") or "").strip(" ,")
    called = _FOR.match(where)
    where = where[called.end() :].strip(" ,") if called is not None else where
    while where and spot is not None:
        spot, where = _read(spot, where, skeleton)
    return spot


def _block(noun: str) -> Block:
    """What is called so."""
    word = noun.lower().split()[-1] if not noun.lower().startswith("bullet") else "bullet"
    named = {"definition": Block.ENTRY, "case": Block.RULE, "clause": Block.RULE}
    return named.get(word) or Block(word)


def _read(spot: Spot, where: str, skeleton: Skeleton) -> tuple[Spot | None, str]:
    """A spot with what the next words say of it, and the words behind these; None where they say nothing that is
    known, or more than one place."""
    said = spot.edge is not None or spot.beside
    inside, edge, side = _IN.match(where), _EDGE.match(where), _SIDE.fullmatch(where)
    between = _BETWEEN.fullmatch(where)
    found = edge or inside
    if found is not None and not (edge is not None and said):
        which = NTH[found["which"].lower()] if found["which"] else spot.which
        spot = replace(spot, which=which)
        if edge is not None:
            spot = replace(spot, edge=Edge.END if edge["edge"].lower() in {"end", "bottom"} else Edge.START)
        return spot, where[found.end() :].strip(" ,")
    if said or (side is None and between is None):
        return None, ""
    if between is not None:
        things = [_thing(between[each], skeleton) for each in ("first", "second")]
        return (replace(spot, beside=tuple(each for each in things if each)) if all(things) else None), ""
    assert side is not None
    before = side["side"].lower() in {"before", "preceding", "above"}
    thing = _thing(side["thing"], skeleton)
    spot = replace(spot, edge=Edge.BEFORE if before else Edge.AFTER, beside=(thing,) if thing else ())
    return (spot if thing is not None else None), ""


def _thing(words: str, skeleton: Skeleton) -> Beside | None:
    """What a block goes beside, by the words that name it."""
    words = re.sub(rf"\s+(?:in|of)\s+(?:the|this)\s+{_LISTED}$", "", words.strip(" ,"))
    counted = _COUNTED.fullmatch(words)
    if counted is not None:
        return Beside(NTH[counted["nth"].lower()] if counted["nth"] else int(counted["at"]))
    ruled = _RULED.fullmatch(words)
    if ruled is not None:
        return Beside(rule=ruled["rule"])
    begins = _BEGINS.fullmatch(words)
    named = begins or _CALLED.fullmatch(words)
    if named is None:
        return None
    quoted = re.fullmatch(SIGN, named["name"]) is not None
    edge = None if begins is None and quoted else Edge.START  # what is only called so begins with its name
    edge = Edge.END if begins is not None and named["where"].lower().startswith("end") else edge
    return Beside(words=_spelled(named["name"], skeleton).strip(), where=edge)
