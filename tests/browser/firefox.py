"""Firefox as a distribution has it: it speaks Marionette itself, which carries the commands of WebDriver over a socket.

A message is its length, a colon and a JSON list: 0, a number, the command, its values; an answer: 1, that number, what
was refused, what was found. https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

import json
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from tests.browser.window import PATIENCE, Command, Window, await_something, find_lacking, started, told

LACKING = find_lacking("firefox-esr")
_OFFLINE: Mapping[str, object] = {
    "marionette.port": 0,  # any that is free; the profile says which
    # Nothing but this machine is asked, whatever else is set: no proxy is there.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
    "network.dns.disabled": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.update.enabled": False,
    "browser.search.update": False,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "toolkit.telemetry.server": "data:,",
    # It starts with an empty page, and asks nobody anything.
    "browser.startup.page": 0,
    "browser.startup.homepage": "about:blank",
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.sessionstore.resume_from_crash": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
}


class Firefox(Window):
    """A window of Firefox."""

    def __init__(self, line: socket.socket, heard: BinaryIO, home: Path) -> None:
        self.line = line
        self.heard = heard
        self.home = home
        self.asked = 0
        self._hear()  # it says first who it is

    def ask(self, command: Command, values: Mapping[str, object]) -> Any:
        return self.tell(command.title, values)

    def tell(self, title: str, values: Mapping[str, object]) -> Any:
        """The value that answers a command of any title."""
        self.asked += 1
        message = json.dumps([0, self.asked, title, values]).encode()
        try:
            self.line.sendall(b"%d:%b" % (len(message), message))
            _, number, refused, found = self._hear()
        except OSError as silent:
            raise AssertionError(f"Firefox does not answer `{title}`: {silent}\n{told(self.home)}") from silent
        assert number == self.asked, f"the answer to {number}, not to {self.asked}"
        assert refused is None, f"`{title}` refused: {refused['error']}: {refused['message']}"
        return found.get("value")

    def _hear(self) -> Any:
        length = b""
        while (each := self.heard.read(1)) != b":":
            if not each:
                raise ConnectionError("it is gone")
            length += each
        return json.loads(self.heard.read(int(length)))


@contextmanager
def opened() -> Iterator[Firefox]:
    """A window of a Firefox of its own that has no screen."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        profile = home / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _OFFLINE.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        with started(command, home, {"MOZ_CRASHREPORTER_DISABLE": "1"}) as process:

            def find_port() -> int:
                assert process.poll() is None, f"Firefox did not start:\n{told(home)}"
                with suppress(OSError, ValueError):
                    return int((profile / "MarionetteActivePort").read_text(encoding="utf-8"))
                return 0

            port = await_something(find_port, "Firefox did not say its port")
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as line, line.makefile("rb") as heard:
                window = Firefox(line, heard, home)
                window.tell("WebDriver:NewSession", {})
                window.ask(Command.SIZE, {"width": 1300, "height": 900})
                yield window
                with suppress(AssertionError):
                    window.tell("Marionette:Quit", {"flags": ["eForceQuit"]})
