"""The schema of the JSON export, as JSON Schema 2020-12: what each field of `knowledge.json` is and means."""

import json
from collections.abc import Mapping, Sequence

from kb.answers.search import Record
from kb.graph import Kb

NAME = "json-schema"
WORDS = False
Node = dict[str, object]


def export(_kb: Kb, _records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `knowledge.schema.json`; the same for every corpus."""
    return {"knowledge.schema.json": (json.dumps(SCHEMA, ensure_ascii=False, indent=1) + "\n").encode()}


def _is(kind: str, says: str = "", null: bool = False, **more: object) -> Node:
    """A value of a kind, perhaps null."""
    node: Node = {"type": [kind, "null"] if null else kind, **more}
    return node | ({"description": says} if says else {})


def _fields(says: str = "", **fields: Node) -> Node:
    """An object that has all of these fields, and may get more."""
    return _is("object", says, properties=fields, required=list(fields))


def _of_work(**fields: Node) -> Node:
    """What a command answers about a work, which the export tells besides."""
    schema: Node = {"const": 1}
    work = _is("string", "the id of the work", null=True)
    return _is("object", properties={"work": work, "schema": schema, **fields}, required=["schema", *fields])


def _list(of: Node, says: str = "") -> Node:
    return _is("array", says, items=of)


_TEXT, _LINE, _NAMES = _is("string"), _is("integer", minimum=1), _list(_is("string"))
_DATE = _is("string", "YYYY[-MM[-DD]]", null=True)
_NUMBER: Node = {"type": ["integer", "string"], "description": "of a version; an integer where it is one"}
_SPAN = _is("array", "[start, end) in characters of the file", items=_is("integer", minimum=0), minItems=2, maxItems=2)
_DEGREE = _is("number", null=True, minimum=0, maximum=1)
_MOMENT = _is("array", "the first and the last day on which it may have been", items=_is("string", null=True))
_SOURCE = _fields(file=_TEXT, heading=_TEXT, anchor=_TEXT, line=_LINE)
_RELATION = _is("string", "how words compare with their source", null=True)
_EMENDATION = _fields(
    "One change from published to emended text",
    id=_TEXT,
    section=_is("string", "the heading it stands under"),
    section_id=_is("string", "the anchor of that heading"),
    clause=_is("string", "the id of the clause, counted in the base edition"),
    kind=_is("string", "insertion, deletion, substitution, note-added, typo-fix, punctuation/format or structure"),
    unit=_is("string", "how large it is: word, phrase, sentence, paragraph, list-item, note, block, ..."),
    label=_is("string", "the label of the note paragraph", null=True),
    published_span=_SPAN,
    emended_span=_SPAN,
    published_text=_TEXT,
    emended_text=_TEXT,
    prefix=_is("string", "the nearest eight words before it, as published"),
    suffix=_is("string", "the nearest eight words after it, as published"),
    authorities=_list(
        _fields(
            footnote=_TEXT,
            relation=_RELATION,
            similarity=_DEGREE,
            rulings=_list(_TEXT, "the ids of the rulings it cites"),
        )
    ),
    authority_status=_is("string", "cited, uncited, footnote-names-no-work or not-needed"),
    substantive=_is("boolean", "whether it teaches a reader a different rule or fact"),
    effective=_is(
        "string", "the date that its ruling or footnote prints, YYYY[-MM[-DD]]; null where none does", null=True
    ),
    part_of=_is("string", "the id of the insertion of a moved clause that it changes besides", null=True),
    moved=_is("string", "the id of the other half of a move: where its words went, or came from", null=True),
    lacking=_is(
        "string", "the heading of the whole published section that the emended text lacks, with this", null=True
    ),
)
_FOOTNOTE = _fields(
    "A footnote checked against its source",
    id=_TEXT,
    line=_LINE,
    quote=_is("string", "null for a pointer, which quotes nothing", null=True),
    relation=_RELATION,
    similarity=_DEGREE,
    kind=_is("string", null=True),
    cites=_list(
        _fields(
            work=_is("string", "the text it means", null=True),
            work_as_cited=_is("string", null=True),
            section_path=_NAMES,
            heading=_is("string", null=True),
            anchor=_is("string", null=True),
            url=_is("string", null=True),
            resolves=_is("boolean"),
            file=_is("string", null=True),
        )
    ),
    effective_cited=_is("string", "the date that the footnote prints", null=True),
    effective_in_source=_is("string", "the date that the place it cites prints", null=True),
    sources=_list(_SOURCE, "the places that have its words"),
    references=_list(_fields(line=_LINE, clause=_TEXT, relation=_RELATION, similarity=_DEGREE, sources=_list(_SOURCE))),
    problems=_NAMES,
)
_RULING = _fields(
    "A ruling of a newest version, at the places that state it",
    id=_TEXT,
    version=_TEXT,
    term=_TEXT,
    kind=_TEXT,
    text=_TEXT,
    places=_list(_fields(anchor=_TEXT, section=_TEXT, start=_is("integer", minimum=0))),
)
_ATTESTATION = _fields(
    "A version that carries a ruling, or the first at hand that does not any more",
    version=_TEXT,
    number=_NUMBER,
    date=_is("string", "YYYY[-MM[-DD]] or empty"),
    places=_list(_fields(line=_LINE, section=_TEXT, term=_TEXT, path=_TEXT)),
    text=_TEXT,
    marks=_NAMES,
    label=_is("string", null=True),
    kind=_TEXT,
    effective=_list(_TEXT, "the dates printed with it"),
    layout=_is("string", "split or joined: whether it came to stand apart from others, or with them", null=True),
    fused_with=_list(_TEXT, "the ids of the rulings that stand in one statement with it"),
    parts=_is("integer", "how many statements say it", minimum=1),
    witnesses=_list(_is("object"), "what other texts of this version have instead"),
    missing=_list(_NUMBER, "the versions between this one and the one before it that are not at hand"),
    notice=_is("string", "in which words a version that dropped the ruling says so", null=True),
    change=_is("string", "first-seen, same, reworded, moved, split, joined, relabelled or dropped"),
    became=_is(
        "string",
        "the change as told: also respelled, returned (after being dropped), placed (only listed before)",
    ),
    similarity=_is("number", minimum=0, maximum=1),
    nearest=_is(
        "object",
        "what is nearest to the ruling in a version that dropped it",
        null=True,
        properties={"id": _TEXT, "term": _TEXT, "text": _TEXT, "similarity": _DEGREE},
        required=["id", "term", "text", "similarity"],
    ),
    moved_from=_is(
        "object",
        "the heading before, where the version reworded the ruling under another, and whether it shortened it",
        null=True,
        properties={"term": _TEXT, "shortened": _is("boolean")},
        required=["term", "shortened"],
    ),
)
_INTERVAL = _fields(
    version=_is("string", "the version that brought the wording"),
    begins=_MOMENT,
    ends=_is("array", "the same of its end; null where it holds still", null=True),
    ground=_is("string", "why it begins then"),
    ends_ground=_is("string", "why it ends then", null=True),
    effective=_is("string", "the printed date that it begins on", null=True),
)
_OPPOSED = _fields(
    text=_TEXT,
    path=_TEXT,
    line=_LINE,
    title=_TEXT,
    date=_is("string", "YYYY[-MM[-DD]] or empty"),
    ruling=_is("string", "the ruling that says it, this one itself in other words too; null for an answer", null=True),
    older=_is("boolean", "whether it is an answer given before"),
)
_HISTORY = _fields(
    "A ruling through the versions of its compendium, as `kb history` answers",
    schema={"const": 1},
    id=_TEXT,
    aliases=_list(_TEXT, "ids it was known by before"),
    compendium=_TEXT,
    term=_TEXT,
    kind=_TEXT,
    missing=_list(_NUMBER, "the versions that are not at hand"),
    attestations=_list(_ATTESTATION, "oldest first"),
    intervals=_fields("when its wordings hold", tournament=_list(_INTERVAL), casual=_list(_INTERVAL)),
    supersedes=_NAMES,
    contradicted_by=_list(_OPPOSED, "what says otherwise"),
    applied_in=_list(
        _fields(
            work=_TEXT,
            record=_TEXT,
            clause=_TEXT,
            published_text=_TEXT,
            emended_text=_TEXT,
            older_wording=_is("string", "the version whose words it has, where these are not the newest", null=True),
            otherwise=_is("boolean", "whether it cites the ruling and says something else than its newest words"),
        ),
        "the changes that rest on it",
    ),
)
_ENTRY = _fields(
    "Something that can be found on the site",
    kind=_is("string", enum=["clause", "ruling", "term", "card"]),
    id=_TEXT,
    title=_TEXT,
    text=_TEXT,
    address=_is("string", "from the root of the site; null where no page has it", null=True),
    names=_NAMES,
    work=_is("string", null=True),
    edition=_is("string", "the role of the text that has the clause", null=True),
    edition_id=_is("string", "the id of that text", null=True),
    volume=_is("string", "the id of the work, compendium or document it stands in", null=True),
)
_DOCUMENT = _fields(id=_TEXT, kind=_TEXT, title=_TEXT, date=_DATE, path=_TEXT)
_EDITION = _fields(id=_TEXT, role=_TEXT, date=_DATE, path=_TEXT)
SCHEMA: Node = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "knowledge.json, schema 1",
    **_fields(
        "A corpus of rules: its texts, what changed in them, and the rulings behind it. More fields may be added.",
        schema={"const": 1},
        title=_is("string", null=True),
        language=_is("string", "BCP 47", null=True),
        rights=_is("object", "whose the texts are, in their words", null=True),
        site=_is("string", "the address of the site, where it has one", null=True),
        sources=_list(_fields(path=_TEXT, sha256=_is("string", pattern="^[0-9a-f]{64}$"))),
        works=_list(_fields(id=_TEXT, title=_TEXT, abbreviation=_TEXT, base=_TEXT, editions=_list(_EDITION))),
        versions=_list(_fields(id=_TEXT, compendium=_TEXT, number=_TEXT, date=_DATE, path=_TEXT)),
        documents=_list(_DOCUMENT, "texts that are of no work and no compendium: answers, policies, guides"),
        emendations=_list(_of_work(published=_TEXT, emended=_TEXT, items=_list(_EMENDATION))),
        footnotes=_list(_of_work(file=_TEXT, items=_list(_FOOTNOTE))),
        rulings=_list(_RULING),
        histories=_list(_HISTORY),
        entries=_list(_ENTRY),
    ),
}
