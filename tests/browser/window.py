"""A window of a browser, whatever engine it has, driven by the commands of WebDriver as the W3C has them.

Playwright drives no Firefox and no WebKit but its own; this drives those that a distribution has. What carries the
commands there is a module for each: `firefox`, `webkit`. https://www.w3.org/TR/webdriver2/
"""

import os
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds until something that was begun is taken to have failed: many, for a machine may be busy."""
_GLANCE = 0.05
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which the protocol gives an element."""
_KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "ArrowDown": "\ue015"}
_SHOWN = """const found = document.querySelector(arguments[0]);
if (found) found.scrollIntoView({block: "center", behavior: "instant"});
return found"""


class Command(Enum):
    """A command: where it is posted over HTTP, what Marionette calls it."""

    OPEN = ("url", "WebDriver:Navigate")
    BACK = ("back", "WebDriver:Back")
    RUN = ("execute/sync", "WebDriver:ExecuteScript")
    ACT = ("actions", "WebDriver:PerformActions")
    SIZE = ("window/rect", "WebDriver:SetWindowRect")

    def __init__(self, path: str, title: str) -> None:
        self.path = path
        self.title = title


class Window(ABC):
    """Pages are opened in it, scripts run in them, keys and the pointer used."""

    @abstractmethod
    def ask(self, command: Command, values: Mapping[str, object]) -> Any:
        """The value that answers a command; an AssertionError says why there is none."""

    def open(self, address: str) -> None:
        """Open a page; its scripts have run, too, which are fetched behind its first frame."""
        self.ask(Command.OPEN, {"url": address})
        self._await_scripts()

    def back(self) -> None:
        """Go back from a page whose scripts have run; WebKit tells of those that it cuts off as of lacking ones."""
        self._await_scripts()
        self.ask(Command.BACK, {})

    def _await_scripts(self) -> None:
        self.run("return window.kbScripts?.then(() => true)")

    def run(self, script: str, *values: Any) -> Any:
        """What a script gives back, as the body of a function of `arguments`; None when its page is left meanwhile."""
        return self.ask(Command.RUN, {"script": script, "args": list(values)})

    def until(self, script: str, *values: Any) -> Any:
        """What a script gives back as soon as that is something; fails when it never is."""
        return await_something(lambda: self.run(script, *values), f"never true: {script} {values or ''}")

    def click(self, selector: str) -> None:
        """Click the first element with the pointer, in the middle of the window."""
        self._point(selector, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def hover(self, selector: str) -> None:
        """Move the pointer over the first element, in the middle of the window."""
        self._point(selector)

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        steps = [{"type": kind, "value": _KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask(Command.ACT, {"actions": [{"type": "key", "id": "keys", "actions": steps}]})

    def _point(self, selector: str, *then: Mapping[str, object]) -> None:
        found = self.run(_SHOWN, selector)
        assert found, f"not on the page: {selector}"
        # From the corner: a pointer that was there already on the page before does not move for Firefox.
        moves = [
            {"type": "pointerMove", "origin": origin, "x": 0, "y": 0, "duration": 0}
            for origin in ("viewport", {_ELEMENT: found[_ELEMENT]})
        ]
        self.ask(Command.ACT, {"actions": [{"type": "pointer", "id": "pointer", "actions": [*moves, *then]}]})


def find_lacking(*programs: str) -> tuple[str, ...]:
    """Those programs that are not installed."""
    return tuple(each for each in programs if shutil.which(each) is None)


def await_something(find: Callable[[], Any], failure: str) -> Any:
    """What is found as soon as it is something; fails when it never is."""
    end = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < end, failure
        time.sleep(_GLANCE)
    return found


@contextmanager
def started(
    command: Sequence[str], home: Path, around: Mapping[str, str], pass_fds: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A program that keeps what it keeps in a folder of its own; it and all that it started ends with the block."""
    places = dict.fromkeys(("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(home))
    with (home / "told.txt").open("ab") as log:
        process = subprocess.Popen(
            command,
            env={**os.environ, **places, **around},
            pass_fds=pass_fds,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        for how in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, how)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)


def told(home: Path) -> str:
    """The last of what the programs told that keep what they keep in a folder."""
    return (home / "told.txt").read_text(encoding="utf-8", errors="replace")[-2000:]
