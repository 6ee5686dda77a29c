"""Health, measures, headers, sign-in, small files: what operators and browsers rely on."""

import io
import json
import logging
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from escale.common.clock import now_ms
from escale.server.logs import JsonFormatter
from games.automation import worker
from games.models import Heartbeat, Match
from tests.catalogue.making import make_title
from tests.games.table import HUMAN, Table

pytestmark = pytest.mark.django_db


def test_the_process_is_alive(client):
    assert client.get("/healthz").content == b"ok\n"


def test_ready_when_the_worker_goes_round(client):
    assert client.get("/readyz").json()["checks"] == {
        "database": "ok",
        "disk": "ok",
        "cache": "ok",
        "worker": "no worker has started yet",
        "bots": "ok",
    }
    worker.beat("test")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)


def test_the_queue_of_the_bots_is_told(client):
    worker.beat("test")
    table = Table(seats=[HUMAN, {"kind": "bot", "level": "strong"}])
    while not table.match.awaited_seats & table.match.bot_seats:
        table.act()
    Match.objects.filter(pk=table.id).update(due=now_ms() - 40_000)
    answer = client.get("/readyz")
    assert answer.status_code == 200, "slow bots are no reason to take a server out of service"
    assert answer.json()["checks"]["bots"] == "1 strong wait, the first for 40 s"
    queue = answer.json()["queue"]
    assert (queue["easy"], queue["steady"]) == ({"waiting": 0, "oldest_seconds": 0.0},) * 2
    assert queue["strong"]["waiting"] == 1 and 40 <= queue["strong"]["oldest_seconds"] < 50
    lines = client.get("/metrics").content.decode().splitlines()
    assert 'escale_bots_waiting{level="strong"} 1' in lines and 'escale_bots_waiting{level="easy"} 0' in lines
    assert any(line.startswith('escale_bots_oldest_wait_seconds{level="strong"} 4') for line in lines)


def test_not_ready_when_the_disk_is_not_writable(client):
    worker.beat("test")
    with override_settings(DATA_DIR="/nowhere"):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["disk"]) == (503, "FileNotFoundError")


def test_measures_count_requests(client):
    client.get("/healthz")
    text = client.get("/metrics").content.decode()
    assert 'escale_requests_total{method="GET",status="200"}' in text
    assert "escale_worker_up 0" in text


@pytest.mark.parametrize(
    ("remote", "forwarded", "proxies", "status"),
    [
        ("192.168.1.5", None, 0, 200),
        ("8.8.8.8", None, 0, 403),
        ("127.0.0.1", "8.8.8.8", 0, 403),
        ("127.0.0.1", "8.8.8.8", 1, 403),
        ("127.0.0.1", "8.8.8.8, 10.0.0.2", 1, 200),
        ("not an address", None, 0, 403),
    ],
)
def test_measures_are_for_the_local_network(client, remote, forwarded, proxies, status):
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    with override_settings(TRUSTED_PROXIES=proxies):
        assert client.get("/metrics", REMOTE_ADDR=remote, headers=headers).status_code == status


def test_every_answer_is_isolated(client):
    for path in ("/fr/", "/fr/rien-ici/", "/api/v1/", "/healthz"):
        headers = client.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"


def test_scripts_and_styles_leave_the_policies_to_their_page_and_drawings_keep_them(client):
    kinds = {"games/match.css": True, "games/match.js": True, "games/planks.svg": False}
    for name, leaves_policies in kinds.items():
        response = client.get(f"/static/{name}")
        response.close()  # the file
        headers = response.headers
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        for policy in ("Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"):
            assert (policy not in headers) is leaves_policies, (name, policy)


def test_a_request_id_is_taken_only_from_a_trusted_proxy(client):
    given = {"X-Request-ID": "abcdef-123456"}
    assert client.get("/healthz", headers=given).headers["X-Request-ID"] != "abcdef-123456"
    with override_settings(TRUSTED_PROXIES=1):
        assert client.get("/healthz", headers=given).headers["X-Request-ID"] == "abcdef-123456"


