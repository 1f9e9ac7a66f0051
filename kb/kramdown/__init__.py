"""kramdown: the grammar of Jekyll's Markdown (GFM). Text comes in with where it stands, a tree of blocks goes out, and
for each leaf of it the inlines it has.

The tree is no document yet: `kb.readers.kramdown` makes clauses of it. Every node has its places in the source, and
what is wrong with a text is told to its `Reading`, never raised.

`grammar` is made of rules: `_block_rules`, `_definition_rules`, `_html_rules`, `_list_rules` and `_table_rules` for
blocks, `_inline_rules` and `_link_rules` for what is in them. They read in `_block_state`, `_inline_state`, `buffer`
and `reading`, share `_attributes`, `entities`, `_html_tags` and `patterns`, and make a tree of `node`. `strikes` marks
the words between tags that strike them, which the grammar leaves apart.
"""
