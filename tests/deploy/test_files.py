"""The files of deploy/ say what the site understands; `test_units.py` reads those of systemd."""

import os
import re
import secrets
import shutil
import subprocess
import sys
import time

import pytest
import yaml

from tests.serving import ROOT

DEPLOY = ROOT / "deploy"
COMMAND = re.compile(r"manage\.py (\w+)([^\n\"\]&]*)")
FILES = [path for path in DEPLOY.rglob("*") if path.is_file()]


def names(text: str) -> set[str]:
    return set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE))


def test_every_setting_is_one_that_the_readme_explains():
    explained = set(re.findall(r"`([A-Z_]+)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert names((DEPLOY / "escale.env").read_text(encoding="utf-8")) <= explained


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_command_exists_with_its_options(file):
    for command, options in COMMAND.findall(file.read_text(encoding="utf-8")):
        help_text = subprocess.run(
            [sys.executable, "manage.py", command, "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for option in re.findall(r"--[a-z]+", options):
            assert option in help_text, f"{command} {option}"


def checked(tmp_path, **more: str) -> subprocess.CompletedProcess:
    """Django's own check with the settings that ship, and these."""
    given = {"PATH": os.environ["PATH"]}
    for line in (DEPLOY / "escale.env").read_text(encoding="utf-8").splitlines():
        name, found, value = line.partition("=")
        if found and not name.startswith("#") and name != "DATABASE_URL":
            given[name] = value
    given |= {"DATA_DIR": str(tmp_path)} | more
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True)


@pytest.mark.slow
def test_the_production_settings_pass_djangos_own_check(tmp_path):
    done = checked(tmp_path, SECRET_KEY=secrets.token_urlsafe(48))
    assert done.returncode == 0, done.stderr


def test_nobody_runs_with_the_key_that_ships(tmp_path):
    done = checked(tmp_path)
    assert done.returncode != 0 and "SECRET_KEY: production needs a secret" in done.stderr


@pytest.mark.parametrize("secret", ["deploy/.env", "deploy/tls", "deploy/acme"])
def test_secrets_are_neither_committed_nor_packed_into_an_image(secret):
    for name in (".gitignore", ".dockerignore"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        assert secret in [line.strip("/") for line in lines], name


@pytest.fixture(scope="module")
def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_the_services_of_the_compose_file_fit_together(compose):
    services = compose["services"]
    for name, service in services.items():
        needed = service.get("depends_on", [])
        assert set(needed) <= services.keys(), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            is_made_by_operators = source in ("./tls", "./acme")
            assert source in compose["volumes"] or (DEPLOY / source).exists() or is_made_by_operators, name
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()


def test_every_service_has_limits_and_loses_its_privileges(compose):
    for name, service in compose["services"].items():
        limits = service["deploy"]["resources"]["limits"]
        assert {"cpus", "memory", "pids"} <= limits.keys(), name
        assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"], name


def test_images_come_by_digest_only(compose):
    """compose.yaml and Dockerfile name variables without a default; pin-images writes digests into them."""
    images = {service["image"] for service in compose["services"].values() if "image" in service}
    images |= {compose["services"]["server"]["build"]["args"]["PYTHON_IMAGE"]}
    variables = {re.fullmatch(r"\$\{(\w+):\?[^}]*\}", image)[1] for image in images}
    pinned = re.findall(r"^pin (\w+) \S+$", (DEPLOY / "pin-images").read_text(encoding="utf-8"), re.M)
    assert variables == set(pinned)
    froms = re.findall(r"^FROM (.+)$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.M)
    assert froms == ["${PYTHON_IMAGE}"]


def test_pin_images_writes_the_digest_that_docker_reports(tmp_path):
    """With a stand-in for docker, because no registry is needed to see what is written."""
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\n[ "$1" = pull ] || echo "${5%%:*}@sha256:0123"\n', encoding="utf-8")
    docker.chmod(0o755)
    shutil.copy(DEPLOY / "pin-images", tmp_path)
    (tmp_path / ".env").write_text("DEMO=0\nNGINX_IMAGE=nginx@sha256:old\n", encoding="utf-8")
    given = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", str(tmp_path / "pin-images")], env=given, check=True, capture_output=True)
    assert (tmp_path / ".env").read_text(encoding="utf-8").splitlines() == [
        "DEMO=0",
        "PYTHON_IMAGE=python@sha256:0123",
        "POSTGRES_IMAGE=postgres@sha256:0123",
        "NGINX_IMAGE=nginx@sha256:0123",
    ]


def test_a_backup_is_made_every_night_in_containers_too(compose):
    assert compose["services"]["nightly"]["command"] == "sh deploy/nightly-in-container"
    assert "sh deploy/nightly python" in (DEPLOY / "nightly-in-container").read_text(encoding="utf-8")
    assert "deploy/nightly" in (DEPLOY / "systemd/escale-nightly.service").read_text(encoding="utf-8")


def test_the_nightly_job_keeps_backups_of_two_weeks(tmp_path):
    """Run as it is, with a stand-in for Python that says what it was asked."""
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    backups = tmp_path / "backups"
    backups.mkdir()
    for name, age in (("escale-old.zip", 15), ("escale-new.zip", 1), ("other.zip", 99)):
        (backups / name).touch()
        os.utime(backups / name, (time.time() - age * 86400,) * 2)
    command, given = (
        ["sh", str(DEPLOY / "nightly"), str(python)],
        {"DATA_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    done = subprocess.run(command, env=given, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "manage.py backup",
        "manage.py forget_guests",
        "manage.py clearsessions",
    ]
    assert sorted(path.name for path in backups.iterdir()) == ["escale-new.zip", "other.zip"]
