"""`kb explain CODE`: why a diagnostic exists."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

import kb
from kb.cli._console import Format, FormatOption, print_json, usage_error
from kb.diagnostics import Code


def all_codes() -> dict[str, Code]:
    """Every code declared in a `CODES` tuple of a module of the program, by code; one code is declared once."""
    found: dict[str, Code] = {}
    for code in _declared():
        if found.setdefault(code.code, code) != code:
            raise ValueError(f"{code.code} is declared twice: `{code.name}` and `{found[code.code].name}`")
    return dict(sorted(found.items()))


def _declared() -> Iterator[Code]:
    for info in pkgutil.walk_packages(kb.__path__, "kb."):
        if not info.name.startswith("kb.cli"):
            yield from getattr(importlib.import_module(info.name), "CODES", ())


def _find_code(asked: str, codes: Mapping[str, Code]) -> Code | None:
    """A code as it is written, by its number alone or by its name; None where there is none."""
    wanted = asked.strip().casefold()
    return next((each for each in codes.values() if wanted in {each.code.casefold(), each.code[2:], each.name}), None)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog="Examples: `kb explain KB412` · `kb explain` lists every code.")
    def explain(
        code: Annotated[
            str | None, typer.Argument(help="A diagnostic code such as KB412, or its name; all when left out.")
        ] = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Tell why a diagnostic exists; without a code, list them all."""
        codes = all_codes()
        if code is not None:
            wanted = _find_code(code, codes)
            if wanted is None:
                raise usage_error(f"unknown code `{code}`; `kb explain` lists all {len(codes)}")
            codes = {wanted.code: wanted}
        if form is Format.JSON:
            items = [
                {
                    "code": each.code,
                    "name": each.name,
                    "severity": each.severity.value,
                    "reason": each.reason,
                    "gate": each.gate,
                }
                for each in codes.values()
            ]
            print_json({"schema": 1, "items": items})
            return
        for each in codes.values():
            print(f"{each.code} {each.name} ({each.severity.value}{', stopped by --gate' if each.gate else ''})")
            if code is not None:
                print(f"\n{each.reason}")
