"""The page on which staff log in. Attempts are limited, and all are logged."""

import logging
import unicodedata

from django.contrib import admin

from escale.common import limits
from escale.house import error_pages
from escale.house.web import known_devices

ADDRESS_LIMIT = limits.Limit("sign-in-address", 30, 900)
BY_NAME_AND_NETWORK = limits.Limit("sign-in-name-network", 10, 900)
# Delays attempts. A lock would let anybody keep the owner out.
BY_NAME = limits.Limit("sign-in-name", 20, 3600)
BY_DEVICE = limits.Limit("sign-in-device", 10, 900)
log = logging.getLogger("escale.security")


def login(request):
    if request.method != "POST":
        return admin.site.login(request)
    name = normalise_name(request.POST.get("username", ""))
    wait = _count_attempt(request, name)
    if wait:
        log.warning("sign-in stopped by its limit")
        return error_pages.error_response(request, 429, wait)
    response = admin.site.login(request)
    if response.status_code == 302:
        log.info("account %s signed in with its password", request.user.pk)
        known_devices.remember(request, response, name)
    else:
        # The name is not logged, because some people type their password into its field.
        log.warning("sign-in refused")
    return response


def normalise_name(name: str) -> str:
    """The normalised name. Names that the form treats as equal give the same text."""
    # The form accepts no longer name, apart from spaces around it.
    normal = unicodedata.normalize("NFKC", name.strip()[:150]).casefold()
    return unicodedata.normalize("NFKC", normal).strip()


def _count_attempt(request, name: str) -> int | None:
    """The seconds that this attempt must wait, or None.

    On a device on which this account has logged in before, only the attempts of the device count. So nobody
    else can use them up.
    """
    device = known_devices.find(request, name)
    if device:
        return limits.count_request(BY_DEVICE, device)
    client = limits.client_key(request)
    return (
        limits.count_request(ADDRESS_LIMIT, client)
        or limits.count_request(BY_NAME_AND_NETWORK, f"{client} {name}")
        or limits.delay_request(BY_NAME, name)
    )
