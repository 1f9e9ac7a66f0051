"""CBOR (RFC 8949), as much of it as Pagefind writes: whole numbers, words, lists and null, all of known length."""

Value = int | str | list["Value"] | None
_UNSIGNED, _NEGATIVE, _TEXT, _LIST, _SIMPLE = 0, 1, 3, 4, 7
_NULL = 22
_LONGER = {24: 1, 25: 2, 26: 4, 27: 8}


class ShapeError(ValueError):
    """Bytes that are not of this kind."""


def decode(data: bytes) -> Value:
    """The one value of some bytes; raises ShapeError."""
    try:
        value, end = _read(data, 0)
    except (IndexError, UnicodeDecodeError, RecursionError) as error:
        raise ShapeError(str(error)) from error
    if end != len(data):
        raise ShapeError(f"{len(data) - end} bytes are left")
    return value


def encode(value: Value) -> bytes:
    """The bytes of a value, as short as they can be."""
    if value is None:
        return _head(_SIMPLE, _NULL)
    if isinstance(value, int):
        return _head(_UNSIGNED, value) if value >= 0 else _head(_NEGATIVE, -1 - value)
    if isinstance(value, str):
        data = value.encode()
        return _head(_TEXT, len(data)) + data
    return _head(_LIST, len(value)) + b"".join(map(encode, value))


def _read(data: bytes, at: int) -> tuple[Value, int]:
    kind, number = data[at] >> 5, data[at] & 31
    at += 1
    if number in _LONGER:
        size = _LONGER[number]
        number = int.from_bytes(data[at : at + size], "big")
        at += size
    elif number > max(_LONGER):
        raise ShapeError(f"a length that is not told, at {at}")
    if kind == _UNSIGNED:
        return number, at
    if kind == _NEGATIVE:
        return -1 - number, at
    if kind == _TEXT:
        return data[at : at + number].decode(), at + number
    if kind == _LIST:
        items: list[Value] = []
        for _ in range(number):
            item, at = _read(data, at)
            items.append(item)
        return items, at
    if (kind, number) == (_SIMPLE, _NULL):
        return None, at
    raise ShapeError(f"a value of kind {kind}, at {at}")


def _head(kind: int, number: int) -> bytes:
    if number < min(_LONGER):
        return bytes([kind << 5 | number])
    code, size = next((code, size) for code, size in _LONGER.items() if number < 1 << 8 * size)
    return bytes([kind << 5 | code]) + number.to_bytes(size, "big")
