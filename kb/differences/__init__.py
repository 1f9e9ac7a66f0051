"""Differences: what differs between two stretches of text, cut as an editor would, and what is only noise.

In: two token streams and where in them to look. Out: differences in order, each with its change: of words, spelling,
grammar or punctuation. The one judgement of the program of what is a slip and what says something else: emendations
(a text mends another), witnesses and sister books (neither mends the other, `Vocabulary.of_peers`) all use it.
Invariant: the runs of a pair, applied to its first side's tokens, give the second side's.
"""

from kb.differences._passages import Difference, Passage, find_differences, read_tokens
from kb.differences._runs import LONGEST_REFERENCE, Change, Run, RunFinder
from kb.differences._slips import FUNCTION_WORDS, Slip, Vocabulary, fold_numbers, fold_scanned, judge_slip, may_differ

__all__ = [
    "FUNCTION_WORDS",
    "LONGEST_REFERENCE",
    "Change",
    "Difference",
    "Passage",
    "Run",
    "RunFinder",
    "Slip",
    "Vocabulary",
    "find_differences",
    "fold_numbers",
    "fold_scanned",
    "judge_slip",
    "may_differ",
    "read_tokens",
]
