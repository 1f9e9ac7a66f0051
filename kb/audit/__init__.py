"""Audit rules: one module a rule, with its `CODES` and a function `audit` from the knowledge base to diagnostics."""

import sys

from kb.diagnostics import Diagnostic, in_order
from kb.discovery import plugins
from kb.graph import Kb


def find_all(kb: Kb) -> tuple[Diagnostic, ...]:
    """What every rule says of a knowledge base, in order of file and place."""
    rules = plugins(sys.modules[__name__])
    return in_order(found for rule in rules for found in rule.audit(kb))
