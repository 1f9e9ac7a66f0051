"""The shape of corpus.yml: what data may enter, as pydantic models; `_load` makes the manifest of it.

Strict: unknown keys are errors, text is not guessed from other values. A whole number is taken for the
text it is written as (`number: 15`, `date: 1996`).
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from kb.corpus._entries import DocumentKind
from kb.model import Role, SectionKind
from kb.shapes import Written

Words = Annotated[Written, StringConstraints(min_length=1, strip_whitespace=True)]
RoleValue = Annotated[Role, Field(strict=False)]
SectionValue = Annotated[SectionKind, Field(strict=False)]
KindValue = Annotated[DocumentKind, Field(strict=False)]


class Shape(BaseModel):
    """What all shapes share: strict, frozen, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class RightsShape(Shape):
    """Whose the texts are. `noindex` is left out: pages of a fetched corpus are not indexed, others are; `downloads`:
    data with the words of a fetched corpus is not published, that of others is."""

    owner: Words
    statement: Words
    url: Words | None = None
    noindex: bool | None = None
    downloads: bool | None = None


class UpstreamShape(Shape):
    """Where the texts come from: a git repository at one commit, `root` a folder in it, and their own site.

    A corpus kept in this repository has no repository and commit, but may have a site.
    """

    repository: Words | None = None
    commit: Words | None = None
    site: Words | None = None
    root: str = ""


class SiteShape(Shape):
    """Where the site made of the corpus will lie."""

    url: Words


class ProfileShape(Shape):
    """How a version differs from its sisters: sections it lacks as a whole, and what its marks mean."""

    lacks: list[SectionValue] = []
    marks: dict[str, Literal["new", "tournament"]] = {}


class TextShape(Shape):
    """What every named text has; one whose words are lost needs no path, and goes by its id where one is asked for."""

    @model_validator(mode="before")
    @classmethod
    def _placed(cls, value: object) -> object:
        lost = isinstance(value, dict) and value.get("missing") is True and "id" in value
        return {"path": value["id"], **value} if lost and isinstance(value, dict) else value

    id: Words
    path: Words
    sha256: Words | None = None
    title: Words | None = None
    date: Words | None = None
    date_as_read: Words | None = None
    reader: Words | None = None
    missing: bool = False


class VersionShape(TextShape):
    """One issue of a compendium."""

    number: Words
    profile: ProfileShape = ProfileShape()
    witness_of: Words | None = None


class CompendiumShape(Shape):
    """A rulings file and its versions."""

    title: Words
    abbreviation: Words
    names: list[Words] = []
    versions: list[VersionShape] = Field(min_length=1)


class EditionShape(TextShape):
    """One text of a work."""

    role: RoleValue


class ExplainedShape(Shape):
    """A ruling that is not merged into the emended text of a work, and why."""

    ruling: Words
    reason: Words


class WorkShape(Shape):
    """A rulebook and its editions."""

    title: Words
    abbreviation: Words
    names: list[Words] = []
    base: Words
    editions: list[EditionShape] = Field(min_length=1)
    explained: list[ExplainedShape] = []
    records: Words | None = None


class DocumentShape(TextShape):
    """A further source."""

    kind: KindValue
    names: list[Words] = []


class CardsShape(Shape):
    """The card pages: listed here by path, or in a file of checksums beside corpus.yml.

    `figures` tell by which name errata speak of a figure of the frame: the class of its field without the part before
    the hyphen, and after a slash which number of it (`{body: shield/2}`).
    """

    paths: list[Words] = []
    sums: Words | None = None
    reader: Words | None = None
    figures: dict[str, Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]*(?:/[1-9])?$")]] = {}


class TermsShape(Shape):
    """Other words for a term: `{term: [alias, ...]}`."""

    aliases: dict[str, list[Words]] = {}


class CorpusShape(Shape):
    """The whole of corpus.yml."""

    corpus_schema: Literal[1] = Field(alias="schema")
    title: Words
    game: Words
    language: Words = "en"
    description: Words
    rights: RightsShape
    upstream: UpstreamShape | None = None
    site: SiteShape | None = None
    texts: Words = "texts"
    compendia: dict[str, CompendiumShape] = {}
    works: dict[str, WorkShape] = {}
    documents: list[DocumentShape] = []
    cards: CardsShape = CardsShape()
    terms: TermsShape = TermsShape()
    sections: dict[SectionValue, list[Words]] = {}
