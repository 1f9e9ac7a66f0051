"""Install what requirements.lock names into .venv, with uv or pip, each file checked by its sha256.

    python3 scripts/install.py

Then the project itself goes on the path of .venv and its command to .venv/bin/kb, without a build. Runs on any
Python 3 to be able to say which one is needed.
"""

import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
LOCK = os.path.join(ROOT, "requirements.lock")
COMMAND = """#!/bin/sh
'''exec' "$(dirname -- "$0")/python" "$0" "$@"
' '''
import sys

from kb.cli import main

sys.exit(main())
"""


def run(*command: str) -> None:
    """Run a command; end with exit code 3 when it fails."""
    if subprocess.call(command, cwd=ROOT) != 0:
        give_up("`%s` failed" % " ".join(command[:4]))


def give_up(reason: str) -> None:
    """Say why, and end with the exit code of a wrong environment."""
    print("install: " + reason, file=sys.stderr)
    sys.exit(3)


def is_usable() -> bool:
    """Whether .venv has a Python that runs and is new enough."""
    test = "import sys; sys.exit(sys.version_info < %r)" % (NEEDED,)
    try:
        return subprocess.call([PYTHON, "-c", test]) == 0
    except OSError:
        return False


def with_uv(uv: str) -> bool:
    """Make .venv and fill it with uv; whether that worked."""
    mine = sys.executable if sys.version_info >= NEEDED else ">=%d.%d" % NEEDED
    if not is_usable() and subprocess.call([uv, "venv", "--quiet", "--clear", "--python", mine, VENV]) != 0:
        return False
    sync = [uv, "pip", "sync", "--quiet", "--require-hashes", "--compile-bytecode", "--python", PYTHON, LOCK]
    return subprocess.call(sync, cwd=ROOT) == 0


def with_pip() -> None:
    """Make .venv and fill it with the pip that comes with Python."""
    if sys.version_info < NEEDED and not is_usable():
        give_up("Python %d.%d or newer is needed, this is %s" % (*NEEDED, sys.version.split()[0]))
    if not is_usable():
        run(sys.executable, "-m", "venv", "--clear", VENV)
    if subprocess.call([PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL) != 0:  # an environment uv made
        run(PYTHON, "-m", "ensurepip")
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", LOCK)


def link_project() -> None:
    """Put the project on the path of .venv and its command beside the Python there."""
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.check_output([PYTHON, "-c", where]).decode().strip()
    with open(os.path.join(packages, "emendary.pth"), "w", encoding="utf-8") as file:
        file.write(ROOT + "\n")
    command = os.path.join(VENV, "bin", "kb")
    with open(command, "w", encoding="utf-8") as file:
        file.write(COMMAND)
    os.chmod(command, 0o755)
    # Where Python may write no bytecode of its own (many images of containers), every start would compile the program.
    run(PYTHON, "-m", "compileall", "-q", "kb")


def main() -> None:
    """Install everything."""
    uv = os.environ.get("UV") or shutil.which("uv")
    print("install: %s, from requirements.lock into .venv" % ("uv" if uv else "pip"), file=sys.stderr)
    if uv and not with_uv(uv):
        print("install: uv failed, trying pip", file=sys.stderr)
        uv = None
    if not uv:
        with_pip()
    link_project()


if __name__ == "__main__":
    main()
