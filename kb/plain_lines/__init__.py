"""Plain lines: texts without markup come in; what a person sees in their lines goes out: margins, headings,
lists, notes.

`lines` tells lines apart and finds the margins they were wrapped at; `page_lines` finds the heads and feet of printed
pages among them, `columns` two columns side by side, `bare` headings and contents, `labels` what opens a note,
`nesting` how deep in lists a line stands. `gathering` makes units (`kb.plain`) of all that, and `making` the text, with
what is wrong with it. Two readers of texts are made of these (`kb.readers.web_text`, `scrape`), and the one of rulings
files that came by mail.
"""
