"""Large uploads to the site as it is served: refused with a sentence before they arrive, taken in without
memory.
"""

import re
import socket
from pathlib import Path

import httpx
import pytest

from tests.serving import Site
from tests.signing_in import over_http

pytestmark = pytest.mark.slow
MEGABYTE = 1_000_000
CLERK = (
    "from django.contrib.auth.models import User; User.objects.create_superuser('ida', "
    "password='a long enough secret')"
)


@pytest.fixture(scope="module")
def desk(site) -> httpx.Client:
    """Signed in over HTTP, as a browser is."""
    site.manage("shell", "-v", "0", "-c", CLERK)
    with httpx.Client(base_url=site.url, follow_redirects=True, timeout=60) as client:
        over_http(client, "ida", "a long enough secret")
        assert client.get("/staff/imports/").status_code == 200
        yield client


def resident(site: Site) -> float:
    """Megabytes of memory that the server holds."""
    wanted = f"DATA_DIR={site.environment['DATA_DIR']}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            served = b"serve" in (process / "cmdline").read_bytes().split(b"\0")
            if served and wanted in (process / "environ").read_bytes().split(b"\0"):
                return int(re.search(r"VmRSS:\s+(\d+)", (process / "status").read_text())[1]) / 1000
        except OSError:
            continue
    raise AssertionError("the server was not found")


def test_200_megabytes_are_refused_with_a_sentence_and_not_read(desk, site):
    """The answer comes when one in two hundred parts was sent; the page says what is wrong in the clerk's
    language.
    """
    host, port = site.url.removeprefix("http://").split(":")
    cookies = "; ".join(f"{name}={value}" for name, value in desk.cookies.items())
    head = (
        f"POST /staff/imports/ HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: "
        f"{cookies}\r\nAccept-Language: en\r\n"
    )
    head += f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {200 * MEGABYTE}\r\n\r\n"
    before = resident(site)
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(head.encode() + b"x" * MEGABYTE)
        answer = b""
        while b"</html>" not in answer and (part := line.recv(65536)):
            answer += part
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"larger than we can take aboard" in answer
    assert resident(site) - before < 20


def test_a_file_just_small_enough_is_streamed_to_the_disk(desk, site):
    """Forty-five megabytes pass through; the server holds none of them afterwards, and says what is wrong
    with them.
    """
    content = b"name,year\r\n" + b"Azul,2017\r\n" * (45 * MEGABYTE // 11)
    form = {"csrfmiddlewaretoken": desk.cookies["csrf"]}
    small = {"file": ("small.csv", b"name,year\r\nAzul,2017\r\n")}
    desk.post("/staff/imports/", data=form, files=small)
    before = resident(site)
    answer = desk.post("/staff/imports/", data=form, files={"file": ("games.csv", content)})
    assert answer.status_code == 200 and "games.csv" in answer.text
    assert resident(site) - before < 30
