"""Lock the dependencies: `uv lock`, then both lock files without the name of any package host.

    python scripts/lock.py [--upgrade]

uv.lock keeps names, versions, file names and sums; the place they come from is the reader's own choice, so
uv and pip ask whatever index they are set up for. requirements.lock says the same for `pip install
--require-hashes` and `uv pip sync`; the two are compared by tests/test_packaging.py.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = re.compile(r'registry = "[a-z+]+://[^"]*"')
ADDRESS = re.compile(r'url = "[a-z+]+://[^"]*/([^"/]+)"')
EXPORT = ("--frozen", "--all-extras", "--all-groups", "--no-emit-project", "--no-annotate", "--no-header")
HEADER = "# Written by `make lock`: every dependency with the sha256 of each of its files.\n"


def main() -> int:
    """Lock, strip, export; 3 when uv is not there."""
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv is None:
        print("lock: uv is not installed; it resolves the dependencies", file=sys.stderr)
        return 3
    subprocess.run([uv, "lock", *sys.argv[1:]], cwd=ROOT, check=True)
    lock = ROOT / "uv.lock"
    text = REGISTRY.sub('registry = "registry"', lock.read_text(encoding="utf-8"))
    text = ADDRESS.sub(r'filename = "\1"', text)
    lock.write_text(text, encoding="utf-8")
    exported = subprocess.run(
        [uv, "export", *EXPORT, "--format", "requirements-txt"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    (ROOT / "requirements.lock").write_text(HEADER + exported.stdout, encoding="utf-8")
    left = [name for name in ("uv.lock", "requirements.lock") if "://" in (ROOT / name).read_text(encoding="utf-8")]
    if left:
        print(f"lock: an address is left in {' and '.join(left)}", file=sys.stderr)
        return 1
    subprocess.run([uv, "lock", "--check"], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
