"""`kb mint`: every ruling gets a lasting id, written to ids.yml beside corpus.yml; builds only read it."""

from typing import Annotated

import typer

from kb.cli._console import EnvironmentFaultError, complain, finish, report
from kb.cli._corpus import CorpusOption, require_corpus
from kb.cli._putting import put_file
from kb.diagnostics import Severity

EPILOG = "Examples: `kb mint` · `kb mint --check` in a workflow. Commit ids.yml; ids in it are never changed."


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def mint(
        check: Annotated[
            bool, typer.Option("--check", help="Write nothing; tell how many rulings lack an id.")
        ] = False,
        corpus: CorpusOption = None,
    ) -> None:
        """Mint an id for each ruling that has none; ids minted before stay as they are."""
        from kb.corpus import MINTED_NAME  # noqa: PLC0415 (slow to import)
        from kb.minted import mint as mint_ids  # noqa: PLC0415
        from kb.minted import read_minted  # noqa: PLC0415
        from kb.pipeline import build_kb  # noqa: PLC0415

        opened = require_corpus(corpus)
        outcome = build_kb(opened.manifest, opened.texts)
        minted = read_minted(opened.manifest.minted) if opened.manifest.minted else None
        problems = [
            found
            for found in outcome.diagnostics
            if found.code.severity is Severity.ERROR and opened.manifest.minted is not None
            if found.path == opened.manifest.minted.path
        ]
        report(problems)
        finish(problems)
        entries = minted.value if minted else ()
        lives = [life for each in outcome.value.chronicles.values() for life in each.history.lives]
        text = mint_ids(lives, entries, outcome.value.versions.values())
        fresh = len({life.id for life in lives} - {entry.id for entry in entries})
        if check:
            complain(f"{fresh} of {len(lives)} rulings have no minted id")
            raise typer.Exit(1 if fresh else 0)
        place = opened.folder / MINTED_NAME
        try:
            put_file(place, text.encode("utf-8"))
        except OSError as error:
            raise EnvironmentFaultError(f"`{place}` cannot be written: {error.strerror}") from error
        complain(f"{fresh} {'id' if fresh == 1 else 'ids'} minted; `{place}` has {len(entries) + fresh}")
