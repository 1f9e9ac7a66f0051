"""Readers: one module a format, each turning a source into a document or more.

- `kramdown`: `_clauses` makes the document of the tree that `kb.kramdown` gives, by `_pieces`, `_places`, `_anchors`,
  `_harvest` and `_front_matter`.
- `web_text` and `scrape` make one of what `kb.plain_lines` sees in a text without markup.
- `compendium` and `faq` put together the statements of a document (`kb.statements`); `_pairs` gathers the questions of
  a sheet and their answers, `_orders` tells a list of changes where no section is known.
- `cards`: `_card_attributes`, `_card_printing`, `_card_rulings` and `_card_sets`.
"""
