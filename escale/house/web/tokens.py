"""The page on which users create, see and revoke tokens for their programs."""

import logging

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import BadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from escale.common import account_tokens, audit

log = logging.getLogger("escale.security")
TOO_MANY = _("An account can have at most %(most)d tokens. Revoke one that is no longer used.")


class TokenForm(forms.Form):
    """The name of a new token, and what it may do."""

    name = forms.CharField(label=_("Name of the token"), max_length=60, help_text=_("Which program uses it?"))
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        widget=forms.CheckboxSelectMultiple,
        initial=[account_tokens.READ, account_tokens.PLAY],
    )

    def __init__(self, user, data=None) -> None:
        super().__init__(data)
        scopes = account_tokens.list_scopes(user)
        self.fields["scopes"].choices = [(scope, account_tokens.SCOPES[scope]) for scope in scopes]


@never_cache
@admin.site.admin_view
def page(request):
    if request.method == "POST" and "revoke" in request.POST:
        return _revoke(request)
    form = TokenForm(request.user, request.POST if request.method == "POST" else None)
    new_token = None
    if request.method == "POST" and form.is_valid():
        if request.user.api_tokens.count() >= account_tokens.MAX_TOKENS:
            form.add_error(None, TOO_MANY % {"most": account_tokens.MAX_TOKENS})
        else:
            new_token, form = _create(request, form), TokenForm(request.user)
    context = {"form": form, "new_token": new_token, "tokens": request.user.api_tokens.all()}
    status = 422 if form.errors else 200
    return render(request, "escale/tokens.html", context, status=status)


def _create(request, form: TokenForm) -> str:
    """Creates a token; returns its text, which is shown only in this response."""
    token, text = account_tokens.create_token(request.user, **form.cleaned_data)
    audit.record_addition(who=request.user, thing=token)
    log.info("account %s has a new token", request.user.pk)
    return text


def _revoke(request):
    number = request.POST["revoke"]
    if not (number.isascii() and number.isdecimal() and len(number) < 18):
        raise BadRequest
    token = get_object_or_404(request.user.api_tokens, pk=number)
    audit.record_deletion(who=request.user, thing=token)
    token.delete()
    messages.success(
        request, _("The token “%(name)s” has been revoked: it no longer works.") % {"name": token}
    )
    return redirect("tokens")
