"""Single pages: the Markdown of a few comes in, their HTML goes out, as `mkdocs build` makes it in the whole site.

For the preview, where a build of all pages would keep an editor waiting: mkdocs with its theme is opened once and held.
What a page looks like depends on nothing but its text and mkdocs.yml, for no page of ours links to another in Markdown
and the navigation has fixed titles; so no plugin is asked and no other page is read.
"""

import contextlib
import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from mkdocs.commands.build import get_context
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page

from kb.tools.builders import CONFIG


class Renderer:
    """mkdocs, opened for one site; `empty` is a folder without pages, `project` the one with mkdocs.yml and theme,
    `told` the environment of a builder."""

    def __init__(self, project: Path, empty: Path, told: Mapping[str, str]) -> None:
        with _with_environment(told):
            self.config = load_config(
                str(project / CONFIG), docs_dir=str(empty), site_dir=str(empty.with_name(f"{empty.name}-site"))
            )
            self.config = self.config.plugins.on_config(self.config)
        self.themed = self.config.theme.get_env()
        logging.getLogger("mkdocs").setLevel(logging.ERROR)  # pages of the navigation that are not asked for now

    def render(self, pages: Mapping[str, str]) -> dict[str, bytes]:
        """The HTML of some pages by its place on the site; pages go by their path in the tree (`rules/x/index.md`)."""
        doors = [path for entry in self.config.nav or () for path in entry.values()]
        texts = {**dict.fromkeys(doors, ""), **pages}
        listed = {path: InclusionLevel.INCLUDED if path in doors else InclusionLevel.NOT_IN_NAV for path in texts}
        files = Files(
            [File.generated(self.config, path, content=text, inclusion=listed[path]) for path, text in texts.items()]
        )
        nav = get_navigation(files, self.config)
        made: dict[str, bytes] = {}
        for path in pages:
            file = files.src_uris[path]
            page = file.page or Page(None, file, self.config)
            page.read_source(self.config)
            page.render(self.config, files)
            page.active = True
            template = self.themed.get_template(str(page.meta.get("template", "main.html")))
            html = template.render(get_context(nav, files, self.config, page))
            page.active = False
            made[file.dest_uri] = html.encode("utf-8", errors="xmlcharrefreplace")
        return made


@contextlib.contextmanager
def _with_environment(told: Mapping[str, str]) -> Iterator[None]:
    """The environment a builder gets, while mkdocs reads its settings."""
    before = dict(os.environ)
    os.environ.update(told)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
