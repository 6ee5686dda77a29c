"""systemd understands the units of deploy/, and they confine what the site can do to its machine."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import need
from tests.serving import ROOT

UNITS = ROOT / "deploy" / "systemd"
NAMES = ["escale-server@8001.service", "escale-worker@1.service", "escale-nightly.service"]
OTHERS = ["escale-nightly.timer", "escale.target"]
#: systemd-analyze counts in tenths: 0 is confined, 100 is exposed
MAX_EXPOSURE = 30


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """The units where docs/deploy.md puts them, beside those of the system, and the programs that they start."""
    need(shutil.which("systemd-analyze"), "Install systemd, which verifies its units: apt install systemd.")
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree("/lib/systemd/system", folder / "lib/systemd/system", symlinks=True)
    shutil.copytree(UNITS, folder / "etc/systemd/system", dirs_exist_ok=True)
    for program in ("srv/escale/.venv/bin/python", "bin/sh"):
        (folder / program).parent.mkdir(parents=True, exist_ok=True)
        (folder / program).touch(0o755)
    return folder


def analyze(tree: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = ["systemd-analyze", *arguments, f"--root={tree}"]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})


@pytest.mark.parametrize("unit", [*NAMES, *OTHERS])
def test_systemd_understands_the_units(tree, unit):
    done = analyze(tree, "verify", "--man=no", unit)
    complaints = [line for line in done.stderr.splitlines() if "escale" in line]
    assert complaints == []


def test_a_mistake_in_a_unit_is_found(tree, tmp_path):
    shutil.copytree(tree, tmp_path, symlinks=True, dirs_exist_ok=True)
    confinement = tmp_path / "etc/systemd/system/escale-.service.d/hardening.conf"
    confinement.write_text(
        confinement.read_text(encoding="utf-8") + "ProtectEverything=yes\n", encoding="utf-8"
    )
    assert "ProtectEverything" in analyze(tmp_path, "verify", "--man=no", NAMES[0]).stderr


@pytest.mark.parametrize("unit", NAMES)
def test_units_are_confined(tree, unit):
    done = analyze(tree, "security", "--offline=yes", "--no-pager", f"--threshold={MAX_EXPOSURE}", unit)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_unit_without_the_drop_in_is_not_confined(tree, tmp_path):
    shutil.copytree(tree, tmp_path, symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "etc/systemd/system/escale-.service.d")
    done = analyze(
        tmp_path, "security", "--offline=yes", "--no-pager", f"--threshold={MAX_EXPOSURE}", NAMES[0]
    )
    assert done.returncode != 0


@pytest.mark.parametrize("unit", NAMES)
def test_units_have_limits(unit):
    name = re.sub(r"@.*\.", "@.", unit)
    text = (UNITS / name).read_text(encoding="utf-8")
    limits = dict(re.findall(r"^(MemoryMax|MemoryHigh|CPUQuota|TasksMax)=(\S+)$", text, re.MULTILINE))
    assert len(limits) == 4, limits
