"""The pieces of code in documents, for the tests that run them."""

import re

from tests.serving import ROOT

_BLOCK = re.compile(r"^```\w+\n(.*?)^```$", re.M | re.S)
GENERATE, INSTALL, CONFIGURE, SIGN = (
    "npx openapi-typescript",
    ".venv/bin/python -m pip",
    '{"mcpServers"',
    "import base64",
)
#: how a snippet of docs/api.md begins, and which tests run it
RUN_BY = {
    GENERATE: "tests/clients/test_clients.py",
    INSTALL: "tests/escale/assistants/test_assistants.py",
    CONFIGURE: "tests/escale/assistants/test_assistants.py",
    SIGN: "tests/games/matches/test_webhooks.py",
}


def find_snippets(document: str) -> list[str]:
    return _BLOCK.findall((ROOT / document).read_text(encoding="utf-8"))


def find_snippet(beginning: str) -> str:
    (text,) = [text for text in find_snippets("docs/api.md") if text.startswith(beginning)]
    return text
