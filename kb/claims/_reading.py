"""Sentences: a ruling, or a question with its answer, comes in, what each of its sentences claims goes out."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kb.changing import PASS_OVER, VERBS
from kb.claims._said import Said, content, read_clause
from kb.claims._words import AUXILIARIES, CONDITIONS
from kb.counting import in_figures
from kb.sentences import find_sentences
from kb.similarity import Words
from kb.text import MARKED_CLOSERS, WORD, fold_word, word_forms

_INSTRUCTION = re.compile(rf"\W*(?:{VERBS}|{PASS_OVER}|should\s+read)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\W*(?:otherwise|then|if (?:so|not)|in (?:this|that|such|these|those)(?: an?)? (?:case|event|situation)s?)\b",
    re.IGNORECASE,
)
"""Sentences that open like this speak of the case of another one."""
_POINTS_BACK = re.compile(r"\W*(?:it|they|he|she|this|that|these|those|such|both|neither)\b", re.IGNORECASE)
_ENDS = re.compile(rf"[.!?]{MARKED_CLOSERS}$")
_AUXILIARY = "|".join(sorted(AUXILIARIES | {"can't", "don't", "doesn't", "isn't", "aren't"}))
_FIRST_AUXILIARY = re.compile(rf"\b(?:{_AUXILIARY})\b", re.IGNORECASE)
_JOINT = re.compile(
    rf";|\s+--+\s+|\s*[—–](?=\s|[^\W\d_])|,\s+but\b|,?\s+(?:and|or)\s+(?=(?:[\w'-]+\s+){{0,4}}(?:{_AUXILIARY})\b)",
    re.IGNORECASE,
)
"""Where a sentence goes on with another clause: at a semicolon, a dash, or an `and` with an auxiliary soon behind."""

_SHORT = r"(?:i|you|we|they|it|he|she|there) (?:do|does|did|is|are|was|were|has|have|had|will|would|must|should)"
ENDED = r"(?=\s*(?:[.,;:!)]|$))"
"""Where a verdict ends: behind a pronoun and an auxiliary what goes on (`It is told when ...`) is none."""
YES = re.compile(
    r"\W*(?:yes|sure|right|certainly|absolutely|always|of course|(?:you|they|it|he) (?:can|may)\b)(?! ?not)"
    rf"|\W*{_SHORT}{ENDED}"
)
NO = re.compile(
    r"\W*(?:no|never|(?:you|they|it|he) (?:cannot|can't|can not|may not|do not|does not|don't|doesn't))\b(?! matter)"
    rf"|\W*{_SHORT}(?: not|n't){ENDED}"
)
_VERDICT = re.compile(r"\W*(?:yes|no)\s*(?:[,:;]|[-–—]+(?=\s))\s*", re.IGNORECASE)
"""The verdict before an answer that goes on in the same sentence."""
_ASKS = re.compile(r"\W*(?:how|what|when|where|why|who|whom|whose|which)\b")
_COUNTS = re.compile(r"\W*how (?:many|much|often)\b")
_ASKS_ORDER = re.compile(r"\W*(?:when|which|who|at what (?:time|point|moment)|in (?:what|which) order)\b")
_ASKED_AGAIN = re.compile(r",\s*(?:and|or)\s+(?:if|when|what|how|who|where|which)\b.*$", re.IGNORECASE)
_DENYING_OPENING = re.compile(
    r"(\W*)(do|does|did|is|are|was|were|has|have|can|could|may|must|should|would|will|won)n?'t\b", re.IGNORECASE
)


def read_claims(text: str) -> Iterator[Said]:
    """What the sentences of a ruling say.

    Instructions how to change a text say nothing, nor do headings, nor what speaks of the sentence before it.
    """
    for number, span in enumerate(find_sentences(text)):
        sentence = text[span.start : span.end]
        if _INSTRUCTION.match(sentence) or _AGAIN.match(sentence) or (number and _POINTS_BACK.match(sentence)):
            continue
        if not _ENDS.search(sentence) and AUXILIARIES.isdisjoint(word_forms(sentence)):
            continue
        subject = ""
        for part in _clauses(sentence):
            own = _subject(part)
            whole = f"{subject} {part.strip()}" if subject and own == "" else part.strip()
            yield replace(read_clause(whole), text=part.strip())
            subject = own or subject


def _subject(clause: str) -> str | None:
    """What stands before the first auxiliary of a clause; nothing where it begins with that, None where it has none."""
    first = _FIRST_AUXILIARY.search(clause)
    return clause[: first.start()].strip() if first is not None else None


def _clauses(sentence: str) -> Iterator[str]:
    """The clauses of a sentence that stand side by side. A sentence with its condition in front stays whole, for the
    condition may be of all; what stands behind a joint without a clause before it does too."""
    words = word_forms(sentence)
    if words and words[0] in CONDITIONS:
        yield sentence
        return
    start = 0
    for joint in _JOINT.finditer(sentence):
        head = sentence[start : joint.start()]
        if joint.group().strip(" ,").isalpha() and AUXILIARIES.isdisjoint(word_forms(head)):
            continue
        yield head
        start = joint.end()
    yield sentence[start:]


def read_answer(question: str, reply: str) -> Said | None:
    """What an answer of yes or no says of its question; None for other answers, and for questions with a denial in
    them, which people answer either way."""
    sentences = [question[span.start : span.end] for span in find_sentences(question)]
    asked = next((each for each in reversed(sentences) if each.rstrip().endswith("?")), question)
    folded = fold_word(reply)
    grants, refuses = YES.match(folded), NO.match(folded)
    if bool(grants) == bool(refuses) or _ASKS.match(fold_word(asked)):
        return None
    said = read_clause(_DENYING_OPENING.sub(r"\1\2", _ASKED_AGAIN.sub("", asked)), asking=True)
    if said.denies or said.excuses:
        return None
    return replace(
        said,
        text=question,
        denies=bool(refuses),
        excuses=bool(refuses) and said.duty,
        names=frozenset(content(" ".join(_names(asked)))),
    )


def read_counted(question: str, reply: str) -> str | None:
    """The number, in figures, with which an answer to *how many* or *how often* begins; None where it says more of it
    than the question does (*at least*, *a crew*), or tells of a case."""
    asked = [question[span.start : span.end] for span in find_sentences(question)]
    first = next((reply[span.start : span.end] for span in find_sentences(reply)), "")
    if not any(_COUNTS.match(fold_word(each)) for each in asked) or any(read_cases(reply)):
        return None
    numbers = in_figures(read_clause(first).numbers)
    besides = {*content(first)} - {*content(question), *read_clause(first).numbers}
    return numbers[0] if len(numbers) == 1 and not besides else None


def read_ruled(question: str, reply: str) -> tuple[Said, Words] | None:
    """What an answer of yes or no rules, in the case and with the limit that it names itself; and all that it speaks
    of: what is asked, and what it goes on to say the same of."""
    said = read_answer(question, reply)
    if said is None:
        return None
    sentences = [reply[span.start : span.end] for span in find_sentences(reply)]
    tails = [each for number, each in enumerate(sentences) if not number or AUXILIARIES.isdisjoint(word_forms(each))]
    cases = [read_clause(each) for each in tails]
    said = replace(
        said,
        text=f"{question} {reply}",
        conditions=tuple(dict.fromkeys((*said.conditions, *(word for each in cases for word in each.conditions)))),
        turned=sum((said.turned, *(each.turned for each in cases))) % 2 == 1,
        limit=next((each.limit for each in cases if each.limit), ()),
    )
    more = (each for each in read_claims(reply) if each.denies == said.denies and not (each.limit or each.conditions))
    return said, (*said.things, *(thing for each in more for thing in each.things))


def read_order(question: str, reply: str) -> Iterator[Said]:
    """What the sentences of an answer say of an order that its question asks for (`When ...?`, `Which ...?`)."""
    sentences = [question[span.start : span.end] for span in find_sentences(question)]
    if any(each.rstrip().endswith("?") and _ASKS_ORDER.match(fold_word(each)) for each in sentences):
        yield from (replace(said, text=question) for said in read_claims(reply) if said.sides)


def read_asserted(question: str, reply: str) -> Iterator[tuple[Said, Words]]:
    """What the sentences of an answer say that speak of nothing in front of them, each with the cases that the question
    puts (`If it rains, ...`)."""
    asked = [question[span.start : span.end] for span in find_sentences(question)]
    posed = [read_clause(each) for each in asked if not _ASKS.match(fold_word(each)) and _puts_case(each)]
    case = tuple(dict.fromkeys(word for each in posed for word in each.conditions))
    for said in read_claims(_VERDICT.sub("", reply)):
        if not _POINTS_BACK.match(said.text):
            yield said, case


def _puts_case(sentence: str) -> bool:
    return not CONDITIONS.isdisjoint(word_forms(sentence))


def read_cases(reply: str) -> Iterator[Words]:
    """What the conditions of an answer speak of, sentence by sentence."""
    for span in find_sentences(reply):
        yield read_clause(reply[span.start : span.end]).conditions


def _names(question: str) -> Iterator[str]:
    """The words of a question that are written as names are: with a capital, not at its beginning."""
    for number, match in enumerate(WORD.finditer(question)):
        if number and match.group()[0].isupper() and match.group() not in {"I", "I'm", "I've"}:
            yield match.group()
