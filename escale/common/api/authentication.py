"""Reads the header Authorization, with the token of a seat or of an account. Other schemes are refused."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication

from escale.common.account_tokens import MISSING_SCOPE, hash_token, require_token
from escale.common.api.problems import Problem
from escale.common.models import AccountToken

MAX_TOKEN_LENGTH = 128
_TOKEN = re.compile(rf"[A-Za-z0-9._~+/=-]{{1,{MAX_TOKEN_LENGTH}}}")  # RFC 9110, token68
CHALLENGE_HEADERS = {"WWW-Authenticate": "Seat, Token"}
NOT_A_TOKEN = _("This is not the token of a seat or an account.")
UNKNOWN_SCHEME = _(
    "The Authorization header must be “Seat <token>” or “Token <token>”; other schemes are not known here."
)
NO_STAFF_TOKEN = _("Send “Token <token>” with the token of a staff account.")
MISSING_PERMISSION = _("The roles of this account do not include the permission that “permission” names.")


class MalformedToken(Exception):
    """The header Authorization has a known scheme, but no valid token."""


class UnknownScheme(Exception):
    """The header has another scheme than `Seat` or `Token`."""


class Credential(NamedTuple):
    """The content of the header Authorization: the hash of a token, and whose token it is."""

    hash: str
    is_of_account: bool


def read_authorization(authorization: str) -> Credential | None:
    """The content of `Authorization: Seat <token>` or `Token <token>`; None if the header is empty."""
    if not authorization.strip():
        return None
    scheme, _space, rest = authorization.partition(" ")
    if scheme.lower() not in ("seat", "token"):
        raise UnknownScheme
    token = rest.strip()
    if not _TOKEN.fullmatch(token):
        raise MalformedToken
    return Credential(hash_token(token), is_of_account=scheme.lower() == "token")


def require_credential(authorization: str) -> Credential | None:
    """The content of the header Authorization; None if it is empty. Raises a Problem if it has no token."""
    try:
        return read_authorization(authorization)
    except UnknownScheme:
        raise Problem(401, "unknown_scheme", UNKNOWN_SCHEME, headers=CHALLENGE_HEADERS) from None
    except MalformedToken:
        raise Problem(401, "authentication_failed", NOT_A_TOKEN, headers=CHALLENGE_HEADERS) from None


class AccountAuthentication(BaseAuthentication):
    """Accepts `Authorization: Token <token>`. The token of a seat is ignored here, without an error."""

    def authenticate(self, request):
        credential = require_credential(request.headers.get("Authorization", ""))
        if credential is None or not credential.is_of_account:
            return None
        token = require_token(credential.hash, None)
        return token.user, token

    def authenticate_header(self, request) -> str:
        return "Token"


class AccountScheme(OpenApiAuthenticationExtension):
    """Describes the token of an account in the schema."""

    target_class = AccountAuthentication
    name = "account"

    def get_security_definition(self, auto_schema) -> dict:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <token>` of an account; any other scheme is answered with 401.",
        }


def require_staff(request, scope: str, permission: str) -> None:
    """Raises a Problem unless a token with the scope was sent, whose account has the permission."""
    if not isinstance(request.auth, AccountToken):
        raise Problem(401, "no_staff_token", NO_STAFF_TOKEN, headers={"WWW-Authenticate": "Token"})
    if scope not in request.auth.scopes:
        raise Problem(403, "missing_scope", MISSING_SCOPE, scope=scope)
    if not (request.user.is_staff and request.user.has_perm(permission)):
        raise Problem(403, "missing_permission", MISSING_PERMISSION, permission=permission)
