"""A link to another page of the site, or to a place in it, that does not exist."""

from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from rapidfuzz.distance import OSA, Indel
from rapidfuzz.process import extractOne

from kb.audit._places import checked_pages
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Document, Link, LinkKind

CODE = Code(
    "KB312",
    "link-internal-broken",
    Severity.WARNING,
    "Rules point into rulings and sister books; when a page or heading moves, the reader lands nowhere.",
)
CODES = (CODE,)
LIKE = 0.8
"""An anchor so like one that is not there by its letters may be meant."""
LEAST = 5
"""In a name of fewer letters one that differs makes another name."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report links to a page at hand that lacks the anchor, and to a page that nobody has: any when every text is at
    hand, else one with an address that is a slip of the pen for that of a text."""
    cards = (card.document for card in kb.cards)
    pages = {_key(page.permalink): page for page in (*cards, *kb.documents.values()) if page.permalink}
    complete = bool(kb.manifest.texts) and not kb.absent
    told = frozenset(end for text in kb.manifest.texts for end in _ends(text.path))
    for document in checked_pages(kb):
        for link in document.links:
            if link.kind not in {LinkKind.INTERNAL, LinkKind.EXTERNAL_SELF}:
                continue
            if link.footnote is not None and _target(link, pages) is not None:
                continue  # a citation of a text at hand: its own rules look at it
            meant = _meant(link, pages) if _key(urlsplit(link.href).path) not in told else None
            message = _fault(link, pages, complete or meant is not None)
            if message:
                near = f"#{anchor}" if (anchor := _nearest(link, pages)) else meant
                hint = "link to the page's permalink and to an anchor it has" + (f": `{near}` is near" if near else "")
                yield diagnose(CODE, document.source, link.span, message, hint)


def _fault(link: Link, pages: Mapping[str, Document], complete: bool) -> str | None:
    address, target = urlsplit(link.href), _target(link, pages)
    if target is None:
        looks_like_page = "." not in address.path.rsplit("/", 1)[-1]
        return f"no page has the permalink `{address.path}`" if complete and looks_like_page else None
    anchor = unquote(address.fragment)
    if anchor and anchor not in target.anchors:
        return f"`{target.source.path}` has no anchor `{anchor}`"
    return None


def _meant(link: Link, pages: Mapping[str, Document]) -> str | None:
    """The permalink of the text that a link to no page is a slip of the pen for: all parts of the address are the same
    but for one letter, or two that changed places, in one of them. What differs by a figure or a last letter, as
    numbers and plurals do, may be another page."""
    wanted = _key(urlsplit(link.href).path)
    found = [] if wanted in pages else [key for key in sorted(pages) if _slips(wanted, key)]
    return pages[found[0]].permalink if len(found) == 1 else None


def _ends(path: str) -> Iterator[str]:
    """The addresses that a text, which may not be at hand, stands at: its path without the suffix, from any folder."""
    parts = path.lower().rsplit(".", 1)[0].split("/")
    return ("/" + "/".join(parts[start:]) for start in range(len(parts)))


def _slips(wanted: str, known: str) -> bool:
    mine, theirs = wanted.split("/"), known.split("/")
    apart = [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]
    if len(mine) != len(theirs) or len(apart) != 1:
        return False
    one, other = ("".join(filter(str.isalpha, each)) for each in apart[0])
    ends = one[:-1] in {other, other[:-1]} or one == other[:-1]
    return min(len(one), len(other)) >= LEAST and not ends and one != other and OSA.distance(*apart[0]) == 1


def _nearest(link: Link, pages: Mapping[str, Document]) -> str | None:
    """The anchor of the page most like one that it lacks, where it may be that one miswritten."""
    target, wanted = _target(link, pages), unquote(urlsplit(link.href).fragment)
    anchors = sorted(target.anchors) if target is not None else ()
    found = extractOne(wanted, anchors, scorer=Indel.normalized_similarity, score_cutoff=LIKE)
    return str(found[0]) if found is not None else None


def _target(link: Link, pages: Mapping[str, Document]) -> Document | None:
    return pages.get(_key(urlsplit(link.href).path))


def _key(path: str | None) -> str:
    return "/" + unquote(path or "").strip("/").lower()
