"""Readers: one module a format, each turning a source into a document or more.

The private modules serve these, in families:

- `kramdown`: `_clauses` makes the document of the tree that `kb.kramdown` gives, by `_pieces`, `_places`, `_anchors`,
  `_harvest`, `_strikes` and `_front_matter`.
- `web_text` and `scrape` need none: what they see in lines is found by `kb.plain_lines`.
- `compendium`: `_outline` parts a file, by `_sections` and `_plain_sections`; `_cutting` cuts the parts into
  statements, by `_splitting`, `_hard_lines`, `_leads` and `_enumerated`; `_statements` reads each, `_asking` joins
  question and answer. One that came by mail is read by `_mailed`, `_mailed_heads`, `_mailed_lines` and
  `_mailed_pieces` first, and put into its page by `_grafting`.
- `faq`: `_faq_forms` and `_faq_marks` tell how a sheet asks, `_digest` what the mail put there.
- `cards`: `_card_attributes`, `_card_printing` and `_card_rulings`.

`_names` reads what a file of rulings or answers calls itself, `_post` what the post put around a text.
"""
