"""Naming: words come in; what of them names a text, a place in it or another footnote goes out.

`mentions` reads the name, place and heading of one citation, `calling` knows what texts are called, `versions` rows of
them, `placing` headings and pages, `noting` other footnotes. `introducing` is what stands before a name, `recognising`
tells whether words are a citation at all, and `parting` parts those that name several texts. All of it is about words:
nothing is looked up here (`kb.sources` does).
"""
