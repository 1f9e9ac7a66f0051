"""`kb build`: knowledge base, pages, static site, published as a whole."""

import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import kb
from kb import audit
from kb.cli._console import EXIT_CONTENT, EnvironmentFaultError, complain, report, usage_error
from kb.cli._corpus import CorpusOption, locate, require_corpus
from kb.cli._progress import Progress
from kb.corpus import Manifest
from kb.diagnostics import Severity, close_gate, has_errors, in_order
from kb.exports import FOLDER, inventory, write_downloads
from kb.files import Corpus, call_corpus, check_output
from kb.graph import Kb
from kb.memory import Memory
from kb.pipeline import build_kb
from kb.publishing import BusyError, UnsafeTargetError, staged_beside, staged_tree
from kb.queries.terms import know_terms
from kb.reports import summarise
from kb.search.gather import gather_records
from kb.search.leaves import UNLISTED, Leaves, lay_leaves
from kb.site import Tree, build_downloads, build_tree
from kb.tools.builders import (
    DOCS,
    SITE,
    Builder,
    BuilderFaultError,
    build_site,
    lay_files,
    read_templates,
    stage_project,
)
from kb.tools.bundle import BUNDLE, bundle, read_frame
from kb.tools.pagefind import DATA, MISSING, SCRIPT, SPOKEN, TABLE, find_pagefind, index_pages, pack

