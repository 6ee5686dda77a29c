"""Creates matches, and seats people: they join, leave, claim a seat for an account, or ask for a rematch."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from games import ports
from games.bots.levels import RANDOM
from games.core import fairness
from games.core.chance import make_commitment
from games.core.contract import Json, complete_options
from games.core.contributions import AWAITED, BOT, count_steps
from games.core.real_table.luck import FAIR, TABLE
from games.core.seat_masks import with_seat, without_seat
from games.matches import tokens
from games.matches.bot_tables import guard_bot_tables
from games.matches.entered_luck import opening
from games.matches.errors import MatchError
from games.matches.limits import MAX_BOT_TABLES, TOKEN_FACTOR
from games.matches.luck import contributions
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import NewEvent, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, lock_own_seat
from games.models import Match, MatchEvent, MatchSecret, Pace, Seat, Status, Visibility, new_id
from games.registry import ENGINES, load_levels

PROGRAM = "program"


class TakenSeat(NamedTuple):
    """A seat that a person has just taken, and its token, which is shown only now."""

    match: str
    index: int
    token: str


def create(*, game: str, luck: str = FAIR, setup: Json | None = None, **wish: Any) -> TakenSeat:
    """Creates a match. Its creator takes the first seat for people, or the one that the wish names.

    At a real table nothing is drawn: the creator holds all seats, and the match begins. `setup` is the known
    part of its cards.
    """
    _guard_known(game)
    if luck == TABLE:
        return TakenSeat(*opening.open_table(game=game, given_setup=setup or {}, **wish))
    _guard_drawn(wish["seats"], setup)
    return _create_drawn(game=game, **wish)


def _create_drawn(
    *,
    game: str,
    options: Json,
    seats: list[Json],
    pace: str = Pace.NONE,
    visibility: str | None = None,
    name: str = "",
    user: Any = None,
    rematch_of: str = "",
    place: int | None = None,
    origin: str = "",  # of the request, see escale.common.limits.request_origin
    group: str = "",
    is_program: bool = False,  # the creator
) -> TakenSeat:
    """Creates a match for which the site draws.

    The server publishes the hash of its secret (`commitment`) before it receives a nonce from any seat.
    """
    engine = ENGINES[game]
    people = _list_people(seats)
    match_id, secret = new_id(), secrets.token_bytes(32)
    match = Match(
        id=match_id,
        game=game,
        engine_version=engine.META.version,
        options=complete_options(engine.META, len(seats), options),
        seat_count=len(seats),
        pace=pace,
        visibility=visibility or Visibility.PUBLIC,
        commitment=make_commitment(secret, match_id),
        fairness_version=fairness.VERSION,
        nonce_steps=count_steps(len(people), is_live=pace == Pace.LIVE),
        edition=ports.edition(game),
        rematch_of=rematch_of,
        group=group,
        origin=origin,
    )
    creator = {"name": name, "user": user, "origin": origin, "is_program": is_program}
    return _store(match, secret, seats, people[0] if place is None else place, **creator)


def _guard_drawn(seats: list[Json], setup: Json | None) -> None:
    """Raises MatchError if somebody gives a setup for a match for which the site draws."""
    if setup is not None:
        raise MatchError("luck_is_drawn")
    if any(seat.get("name") for seat in seats):
        raise MatchError("names_at_table_only")


def _guard_known(game: str) -> None:
    if game not in ENGINES:
        raise MatchError("unknown_game", game=game)


def _list_people(seats: list[Json]) -> list[int]:
    """The seats for people and programs, of which a match has at least one."""
    people = [index for index, seat in enumerate(seats) if seat["kind"] != "bot"]
    if not people:
        raise MatchError("no_person")
    return people


def _store(match: Match, secret: bytes, seats: list[Json], place: int, **creator: Any) -> TakenSeat:
    with write_transaction():
        creator["is_program"] |= seats[place]["kind"] == PROGRAM
        is_account_program = creator["is_program"] and creator["user"] is not None
        max_bot_tables = MAX_BOT_TABLES * TOKEN_FACTOR if is_account_program else MAX_BOT_TABLES
        guard_bot_tables(match.origin, seats, max_bot_tables)
        match.save(force_insert=True)
        MatchSecret.objects.create(match=match, secret=secret.hex())
        Seat.objects.bulk_create(_new_seat(match, index, seat) for index, seat in enumerate(seats))
        return _take_seat(match, place, **creator)


def _new_seat(match: Match, index: int, seat: Json) -> Seat:
    if seat["kind"] != "bot":
        return Seat(match=match, index=index, is_program=seat["kind"] == PROGRAM)
    level = seat.get("level", "")
    offered = load_levels(match.game).list_names()
    if level not in (RANDOM, *offered):
        raise MatchError("unknown_level", level=level, levels=list(offered))
    return Seat(match=match, index=index, kind="bot", level=level, name=level, contribution=BOT)


def _take_seat(
    match: Match,
    index: int,
    *,
    name: str,
    user: Any,
    origin: str,
    is_program: bool,
    sent: contributions.Sent | None = None,
) -> TakenSeat:
    """Gives the seat to a person or a program. The match begins if nothing more is awaited."""
    token = tokens.new_token()
    Seat.objects.filter(match=match, index=index).update(
        name=name, token_hash=tokens.token_hash(token), user=user, origin=origin, is_program=is_program
    )
    row = lock_match(match.pk)
    row = row._replace(number=append_event(row, NewEvent("join", index, {"name": name})))
    if sent is None:
        contributions.continue_opening(row)
    else:
        contributions.take_contribution(row, index, sent)
    return TakenSeat(match.pk, index, token)


def join(
    *,
    match_id: str,
    name: str = "",
    sent: contributions.Sent | None = None,
    user: Any = None,
    origin: str = "",
    index: int | None = None,
    is_program: bool = False,
) -> TakenSeat:
    """Takes the free seat `index`, or without it the first free seat.

    `sent` is what the seat adds to the luck; without it, the seat sends it later.
    """
    with write_transaction():
        row = lock_match(match_id)
        if row is None:
            raise MatchError("not_found")
        if row.luck == TABLE:
            return TakenSeat(match_id, *opening.take_over(row, index, name))
        match = Match.objects.get(pk=match_id)
        free = [seat.index for seat in Seat.objects.filter(match=match).order_by("index") if not seat.taken]
        if row.status != Status.OPEN or not free or (index is not None and index not in free):
            raise MatchError("seat_taken")
        if index is None:
            index = free[0]
        if match.fairness_version == 1:
            _store_nonce_of_version_1(match, index, sent)
            sent = None
        return _take_seat(match, index, name=name, user=user, origin=origin, is_program=is_program, sent=sent)


def _store_nonce_of_version_1(match: Match, index: int, sent: contributions.Sent | None) -> None:
    """Stores the nonce of the seat. In version 1 each seat sent it when joining, or the server made one."""
    nonce = (sent and sent.nonce) or secrets.token_hex(16)
    Seat.objects.filter(match=match, index=index).update(nonce=nonce)


def leave(*, match_id: str, proof: SeatProof) -> None:
    """Gives a seat back before the start; when the last person leaves, the match is removed."""
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if row.status != Status.OPEN or not contributions.can_leave(match_id):
            raise MatchError("already_started")
        Seat.objects.filter(match_id=match_id, index=seat.index).update(
            token_hash=None, user=None, name="", nonce="", origin="", mail="", webhook="", webhook_secret="",
            nonce_hash="", contribution=AWAITED, is_program=False,
        )  # fmt: skip
        row = row._replace(due=None)
        if Seat.objects.filter(match_id=match_id, kind="human").exclude(token_hash=None, user=None).exists():
            append_event(row, NewEvent("leave", seat.index, {}))
        else:
            Match.objects.filter(pk=match_id).delete()


def claim(*, match_id: str, token: str, user: Any) -> None:
    """Gives the seat of a guest to an account; its token stays valid."""
    with write_transaction():
        guest_seats = Seat.objects.filter(match_id=match_id, token_hash=tokens.token_hash(token), user=None)
        if not guest_seats.update(user=user):
            raise MatchError("not_your_seat")


def rematch(
    *, match_id: str, proof: SeatProof, name: str = "", user: Any = None, origin: str = ""
) -> TakenSeat:
    """Takes a seat in a match of the same game in which all seats have moved up by one.

    The first seat that asks for it creates the match; the others join it.
    """
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if row.status != Status.FINISHED:
            raise MatchError("not_over")
        old = Match.objects.get(pk=match_id)
        old_seat = old.seats.get(index=seat.index)
        name, is_program = name or old_seat.name, old_seat.is_program
        place = (seat.index - 1) % row.seat_count
        open_match = Match.objects.filter(rematch_of=match_id, status=Status.OPEN).first()
        if open_match is not None:
            if open_match.seats.get(index=place).taken:
                _guard_first_request(match_id, seat.index, open_match.pk)
                place = None  # Somebody with the invitation has taken it: any other seat will do.
            joined = join(
                match_id=open_match.pk,
                name=name,
                user=user,
                origin=origin,
                index=place,
                is_program=is_program,
            )
            append_event(row, NewEvent("rematch", seat.index, {"match": open_match.pk}))
            return joined
        created = _create_again(old, place=place, name=name, user=user, origin=origin, is_program=is_program)
        append_event(row, NewEvent("rematch", seat.index, {"match": created.match}))
    return created


def _create_again(old: Match, **creator: Any) -> TakenSeat:
    """Creates a match like the old one, in which all seats have moved up by one."""
    seats = [
        {"kind": PROGRAM if seat.is_program else seat.kind, "level": seat.level} for seat in old.seats.all()
    ]
    if old.luck == TABLE:
        seats = [{"kind": "human", "name": seat.name} for seat in old.seats.all()]
    return create(
        game=old.game,
        options=old.options,
        seats=seats[1:] + seats[:1],
        pace=old.pace,
        visibility=old.visibility,
        rematch_of=old.pk,
        group=old.group,
        luck=old.luck,
        **creator,
    )


def _guard_first_request(match_id: str, seat: int, rematch: str) -> None:
    """Raises MatchError if this seat has asked for the rematch before.

    It already has a seat there, and the free seats are for the others.
    """
    # Events of this kind stay rows of the log when the match is packed.
    if MatchEvent.objects.filter(match_id=match_id, kind="rematch", seat=seat, data__match=rematch).exists():
        raise MatchError("seat_taken")


def block(*, match_id: str, proof: SeatProof, index: int, blocked: bool) -> None:
    """Hides or shows the messages of another seat, for this seat alone."""
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if not 0 <= index < row.seat_count:
            raise MatchError("not_your_seat")
        own_seat = Seat.objects.get(match_id=match_id, index=seat.index)
        change_mask = with_seat if blocked else without_seat
        Seat.objects.filter(pk=own_seat.pk).update(blocked=change_mask(own_seat.blocked, index))
