"""Interface words of the frame: the doors, the page of a missing address, dates. The builder of the site reads them from
its environment (`Words.frame`), because they stand in its templates and not on pages.
"""

from collections.abc import Mapping

FRAME: Mapping[str, str] = {
    "door.home": "Home",
    "door.rules": "Rules",
    "door.rulings": "Rulings",
    "door.cards": "Cards",
    "door.desk": "Desk",
    "frame.skip": "Skip to the text",
    "frame.search": "Search",
    "frame.disk": "The search of this copy did not open. From a web server, as “kb serve” is, it does.",
    "frame.lost": "There is no connection to the search. Close this and try again.",
    "frame.wait": "The search is on its way …",
    "frame.nowhere": "The place that the address names is not on this page, or no longer.",
    "frame.doors": "Parts of the site",
    "frame.contents": "Contents",
    "scheme.dark": "Switch to dark",
    "scheme.light": "Switch to light",
    "missing.title": "There is no such page",
    "missing.text": "The address may have changed. Look in:",
    "missing.search": "Search for “{words}”",
    # Where a page does what it is for by scripts alone; the way round stands behind it
    "plain.scripts": "This needs scripts, which this browser does not run.",
    # Dates
    "months": "January February March April May June July August September October November December",
    "date.day": "{day} {month} {year}",
    "date.month": "{month} {year}",
    # Numbers: the way a thousand is written parts the thousands of all
    "number.thousand": "1,000",
    "number.percent": "{n}%",
    # Small words
    "section.front": "(front matter)",
    "severity.error": "error",
    "severity.warning": "warning",
    "severity.suggestion": "suggestion",
    "likeness.short.verbatim": "verbatim",
    "likeness.short.near": "near",
    "likeness.short.adapted": "adapted",
    "likeness.short.pointer": "pointer",
    "likeness.short.not-found": "not-found",
}
FRAMED = tuple(key for key in FRAME if key.startswith(("door.", "frame.", "scheme.", "missing.")))
"""The keys whose words stand in the templates of the builder."""
RIGHT_TO_LEFT = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"})
"""The languages that are written from right to left."""
