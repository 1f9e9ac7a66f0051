"""Following: what is edited in some folders is looked at by a maker, and another builds the whole site after it.

A maker is asked to look without waiting for what it looks at already: it then ends that look early. Whole sites are
built when nothing was edited for a while; an edit ends the build.
"""

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from kb.cli._edits import Edits, State
from kb.cli._progress import Progress
from kb.cli._showing import Look

POLL_SECONDS = 0.05
SETTLE_SECONDS = 0.01
"""How long it waits for the second look at a file that was edited."""
REST_SECONDS = 0.25
"""How long it waits between two looks at the files while no page is open."""
SHARE = 0.1
"""Looking at many files takes no more than this share of the time."""
QUIET_SECONDS = 1.5
"""The whole site follows when nothing was edited for so long."""


class Making(Protocol):
    """What a maker is asked (`kb.cli._maker`)."""

    seconds: float

    def is_building(self) -> bool:
        """Whether the site is still in the making."""

    def has_built(self) -> bool:
        """Whether it was published."""

    def ask(self, edited: Collection[Path], watched: Collection[str]) -> None:
        """Have it look at files that were edited."""

    def answer(self) -> Look | None:
        """What came of the first thing it was asked and did not answer yet; None while it looks."""

    def end(self) -> None:
        """Tell it to end."""

    def wait(self) -> None:
        """Until it has ended."""


class Following:
    """Lets a maker look at every change at once, and another build the whole site after it.

    `find` finds the files that are followed, `begin` begins a build, `watched` tells the pages that somebody looks at;
    `sleep` lets some seconds go by, or fewer when something is edited.
    """

    def __init__(
        self,
        find: Callable[[], State],
        looking: Making,
        begin: Callable[[], Making],
        watched: Callable[[], Collection[str]],
        sleep: Callable[[float], object],
    ) -> None:
        self.find, self.looking, self.begin, self.watched, self.sleep = find, looking, begin, watched, sleep
        self.building: Making | None = None
        self.overtaken: list[Making] = []
        self.asked = 0
        """So many edits are being looked at."""
        self.owing = False
        """Whether something was edited that the whole site does not show yet."""
        self.waiting = False
        """Whether it is to be mended first."""
        self.quiet_since = 0.0

    def follow(self, seen: State, progress: Progress) -> None:
        """For ever: what was edited since some state, and ever after. Makers are ended with it."""
        edits = Edits(seen)
        try:
            while True:
                began = time.monotonic()
                edited = edits.take(self.find())
                spent = time.monotonic() - began
                self._go_on(edited, progress)
                busy = self.asked or self.building or self.watched()
                rest = max(POLL_SECONDS if busy else REST_SECONDS, spent / SHARE)
                if edits.are_coming:
                    time.sleep(SETTLE_SECONDS)
                else:
                    self.sleep(rest)
        finally:
            for each in filter(None, (self.looking, self.building, *self.overtaken)):
                each.end()
                each.wait()

    def _go_on(self, edited: Collection[Path], progress: Progress) -> None:
        """Do what is next: an edit goes before what was edited before it, and that before the whole site."""
        if edited:
            self._look(edited)
        elif self.asked:
            self._hear()
        elif self.building is not None:
            self._take_over(self.building, progress)
        elif self.owing and not self.waiting and time.monotonic() - self.quiet_since >= QUIET_SECONDS:
            progress.note(f"the whole site is being built: {self.looking.seconds:.0f} s last time")
            self.building = self.begin()

    def _look(self, edited: Collection[Path]) -> None:
        """Have an edit looked at; a build that it overtakes is ended."""
        if self.building is not None:
            self.building.end()
            self.overtaken.append(self.building)
            self.building = None
        self.looking.ask(edited, self.watched())
        self.asked += 1

    def _hear(self) -> None:
        """Take what came of the oldest edit that is looked at, if it is known."""
        found = self.looking.answer()
        if found is None:
            return
        self.asked -= 1
        self.owing = self.owing or found is not Look.NOTHING
        self.waiting = found is Look.BROKEN
        while self.overtaken and not self.asked:
            self.overtaken.pop().wait()
        self.quiet_since = time.monotonic()

    def _take_over(self, building: Making, progress: Progress) -> None:
        """Let a maker look from now on that has built; one that could not leaves things as they are."""
        if building.is_building():
            return
        self.building = None
        done, self.looking = (self.looking, building) if building.has_built() else (building, self.looking)
        done.end()
        done.wait()
        if self.looking is building:
            self.owing = False
            progress.note(f"the whole site is built: {building.seconds:.0f} s")
        else:
            self.waiting = True
            progress.note("the last good site stays; waiting for the next change")
