"""The site as docs/deploy.md builds it: PostgreSQL, two servers, two workers, nginx with TLS, the files of
deploy/.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.arena import ROOT, Process, wait_for
from tests.faults.scenarios import Cluster
from tests.needs import need
from tests.serving import environment, free_port

HOST = "escale.example"
#: what production adds to the file of the project: this test runs beside whatever else listens on 80 and 443
NGINX = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log {folder}/access.log;
    {temporary}
    include {folder}/site.conf;
}}
"""
SERVER = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
POSTGRES = list(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Production:
    """Its processes, to be stopped and started one by one."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        folder.mkdir()
        self.ports, self.tls, self.plain = [free_port(), free_port()], free_port(), free_port()
        self.environment = environment(
            folder / "data", BASE_URL=f"https://{HOST}", SECRET_KEY="only-for-this-test-" * 3, TRUSTED_PROXIES="1",
            DATABASE_URL=database, DATABASE_POOL="6", DEMO="0", LOG_LEVEL="ERROR",
        )  # fmt: skip
        self.manage("prepare")
        self.servers = [self._process("serve", "--bare", "--port", str(port)) for port in self.ports]
        self.workers = [self._process("play_worker") for _ in range(2)]
        self._configure()
        self.proxy = Process(
            [SERVER, "-c", str(folder / "nginx.conf"), "-g", "daemon off;"],
            self.environment,
            folder / "nginx.log",
        )

    def _process(self, *command: str) -> Process:
        return Process(
            [sys.executable, "manage.py", *command], self.environment, self.folder / f"{command[0]}.log"
        )

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def _configure(self) -> None:
        """The files for nginx themselves, with the ports and folders of this test."""
        key, certificate = self.folder / "privkey.pem", self.folder / "fullchain.pem"
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
            f"/CN={HOST}",
        ]
        command += ["-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(command, check=True, capture_output=True)
        files = [ROOT / "deploy" / name for name in ("nginx-http.conf", "nginx.conf")]
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        changes = {
            "8001": str(self.ports[0]),
            "8002": str(self.ports[1]),
            "listen 80;": f"listen {self.plain};",
        }
        changes |= {"listen 443 ": f"listen {self.tls} ", "/var/cache/nginx": str(self.folder)}
        changes |= {"/var/www/escale-acme": str(self.folder / "acme")}
        changes |= {f"/etc/letsencrypt/live/{HOST}": str(self.folder)}
        for old, new in changes.items():
            text = text.replace(old, new)
        text = "\n".join(line for line in text.splitlines() if "listen [::]" not in line)
        (self.folder / "site.conf").write_text(text, encoding="utf-8")
        temporary = " ".join(f"{name}_temp_path {self.folder}/{name};" for name in TEMPORARY)
        whole = NGINX.format(folder=self.folder, temporary=temporary)
        (self.folder / "nginx.conf").write_text(whole, encoding="utf-8")

    def start(self) -> None:
        for process in (*self.servers, *self.workers, self.proxy):
            process.start()
        for port in self.ports:
            wait_for(port)
        answers(self.tls)

    def stop(self) -> None:
        for process in (self.proxy, *self.servers, *self.workers):
            if process.running:
                process.stop()


def answers(port: int) -> None:
    """Waits until somebody listens; nginx has no page that could be asked before its certificate is known."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on port {port}")


def need_postgres() -> None:
    need(POSTGRES and os.geteuid() == 0, "Be root and install PostgreSQL: apt install postgresql.")


def need_proxy() -> None:
    need(SERVER and shutil.which("openssl"), "Install nginx and openssl: apt install nginx-light openssl.")


@contextmanager
def production(folder: Path) -> Iterator[Production]:
    folder.chmod(0o755)
    cluster = Cluster(folder)
    try:
        site = Production(folder / "site", cluster.url)
        try:
            site.start()
            yield site
        finally:
            site.stop()
    finally:
        cluster.stop("immediate")
