"""What is known from the embedded corpus: read once a process, for all tests that change nothing of it."""

from functools import cache

from kb.files import read_corpus
from kb.graph import Kb
from kb.pipeline import build_kb
from tests.built import LANTERN


@cache
def lantern() -> Kb:
    """The knowledge base of the embedded corpus."""
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    return build_kb(corpus.manifest, corpus.texts).value
