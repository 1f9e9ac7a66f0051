"""Processor time in tests: only ever as ratios of works that were timed in turn, in one run.

Seconds say how fast and how busy a machine is. Where a limit is meant, a work is compared with the same work on less
of a text, or with a known one on the same text.
"""

import gc
import time
from collections.abc import Callable


def least_seconds(*works: Callable[[], object], rounds: int = 3) -> list[float]:
    """The least processor seconds that each work took, all of them in turn in each round.

    Cyclic garbage is not collected meanwhile: how long that takes depends on what other tests left behind.
    """
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        taken = [[_seconds(work) for work in works] for _ in range(rounds)]
    finally:
        if collecting:
            gc.enable()
    return [min(column) for column in zip(*taken, strict=True)]


def _seconds(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began
