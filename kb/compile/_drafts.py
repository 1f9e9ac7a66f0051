"""Drafts: what differs between two texts, as exact replacements in the published one.

In: two bodies and the records between them. Out: `Draft`s in order, each a stretch of the published source and what
stands there in the emended one. Invariant: the published body with all drafts made is the emended body, to the
character; each draft stands for itself.

Method: the records of words give the tokens that change (`_changes`); the others stand for each other in order. Between
two that stand for each other, and were neighbours before, the sources are compared (`_markup`); a stretch with changed
words between them is a region (`_regions`).
"""

from collections.abc import Sequence

from kb.compile._body import Body
from kb.compile._changes import Whole, find_token_changes, join_emendations, next_region
from kb.compile._markup import Draft, make_drafts, of_markup
from kb.compile._regions import Region
from kb.provenance import Emendation
from kb.text import Span


def find_drafts(old: Body, new: Body, records: Sequence[Emendation], whole: Whole | None) -> list[Draft]:
    """Every difference of two bodies, in order."""
    changes = find_token_changes(old, new, records, whole)
    drafts: list[Draft] = []
    at = to = done = 0
    while True:
        region = next_region(changes, done, at, to)
        if region:
            done += len(region)
            end, stop = region[-1].old[1], region[-1].new[1]
            made = list(Region(old, new, region).drafts())
        else:
            end, stop = at, to
            made = list(of_markup(old, at, old.joint(at), new.document.source.slice(new.joint(to))))
        drafts += _checked(old, new, (at, end), (to, stop), made) if made else ()
        if end >= old.size:
            return drafts
        at, to = end + 1, stop + 1


def _checked(
    old: Body, new: Body, gone: tuple[int, int], come: tuple[int, int], made: Sequence[Draft]
) -> Sequence[Draft]:
    """The drafts of a stretch between two tokens that stay; one for all of it where they do not give the other."""
    span, other = (Span(body.joint(a).start, body.joint(b).end) for body, (a, b) in ((old, gone), (new, come)))
    wanted = new.document.source.slice(other)
    if make_drafts(old.text, span, made) == wanted:
        return made
    return [Draft(span, *gone, wanted, join_emendations([each.record for each in made if each.record is not None]))]
