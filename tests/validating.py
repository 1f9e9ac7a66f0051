"""The Nu Html Checker over the pages of a built site.

It is the reference for what HTML is and reads a thousand pages in one run; `tests/validator` holds its lock, `make
validator` installs it.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.built import ROOT

FOLDER = ROOT / "tests" / "validator"
JAR = FOLDER / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
TIMEOUT = 600


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """An error of a page: what the checker says, and the tag it says it of."""

    message: str
    tag: str


def require_checker() -> Path:
    """The checker; where it is not installed the test is skipped, in CI it fails."""
    java = shutil.which("java")
    if java is None or not JAR.is_file():
        message = "the HTML checker is not installed: `make validator` (needs npm and java)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return Path(java)


def find_faults(folder: Path) -> dict[Fault, list[str]]:
    """Every error and warning of every page under a folder, with the places it stands at."""
    java = require_checker()
    command = [str(java), "-Xss8m", "-jar", str(JAR), "--format", "json", "--skip-non-html", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    found: dict[Fault, list[str]] = {}
    for each in json.loads(done.stderr)["messages"]:
        if each["type"] == "info" and each.get("subType") != "warning":
            continue
        extract, start = each.get("extract", ""), each.get("hiliteStart", 0)
        tag = re.sub(r"\s+", " ", extract[start : start + each.get("hiliteLength", 0)]).strip()
        place = f"{each.get('url', '').rpartition(folder.name + '/')[2]}:{each.get('lastLine', 0)}"
        found.setdefault(Fault(each["message"], tag), []).append(place)
    return found
