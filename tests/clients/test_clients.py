"""Linters find no fault in the schema, and three clients that are generated from it play matches to the end."""

import json
import shlex
import shutil
import sys
from pathlib import Path

import httpx
import pytest

from tests.clients import generators
from tests.escale.snippets import GENERATE, find_snippet
from tests.serving import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def schema(site, tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("schema") / "schema.json"
    answer = httpx.get(f"{site.url}/api/v1/schema/", headers={"Accept-Language": "en"}, timeout=60)
    file.write_bytes(answer.raise_for_status().content)
    return file


def test_linters_find_no_fault_in_the_schema(schema):
    generators.install_node_programs()
    report = generators.run_node_program(
        "redocly",
        "lint",
        schema,
        "--config",
        ROOT / "redocly.yaml",
        "--format",
        "json",
        "--max-problems",
        "50",
    )
    assert json.loads(report)["problems"] == []
    ruleset = ["--ruleset", ROOT / ".spectral.yaml", "--fail-severity", "hint"]
    generators.run_node_program("spectral", "lint", schema, *ruleset)


def test_the_commands_of_the_document_generate_clients(site, tmp_path):
    generators.install_node_programs()
    lines = find_snippet(GENERATE).replace("https://escale.example", site.url).splitlines()
    for line in lines:
        program, *arguments = shlex.split(line.removeprefix("npx "))
        if program == "datamodel-codegen":
            arguments.append("--allow-private-network")  # The site of the test has no public address.
        folder = generators.PROGRAMS if line.startswith(("openapi-p", "datamodel")) else generators.NODE_BIN
        generators.run([folder / program, *arguments], tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"api.d.ts", "escale_client", "types.py"}


def test_a_generated_typescript_client_plays_a_match(schema, site, tmp_path):
    generators.install_node_programs()
    generators.make_typescript_client(schema, tmp_path)
    result = json.loads(generators.run(["node", "play.mjs", site.url, "halunken"], tmp_path))
    assert result["end"] == "complete" and result["moves"] > 3 and len(result["scores"]) == 2


@pytest.mark.parametrize(
    ("make", "program", "game"),
    [
        (generators.make_python_client, "play_client.py", "shanghaien"),
        (generators.make_python_types, "play_types.py", "macao"),
    ],
    ids=["openapi-python-client", "datamodel-code-generator"],
)
def test_a_generated_python_client_plays_a_match(schema, site, tmp_path, make, program, game):
    make(schema, tmp_path)
    shutil.copy(generators.HERE / program, tmp_path)
    result = json.loads(generators.run([sys.executable, program, site.url, game], tmp_path))
    assert result["end"] == "complete" and result["moves"] > 3 and result["type"] == f"{game.title()}View"
