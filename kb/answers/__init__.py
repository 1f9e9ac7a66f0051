"""Answers: what the commands and exports say of a query, as plain data and as text for people, one module a subject."""
