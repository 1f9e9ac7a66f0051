"""Where the words begin and end that a citation before them quotes."""

import pytest

from kb.footnotes.leading import end_of_marked, end_of_quotation, find_lead, is_quoted, led_by_work, quotes
from kb.naming.recognising import without_verb
from tests.test_naming_words import KNOWN

OIL = "oil is lent to nobody"


def led(rest: str, *, comma: bool = False) -> str | None:
    number = find_lead(rest, comma=comma)
    return rest[number:] if number is not None else None


@pytest.mark.parametrize(
    "lead",
    [
        *(f" {verb} " for verb in ("say", "says", "reads", "states", "rules")),
        *(f"{verb} " for verb in (", which says", " where it reads", " it also states", ") rules", "] also says")),
        *(" said that ", " had: ", " gives, ", " gave – ", " read, that ", " stated — ", ": ", ".: "),
    ],
)
def test_a_verb_or_a_colon_leads_to_what_a_source_says(lead: str) -> None:
    assert led(f"{lead}{OIL}") == OIL


@pytest.mark.parametrize("verb", ["said", "read", "state", "stated", "ruled", "had", "has", "gives", "gave"])
def test_other_verbs_lead_to_quotation_marks_alone(verb: str) -> None:
    assert led(f" {verb} “{OIL}”") == f"“{OIL}”"
    assert led(f" {verb} {OIL}") is None


@pytest.mark.parametrize(
    "account",
    [
        *("nothing", "otherwise", "so", "little", "more", "less", "much", "as", "in", "on", "about", "of", "for"),
        *("how", "what", "when", "where", "which", "why", "whether", "who", "this", "it"),
        *("the same", "the opposite", "the contrary", "the rest", "the rule", "the exact"),
    ],
)
def test_an_account_of_a_source_is_not_what_it_says(account: str) -> None:
    assert led(f" says {account} lamp oil by night") is None


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        (" – Oil is lent to nobody", "Oil is lent to nobody"),
        ("—Oil is lent to nobody", "Oil is lent to nobody"),
        (", - Oil is lent Now", "Oil is lent Now"),
        (f" – “{OIL}”", f"“{OIL}”"),
        (" – Oil is Lent Now Here", None),
        (" – oil is lent to nobody", None),
        (" – LRF 2, oil is lent to nobody", None),
        (". Oil is lent to nobody", "Oil is lent to nobody"),
        (". See how oil is lent", None),
        (f", {OIL}", None),
        (f", “{OIL}”", f"“{OIL}”"),
        (f" changed this: “{OIL}”", f"“{OIL}”"),
        (f", Gull: “{OIL}”", f"“{OIL}”"),
        (f"“{OIL}”", f"“{OIL}”"),
        (": oil is lent", None),
        ("", None),
    ],
)
def test_a_dash_or_a_stop_leads_to_a_sentence(rest: str, words: str | None) -> None:
    assert led(rest) == words


def test_a_comma_leads_to_words_behind_a_common_signal() -> None:
    assert led(f", {OIL}", comma=True) == OIL


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("LRF 1: Oil is lent to nobody", "Oil is lent to nobody"),
        ("LRF 1, Oil: It is lent to nobody", "It is lent to nobody"),
        ("LRF 1: “LRF 2, Oil, is lent to nobody”", "“LRF 2, Oil, is lent to nobody”"),
        ("LRF 1: LRF 2, Oil, is lent to nobody", None),
        ("LRF 1: It is as changed by LRF 2, Oil", None),
        ("LRF 1: Oil is lent to nobody (see LRF 2, Oil)", "Oil is lent to nobody (see LRF 2, Oil)"),
        ("LRF 1: Oil is lent to nobody; cf. LRF 2, Oil", "Oil is lent to nobody; cf. LRF 2, Oil"),
        ("LRF 1: How long a wick burns", None),
        ("LRF 1: “How long a wick burns”", None),
        ("LRF 1: Rulings by Term: Oil, second item", None),
        ("LRF 1: Rulings by Term – Oil – Hemp", None),
        ("LRF 1: p. 3, Rulings by Term", None),
        ("LRF 1: Rulings by Term, is lent to nobody", "Rulings by Term, is lent to nobody"),
        ("LRF 9 says: “Oil is lent to nobody”", "“Oil is lent to nobody”"),
        ("LRF 9, “Lending of Oil”.", None),
        ("LRF 9, “Lending of Oil”; LRF 8, “Lent”.", None),
        ("LRF 9, “Lending of Oil” (p. 3)", None),
        ("LRF 9, “Lent”", None),
        ("LRF 9, “Oil is lent”.", "“Oil is lent”."),
        ("LRF 9, “Lent!”", "“Lent!”"),
        ("LRF 9: “Lending of Oil”.", "“Lending of Oil”."),
        ("LRF 9, “Lent”: “Oil is lent to nobody”", "“Oil is lent to nobody”"),
        ("Rule 2: oil is lent to nobody", None),
        ("per LRF 1, oil is lent to nobody", "oil is lent to nobody"),
    ],
)
def test_a_text_named_in_words_leads_to_a_quotation_and_to_no_heading(text: str, words: str | None) -> None:
    start = led_by_work(text, 0, KNOWN)
    assert (text[start:] if start is not None else None) == words


