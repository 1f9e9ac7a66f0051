"""Texts on pages: the parts of a rendered text come in, arranged under one heading of level 1 they go out."""

from dataclasses import dataclass

from kb.html import HeadingPart, Part


@dataclass(frozen=True, slots=True)
class Text:
    """A text arranged for its page, which has one heading of level 1.

    `title` is the text's own such heading when it has one only, as its first; what stands before it in the
    text then follows it. Else the levels of its headings are lowered by `shift`. `last` is a heading at the
    end with nothing under it but the footnotes.
    """

    title: HeadingPart | None
    parts: tuple[Part, ...]
    shift: int
    last: HeadingPart | None


def arrange(parts: tuple[Part, ...]) -> Text:
    """A text's parts with its title and an empty last heading taken out."""
    tops = [part for part in parts if isinstance(part, HeadingPart) and part.level == 1]
    first = next((part for part in parts if isinstance(part, HeadingPart)), None)
    title = first if len(tops) == 1 and first is tops[0] else None
    kept = tuple(part for part in parts if part is not title)
    last = kept[-1] if kept else None
    if not isinstance(last, HeadingPart):
        return Text(title, kept, 0 if title or not tops else 1, None)
    return Text(title, kept[:-1], 0 if title or not tops else 1, last)
