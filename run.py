#!/usr/bin/env python3
"""Sets up everything below .venv and runs the site, its tests or its checks: python3 run.py
run|test|check|manage ...

Only the standard library, and a syntax that old interpreters can read, so that they can say that they are too
old.
"""

import hashlib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")
CANDIDATES = ["python3.13", "python3.12", "python3.11", "python3", "python"]
PROBE = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 11) else 3)"


def say(sentence):
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def fail(sentence):
    sys.stderr.write(sentence + "\n")
    sys.exit(1)


def usable(command):
    """Does this interpreter run, is it new enough, can it make environments?"""
    try:
        asked = subprocess.Popen([command, "-c", PROBE], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        asked.communicate()
        return asked.returncode == 0
    except OSError:
        return False


def interpreter():
    for command in [sys.executable] + CANDIDATES:
        if command and usable(command):
            return command
    return fail(
        (
            "Python 3.11 or newer with venv is needed; this is Python %s. On Debian: apt install python3 "
            "python3-venv."
        )
        % sys.version.split()[0]
    )


def install(names):
    """Installs the locked libraries once; a change of a lock installs again."""
    files = [os.path.join(HERE, name) for name in names]
    digest = hashlib.sha256(b"".join(open(name, "rb").read() for name in files)).hexdigest()
    stamp = os.path.join(VENV, "installed-" + "-".join(names).replace(".txt", ""))
    if not os.path.exists(PYTHON):
        python = interpreter()
        say("Making .venv ...")
        if subprocess.call([python, "-m", "venv", VENV]) != 0:
            fail("The environment .venv could not be made; see above.")
    if os.path.exists(stamp) and open(stamp).read() == digest:
        return
    for file in files:
        say("Installing the libraries of %s ..." % os.path.basename(file))
        command = [
            PYTHON,
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--progress-bar",
            "on",
            "-q",
        ]
        if subprocess.call(command + ["--require-hashes", "-r", file]) != 0:
            fail("Installing the libraries failed; see above. Is the network there?")
    with open(stamp, "w") as handle:
        handle.write(digest)


SITE, TESTS = ["requirements.txt"], ["requirements.txt", "requirements-dev.txt"]
# What can be done: the libraries it needs, and what Python then runs.
TASKS = {
    "run": (SITE, ["manage.py", "serve"]),
    "manage": (SITE, ["manage.py"]),
    "test": (TESTS, ["-m", "pytest"]),
    "quick": (TESTS, ["-m", "pytest", "-q", "-n", "2", "-m", "not browser and not slow"]),
    "check": (TESTS, ["-m", "tests.check"]),
    "bench": (TESTS, ["-m", "tests.bench"]),
    "faults": (TESTS, ["-m", "tests.faults"]),
    "security": (TESTS, ["-m", "tests.security"]),
    "deploy-test": (TESTS, ["-m", "tests.deploy.document"]),
    "pictures": (TESTS, ["-m", "tests.pictures"]),
}


def main():
    task = sys.argv[1] if len(sys.argv) > 1 else "run"
    if task not in TASKS:
        fail("Unknown task '%s': one of %s." % (task, ", ".join(sorted(TASKS))))
    libraries, command = TASKS[task]
    module = os.path.join(HERE, *command[-1].split("."))
    if command[-1].startswith("tests.") and not (os.path.exists(module + ".py") or os.path.isdir(module)):
        fail("'%s' is not part of this checkout: there is no %s." % (task, command[-1]))
    install(libraries)
    os.chdir(HERE)
    os.execv(PYTHON, [PYTHON] + command + sys.argv[2:])


if __name__ == "__main__":
    main()
