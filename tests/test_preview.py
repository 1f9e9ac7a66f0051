"""The preview server answers to this machine only."""

import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from kb.tools.preview import ADDRESS, open_server


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "index.html").write_text("lamp", encoding="utf-8")
    server = open_server(tmp_path, 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize(
    ("host", "status"), [("127.0.0.1:9", 200), ("localhost", 200), ("evil.example", 421), ("", 421)]
)
def test_only_the_own_names_are_answered(port: int, host: str, status: int) -> None:
    connection = HTTPConnection(ADDRESS, port)
    connection.request("GET", "/", headers={"Host": host})
    answer = connection.getresponse()
    assert answer.status == status
    assert (answer.read() == b"lamp") == (status == 200)
    assert answer.getheader("Cache-Control") == "no-store"
    connection.close()


def test_what_is_not_there_gets_the_site_s_own_page(port: int, tmp_path: Path) -> None:
    for words in (b"Error response", b"there is no such lamp"):
        connection = HTTPConnection(ADDRESS, port)
        connection.request("GET", "/rules/@2005-01-01/", headers={"Host": "localhost"})
        answer = connection.getresponse()
        assert (answer.status, words in answer.read()) == (404, True)
        assert answer.getheader("Cache-Control") == "no-store"
        connection.close()
        (tmp_path / "404.html").write_text("there is no such lamp", encoding="utf-8")
