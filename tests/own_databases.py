"""Databases that a test makes for itself on the PostgreSQL server of the tests."""

import os
import time
from uuid import uuid4

import psycopg

#: the address of a database of that server; empty where the tests run on SQLite
SERVER = os.environ.get("TEST_DATABASE_URL", "")
#: Pauses between the attempts to drop a database.
PAUSES = (0.5, 1, 2, 4, 8)


def create_database(prefix: str) -> str:
    """Creates an empty database and returns its address."""
    name = f"{prefix}_{uuid4().hex[:12]}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    return f"{SERVER.rsplit('/', 1)[0]}/{name}"


def drop_database(address: str) -> None:
    """Drops the database of this address, whoever is connected to it.

    No role of a test may end a process of the server itself, such as autovacuum: it is waited for.
    """
    name = address.rsplit("/", 1)[1]
    for pause in (*PAUSES, None):
        try:
            with psycopg.connect(SERVER, autocommit=True) as server:
                server.execute(f"DROP DATABASE {name} WITH (FORCE)")
            return
        except psycopg.errors.InsufficientPrivilege:
            if pause is None:
                raise
            time.sleep(pause)
