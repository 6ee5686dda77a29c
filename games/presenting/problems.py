"""The errors of the match service as problem details, with their sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from escale.common.api.problems import Problem
from games.core.contract import Malformed
from games.core.json_form import encode
from games.core.records import WrongMove
from games.matches.errors import MatchError, Refused
from games.matches.storage.states import load_state
from games.matches.tokens import MalformedToken, UnknownScheme
from games.matches.writes import public_decision_id
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases
from games.registry import ENGINES

CONFLICTS = {
    "stale_decision": _("This decision is no longer pending: look at the match again."),
    "key_used": _("This key was sent with another action before: a new action needs a new key."),
    "match_over": _("The match is over."),
    "not_started": _("The match has not begun: a seat is still free."),
    "already_started": _("The match has begun."),
    "not_over": _("The match is not over yet."),
    "paused": _("The match is paused."),
    "not_paused": _("The match is not paused."),
    "seat_taken": _("This seat is taken."),
    "resigned": _("This seat has given up."),
    "nothing_to_undo": _("There is nothing to take back: something was drawn, revealed or decided since."),
    "no_offer": _("Nobody asks for anything."),
    "hint_against_people": _("Hints are given against bots only."),
    "nothing_to_decide": _("There is nothing for you to decide now."),
    "no_fairness": _("This match was imported without its secret; its luck cannot be checked."),
}
WRONG = {
    "unknown_game": _("There is no such game here."),
    "unknown_level": _("There is no bot of this level."),
    "unknown_offer": _("One can ask for a take-back or a pause."),
    "unknown_phrase": _("There is no such phrase."),
    "no_person": _("At least one seat must be for a person."),
    "chat_needs_account": _("Guests use the given phrases; sign in to write."),
}
NOT_A_TOKEN = _("This is not a seat token.")
NO_ACCOUNT = _("Log in first: only an account can make a seat its own.")
NOT_YOUR_SEAT = _("This token or account holds no seat of this match.")
UNKNOWN_SCHEME = _("The header Authorization must be “Seat <token>”; other schemes are not known here.")
NO_PROOF_HEADERS = {"WWW-Authenticate": "Seat"}
MALFORMED = _(
    "This is no action, option or record of the game; “errors” tells developers, in English, what is wrong where."
)


def problem_of(error: MatchError | Refused | Malformed) -> Problem:
    """What the API answers when the match service refuses something."""
    if isinstance(error, Refused):
        return _refused(error)
    if isinstance(error, WrongMove):
        return _wrong_move(error)
    if isinstance(error, Malformed):
        return Problem(400, "malformed", MALFORMED, errors={error.where or "": [str(error)]})
    return _match_error(error)


def problem_of_authorization(error: MalformedToken | UnknownScheme) -> Problem:
    """The answer to a header Authorization that holds no seat token."""
    if isinstance(error, UnknownScheme):
        return Problem(401, "unknown_scheme", UNKNOWN_SCHEME, headers=NO_PROOF_HEADERS)
    return Problem(401, "authentication_failed", NOT_A_TOKEN, headers=NO_PROOF_HEADERS)


def _match_error(error: MatchError) -> Problem:
    if error.code == "not_found":
        return Problem(404, "not_found")
    if error.code == "not_your_seat":
        return Problem(403, "not_your_seat", NOT_YOUR_SEAT)
    if error.code in CONFLICTS:
        return Problem(409, error.code, CONFLICTS[error.code], **error.params)
    return Problem(status_of_wrong(error.code), error.code, WRONG[error.code], **error.params)


def status_of_wrong(code: str) -> int:
    return 403 if code == "chat_needs_account" else 400


def _refused(error: Refused) -> Problem:
    """422 with the sentence, the section of the rule in the reader's language, and the menu of the seat."""
    match = Match.objects.with_seats().get(pk=error.match)
    engine, state = ENGINES[error.game], load_state(match)
    words = phrases.Words(error.game, phrases.names(match.seats.all()))
    own_decisions = [decision for decision in engine.decisions(state) if decision.seat == error.seat]
    return Problem(
        422,
        f"{error.game}.{error.refusal.code}",
        words.refusal(error.refusal),
        title=_("Move refused"),
        type_code="illegal_action",
        rule=match_view.find_rule(error.game, error.refusal.rule, error.edition),
        params=dict(error.refusal.params),
        decision=public_decision_id(match, own_decisions[0].id) if own_decisions else None,
        menu=[encode(engine.META.actions, action) for action in engine.legal(state, error.seat)],
    )


def _wrong_move(error: WrongMove) -> Problem:
    game = error.game
    words = phrases.Words(game, phrases.strangers())
    return Problem(
        422,
        f"{game}.{error.refusal.code}",
        _("Move %(number)d is against the rules.") % {"number": error.number},
        type_code="wrong_move",
        move=error.number,
        rule=match_view.find_rule(game, error.refusal.rule, None),
        reason=words.refusal(error.refusal),
    )
