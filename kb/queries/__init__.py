"""Queries: named pure questions about documents and the knowledge base, one module a subject."""
