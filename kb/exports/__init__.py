"""Exports: one module a format, each a function from the knowledge base to files."""
