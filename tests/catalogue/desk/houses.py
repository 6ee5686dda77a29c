"""The site's commands on databases of their own."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.own_databases import SERVER, create_database, drop_database
from tests.serving import ROOT, copy_prepared_data, environment


class House:
    """The site's commands on a database of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.environment = environment(
            folder, **({"DATABASE_URL": url, "DATABASE_POOLED": "0"} if url else {})
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=180
        )

    def prepare(self) -> None:
        """Makes the tables; on SQLite from a copy, which has the rules too."""
        if "DATABASE_URL" in self.environment or not copy_prepared_data(self.folder, demo=False):
            self.manage("migrate", "-v", "0")

    def manage(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def says(self, program: str) -> Any:
        """What a few lines in Django's shell print last, as JSON."""
        return json.loads(self.manage("shell", "-v", "0", "-c", program).splitlines()[-1])


@pytest.fixture
def empty(tmp_path) -> Iterator[Callable[[str], House]]:
    """Makes new houses, on the database that the tests run on."""
    addresses: list[str] = []

    def make(name: str) -> House:
        if not SERVER:
            return House(tmp_path / name, "")
        addresses.append(create_database("escale_backup"))
        return House(tmp_path / name, addresses[-1])

    yield make
    for address in addresses:
        drop_database(address)
