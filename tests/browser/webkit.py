"""WebKit, the engine of Safari, as WebKitGTK has it: its driver, its small browser and a screen that nobody sees."""

import json
import os
import socket
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.browser.window import PATIENCE, Command, Window, await_something, find_lacking, started, told

_BROWSERS = sorted(Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser"))
LACKING = find_lacking("WebKitWebDriver", "Xvfb") + (() if _BROWSERS else ("MiniBrowser",))


class WebKit(Window):
    """A window of WebKitGTK's small browser, at the address of its session."""

    def __init__(self, session: str) -> None:
        self.session = session

    def ask(self, command: Command, values: Mapping[str, object]) -> Any:
        try:
            return _ask("POST", f"{self.session}/{command.path}", values)
        except AssertionError as refused:
            if command is Command.RUN and "before the unload event" in str(refused):
                return None  # as Marionette answers
            raise


@contextmanager
def opened() -> Iterator[WebKit]:
    """A window on a screen of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, _started(Path(folder)) as root:
        wanted = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"binary": str(_BROWSERS[-1]), "args": ["--automation"]},
        }
        try:
            begun = _ask("POST", f"{root}/session", {"capabilities": {"alwaysMatch": wanted}})
        except AssertionError as refused:
            raise AssertionError(f"WebKit did not start:\n{told(Path(folder))}") from refused
        window = WebKit(f"{root}/session/{begun['sessionId']}")
        window.ask(Command.SIZE, {"width": 1300, "height": 900})
        yield window
        with suppress(AssertionError):
            _ask("DELETE", window.session)


@contextmanager
def _started(home: Path) -> Iterator[str]:
    """The address of a driver that has a screen."""
    reading, writing = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with os.fdopen(reading) as said, started(screen, home, {}, [writing]):
        os.close(writing)
        display = said.readline().strip()
        assert display, f"Xvfb did not start:\n{told(home)}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        around = {"DISPLAY": f":{display}", "NO_AT_BRIDGE": "1"}
        if os.getuid() == 0:
            around["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # it has none for root; the pages are our own
        with started(["WebKitWebDriver", f"--port={port}"], home, around) as driver:

            def answers() -> bool:
                assert driver.poll() is None, f"the driver did not start:\n{told(home)}"
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    return True
                return False

            await_something(answers, "the driver does not answer")
            yield f"http://127.0.0.1:{port}"


def _ask(method: str, address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as refused:
        raise AssertionError(f"`{address}` refused: {refused.read().decode(errors='replace')}") from refused
    except OSError as silent:
        raise AssertionError(f"WebKit does not answer `{address}`: {silent}") from silent
