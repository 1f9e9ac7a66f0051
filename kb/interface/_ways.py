"""Interface words of ways through the site: trails, places that moved."""

from collections.abc import Mapping

WAYS: Mapping[str, str] = {
    "trail": "Where this page is",
    "crumb.home": "Home",
    "crumb.rules": "Rules",
    "crumb.rulings": "Rulings",
    "crumb.versions": "Versions",
    "home.player.first": "Read",
    "home.player.text.published": "Read the rules as they were published.",
    "home.judge.day": "In force on",
    "home.editor.text.unemended": "See what the program found in the texts, and what still wants attention.",
    "home.editor.changes": "What changed in {title}",
    "find.show": "Show",
    "rules.lead": "The books with an emended text first: the published words with every change that a ruling made.",
    "moved.title": "Moved: {title}",
    "moved.there": "Go to {title}",
    "besides.rulings": "What it says besides its rulings",
    "besides.answers": "What it says besides its answers",
    "besides.card": "What else its page says",
    "besides.card.alone": "What its page says",
    "rulings.retired": "Rulings that once stood here under other ids",
}
