"""The first look at an edit: the pages where the edited texts are read, made anew in a site that lies there.

What else changes with a text (lists, judgements, searches) follows with the next build of the whole site.
"""

import time
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import typer

from kb.cli._corpus import require_corpus
from kb.cli._progress import Progress
from kb.cli.build import PROJECT, publish_site
from kb.files import Corpus, read_corpus
from kb.interface import Words
from kb.memory import Memory
from kb.pipeline import build_kb
from kb.site import peek_pages
from kb.tools.builders import TEMPLATES, Builder, environment, read_templates
from kb.tools.renderer import Renderer


class Showing:
    """A site that was built and published, and what is known of it.

    `empty` is a folder without anything in it, for mkdocs. The making raises what `publish_site` raises.
    """

    def __init__(self, opened: Corpus, site: Path, builder: Builder, empty: Path, progress: Progress) -> None:
        self.site, self.builder, self.empty, self.progress = site, builder, empty, progress
        self._publish(opened)

    def _publish(self, opened: Corpus) -> None:
        memory = Memory()
        tree = publish_site(opened, self.site, self.builder, self.progress, memory=memory)
        self.opened, self.memory, self.base, self.pages = opened, memory, tree.base, dict(tree.pages)
        self.assets = _assets()
        told = environment(opened.manifest.title, opened.manifest.site, Words.of(opened.manifest.language))
        self.renderer = Renderer(PROJECT, self.empty, told) if self.builder is Builder.MKDOCS else None

    def look_again(self) -> bool:
        """Look at what was edited; whether a build of the whole site is to follow.

        Where nothing but words of texts changed the pages are made anew where these are read. After any other change
        the whole site is built here and now; where that fails the last good one stays.
        """
        began = time.perf_counter()
        folder = self.opened.folder
        read = read_corpus(folder).value
        same = read is not None and read.texts.keys() == self.opened.texts.keys() and _assets() == self.assets
        if read is None or not same or read.manifest != self.opened.manifest:
            self._publish_again()
            return False
        changed = {path for path, data in read.texts.items() if data != self.opened.texts[path]}
        self.opened = replace(self.opened, texts=read.texts)
        if changed and self.renderer is not None:
            count = self._peek(changed, self.renderer)
            spent = time.perf_counter() - began
            self.progress.note(f"{', '.join(sorted(changed))}: {count} pages in {spent:.1f} s; the others follow")
        return bool(changed)

    def _publish_again(self) -> None:
        try:
            self._publish(require_corpus(self.opened.folder))
        except typer.Exit:
            self.progress.note("the last good site stays; waiting for the next change")

    def _peek(self, changed: Collection[str], renderer: Renderer) -> int:
        """Make the pages anew where some texts are read, and put those that changed on the site; how many did."""
        self.memory.turn()
        knowledge = build_kb(self.opened.manifest, self.opened.texts, memory=self.memory).value
        pages = peek_pages(knowledge, read_templates(PROJECT), self.base, changed)
        pages = {path: text for path, text in pages.items() if self.pages.get(path) != text}
        for path, html in renderer.render(pages).items():
            place = self.site / path
            place.parent.mkdir(parents=True, exist_ok=True)
            draft = place.with_name(f".{place.name}.draft")
            draft.write_bytes(html)
            draft.replace(place)
        self.pages.update(pages)
        return len(pages)


def _assets() -> dict[str, bytes]:
    """The templates and the theme, by path."""
    files = (path for path in sorted((PROJECT / TEMPLATES).rglob("*")) if path.is_file())
    return {path.as_posix(): path.read_bytes() for path in files}
