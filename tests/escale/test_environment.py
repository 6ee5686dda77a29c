"""A wrong environment is one clear sentence and a failing exit, never a traceback and never a half start."""

import ast
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from escale.server import environment as env
from tests.serving import ROOT, environment, free_port

WRONG = {
    "a flag": ({"DEBUG": "perhaps"}, "DEBUG: 'perhaps' is neither yes nor no"),
    "a port that is no number": ({"PORT": "http"}, "PORT: 'http' is not a whole number"),
    "a port out of range": ({"PORT": "70000"}, "PORT: 70000 is not between 1 and 65535"),
    "an address without scheme": (
        {"BASE_URL": "escale.example"},
        "BASE_URL: 'escale.example' must be an address",
    ),
    "an address without host": ({"BASE_URL": "https://"}, "BASE_URL: 'https://' must be an address"),
    "production without a key": (
        {"BASE_URL": "https://escale.example"},
        "SECRET_KEY: production needs a secret",
    ),
    "a key that is too short": (
        {"BASE_URL": "https://escale.example", "SECRET_KEY": "short"},
        "SECRET_KEY: production needs a secret of at least 32 characters",
    ),
    "debugging at a public address": (
        {"BASE_URL": "https://escale.example", "DEBUG": "1", "SECRET_KEY": "0123456789" * 5},
        "DEBUG: a site with a public BASE_URL shows nobody its errors",
    ),
    "no database address": ({"DATABASE_URL": "the database"}, "DATABASE_URL: 'the database' is not"),
    "another database": (
        {"DATABASE_URL": "mysql://me@here/x"},
        "DATABASE_URL: only sqlite:// and postgres://",
    ),
    "a cache that is none": ({"CACHE_URL": "memcached://here"}, "CACHE_URL: 'memcached://here' must be"),
    "mail that is none": ({"EMAIL_URL": "smtp://u:secret@here:port"}, "EMAIL_URL: 'here:port' must be"),
    "a log level that is none": ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL: 'LOUD' is not one of"),
    "proxies that are no number": ({"TRUSTED_PROXIES": "-1"}, "TRUSTED_PROXIES: '-1' is not a whole number"),
}


def start(data_dir: Path, *command: str, **more: str) -> subprocess.CompletedProcess:
    given = environment(data_dir, **more)
    arguments = [sys.executable, "manage.py", *(command or ("serve",))]
    return subprocess.run(arguments, cwd=ROOT, env=given, capture_output=True, text=True, timeout=300)


def one_sentence(done: subprocess.CompletedProcess, expected: str) -> None:
    assert done.returncode != 0
    assert expected in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_value_stops_the_start(tmp_path, what):
    values, sentence = WRONG[what]
    one_sentence(start(tmp_path, **values), sentence)


def test_a_folder_that_can_not_be_written(tmp_path):
    file = tmp_path / "file"
    file.touch()
    one_sentence(start(file / "data"), "DATA_DIR: the folder")


@pytest.mark.parametrize("pooled", ["0", "1"])
def test_what_the_address_of_the_database_asks_for_holds(monkeypatch, tmp_path, pooled):
    monkeypatch.setenv("DATABASE_URL", "postgres://escale@/escale?host=/run/postgresql&sslmode=verify-full")
    monkeypatch.setenv("DATABASE_POOLED", pooled)
    asked = env.database(tmp_path)["OPTIONS"]
    assert (asked["host"], asked["sslmode"]) == ("/run/postgresql", "verify-full")
    assert {"pool", "prepare_threshold"} & asked.keys() == (
        {"pool", "prepare_threshold"} if pooled == "1" else set()
    )


@pytest.mark.slow
@pytest.mark.parametrize("pooled", ["0", "1"])
def test_a_database_that_does_not_answer(tmp_path, pooled):
    away = "postgres://nobody@127.0.0.1:1/nothing"
    one_sentence(
        start(tmp_path, DATABASE_URL=away, DATABASE_POOLED=pooled, PORT=str(free_port())),
        "DATABASE_URL: the database does not answer (connection failed",
    )


@pytest.mark.slow
def test_a_cache_that_does_not_answer(tmp_path):
    one_sentence(
        start(tmp_path, CACHE_URL="redis://127.0.0.1:1", PORT=str(free_port())),
        "CACHE_URL: the cache does not answer",
    )


@pytest.mark.slow
def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        one_sentence(start(tmp_path, PORT=port), f"PORT: {port} is taken")
    assert not (tmp_path / "escale.sqlite3").exists()


@pytest.mark.slow
def test_a_key_is_made_once_and_kept(tmp_path):
    show = ("shell", "-v0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)")
    first, second = (start(tmp_path, *show).stdout.strip() for _ in range(2))
    assert len(first) >= 40
    assert first == second
    assert os.stat(tmp_path / "secret-key").st_mode & 0o077 == 0


def test_names_and_passwords_of_mail_may_hold_any_sign(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp://anna%40example.org:a%2Fb%23c%25@mail.example.org")
    told = env.email()
    assert (told["EMAIL_HOST_USER"], told["EMAIL_HOST_PASSWORD"]) == ("anna@example.org", "a/b#c%")
    assert told["EMAIL_TIMEOUT"]


@pytest.mark.slow
def test_production_settings_pass_djangos_own_check(tmp_path):
    values = {
        "BASE_URL": "https://escale.example",
        "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP",
    }
    done = start(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **values)
    assert done.returncode == 0, done.stderr


def test_an_old_python_is_told_so(tmp_path):
    """The start script runs under any Python; an interpreter that is too old is not used."""
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 3\n")
    old.chmod(0o755)
    script = (
        "import run; run.sys.executable = ''; run.CANDIDATES = ['python3'];"
        "run.sys.version = '3.9.2 (old)'; print(run.interpreter())"
    )
    given = {"PATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=given, capture_output=True, text=True, timeout=300
    )
    one_sentence(done, "Python 3.11 or newer with venv is needed; this is Python 3.9.2")


def test_the_start_script_can_be_read_by_old_interpreters():
    """Python 3.4 is the oldest grammar that can be asked for; what it can not read would end in a syntax
    error.
    """
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4))
    # Python 2 wants an encoding for anything else and knows no print(); Python 3.6 can not say more in a bare
    # locale.
    assert source.isascii() and "print(" not in source


def test_an_unknown_task_is_told_so():
    done = subprocess.run(
        [sys.executable, "run.py", "dance"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    one_sentence(done, "Unknown task 'dance': one of bench, check")


def test_sqlite_overwrites_what_is_deleted():
    """Otherwise the names of people who were erased stay in the file, in a build of SQLite that does not say so."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("PRAGMA secure_delete=OFF")
        database.executescript(env.SQLITE["init_command"])
        assert database.execute("PRAGMA secure_delete").fetchone() == (1,)
