"""Texts that no editor writes: few words over and over, odd blocks, scraps of markup; and what was made from them."""

from hypothesis import strategies as st

Pair = tuple[str, str]
_WORDS = ("The", "the", "may", "lamp", "**The**", "_the_", "—", "`the`", "[the](#the)", "the[^a]", "the[^b]")
_ENDS = (".", ".", "", "[^a]", ".[^a]", ".[^b]")
_SCRAPS = (
    "the", "The", " ", " ", " ", "\n", "\n\n", "- ", "> ", ">", "# ", "## ", "|", " | ", "[^a]", "[^a]: ", "[^b]: ",
    "---", "{: .note }", "{: #the }", "<hr>", '<hr id="page1">', "**", "*", "_", "`", "```", "<div>", "</div>", "&amp;",
    "&", "\t", "    ", "[", "](#the)", "![", "](x)", ".", ",", "\\", "\\#", "1. ", "* ", "+ ", "\r\n", "\u00a0", "é",
    "<!-- ", " -->", "<b>", "</b>", "~~~", "***", "===", "--", ": ", "{contents}", "<br>", "<td>", "$$", "\u200b", "—",
)  # fmt: skip
_FRONTS = ("", "", "", "---\ntitle: The\n---\n", "---\ntitle: The\nlayout: the\n---\n\n")
_BACKS = (
    "",
    "",
    "\n",
    "\n\n## NOTES\n\n[^a]: See there.\n[^b]: See here.\n",
    "\n\n---\n[^a]: The.\n",
    "\n[^b]: the [^a].\n",
)


def _block(words: int) -> st.SearchStrategy[str]:
    run = st.lists(st.sampled_from(_WORDS[:words]), min_size=1, max_size=3).map(" ".join)
    sentence = st.tuples(run, st.sampled_from(_ENDS)).map("".join)
    prose = st.lists(sentence, min_size=1, max_size=2).map(" ".join)
    several = st.lists(prose, min_size=1, max_size=3)
    return st.one_of(
        prose,
        prose,
        prose.map("## {}".format),
        several.map(lambda items: "\n".join(f"- {item}" for item in items)),
        several.map(lambda parts: "{: .note }\n" + "\n>\n".join(f"> **Note:** {part}" for part in parts)),
        several.map(lambda rows: "\n".join(f"| {row} | {row} |" for row in rows)),
        several.map("\n".join),
        st.tuples(prose, prose, prose).map("- {0[0]}\n  - {0[1]}\n\n  {0[2]}".format),
        st.tuples(prose, prose, prose).map("> {0[0]}\n> - {0[1]}\n>\n> {0[2]}".format),
        prose.map("1. {}".format),
        prose.map("{}\n{{: .the }}".format),
        st.sampled_from(
            ["", "\n", '<hr id="page2">', "---", "<div>the</div>", "```\nthe\n```", "{: .the }", "![the](x)"]
        ),
    )


@st.composite
def _changed(draw: st.DrawFn, parts: list[str], part: st.SearchStrategy[str]) -> list[str]:
    """Parts of a text with some taken out, put in, moved, repeated, or with a scrap in their middle."""
    new = list(parts)
    for _ in range(draw(st.integers(0, 5))):
        at = draw(st.integers(0, len(new)))
        step = draw(st.sampled_from(["put", "take", "move", "again", "scrap"]))
        if step == "put" or not new:
            new.insert(at, draw(part))
        elif step == "take":
            del new[at % len(new)]
        elif step == "move":
            new.insert(draw(st.integers(0, len(new) - 1)), new.pop(at % len(new)))
        elif step == "again":
            new.insert(at, new[draw(st.integers(0, len(new) - 1))])
        else:
            text = new[at % len(new)]
            cut = draw(st.integers(0, len(text)))
            new[at % len(new)] = text[:cut] + draw(st.sampled_from(_SCRAPS)) + text[cut + draw(st.integers(0, 2)) :]
    return new


@st.composite
def few_words(draw: st.DrawFn) -> Pair:
    """Texts of blocks with few words, one made from the other or not."""
    block = _block(draw(st.sampled_from([1, 2, 4, len(_WORDS)])))
    old = draw(st.lists(block, max_size=7))
    new = draw(st.one_of(_changed(old, block), _changed(old, block), st.lists(block, max_size=7)))
    fronts, backs = st.sampled_from(_FRONTS), st.sampled_from(_BACKS)
    before, after = (draw(fronts) + "\n\n".join(blocks) + draw(backs) for blocks in (old, new))
    return before, after


@st.composite
def scraps(draw: st.DrawFn) -> Pair:
    """Texts of scraps of markup, one made from the other or not."""
    scrap = st.sampled_from(_SCRAPS)
    old = draw(st.lists(scrap, max_size=30))
    new = draw(st.one_of(_changed(old, scrap), _changed(old, scrap), st.lists(scrap, max_size=30)))
    return "".join(old), "".join(new)


DEGENERATE = st.one_of(few_words(), scraps())
