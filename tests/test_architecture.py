"""The arrows of docs/architecture.md: layers point downwards, apps know only whom they may know."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
APPS = ("escale", "catalogue", "rules_docs", "games")
# Who may import whom; `escale.common` is everybody's, `escale` itself wires all.
KNOWN = {
    "catalogue": set(),
    "rules_docs": {"catalogue"},
    "games": {"catalogue"},
    "escale": {"catalogue", "rules_docs", "games"},
}
PURE = ("games/core/", "games/bots/", "games/halunken/rules/", "games/macao/rules/", "games/shanghaien/rules/")
PURE += ("games/registry.py", "games/halunken/bot.py", "games/macao/bot.py", "games/shanghaien/bot.py")
PURE += ("escale/common/text/", "catalogue/search/index/", "rules_docs/search/index/", "rules_docs/text/")
PURE += ("catalogue/covers/",)
NOT_YET = ("rules_docs/text/rule_folder.py",)
FORBIDDEN_BELOW = {"django", "rest_framework", "random", "time", "datetime", "gettext", "os", "socket", "sqlite3"}
BELOW_PAGES = re.compile(
    r".*/models/.*|games/models\.py|catalogue/(desk|importing|exporting)/.*|games/(matches|automation|notifying)/.*"
    r"|rules_docs/(editing|reading|printing)/.*|rules_docs/search/.*|escale/(backup|common)/(?!templatetags).*"
).fullmatch
PAGES = {"web", "urls", "api_urls", "neutral_urls", "admin", "serializers", "forms", "management"}
PAGES |= {"templatetags"}

FILES = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts]
NAMES = [str(path.relative_to(ROOT)) for path in FILES]
TREES = dict(zip(NAMES, (ast.parse(path.read_text(encoding="utf-8")) for path in FILES), strict=True))


def imports(name: str) -> Iterator[str]:
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_pure(path: str) -> bool:
    return path not in NOT_YET and any(path.startswith(pure.removesuffix(".py").rstrip("/")) for pure in PURE)


@pytest.mark.parametrize("name", NAMES)
def test_an_app_knows_only_whom_it_may_know(name):
    app = name.split("/")[0]
    allowed = KNOWN[app] | {app}
    for imported in imports(name):
        top = imported.split(".")[0]
        if top in APPS and not imported.startswith("escale.common"):
            common = app == "escale" and name.startswith("escale/common/")
            assert top in allowed and not common, f"{name} imports {imported}"


@pytest.mark.parametrize("name", [name for name in NAMES if is_pure(name)])
def test_the_pure_layer_stays_pure(name):
    # An engine's own command line (`__main__`) prints and reads a clock; the rules never do.
    if name.endswith("__main__.py"):
        return
    for imported in imports(name):
        top = imported.split(".")[0]
        assert top not in FORBIDDEN_BELOW, f"{name} imports {imported}"
        assert top not in APPS or is_pure(imported.replace(".", "/")), f"{name} imports {imported}"


@pytest.mark.parametrize("name", [name for name in NAMES if BELOW_PAGES(name)])
def test_services_and_models_do_not_know_pages(name):
    for imported in imports(name):
        parts = imported.split(".")
        assert not (parts[0] in APPS and PAGES & set(parts[1:])), f"{name} imports {imported}"


@pytest.mark.parametrize("name", NAMES)
def test_no_signals_and_no_generic_keys(name):
    banned = ("django.db.models.signals", "django.dispatch", "django.contrib.contenttypes.fields")
    assert not [imported for imported in imports(name) if imported.startswith(banned)]


@pytest.mark.parametrize("name", NAMES)
def test_functions_and_modules_stay_short(name):
    lines = (ROOT / name).read_text(encoding="utf-8").count("\n")
    assert lines < 400, f"{name} has {lines} lines"
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            assert length < 60, f"{name}: {node.name} has {length} lines"


def test_the_check_can_fail():
    """The negative control: a forbidden import in the catalogue is seen."""
    TREES["catalogue/wrong.py"] = ast.parse("from games.models import Match")
    try:
        with pytest.raises(AssertionError, match=r"imports games\.models"):
            test_an_app_knows_only_whom_it_may_know("catalogue/wrong.py")
    finally:
        del TREES["catalogue/wrong.py"]
