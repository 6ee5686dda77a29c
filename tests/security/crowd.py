"""One address asks for the whole catalogue as CSV hundreds of times at once, while another reads a page.

Before requests had places by address, 600 exports made the page take 29 seconds.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tests.serving import ROOT, Site, running

TITLES = 3000
EXPORTS = 600
MAX_PAGE_SECONDS = 1.0
READER = {"X-Forwarded-For": "192.0.2.1"}
PAGE = "/en/catalogue/"
EXPORT = (
    b"GET /api/v1/titles/export.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
    b"X-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n\r\n"
)


def crowd(short: bool = False) -> list[str]:
    """What is wrong: nothing when the page of the reader stays fast."""
    with tempfile.TemporaryDirectory(prefix="escale-crowd-") as name:
        alone, beside, statuses = _measure(Path(name), short)
    print(f"  exports: {statuses}", flush=True)
    print(f"  slowest page alone {alone:.2f} s, beside the exports {beside:.2f} s", flush=True)
    return [] if beside <= MAX_PAGE_SECONDS else [f"a page took {beside:.1f} s beside the exports"]


def _measure(folder: Path, short: bool) -> tuple[float, float, dict[str, int]]:
    with running(folder, DEMO="0", TRUSTED_PROXIES="1") as site:
        _fill_catalogue(site, folder, 300 if short else TITLES)
        with httpx.Client(base_url=site.url, headers=READER, timeout=300) as reader:
            alone = max(_read_page(reader) for _ in range(10))
            # The crowd is a process of its own, so that it does not slow down the reader.
            command = [sys.executable, "-m", "tests.security.crowd", site.url, str(150 if short else EXPORTS)]
            with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as attack:
                beside = [_read_page(reader)]
                while attack.poll() is None:
                    beside.append(_read_page(reader))
                    time.sleep(0.05)
                statuses = json.loads(attack.stdout.read())
    return alone, max(beside), statuses


def _fill_catalogue(site: Site, folder: Path, titles: int) -> None:
    lines = ["name,year,players_min,inventory_number,description_en"]
    for number in range(titles):
        lines.append(f"Title {number},2001,2,X{number:05},{'A description of some length. ' * 8}")
    file = folder / "titles.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    site.manage("import_games", str(file))


def _read_page(reader: httpx.Client) -> float:
    began = time.monotonic()
    response = reader.get(PAGE)
    assert response.status_code == 200, response.status_code
    return time.monotonic() - began


async def _attack(url: str, exports: int) -> Counter:
    address = urlsplit(url)
    requests = [_ask_for_export(address.hostname, address.port) for _ in range(exports)]
    return Counter(await asyncio.gather(*requests))


async def _ask_for_export(host: str, port: int) -> str:
    """The status of the response, when all of it has come; "closed" if the server has closed the connection."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(EXPORT)
        status = (await reader.readline()).split(b" ")[1].decode()
        while await reader.read(65536):
            pass
        writer.close()
    except (OSError, IndexError):
        return "closed"
    return status


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_attack(sys.argv[1], int(sys.argv[2])))))
