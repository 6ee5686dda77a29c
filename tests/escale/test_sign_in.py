"""Guessing passwords is limited whatever is typed, and nobody can shut out the owner of an account."""

import time

import pytest
from django.test import Client

from escale.common import limits
from escale.common.models import Counter
from escale.house.web import known_devices, login

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough secret"


@pytest.fixture(autouse=True)
def admin2(django_user_model):
    return django_user_model.objects.create_superuser("admin2", password=PASSWORD)


@pytest.fixture
def clock(monkeypatch):
    """The time that the limits see; a test moves it."""

    class Clock:
        now = 1_800_000_000.0

    monkeypatch.setattr(limits.time, "time", lambda: Clock.now)
    return Clock


def sign_in(client, name="admin2", password="wrong", network="198.51.100.7"):
    return client.post("/admin/login/", {"username": name, "password": password}, REMOTE_ADDR=network)


def attack(tries: int) -> list[int]:
    """The statuses of wrong passwords at one moment, each from another network."""
    return [sign_in(Client(), network=f"203.0.{n // 200}.{n % 200}").status_code for n in range(tries)]


SPELLINGS = [
    "admin2",
    "ａdmin2",
    "admⁱn2",
    "ADMIN2",
    "ＡＤＭＩＮ2",
    " admin2 ",
    "admin２",
    "admin²",
    "ａｄｍｉｎ2",
    "aⅾmin2",
]


def test_ten_spellings_of_a_name_are_one_name():
    assert {login.normalise_name(name) for name in SPELLINGS} == {"admin2"}
    client = Client()
    assert {sign_in(client, name).status_code for name in SPELLINGS} == {200}
    assert sign_in(client, "ａdmiⁿ2", PASSWORD).status_code == 429


def test_ten_wrong_tries_elsewhere_do_not_keep_the_owner_out():
    attacker = Client()
    assert [sign_in(attacker).status_code for _ in range(11)] == [200] * 10 + [429]
    assert sign_in(Client(), password=PASSWORD, network="192.0.2.20").status_code == 302


def test_tries_from_many_networks_wait_longer_and_longer(clock):
    assert attack(20) == [200] * 20
    waits = []
    for n in range(7):
        refused = sign_in(Client(), network=f"198.51.100.{n}")
        assert refused.status_code == 429
        waits.append(int(refused.headers["Retry-After"]))
        clock.now += waits[-1]
        assert sign_in(Client(), network=f"192.0.2.{n}").status_code == 200
    assert waits == [4, 8, 16, 32, 64, 64, 64]


@pytest.mark.slow
def test_the_owner_waits_a_minute_at_most_after_an_attack_of_any_size(clock):
    for _ in range(3):
        attack(60)
        clock.now += limits.LONGEST_DELAY
    assert sign_in(Client(), password=PASSWORD, network="192.0.2.20").status_code == 302


def test_a_device_that_has_signed_in_before_does_not_wait(clock):
    owner = Client()
    assert sign_in(owner, password=PASSWORD).status_code == 302
    owner.post("/admin/logout/")
    attack(40)
    assert sign_in(Client(), password=PASSWORD, network="192.0.2.20").status_code == 429
    assert sign_in(owner, password=PASSWORD).status_code == 302
    assert [sign_in(owner).status_code for _ in range(10)][-1] == 429, (
        "a stolen device may not guess for ever"
    )


def test_the_cookie_holds_no_name_and_counts_for_its_accounts_only(clock, django_user_model):
    django_user_model.objects.create_superuser("ada", password=PASSWORD)
    owner = Client()
    sign_in(owner, password=PASSWORD)
    cookie = owner.cookies[known_devices.COOKIE]
    assert "admin2" not in cookie.value
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
    for n in range(20):
        sign_in(Client(), "ada", network=f"203.0.113.{n}")
    assert sign_in(owner, "ada", PASSWORD).status_code == 429


def test_a_forged_cookie_is_no_device(clock):
    attack(20)
    client = Client()
    client.cookies[known_devices.COOKIE] = "eyJhIjoiYiJ9:1aaaaa:forged"
    assert sign_in(client, password=PASSWORD, network="192.0.2.20").status_code == 429


def test_a_device_of_the_desk_knows_several_accounts(django_user_model):
    names = [f"clerk{n}" for n in range(known_devices.MAX_ACCOUNTS + 1)]
    client = Client()
    for name in names:
        django_user_model.objects.create_superuser(name, password=PASSWORD)
        assert sign_in(client, name, PASSWORD, network=f"{name[5:]}.9.9.9").status_code == 302

    class Request:
        COOKIES = {known_devices.COOKIE: client.cookies[known_devices.COOKIE].value}

    assert [bool(known_devices.find(Request, name)) for name in names] == [False] + [True] * (len(names) - 1)


def test_delays_are_forgotten_after_a_quiet_hour(clock):
    attack(30)
    clock.now += limits.LONGEST_DELAY + login.BY_NAME.seconds + 1
    assert attack(20) == [200] * 20


def test_the_real_clock_is_used_too():
    sign_in(Client())
    ends = Counter.objects.get(key__startswith="sign-in-name:").window
    assert 0 <= ends - time.time() <= login.BY_NAME.seconds
