"""Strict YAML: plain values with their places; everything else is refused with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import strict_yaml
from kb.strict_yaml import read_yaml
from kb.text import Source, Span


def value(text: str) -> object:
    read = read_yaml(Source.from_text("a.yml", text))
    assert read.diagnostics == ()
    assert read.value is not None
    return read.value.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", None),
        ("a: 1", {"a": 1}),
        ("a: -7\nb: 007\nc: 1_000", {"a": -7, "b": "007", "c": "1_000"}),
        ("a: 1998-08-27", {"a": "1998-08-27"}),
        ("a: 1.10", {"a": "1.10"}),
        ("a: yes\nb: no\nc: on", {"a": "yes", "b": "no", "c": "on"}),
        ("a: true\nb: False\nc: ~\nd:", {"a": True, "b": False, "c": None, "d": None}),
        ("a: 'true'\nb: \"1\"", {"a": "true", "b": "1"}),
        ("1: a\nnull: b", {"1": "a", "null": "b"}),
        ("- a\n- [b, {c: d}]", ["a", ["b", {"c": "d"}]]),
        ("a: |\n  x\n  y\n", {"a": "x\ny\n"}),
        ("\ufeffa: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("a: is it ?\nb: {c: 'is it ? d'}", {"a": "is it ?", "b": {"c": "is it ? d"}}),
        ("a: 0x1F\nb: 1e3\nc: .inf", {"a": "0x1F", "b": "1e3", "c": ".inf"}),
    ],
)
def test_values(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\na: 2\n", "KB192", 2, 1),
        ("a: {b: 1, b: 2}", "KB192", 1, 11),
        ("a: &x 1", "KB193", 1, 4),
        ("a: *x", "KB193", 1, 4),
        ("a: !!python/object:os.system x", "KB193", 1, 4),
        ("<<: {a: 1}", "KB193", 1, 1),
        ("? [a]\n: 1", "KB193", 1, 3),
        ("---\na: 1\n---\nb: 2\n", "KB193", 3, 1),
        ("[" * 40 + "]" * 40, "KB193", 1, 33),
        ("a: b: c", "KB191", 1, 5),
        ("x: 1\na: 'b", "KB191", 2, 6),
        ("a: \x07", "KB191", 1, 4),
        ('a: "\\UFFFFFFFF"', "KB191", 1, 1),
        ('a: "\\ud800"', "KB193", 1, 4),
        ("%YAML 1." + "9" * 5000 + "\n---\na: 1", "KB191", 1, 1),
        ("\ta: 1", "KB191", 1, 1),
        ("a: {b: is it ? d}", "KB191", 1, 14),
        ("a: >#b\n  c", "KB191", 1, 5),
    ],
)
def test_refusals(text: str, code: str, line: int, column: int) -> None:
    first = read_yaml(Source.from_text("a.yml", text)).diagnostics[0]
    assert (first.code.code, first.line, first.column) == (code, line, column)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a: b: c", "quote"),
        ("\ta: 1", "blanks"),
        ("a:\tb", "blanks"),
        ("a: b\nc:\n  d: 1\n e: 2\n", "column"),
        ("a:\n  b: 1\n   c: 2\n", "quote"),
        ('a: "b\nc: "d"\n', "quotation marks"),
        ("a: 'b", "quotation marks"),
        ("a: [b, {c: d]\n", "brackets"),
        ("a: {b: c d: e}", "commas"),
        ("a: 1\nb:2\nc: 3\n", "colon"),
        ("a:\n  b: 1\n   c: 2\n", "column"),
        ("a:\n  - b:1\n    c: 2\n", "colon of the one above"),
        ("a: b c: d\n", "quote text that holds `: `, "),
        ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> gales\n", "merge conflict"),
        ("a: 1\nb:\n  - 1\n<<<<<<< HEAD\n  - 2\n=======\n  - 3\n>>>>>>> gales\n", "merge conflict"),
    ],
)
def test_a_fault_tells_what_to_do(text: str, hint: str) -> None:
    assert hint in read_yaml(Source.from_text("a.yml", text)).diagnostics[0].hint


def test_the_first_of_two_values_stays_and_the_rest_is_read() -> None:
    read = read_yaml(Source.from_text("a.yml", "a: 1\na: {b: [2]}\nc: 3\n"))
    assert read.value is not None
    assert read.value.value == {"a": 1, "c": 3}


def test_places_count_from_the_whole_source() -> None:
    text = "---\ntitle: A lamp\ntags: [x, y]\n---\nbody: here\n"
    source = Source.from_text("a.md", text)
    read = read_yaml(source, Span(4, text.index("---", 4))).value
    assert read is not None
    assert read.value == {"title": "A lamp", "tags": ["x", "y"]}
    assert source.slice(read.span(("title",))) == "A lamp"
    assert source.slice(read.key_span(("tags",))) == "tags"
    assert source.slice(read.span(("tags", 1))) == "y"
    assert read.span(("tags", 7)) == read.span(("tags",))


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    read_yaml(Source.from_text("a.yml", text))


@given(st.text(alphabet="[]{}:,-?!&*|>'\"%@` #\n\tab1~<", max_size=40))
def test_no_signs_make_it_raise(text: str) -> None:
    read = read_yaml(Source.from_text("a.yml", text))
    for span in read.value.values.values() if read.value else ():
        assert span.end <= len(text)


def test_what_is_empty_between_braces_stands_where_it_is_missing() -> None:
    read = read_yaml(Source.from_text("a.yml", "a: {b: }")).value
    assert read is not None
    assert (read.value, read.span(("a", "b"))) == ({"a": {"b": None}}, Span(6, 6))


@pytest.mark.skipif(strict_yaml._QUICK is None, reason="PyYAML has no LibYAML here")
@given(
    st.one_of(
        st.text(alphabet="[]{}:,-?!&*|>'\"%@` #\n\tab1~<é\ufeff\x85", max_size=40),
        st.lists(
            st.sampled_from(["a: ", "b", "- ", "\n", "  ", "'x'", "|\n", "[", "]", "{", "}", ": ", " #", "\\"])
        ).map("".join),
    )
)
@settings(max_examples=400)
def test_either_parser_reads_the_same(text: str) -> None:
    source = Source.from_text("a.yml", text)
    read = read_yaml(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict_yaml, "_QUICK", None)
        assert read_yaml(source) == read
