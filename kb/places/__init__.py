"""Places: a knowledge base comes in; where each thing in it stands on the site, and what is linked with it, goes out.

Nothing here makes a page; whatever makes one asks these first, most of them through `base`.

- addresses: `addresses` of texts, `topics` of a rulings file, `settling` rulings through time, `earlier` versions,
  `retired` ids, `sheets` of answers, `cards`, `terms`, `glossaries`, what `numbered` rules are called, `other_texts`,
  `footnotes` and `findings`.
- ties: `web` as a value, `spinning` it, `web_files` of it, what is `linked` with a page, the texts that are `linkable`,
  the links that `naming` a term gives, the `openings` that tell rulings under one heading apart.
- what every page needs: `base`, `items`, `downloads`, the `alphabet` of lists, names that stay `unbroken`, rulings that
  list things `itemised`, what a page offers that is for `reading`.
"""