def test_a_log_line_is_one_object_with_its_request():
    record = logging.LogRecord("escale", logging.WARNING, "", 1, "two\nlines", (), None)
    record.request_id = "abc"
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["request"] == "abc"


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/fr/mes-emprunts/XMajhJFitvL38SR2uiqlV1XL_wjIHKG4/", "/fr/mes-emprunts/•/"),
        ("/en/reservation/MTg:1wAbCd:kQ3-_abcdefghijklmnop/stay.ics", "/en/reservation/•/stay.ics"),
        ("/fr/jeu/les-aventuriers-du-rail-europe-2005/", "/fr/jeu/les-aventuriers-du-rail-europe-2005/"),
        ("/staff/imports/12/", "/staff/imports/12/"),
    ],
)
def test_no_line_holds_the_secret_of_a_private_address(path, logged):
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, "%s: %s", ("Gone", path), None)
    assert json.loads(JsonFormatter().format(record))["message"] == f"Gone: {logged}"


def report(client, body) -> int:
    return client.post("/csp-report/", body, content_type="application/csp-report").status_code


def test_a_browsers_report_is_written_down_without_the_reader(client, caplog):
    violated = {"effective-directive": "script-src", "blocked-uri": "https://evil.example/x.js?token=1"}
    body = json.dumps({"csp-report": violated | {"document-uri": "https://here/fr/?q=secret"}})
    assert report(client, body) == 204
    assert "refused by script-src: evil.example on /fr/" in caplog.text
    assert "secret" not in caplog.text
    assert "token" not in caplog.text


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"csp-report": 1}', '{"csp-report": []}', "\xff"])
def test_a_wrong_report_is_refused(client, body):
    assert report(client, body) == 400


def test_reports_have_limits(client):
    assert report(client, "x" * 10_001) == 429
    assert [report(client, "{}") for _ in range(61)][-1] == 429


def test_signing_in_works(client, django_user_model):
    django_user_model.objects.create_superuser("ada", password="a long enough secret")
    answer = client.post(
        "/admin/login/?next=/admin/", {"username": "ada", "password": "a long enough secret"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")


def test_small_files(client):
    assert client.get("/manifest.webmanifest").json()["icons"]
    assert "Sitemap: " in client.get("/robots.txt").content.decode()
    root = ElementTree.fromstring(client.get("/opensearch.xml").content)
    assert root.find("{*}Url").attrib["template"].endswith("?q={searchTerms}")


def test_the_service_worker_is_renamed_with_what_it_keeps(client):
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "/offline/" in answer.content.decode()


def test_the_worker_of_the_games_counts_as_dead_within_thirty_seconds():
    worker.beat("test")
    now = Heartbeat.objects.get(worker="test").beat
    assert worker.health(now) == "ok"
    assert worker.health(now + 20_000) == "ok", "a slow bot is no dead worker"
    assert worker.health(now + 30_000) == "no worker for 30 s"


def test_a_long_batch_of_bots_is_no_dead_worker(monkeypatch):
    """The heartbeat is written before each match, not only before each batch."""
    beats = []
    monkeypatch.setattr(worker, "HEARTBEAT_SECONDS", -1.0)
    monkeypatch.setattr(worker, "beat", beats.append)
    for _ in range(3):
        Match.objects.filter(pk=Table().id).update(due=1)
    assert worker.BotsAndClocks().step()
    assert len(beats) == 4


def locations(client, path: str) -> list[str]:
    answer = client.get(path)
    assert answer.headers["Content-Type"].startswith("application/xml")
    return [loc.text for loc in ElementTree.fromstring(answer.content).findall(".//{*}loc")]


@pytest.mark.slow
def test_the_map_lists_every_page_in_each_language_and_all_of_them_answer(client):
    call_command("load_rules", verbosity=0, stdout=io.StringIO())
    make_title("Azul")
    parts = locations(client, "/sitemap.xml")
    assert [part.rsplit("/")[-1] for part in parts] == [
        "sitemap-house-1.xml",
        "sitemap-rules-1.xml",
        "sitemap-titles-1.xml",
    ]
    pages = [page for part in parts for page in locations(client, part.removeprefix(settings.BASE_URL))]
    assert len(pages) == len(set(pages))
    assert {page.removeprefix(settings.BASE_URL)[1:3] for page in pages} == {"fr", "en", "it", "de"}
    for page in pages:
        assert client.get(page.removeprefix(settings.BASE_URL)).status_code == 200, page


def test_a_map_that_does_not_exist(client):
    assert client.get("/sitemap-house-2.xml").status_code == 404
    assert client.get("/sitemap-nothing-1.xml").status_code == 404
