"""The second factor of staff: a code from the phone, or a recovery code. It is set up at the first log-in."""

import logging

import django_otp
import segno
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from escale.common import audit, limits
from escale.house import error_pages

RESET_PERMISSIONS = ["auth.change_user", "otp_totp.delete_totpdevice", "otp_static.delete_staticdevice"]
TRIES_LIMIT = limits.Limit("second-factor", 10, 900)
RECOVERY_CODES = 10
log = logging.getLogger("escale.security")


@never_cache
def page(request):
    user = request.user
    if not (user.is_active and user.is_staff):
        return redirect_to_login(request.get_full_path(), reverse("admin:login"))
    if request.method == "POST":
        wait = limits.count_request(TRIES_LIMIT, user.username)
        if wait:
            log.warning("account %s: second factor stopped by its limit", user.pk)
            return error_pages.error_response(request, 429, wait)
        return _check_token(request)
    return _show_form(request)


def _show_form(request):
    has_device = django_otp.user_has_device(request.user)
    context = {
        "known": has_device,
        "verified": request.user.is_verified(),
        "next": request.GET.get("next", ""),
    }
    if not has_device:
        device = _find_unconfirmed(request.user) or TOTPDevice.objects.create(
            user=request.user, name="app", confirmed=False
        )
        context |= {"qr": segno.make(device.config_url).svg_data_uri(scale=6, border=3, light="#fff")}
        context |= {"key": device.config_url.split("secret=")[1].split("&")[0]}
    return render(request, "escale/second_factor.html", context)


def _check_token(request):
    token = "".join(request.POST.get("token", "").split())
    if request.user.is_verified() and "codes" in request.POST:
        return render(
            request,
            "escale/second_factor.html",
            {"codes": create_recovery_codes(request.user), "known": True},
        )
    if django_otp.user_has_device(request.user):
        device = django_otp.match_token(request.user, token)
        if device is not None:
            _accept_device(request, device)
            return redirect(_next_url(request))
    elif (device := _confirm_device(request.user, token)) is not None:
        _accept_device(request, device)
        context = {"codes": create_recovery_codes(request.user), "known": True, "next": _next_url(request)}
        return render(request, "escale/second_factor.html", context)
    log.warning("account %s: second factor refused", request.user.pk)
    messages.error(request, _("That is not the current code. Wait for the next one and try again."))
    return _show_form(request)


def _find_unconfirmed(user) -> TOTPDevice | None:
    """The phone that is being set up. Two tabs may each have created one; the first is used."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).order_by("pk").first()


def _accept_device(request, device) -> None:
    django_otp.login(request, device)
    log.info("account %s proved its second factor (%s)", request.user.pk, device.name)


@transaction.atomic
def _confirm_device(user, token: str) -> TOTPDevice | None:
    device = _find_unconfirmed(user)
    if device is None or not device.verify_token(token):
        return None
    device.confirmed = True
    device.save()
    audit.record_addition(who=user, thing=device)
    return device


@transaction.atomic
def create_recovery_codes(user) -> list[str]:
    """Creates ten codes, each of which works once, and deletes earlier codes."""
    device, _made = StaticDevice.objects.get_or_create(user=user, defaults={"name": "recovery"})
    device.token_set.all().delete()
    codes = [StaticToken.random_token() for _n in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    audit.record_addition(who=user, thing=device)
    return codes


@never_cache
def reset(request, pk: int):
    """Removes the second factor of somebody who has lost it. A house keeper who knows the person does that.

    The person sets up a new one at the next log-in, after the password.
    """
    if not admin.site.has_permission(request):
        return redirect_to_login(request.get_full_path(), reverse("admin:login"))
    if not request.user.has_perms(RESET_PERMISSIONS):
        raise PermissionDenied
    owner = get_object_or_404(get_user_model(), pk=pk)
    if owner.pk == request.user.pk:
        raise PermissionDenied
    if request.method == "POST":
        _remove_devices(owner, who=request.user)
        log.warning("account %s: second factor reset by account %s", owner.pk, request.user.pk)
        messages.success(
            request,
            _("The second factor has been removed. Its owner will set up a new one at the next log-in."),
        )
        return redirect("admin:auth_user_change", pk)
    return render(request, "escale/second_factor_reset.html", {"owner": owner})


@transaction.atomic
def _remove_devices(owner, *, who) -> None:
    for device in django_otp.devices_for_user(owner, confirmed=None):
        audit.record_deletion(who=who, thing=device)
        device.delete()


def _next_url(request) -> str:
    wanted = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if is_safe else reverse(f"{admin.site.name}:index")
