"""`kb emend`: the records of an emended text: extracted, compiled, proved."""

import sys
from dataclasses import replace as replace_case
from pathlib import Path
from typing import Annotated

import typer

from kb.answers.record_list import (
    list_compiled,
    list_proof,
    list_reworded,
    list_suspects,
    render_outlived,
    render_proof,
    render_refused,
    render_reworded,
    render_suspects,
)
from kb.answers.telling import counted
from kb.cli._case import build, named_case, open_case, read_text
from kb.cli._console import (
    EXIT_CONTENT,
    EnvironmentFaultError,
    Format,
    FormatOption,
    check_day,
    complain,
    file_named,
    finish,
    is_file,
    print_json,
    report,
    usage_error,
)
from kb.cli._corpus import CorpusOption, no_base, no_emended, require_corpus
from kb.cli._putting import put_file
from kb.compile import Body, Extracted, Names, extract_records, find_difference, rebase_records
from kb.dated import Reworded, compile_as_of, find_outlived, find_reworded
from kb.dates import read_date
from kb.queries.proofs import with_text_dates
from kb.records import Records, read_records, write_records
from kb.reviewing import review_records, words_to_read, write_reviewed
from kb.text import Source

EPILOG = (
    "Examples: `kb emend extract bells-below` · `kb emend extract published.md emended.md -o records.yml` · "
    "`kb emend compile published.md records.yml` · `kb emend check published.md records.yml emended.md`."
)
REBASE = (
    "Examples: `kb emend rebase the-drowned-coast --onto the-drowned-coast-second-printing` · "
    "`kb emend rebase published.md records.yml --onto reprint.md -o emended-reprint.md`."
)
REVIEW = "Examples: `kb emend review bells-below` · `kb emend review bells-below --clear` once all of them were read."
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Only what was in force that day: YYYY[-MM[-DD]]."),
]
First = Annotated[str, typer.Argument(metavar="WORK|PUBLISHED", help="A work of the corpus, or a bare published file.")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", parser=file_named, metavar="FILE", help="Write there instead of standard output."),
]


def add(app: typer.Typer) -> None:
    """Register the group of commands."""
    group = typer.Typer(
        name="emend",
        help="The records of an emended text: extract them, compile the text from them, prove it.",
        epilog=EPILOG,
        no_args_is_help=True,
        rich_markup_mode="markdown",
    )
    group.command(name="extract", epilog="What was extracted from fetched texts is as private as they are.")(extract)
    group.command(name="compile", epilog=EPILOG)(compile_)
    group.command(name="check", epilog=EPILOG)(check)
    group.command(name="rebase", epilog=REBASE)(rebase)
    group.command(name="review", epilog=REVIEW)(review)
    app.add_typer(group)


def extract(
    first: First,
    second: Annotated[
        Path | None, typer.Argument(parser=file_named, metavar="[EMENDED]", help="The hand-made text.")
    ] = None,
    out: Out = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over records that are there.")] = False,
    corpus: CorpusOption = None,
) -> None:
    """Write the records of a hand-emended text, from which `kb emend compile` makes it again."""
    if second is not None:
        published, emended = read_text(file_named(first)), read_text(second)
        extracted = extract_records(published, emended, Names(published.source.path, published.source.path))
        _put(write_records(extracted.records), out, replace)
        _tell_written(extracted, out)
        return
    opened = require_corpus(corpus)
    kb = build(opened)
    book = named_case(kb, first)
    if book.base is None:
        raise no_base(book.work)
    if book.emended is None or book.emended.document.source.path not in opened.texts:
        raise no_emended(book.work, "hand-made emended")
    wordings = words_to_read((life.id, life) for c in kb.chronicles.values() for life in c.history.lives)
    names = Names(book.work.id, book.base.id)
    extracted = extract_records(book.base.document, book.emended.document, names, book.emendations, wordings)
    place = out or opened.folder / book.work.records
    if out is None:
        _fence(place.parent, fetched=opened.manifest.is_fetched)
    _put(write_records(with_text_dates(kb, book, extracted.records)), place, replace)
    _tell_written(extracted, place)


def _tell_written(extracted: Extracted, place: Path | None) -> None:
    """Say how many records stand in a file, and which hold a stretch whole: an editor may want to write finer ones."""
    if place is not None:
        complain(f"{counted(len(extracted.records.records), 'record')} in `{place}`")
    if extracted.coarse:
        listed = ", ".join(f"`{name}`" for name in extracted.coarse)
        complain(
            f"{counted(len(extracted.coarse), 'record')} for a stretch that finer ones would not rebuild: {listed}"
        )


