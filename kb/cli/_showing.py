"""The first look at an edit: the pages where the edited texts are read, made anew in a site that lies there.

What else changes with a text (lists, judgements, searches) follows with the next build of the whole site.
"""

import time
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from pathlib import Path

from jinja2 import TemplateError

from kb.cli._console import complain, report
from kb.cli._corpus import locate, require_corpus
from kb.cli._progress import Progress
from kb.cli._putting import put_file
from kb.cli._theme import put_theme, read_theme
from kb.cli.build import PROJECT, publish_site
from kb.diagnostics import Diagnostic, Outcome, Severity
from kb.files import Corpus, only_records_differ, read_again
from kb.graph import Kb
from kb.memory import Memory
from kb.model import WorkId
from kb.pipeline import build_kb, glance_kb
from kb.site import Pages, find_quoting, peek_pages, peek_texts
from kb.site.templates import TemplateFaultError
from kb.tools.builders import TEMPLATES, Builder, environment, read_templates
from kb.tools.renderer import Renderer


class Look(Enum):
    """What comes of a look at an edit."""

    NOTHING = "nothing"
    """Nothing that the site is made of was changed."""
    FOLLOWS = "follows"
    """A build of the whole site is to follow."""
    BROKEN = "broken"
    """Something was broken: its pages stay as they were until it is mended, and the whole site too."""


