"""The errors of the match service as problem details, with their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from escale.common.api.problems import Problem
from games.core.contract import Json, Malformed, Refusal
from games.core.json_form import decode, encode
from games.core.real_table.luck import ImpossibleLuck, MissingLuck
from games.core.records import WrongMove
from games.matches.errors import MatchError, Refused
from games.matches.storage.rows import public_decision_id
from games.matches.storage.states import load_state
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases
from games.presenting.teaching.positions import get_words
from games.presenting.teaching.trials import TrialRefused
from games.registry import ENGINES

CONFLICTS = {
    "stale_decision": _("This decision is no longer pending: look at the match again."),
    "key_used": _("This key was sent with another request before: a new request needs a new key."),
    "match_over": _("The match is over."),
    "not_started": _("The match has not begun: a seat is still free, or a random number is awaited."),
    "already_started": _("The match has begun."),
    "not_over": _("The match is not over yet."),
    "paused": _("The match is paused."),
    "not_paused": _("The match is not paused."),
    "seat_taken": _("This seat is taken."),
    "resigned": _("This seat has given up."),
    "nothing_to_undo": _(
        "There is nothing to take back: something has been drawn, revealed or decided since."
    ),
    "no_webhook": _("This seat has no webhook."),
    "webhook_failed": _("The webhook could not be reached; “why” says more."),
    "no_offer": _("Nobody has asked for anything."),
    "nonce_not_awaited": _(
        "This is not expected from this seat now; “awaited” says what is: a hash, a nonce or nothing."
    ),
    "one_nonce_or_hash": _("Send a nonce or a hash."),
    "wrong_nonce": _("This nonce does not match the hash that the seat sent before."),
    "hint_against_people": _("Hints are given only in matches against bots."),
    "nothing_to_decide": _("There is nothing for you to decide now."),
    "too_many_tables": _("Many tables opened from your network are already waiting for players."),
    "too_many_bot_tables": _(
        "Bots are already playing at many tables opened from your network. End one of those "
        "matches first; a table also stops counting an hour after its last move."
    ),
    "luck_from_table": _(
        "What dice and cards showed in this match was entered at a real table: the site drew nothing, so "
        "there are no draws to check."
    ),
    "luck_awaited": _(
        "First enter what lies face up on the table: “awaits” names the places, and /luck/ takes the cards."
    ),
    "not_at_table": _("At a real table you ask each other; /undo/ takes any entry back."),
    "no_analysis": _("This match cannot be analysed."),
    "no_fairness": _("This match was imported without its secret; its draws cannot be checked."),
}
WRONG_REQUESTS = {
    "unknown_game": _("There is no such game here."),
    "unknown_level": _("There is no bot of this level."),
    "unknown_offer": _("You can ask to take back a move or to pause."),
    "unknown_phrase": _("There is no such phrase."),
    "luck_is_drawn": _(
        "For this match the site draws. Only matches created with “luck”: “table” take what your own "
        "dice and cards show."
    ),
    "no_table_luck": _("This game cannot be played with the dice and cards of your own copy yet."),
    "no_bots_at_table": _("At a real table all seats are for people."),
    "no_clock_at_table": _("At a real table there is no clock: leave “pace” out."),
    "names_at_table_only": _("Seats have names at real tables only; elsewhere each person brings a name."),
    "no_person": _("At least one seat must be for a person."),
    "chat_needs_account": _("Without an account, you choose from set phrases; log in to write."),
}
ADDRESS_BLOCKED = _(
    "Staff have blocked your address for a day: until then you cannot open a table, take a seat or write."
)
TABLE_CLOSED = _("Staff have closed this table; “detail” says why.")
IMPOSSIBLE_LUCK = _("This cannot have happened at the table; “errors” says where.")
LUCK_MISSING = _("This action draws something: say in “chance” what your dice or cards showed.")
NO_ACCOUNT = _("This needs an account: log in, or send “Token <token>”.")
NOT_YOUR_SEAT = _("This token or account holds no seat in this match.")
MALFORMED = _(
    "This is not an action, option or record of the game; “errors” tells developers, in English, what is "
    "wrong where."
)


def problem_of_closed_table(reason: str) -> Problem:
    """The answer for an open table that staff have closed."""
    return Problem(410, "table_closed", phrases.explain_closing(reason))


def problem_of(error: MatchError | Refused | Malformed) -> Problem:
    """The answer of the API if the match service refuses a request."""
    if isinstance(error, Refused):
        return _refused(error)
    if isinstance(error, WrongMove):
        return _wrong_move(error)
    if isinstance(error, ImpossibleLuck):
        return _impossible(error)
    if isinstance(error, MissingLuck):
        return _missing(error)
    if isinstance(error, Malformed):
        return Problem(400, "malformed", MALFORMED, errors=list_faults(error))
    return _match_error(error)


def list_faults(error: Malformed) -> dict[str, list[str]]:
    """The faults by place."""
    return {fault.where: [fault.message] for fault in (error, *error.others)}


def find_game(match_id: str) -> str | None:
    """The game of the match; None if there is no such match."""
    return Match.objects.filter(pk=match_id).values_list("game", flat=True).first()


def name_faults_of_actions(
    problem: Problem, game: str | None, action_by_place: Mapping[str, object]
) -> Problem:
    """The problem of a body, which now also names what is wrong inside these actions of it.

    What is no object at all is named already.
    """
    for place, action in action_by_place.items():
        if isinstance(action, dict) and game in ENGINES:
            try:
                decode(ENGINES[game].META.actions, action, place)
            except Malformed as error:
                problem.errors = {**(problem.errors or {}), **list_faults(error)}
    return problem


def _impossible(error: ImpossibleLuck) -> Problem:
    """422 with the place of the entry and the section of the rule."""
    rule = match_view.find_rule(error.game, error.rule, None)
    errors = {error.where: [error.message]}
    return Problem(
        422, "impossible_luck", IMPOSSIBLE_LUCK, title=_("Entry refused"), errors=errors, rule=rule
    )


def _missing(error: MissingLuck) -> Problem:
    wanted = {"label": error.label, "dice": error.dice or None, "among": error.among}
    return Problem(400, "luck_missing", LUCK_MISSING, errors={error.where: [error.message]}, **wanted)


def _match_error(error: MatchError) -> Problem:
    if error.code == "not_found":
        return Problem(404, "not_found")
    if error.code == "not_your_seat":
        return Problem(403, "not_your_seat", NOT_YOUR_SEAT)
    if error.code == "address_blocked":
        return Problem(403, "address_blocked", ADDRESS_BLOCKED)
    if error.code in CONFLICTS:
        return Problem(409, error.code, CONFLICTS[error.code], **error.params)
    status = status_of_wrong_request(error.code)
    return Problem(status, error.code, WRONG_REQUESTS[error.code], **error.params)


def status_of_wrong_request(code: str) -> int:
    return 403 if code == "chat_needs_account" else 400


def _refused(error: Refused) -> Problem:
    """422 with the sentence, the section of the rule in the reader's language, and the menu of the seat."""
    match = Match.objects.with_seats().get(pk=error.match)
    engine, state = ENGINES[error.game], load_state(match)
    words = phrases.Words(error.game, phrases.names(match.seats.all()))
    own_decisions = [decision for decision in engine.decisions(state) if decision.seat == error.seat]
    return _refuse(
        words,
        error.game,
        error.refusal,
        rule=match_view.find_rule(error.game, error.refusal.rule, error.edition),
        decision=public_decision_id(match, own_decisions[0].id) if own_decisions else None,
        menu=_list_menu(error.game, state, error.seat),
    )


