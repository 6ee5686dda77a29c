"""The second proof: set up at the first sign-in, asked ever after; recovery codes replace a lost phone."""

import re
import time

import pytest
from django.urls import reverse
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from escale.common.models import AuditEntry
from escale.house import roles

pytestmark = pytest.mark.django_db
PAGE = "/staff/second-factor/"


@pytest.fixture(autouse=True)
def _production(settings):
    settings.SECOND_FACTOR = True
    # A wrong code makes the next one wait a second; only one test is about guessing.
    settings.OTP_TOTP_THROTTLE_FACTOR = settings.OTP_STATIC_THROTTLE_FACTOR = 0


@pytest.fixture
def clerk(clerk_of):
    return clerk_of(roles.HOUSE_KEEPER)


def code_of(device: TOTPDevice, steps: int = 0) -> str:
    totp = TOTP(device.bin_key)
    totp.time = time.time() + 30 * steps
    return f"{totp.token():06}"


@pytest.fixture
def ready(client, clerk):
    """Signed in with the password alone; the phone is set up since long."""
    client.force_login(clerk)
    return TOTPDevice.objects.create(user=clerk, name="app", confirmed=True)


def test_the_password_alone_opens_nothing(client, ready):
    for address in (
        reverse("admin:index"),
        reverse("desk:lending"),
        reverse("admin:rules_docs_ruledocument_changelist"),
    ):
        answer = client.get(address, follow=True)
        assert answer.redirect_chain[-1][0].startswith(PAGE)
    assert client.post(reverse("desk:lending"), {"act": "undo"})["Location"].startswith("/admin/login/")


def test_setting_up_then_entering(client, clerk):
    client.force_login(clerk)
    page = client.get(PAGE)
    assert "data:image/svg+xml" in page.text
    device = TOTPDevice.objects.get(confirmed=False)
    assert client.get(PAGE).text.count(
        re.search(r"<code>(\w+)</code>", page.text)[1]
    )  # the key stays while one sets up
    wrong = client.post(PAGE, {"token": "000000"})
    assert 'class="note bad"' in wrong.text and not TOTPDevice.objects.filter(confirmed=True).exists()
    done = client.post(PAGE, {"token": code_of(device), "next": reverse("desk:lending")})
    assert done.text.count("<li><code>") == 10
    assert client.get(reverse("desk:lending")).status_code == 200
    assert AuditEntry.objects.filter(kind="otp_totp.totpdevice").count() == 1
    assert device.key not in AuditEntry.objects.get(kind="otp_totp.totpdevice").words


def test_two_tabs_that_set_up_at_once_shut_nobody_out(client, clerk):
    client.force_login(clerk)
    first, _second = (TOTPDevice.objects.create(user=clerk, name="app", confirmed=False) for _ in range(2))
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE, {"token": code_of(first)}).text.count("<li><code>") == 10


def test_the_code_of_the_moment(client, ready):
    answer = client.post(PAGE, {"token": code_of(ready), "next": "/staff/desk/"})
    assert answer["Location"] == "/staff/desk/"
    assert client.get("/staff/desk/").status_code == 200


def test_a_code_counts_once(client, ready, clerk):
    code = code_of(ready)
    client.post(PAGE, {"token": code})
    client.logout()
    client.force_login(clerk)
    client.post(PAGE, {"token": code})
    assert client.get(reverse("admin:index")).status_code == 302


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_led_elsewhere(client, ready, elsewhere):
    assert client.post(PAGE, {"token": code_of(ready), "next": elsewhere})["Location"] == reverse(
        "admin:index"
    )


def test_a_recovery_code_works_once(client, ready, clerk):
    from escale.house.web.second_factor import create_recovery_codes

    code = create_recovery_codes(clerk)[0]
    client.post(PAGE, {"token": code})
    assert client.get(reverse("admin:index")).status_code == 200
    client.logout()
    client.force_login(clerk)
    client.post(PAGE, {"token": code})
    assert client.get(reverse("admin:index")).status_code == 302
    assert not AuditEntry.objects.filter(words__contains=code).exists()


def test_new_codes_make_the_old_ones_void_and_need_the_proof(client, ready, clerk):
    from escale.house.web.second_factor import create_recovery_codes

    old = set(create_recovery_codes(clerk))
    client.post(PAGE, {"codes": "1"})
    assert set(StaticToken.objects.values_list("token", flat=True)) == old
    client.post(PAGE, {"token": code_of(ready)})
    client.post(PAGE, {"codes": "1"})
    assert not old & set(StaticToken.objects.values_list("token", flat=True))


def test_guessing_ends_soon(client, ready):
    answers = [client.post(PAGE, {"token": f"{n:06}"}).status_code for n in range(12)]
    assert answers.count(429) == 2


def test_who_is_no_staff_is_sent_away(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("guest"))
    assert client.get(PAGE)["Location"].startswith("/admin/login/")
    assert client.post(PAGE, {"token": "1"})["Location"].startswith("/admin/login/")


@pytest.mark.slow
def test_in_production_it_cannot_be_switched_off(tmp_path):
    import subprocess
    import sys

    from tests.serving import ROOT, environment

    told = "from django.conf import settings; print(settings.SECOND_FACTOR)"
    given = environment(tmp_path, BASE_URL="https://escale.example", SECRET_KEY="x" * 40, SECOND_FACTOR="0")
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", told]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "True", done.stderr
