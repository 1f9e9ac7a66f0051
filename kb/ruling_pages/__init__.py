"""Pages of rulings and answers: these come in with where they stand (`kb.places`), what their pages tell goes out.

`topic_pages` is the page of a heading or a sheet, `lives` tells a ruling through time, `versions` what each version
changed, `wordings` how one wording became another, `later_versions` what they made of an authority, `instructions` the
errata that say how to change a text; `besides` is what a file says beside its rulings, `finder` what the browser asks
to find one.
"""
