"""Secrets are compared in constant time, looked up by their hash, and never kept as they were given."""

import ast
import re
from pathlib import Path

import pytest

from tests.serving import ROOT

SECRET = re.compile(r"(?:^|_)(token|secret|signature|password|nonce|hash|digest|api_key)(?:_|$)")
# Names that only sound like it: words of the search, kinds of a template's parts, digests of texts that are
# public.
HARMLESS = {
    "catalogue/search": "a token is a word of a name",
    "escale/translations/extraction.py": "a token is a piece of a template",
    "escale/backup": "digests show damage; the backup is its owner's own",
    "games/cli/positions.py": "digests say whether a position still reads as it was found",
    "games/matches/entered_luck/opening.py": "both hashes are stored: which seats one phone holds",
    "games/matches/replay.py": "a digest shows that a packed log is damaged",
    "games/static/games/examples/verify.py": "the secret of a finished match is public",
    "rules_docs": "digests say whether a text that everybody reads has changed",
}


def sources() -> list[Path]:
    found = [
        path for app in ("escale", "catalogue", "games", "rules_docs") for path in (ROOT / app).rglob("*.py")
    ]
    return [path for path in found if "migrations" not in path.parts]


def called(part: ast.expr) -> str:
    """The name that this part of a comparison goes by."""
    if isinstance(part, ast.Call):
        return called(part.func)
    return part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""


def plain_comparisons(code: str) -> list[int]:
    """Lines where a secret is compared with something other than a constant by ==, != or in."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn)
        if any(SECRET.search(called(part)) for part in [node.left, *node.comparators])
        if not any(isinstance(part, ast.Constant) for part in [node.left, *node.comparators])
    ]


def test_no_secret_is_compared_plainly():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sources()
        if not str(path.relative_to(ROOT)).startswith(tuple(HARMLESS))
        for line in plain_comparisons(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code", ["seat.token_hash == given", "token != known", "secret in allowed", "f(x) == token_hash(y)"]
)
def test_a_plain_comparison_would_be_seen(code):
    assert plain_comparisons(code) == [1]


@pytest.mark.parametrize("code", ["constant_time_compare(token, given)", "secret == ''", "shown == hashed"])
def test_what_is_right_is_not_blamed(code):
    assert plain_comparisons(code) == []