class Showing:
    """A site that is built and published, and what is known of it.

    `empty` is a folder without anything in it, for mkdocs. Raises what `publish_site` raises.
    """

    def __init__(self, folder: Path, site: Path, builder: Builder, empty: Path, progress: Progress) -> None:
        self.site, self.empty, self.progress = site, empty, progress
        self.opened, self.memory = require_corpus(folder), Memory()
        self.theme = read_theme()
        tree = publish_site(self.opened, site, builder, progress, memory=self.memory)
        self.base, self.pages, self.knowledge = tree.base, dict(tree.pages), tree.base.kb
        self.renderer = self._open_renderer() if builder is Builder.MKDOCS else None
        self.broken = self.unfinished = self.anew = False
        """Whether the last look ended so, and whether pages are put that read as before: their frame is another."""
        self.texts, self.works = set[str](), set[WorkId]()
        """Texts (paths) and works whose records were edited, of which some pages are still what they were."""

    def _open_renderer(self) -> Renderer:
        manifest = self.opened.manifest
        return Renderer(PROJECT, self.empty, environment(manifest.title, manifest.site, manifest.words))

    def look_again(
        self, edited: Collection[Path], watched: Collection[str] = (), overtaken: Callable[[], bool] = lambda: False
    ) -> Look:
        """Look at files that were edited, put in or taken out, while somebody looks at some pages (addresses).

        Where the manifest stays what it was, texts, records, templates and the theme show at once: on the pages where
        they are read, and on those that are looked at. After any other change nothing shows before the whole site, nor
        where a file cannot be read or written, which is told. A look ends early, once a page shows the edit, when it is
        `overtaken`, as by the next edit: the next look has the other pages too.
        """
        try:
            found = self._look(edited, watched, overtaken)
        except OSError as fault:
            complain(f"this shows with the whole site: {fault}")
            found = Look.FOLLOWS
        self.broken = found is Look.BROKEN
        return found

    def _look(self, edited: Collection[Path], watched: Collection[str], overtaken: Callable[[], bool]) -> Look:
        began = time.perf_counter()
        read = read_again(self.opened, edited)
        report(locate(read.diagnostics, self.opened))
        if read.value is None:
            return Look.BROKEN
        told = ", ".join(sorted(path.name for path in edited))
        if not _same_texts(read.value, self.opened) or self.renderer is None:
            self.progress.note(f"{told}: shows with the whole site")
            return Look.FOLLOWS
        before, self.opened = self.opened, read.value
        self.anew = self._follow_theme() or (self.anew and self.unfinished)
        owed = self.anew or self.broken or self.unfinished
        if not (owed or before != self.opened or _hold(PROJECT / TEMPLATES, edited)):
            return Look.NOTHING
        self._note_edits(before)
        try:
            made = self._show(watched, overtaken)
        except (TemplateError, TemplateFaultError) as fault:
            complain(f"a template is at fault: {fault}")
            return Look.BROKEN
        except _OvertakenError:
            self.unfinished = True
            return Look.FOLLOWS
        self.unfinished = False
        if made is not None:
            self.texts, self.works = set(), set()
            pages = "1 page" if made == 1 else f"{made} pages"
            self.progress.note(f"{told}: {pages} in {time.perf_counter() - began:.1f} s; the others follow")
        return Look.BROKEN if made is None else Look.FOLLOWS

    def _note_edits(self, before: Corpus) -> None:
        now, kept = self.opened.manifest.records, before.manifest.records
        self.works |= {WorkId(work) for work in (*now, *kept) if now.get(work) != kept.get(work)}
        self.texts |= {path for path, data in self.opened.texts.items() if data != before.texts[path]}

    def _show(self, watched: Collection[str], overtaken: Callable[[], bool]) -> int | None:
        """Make and put the first pages; how many. None where a text cannot be understood any more, which is told."""
        if not self.unfinished:  # what a look did not come to ask for is no less needed
            self.memory.turn()
        made = set[str]().union(*(self._put(dict((page,))) for page in self._glance(watched)))

        def go_on() -> None:
            if made and overtaken():
                raise _OvertakenError

        with self.memory.asking_leave(go_on):
            outcome = build_kb(self.opened.manifest, self.opened.texts, memory=self.memory)
        known, self.knowledge = self.knowledge, outcome.value
        report(locate(_new_errors(outcome, known), self.opened))
        if _texts_of(known) - _texts_of(outcome.value):
            self.knowledge = known
            return None
        edited = self._reads_otherwise(outcome.value)
        base, rounds = peek_pages(outcome.value, read_templates(PROJECT), self.base, edited, watched)
        for pages in rounds:
            ready: dict[str, str] = {}
            for path, text in pages:
                go_on()
                ready[path] = text
            made |= self._put(ready)
        self.base = base
        return len(made)

    def _glance(self, watched: Collection[str]) -> Pages:
        """The pages of edited texts that somebody looks at, before it is known what other texts say beside them."""
        if not watched:
            return
        quoting = find_quoting(self.base, self.texts, watched)
        found = glance_kb(self.opened.manifest, self.opened.texts, self.knowledge, quoting)
        edited = self._reads_otherwise(found)
        if not edited or _texts_of(self.knowledge) - _texts_of(found):
            return
        yield from peek_texts(found, read_templates(PROJECT), self.base, edited, watched)

    def _reads_otherwise(self, kb: Kb) -> set[str]:
        """The texts (paths) that were edited, with those that edited records make."""
        books = [kb.books[work] for work in self.works if work in kb.books]
        return self.texts | {book.emended.document.source.path for book in books if book.emended is not None}

    def _put(self, made: Mapping[str, str]) -> set[str]:
        """Render the pages that read otherwise now, or all of them `anew`, and put them on the site, behind the scripts
        beside them; which pages."""
        assert self.renderer is not None
        other = {path: text for path, text in made.items() if self.anew or self.pages.get(path) != text}
        pages = {path: text for path, text in other.items() if path.endswith(".md")}
        scripts = {path: text.encode() for path, text in other.items() if path not in pages}
        for path, data in (*scripts.items(), *(self.renderer.render(pages) if pages else {}).items()):
            put_file(self.site / path, data)
        self.pages.update(other)
        return {*pages}

    def _follow_theme(self) -> bool:
        """Bring the theme to the site as it is now; whether anything of it was changed."""
        theme, before = read_theme(), self.theme
        if theme == before:
            return False
        put_theme(self.site, before, theme)
        self.theme, self.renderer = theme, self._open_renderer()
        return True


class _OvertakenError(Exception):
    """Another edit came while the last one was looked at."""


def _same_texts(one: Corpus, other: Corpus) -> bool:
    """Whether two corpora are of the same texts and say the same of them."""
    return one.texts.keys() == other.texts.keys() and only_records_differ(one.manifest, other.manifest)


def _texts_of(kb: Kb) -> set[str]:
    """The texts that were understood, by path."""
    return {*kb.documents, *(card.document.source.path for card in kb.cards)}


def _new_errors(outcome: Outcome[Kb], known: Kb) -> tuple[Diagnostic, ...]:
    told = {(found.code, found.path, found.message) for found in known.diagnostics}
    errors = (found for found in outcome.diagnostics if found.code.severity is Severity.ERROR)
    return tuple(found for found in errors if (found.code, found.path, found.message) not in told)


def _hold(folder: Path, paths: Collection[Path]) -> bool:
    return any(path.is_relative_to(folder) for path in paths)
