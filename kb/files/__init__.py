"""Reading and writing files: folders come in, bytes by relative path go out, and the other way round.

One of the few packages with effects. No symbolic link and no special file is ever followed or read; paths
are relative, with `/`, in sorted order whatever the order of the folder. Errors of the disk raise OSError.
"""

from kb.files._corpora import (
    MANIFEST_NAME,
    NO_MANIFEST,
    Corpus,
    call_corpus,
    only_records_differ,
    read_again,
    read_corpus,
    read_manifest,
)
from kb.files._folders import UNSAFE_FILE, check_output, read_inside, read_tree, write_inside, write_tree

__all__ = [
    "MANIFEST_NAME",
    "NO_MANIFEST",
    "UNSAFE_FILE",
    "Corpus",
    "call_corpus",
    "check_output",
    "only_records_differ",
    "read_again",
    "read_corpus",
    "read_inside",
    "read_manifest",
    "read_tree",
    "write_inside",
    "write_tree",
]
