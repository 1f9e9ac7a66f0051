"""The builders of the site: a tree of Markdown pages comes in, a folder of HTML pages goes out.

mkdocs (with its material theme) and zensical read the same tree and the same mkdocs.yml. Both are run as
programs of the environment that runs us, without network and with a fixed date, so that the same tree gives
the same bytes.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from enum import Enum
from html import escape
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin
from yaml import ScalarNode
from yaml.resolver import Resolver

from kb.interface import Words
from kb.site.templates import find_kinds

DOCS = "build/docs"
SITE = "build/site"
THEME = "site_templates/theme"
TEMPLATES = "site_templates"
CONFIG = "mkdocs.yml"
ASSETS = "assets"
JOINED = "for-"
"""What the name of a style sheet begins with that is several; their names go on."""
_EPOCH = "946684800"
"""The date a builder takes for today (2000-01-01): it would else write the day of the build into the site."""

_UNUSED = ("images", "javascripts", "stylesheets")
"""What the builders copy of the theme into the site's assets: our pages load none of it (`theme/main.html`)."""

_TEXT_TAG = "tag:yaml.org,2002:str"
_TOLD_LINES = 40
_TOLD_WIDTH = 200


class Builder(Enum):
    """The programs that make a site of a tree."""

    MKDOCS = "mkdocs"
    ZENSICAL = "zensical"


class BuilderFaultError(Exception):
    """A builder is missing or refused the tree; the message holds what it said."""


def read_templates(root: Path) -> dict[str, str]:
    """The page templates and macros under a project's `site_templates`, by name; the theme is none of them."""
    folder = root / TEMPLATES
    found = sorted(path for path in folder.rglob("*.j2") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


def stage_project(root: Path, stage: Path, pages: Mapping[str, str]) -> None:
    """Lay out in `stage` what a builder needs: mkdocs.yml, the theme, and the pages as its docs folder."""
    stage.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root / CONFIG, stage / CONFIG)
    shutil.copytree(root / THEME, stage / THEME, dirs_exist_ok=True)
    files = {path.name: path for path in sorted((stage / THEME).rglob("*")) if path.suffix in {".css", ".js"}}
    sent = {name: served(name, path.read_bytes()) for name, path in files.items()}
    for name, data in sent.items():
        files[name].write_bytes(data)
    lay_files(stage / THEME / ASSETS, join_styles(read_templates(root), sent))
    lay_files(stage / DOCS, {path: text.encode() for path, text in pages.items()})


def served(path: str, data: bytes) -> bytes:
    """A file of the theme as a site has it: a style sheet or a script of ours without what only who works on it reads,
    remarks and the blanks that lay it out."""
    sent: bytes = data
    if path.endswith(".css"):
        sent = cssmin(data)
    elif path.endswith(".js") and not path.endswith(".min.js"):
        sent = jsmin(data)
    return sent


def join_styles(templates: Mapping[str, str], sent: Mapping[str, bytes]) -> dict[str, bytes]:
    """The style sheets that kinds of page need beside the common ones, those of each as one: a browser that has to ask
    for many shows a page later. `sent` are files as a site has them, by name."""
    needed = {kind.styles for kind in find_kinds(templates) if kind.styles}
    return {
        f"{JOINED}{'-'.join(names)}.css": b"\n".join(sent[f"{name}.css"] for name in names) for names in sorted(needed)
    }


def lay_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, by path in it."""
    for inside in sorted({path.rpartition("/")[0] for path in files}):
        (folder / inside).mkdir(parents=True, exist_ok=True)
    for path, data in files.items():
        (folder / path).write_bytes(data)


def build_site(project: Path, builder: Builder, site_name: str, site_url: str = "", words: Words | None = None) -> Path:
    """Run a builder on a staged project, strictly: a warning is a fault; the folder of the site it built. Raises
    BuilderFaultError.

    With the address where the site will lie its pages name their canonical address, and there is a map of the site.
    """
    arguments = ["build", "--strict"] if builder is Builder.MKDOCS else ["build", "--strict", "--clean"]
    program = Path(sys.executable).with_name(builder.value)
    if not program.exists():
        raise BuilderFaultError(f"`{builder.value}` is not installed beside `{sys.executable}`")
    told = environment(site_name, site_url, words)
    done = subprocess.run(
        [str(program), *arguments],
        cwd=project,
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        log = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
        raise BuilderFaultError(f"{builder.value} refused the pages:\n{_told(log)}")
    for name in _UNUSED:
        shutil.rmtree(project / SITE / "assets" / name, ignore_errors=True)
    if not told["KB_SITE_URL"]:  # a map without an address is none
        for path in (project / SITE).glob("sitemap.xml*"):
            path.unlink()
    return project / SITE


def environment(site_name: str, site_url: str, words: Words | None) -> dict[str, str]:
    """What a builder is told in its environment."""
    told = {**(words or Words()).frame(), "KB_SITE_NAME": escape(site_name)}  # the theme writes it into pages as it is
    return {
        **{name: _as_text(html) for name, html in told.items()},
        "KB_JOINED": JOINED,
        "KB_SITE_URL": site_url or os.environ.get("KB_SITE_URL", ""),
        "SOURCE_DATE_EPOCH": _EPOCH,
        "PYTHONHASHSEED": "0",
        "NO_MKDOCS_2_WARNING": "1",
        "NO_COLOR": "1",
    }


def _as_text(html: str) -> str:
    """HTML that a builder reads as text: it takes `No` in its environment for false, and `1999` for a number."""
    tag = Resolver().resolve(ScalarNode, html, (True, False))  # type: ignore[no-untyped-call]
    return html if not html or tag == _TEXT_TAG else f"&#{ord(html[0])};{html[1:]}"


def _told(log: str) -> str:
    """What a builder complained of, without its greetings."""
    kept = [line for line in log.splitlines() if re.search(r"warn|error|abort|not exist|╭|\[ ", line, re.IGNORECASE)]
    return "\n".join(line[:_TOLD_WIDTH] for line in (kept or log.splitlines())[:_TOLD_LINES])
