"""Two servers, two workers, one PostgreSQL and a proxy: built from the files of deploy/, used like the site
it is.
"""

import json
import socket
import ssl
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.deploy.production import HOST, Production, need_postgres, need_proxy, production
from tests.faults.arena import wait_for

pytestmark = pytest.mark.slow
BOT = {"kind": "bot", "level": "easy"}


@pytest.fixture(scope="module")
def site() -> Production:
    need_postgres()
    need_proxy()
    with tempfile.TemporaryDirectory(prefix="escale-production-") as folder, production(Path(folder)) as site:
        yield site


@pytest.fixture
def outside(site):
    """A client before the proxy; the name of the site leads to this machine."""
    context = ssl.create_default_context(cafile=site.folder / "fullchain.pem")
    headers = {"Host": HOST}
    with httpx.Client(
        base_url=f"https://127.0.0.1:{site.tls}", headers=headers, verify=context, timeout=60, trust_env=False
    ) as client:
        client.headers["Accept-Language"] = "en"
        yield Outside(client)


class Outside:
    """Asks for the name of the site in TLS too."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def ask(self, method: str, path: str, **more) -> httpx.Response:
        return self.client.request(method, path, extensions={"sni_hostname": HOST}, **more)

    def get(self, path: str, **more) -> httpx.Response:
        return self.ask("GET", path, **more)


def inside(port: int, method: str, path: str, **more) -> httpx.Response:
    """One server asked directly, as the proxy does."""
    headers = {"Host": HOST, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"} | more.pop(
        "headers", {}
    )
    return httpx.request(method, f"http://127.0.0.1:{port}{path}", headers=headers, timeout=60, **more)


def test_http_2_and_the_redirect_to_it(site):
    context = ssl.create_default_context(cafile=site.folder / "fullchain.pem")
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", site.tls)) as line,
        context.wrap_socket(line, server_hostname=HOST) as secure,
    ):
        assert secure.selected_alpn_protocol() == "h2"
    answer = inside(site.ports[0], "GET", "/fr/", headers={"X-Forwarded-Proto": "http"})
    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{HOST}/fr/")


def test_plain_http_answers_the_certificate_authority_and_redirects_everybody_else(site):
    challenges = site.folder / "acme/.well-known/acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("token.thumbprint")
    plain = {"base_url": f"http://127.0.0.1:{site.plain}", "headers": {"Host": HOST}, "trust_env": False}
    with httpx.Client(**plain) as authority:
        answer = authority.get("/.well-known/acme-challenge/token")
        assert (answer.status_code, answer.text) == (200, "token.thumbprint")
        assert authority.get("/.well-known/acme-challenge/other").status_code == 404
        answer = authority.get("/en/?page=2")
        assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{HOST}/en/?page=2")


def test_pages_have_the_headers_and_cookies_of_production(outside):
    answer = outside.get("/fr/")
    assert answer.status_code == 200
    assert "max-age=63072000" in answer.headers["Strict-Transport-Security"]
    assert "Server" not in answer.headers or "/" not in answer.headers["Server"]
    signin = outside.get("/admin/login/")
    assert "__Host-csrf" in signin.headers["Set-Cookie"]
    assert "Secure" in signin.headers["Set-Cookie"]


def test_static_files_are_compressed_cached_and_immutable(outside):
    path = outside.get("/fr/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    for coding in ("br", "gzip", "br"):
        answer = outside.get(path, headers={"Accept-Encoding": coding})
        assert answer.headers["Content-Encoding"] == coding
        assert "immutable" in answer.headers["Cache-Control"]


def test_the_machine_knows_that_it_is_well_and_nobody_else_hears(site, outside):
    for port in site.ports:
        assert httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=60).json()["ready"] is True
    assert outside.get("/healthz").status_code == 200


def test_a_match_is_played_across_both_servers_with_the_bots_of_the_workers(site):
    """Each request goes to the other server than the one before; a stream at each says what the other did."""
    made = _api(site, 0, "POST", "/matches/", None, {"game": "shanghaien", "seats": [{"kind": "human"}, BOT]})
    match, token = made["id"], made["seat_token"]
    _api(site, 1, "POST", f"/matches/{match}/seats/mine/nonce/", token, {"nonce": "5a" * 16})
    ticks: list[list[int]] = [[], []]
    for port, heard in zip(site.ports, ticks, strict=True):
        _listen(port, match, heard)
    for turn in range(4000):
        view = _api(site, turn, "GET", f"/matches/{match}/view/", token)
        if view["status"] == "finished":
            break
        if view["decisions"]:
            body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
            _api(site, turn, "POST", f"/matches/{match}/actions/", token, body)
    assert view["status"] == "finished"
    last = view["number"]
    ends = time.monotonic() + 60
    while any(heard[-1:] != [last] for heard in ticks) and time.monotonic() < ends:
        time.sleep(0.1)
    for heard in ticks:
        assert heard[-1] == last
        assert heard == sorted(set(heard))
    assert "0 differ" in site.manage("replay_matches")


def _api(site, turn: int, method: str, path: str, token: str | None, body=None) -> dict:
    headers = {"Authorization": f"Seat {token}"} if token else {}
    answer = inside(site.ports[turn % 2], method, f"/api/v1{path}", headers=headers, json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def _listen(port: int, match: str, heard: list[int]) -> None:
    """Until the stream ends with its server."""

    def read() -> None:
        headers = {"Host": HOST, "X-Forwarded-For": "203.0.113.8", "X-Forwarded-Proto": "https"}
        address = f"http://127.0.0.1:{port}/api/v1/matches/{match}/stream/"
        with suppress(httpx.HTTPError), httpx.stream("GET", address, headers=headers, timeout=None) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    heard.append(json.loads(line[6:])["number"])

    threading.Thread(target=read, daemon=True).start()


def test_a_release_is_not_noticed(site, outside):
    """Both servers are stopped and started, one after the other, while somebody reads."""
    answers: list[int] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            answers.append(outside.get("/en/").status_code)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for server, port in zip(site.servers, site.ports, strict=True):
            server.stop()
            server.start()
            wait_for(port)
    finally:
        done.set()
        reader.join(60)
    assert set(answers) == {200}
    assert len(answers) > 5


def test_streams_are_not_held_back_by_the_proxy(site, outside):
    made = outside.ask(
        "POST", "/api/v1/matches/", json={"game": "shanghaien", "seats": [{"kind": "human"}, BOT]}
    )
    assert made.status_code == 201, made.text
    address = f"/api/v1/matches/{made.json()['id']}/stream/"
    request = outside.client.build_request("GET", address, extensions={"sni_hostname": HOST})
    answer = outside.client.send(request, stream=True)
    try:
        first = next(line for line in answer.iter_lines() if line.startswith("data: "))
        assert json.loads(first[6:])["number"] >= 1
    finally:
        answer.close()


def test_no_log_keeps_a_private_link(site, outside):
    """A link of a stay opens its page for whoever has it: the proxy writes no log, the site writes it shortened."""
    secret = "AbCd3f" * 7
    assert outside.get(f"/fr/sejours/{secret}/").status_code == 404
    logs = [file for file in site.folder.rglob("*.log") if file.is_file()]
    assert logs
    assert [file.name for file in logs if secret in file.read_text(encoding="utf-8")] == []
