"""WebKit, the engine of Safari, as WebKitGTK has it, driven by the WebDriver protocol of the W3C.

Playwright drives no WebKit but its own; this needs no more than what a distribution has: the driver, its small browser
and a screen that nobody sees. https://www.w3.org/TR/webdriver2/
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_DRIVER = shutil.which("WebKitWebDriver")
_SCREEN = shutil.which("Xvfb")
_BROWSERS = sorted(Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser"))
AT_HAND = bool(_DRIVER and _SCREEN and _BROWSERS)
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which the protocol gives an element."""
_PATIENCE = 30.0
"""Seconds until something that was begun is taken to have failed."""
KEYS = {"Escape": "\ue00c", "Enter": "\ue007"}


class WebKit:
    """A window: pages are opened in it, scripts run in them, keys and the pointer used."""

    def __init__(self, session: str, watch: str) -> None:
        self.session = session
        self.watch = watch

    def open(self, address: str) -> None:
        _ask("POST", f"{self.session}/url", {"url": address})
        self.run(self.watch)

    def back(self) -> None:
        _ask("POST", f"{self.session}/back", {})

    def run(self, script: str, *values: Any) -> Any:
        """What a script gives back, as the body of a function of `arguments`."""
        return _ask("POST", f"{self.session}/execute/sync", {"script": script, "args": list(values)})

    def until(self, script: str, *values: Any) -> Any:
        """What a script gives back as soon as that is something; fails when it never is."""
        end = time.monotonic() + _PATIENCE
        while not (found := self.run(script, *values)):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(0.05)
        return found

    def click(self, selector: str) -> None:
        """Click the first element with the pointer, in the middle of the window."""
        found = self.run(
            "const found = document.querySelector(arguments[0]); found.scrollIntoView({block: 'center'}); return found",
            selector,
        )
        _ask("POST", f"{self.session}/element/{found[_ELEMENT]}/click", {})

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        steps = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        _ask("POST", f"{self.session}/actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})


@contextmanager
def opened(watch: str) -> Iterator[WebKit]:
    """A window on a screen of its own; `watch` is a script run on every page as soon as it is there."""
    with tempfile.TemporaryDirectory() as home, _started(home) as port:
        root = f"http://127.0.0.1:{port}"
        wanted = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"binary": str(_BROWSERS[-1]), "args": ["--automation"]},
        }
        begun = _ask("POST", f"{root}/session", {"capabilities": {"alwaysMatch": wanted}})
        session = f"{root}/session/{begun['sessionId']}"
        _ask("POST", f"{session}/window/rect", {"width": 1300, "height": 900})
        try:
            yield WebKit(session, watch)
        finally:
            with suppress(OSError, AssertionError):
                _ask("DELETE", session)


@contextmanager
def _started(home: str) -> Iterator[int]:
    assert _DRIVER
    assert _SCREEN
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        [_SCREEN, "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        display = f":{told.readline().strip()}"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    around = {**os.environ, "DISPLAY": display, "HOME": home, "XDG_RUNTIME_DIR": home, "NO_AT_BRIDGE": "1"}
    if os.getuid() == 0:
        around["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # it has none for root; the pages are our own
    driver = subprocess.Popen(
        [_DRIVER, f"--port={port}"], env=around, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await(port)
        yield port
    finally:
        for process in (driver, screen):
            process.terminate()
            process.wait(_PATIENCE)


def _await(port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert time.monotonic() < end, "the driver did not start"
        time.sleep(0.05)


def _ask(method: str, address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as refused:
        raise AssertionError(refused.read().decode(errors="replace")) from refused
