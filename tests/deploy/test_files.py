"""The files of deploy/ say what the site understands."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.needs import need
from tests.serving import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in (DEPLOY / "systemd").iterdir())
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
            [sys.executable, "manage.py", command, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
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


def test_the_production_settings_pass_djangos_own_check(tmp_path):
    done = checked(tmp_path, SECRET_KEY=secrets.token_urlsafe(48))
    assert done.returncode == 0, done.stderr


def test_nobody_runs_with_the_key_that_ships(tmp_path):
    done = checked(tmp_path)
    assert done.returncode != 0 and "SECRET_KEY: production needs a secret" in done.stderr


@pytest.mark.parametrize("secret", ["deploy/.env", "deploy/tls"])
def test_secrets_are_neither_committed_nor_packed_into_an_image(secret):
    for name in (".gitignore", ".dockerignore"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        assert secret in [line.strip("/") for line in lines], name


def test_the_services_of_the_compose_file_fit_together():
    content = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = content["services"]
    for name, service in services.items():
        needed = service.get("depends_on", [])
        assert set(needed) <= services.keys(), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in content["volumes"] or (DEPLOY / source).exists() or source == "./tls", name
    assert (DEPLOY / services["server"]["build"]["context"] / services["server"]["build"]["dockerfile"]).exists()


@pytest.mark.parametrize("unit", [name for name in UNITS if name != "escale.target"])
def test_systemd_understands_the_units(unit, tmp_path):
    """Verified as they are, but for the folder of the checkout, which is elsewhere here."""
    need(shutil.which("systemd-analyze"), "Install systemd, which verifies its units: apt install systemd.")
    for name in UNITS:
        text = (DEPLOY / "systemd" / name).read_text(encoding="utf-8")
        text = text.replace("/srv/escale/.venv/bin/python", "/usr/bin/env").replace("/srv/escale", str(tmp_path))
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = str(tmp_path / unit).replace("@.", "@8001.")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", shown], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if Path(unit).stem.rstrip("@") in line]
    assert (done.returncode, complaints) == (0, []), done.stderr