PROJECT = Path(kb.__file__).parent.parent
EPILOG = (
    "Examples: `kb build` · `kb build --corpus rules_source/mygame --site build/site` · `kb build --builder zensical`. "
    f"The tree of pages in {DOCS} and the mkdocs.yml beside `build` make the same site: `mkdocs build --strict`."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def build(  # noqa: PLR0913, PLR0917 (each an option of the command)
        corpus: CorpusOption = None,
        site: Annotated[
            Path, typer.Option("--site", metavar="DIR", readable=False, help="Where the site is published.")
        ] = Path(SITE),
        docs: Annotated[
            Path | None,
            typer.Option(
                "--docs",
                metavar="DIR",
                readable=False,
                show_default=False,
                help=f"Where the tree of pages is published [default: {DOCS} with the site in {SITE}, else nowhere].",
            ),
        ] = None,
        builder: Annotated[Builder, typer.Option("--builder", help="The program that renders it.")] = Builder.MKDOCS,
        gate: Annotated[
            bool, typer.Option("--gate", help="Publish nothing while `kb check --gate` would fail.")
        ] = False,
        quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    ) -> None:
        """Read, trace and check a corpus and publish its site; the old site stays until the new one is whole."""
        opened = require_corpus(corpus)
        progress = Progress(quiet)
        progress.note(f"{opened.manifest.title}: {len(opened.texts)} of {len(opened.manifest.texts)} texts at hand")
        if docs is None and os.path.abspath(site) == os.path.abspath(SITE):  # noqa: PTH100  links are not followed
            docs = Path(DOCS)
        publish_site(opened, site, builder, progress, docs, gate)


def publish_site(  # noqa: PLR0913, PLR0917 (what is built, from what, and where it goes)
    opened: Corpus,
    site: Path,
    builder: Builder,
    progress: Progress,
    docs: Path | None = None,
    gate: bool = False,
    memory: Memory | None = None,
) -> Tree:
    """Build everything and publish the site, and its tree of pages in `docs`; both are held before the work begins.

    What was published is given back. Raises typer.Exit with the exit code of what went wrong.
    """
    if not opened.texts:
        fetching = f"; `kb fetch {call_corpus(opened.folder)} [--from DIR]` brings them in"
        wanted = fetching if opened.manifest.is_fetched else ""
        complain(f"no text of `{opened.folder}` is at hand{wanted}")
        raise typer.Exit(EXIT_CONTENT)
    try:
        with staged_tree(site) as stage, staged_beside(docs, site) as docs_stage:
            knowledge = _learn(opened, progress, memory)
            if gate:
                _pass_gate(knowledge, opened)
            tree, files, leaves = _write_pages(knowledge, progress)
            began = _children()
            _render(opened.manifest, tree.pages, files, builder, stage, docs_stage)
            progress.stage(f"render ({builder.value})", len(tree.pages), _children() - began)
            _index(leaves, stage, docs_stage, progress)
    except BusyError as error:
        raise EnvironmentFaultError(str(error)) from error
    except UnsafeTargetError as error:
        raise usage_error(str(error)) from error
    except BuilderFaultError as error:
        complain(str(error))
        complain("the site that was there before stays as it was")
        raise typer.Exit(EXIT_CONTENT) from error
    except OSError as error:
        place = error.filename or site
        raise EnvironmentFaultError(f"`{place}`: {error.strerror or error}; nothing was published") from error
    beside = f", the tree of pages in {docs}" if docs else ""
    progress.note(f"published {len(tree.pages)} pages in {site}{beside}")
    return tree


def _render(  # noqa: PLR0913, PLR0917 (what is rendered, with what, and where it goes)
    manifest: Manifest,
    pages: Mapping[str, str],
    files: Mapping[str, bytes],
    builder: Builder,
    stage: Path,
    docs: Path | None,
) -> None:
    """The site of some pages, made in a folder of its own, moved to `stage`; their tree to `docs`; files beside both.

    The builder would only copy the files: it does not get to see them.
    """
    project = stage.with_name(stage.name + "-project")
    try:
        stage_project(PROJECT, project, pages)
        _move_into(build_site(project, builder, manifest.title, manifest.site, manifest.words), stage)
        lay_files(stage, files)
        if docs is not None:
            _move_into(project / DOCS, docs)
            lay_files(docs, files)
    finally:
        shutil.rmtree(project, ignore_errors=True)


def _move_into(made: Path, stage: Path) -> None:
    """What a folder holds, moved to an empty one; thousands of files are no work where both are on one disk."""
    for entry in sorted(made.iterdir()):
        shutil.move(entry, stage / entry.name)


def _index(leaves: Leaves, stage: Path, docs: Path | None, progress: Progress) -> None:
    """The index of the site's search, beside its pages, and in their tree too, so that plain builders have it."""
    program = find_pagefind()
    if program is None:
        complain(f"warning: {MISSING}")
        return
    began = _children()
    parts = index_pages(program, leaves.pages, stage / DATA, UNLISTED)
    for name, told in ((TABLE, leaves.tell_table(parts)), (SPOKEN, leaves.spoken)):
        (stage / DATA / name).write_text(told, encoding="utf-8", newline="\n")
        pack(stage / DATA / name)
    _bundle(stage)
    if docs is not None:
        shutil.copytree(stage / DATA, docs / DATA)
    progress.stage("index search", len(leaves.pages), _children() - began)


def _bundle(stage: Path) -> None:
    """The search again as one script, for who reads the site from a disk."""
    data = stage / DATA
    modules = [*sorted((stage / "assets").glob("search-*.js")), data / SCRIPT]
    files = [path for path in sorted(data.rglob("*")) if path.is_file() and path.name != SCRIPT]
    (data / BUNDLE).write_text(
        bundle(
            read_frame(PROJECT),
            {path.stem: path.read_text(encoding="utf-8") for path in modules},
            {path.relative_to(data).as_posix(): path.read_bytes() for path in files},
        ),
        encoding="utf-8",
        newline="\n",
    )


def _learn(opened: Corpus, progress: Progress, memory: Memory | None) -> Kb:
    outcome = build_kb(opened.manifest, opened.texts, progress.stage, memory)
    began = time.process_time()
    findings = audit.find_all(outcome.value)
    progress.stage("audit", len(findings), time.process_time() - began)
    made = (*outcome.diagnostics, *findings)
    every = (*opened.told, *made)
    report(locate((found for found in made if found.code.severity is Severity.ERROR), opened))
    lost = sum(len(account.unexplained) for account in outcome.value.accounts)
    progress.note(f"  {sum(account.words for account in outcome.value.accounts):,} words read, {lost} unexplained")
    if outcome.value.unread:
        progress.note(f"  no reader for {len(outcome.value.unread)} texts")
    if outcome.value.absent:
        progress.note(f"  texts not at hand: {len(outcome.value.absent)}; the site goes on without them")
    progress.note(f"  {summarise(every)}; see the editor's desk, or `kb check`")
    return replace(outcome.value, diagnostics=in_order(every))


def _pass_gate(knowledge: Kb, opened: Corpus) -> None:
    """End the build where a finding of a gate stands."""
    closed = close_gate(knowledge.diagnostics)
    if has_errors(closed):
        report(locate((found for found in closed if found.code.gate), opened))
        complain("the gate is closed: nothing was published; the site that was there before stays as it was")
        raise typer.Exit(EXIT_CONTENT)


def _write_pages(knowledge: Kb, progress: Progress) -> tuple[Tree, Mapping[str, bytes], Leaves]:
    """The pages of the site, and the files beside them, by path; and what its search is made of."""
    began = time.process_time()
    terms = know_terms(knowledge)
    records = gather_records(knowledge, terms)
    leaves = lay_leaves(records, terms, knowledge.manifest.words)
    downloads = write_downloads(knowledge, records)
    files = {FOLDER + path: data for each in downloads.values() for path, data in each.items()}
    files |= downloads.get(inventory.NAME, {})
    files |= {path: text.encode() for path, text in build_downloads(knowledge).items()}
    progress.stage("write data", len(files), time.process_time() - began)
    began = time.process_time()
    outcome = build_tree(knowledge, read_templates(PROJECT), downloads, files)
    pages = outcome.value.pages
    progress.stage("write pages", len(pages), time.process_time() - began)
    files |= {path: text.encode() for path, text in outcome.value.files.items()}
    refused = check_output((*pages, *files))
    report((*outcome.diagnostics, *refused))
    if refused:
        complain("nothing was published; the site that was there before stays as it was")
        raise typer.Exit(EXIT_CONTENT)
    return outcome.value, files, leaves


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system
