"""The strictest public grader of headers, Mozilla's HTTP Observatory, run here over HTTPS with production's
settings.

The package is fetched by npm into a folder of its own outside the project. Where npm, openssl or the registry
of packages are missing, nothing is known, and that is what is said.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.serving import ROOT, running

HOST = "escale.example"
PACKAGE = "@mdn/mdn-http-observatory@1.4.8"
PRODUCTION = {
    "BASE_URL": f"https://{HOST}",
    "SECRET_KEY": "only-for-the-grader-" * 2,
    "TRUSTED_PROXIES": "1",
}
PAGES = ["/fr/", "/en/catalogue/", "/de/spielen/macao/", "/it/nulla/", "/api/v1/docs/", "/admin/login/"]
# Not /healthz, /readyz and /metrics: those who watch over a server ask it behind the proxy, without TLS.
FILES = ["/api/v1/", "/api/v1/titles/", "/api/v1/nothing/", "/api/v1/schema/", "/static/escale/icons.svg"]
FILES += ["/robots.txt", "/sitemap.xml", "/covers/fr/catan.svg"]
# Every point that can be had: the policy, the framing, the referrer and the isolation on every address.
EVERYWHERE = {
    "content-security-policy": 10,
    "cross-origin-resource-policy": 10,
    "referrer-policy": 5,
    "x-frame-options": 5,
}
# Scripts by their digest on our pages (those of Django's own sign-in page have none), cookies where one is
# set. The five points for being on browsers' own HTTPS list are no header's: whoever runs the site asks to be
# put there.
MORE = {"subresource-integrity": set(PAGES) - {"/admin/login/"}, "cookies": {"/admin/login/"}}


def certificate(folder: Path) -> tuple[Path, Path]:
    key, cert = folder / "key.pem", folder / "cert.pem"
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
    command += ["-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(command, check=True, capture_output=True)
    return key, cert


def installed(folder: Path) -> bool:
    command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", PACKAGE]
    return subprocess.run(command, cwd=folder, capture_output=True).returncode == 0


def faults_of(graded: dict) -> list[str]:
    wanted = EVERYWHERE | {test: 5 for test, paths in MORE.items() if graded["path"] in paths}
    lost = [
        f"{test}: {graded['results'][test]}"
        for test, points in wanted.items()
        if graded["points"][test] < points
    ]
    failed = [f"{test}: {graded['results'][test]}" for test in graded["failed"]]
    if graded["grade"] != "A+":
        failed.append(f"{graded['grade']} ({graded['score']})")
    return [f"{graded['path']}: {fault}" for fault in dict.fromkeys(failed + lost)]


def grade(folder: Path) -> list[str]:
    """Grades every address; says each score, returns what keeps one from the best."""
    key, cert = certificate(folder)
    shutil.copy(ROOT / "tests" / "security" / "observatory.mjs", folder)
    with running(folder, **PRODUCTION) as site:
        at = f"http://127.0.0.1:{site.environment['PORT']}"
        command = ["node", "observatory.mjs", at, str(key), str(cert), HOST, *PAGES, *FILES]
        trusted = os.environ | {"NODE_EXTRA_CA_CERTS": str(cert)}
        done = subprocess.run(command, cwd=folder, env=trusted, capture_output=True, text=True, timeout=300)
    graded = [json.loads(line) for line in done.stdout.splitlines()]
    for one in graded:
        print(f"  {one['grade']} {one['score']} {one['status']} {one['path']}")
    if len(graded) != len(PAGES + FILES):
        return [
            f"only {len(graded)} of {len(PAGES + FILES)} addresses were graded",
            *done.stderr.splitlines(),
        ]
    return [fault for one in graded for fault in faults_of(one)]


def observatory() -> list[str] | None:
    if not (shutil.which("npm") and shutil.which("node") and shutil.which("openssl")):
        return None
    with tempfile.TemporaryDirectory(prefix="escale-headers-") as folder:
        (Path(folder) / "package.json").write_text('{"private": true}', encoding="utf-8")
        return grade(Path(folder)) if installed(Path(folder)) else None
