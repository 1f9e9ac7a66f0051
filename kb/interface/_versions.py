"""Interface words about the versions of rulings: what each changed, and what became of a ruling in it."""

from collections.abc import Mapping

VERSIONS: Mapping[str, str] = {
    "became.first-seen": "First seen",
    "became.same": "The same",
    "became.reworded": "Reworded",
    "became.respelled": "Only the spelling changed",
    "became.moved": "Moved",
    "became.moved.from": "Moved here from {term}",
    "became.split": "Reworded as several statements",
    "became.joined": "Several statements reworded as one",
    "became.relabelled": "Became an erratum",
    "became.clarified": "No longer an erratum",
    "became.placed": "Now under its own heading, with a label",
    "became.dropped": "Dropped",
    "became.returned": "Back again",
    "title.versions": "Versions of the rulings",
    "title.version": "What {title} changed",
    "describe.version": "The rulings that were first seen, reworded, moved or dropped in {title}.",
    "versions.lead": "What each version changed. Versions that are not at hand are named: any change told of the next one may be theirs.",
    "versions.rulings": "{n} rulings",
    "versions.rulings.one": "1 ruling",
    "versions.absent": "Not at hand.",
    "versions.unread": "No ruling was read from it.",
    "versions.oldest": "The oldest at hand.",
    "versions.against": "{version} against {before}.",
    "versions.oldest.lead": "There is no older version at hand to compare {version} with; all its {n} rulings are first seen here.",
    "versions.between": "{versions} are not at hand; any of these changes may have come in one of them.",
    "versions.between.one": "{versions} is not at hand; any of these changes may have come there.",
    "versions.none": "Nothing changed.",
    "versions.see": "What each version changed",
}
