"""The pages of a site alone, which most tests of it look at."""

from collections.abc import Mapping
from types import MappingProxyType

from kb.diagnostics import Outcome
from kb.graph import Kb
from kb.site import build_tree


def build_pages(
    kb: Kb, templates: Mapping[str, str], downloads: Mapping[str, Mapping[str, bytes]] = MappingProxyType({})
) -> Outcome[Mapping[str, str]]:
    """The pages of the site, by path, with what there is to tell of them."""
    made = build_tree(kb, templates, downloads)
    return Outcome(made.value.pages, made.diagnostics)
