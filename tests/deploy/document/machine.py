"""A clean Debian 12 of its own: systemd is its first process, and it has a network, users and ports of its own.

mmdebstrap builds the tree from Debian's packages, systemd-nspawn starts it, slirp4netns leads its network through
this machine. Nothing of the tree is shared with this machine but its kernel.
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tests.deploy.document.transcript import Transcript

TOOLS = ("mmdebstrap", "systemd-nspawn", "slirp4netns", "nsenter", "pebble", "pebble-challtestsrv", "openssl")
INSTALL = "apt install mmdebstrap systemd-container slirp4netns pebble openssl"
SOURCES = (
    "deb http://deb.debian.org/debian bookworm main\n"
    "deb http://deb.debian.org/debian bookworm-updates main\n"
    "deb http://deb.debian.org/debian-security bookworm-security main\n"
)
SYSTEMD = "systemd,systemd-sysv,dbus,libpam-systemd,ca-certificates"
#: dpkg does not wait for the disk, because nobody keeps this machine
DPKG = "force-unsafe-io\n"
#: what a root shell of Debian has
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "DEBIAN_FRONTEND": "noninteractive",
}
POWER_OFF = signal.SIGRTMIN + 4  # systemd's own signal for it
MINUTES = 60  # in seconds
#: for the commands of a chapter; a release installs all libraries, which took 17 minutes on a busy machine
LONGEST = 60 * MINUTES
#: what `createsuperuser` asks, in French or English
PROMPT = re.compile(r"(utilisateur|Username|lectronique|Email|passe|Password)[^\n]*: ?$")


class Machine:
    """Is built once, and can be started and stopped several times."""

    def __init__(self, folder: Path, transcript: Transcript) -> None:
        self.folder, self.tree, self.transcript = folder, folder / "tree", transcript
        self._nspawn: subprocess.Popen | None = None
        self._network: subprocess.Popen | None = None
        self.leader = 0  # the process that is number 1 inside

    def build(self) -> None:
        command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={SYSTEMD}"]
        command += ["bookworm", str(self.tree), "-"]
        subprocess.run(command, input=SOURCES, text=True, check=True, timeout=45 * MINUTES)
        self.write_file("/etc/dpkg/dpkg.cfg.d/fast", DPKG)
        self.write_file("/etc/resolv.conf", "nameserver 10.0.2.3\n")
        self.write_file("/etc/hostname", "escale\n")
        self.write_file("/etc/hosts", "127.0.0.1 localhost escale escale.example\n")
        self._trust_what_this_machine_trusts()

    def _trust_what_this_machine_trusts(self) -> None:
        """Certificate authorities that were added here, because a proxy may stand before the package index."""
        target = self.tree / "usr/local/share/ca-certificates"
        bundle = Path(os.environ.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt"))
        known = (self.tree / "etc/ssl/certs/ca-certificates.crt").read_text()
        certificates = re.findall(r"-----BEGIN.*?-----END CERTIFICATE-----\n", bundle.read_text(), re.DOTALL)
        for number, certificate in enumerate(certificates):
            if certificate not in known:
                (target / f"of-this-machine-{number}.crt").write_text(certificate)

    def write_file(self, path: str, text: str) -> None:
        file = self.tree / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        file.write_text(text, encoding="utf-8")

    # ── Power ────────────────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        command = [
            "systemd-nspawn",
            "--boot",
            "--machine=escale",
            "--register=no",
            "--keep-unit",
            "--console=pipe",
        ]
        command += ["--private-network", "--resolv-conf=off", "--timezone=off", f"--directory={self.tree}"]
        with (self.folder / "console.log").open("ab") as console:
            self._nspawn = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, start_new_session=True
            )
        self.leader = self._find_leader()
        self._connect()
        state = self.ask("systemctl is-system-running --wait || true").strip()
        assert state in ("running", "degraded"), state
        self.transcript.write_line(f"systemd is process 1 and says: {state}")

    def _find_leader(self) -> int:
        """The process that is number 1 inside."""
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            with suppress(OSError, IndexError):
                leader = int(children.read_text().split()[0])
                if "systemd" in Path(f"/proc/{leader}/comm").read_text() and self._has_bus(leader):
                    return leader
            assert self._nspawn.poll() is None, (self.folder / "console.log").read_text(errors="replace")
            time.sleep(0.2)
        raise AssertionError("systemd has not started within a minute")

    def _has_bus(self, leader: int) -> bool:
        return Path(f"/proc/{leader}/root/run/systemd/private").exists()

    def _connect(self) -> None:
        command = ["slirp4netns", "--configure", "--mtu=65520", "--disable-host-loopback"]
        command += [str(self.leader), "tap0"]
        with (self.folder / "network.log").open("ab") as log:
            self._network = subprocess.Popen(command, stdout=log, stderr=log)

    def stop(self) -> None:
        if self._nspawn is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self.leader, POWER_OFF)
        try:
            self._nspawn.wait(90)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()
        self._network.kill()
        self._network.wait()
        self._nspawn = None

    def restart(self) -> None:
        """As after a power cut and a clean-up: /var/cache is empty too, which any machine may do with a cache."""
        self.stop()
        shutil.rmtree(self.tree / "var/cache")
        (self.tree / "var/cache").mkdir()
        self.start()

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────

    def enter(self, *command: str) -> list[str]:
        """The command line that runs a command inside."""
        return ["nsenter", "--target", str(self.leader), "--all", "--", *command]

    def ask(self, command: str, minutes: int = 5) -> str:
        """What a command prints that takes at most so long; for checks, not for commands of the document."""
        line = self.enter("/bin/bash", "-c", command)
        done = subprocess.run(
            line, env=ENVIRONMENT, capture_output=True, text=True, timeout=minutes * MINUTES
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def run(self, commands: str, answers: Iterable[str] = ()) -> None:
        """Run lines in a root shell at a terminal, echo them, and fail if one of them fails.

        `answers` are the lines that a person types, one at each prompt.
        """
        self.write_file("/root/commands", commands)
        command = self.enter("/bin/bash", "--noprofile", "--norc", "-euxo", "pipefail", "/root/commands")
        master, terminal = pty.openpty()
        process = subprocess.Popen(
            command, env=ENVIRONMENT, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
        )
        os.close(terminal)
        try:
            self._follow(master, list(answers))
        except TimeoutError as error:
            process.kill()
            raise AssertionError(f"the commands take longer than {LONGEST} s:\n{commands}") from error
        finally:
            os.close(master)
        assert process.wait() == 0, f"the commands ended with status {process.returncode}:\n{commands}"

    def _follow(self, master: int, answers: list[str]) -> None:
        """Write the output down until it ends, and type the answers."""
        tail, ends = "", time.monotonic() + LONGEST
        while True:
            if time.monotonic() > ends:
                raise TimeoutError
            readable, _, _ = select.select([master], [], [], 1)
            if not readable:
                continue
            try:
                output = os.read(master, 65536).decode("utf-8", "replace")
            except OSError:  # Linux reports the end of a terminal so
                break
            self.transcript.write_output(output)
            tail = (tail + output)[-200:]
            if answers and PROMPT.search(tail):
                os.write(master, f"{answers.pop(0)}\n".encode())
                tail = ""
        self.transcript.end_output()
