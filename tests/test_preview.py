"""The preview server answers to this machine only."""

import gzip
import re
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from kb.tools._live import LIVE
from kb.tools.preview import ADDRESS, open_server

PAGE = "<html><body>lamp</body></html>"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
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
    assert (b"<body>lamp<script>" in answer.read()) == (status == 200)
    assert answer.getheader("Cache-Control") == "no-store"
    connection.close()


def asked(port: int, path: str, host: str = "localhost") -> tuple[int, str]:
    connection = HTTPConnection(ADDRESS, port)
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def test_a_page_is_asked_for_until_it_is_another(port: int, tmp_path: Path) -> None:
    _, page = asked(port, "/")
    status, first = asked(port, f"{LIVE}?page=/")
    assert status == 200 and f'("{first}")' in page, "the page knows what it is"
    assert asked(port, f"{LIVE}?page=/index.html") == asked(port, f"{LIVE}?page=/")
    assert asked(port, f"{LIVE}?page=/", "evil.example")[0] == 421
    (tmp_path / "index.html").write_text(PAGE.replace("lamp", "oil"), encoding="utf-8")
    _, second = asked(port, f"{LIVE}?page=/")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "lamp.css").write_text("p {}", encoding="utf-8")
    _, third = asked(port, f"{LIVE}?page=/")
    assert len({first, second, third}) == 3
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == PAGE.replace("lamp", "oil"), (
        "files stay as they are"
    )


def test_an_answer_is_held_until_the_page_is_another(port: int, tmp_path: Path) -> None:
    _, was = asked(port, f"{LIVE}?page=/")
    assert asked(port, f"{LIVE}?page=/&was={was}") == (200, was), "for a while only"
    edit = threading.Timer(0.1, (tmp_path / "index.html").write_text, [PAGE.replace("lamp", "oil"), "utf-8"])
    edit.start()
    _, now = asked(port, f"{LIVE}?page=/&was={was}")
    edit.join()
    assert now == asked(port, f"{LIVE}?page=/")[1] != was


def test_what_a_page_asks_about_lies_on_the_site(port: int, tmp_path: Path) -> None:
    (tmp_path.parent / "outside.html").write_text("secret", encoding="utf-8")
    nothing = asked(port, f"{LIVE}?page=/none/")
    for page in ("/../outside.html", "/..%2foutside.html", "//outside.html", "/%00", ""):
        assert asked(port, f"{LIVE}?page={page}") == nothing, page


def test_only_the_loopback_is_bound(tmp_path: Path) -> None:
    server = open_server(tmp_path, 0)
    try:
        assert server.server_address[0] == "127.0.0.1"
    finally:
        server.server_close()


def test_what_is_not_there_gets_the_site_s_own_page(port: int, tmp_path: Path) -> None:
    for words in (b"Error response", b"there is no such lamp"):
        connection = HTTPConnection(ADDRESS, port)
        connection.request("GET", "/rules/@2005-01-01/", headers={"Host": "localhost"})
        answer = connection.getresponse()
        assert (answer.status, words in answer.read()) == (404, True)
        assert answer.getheader("Cache-Control") == "no-store"
        connection.close()
        (tmp_path / "404.html").write_text("there is no such lamp", encoding="utf-8")


def test_a_page_is_open_while_it_asks(tmp_path: Path) -> None:
    server = open_server(tmp_path, 0)
    try:
        assert server.watched() == set()
        for path in ("/", "/rules/x/", "/rules/y/index.html"):
            server.look_at(path)
        assert server.watched() == {"", "rules/x/", "rules/y/"}
    finally:
        server.server_close()


def test_a_browser_that_has_gone_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = open_server(tmp_path, 0)
    try:
        for fault, told in ((BrokenPipeError(), False), (ConnectionResetError(), False), (ValueError("lamp"), True)):
            try:
                raise fault
            except (OSError, ValueError):
                server.handle_error(None, ("127.0.0.1", 9))
            assert ("lamp" in capsys.readouterr().err) == told
    finally:
        server.server_close()


def test_styles_and_scripts_are_asked_for_once_until_one_is_another(port: int, tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "frame.css").write_text("a {}", encoding="utf-8")
    (assets / "frame.js").write_text("go()", encoding="utf-8")
    tags = (
        '<link rel="stylesheet" href="assets/frame.css"><script src="./assets/frame.js" defer></script>'
        '<link rel="modulepreload" href="assets/frame.js"><script src="assets/frame.js" type="module"></script>'
        '<template data-script="assets/frame.js" data-media="print"></template>'
    )
    page = f'<html>{tags}<body><p id="assets/x.js">src="assets/frame.js"</p></body></html>'
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    style, script, late = addresses = re.findall(r'(?:href|src|data-script)="([^"]*[?][^"]*)"', asked(port, "/")[1])
    assert [each.split("?")[0] for each in addresses] == ["assets/frame.css", "./assets/frame.js", "assets/frame.js"]
    assert late == script.removeprefix("./")
    assert lasting(port, f"/{style}") == lasting(port, script.removeprefix(".")) == "max-age=86400, immutable"
    for other in ("/assets/frame.css", "/assets/frame.css?state=0", f"/{style.replace('frame', 'gone')}", "/"):
        assert lasting(port, other) == "no-store", other
    (assets / "frame.css").write_text("b {}", encoding="utf-8")
    assert lasting(port, f"/{style}") == "no-store", "its words are not those of this state"
    assert style not in asked(port, "/")[1]


def lasting(port: int, path: str) -> str | None:
    """How long an answer may be kept."""
    connection = HTTPConnection(ADDRESS, port)
    connection.request("GET", path, headers={"Host": "localhost"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.getheader("Cache-Control")


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip, deflate, br", True),
        ("*", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("", False),
        ("br", False),
        ("gzip;q=0, *", False),
        ("gzip; q=0.0", False),
        ("*;q=0", False),
    ],
)
@pytest.mark.parametrize("path", ["/", "/assets/lamp.css", "/no"])
def test_texts_are_packed_for_who_unpacks_them(
    port: int, tmp_path: Path, path: str, accepted: str, packed: bool
) -> None:
    kind = "text/css" if path.endswith(".css") else "text/html"
    long = PAGE.replace("lamp", "lamp and oil " * 200)
    for name, text in {"index.html": long, "404.html": long, "assets/lamp.css": "p { color: red }\n" * 100}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    plain = asked(port, path)[1].encode()
    connection = HTTPConnection(ADDRESS, port)
    connection.request("GET", path, headers={"Host": "localhost", "Accept-Encoding": accepted})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.getheader("Content-Type") == f"{kind}; charset=utf-8"
    assert answer.getheader("Content-Encoding") == ("gzip" if packed else None)
    assert answer.getheader("Vary") == "Accept-Encoding"
    assert answer.getheader("Content-Length") == str(len(body))
    assert (gzip.decompress(body) if packed else body) == plain
    assert not packed or len(body) < len(plain) / 2
    connection.close()


def test_what_is_short_or_no_text_goes_out_as_it_is(port: int, tmp_path: Path) -> None:
    (tmp_path / "dot.png").write_bytes(b"\x89PNG" + bytes(4000))
    (tmp_path / "short.css").write_text("p {}", encoding="utf-8")
    for path, length in {"/dot.png": 4004, "/short.css": 4}.items():
        connection = HTTPConnection(ADDRESS, port)
        connection.request("GET", path, headers={"Host": "localhost", "Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        assert answer.getheader("Content-Encoding") is None
        assert len(answer.read()) == length
        connection.close()
