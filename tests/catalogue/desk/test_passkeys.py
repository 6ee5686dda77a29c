"""Passkeys of staff: beside the phone, instead of it, and alone; with Chromium's virtual authenticator."""

import json

import pytest
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from escale.common.models import AuditEntry
from escale.house import roles
from escale.house.web import second_factor
from tests.serving import free_port, running
from tests.signing_in import Account, superuser

REGISTER, AUTHENTICATE = "[data-passkey=register]", "[data-passkey=authenticate]"
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def named_site(tmp_path_factory):
    """A site with a name: browsers keep no passkey for an IP address."""
    port = str(free_port())
    more = {"PORT": port, "BASE_URL": f"http://localhost:{port}", "SECOND_FACTOR": "1", "DEMO": "0"}
    with running(tmp_path_factory.mktemp("named"), **more) as site:
        yield site._replace(url=more["BASE_URL"])


@pytest.fixture
def tab(browser, named_site):
    """A tab with an authenticator, and the functions that add one and empty it."""
    context = browser.new_context(base_url=named_site.url, locale="fr-FR")
    page = context.new_page()
    page.devtools = context.new_cdp_session(page)
    page.devtools.send("WebAuthn.enable")
    added = page.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.authenticator = added["authenticatorId"]
    yield page
    context.close()


def type_password(page, account: Account) -> None:
    page.goto("/admin/login/?next=/admin/")
    page.locator("#id_username").fill(account.name)
    page.locator("#id_password").fill(account.password)
    page.locator("input[type=submit]").click()
    page.wait_for_url("**/staff/second-factor/**")


@pytest.mark.browser
def test_a_passkey_is_set_up_then_used_after_the_password_and_then_alone(tab, named_site):
    account = superuser(named_site, Account("ada"))
    type_password(tab, account)
    with tab.expect_navigation():
        tab.locator(REGISTER).click()
    tab.locator("button[name=codes]").wait_for()
    tab.goto("/admin/")
    assert "/admin/" in tab.url and "login" not in tab.url
    tab.context.clear_cookies()
    type_password(tab, account)
    tab.locator(AUTHENTICATE).click()
    tab.wait_for_url("**/admin/")
    tab.context.clear_cookies()
    tab.goto("/admin/login/?next=/staff/exports/")
    tab.locator(AUTHENTICATE).click()
    tab.wait_for_url("**/staff/exports/")
    tab.context.clear_cookies()
    tab.devtools.send("WebAuthn.clearCredentials", {"authenticatorId": tab.authenticator})
    tab.devtools.send(
        "WebAuthn.setUserVerified", {"authenticatorId": tab.authenticator, "isUserVerified": False}
    )
    tab.goto("/admin/login/")
    tab.locator(AUTHENTICATE).click()
    tab.locator("[data-passkey-trouble]").wait_for(timeout=60_000)
    assert "login" in tab.url


def post(client, name: str, body: dict | None = None):
    address = reverse(f"passkeys:{name}")
    return client.post(address, json.dumps(body or {}), content_type="application/json")


@pytest.fixture
def clerk(client, clerk_of, settings):
    settings.SECOND_FACTOR = True
    user = clerk_of(roles.DESK)
    client.force_login(user)
    return user


@pytest.mark.django_db
def test_who_has_a_phone_must_prove_it_before_adding_a_passkey(client, clerk):
    assert post(client, "register-begin").status_code == 200, "the first factor of an account"
    TOTPDevice.objects.create(user=clerk, name="app", confirmed=True)
    assert post(client, "register-begin").status_code == 403


@pytest.mark.django_db
def test_only_staff_take_part(client, django_user_model):
    assert post(client, "register-begin").status_code in (401, 403)
    client.force_login(django_user_model.objects.create_user("guest", password="long enough 1"))
    assert post(client, "register-begin").status_code == 403
    assert not WebAuthnCredential.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body", [{}, {"id": "x"}, {"id": "eA", "rawId": "eA", "type": "public-key", "response": {}}]
)
def test_nonsense_is_refused_and_opens_nothing(client, clerk, body):
    for kind in ("register", "authenticate"):
        assert post(client, f"{kind}-complete", body).status_code == 400, "no ceremony has begun"
        post(client, f"{kind}-begin")
        assert post(client, f"{kind}-complete", body).status_code in (400, 404, 422)
    assert client.get("/admin/").status_code == 302
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db
def test_guessing_ends_soon(client, clerk, monkeypatch):
    monkeypatch.setattr(second_factor, "TRIES_LIMIT", second_factor.TRIES_LIMIT._replace(times=2))
    statuses = [post(client, "authenticate-begin").status_code for _ in range(3)]
    statuses += [post(client, "authenticate-complete").status_code for _ in range(3)]
    assert statuses == [200, 200, 200, 422, 400, 429]
