"""Interface words of ways through the site: trails, places that moved."""

from collections.abc import Mapping

WAYS: Mapping[str, str] = {
    "trail": "Where this page is",
    "crumb.home": "Home",
    "crumb.rules": "Rules",
    "crumb.rulings": "Rulings",
    "crumb.versions": "Versions",
    "moved.title": "Moved: {title}",
    "moved.there": "Go to {title}",
    "rulings.retired": "Rulings that once stood here under other ids",
}
