"""Paths stay inside their folder, on every system, and do not meet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.paths import NAME_BYTES, collision_key, find_collisions, free_name, in_numbers, path_problem


@pytest.mark.parametrize(
    "path",
    [
        "a.md",
        "docs/cards/B/biter-and-beater!.md",
        "bert-(burat).md",
        "anduril,-the-flame.md",
        ".hidden",
        "a/console.md",
        "é/ö",
    ],
)
def test_good_paths(path: str) -> None:
    assert path_problem(path) == ""


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "empty"),
        ("/etc/passwd", "absolute"),
        ("~/a", "absolute"),
        ("../a", "leaves"),
        ("a/../../b", "leaves"),
        ("a/./b", "part `.`"),
        ("a//b", "empty part"),
        ("a/", "empty part"),
        ("a\\b", "backslash"),
        ("a\x00b", "NUL"),
        ("a\nb", "control"),
        ("a\u202eb", "control"),
        ("a\ud800b", "control"),
        ("con", "reserve"),
        ("a/NUL.md", "reserve"),
        ("lpt1.txt", "reserve"),
        ("a./b", "edge"),
        ("a /b", "edge"),
        (" a", "edge"),
        ("c:/a", "no file name"),
        ("a?b", "no file name"),
        (".git/config", "git"),
        ("a/.GIT/hooks", "git"),
        ("é" * 121, "longer"),
    ],
)
def test_bad_paths(path: str, reason: str) -> None:
    assert reason in path_problem(path)


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a", "b"], ()),
        (["a", "a"], ((0, 1),)),
        (["A.md", "a.md", "b", "A.MD"], ((0, 1), (0, 3))),
        (["caf\u00e9", "cafe\u0301"], ((0, 1),)),
        (["stra\u00dfe", "STRASSE"], ((0, 1),)),
        (["a/b", "a"], ((0, 1),)),
        (["a", "a/b/c"], ((0, 1),)),
        (["a/b", "a/c", "A/d"], ()),
    ],
)
def test_collisions(paths: list[str], expected: tuple[tuple[int, int], ...]) -> None:
    assert find_collisions(paths) == expected


@given(st.text())
def test_no_text_makes_it_raise(path: str) -> None:
    path_problem(path)
    collision_key(path)


def test_a_name_of_a_title_is_one_that_every_system_holds() -> None:
    taken: set[str] = set()
    assert [free_name(each, taken) for each in ("bell", "con", "bell", "con")] == ["bell", "con-2", "bell-2", "con-3"]
    long = [free_name("tower-of-bells-" * 30, taken), free_name("é" * 300, taken)]
    assert all(len(each.encode()) <= NAME_BYTES and not path_problem(each) for each in long)
    assert long[0].endswith(("bells", "of", "tower"))


def test_people_look_for_the_tenth_behind_the_second() -> None:
    paths = ["b/2.md", "a/crf-10.md", "a/crf-2.md", "a/crf.md", "a/10/x.md", "a/crf-2-source.md", "a/crf-2b.md", "7"]
    ordered = ["7", "a/10/x.md", "a/crf-2-source.md", "a/crf-2.md", "a/crf-2b.md", "a/crf-10.md", "a/crf.md", "b/2.md"]
    assert sorted(paths, key=in_numbers) == ordered