def problem_of_trial(error: TrialRefused) -> Problem:
    """Returns the same for an action that was tried in a position; `number` is its place in the request."""
    placed = error.placed
    return _refuse(
        get_words(placed),
        placed.game,
        error.refusal,
        rule=match_view.find_rule(placed.game, error.refusal.rule, None),
        number=error.number,
        menu=_list_menu(placed.game, error.state, error.seat),
    )


def _refuse(words: phrases.Words, game: str, refusal: Refusal, **facts: Any) -> Problem:
    return Problem(
        422,
        f"{game}.{refusal.code}",
        words.refusal(refusal),
        title=_("Move refused"),
        type_code="illegal_action",
        params=dict(refusal.params),
        **facts,
    )


def _list_menu(game: str, state: Any, seat: int) -> list[Json]:
    engine = ENGINES[game]
    return [encode(engine.META.actions, action) for action in engine.legal(state, seat)]


def _wrong_move(error: WrongMove) -> Problem:
    game = error.game
    words = phrases.Words(game, phrases.placeholder_names())
    return Problem(
        422,
        f"{game}.{error.refusal.code}",
        _("Move %(number)d is against the rules.") % {"number": error.number},
        type_code="wrong_move",
        move=error.number,
        rule=match_view.find_rule(game, error.refusal.rule, None),
        reason=words.refusal(error.refusal),
    )
