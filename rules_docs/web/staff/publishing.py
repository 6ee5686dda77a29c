"""Publishes a language or hides it, and freezes editions."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from escale.common import audit
from rules_docs.editing.editions import freeze_edition
from rules_docs.editing.publishing import TooClose, hide_translation, publish_translation
from rules_docs.web.staff.common import find_translation, get_document, require_permission

_MAX_REASON_LENGTH = 1000
_MAX_NOTE_LENGTH = 240
TOO_CLOSE = gettext_lazy(
    "Not published: %(share)s%% of its five-word runs are in “%(source)s”; the longest run has %(run)d words."
)


@require_POST
def change_publication(request, pk: int, code: str):
    """Publishes a language, or hides it if `hide` is sent. A text too close to a sheet needs a reason."""
    require_permission(request, "change_translation")
    translation = find_translation(pk, code)
    if translation is None:
        raise Http404
    if "hide" in request.POST:
        hide_translation(translation=translation, who=request.user)
        messages.success(request, _("Readers no longer see this language."))
        return redirect("admin:rules_docs_language", pk, code)
    reason = request.POST.get("reason", "").strip()[:_MAX_REASON_LENGTH]
    try:
        publish_translation(translation=translation, reason=reason, who=request.user)
    except TooClose as error:
        messages.error(request, _describe_closeness(error))
    else:
        messages.success(request, _("Published."))
    return redirect("admin:rules_docs_language", pk, code)


def _describe_closeness(error: TooClose) -> str:
    closeness = error.closeness
    return TOO_CLOSE % {"share": closeness.percent, "source": closeness.source, "run": closeness.run}


@require_POST
def freeze_new_edition(request, pk: int):
    require_permission(request, "add_edition")
    note = request.POST.get("note", "").strip()[:_MAX_NOTE_LENGTH]
    with transaction.atomic():
        edition = freeze_edition(document=get_document(pk), note=note)
        audit.record_addition(who=request.user, thing=edition)
    messages.success(request, _("Edition %(number)d has been frozen.") % {"number": edition.number})
    return redirect("admin:rules_docs_ruledocument_changelist")
