"""What the folders promise: one way of imports, effects at the edges, small modules, plug-ins with their cases."""

import ast
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.built import ROOT

PACKAGE = ROOT / "kb"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 400

# Each line may import from the lines above it, never from its own line or below. The lines in capitals in
# design order; a module that is not here has no place yet: give it one.
ORDER = """
values ends grouping packing
text
diagnostics
strict_yaml dates paths memory
discovery shapes
model interface
sheets attested lexicon anchors
plain spelling counting numbering paging changing calendars
tokens similarity sentences
effective
ruled
wording withdrawn figured
restored claims
provenance
corpus
kramdown plain_lines
statements
readers
diff
align
borrowing differences
terms
mentions titles namesakes
rulings
rulebooks
lives
force minted contradictions
chronicle
shelves
naming
footnotes sources
citations
emendations
authorities
records
instructions
compile
dated reviewing
recorded
witnesses parallels
coverage unapplied
graph
html page_parts
queries
audit
answers
reports
exports
places
ruling_pages
book_pages card_pages
site
pipeline
consulting
files store
search
tools publishing
fetching
cli
"""
RANKS = {name: rank for rank, line in enumerate(ORDER.split("\n")) for name in line.split()}

# The order of the design, which the one above only adds to.
DESIGN = """
text diagnostics model corpus readers align terms rulings citations emendations authorities instructions compile
witnesses coverage graph queries audit exports site files cli
"""


