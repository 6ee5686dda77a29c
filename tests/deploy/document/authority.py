"""A certificate authority for tests: Let's Encrypt's own small server, pebble, in the network of the machine.

Its certificates are valid for a day, so certbot renews them whenever it is started.
"""

import json
import os
import subprocess
import time
from contextlib import suppress

from tests.deploy.document.machine import Machine

DIRECTORY = "https://localhost:14000/dir"
#: what the operator would not have: another authority than Let's Encrypt
CERTBOT = f"server = {DIRECTORY}\n"
ROOT_IN_THE_TREE = "/root/authority.pem"


class Authority:
    """pebble, and the name server that leads every name to the machine itself."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.folder = machine, machine.folder / "authority"
        self.folder.mkdir()
        self._processes: list[subprocess.Popen] = []
        self._make_certificate_of_pebble()

    def _make_certificate_of_pebble(self) -> None:
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
        ]
        command += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        command += ["-keyout", str(self.folder / "key.pem"), "-out", str(self.folder / "certificate.pem")]
        subprocess.run(command, check=True, capture_output=True)
        certificate = (self.folder / "certificate.pem").read_text()
        self.machine.write_file("/usr/local/share/ca-certificates/pebble.crt", certificate)
        self.machine.write_file("/root/.config/letsencrypt/cli.ini", CERTBOT)

    def start(self) -> None:
        settings = {
            "listenAddress": "127.0.0.1:14000",
            "managementListenAddress": "127.0.0.1:15000",
            "certificate": str(self.folder / "certificate.pem"),
            "privateKey": str(self.folder / "key.pem"),
            "httpPort": 80,
            "tlsPort": 443,
            "certificateValidityPeriod": 24 * 60 * 60,
        }
        (self.folder / "pebble.json").write_text(json.dumps({"pebble": settings}))
        names = "pebble-challtestsrv -defaultIPv4 127.0.0.1 -defaultIPv6= -http01= -https01= -tlsalpn01="
        self._start("names", f"{names} -dns01 127.0.0.1:8053 -management 127.0.0.1:8055".split())
        config = str(self.folder / "pebble.json")
        self._start("pebble", ["pebble", "-config", config, "-dnsserver", "127.0.0.1:8053"])
        self.machine.ask("update-ca-certificates")
        self.machine.write_file(ROOT_IN_THE_TREE, self._fetch_root())

    def _start(self, name: str, command: list[str]) -> None:
        """In the network of the machine, but with the files of this one."""
        entered = ["nsenter", "--target", str(self.machine.leader), "--net", "--", *command]
        with (self.folder / f"{name}.log").open("ab") as log:
            environment = {"PATH": os.environ["PATH"], "PEBBLE_VA_NOSLEEP": "1"}
            self._processes.append(subprocess.Popen(entered, stdout=log, stderr=log, env=environment))

    def _fetch_root(self) -> str:
        """The certificate that a browser would have to know already."""
        fetch = ["nsenter", "--target", str(self.machine.leader), "--net", "--", "curl", "-sf"]
        fetch += ["--cacert", str(self.folder / "certificate.pem"), "https://localhost:15000/roots/0"]
        ends = time.monotonic() + 30
        while time.monotonic() < ends:
            with suppress(subprocess.CalledProcessError):
                return subprocess.run(fetch, check=True, capture_output=True, text=True).stdout
            time.sleep(0.3)
        raise AssertionError((self.folder / "pebble.log").read_text())

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
        self._processes.clear()
