"""Full text search: records of a knowledge base come in, the best ones for some words go out.

`kb.search.gather` finds what can be found and knows the site; this module is light, so that a kept index answers
at once.
"""

from kb.search._index import SearchIndex, open_index, write_index

__all__ = ["SearchIndex", "open_index", "write_index"]