def compile_(  # noqa: PLR0913, PLR0917 (each is an option)
    first: First,
    second: Annotated[
        Path | None, typer.Argument(parser=file_named, metavar="[RECORDS]", help="The records, for a bare file.")
    ] = None,
    out: Out = None,
    as_of: AsOf = None,
    corpus: CorpusOption = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Make the emended text of a published one and its records, whole or as of a day."""
    check_day("--as-of", as_of)
    case = open_case(first, second, None, corpus)
    report(case.diagnostics)
    reworded: tuple[Reworded, ...] = ()
    outlived: tuple[Reworded, ...] = ()
    if as_of is not None:
        day = read_date(as_of)
        case = replace_case(case, compiled=compile_as_of(case.base, case.records, case.voices, day))
        made = [each.record for each in case.compiled.applied]
        reworded = find_reworded(made, case.voices, day)
        outlived = find_outlived(made, case.voices, day)
    if form is Format.JSON:
        told = {"reworded": list_reworded(reworded), "outlived": list_reworded(outlived)}
        print_json({**list_compiled(case.records, case.compiled), **told})
    else:
        _put(case.compiled.text, out, replace=True)
        for line in (*render_refused(case.compiled), *render_reworded(reworded), *render_outlived(outlived)):
            complain(line)
    complain(f"{len(case.compiled.applied)} of {len(case.records.records)} records made")
    finish(case.diagnostics)


def check(
    first: First,
    second: Annotated[
        Path | None, typer.Argument(parser=file_named, metavar="[RECORDS]", help="The records, for bare files.")
    ] = None,
    third: Annotated[
        Path | None, typer.Argument(parser=file_named, metavar="[EMENDED]", help="The hand-made text to prove.")
    ] = None,
    corpus: CorpusOption = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Prove that published text and records give the hand-made text byte for byte, or show the first difference."""
    if (second is None) != (third is None):
        raise usage_error("name the published text, the records and the emended text")
    case = open_case(first, second, third, corpus)
    if case.emended is None:
        raise usage_error(f"no hand-made emended text of `{first}` is at hand to compare with")
    report(case.diagnostics)
    difference = find_difference(case.compiled.text, case.emended.source)
    if form is Format.JSON:
        print_json(list_proof(case.records, case.compiled, case.emended.source, difference))
    else:
        for line in render_proof(case.records, case.compiled, case.emended.source, difference):
            print(line)
    if difference is not None:
        raise typer.Exit(EXIT_CONTENT)
    finish(case.diagnostics)


def rebase(  # noqa: PLR0913, PLR0917 (each is an option)
    first: First,
    onto: Annotated[str, typer.Option("--onto", metavar="EDITION|FILE", help="The text to make the records in.")],
    second: Annotated[
        Path | None, typer.Argument(parser=file_named, metavar="[RECORDS]", help="The records, for bare files.")
    ] = None,
    out: Out = None,
    corpus: CorpusOption = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Make the records of one text in another text of the work: a reprint, a corrected transcription, a web edition.

    Exit code 1 where words of a record are left out: they have no place there, or more than one.
    """
    case = open_case(first, second, None, corpus)
    other = case.editions.get(onto) or (read_text(file_named(onto)) if is_file(onto) else None)
    if other is None:
        known = ", ".join(f"`{name}`" for name in sorted(case.editions))
        raise usage_error(f"`{onto}` is no edition at hand and no file" + (f"; there are {known}" if known else ""))
    report(case.diagnostics)
    compiled = rebase_records(case.base, other, case.records)
    if form is Format.JSON:
        print_json({**list_compiled(case.records, compiled), "onto": other.source.path})
    else:
        _put(compiled.text, out, replace=True)
        for line in render_refused(compiled):
            complain(line)
    left_out = sum(refused.leaves_out for refused in compiled.refused)
    told = f"{len(compiled.applied)} of {len(case.records.records)} records made in `{other.source.path}`"
    complain(f"{told}, {left_out} left out" if left_out else told)
    if left_out:
        raise typer.Exit(EXIT_CONTENT)
    finish(case.diagnostics)


def review(
    first: Annotated[str, typer.Argument(metavar="WORK", help="A work of the corpus with records.")],
    clear: Annotated[
        bool, typer.Option("--clear", help="Say that what is told was read: the fingerprints are written anew.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option("--record", metavar="ID", help="Only this record; repeatable.")
    ] = None,
    corpus: CorpusOption = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """List the records whose clause or ruling reads otherwise than when they were reviewed, and clear them."""
    case = open_case(first, None, None, corpus)
    wanted = frozenset(only or ())
    unknown = wanted - {record.id for record in case.records.records}
    if unknown:
        listed = ", ".join(f"`{name}`" for name in sorted(unknown))
        raise usage_error(f"no record {listed} of `{first}`; `kb emend check {first} --format json` lists them all")
    body = Body(case.base)
    found = review_records(case.records, body, case.wordings, wanted)
    if form is Format.JSON:
        print_json(list_suspects(case.records, found))
    else:
        for line in render_suspects(case.records, found):
            print(line)
    if not clear:
        if found.suspects:
            raise typer.Exit(EXIT_CONTENT)
        return
    assert case.place is not None and case.records.source is not None
    text = write_reviewed(case.records, body, case.wordings, found.names)
    left = review_records(_again(text, case.records), body, case.wordings, wanted).suspects
    _put(text, case.place, replace=True)
    complain(f"{counted(len(found.names) - len(left), 'record')} reviewed")
    if left:
        listed = ", ".join(f"`{each.record}`" for each in left)
        complain(f"still suspect, for they have no place in the text as it is: {listed}; mend their words first")
        raise typer.Exit(EXIT_CONTENT)


def _again(text: str, records: Records) -> Records:
    """A records file as it is to be written, read as the one before was."""
    assert records.source is not None
    read = read_records(Source.from_text(records.source.path, text)).value
    assert read is not None
    return replace_case(read, absent=records.absent)


def _put(text: str, place: Path | None, replace: bool) -> None:
    """Write a text to a file or to standard output, byte for byte."""
    if place is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))
        return
    if place.exists() and not replace and place.read_bytes() != text.encode("utf-8"):
        raise usage_error(f"`{place}` is there and says something else; `--replace` writes over it")
    try:
        put_file(place, text.encode("utf-8"))
    except OSError as error:
        raise EnvironmentFaultError(f"`{place}` cannot be written: {error.strerror}") from error


def _fence(folder: Path, fetched: bool) -> None:
    """Keep git from taking the records of fetched texts: their words belong to the owners of these."""
    if fetched and not (folder / ".gitignore").exists():
        _put("*\n", folder / ".gitignore", replace=False)
