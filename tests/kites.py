"""A small game of kites for tests: the texts of its versions of rulings and of its book come in, its Kb goes out."""

from collections.abc import Sequence
from dataclasses import replace

from kb.corpus import load_manifest
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.text import Source

BOOK = "# Kites\n\n## Flying\n\nA kite flies.\n"
_HEAD = """\
schema: 1
title: Kites
game: Kites
description: Kites and who flies them.
rights: {owner: Nobody, statement: Free.}
compendia:
  kr:
    title: Kite Rulings
    abbreviation: KR
    versions:
"""
_DIGEST = """\
  kd:
    title: Kite Digest
    abbreviation: KD
    versions:
"""
_WORK = """\
works:
  kites:
    title: Kites
    abbreviation: KT
    base: kites
    editions:
      - {id: kites, role: published, date: "2000", path: published.md}
"""


def rulings(**terms: str) -> str:
    """A version of the rulings: the terms with their rulings, a line each."""
    parts = [f"### {term}\n\n" + "".join(f"- {line}\n" for line in said.splitlines()) for term, said in terms.items()]
    return "# Kite Rulings\n\n## Rulings by Term\n\n" + "\n".join(parts)


def shared(when: str, where: str) -> str:
    """A version of the rulings in which two terms have a part of the same name."""
    own = f"## Rulings by Term\n\n### Flying\n\n#### General\n\n- A kite flies {when}.\n\n"
    return f"# Kite Rulings\n\n{own}### Landing\n\n#### General\n\n- A kite lands {where}.\n"


def game(versions: Sequence[str], published: str = BOOK, emended: str = "", digest: str = "", ids: str = "") -> Kb:
    """The game with versions of its rulings, KR 1 of 2001 first, and its book; `digest` are other rulings, of 2001,
    `ids` the minted ids."""
    lacks = "profile: {lacks: [turn, tournament, card, errata, delayed]}"
    lines = [
        f'      - {{id: kr-{n}, number: "{n}", date: "200{n}-05-06", path: kr-{n}.md, {lacks}}}\n'
        for n in range(1, len(versions) + 1)
    ]
    edition = '      - {id: kites-emended, role: emended, date: "2009", path: emended.md}\n' if emended else ""
    other = (
        f'{_DIGEST}      - {{id: kd-1, number: "1", date: "2001-07-08", path: kd-1.md, {lacks}}}\n' if digest else ""
    )
    manifest = load_manifest(Source.from_text("corpus.yml", _HEAD + "".join(lines) + other + _WORK + edition)).value
    assert manifest is not None
    manifest = replace(manifest, minted=Source.from_text("ids.yml", ids)) if ids else manifest
    texts = {f"kr-{n}.md": f"---\npermalink: /kr-{n}/\n---\n\n{text}" for n, text in enumerate(versions, 1)}
    texts |= {"published.md": published, "emended.md": emended, "kd-1.md": digest}
    return build_kb(manifest, {path: text.encode() for path, text in texts.items() if text}).value
