"""Putting: a file and its new bytes come in; it has them in one step, or, where they cannot be written, what it had."""

import os
import shutil
from pathlib import Path


def put_file(place: Path, data: bytes) -> None:
    """Put a file in its place, for those who read it at this moment, and where the disk is full.

    A link stays one, to a file with the new bytes; what is no plain file, as `/dev/stdout`, is written to. Raises
    OSError.
    """
    if place.exists() and not place.is_file():
        place.write_bytes(data)
        return
    place = Path(os.path.realpath(place))
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.draft")
    try:
        draft.write_bytes(data)
        if place.exists():
            shutil.copymode(place, draft)
        draft.replace(place)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