LONG = "one two three four five six seven eight nine ten eleven twelve"


@pytest.mark.parametrize(
    ("text", "quotation"),
    [
        (f"“{OIL}.” So it is and {LONG}", f"“{OIL}.”"),
        (f"“{OIL}” {LONG}", f"“{OIL}”"),
        (f"“{OIL}” {LONG} thirteen", f"“{OIL}” {LONG} thirteen"),
        ("“Oil.” It is lent", "“Oil.” It is lent"),
        (f"“{OIL}", f"“{OIL}"),
        (f"{OIL}. It is so", f"{OIL}. It is so"),
        (f"“{OIL}!”, and “{OIL}.” It is so", f"“{OIL}!”, and “{OIL}.”"),
        (f"„{OIL}“ It is so", f"„{OIL}“"),
        (f"»{OIL}« It is so", f"»{OIL}«"),
        (f"'the keepers' {OIL}' it is", f"'the keepers' {OIL}'"),
        (f"“the “old” {OIL}” it is", f"“the “old” {OIL}”"),
        (f'"{OIL}" it is', f'"{OIL}"'),
    ],
)
def test_a_quotation_ends_with_its_marks_where_no_more_than_a_remark_is_behind(text: str, quotation: str) -> None:
    assert text[: end_of_quotation(text)] == quotation


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (f"“{OIL}”, and “{OIL}”", f"“{OIL}”"),
        ("“”", "“”"),
        ("“oil", None),
        ("oil”", None),
        ("", None),
        ("'oil", None),
        *((f"'{OIL}' {word} LRF 1", f"'{OIL}'") for word in ("and", "but", "from", "in", "per", "see", "It")),
        *((f"‘{OIL}’{sign}", f"‘{OIL}’") for sign in ("", ".", ",", ";", ":", " (it)", " [it]", " – it", "/")),
        (f"‘the keepers’ {OIL}’.", f"‘the keepers’ {OIL}’"),
        ("''", "''"),
    ],
)
def test_the_marks_that_open_a_text_close(text: str, marked: str | None) -> None:
    end = end_of_marked(text)
    assert (text[:end] if end is not None else None) == marked


def test_quotation_marks_are_told_from_what_parts_headings() -> None:
    assert [is_quoted(text) for text in ("“oil”", "»oil«", "» Oil", "oil", "")] == [True, True, False, False, False]


@pytest.mark.parametrize("marks", ["“{}”", "«{}»", "„{}“", "„{}”", '"{}"', "‘{}’"])
def test_marked_words_are_a_quotation_from_four_words_on(marks: str) -> None:
    assert quotes(f"He says {marks.format(OIL)} of it") and quotes(marks.format("oil"))
    assert not quotes(f"He says {marks.format('oil is lent')} of it")


@pytest.mark.parametrize(
    "verb",
    [
        *("say", "says", "said", "read", "reads", "state", "stated", "states", "rules", "ruled", "has", "had"),
        *("gives", "gave", "says, that", "reads that:"),
    ],
)
def test_a_citation_is_told_without_the_verb_behind_it(verb: str) -> None:
    assert without_verb(f"LRF 1, Oil {verb}") == without_verb(f"LRF 1, Oil, {verb} ") == "LRF 1, Oil"
