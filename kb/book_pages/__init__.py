"""Pages of books: a book comes in with where it stands (`kb.places`), its texts as pages show and compare them go out.

- the text: `showing` with permalinks and links, `marking` what changed, `reasons` for that with `doubts`,
  `openings` of it; `texts` and `headings` lay it out, `citing` says what a clause is called; `books` puts these
  together, `editions` shows reprints, `text_pages` what is no book.
- texts beside each other: `change_rows` of two, shown by `sides`, what one is `lacking`; `changes` of a book,
  `comparing` any two of its texts, `states` it had, `parallels` with its sisters, `witnesses` on their
  `witness_page` with their `apparatus`.
- its upkeep: `records`, `book_log`, since when a change holds (`introduced`), rulings as `judged`, the `desk`, and the
  `upkeep` that other pages tell of.
"""
