"""A footnote whose words name one version of a compendium while its link leads to another."""

from collections.abc import Iterator

from kb.audit._places import named_places
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import CompendiumVersion
from kb.naming.mentions import name_words

CODE = Code(
    "KB437",
    "citation-name-differs",
    Severity.WARNING,
    "Who reads the footnote looks the ruling up in the version it names, and who follows its link finds another.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the footnote: those that name one version alone, by a name of its compendium and a number."""
    versions = {each.document.source.path: each for each in kb.versions.values()}
    for document, verdict, cited in named_places(kb):
        version = versions.get(cited.path or "") if cited.url is not None else None
        if version is None:
            continue
        *name, number = name_words(cited.work_as_cited or "") or ("",)
        if tuple(name) in _names(kb, version) and number.isdecimal() and (number,) != name_words(version.number):
            message = f"footnote `{verdict.id}` names `{cited.work_as_cited}`, but its link leads to `{cited.work}`"
            hint = "correct the name or the link, whichever is meant"
            yield diagnose(CODE, document.source, verdict.span, message, hint)


def _names(kb: Kb, version: CompendiumVersion) -> set[tuple[str, ...]]:
    """What the compendium of a version goes by, in words."""
    entries = kb.manifest.compendia
    named = (each for each in entries if any(own.id == version.id for own in each.versions))
    names = [version.compendium, *(name for each in named for name in (each.title, each.abbreviation, *each.names))]
    return {name_words(name) for name in names}
