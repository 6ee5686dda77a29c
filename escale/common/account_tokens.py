"""Tokens of accounts: 192 random bits, shown once and stored only as a hash. Their scopes say what they may
do.
"""

import hashlib
import secrets

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from escale.common.api.problems import Problem
from escale.common.models import AccountToken

READ, PLAY = "read", "play"
DESK_READ, CATALOGUE_WRITE = "desk:read", "catalogue:write"
SCOPES = {
    READ: _("read: sees its own matches and views"),
    PLAY: _("play: creates matches, takes seats and plays"),
    DESK_READ: _("desk:read: sees the lists of boxes and of loans, without names of borrowers"),
    CATALOGUE_WRITE: _("catalogue:write: enters and changes titles and boxes"),
}
#: The permissions of an account limit its tokens: a scope is only offered with one of these permissions.
PERMISSIONS = {
    DESK_READ: ("catalogue.view_copy", "catalogue.view_loan"),
    CATALOGUE_WRITE: (
        "catalogue.add_gametitle",
        "catalogue.change_gametitle",
        "catalogue.add_copy",
        "catalogue.change_copy",
    ),
}
MAX_TOKENS = 20
UNKNOWN_TOKEN = _("This account token is unknown or has been revoked.")
MISSING_SCOPE = _("The token lacks the scope that “scope” names; create one that has it.")


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def create_token(user, name: str, scopes: list[str]) -> tuple[AccountToken, str]:
    """Creates a token; returns it with its text, which is shown only now."""
    text = secrets.token_urlsafe(24)
    token = AccountToken.objects.create(user=user, name=name, token_hash=hash_token(text), scopes=scopes)
    return token, text


def find_token(token_hash: str) -> AccountToken | None:
    """The token with this hash, if its account is active. Notes the day of its use."""
    token = AccountToken.objects.select_related("user").filter(token_hash=token_hash).first()
    if token is None or not token.user.is_active:
        return None
    today = timezone.localdate()
    if token.used_on != today:
        AccountToken.objects.filter(pk=token.pk).update(used_on=today)
    return token


def list_scopes(user) -> list[str]:
    """The scopes that a token of this account can have."""
    return [
        scope
        for scope in SCOPES
        if scope not in PERMISSIONS or any(user.has_perm(permission) for permission in PERMISSIONS[scope])
    ]


def opens_matches(token: AccountToken) -> bool:
    """Whether the token shows what the seats of its account may see."""
    return READ in token.scopes or PLAY in token.scopes


def require_token(token_hash: str, scope: str | None) -> AccountToken:
    """The token with this hash. Raises a Problem if it is unknown or lacks the scope."""
    token = find_token(token_hash)
    if token is None:
        raise Problem(401, "unknown_token", UNKNOWN_TOKEN, headers={"WWW-Authenticate": "Token"})
    if scope is not None and scope not in token.scopes:
        raise Problem(403, "missing_scope", MISSING_SCOPE, scope=scope)
    return token
