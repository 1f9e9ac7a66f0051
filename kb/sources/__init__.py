"""Sources: the texts at hand come in; what a citation of them leads to goes out, cut into units to compare words with.

`addresses` makes the texts findable by address and name, `headings` finds the heading that is meant, `units` cuts a
text, `claims` gives the units of all that a footnote cites.
"""
