"""The alphabet of lists: a title comes in, what it is sorted by and the letter it stands under go out."""

import unicodedata

OTHER = "#"
"""What stands under no letter."""


def fold(title: str) -> str:
    """A title for sorting: accents, case and what stands before the first letter or digit dropped."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", title) if not unicodedata.combining(char))
    return plain.casefold().lstrip(" “\"'‘(-–—=•").replace("’", "'")


def first_letter(title: str) -> str:
    """The letter a title stands under: A to Z, or `#` for anything else."""
    letter = fold(title)[:1].upper()
    return letter if letter.isalpha() else OTHER
