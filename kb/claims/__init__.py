"""Claims: the sentences of a ruling, or a question and its answer, come in; what they say, of what and when, goes out.

No grammar is known here, only the words that bind a sentence together: the first auxiliary parts what is spoken of
from what is said of it, and certain words begin a condition, a contrast or a reason. A word that denies counts for
the main clause alone: in `what has not resolved may be discarded` nothing is denied. What cannot be read like this
makes no claim.
"""

from kb.claims._asking import FEW, Asked, Asks, plain_question, read_asked
from kb.claims._comparing import (
    LEAST,
    contradict,
    deny_answer,
    deny_of_it,
    order_otherwise,
    read_told,
    reverse,
    turn_answer,
)
from kb.claims._levelling import is_half, plainly, without_contrast, without_halves
from kb.claims._limiting import find_limit, part_sentence
from kb.claims._matching import answered_otherwise, are_rivals, asked_keys, ruling_keys
from kb.claims._pairing import find_deniable, find_opposable
from kb.claims._reading import read_answer, read_asserted, read_claims, read_counted, read_order, read_ruled
from kb.claims._reversing import Known, decide_alike, turns_rule
from kb.claims._said import Said, content, read_clause
from kb.claims._turning import find_turn
from kb.claims._words import DENIALS, NUMBERS, decisive, denies, is_number

__all__ = [
    "DENIALS",
    "FEW",
    "LEAST",
    "NUMBERS",
    "Asked",
    "Asks",
    "Known",
    "Said",
    "answered_otherwise",
    "are_rivals",
    "asked_keys",
    "content",
    "contradict",
    "decide_alike",
    "decisive",
    "denies",
    "deny_answer",
    "deny_of_it",
    "find_deniable",
    "find_limit",
    "find_opposable",
    "find_turn",
    "is_half",
    "is_number",
    "order_otherwise",
    "part_sentence",
    "plain_question",
    "plainly",
    "read_answer",
    "read_asked",
    "read_asserted",
    "read_claims",
    "read_clause",
    "read_counted",
    "read_order",
    "read_ruled",
    "read_told",
    "reverse",
    "ruling_keys",
    "turn_answer",
    "turns_rule",
    "without_contrast",
    "without_halves",
]
