"""The search as one script for pages that are read from a disk: modules and the files they fetch come in, a script that
needs no server goes out.

Browsers let a page on a disk load scripts, but neither modules nor data. What stands in the script is what is served,
the modules made functions: their imports and exports are all that is read of them, in the few forms that ours and
Pagefind's have.
"""

import base64
import json
import re
from collections.abc import Mapping
from pathlib import Path

from kb.tools.builders import BuilderFaultError

BUNDLE = "bundle.js"
"""What the script is called, beside the index."""
_FRAME = Path("site_templates/bundle/search.js")
_FILES, _MODULES = "/* files */", "/* modules */"
_IMPORT = re.compile(r'import\s*\{([^{}]*)\}\s*from\s*("[^"]*")\s*;')
_LOAD = re.compile(r"\bimport\s*\(")
_DECLARED = re.compile(r"\bexport\s+((?:async\s+)?function|const)\s+(\w+)")
_LISTED = re.compile(r"\bexport\s*\{([^{}]*)\}\s*;?")
_NAMED = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")
_OWN_ADDRESS = "import.meta.url"
_UNREAD = re.compile(r"(?:^|[;}\n])\s*(?:import|export)\b(?!\s*[.:])")
"""An import or export of another form, where a statement begins."""


def read_frame(root: Path) -> str:
    """The script around the modules, of a project's templates. Raises OSError."""
    return (root / _FRAME).read_text(encoding="utf-8")


def bundle(frame: str, modules: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    """A script that holds some modules, by their names without `.js`, and files, by their paths in the index.

    Raises BuilderFaultError where a module imports or exports in a form that is not read here.
    """
    kept = ",".join(f"{json.dumps(name)}:{_quoted(data)}" for name, data in sorted(files.items()))
    made = ",".join(f"{json.dumps(name)}:{_function(name, text)}" for name, text in sorted(modules.items()))
    before, _, rest = frame.partition(_FILES)
    between, _, behind = rest.partition(_MODULES)
    return f"{before}{kept}{between}{made}{behind}"


def _quoted(data: bytes) -> str:
    return f'"{base64.b64encode(data).decode()}"'


def _function(name: str, text: str) -> str:
    """A module as a function of what loads modules and what fetches files; it gives back what the module exports."""
    exports = {name: name for _, name in _DECLARED.findall(text)}
    for listed in _LISTED.findall(text):
        exports |= {shown or name: name for name, shown in _NAMED.findall(listed)}
    body = _IMPORT.sub(lambda found: f"const {{{_NAMED.sub(_taken, found[1])}}}=kbLoad({found[2]});", text)
    body = _LISTED.sub("", _DECLARED.sub(r"\1 \2", _LOAD.sub("kbLoad(", body)))
    told = ",".join(f"{shown}:{name}" for shown, name in sorted(exports.items()))
    body = body.replace(_OWN_ADDRESS, '""')
    if unread := _UNREAD.search(body):
        said = body[unread.start() : unread.end() + 40].strip()
        raise BuilderFaultError(
            f"`{name}.js` imports or exports otherwise than the search of a disk can have it: `{said}`"
        )
    return f'(kbLoad,fetch)=>{{"use strict";{body}\nreturn{{{told}}};}}'


def _taken(found: re.Match[str]) -> str:
    return f"{found[1]}:{found[2]}" if found[2] else found[1]
