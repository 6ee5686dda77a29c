"""Answers `POST /api/v1/matches/{id}/actions/`, in the same way for each route of a request (docs/adr/0322).

`answer_move` takes the move that a client sent and returns status, headers and body, also if the move is
wrong. `answer_together` returns the same answers for many moves, which are written at once.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escale.common.account_tokens import PLAY, require_token
from escale.common.api import json_body
from escale.common.api.authentication import CHALLENGE_HEADERS, require_credential
from escale.common.api.http import UNKNOWN, require_object
from escale.common.api.idempotency import REPEATED
from escale.common.api.negotiation import require_json_answer, require_json_body
from escale.common.api.problems import Problem, as_problem, problem_body, too_many
from escale.common.limits import ProcessCounter
from games.core.contract import Json, Malformed
from games.matches.errors import MatchError, Refused
from games.matches.limits import MOVES
from games.matches.moves import AcceptedMove, MoveRequest, play_move, play_together
from games.matches.storage.match_rows import load_snapshot
from games.matches.storage.presence import mark_present
from games.matches.storage.rows import SeatProof, proof_by_token, proof_by_user
from games.presenting.match_view import ViewOptions, build_view
from games.presenting.problems import find_game, name_faults_of_actions, problem_of

log = logging.getLogger(__name__)
MAX_DECISION_LENGTH, MAX_KEY_LENGTH, MAX_SEATS = 40, 64, 4
#: member of the body -> what it must be, in the same words wherever such a member is sent
EXPECTED = {
    "decision": gettext_lazy("The id of a pending decision is expected."),
    "action": gettext_lazy("An action is an object with a type."),
    "chance": gettext_lazy("An object is expected: label → what was drawn."),
    "seat": gettext_lazy("The number of a seat is expected."),
}
_moves_by_seat = ProcessCounter()


class SentMove(NamedTuple):
    """A move as a client sent it, with headers as text, and the language of the answer.

    `account_id` is None if the request has no session; `idempotency_key` and `accept` are None without such a
    header.
    """

    match_id: str
    authorization: str
    account_id: int | None
    idempotency_key: str | None
    accept: str | None
    content_type: str
    body: bytes
    language: str


def read_sent_move(request: Any, match_id: str, body: bytes) -> SentMove:
    """The move in a request of Django, which will be answered in the language that is active for it."""
    headers = request.META
    return SentMove(
        match_id=match_id,
        authorization=headers.get("HTTP_AUTHORIZATION", ""),
        account_id=None,
        idempotency_key=headers.get("HTTP_IDEMPOTENCY_KEY"),
        accept=headers.get("HTTP_ACCEPT"),
        content_type=headers.get("CONTENT_TYPE", ""),
        body=body,
        language=translation.get_language(),
    )


class MoveAnswer(NamedTuple):
    """The answer to the client, still without the headers that every response has."""

    status: int
    headers: dict[str, str]
    body: bytes


def refuse_flood(sent: SentMove) -> MoveAnswer | None:
    """Counts a request once, when it arrives. The answer if its seat has sent too many, otherwise None."""
    try:
        wait = _moves_by_seat.count(MOVES, (sent.match_id, _read_proof(sent)))
    except Problem:  # `answer_move` will find that it has no proof.
        return None
    if wait is None:
        return None
    translation.activate(sent.language)
    return answer_error(sent, too_many(wait))


def answer_move(sent: SentMove) -> MoveAnswer:
    """Plays the move, and answers with the new view of its seat or with the problem."""
    translation.activate(sent.language)
    try:
        return _accepted_answer(play_move(_read_request(sent)))
    except Exception as error:
        return answer_error(sent, error)


def answer_together(batch: Sequence[SentMove]) -> list[MoveAnswer | None]:
    """Answers to moves of different matches.

    None for each move that was not written, which `answer_move` must answer.
    """
    answers: list[MoveAnswer | None] = [None] * len(batch)
    request_by_position = {}
    for position, sent in enumerate(batch):
        request = _read_or_none(sent)
        if request is not None:
            request_by_position[position] = request
    accepted_moves = play_together(list(request_by_position.values()))
    for position, accepted_move in zip(request_by_position, accepted_moves, strict=True):
        if accepted_move is not None:
            answers[position] = _answer_accepted(batch[position], accepted_move)
    return answers


def _read_or_none(sent: SentMove) -> MoveRequest | None:
    try:
        return _read_request(sent)
    except Exception:  # `answer_move` will find the same fault, and describe it in the right language.
        return None


def _answer_accepted(sent: SentMove, move: AcceptedMove) -> MoveAnswer:
    translation.activate(sent.language)
    try:
        return _accepted_answer(move)
    except Exception as error:  # The other moves of the batch still get their answers.
        return answer_error(sent, error)


def _accepted_answer(move: AcceptedMove) -> MoveAnswer:
    answer = _json_answer(201, "application/json", _view_after(move))
    if move.repeated:
        answer.headers[REPEATED] = "true"
    return answer


def _view_after(move: AcceptedMove) -> Json:
    """The view of the seat after its move; for a repeated move, the view that the first answer showed."""
    mark_present(move.match.id, move.seat)
    options = ViewOptions(at=move.number if move.repeated else None, after=move.number_before)
    if move.table:
        return build_view(move.match, move.seat, options, move.table)
    snapshot = load_snapshot(move.match.id, None)
    return build_view(snapshot.match, move.seat, options, snapshot.table)


def answer_error(sent: SentMove, error: Exception) -> MoveAnswer:
    try:
        problem = _known_problem(error)
    except Exception as second_error:  # The database may fail while the sentences of a refusal are made.
        problem, error = as_problem(second_error), second_error
    if problem is None:
        log.error("match %s: answering a move failed", sent.match_id, exc_info=error)
        problem = Problem(500, "server_error")
    answer = _json_answer(problem.status_code, "application/problem+json", problem_body(problem))
    return answer._replace(headers=answer.headers | problem.headers)


def _known_problem(error: Exception) -> Problem | None:
    if isinstance(error, (MatchError, Refused, Malformed)):
        return problem_of(error)
    return as_problem(error)


def _json_answer(status: int, content_type: str, content: Json) -> MoveAnswer:
    headers = {"Content-Type": content_type, "Allow": "POST, OPTIONS"}
    return MoveAnswer(status, headers, orjson.dumps(content, default=str))


def _read_request(sent: SentMove) -> MoveRequest:
    """The move that the client wants to play; raises a Problem if the request is wrong."""
    require_json_answer(sent.accept)
    proof = _read_proof(sent)
    if sent.body:
        require_json_body(sent.content_type)
    fields = require_object(json_body.read(sent.body) if sent.body else {})
    errors = _find_errors(fields)
    key = sent.idempotency_key
    if key is not None and not 1 <= len(key) <= MAX_KEY_LENGTH:
        errors["Idempotency-Key"] = [_("From 1 to 64 characters are expected.")]
    if errors:
        problem = Problem(400, "invalid", errors=errors)
        raise name_faults_of_actions(problem, find_game(sent.match_id), {"action": fields.get("action")})
    decision, action = fields["decision"], fields["action"]
    return MoveRequest(
        sent.match_id, proof, decision, action, key, chance=fields.get("chance"), seat=fields.get("seat")
    )


def _find_errors(fields: Json) -> dict[str, list[str]]:
    """What is wrong with the members of the body, by place."""
    decision, seat = fields.get("decision"), fields.get("seat")
    is_right = {
        "decision": isinstance(decision, str) and 1 <= len(decision) <= MAX_DECISION_LENGTH,
        "action": isinstance(fields.get("action"), dict),
        "chance": "chance" not in fields or isinstance(fields["chance"], dict),
        "seat": "seat" not in fields or (type(seat) is int and 0 <= seat < MAX_SEATS),
    }
    errors = {name: [str(UNKNOWN)] for name in sorted(set(fields) - set(is_right))}
    return errors | {name: [str(EXPECTED[name])] for name in is_right if not is_right[name]}


def _read_proof(sent: SentMove) -> SeatProof:
    credential = require_credential(sent.authorization)
    if credential and credential.is_of_account:
        return proof_by_user(require_token(credential.hash, PLAY).user_id)
    if credential:
        return proof_by_token(credential.hash)
    if sent.account_id is not None:
        return proof_by_user(sent.account_id)
    raise Problem(401, "no_seat", headers=CHALLENGE_HEADERS)
