"""What the program answers as plain data, and what it answers of, with the types that a test counts on."""

from collections.abc import Mapping
from typing import Any

from kb.graph import Kb
from kb.model import CompendiumVersion


def parts(answer: Mapping[str, object], name: str = "items") -> list[dict[str, Any]]:
    """The items of an answer; with a name what it lists below that."""
    found = answer[name]
    assert isinstance(found, list)
    return found


def newest(kb: Kb) -> CompendiumVersion:
    """The newest version of the rulings file, which has to be there."""
    assert kb.newest_version is not None
    return kb.newest_version
