"""Readers: one module a format, each turning a source into a document or more."""
