"""Opens matches at a real table: one token holds all seats, until a phone takes one of them."""

from __future__ import annotations

from typing import Any

from games import ports
from games.core.contract import Json, complete_options
from games.core.real_table import luck as table_luck
from games.core.real_table.luck import TABLE, TableSetup
from games.matches import tokens
from games.matches.entered_luck.setups import find_table_luck
from games.matches.errors import MatchError
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import MatchRow, NewEvent
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, with_next_decision
from games.models import Match, MatchSecret, Pace, Seat, Status, Visibility
from games.registry import ENGINES


def open_table(
    *,
    game: str,
    options: Json,
    seats: list[Json],
    given_setup: Json,
    pace: str = Pace.NONE,
    visibility: str | None = None,
    name: str = "",
    origin: str = "",
    rematch_of: str = "",
    group: str = "",
    **_account: Any,
) -> tuple[str, int, str]:
    """The id of a new match, which has begun, its first seat, and the token that holds all seats.

    The match is unlisted unless `visibility` says otherwise: anybody with the link may take a seat.
    """
    engine, luck = ENGINES[game], find_table_luck(game)
    _guard_people_with_time(seats, pace)
    options = complete_options(engine.META, len(seats), options)
    setup = table_luck.begin(engine, luck, len(seats), options, given_setup)
    state = engine.deal(len(seats), options, setup.setup)
    facts = {"rematch_of": rematch_of, "group": group, "origin": origin}
    match = Match(
        game=game,
        engine_version=engine.META.version,
        options=options,
        seat_count=len(seats),
        luck=TABLE,
        edition=ports.edition(game),
        visibility=visibility or Visibility.UNLISTED,
        **facts,
    )
    token = tokens.new_token()
    with write_transaction():
        _store(match, setup, _new_seats(match, seats, token, name))
        row = lock_match(match.pk)._replace(status=Status.ACTIVE)
        append_event(with_next_decision(row, state), NewEvent("start", None, {}), state)
    return match.pk, 0, token


def _guard_people_with_time(seats: list[Json], pace: str) -> None:
    if any(seat["kind"] == "bot" for seat in seats):
        raise MatchError("no_bots_at_table")
    if pace != Pace.NONE:
        raise MatchError("no_clock_at_table")


def _new_seats(match: Match, seats: list[Json], token: str, name: str) -> list[Seat]:
    """The seats. The creator's name goes to the first seat if that has none."""
    names = [seat.get("name", "") for seat in seats]
    names[0] = names[0] or name
    hashed = tokens.token_hash(token)
    return [
        Seat(match=match, index=index, name=seat_name, token_hash=hashed, origin=match.origin)
        for index, seat_name in enumerate(names)
    ]


def _store(match: Match, setup: TableSetup, seats: list[Seat]) -> None:
    match.save(force_insert=True)
    MatchSecret.objects.create(match=match, secret="", setup=setup.setup, known=setup.known)
    Seat.objects.bulk_create(seats)


def take_over(row: MatchRow, index: int | None, name: str) -> tuple[int, str]:
    """Gives a seat to another phone, before the first move; the others stay with the first token."""
    seats = list(Seat.objects.filter(match_id=row.id).order_by("index"))
    free_seats = [seat.index for seat in seats[1:] if seat.token_hash == seats[0].token_hash]
    if row.status != Status.ACTIVE or row.moves or not free_seats:
        raise MatchError("seat_taken")
    if index is None:
        index = free_seats[0]
    if index not in free_seats:
        raise MatchError("seat_taken")
    token = tokens.new_token()
    name = name or seats[index].name
    Seat.objects.filter(match_id=row.id, index=index).update(token_hash=tokens.token_hash(token), name=name)
    append_event(row, NewEvent("join", index, {"name": name}))
    return index, token
