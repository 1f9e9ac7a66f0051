"""Audit cases: readable files of documents and the reports expected of them.

A case file is named for its rule. It holds sections `## fires: ...` and `## silent: ...`; each gives documents as
fenced blocks ```` ```md NAME ```` and, in a block ```` ```text ````, the reports of that rule as an editor sees them:
place, message, what is marked, hint. The document `emended.md` is checked, or `page.md`; the others are consulted.
With a block ```` ```yaml corpus.yml ```` they are the texts of a corpus, with ```` ```yaml records/WORK.yml ```` the
records of a work.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from kb import audit
from kb.consulting import consult
from kb.corpus import load_manifest
from kb.diagnostics import render_text
from kb.discovery import plugins
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.text import Source

FOLDER = Path(__file__).parent / "cases" / "audit"
SUBJECTS = {"emended.md", "page.md"}
_SECTION = re.compile(r"^## (fires|silent): (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^````(?:md|yaml) (\S+)\n(.*?)^````$", re.MULTILINE | re.DOTALL)
_EXPECTED = re.compile(r"^````text\n(.*?)^````$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Case:
    rule: str
    kind: str
    title: str
    documents: dict[str, str]
    expected: str


def read_cases() -> list[Case]:
    cases = []
    for path in sorted(FOLDER.glob("*.md")):
        parts = _SECTION.split(path.read_text(encoding="utf-8"))[1:]
        for kind, title, body in zip(parts[0::3], parts[1::3], parts[2::3], strict=True):
            documents = dict(_FENCE.findall(body))
            expected = _EXPECTED.search(_FENCE.sub("", body))
            cases.append(Case(path.stem, kind, title, documents, expected[1] if expected else ""))
    return cases


def reports(case: Case) -> str:
    kb = _known(case)
    rule = next(module for module in plugins(audit) if module.__name__.endswith("." + case.rule))
    found = sorted(rule.audit(kb), key=lambda each: each.sort_key)
    return "".join(f"{render_text(each)}\n" for each in found)


def _known(case: Case) -> Kb:
    sources = {name: Source.from_text(name, text) for name, text in case.documents.items()}
    if "corpus.yml" in sources:
        manifest = load_manifest(sources.pop("corpus.yml")).value
        assert manifest is not None
        kept = {Path(name).stem: sources.pop(name) for name in [*sources] if name.startswith("records/")}
        manifest = replace(manifest, records=kept)
        return build_kb(manifest, {name: case.documents[name].encode() for name in sources}).value
    checked = [source for name, source in sources.items() if name in SUBJECTS]
    against = [source for name, source in sources.items() if name not in SUBJECTS]
    return consult(checked, against, site="https://lantern.example").value
