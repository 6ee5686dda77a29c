"""What an operator does with docs/deploy.md, from a clean Debian to the way back from a release."""

import json
import shutil
import subprocess
import threading
from functools import partial
from pathlib import Path

from tests.deploy.document.authority import ROOT_IN_THE_TREE, Authority
from tests.deploy.document.blocks import read_commands
from tests.deploy.document.machine import Machine

ROOT = Path(__file__).resolve().parents[3]
#: the address that the document names leads to this copy of the checkout
MIRROR, ADDRESS = "/srv/mirror", "https://git.example/escale.git"
GIT = ["git", "-c", "user.name=test", "-c", "user.email=test@escale.example"]
PASSWORD = "correct horse battery 9"
ANSWERS = ("keeper", "keeper@escale.example", PASSWORD, PASSWORD)
UNITS = ("escale-server@8001", "escale-server@8002", "escale-worker@1", "escale-worker@2")
LIMITS = ("MemoryMax", "CPUQuotaPerSecUSec", "TasksMax")
MAX_EXPOSURE = 3.0
PAGES = ("/en/", "/fr/", "/api/v1/", "/api/v1/titles/", "/api/v1/rules/halunken.pdf?lang=de")
READ = (
    "while [ ! -e /root/enough ]; do curl --silent --output /dev/null --write-out '%{http_code}\\n' "
    f"--cacert {ROOT_IN_THE_TREE} https://escale.example/en/ || true; sleep 0.1; done"
)


class Operator:
    """Runs the commands of the document and looks at what they brought."""

    def __init__(self, machine: Machine, authority: Authority) -> None:
        self.machine, self.authority, self.transcript = machine, authority, machine.transcript
        self.repository = machine.tree / MIRROR.lstrip("/")

    # ── Before the document begins ───────────────────────────────────────────────────────────────────

    def publish_first_release(self) -> None:
        """The files of this checkout, committed or not, where the address in the document leads to."""
        self.repository.mkdir(parents=True)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file() and not (ROOT / name).is_symlink():
                (self.repository / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.repository / name)
        self._git("init", "-q", "-b", "main")
        self._commit("first release")
        self.machine.write_file("/etc/gitconfig", f'[url "file://{MIRROR}"]\n\tinsteadOf = {ADDRESS}\n')
        shutil.copy(Path(__file__).with_name("visitor.py"), self.machine.tree / "root/visitor.py")

    def publish_next_release(self) -> None:
        with (self.repository / "CHANGELOG.md").open("a", encoding="utf-8") as changelog:
            changelog.write("\nThe next release.\n")
        self._commit("next release")

    def _git(self, *arguments: str) -> None:
        subprocess.run([*GIT, *arguments], cwd=self.repository, check=True, capture_output=True)

    def _commit(self, subject: str) -> None:
        self._git("add", "--all")
        self._git("commit", "-q", "-m", subject)

    # ── Chapters of the document ─────────────────────────────────────────────────────────────────────

    def follow(self, heading: str, *numbers: int) -> None:
        """Run the blocks below a heading in one shell; all, or those with these numbers."""
        blocks = read_commands(heading)
        chosen = [blocks[number] for number in numbers] if numbers else blocks
        self.transcript.write_heading(f"docs/deploy.md, {heading}")
        self.machine.run("".join(chosen), ANSWERS)

    def renew(self) -> None:
        """What the timer of certbot starts twice a day; only its pause of some minutes is left out."""
        self.transcript.write_heading("The certificate is renewed")
        before = self._served_certificate()
        assert self.machine.ask("systemctl is-enabled certbot.timer").strip() == "enabled"
        with (self.machine.tree / "etc/letsencrypt/cli.ini").open("a") as settings:
            settings.write("no-random-sleep-on-renew = true\n")
        self.machine.ask("systemctl start certbot.service")
        after = self._served_certificate()
        self.transcript.write_line(f"nginx served {before} before, and serves {after} now")
        assert before != after

    def _served_certificate(self) -> str:
        connect = "openssl s_client -connect 127.0.0.1:443 -servername escale.example </dev/null 2>/dev/null"
        return self.machine.ask(f"{connect} | openssl x509 -noout -serial").strip()

    def restart_machine(self) -> None:
        self.transcript.write_heading("The machine is restarted, with an empty /var/cache")
        self.authority.stop()
        self.machine.restart()
        self.machine.ask("curl -sSf --retry 20 --retry-all-errors http://127.0.0.1:8001/readyz")
        self.check_site()

    def release_while_read(self) -> None:
        """Nobody who reads meanwhile may notice the release."""
        statuses: list[str] = []
        # As long as the machine may need for the commands of a release.
        read = partial(self.machine.ask, READ, minutes=30)
        reader = threading.Thread(target=lambda: statuses.extend(read().split()))
        reader.start()
        try:
            self.follow("Release without downtime")
        finally:
            self.machine.write_file("/root/enough", "")
            reader.join(60)
        self.transcript.write_line(f"{len(statuses)} pages were read meanwhile: {sorted(set(statuses))}")
        assert set(statuses) == {"200"}
        assert "The next release." in self.machine.ask("cat /srv/escale/CHANGELOG.md")

    # ── What must hold afterwards ────────────────────────────────────────────────────────────────────

    def check_site(self) -> None:
        self.transcript.write_heading("Pages over TLS")
        pages = self.visit("page", *PAGES)
        assert {status for status, _size in pages.values()} == {200}, pages
        ask = "curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://escale.example/en/"
        answer = self.machine.ask(ask)
        assert answer == "301 https://escale.example/en/", answer

    def check_units(self) -> None:
        self.transcript.write_heading("Units")
        assert self.machine.ask("systemctl --failed --no-legend").strip() == ""
        for unit in (*UNITS, "escale-nightly.timer"):
            assert self.machine.ask(f"systemctl is-active {unit}").strip() == "active", unit
        for unit in (*UNITS, "escale-nightly"):
            judge = f"systemd-analyze security --no-pager {unit}.service | tail -n 1"
            exposure = self.machine.ask(judge).strip()
            limits = self.machine.ask(f"systemctl show {unit} -p {','.join(LIMITS)}")
            self.transcript.write_line(f"{exposure} {' '.join(limits.split())}")
            assert float(exposure.split(":")[1].split()[0]) <= MAX_EXPOSURE
            assert "infinity" not in limits, limits
        denied = self.machine.ask("journalctl --no-pager -u 'escale-*' | grep -i 'not permitted' || true")
        assert denied == "", denied

    def run_night(self) -> None:
        self.transcript.write_heading("The nightly job")
        self.machine.ask("systemctl start escale-nightly.service")
        listing = self.machine.ask("ls -l /var/lib/escale/backups/")
        self.transcript.write_output(listing)
        assert "escale-" in listing and "-rw------- 1 escale" in listing

    def visit(self, *arguments: str) -> dict:
        """What the visitor finds, who trusts the authority of this test."""
        python = f"SSL_CERT_FILE={ROOT_IN_THE_TREE} python3 /root/visitor.py"
        found = json.loads(self.machine.ask(f"{python} {' '.join(arguments)}"))
        self.transcript.write_line(f"visitor {' '.join(arguments)}: {found}")
        return found

    def play(self, level: str, events: int = 1000) -> str:
        """A match until it is over, or has so many events; a worker plays the bot. Returns its id."""
        match = self.visit("play", level, str(events))
        assert match["status"] == "finished" or match["number"] >= events, match
        return match["id"]

    def knows(self, match: str) -> bool:
        return self.visit("match", match)["status"] == 200
