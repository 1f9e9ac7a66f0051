"""Footnotes: the text of a footnote comes in; what it quotes and what it cites for that go out.

`flat` has it in one line, `locating` finds where citations stand in it, `leading` where the words begin that one leads
to, `mentioning` what each names; `marking` reads several quotations with a citation each, `quoting` the whole.
"""
