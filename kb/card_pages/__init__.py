"""Pages of cards: cards come in with where they stand (`kb.places`), their pages and lists go out.

`cards` is the page of one, made of what the texts know of it (`lore`), where they name it (`namings`), the rulings it
lists (`listed`) and the names that are almost its own (`apart`); `lists` has them by name and by kind.
"""
