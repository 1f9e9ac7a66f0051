"""CBOR: examples of RFC 8949, appendix A, and everything that can be written is read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.tools._cbor import ShapeError, Value, decode, encode

VALUES = st.recursive(
    st.none() | st.integers(-(2**64), 2**64 - 1) | st.text(), lambda inner: st.lists(inner, max_size=30), max_leaves=40
)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ("00", 0),
        ("17", 23),
        ("1818", 24),
        ("1903e8", 1000),
        ("1a000f4240", 1000000),
        ("1bffffffffffffffff", 2**64 - 1),
        ("20", -1),
        ("3863", -100),
        ("3903e7", -1000),
        ("60", ""),
        ("6449455446", "IETF"),
        ("62c3bc", "ü"),
        ("80", []),
        ("8301820203820405", [1, [2, 3], [4, 5]]),
        ("f6", None),
    ],
)
def test_examples(data: str, value: Value) -> None:
    assert decode(bytes.fromhex(data)) == value
    assert encode(value).hex() == data


@pytest.mark.parametrize("data", ["", "9f00ff", "f5", "a10101", "0000", "61ff", "82", "fb3ff199999999999a"])
def test_other_bytes_are_refused(data: str) -> None:
    with pytest.raises(ShapeError):
        decode(bytes.fromhex(data))


@given(VALUES)
def test_what_is_written_is_read(value: Value) -> None:
    assert decode(encode(value)) == value
