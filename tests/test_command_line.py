"""The command line as a whole: what is answered before any command is loaded."""

import subprocess
import sys

from kb import __version__
from tests.built import ROOT

ASK = "import sys; sys.argv = ['kb', '--version']; from kb.cli import main; main(); print('typer' in sys.modules)"


def test_the_version_is_told_without_loading_a_command() -> None:
    told = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [f"kb {__version__}", "False"]
