"""Describes matches for the API and for pages, in the language of the reader.

A view is built for one seat from what this seat may know. Nothing secret is built first and filtered
afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings

from escale.common import languages
from games import ports
from games.core.contract import Json, Refusal
from games.core.contributions import find_awaited
from games.core.json_form import encode
from games.core.real_table.luck import TABLE
from games.core.seat_masks import has_seat
from games.matches import replay
from games.matches.archiving.packed_rows import load_result
from games.matches.luck.contributions import to_contributor
from games.matches.storage import event_log
from games.matches.storage.match_rows import load_seats
from games.matches.storage.presence import present_seats
from games.matches.storage.rows import SeatFacts, TableSnapshot, public_decision_id
from games.matches.storage.states import load_state
from games.models import Match, Seat, Status
from games.presenting import event_view
from games.presenting import words as phrases
from games.presenting.real_table import luck_view
from games.registry import ENGINES


def link_to_rule(document: str, key: str) -> Json:
    """The address of a section of a rule; this short address redirects to the language of the reader."""
    return {"document": document, "key": key, "url": f"{settings.BASE_URL}/r/{document}/{key}"}


def find_rule(game: str, key: str, edition: int | None) -> Json:
    """The section of the rule, or only the link to it if no such text is stored."""
    try:
        return ports.rule_section(game, key, languages.current(), edition)
    except LookupError:
        return link_to_rule(game, key)


def describe_seats(
    match: event_view.AnyMatch, seats: Sequence[SeatFacts], names: list[str] | None = None
) -> list[Json]:
    names = names or phrases.names(seats)
    present = present_seats(match.id, [seat.index for seat in seats])
    return [
        _describe_seat(match, seat, name, seat.index in present)
        for seat, name in zip(seats, names, strict=True)
    ]


def _describe_seat(match: event_view.AnyMatch, seat: SeatFacts, name: str, present: bool) -> Json:
    return {
        "index": seat.index,
        "name": name,
        "kind": "program" if seat.is_program else seat.kind,
        "level": seat.level or None,
        "taken": bool(seat.taken),
        "relief": seat.relief_level or None,
        "resigned": bool(seat.resigned),
        "waiting": has_seat(match.awaited_seats, seat.index),
        "present": present,
    }


def describe_fairness(match: Match, seats: Sequence[Seat]) -> Json | None:
    """How the luck of the match is made: the commitment, and what each seat has added or must still add.

    None if people enter the luck at a real table, because then nothing can be proved.
    """
    if match.luck == TABLE:
        return None
    contributors = [to_contributor(seat) for seat in seats]
    is_open = match.status == Status.OPEN and match.fairness_version > 1
    described_seats = []
    for index, seat in enumerate(seats):
        awaited = find_awaited(contributors, match.nonce_steps, index) if is_open and seat.taken else None
        described_seats.append(
            {"contribution": seat.contribution or None, "hash": seat.nonce_hash or None, "awaited": awaited}
        )
    return {
        "version": match.fairness_version,
        "steps": match.nonce_steps,
        "commitment": match.commitment,
        "seats": described_seats,
    }


def load_fairness(match: event_view.AnyMatch) -> Json | None:
    """How the luck of an open match is made; None once the match has begun."""
    if match.status != Status.OPEN:
        return None
    stored = Match.objects.with_seats().get(pk=match.id)
    return describe_fairness(stored, stored.seats.all())


def link_match(match_id: str) -> Json:
    """The addresses of a match, all absolute: `page` is for people, the others are of the API."""
    api = f"{settings.BASE_URL}/api/v1/matches/{match_id}/"
    links = {"self": api} | {name: f"{api}{name}/" for name in ("view", "events", "stream", "record")}
    return links | {"page": f"{settings.BASE_URL}/m/{match_id}"}


def describe_match(match: Match) -> Json:
    """The public facts of a match, for lists and for the match itself."""
    return {
        "id": match.id,
        "game": match.game,
        "name": phrases.game_name(match.game),
        "options": match.options,
        "status": match.status,
        "pace": match.pace,
        "visibility": match.visibility,
        "seats": describe_seats(match, match.seats.all()),
        "number": match.number,
        "moves": match.moves,
        "paused": match.paused,
        "imported": match.imported,
        "commitment": match.commitment,
        "luck": match.luck,
        "fairness": describe_fairness(match, match.seats.all()),
        "engine_version": match.engine_version,
        "edition": match.edition,
        "created": match.created_at.isoformat(),
        "outcome": match.result,
        "rematch_of": match.rematch_of or None,
        "group": match.group or None,
        "links": link_match(match.id),
    }


class ViewOptions(NamedTuple):
    """The options of a view.

    `at` is the number of an earlier event whose position is shown. `after` leaves out the log up to that
    event. `words` adds the board in words.
    """

    at: int | None = None
    after: int | None = None
    words: bool = False


DEFAULT_OPTIONS = ViewOptions()


def build_view(
    match: event_view.AnyMatch,
    seat: int | None,
    options: ViewOptions = DEFAULT_OPTIONS,
    table: TableSnapshot | None = None,
) -> Json:
    """Everything that this seat may know now, or knew at an earlier event.

    What `table` contains is not read from the database again.
    """
    seats = table.seats if table else load_seats(match.id)
    words = phrases.Words(match.game, phrases.names(seats))
    is_past = options.at is not None and options.at < match.number
    view = _describe_table(match, seat, seats, words)
    number = options.at if is_past else match.number
    view["number"] = number
    view["outcome"] = None if is_past else load_result(match)
    # Somebody may have moved since the match was read: the log ends where the state stands.
    events = table.events if table and table.events else event_log.load_events(match, options.after, number)
    view["log"] = event_view.describe_events(match, seat, seats, words, events)
    if match.status != Status.OPEN:
        state = _state_to_show(match, options.at if is_past else None, table)
        view["state"] = ENGINES[match.game].view(state, seat)
        if match.luck == TABLE and match.status == Status.ACTIVE and not is_past:
            view["luck"] = luck_view.describe(match, state, seat, words)
        # Stand-ins for cards that people must still enter are not named.
        has_stand_ins = bool(view["luck"] and view["luck"]["awaits"])
        if options.words and not has_stand_ins:
            view["board_words"] = words.board(view["state"])
        if not is_past and seat is not None:
            view |= describe_choices(match, state, seat, words, names_things=not has_stand_ins)
    view["fairness"] = load_fairness(match)
    view["prompt"] = phrases.prompt(match, words.names, None if is_past else view["decisions"])
    return view


def _describe_table(
    match: event_view.AnyMatch, seat: int | None, seats: Sequence[SeatFacts], words: phrases.Words
) -> Json:
    """The members of a view that every status of the match has, and default values of all other members."""
    blocked = event_view.find_blocked_seats(seat, seats)
    described_seats = describe_seats(match, seats, words.names)
    person_decides = match.awaited_seats and not match.awaited_seats & match.bot_seats
    return {
        "id": match.id,
        "game": match.game,
        "number": match.number,
        "last": match.number,
        "status": match.status,
        "seat": seat,
        "paused": match.paused,
        "offer": match.offer,
        "due": event_view.format_time(match.due) if match.due and person_decides else None,
        "seats": [facts | {"blocked": has_seat(blocked, facts["index"])} for facts in described_seats],
        "decisions": [],
        "menu": [],
        "labels": [],
        "disabled": [],
        "state": None,
        "board_words": None,
        "log": [],
        "outcome": None,
        "luck": None,
    }


def _state_to_show(match: event_view.AnyMatch, at: int | None, table: TableSnapshot | None) -> Any:
    if at is not None:
        return replay.state_at(match, at)
    return table.state if table else load_state(match)


def describe_choices(
    match: event_view.AnyMatch, state: Any, seat: int, words: phrases.Words, *, names_things: bool
) -> Json:
    """The choices of the seat in a running match; empty in another match."""
    if match.paused or match.status != Status.ACTIVE:
        return {}
    choices = list_choices(match.game, state, seat, words, names_things=names_things)
    for decision in choices["decisions"]:
        decision["id"] = public_decision_id(match, decision["id"])
    return choices if choices["decisions"] else {}


def list_choices(
    game: str, state: Any, seat: int, words: phrases.Words, *, names_things: bool = True
) -> Json:
    """The decisions of the seat, its menu as data and in words, and the impossible actions with reasons.

    The words name what an action takes, such as the top card of a pile, if `names_things`.
    """
    engine = ENGINES[game]
    own_decisions = [decision for decision in engine.decisions(state) if decision.seat == seat]
    if not own_decisions:
        return {"decisions": [], "menu": [], "labels": [], "disabled": []}
    actions = engine.legal(state, seat)
    menu = [encode(engine.META.actions, action) for action in actions]
    decisions = []
    for decision in own_decisions:
        rule_key = decision.rule or engine.META.decision_kinds[decision.kind]
        decisions.append(
            {
                "id": decision.id,
                "kind": decision.kind,
                "text": words.decision(decision.kind, menu),
                "rule": link_to_rule(game, rule_key),
            }
        )
    seen_state = state if names_things else None
    disabled = []
    for entry in engine.explain(state, seat):
        action = encode(engine.META.actions, entry.action)
        reason = describe_refusal(words, game, entry.refusal)
        disabled.append({"action": action, "label": words.choice(entry.action, seat, seen_state), **reason})
    labels = [words.choice(action, seat, seen_state) for action in actions]
    return {"decisions": decisions, "menu": menu, "labels": labels, "disabled": disabled}


def describe_refusal(words: phrases.Words, game: str, refusal: Refusal) -> Json:
    return {
        "code": f"{game}.{refusal.code}",
        "detail": words.refusal(refusal),
        "reason": words.refusal(refusal),  # deprecated: elsewhere it is a code of the game
        "rule": link_to_rule(game, refusal.rule),
    }
