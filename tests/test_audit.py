"""Every audit rule reports what its cases expect, fires in one and stays silent in another."""

import pytest

from kb import audit
from kb.discovery import plugins
from tests.audit_cases import Case, read_cases, reports

CASES = read_cases()
RULES = [module.__name__.rsplit(".", 1)[-1] for module in plugins(audit)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}: {case.title}")
def test_case(case: Case) -> None:
    assert reports(case) == case.expected


@pytest.mark.parametrize("rule", RULES)
def test_rule_has_a_case_that_fires_and_one_that_stays_silent(rule: str) -> None:
    mine = [case for case in CASES if case.rule == rule]
    assert any(case.kind == "fires" and case.expected for case in mine), f"tests/cases/audit/{rule}.md fires nowhere"
    assert any(case.kind == "silent" and not case.expected for case in mine), f"{rule}.md is silent nowhere"
