"""The documents are true: their links, paths and functions exist, and every library has its reason."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
#: The changelog may name what is gone.
PAGES_OF_TODAY = [page for page in PAGES if page.name != "CHANGELOG.md"]
MAX_COLUMNS = 160
#: A word in backticks is a path of the repository if it begins with one of its folders or is one of its
#: programs.
REPOSITORY_PATH = re.compile(
    r"((?:escale|catalogue|rules_docs|games|tests|docs|deploy)/[^\s:]*|manage\.py|run\.py)(?:::([\w.]+))?"
)
EXAMPLE_GAME = "kraken"
MADE_BY_OPERATORS = {"deploy/.env", "deploy/tls/", "deploy/acme/"}


def find_repository_paths(text: str) -> list[tuple[str, str]]:
    """Each path of the repository in backticks, with the function or class that stands behind it after `::`,
    or "".
    """
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    words = [word.strip("().,;") for code in re.findall(r"`([^`]+)`", text) for word in code.split()]
    matches = [REPOSITORY_PATH.fullmatch(word) for word in words]
    return [(match[1], match[2] or "") for match in matches if match]


def exists(path: str) -> bool:
    """Whether the path leads to a file or folder, from the top of the repository or from `tests/`."""
    pattern = re.sub(rf"<\w+>|\b{EXAMPLE_GAME}\b", "*", path).rstrip("/")
    return path in MADE_BY_OPERATORS or any(ROOT.glob(pattern)) or (ROOT / "tests" / path).exists()


def defines(path: str, name: str) -> bool:
    """Whether the Python or JavaScript file defines the function or class; a method is named behind its
    class.
    """
    file = ROOT / path
    text = (file if file.exists() else ROOT / "tests" / path).read_text(encoding="utf-8")
    return all(
        re.search(rf"\b(def|class|function) {part}\b|^ +(async )?{part}\([^)]*\) {{$", text, re.M)
        for part in name.split(".")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page):
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.S)  # code is no link
    targets = [target for target in LINK.findall(text) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES_OF_TODAY, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_and_functions_in_documents_exist(page):
    named = find_repository_paths(page.read_text(encoding="utf-8"))
    assert [path for path, _name in named if not exists(path)] == []
    assert [f"{path}::{name}" for path, name in named if name and not defines(path, name)] == []


def test_paths_and_functions_that_do_not_exist_are_found():
    text = (
        "`games/core/contract.py::apply`, `games/core/contract.py::fly` and "
        "`games/<game>/rules/engine.cpp`, `a/b.py`"
    )
    named = find_repository_paths(text)
    assert [exists(path) for path, _name in named] == [True, True, False]
    assert [defines(path, name) for path, name in named if name] == [True, False]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_of_documents_are_short(page):
    """Rows of tables are left out, because they cannot be broken."""
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > MAX_COLUMNS and not line.startswith("|")] == []


@pytest.mark.parametrize("name", ["requirements.in", "requirements-dev.in"])
def test_every_library_has_its_reason(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    wanted = {re.split(r"[\[<>=~!; ]", line)[0] for line in lines if line and not line.startswith(("#", "-"))}
    argued = set(
        re.findall(r"^\| ([\w.-]+) \|", (ROOT / "docs/adr/0002-libraries.md").read_text("utf-8"), re.M)
    )
    assert wanted <= argued


def test_every_argued_library_is_used():
    lists = "".join(
        (ROOT / name).read_text(encoding="utf-8") for name in ("requirements.in", "requirements-dev.in")
    )
    argued = re.findall(r"^\| ([\w.-]+) \|", (ROOT / "docs/adr/0002-libraries.md").read_text("utf-8"), re.M)
    assert [name for name in argued if name != "library" and name not in lists] == []


def test_decisions_have_their_own_numbers():
    numbers = [path.name[:4] for path in (ROOT / "docs/adr").glob("*.md")]
    assert len(numbers) == len(set(numbers))
