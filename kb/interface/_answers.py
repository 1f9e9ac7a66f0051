"""Interface words about files of questions and answers."""

from collections.abc import Mapping

ANSWERS: Mapping[str, str] = {
    "answers": "Questions and answers",
    "answers.lead": "Files of questions and answers. They are no rulings of a compendium and have no versions; each says what held on its date.",
    "answers.count": "{n} answers",
    "answers.count.one": "1 answer",
    "answers.errata": "{n} errata",
    "answers.errata.one": "1 erratum",
    "answers.asked": "{n} answers in question files",
    "answers.asked.one": "1 answer in a question file",
    "answers.asked.lead": "Not rulings of the compendium: answers that name this in their question or stand under its name, each as of its date.",
    "answers.listed": "{n} errata in question files",
    "answers.listed.one": "1 erratum in a question file",
    "answers.listed.lead": "Not rulings of the compendium: errata that are about this, each as of its date.",
    "answers.against": "A ruling says otherwise",
    "answers.since": "A later ruling says otherwise",
}
