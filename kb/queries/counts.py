"""Counts as people say them in answers: a number and a noun come in, `1 ruling` or `2 rulings` goes out."""


def counted(number: int, noun: str) -> str:
    """The number with its noun, which makes its plural with an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
