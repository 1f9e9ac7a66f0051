import pytest

from kb.wording import read_wording


@pytest.mark.parametrize(
    ("text", "words", "marks", "label"),
    [
        ("@ Rules Erratum: Kites fly.", "Kites fly.", ("@",), "Rules Erratum"),
        ("Card Erratum: @ Kites fly. #", "Kites fly.", ("@", "#"), "Card Erratum"),
        ("@Kites fly.", "Kites fly.", ("@",), None),
        (r"\@ Rules Erratum: Kites fly. \# So.", "Kites fly. So.", ("@", "#"), "Rules Erratum"),
        ("@# Kites fly.", "Kites fly.", ("@", "#"), None),
        (r"\#\@ Kites fly.", "Kites fly.", ("#", "@"), None),
        ("@#Kites fly. #@", "Kites fly.", ("@", "#", "#", "@"), None),
        ("Kites pay @@ and #3.", "Kites pay @@ and #3.", (), None),
        (r"\@Kites fly.\@", "Kites fly.", ("@", "@"), None),
        (r"Kites\@sea fly.", r"Kites\@sea fly.", (), None),
        ("–=– Annotation 9a: Kites fly.", "Kites fly.", ("–=–",), "Annotation 9a"),
        ("Annotation 11 (as changed): Kites fly.", "Kites fly.", (), "Annotation 11"),
        ("Clarification (2001): Kites fly.", "Kites fly.", (), "Clarification"),
        ("Rules Erratum (May 2001): Kites fly.", "Kites fly.", (), "Rules Erratum"),
        ("Clarification 2 (two kites): Kites fly.", "Kites fly.", (), "Clarification 2"),
        ("Erratum no. 3a: Kites fly.", "Kites fly.", (), "Erratum no. 3a"),
        ("Clarification 3 (see 4) says: no.", "Clarification 3 (see 4) says: no.", (), None),
        ("Errata 2001: Kites fly.", "Errata 2001: Kites fly.", (), None),
        ("Card Errratum (large): Kites fly.", "(large): Kites fly.", (), "Card Errratum"),
        ("Large Kite, Card Erratum: Kites fly.", "Large Kite: Kites fly.", (), "Card Erratum"),
        ("Large Kite: Card Erratum (red): Kites fly.", "Large Kite: (red) Kites fly.", (), "Card Erratum"),
        ("6.31 [Erratum] Kites fly.", "6.31: Kites fly.", (), "Erratum"),
        ("6.31 Erratum: Kites fly.", "6.31: Kites fly.", (), "Erratum"),
        ("6.31 Rules Erratum: Kites fly.", "6.31: Kites fly.", (), "Rules Erratum"),
        ("[6.31] Errata: Kites fly.", "[6.31] Kites fly.", (), "Errata"),
        ("(6.31) Clarification: Kites fly.", "(6.31) Kites fly.", (), "Clarification"),
        ("Rule 6.31 – Clarification: Kites fly.", "Rule 6.31: Kites fly.", (), "Clarification"),
        ("6.31 Landing (addition): Kites fly.", "6.31 Landing: Kites fly.", (), "addition"),
        ("6.31 Errata are words for slips.", "6.31 Errata are words for slips.", (), None),
        ("Errata are words for slips.", "Errata are words for slips.", (), None),
        ("Write to kites@example.org about kite #5.", "Write to kites@example.org about kite #5.", (), None),
        ("Kites fly. [Effective 1/2/98]. Gulls too.", "Kites fly. Gulls too.", (), None),
        ("New: Kites fly.", "Kites fly.", ("New",), None),
        ("@ Gull: NEW: Kites fly.", "Gull: Kites fly.", ("@", "NEW"), None),
        ("@ Revised: Kites fly.", "Kites fly.", ("@", "Revised"), None),
        ("Changed: “three” to “four”.", "Changed: “three” to “four”.", (), None),
        ("New kites: they fly.", "New kites: they fly.", (), None),
        ("Kites fly. [Added in version 3]", "Kites fly.", ("Added in version 3",), None),
        ("Kites fly. (New in this issue)", "Kites fly.", ("New in this issue",), None),
        ("[Changed since the last version.] Kites fly.", "Kites fly.", ("Changed since the last version.",), None),
        ("Kites (new in this wind) fly.", "Kites (new in this wind) fly.", (), None),
        ("[New] Kites [changed to gulls] fly. [Revised", "Kites [changed to gulls] fly. [Revised", ("New",), None),
        ("Kites [new] fly.", "Kites [new] fly.", (), None),
        ("  Kites \n fly. ", "Kites fly.", (), None),
        ("", "", (), None),
    ],
)
def test_words_are_told_from_what_stands_around_them(
    text: str, words: str, marks: tuple[str, ...], label: str | None
) -> None:
    wording = read_wording(text)
    assert (wording.words, wording.marks, wording.label) == (words, marks, label)
