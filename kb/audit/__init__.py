"""Audit rules: one module a rule, each a `CODE` and a function from the knowledge base to diagnostics."""
