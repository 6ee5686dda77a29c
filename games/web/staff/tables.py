"""Pages of staff about tables: a list, a page to watch a table, and the actions of staff on it.

Before each action, a page asks for confirmation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from escale.common.cursors import BadCursor, load_page
from escale.common.text.names import is_readable
from games.core.contract import Json
from games.matches.errors import MatchError
from games.models import NEWEST_FIRST, Match, MatchEvent, Seat, Status
from games.moderation import tables
from games.presenting import match_view
from games.presenting import words as phrases
from games.presenting.match_lists import describe_each
from games.presenting.match_view import ViewOptions

ROWS_PER_PAGE = 50
MAX_MESSAGES = 100
MAX_NAME_LENGTH = 40
View = Callable[..., HttpResponse]


def for_table_keepers(view: View) -> View:
    """A decorator for pages of staff who may change tables; all others are sent to the log-in or get 403.

    It refuses forms with a null character, which PostgreSQL cannot store.
    """

    @wraps(view)
    def checked_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perms(["games.view_match", "games.change_match"]):
            raise PermissionDenied
        if any("\0" in value for _name, values in request.POST.lists() for value in values):
            raise BadRequest
        return view(request, *args, **kwargs)

    return wraps(view)(admin.site.admin_view(checked_view))


@for_table_keepers
def list_tables(request: HttpRequest) -> HttpResponse:
    """The newest tables: open and running ones, unless another status is requested."""
    status = request.GET.get("status", "")
    query = request.GET.get("q", "").strip()[:40]
    matches = Match.objects.with_seats()
    if status in Status.values:
        matches = matches.filter(status=status)
    elif not query:
        matches = matches.exclude(status=Status.FINISHED)
    if query:
        match_id = query.rpartition("/")[2]  # the id, or the end of the short address of a table
        matches = matches.filter(Q(pk=match_id) | Q(pk__in=_find_by_name(query)))
    try:
        page = load_page(matches, NEWEST_FIRST, ROWS_PER_PAGE, request.GET.get("cursor", ""))
    except BadCursor as error:
        raise BadRequest from error
    rows = describe_each(page.rows, _describe_row)
    context = {"rows": rows, "page": page, "status": status, "query": query, "statuses": Status.choices}
    return render(request, "games/staff/tables.html", context)


def _find_by_name(name: str) -> list[str]:
    """The tables that are not finished and have a seat with this name."""
    seats = Seat.objects.filter(name__icontains=name).exclude(match__status=Status.FINISHED)
    return list(seats.values_list("match", flat=True)[:ROWS_PER_PAGE])


def _describe_row(match: Match) -> Json:
    return {
        "id": match.pk,
        "game": phrases.game_name(match.game),
        "names": ", ".join(phrases.names(match.seats.all())),
        "status": match.get_status_display(),
        "visibility": match.get_visibility_display(),
        "created": match.created_at,
        "moves": match.moves,
    }


@for_table_keepers
def watch(request: HttpRequest, match_id: str) -> HttpResponse:
    """What a spectator sees, and the messages, also at a table that is not public."""
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id)
    seats = list(match.seats.all())
    names = phrases.names(seats)
    context = {
        "match": match,
        "game": phrases.game_name(match.game),
        "view": match_view.build_view(match, None, ViewOptions(words=True)),
        "seats": [{"seat": seat, "name": name} for seat, name in zip(seats, names, strict=True)],
        "messages_said": _load_messages(match, names),
        "reasons": [(reason, phrases.explain_closing(reason)) for reason in tables.REASONS],
        "is_over": match.status == Status.FINISHED,
    }
    return render(request, "games/staff/table.html", context)


def _load_messages(match: Match, names: list[str]) -> list[Json]:
    """The newest messages in people's own words: a message that was chosen from a list has no `text`."""
    events = MatchEvent.objects.filter(match=match, kind="message").order_by("-number")
    loaded_messages = []
    for event in events[:MAX_MESSAGES]:
        if "text" in event.data:
            loaded_messages.append({"name": names[event.seat], **event.data, "number": event.number})
    return loaded_messages


@for_table_keepers
@require_POST
def act(request: HttpRequest, match_id: str) -> HttpResponse:
    """Does the action in the field `act`, one of `ACTIONS`. Without the field `confirmed` it asks first."""
    action = ACTIONS.get(request.POST.get("act", ""))
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id)
    if action is None:
        raise BadRequest
    if "confirmed" not in request.POST:
        question = QUESTIONS[request.POST["act"]]
        fields = {name: request.POST.get(name, "")[:MAX_NAME_LENGTH] for name in FIELDS}
        context = {
            "match": match,
            "game": phrases.game_name(match.game),
            "question": question(),
            "fields": fields,
        }
        return render(request, "games/staff/confirm.html", context)
    try:
        sentence = action(request, match_id)
    except MatchError as error:
        messages.error(request, _refusal(error))
        return redirect("tables:watch", match_id)
    messages.success(request, sentence)
    # A table that is closed before its start is removed.
    is_removed = not Match.objects.filter(pk=match_id).exists()
    return redirect("tables:list") if is_removed else redirect("tables:watch", match_id)


def _refusal(error: MatchError) -> str:
    if error.code == "no_address":
        return _("The address of this seat is not known any more: it is erased a day after the last move.")
    if error.code == "not_found":
        raise Http404
    return _("That is no longer possible: the match is over.")


# Each of these does one action on a table, and returns the sentence about it.


def _close(request: HttpRequest, match_id: str) -> str:
    tables.close_table(who=request.user, match_id=match_id, reason=request.POST.get("reason", ""))
    return _("The table has been closed, and its players have been told why.")


def _rename(request: HttpRequest, match_id: str) -> str:
    name = request.POST.get("name", "").strip()[:MAX_NAME_LENGTH]
    if not is_readable(name):
        raise BadRequest
    tables.rename_seat(who=request.user, match_id=match_id, index=_seat_index(request), name=name)
    return _("The seat has been renamed.")


def _remove_words(request: HttpRequest, match_id: str) -> str:
    number = request.POST.get("number", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise BadRequest
    tables.remove_words(who=request.user, match_id=match_id, number=int(number))
    return _("The message has been removed.")


def _block(request: HttpRequest, match_id: str) -> str:
    tables.block_address(who=request.user, match_id=match_id, index=_seat_index(request))
    return _("The address is blocked for a day.")


def _seat_index(request: HttpRequest) -> int:
    text = request.POST.get("seat", "")
    if text not in ("0", "1", "2", "3"):
        raise BadRequest
    return int(text)


FIELDS = ("act", "reason", "seat", "name", "number")
ACTIONS = {"close": _close, "rename": _rename, "remove": _remove_words, "block": _block}
QUESTIONS = {
    "close": lambda: _("Close this table? A running match ends without a result. This cannot be undone."),
    "rename": lambda: _("Rename this seat? The old name will be erased."),
    "remove": lambda: _("Remove this message? It will be erased for everyone."),
    "block": lambda: _("Block the address of this seat for a day? It may be shared by a whole household."),
}
