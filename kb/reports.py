"""Reports: diagnostics as text for people, JSON, GitHub annotations and SARIF. Strings out, nothing printed."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from urllib.parse import quote

import kb
from kb.answers.telling import counted
from kb.diagnostics import Diagnostic, Severity, as_json, in_order, render_text


class ReportFormat(Enum):
    """The formats of a report."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.SUGGESTION: "notice"}
_SARIF = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.SUGGESTION: "note"}


def render_report(diagnostics: Sequence[Diagnostic], form: ReportFormat) -> str:
    """All diagnostics in one format, in order of file and place; ends with a newline unless empty."""
    writers: Mapping[ReportFormat, Callable[[Sequence[Diagnostic]], str]] = {
        ReportFormat.TEXT: _text,
        ReportFormat.JSON: _json,
        ReportFormat.GITHUB: _github,
        ReportFormat.SARIF: _sarif,
    }
    return writers[form](in_order(diagnostics))


def summarise(diagnostics: Sequence[Diagnostic]) -> str:
    """How many of each severity: `2 errors, 1 warning, 0 suggestions`."""
    counts = Counter(found.code.severity for found in diagnostics)
    return ", ".join(counted(counts[severity], severity.value) for severity in Severity)


def _text(diagnostics: Sequence[Diagnostic]) -> str:
    return "".join(render_text(found) + "\n\n" for found in diagnostics)


def _json(diagnostics: Sequence[Diagnostic]) -> str:
    value = {"schema": 1, "diagnostics": [as_json(found) for found in diagnostics]}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _github(diagnostics: Sequence[Diagnostic]) -> str:
    """Workflow commands; data and property values are escaped as GitHub's documentation of them says."""
    lines = []
    for found in diagnostics:
        place = f"file={_property(found.path)}"
        if found.line:
            place += f",line={found.line},col={found.column}"
        title = _property(f"{found.code.code} {found.code.name}")
        body = found.message + (f"\nhint: {found.hint}" if found.hint else "")
        lines.append(f"::{_GITHUB[found.code.severity]} {place},title={title}::{_data(body)}\n")
    return "".join(lines)


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """SARIF 2.1.0 with one run; paths are as they come, written as addresses, which code scanning wants relative."""
    codes = {found.code.code: found.code for found in diagnostics}
    rules = [
        {
            "id": code.code,
            "name": code.name,
            "shortDescription": {"text": code.name},
            "fullDescription": {"text": code.reason},
            "defaultConfiguration": {"level": _SARIF[code.severity]},
        }
        for _, code in sorted(codes.items())
    ]
    results = [
        {
            "ruleId": found.code.code,
            "ruleIndex": sorted(codes).index(found.code.code),
            "level": _SARIF[found.code.severity],
            "message": {"text": found.message + (f" ({found.hint})" if found.hint else "")},
            "locations": [_sarif_location(found)],
        }
        for found in diagnostics
    ]
    value = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "emendary", "version": kb.__version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _sarif_location(found: Diagnostic) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": quote(found.path)}}
    if found.line:
        region = {"startLine": found.line, "startColumn": found.column}
        physical["region"] = region | ({"endColumn": found.column + found.width} if found.width else {})
    return {"physicalLocation": physical}