def part_of(path: Path) -> str:
    """The part of the package a module belongs to."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "kb" if first == "__init__" else first


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module a file imports, with the line, imports inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            module = node.module or ""
            if module == "kb":
                yield from ((f"kb.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield module, node.lineno


def breaches(path: Path) -> list[str]:
    """The imports of a module that go the wrong way."""
    here = part_of(path)
    found = []
    for module, line in imports(path):
        if not module.startswith("kb.") or here == "kb":
            continue
        there = module.split(".")[1]
        if there in {here, "__version__"}:
            continue
        if RANKS.get(there, 0) >= RANKS[here]:
            found.append(f"{path.relative_to(ROOT)}:{line}: `{here}` imports `{there}`")
    return found


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_order_keeps_the_design() -> None:
    names = DESIGN.split()
    assert sorted(names, key=lambda name: RANKS[name]) == names


def test_every_module_has_a_place() -> None:
    assert sorted({part_of(path) for path in MODULES} - set(RANKS) - {"kb"}) == []


def test_imports_go_one_way() -> None:
    found = [breach for path in MODULES if part_of(path) in RANKS for breach in breaches(path)]
    assert found == []


def test_the_check_of_imports_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RANKS, "text", len(RANKS) + 1)
    assert breaches(PACKAGE / "diagnostics.py") != []


SCRIPTS = sorted((ROOT / "site_templates" / "theme" / "assets").glob("*.js"))
LOADED = re.compile(r"""\b(?:from|import)\s*\(?\s*["']\./([\w-]+)\.js["']|\bkbLoad\(\s*["']([\w-]+)["']""")
"""A module that a script of the site has, from its beginning or when it is needed."""


def modules_of(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Modules with those that each imports, an import for its types alone included."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
        meant = {f"{node.module}.{each.name}" for node in nodes for each in node.names}
        meant |= {module for module, _ in imports(path)}
        found[name] = meant & (names.keys() - {name})
    return found


def circles(needs: Mapping[str, Collection[str]]) -> list[str]:
    """Those that need themselves by way of others."""
    left = {name: set(needed) for name, needed in needs.items()}
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    while unused := left.keys() - {each for needed in left.values() for each in needed}:
        for name in unused:
            del left[name]
    return sorted(left)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Inside of a package neither."""
    assert circles(modules_of(MODULES)) == []


def test_no_scripts_load_each_other_in_a_circle() -> None:
    loaded = {path.stem: {"".join(each) for each in LOADED.findall(path.read_text("utf-8"))} for path in SCRIPTS}
    assert any(loaded.values())
    assert circles(loaded) == []


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}, "f": {"d"}}) == ["a", "b", "c"]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST, f"{name_of(path)} is two ideas"
    assert ast.get_docstring(ast.parse(text)), f"{name_of(path)} does not say what it is"


LARGE = [
    "book_pages",
    "card_pages",
    "citations",
    "footnotes",
    "kramdown",
    "naming",
    "places",
    "plain_lines",
    "readers",
    "ruling_pages",
    "site",
    "sources",
    "statements",
]
"""Packages of many modules: their face tells what each is for."""


@pytest.mark.parametrize("package", LARGE)
def test_the_face_of_a_large_package_tells_its_modules(package: str) -> None:
    folder = PACKAGE / package
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} - set(re.findall(r"`(\w+)`", told)) == set()


def calls(path: Path) -> Iterator[tuple[str, int]]:
    """Names called in a module, dotted as written."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node.lineno


def test_only_cli_prints_or_exits() -> None:
    forbidden = {"print", "exit", "quit", "sys.exit", "os._exit", "input", "breakpoint"}
    inside = [path for path in MODULES if part_of(path) != "cli"]
    found = [f"{name_of(path)}:{line}: {name}" for path in inside for name, line in calls(path) if name in forbidden]
    found += [
        f"{name_of(path)}: {module}"
        for path in inside
        for module, _ in imports(path)
        if module.split(".")[0] in {"typer", "rich"}
    ]
    assert found == []


IN_MEMORY = {("kb/exports/sqlite.py", "sqlite3")}
"""Modules with effects that a pure module uses on memory alone: bytes go out, no file is opened."""


def test_only_the_edges_have_effects() -> None:
    edges = {"files", "store", "search", "tools", "publishing", "fetching", "cli"}
    forbidden = {"subprocess", "shutil", "tempfile", "socket", "urllib.request", "http", "sqlite3", "fcntl"}
    # `site` reads its templates, which are a part of the program.
    found = [
        f"{name_of(path)}:{line}: {module}"
        for path in MODULES
        if part_of(path) not in edges
        for module, line in imports(path)
        if module in forbidden and (name_of(path), module) not in IN_MEMORY
    ]
    assert found == []


def test_what_is_made_in_memory_touches_no_file() -> None:
    for name, module in IN_MEMORY:
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        opened = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
        assert [call for call in opened if call.startswith(f"{module}.")] == [f"{module}.connect(':memory:')"]


def test_networkx_stays_behind_graph() -> None:
    found = [
        f"{name_of(path)}:{line}"
        for path in MODULES
        if part_of(path) != "graph"
        for module, line in imports(path)
        if module.split(".")[0] == "networkx"
    ]
    assert found == []


def test_nothing_imports_the_scripts_or_the_tests() -> None:
    found = [
        name_of(path) for path in MODULES for module, _ in imports(path) if module.split(".")[0] in {"scripts", "tests"}
    ]
    assert found == []


def test_tests_take_time_as_ratios_only() -> None:
    """A limit in seconds fails on a busy machine: only one module of the tests reads a stopwatch."""
    stopwatches = {"time.process_time", "time.perf_counter", "time.thread_time", "timeit.timeit"}
    found = {name_of(path) for path in (ROOT / "tests").rglob("*.py") for name, _ in calls(path) if name in stopwatches}
    assert found == {"tests/timing.py"}


def test_program_knows_no_game() -> None:
    words = ("Middle-earth", "MECCG", "counciloflorien", "Dark Minions", "Lidless", "Ringwraith", "CRF", "meccg")
    found = [
        f"{name_of(path)}: {word}" for path in MODULES for word in words if word in path.read_text(encoding="utf-8")
    ]
    assert found == []


def code_constants() -> Iterator[tuple[str, str, Path]]:
    """Every diagnostic code made in the package: code, name of the constant, module."""
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.Assign | ast.AnnAssign):
                continue
            if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Code":
                code = node.value.args[0]
                assert isinstance(code, ast.Constant) and isinstance(code.value, str)
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                yield code.value, ast.unparse(target), path


def test_diagnostic_codes_are_unique() -> None:
    seen: dict[str, Path] = {}
    twice = []
    for code, _, path in code_constants():
        if code in seen:
            twice.append(f"{code}: {name_of(seen[code])} and {name_of(path)}")
        seen[code] = path
    assert twice == []


def test_diagnostic_codes_are_listed() -> None:
    unlisted = []
    for code, constant, path in code_constants():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        listed = [
            ast.unparse(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CODES"
        ]
        if not any(constant in value for value in listed):
            unlisted.append(f"{name_of(path)}: {constant} ({code}) is not in CODES")
    assert unlisted == []


AUDIT_RULES = sorted(path.stem for path in (PACKAGE / "audit").glob("[!_]*.py"))


@pytest.mark.parametrize("rule", AUDIT_RULES)
def test_audit_rule_has_cases(rule: str) -> None:
    cases = ROOT / "tests" / "cases" / "audit" / f"{rule}.md"
    assert cases.is_file(), f"{rule} has no cases"
    text = cases.read_text(encoding="utf-8")
    assert "\n## fires: " in text, f"{rule} has no case that fires"
    assert "\n## silent: " in text, f"{rule} has no case that stays silent"


def definitions(path: Path) -> Iterator[str]:
    """The functions, classes and values that a module defines, commands excepted: those are asked for by people."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.FunctionDef):
            asked = any("command" in ast.unparse(each) for each in node.decorator_list)
            yield from () if asked else (node.name,)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def uses(path: Path) -> Iterator[str]:
    """The names that a module uses, whether by themselves, of another module, or in an annotation in quotes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if alias.asname)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            yield from re.findall(r"\w+", node.value)


def test_nothing_is_defined_for_the_tests_alone() -> None:
    templates = [path for path in (ROOT / "site_templates").rglob("*") if path.suffix in {".j2", ".html"}]
    used = {word for path in templates for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    used |= {name for path in (*MODULES, *sorted((ROOT / "scripts").rglob("*.py"))) for name in uses(path)}
    known = {"makeExtension"}  # by this name Python-Markdown asks for an extension
    found = [f"{name_of(path)}: {name}" for path in MODULES for name in definitions(path) if name not in used | known]
    assert [each for each in found if not each.split(": ")[1].startswith("__")] == []


def test_dependencies_are_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    unbounded = [name for name in listed if ">=" not in name and "==" not in name and not name.startswith("emendary[")]
    assert unbounded == []


def test_the_architecture_page_lists_the_same_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.search(r"^    values (.*?)\n\n", page, re.MULTILINE | re.DOTALL)
    assert listed is not None
    groups = [group.split() for group in f"values {listed.group(1)}".split("·")]
    assert groups == [line.split() for line in ORDER.split("\n") if line.strip()]
