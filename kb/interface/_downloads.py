"""Interface words about downloads: what each format is, and why some are not offered."""

from collections.abc import Mapping

DOWNLOADS: Mapping[str, str] = {
    "title.downloads": "Downloads and data",
    "downloads.lead": "Everything this site knows, for other programs. Each file is made of the same texts as the pages, in the same run; the same texts give the same bytes.",
    "downloads.see": "Downloads and data",
    "downloads.files": "{n} files",
    "downloads.files.one": "1 file",
    "downloads.bytes": "{n} bytes",
    "downloads.none": "There is nothing of this kind in these texts.",
    "downloads.withheld": "Not offered here: it holds words of texts that belong to others. Who has the texts can make it: `kb export {format} --out DIR`.",
    "diff.was": "Was: {text}",
    "diff.now": "Now: {text}",
    "diff.by": "By: {text}",
    "format.atom": "Feeds (Atom)",
    "about.atom": "Changes by date: a feed for each emended book, one for each term or card with rulings, and one that tells of each new version of the rulings. Any feed reader takes their addresses.",
    "format.graphml": "Graph (GraphML)",
    "about.graphml": "Changed clauses, their footnotes and the rulings these cite, linked: for networkx, Gephi, yEd.",
    "format.inventory": "Inventory of addresses (Sphinx)",
    "about.inventory": "Every clause, ruling, term and card by its id: other sites link to them with intersphinx or a tool that reads the same file. It also lies at the root of this site.",
    "format.json": "Everything as JSON",
    "about.json": "Works, changes, footnotes, rulings with their histories, and all that can be found, with addresses. Its schema is below.",
    "format.json-schema": "The schema of the JSON file",
    "about.json-schema": "A JSON Schema (2020-12) that says what each field means.",
    "format.jsonld": "Linked data (JSON-LD)",
    "about.jsonld": "Works, editions, rulings and what they changed: the classes of schema.org, the relations of the European Legislation Identifier.",
    "format.sqlite": "Database (SQLite)",
    "about.sqlite": "What the JSON file holds, as tables, with a full text index: `SELECT id, title FROM entry WHERE number IN (SELECT rowid FROM search WHERE search MATCH 'WORD')`.",
    "format.tei": "Collations (TEI)",
    "about.tei": "For each book with more than one text, what its witnesses have in each place, by parallel segmentation.",
}
