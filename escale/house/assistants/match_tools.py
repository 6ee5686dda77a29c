"""Tools for matches: create one, take a seat, look, play. A seat token is all that they need."""

from __future__ import annotations

import time
from typing import Any

import orjson
from django.conf import settings
from django.utils.translation import get_language

from escale.common.api.problems import Problem
from games.matches import absence, seating, tokens
from games.matches.errors import MatchError
from games.matches.luck.contributions import Sent, contribute
from games.matches.storage.match_rows import load_snapshot
from games.matches.storage.presence import mark_present
from games.matches.storage.rows import SeatProof, proof_by_token
from games.models import Match, Status
from games.presenting import match_view, words
from games.presenting.match_view import ViewOptions
from games.presenting.move_answers import SentMove, answer_move, refuse_flood
from games.registry import ENGINES

Json = dict[str, Any]
MAX_WAIT_SECONDS, SECONDS_BETWEEN_LOOKS = 25, 0.25
LOG_LINES = 12
VIEW_MEMBERS = (
    "id",
    "game",
    "status",
    "seat",
    "number",
    "prompt",
    "decisions",
    "disabled",
    "state",
    "outcome",
)


def list_games() -> Json:
    """The games that can be played here, with their numbers of seats, their options and their rules."""
    games = []
    for slug, engine in ENGINES.items():
        options = {option.name: list(option.values) for option in engine.META.options}
        games.append(
            {"game": slug, "name": words.game_name(slug), "seats": list(engine.META.seats)}
            | {"options": options, "rule": slug}
        )
    return {"games": games}


def create_match(
    game: str, seats: list[str], name: str = "", options: Json | None = None, nonce: str | None = None
) -> Json:
    """Create a match and take its first free seat. `seats` has one word for each seat: `program` for you,
    `human` for somebody else, or a level of a bot: easy, steady or strong. Keep `seat_token`: it is shown
    only once. `nonce`, 32 hexadecimal digits that you chose at random, is your part of the luck.
    """
    kinds = [
        {"kind": kind} if kind in ("program", "human") else {"kind": "bot", "level": kind} for kind in seats
    ]
    seat = seating.create(game=game, options=options or {}, seats=kinds, name=name, is_program=True)
    return _describe_taken_seat(seat, nonce)


def take_seat(match_id: str, name: str = "", nonce: str | None = None) -> Json:
    """Take a free seat of a match. Keep `seat_token`: it is shown only once."""
    return _describe_taken_seat(seating.join(match_id=match_id, name=name, is_program=True), nonce)


def view_match(match_id: str, seat_token: str) -> Json:
    """What your seat may know: the board, whose turn it is, and the `menu` of actions if you must decide."""
    return _view(match_id, _prove(seat_token))


def wait_for_turn(match_id: str, seat_token: str) -> Json:
    """The result of `view_match` when you must decide or the match is over; after 25 seconds at most."""
    proof, ends = _prove(seat_token), time.monotonic() + MAX_WAIT_SECONDS
    view = _view(match_id, proof)
    while view["status"] != Status.FINISHED and not view["menu"] and time.monotonic() < ends:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        view = _view(match_id, proof)
    return view


def play_action(match_id: str, seat_token: str, decision: str, action: Json) -> Json:
    """Play an action of the `menu` for the pending `decision`.

    An action against the rules changes nothing: the error says why, and cites the section of the rule in
    `rule`.
    """
    sent = SentMove(
        match_id=match_id,
        authorization=f"Seat {seat_token}",
        account_id=None,
        idempotency_key=None,
        accept=None,
        content_type="application/json",
        body=orjson.dumps({"decision": decision, "action": action}),
        language=get_language(),
    )
    answer = refuse_flood(sent) or answer_move(sent)
    if answer.status != 201:
        raise RefusedMove(orjson.loads(answer.body))
    return _view(match_id, _prove(seat_token))


def resign(match_id: str, seat_token: str) -> Json:
    """Give up. With two seats the match is over; otherwise a bot plays on in your seat."""
    proof = _prove(seat_token)
    absence.resign(match_id=match_id, proof=proof)
    return _view(match_id, proof)


class RefusedMove(Exception):
    """A move was refused. `problem` is the error of the API as JSON."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


def _prove(seat_token: str) -> SeatProof:
    return proof_by_token(tokens.token_hash(seat_token))


def _describe_taken_seat(seat: seating.TakenSeat, nonce: str | None) -> Json:
    """The match and the token. The seat adds its random number, or declines to."""
    proof = _prove(seat.token)
    if Match.objects.get(pk=seat.match).status == Status.OPEN:
        try:
            contribute(match_id=seat.match, proof=proof, sent=Sent(nonce=nonce))
        except (
            MatchError
        ) as error:  # In a match of two steps the hashes come first: it begins without this one.
            if error.code != "nonce_not_awaited":
                raise
    return {
        "match_id": seat.match,
        "seat": seat.index,
        "seat_token": seat.token,
        "invite_url": f"{settings.BASE_URL}/m/{seat.match}",
    }


def _view(match_id: str, proof: SeatProof) -> Json:
    """The view of this seat: with the menu as data and in words, and the newest sentences of the log."""
    snapshot = load_snapshot(match_id, proof)
    if snapshot is None:
        raise Problem(404, "not_found")
    if snapshot.seat is None:
        raise MatchError("not_your_seat")
    mark_present(match_id, snapshot.seat)
    view = match_view.build_view(snapshot.match, snapshot.seat, ViewOptions(words=True), snapshot.table)
    menu = [
        {"action": action, "label": label} for action, label in zip(view["menu"], view["labels"], strict=True)
    ]
    log = [entry["text"] for entry in view["log"] if entry["text"]][-LOG_LINES:]
    shown = {member: view[member] for member in VIEW_MEMBERS}
    return shown | {"menu": menu, "board_in_words": view["board_words"], "log": log}
