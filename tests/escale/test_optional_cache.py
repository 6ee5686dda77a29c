"""Without its cache the site is slower, and nothing else: every page answers, and operators are told."""

import shutil
import socket
import subprocess
import time
from contextlib import closing

import pytest
from django.core.cache import cache

from escale.common import optional_cache
from escale.server import environment
from games.automation import worker
from rules_docs.editing.loading import load_rule
from rules_docs.files.rule_folder import read_rule_folder
from tests.games.table import HUMAN, Table
from tests.needs import need
from tests.rules_docs import small_rule
from tests.serving import free_port

PAGES = [
    "/en/", "/fr/", "/en/catalogue/", "/en/rules/", "/en/rules/harbour/", "/en/play/", "/api/v1/", "/api/v1/titles/",
    "/api/v1/rules/", "/api/v1/rules/harbour/", "/api/v1/rules/harbour.pdf", "/api/v1/matches/",
]  # fmt: skip


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(optional_cache, "availability", optional_cache.Availability())

    class Clock:
        now = 1000.0

    monkeypatch.setattr(optional_cache.time, "monotonic", lambda: Clock.now)
    return Clock


@pytest.fixture
def redis_at(settings, monkeypatch, tmp_path, clock):
    """The site uses a Redis at this port."""

    def use(port: int) -> None:
        monkeypatch.setenv("CACHE_URL", f"redis://127.0.0.1:{port}/0")
        settings.CACHES = {"default": environment.cache(tmp_path)}

    return use


def start_redis(port: int, folder) -> subprocess.Popen:
    need(shutil.which("redis-server"), "Install redis-server.")
    command = ["redis-server", "--port", str(port), "--save", "", "--dir", str(folder), "--bind", "127.0.0.1"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    ends = time.time() + 20
    while time.time() < ends:
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(0.05)
    raise AssertionError("redis-server does not start")


@pytest.mark.django_db
def test_every_page_answers_while_the_cache_is_dead(client, redis_at, tmp_path, caplog):
    load_rule(read_rule_folder(small_rule.write_rule(tmp_path / "harbour")))
    table = Table(game="macao", seats=[HUMAN, HUMAN])
    redis_at(free_port())
    statuses = {path: client.get(path).status_code for path in [*PAGES, f"/api/v1/matches/{table.id}/"]}
    assert set(statuses.values()) == {200}, statuses
    assert caplog.text.count("the cache does not answer") == 1, "it is logged once, and not for every page"


@pytest.mark.django_db
def test_operators_are_told_and_the_site_stays_ready(client, redis_at):
    redis_at(free_port())
    worker.beat("test")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
    assert answer.json()["checks"]["cache"] == "absent, pages are built without it"
    assert "escale_cache_up 0" in client.get("/metrics").text


@pytest.mark.django_db
def test_the_cache_in_memory_is_always_there(client):
    assert client.get("/readyz").json()["checks"]["cache"] == "ok"
    assert "escale_cache_up 1" in client.get("/metrics").text


def test_each_function_is_a_miss(redis_at):
    redis_at(free_port())
    assert cache.get("a", "default") == "default"
    assert cache.get_many(["a", "b"]) == {}
    assert cache.set("a", 1) is None
    assert cache.set_many({"a": 1}) == ["a"]
    assert [cache.add("a", 1), cache.touch("a"), cache.delete("a"), "a" in cache, cache.clear()] == [
        False
    ] * 5
    assert cache.delete_many(["a"]) is None
    assert cache.get_or_set("a", 7) == 7
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")


@pytest.mark.slow
def test_a_cache_that_is_silent_costs_one_timeout_and_not_one_per_question(redis_at, clock):
    """It accepts the connection and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        redis_at(silent.getsockname()[1])
        begun = time.time()
        assert [cache.get(f"key-{n}") for n in range(50)] == [None] * 50
        assert time.time() - begun < 5 * optional_cache.TIMEOUT


def test_the_cache_is_used_again_when_it_is_back(redis_at, clock, tmp_path, caplog):
    port = free_port()
    redis_at(port)
    assert cache.get("a") is None
    server = start_redis(port, tmp_path)
    try:
        cache.set("a", 1)
        assert cache.get("a") is None, "nobody asks for a while"
        clock.now += optional_cache.PAUSE
        cache.set("a", 1)
        assert cache.get("a") == 1
        assert "the cache answers again" in caplog.text
        assert optional_cache.is_present()
    finally:
        server.terminate()
        server.wait(20)
    assert cache.get("a") is None


def test_a_value_that_cannot_be_read_is_a_miss(redis_at, tmp_path):
    """A release that moves a class leaves values that name the old place."""
    port = free_port()
    redis_at(port)
    server = start_redis(port, tmp_path)
    try:
        raw = cache._cache.get_client(None, write=True)
        for n, value in enumerate(
            [b"damaged", b"", b"cno_such_module\nThing\n.", b"cbuiltins\nno_such_name\n."]
        ):
            raw.set(cache.make_key(f"value-{n}"), value)
        assert [cache.get(f"value-{n}", "miss") for n in range(4)] == ["miss"] * 4
        cache.set("a", 1)
        assert cache.get("a") == 1
    finally:
        server.terminate()
        server.wait(20)
