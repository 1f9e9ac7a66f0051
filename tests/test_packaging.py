"""The two lock files agree, name no host, and hold what pyproject.toml asks for; nothing lies beside what is known."""

import json
import re
import subprocess
import tomllib

from tests.built import ROOT

UV_LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
PACKAGES = [package for package in UV_LOCK["package"] if package["name"] != "emendary"]
REQUIREMENTS = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PIN = re.compile(r"^([a-z0-9.\-]+)(?:\[[^]]*\])?==([^;\s]+)")
REQUIREMENT = re.compile(r"^([a-z0-9.\-]+)==([^\s;]+)[^\n]*((?:\n +--hash=sha256:[0-9a-f]{64}[ \\]*)+)", re.MULTILINE)


def required() -> dict[tuple[str, str], set[str]]:
    return {
        (name, version): set(re.findall(r"sha256:[0-9a-f]{64}", hashes))
        for name, version, hashes in REQUIREMENT.findall(REQUIREMENTS)
    }


def locked() -> dict[tuple[str, str], set[str]]:
    return {
        (package["name"], package["version"]): {
            file["hash"] for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        }
        for package in PACKAGES
    }


def test_every_line_is_understood() -> None:
    heads = [line for line in REQUIREMENTS.splitlines() if line and line[0] not in " #"]
    assert len(heads) == len(required())


def test_lock_files_agree() -> None:
    assert required() == locked()


def test_every_file_has_a_sum() -> None:
    assert all(hashes for hashes in locked().values())


def test_lock_files_name_no_host() -> None:
    for text in ((ROOT / "uv.lock").read_text(encoding="utf-8"), REQUIREMENTS):
        assert "://" not in text


def test_dependencies_are_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    names = {re.split(r"[\[<>=! ]", requirement)[0] for requirement in asked} - {"emendary"}
    assert names - {package["name"] for package in PACKAGES} == set()


def test_exact_pins_are_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pins = [PIN.match(requirement) for requirement in project["project"]["dependencies"]]
    pinned = {pin.groups() for pin in pins if pin is not None}
    assert {name for name, _ in pinned} >= {"mkdocs", "mkdocs-material", "pagefind"}
    assert pinned <= set(locked())


def test_the_lock_of_the_html_checker_names_versions_and_sums_and_no_host() -> None:
    text = (ROOT / "tests" / "validator" / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}
    assert packages
    for each in packages.values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", each["version"]) and each["integrity"].startswith("sha512-")


def test_nothing_strange_is_kept_beside_the_folders() -> None:
    """A file that some tool left there goes into no commit unseen."""
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    strange = {name for name in kept.stdout.splitlines() if "/" not in name} - {
        *(".gitattributes", ".gitignore", "CHANGELOG.md", "LICENSE", "Makefile", "README.md"),
        *("mkdocs.yml", "pyproject.toml", "requirements.lock", "uv.lock"),
    }
    assert strange == set()


def test_types_are_checked_wherever_there_is_code() -> None:
    """Tests too: where they are not, a field that gets another name is missed by those that seldom run."""
    kept = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {name.split("/")[0] for name in kept.stdout.splitlines()} - set(project["tool"]["mypy"]["files"]) == set()
