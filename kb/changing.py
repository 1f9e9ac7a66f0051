"""Words of change: the verbs with which an erratum asks for a change of a text, as alternatives for a pattern."""

ADD = "add|insert|append"
REMOVE = "remove|delete|strike|omit"
PASS_OVER = "ignore|disregard"
"""They remove what a text says where an erratum says them of its words; rulings say them of much else."""
CHANGE = "change|replace|substitute|correct|amend"
VERBS = f"{CHANGE}|{REMOVE}|{ADD}"
"""A sentence that begins with one of these asks for a change."""
