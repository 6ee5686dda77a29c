"""Signing in to the admin, with a limit for each address and for each name."""

from django.contrib import admin

from escale.common import limits
from escale.views import errors

BY_ADDRESS = limits.Limit("sign-in-address", 30, 900)
BY_NAME = limits.Limit("sign-in-name", 10, 900)


def login(request):
    if request.method == "POST":
        name = request.POST.get("username", "").strip().lower()[:150]
        waits = [limits.hit(BY_ADDRESS, limits.address(request)), limits.hit(BY_NAME, name)]
        if any(waits):
            return errors.page(request, 429, max(filter(None, waits)))
    return admin.site.login(request)
