"""Passkeys of staff: the second factor after a password, or both factors without one.

The library (django-otp-webauthn) implements the two ceremonies of WebAuthn: registering a passkey, and
authenticating with it. Each has a view that begins it and a view that completes it. The classes here decide
who may take part: only staff, with the limits of the log-in and of the second factor. Every new passkey is
recorded in the audit log.
"""

import logging

from django.contrib import admin
from django.http import JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_otp_webauthn import exceptions, views
from django_otp_webauthn.models import WebAuthnCredential

from escale.common import audit, limits
from escale.house.web import login, second_factor

log = logging.getLogger("escale.security")


class TooManyTries(exceptions.OTPWebAuthnApiError):
    status_code = 429
    code = "too_many_requests"
    default_detail = _("Please wait a moment.")


def guard_staff(user) -> None:
    """Raises an error of the library unless this account belongs to staff."""
    if not (user.is_active and user.is_staff):
        raise exceptions.UserDisabled()


class BeginRegistration(views.BeginCredentialRegistrationView):
    def check_can_register(self) -> None:
        guard_staff(self.request.user)


class CompleteRegistration(views.CompleteCredentialRegistrationView):
    def check_can_register(self) -> None:
        guard_staff(self.request.user)

    def post(self, *args, **kwargs) -> JsonResponse:
        response = super().post(*args, **kwargs)
        device = WebAuthnCredential.objects.filter(user=self.request.user).latest("pk")
        audit.record_addition(who=self.request.user, thing=device)
        log.info("account %s has a new passkey", self.request.user.pk)
        return response


class BeginAuthentication(views.BeginCredentialAuthenticationView):
    """Anybody may begin. `CompleteAuthentication` counts the attempts and checks the account."""


class CompleteAuthentication(views.CompleteCredentialAuthenticationView):
    def check_can_authenticate(self) -> None:
        super().check_can_authenticate()
        user = self.request.user
        if user.is_authenticated:  # by password, so the passkey is the second factor
            wait = limits.count_request(second_factor.TRIES_LIMIT, user.username)
        else:
            wait = limits.count_request(login.ADDRESS_LIMIT, limits.client_key(self.request))
        if wait is not None:
            log.warning("passkey stopped by its limit")
            raise TooManyTries()

    def check_device_usable(self, device) -> None:
        super().check_device_usable(device)
        guard_staff(device.user)

    def complete_auth(self, device) -> None:
        super().complete_auth(device)
        log.info("account %s signed in with a passkey", device.user_id)

    def get_success_url(self) -> str:
        return self.get_redirect_url() or reverse(f"{admin.site.name}:index")
