"""The page on which staff sign in. Attempts are limited for each address and each name, and all are logged."""

import logging

from django.contrib import admin

from escale.common import limits
from escale.house import error_pages

BY_ADDRESS = limits.Limit("sign-in-address", 30, 900)
BY_NAME = limits.Limit("sign-in-name", 10, 900)
log = logging.getLogger("escale.security")


def login(request):
    if request.method != "POST":
        return admin.site.login(request)
    name = request.POST.get("username", "").strip().lower()[:150]
    waits = [limits.count_request(BY_ADDRESS, limits.client_key(request)), limits.count_request(BY_NAME, name)]
    if any(waits):
        log.warning("sign-in stopped by its limit")
        return error_pages.error_response(request, 429, max(filter(None, waits)))
    response = admin.site.login(request)
    if response.status_code == 302:
        log.info("account %s signed in with its password", request.user.pk)
    else:
        log.warning("sign-in refused")  # the name is not logged, because some people type their password there
    return response
