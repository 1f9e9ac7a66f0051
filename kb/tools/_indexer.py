"""Pagefind as a program that is told its pages and tells its files through pipes, so that none of them lies on the disk
meanwhile: `pagefind --service`, as its own wrappers for Node.js and Python run it.

A message is JSON in base64 with a comma behind it, either way. Pagefind ends with its input, answered or not.
"""

import base64
import binascii
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from kb.tools.builders import BuilderFaultError

_ALONE = {"RAYON_NUM_THREADS": "1", "TOKIO_WORKER_THREADS": "1"}
"""With several threads it is no sooner done with pages as short as these, and takes four times the processor time."""
_KEEPING = {"_RJEM_MALLOC_CONF": "thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1"}
"""Its allocator (jemalloc) keeps what it has, in large pages, for the second it runs: a fifth less processor time."""
_SMALL = {"PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE": "5000"}
"""Parts of the index with a quarter of the words that they have by default: a browser loads one or two of them for each
word that is asked, 5 kB each, not 20. Its list of them, which is always loaded, is half a kilobyte longer for it. A
version of Pagefind that does not know this makes the large ones."""
_END = b","
_BLOCK = 1 << 16
_INDEX = 0
"""The number that the first index of a run has."""
_TOLD = 2000


def ask_pagefind(program: Path, pages: Mapping[str, str]) -> dict[str, bytes]:
    """The files of the index of some pages, by path; a page is HTML, named by its path.

    Raises BuilderFaultError where Pagefind tells a fault, leaves a page out or ends before it has answered, and OSError
    where it cannot be run.
    """
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            [str(program), "--service"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            env=os.environ | _ALONE | _KEEPING | _SMALL,
        ) as running,
    ):
        assert running.stdin is not None
        assert running.stdout is not None
        told = threading.Thread(target=_tell, args=(running.stdin, _questions(pages)), daemon=True)
        told.start()
        try:
            files = _hear(running.stdout, len(pages))
        finally:
            running.kill()
            told.join()
            with suppress(OSError):
                running.stdin.close()
        if files is None:
            said.seek(0)
            raise _fault(said.read().decode("utf-8", "replace"))
        return files


def _fault(said: str) -> BuilderFaultError:
    return BuilderFaultError(f"Pagefind made no index:\n{said[-_TOLD:].strip()}")


def _questions(pages: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    yield {"type": "NewIndex", "config": {}}
    for name, text in pages.items():
        yield {"type": "AddFile", "index_id": _INDEX, "file_path": name, "file_contents": text}
    yield {"type": "GetFiles", "index_id": _INDEX}


def _tell(pipe: IO[bytes], questions: Iterable[dict[str, Any]]) -> None:
    """Ask; when nobody is there to hear it, the answers say so. The pipe stays open: its end is the program's."""
    with suppress(OSError):
        for number, question in enumerate(questions, 1):
            pipe.write(base64.b64encode(json.dumps({"message_id": number, "payload": question}).encode()) + _END)
        pipe.flush()


def _hear(pipe: IO[bytes], pages: int) -> dict[str, bytes] | None:
    """The files that end the answers, or None where these end without."""
    indexed = 0
    try:
        for message in _messages(pipe):
            answer = json.loads(base64.b64decode(message))["payload"]
            if answer["type"] == "Error":
                raise _fault(str(answer["message"]))
            indexed += answer["type"] == "IndexedFile"
            if answer["type"] == "GetFiles":
                if indexed != pages:
                    raise _fault(f"it has {indexed} of {pages} pages")
                return {str(file["path"]): base64.b64decode(file["content"]) for file in answer["files"]}
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise BuilderFaultError(f"Pagefind answers otherwise than expected: {error}") from error
    return None


def _messages(pipe: IO[bytes]) -> Iterator[bytes]:
    """What a pipe tells, up to each end of a message; what ends otherwise is none."""
    begun: list[bytes] = []
    while block := os.read(pipe.fileno(), _BLOCK):
        first, *others = block.split(_END)
        begun.append(first)
        for other in others:
            yield b"".join(begun)
            begun = [other]
