"""Empty databases for the tests of this folder."""

import os
from collections.abc import Callable, Iterator
from uuid import uuid4

import psycopg
import pytest

SERVER = os.environ.get("TEST_DATABASE_URL", "")


@pytest.fixture
def create_database() -> Iterator[Callable[[], str]]:
    """Creates an empty database on the PostgreSQL server of the tests and gives its address."""
    names: list[str] = []

    def create() -> str:
        names.append(f"escale_upgrade_{uuid4().hex[:12]}")
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {names[-1]}")
        return f"{SERVER.rsplit('/', 1)[0]}/{names[-1]}"

    yield create
    for name in names:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
