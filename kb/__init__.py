"""Emendary: an errata-aware rules knowledge base and reference-site generator."""

__version__ = "0.1.0"
