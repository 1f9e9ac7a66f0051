"""Interface words of the reading page: the reader's switch, folded notes, citations, hints of terms."""

from collections.abc import Mapping

READING: Mapping[str, str] = {
    # The switch
    "reader": "How to show the text",
    "reader.clean": "Clean",
    "reader.marked": "Marked",
    "reader.redline": "Redline",
    "reader.clean.hint": "the text alone, without marks",
    "reader.marked.hint": "changed words carry a quiet mark",
    "reader.redline.hint": "what stood there before struck, what is new underlined",
    "redline.del": "deleted:",
    "redline.ins": "inserted:",
    # Notes
    "notes": "Notes",
    "notes.shown": "Notes to show",
    "notes.folded": "folded: {labels}",
    "notes.kind": "{label} ({n})",
    "notes.open": "{label} …",
    # Citing a clause
    "pin": "Link to {id}",
    "cite": "Link and citation",
    "cite.link": "Copy link",
    "cite.words": "Copy citation",
    "cite.shut": "Close",
    "cite.copied.link": "Link copied",
    "cite.copied.words": "Citation copied",
    "cite.by-hand": "Selected: copy it with the keyboard or by a long touch",
    "cite.emended": "{book}, {place}, as emended to {version}",
    "cite.emended.undated": "{book}, {place}, as emended",
    "cite.published": "{book}, {place}, as published {date}",
    "cite.published.undated": "{book}, {place}, as published",
    "cite.edition": "{book}, {place}, in {edition}",
    "cite.state": "{book}, {place}, as of {date}",
    "cite.p": "¶{n}",
    "cite.li": "item {n}",
    "cite.tr": "row {n}",
    "cite.note": "note {n}",
    "cite.code": "block {n}",
    "cite.added": "added {id}",
    # Booklets
    "booklet.words": "Words with a dotted line differ from the published text; the numbers lead to their authorities at the end.",
    # Terms
    "term.rulings": "{n} rulings in force",
    "term.rulings.one": "1 ruling in force",
    "term.more": "All of them: follow the link",
    "term.name": "The term",
    # The margin
    "margin.again": "the same ruling",
    # A reprint or a transcription beside the published text
    "edition.card": "What the published text says",
    "edition.mark": "Otherwise in the published text",
    "edition.gone": "The published text says more here",
    "edition.differs": "{n} passages say something else than the published text",
    "edition.differs.one": "1 passage says something else than the published text",
    "edition.same": "It says nothing else than the published text",
    "edition.slight": "{n} differ in spelling, typography or what was lost",
    "edition.slight.one": "1 differs in spelling, typography or what was lost",
    "edition.compare": "Compare",
    "edition.heading": "Where it differs from the published text",
    "edition.noise": "{n} differences of spelling, typography and scanning",
    "edition.noise.one": "1 difference of spelling, typography or scanning",
}
