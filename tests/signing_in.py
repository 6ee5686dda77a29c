"""Comes in as people do, by the only door there is: in a browser, or over HTTP."""

from typing import NamedTuple
from urllib.parse import urlsplit

import httpx

from tests.serving import Site


class Account(NamedTuple):
    name: str
    password: str = "a long enough secret"


def superuser(site: Site, account: Account) -> Account:
    """Made on a site that runs; a second one of that name is refused."""
    given = {"DJANGO_SUPERUSER_USERNAME": account.name, "DJANGO_SUPERUSER_PASSWORD": account.password}
    site.manage("createsuperuser", "--noinput", "--email", f"{account.name}@example.org", **given)
    return account


def in_browser(page, name: str, password: str, then: str, *, lands: str = "") -> None:
    """Waits for the page behind the door: the address of the door itself ends like that of the page it leads
    to.
    """
    page.goto(f"/admin/login/?next={then}")
    page.locator("#id_username").fill(name)
    page.locator("#id_password").fill(password)
    page.locator("input[type=submit]").click()
    page.wait_for_url(lambda url: urlsplit(url).path == (lands or then))


def over_http(http: httpx.Client, name: str, password: str) -> dict[str, str]:
    """What every form that is sent from now on must hold."""
    http.get("/admin/login/")
    form = {
        "username": name,
        "password": password,
        "next": "/admin/",
        "csrfmiddlewaretoken": http.cookies["csrf"],
    }
    http.post("/admin/login/", data=form)
    assert "session" in http.cookies, f"{name} was not let in"
    return {"csrfmiddlewaretoken": http.cookies["csrf"]}
