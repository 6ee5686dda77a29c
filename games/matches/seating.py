"""Creates matches, and seats people at them: join, leave, claim a seat for an account, play the same game again."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from games import ports
from games.bots.levels import KNOWN, LEVELS
from games.core.chance import FairChance, make_commitment
from games.core.contract import Json, complete_options
from games.core.seat_masks import mask_of, with_seat, without_seat
from games.matches import tokens
from games.matches.errors import MatchError
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import LogEntry, MatchRow, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, lock_own_seat, with_next_decision
from games.models import Match, MatchEvent, MatchSecret, Pace, Seat, Status, Visibility
from games.registry import ENGINES


class TakenSeat(NamedTuple):
    """A seat that a person has just taken, and its token, which is shown only now."""

    match: str
    index: int
    token: str


def create(
    *,
    game: str,
    options: Json,
    seats: list[Json],
    pace: str = Pace.NONE,
    visibility: str = Visibility.PUBLIC,
    name: str = "",
    nonce: str = "",
    user: Any = None,
    rematch_of: str = "",
    place: int | None = None,
) -> TakenSeat:
    """Creates a match, whose creator takes the seat `place`, or without it the first seat for people."""
    engine = ENGINES.get(game)
    if engine is None:
        raise MatchError("unknown_game", game=game)
    options = complete_options(engine.META, len(seats), options)
    people = [index for index, seat in enumerate(seats) if seat["kind"] == "human"]
    if not people:
        raise MatchError("no_person")
    index = people[0] if place is None else place
    secret = secrets.token_bytes(32)
    with write_transaction():
        match = Match.objects.create(
            game=game,
            engine_version=engine.META.version,
            options=options,
            seat_count=len(seats),
            pace=pace,
            visibility=visibility,
            commitment=make_commitment(secret),
            edition=ports.edition(game),
            rematch_of=rematch_of,
        )
        MatchSecret.objects.create(match=match, secret=secret.hex())
        Seat.objects.bulk_create(_new_seat(match, index, seat) for index, seat in enumerate(seats))
        return _take_seat(match, index, name=name, nonce=nonce, user=user)


def _new_seat(match: Match, index: int, seat: Json) -> Seat:
    if seat["kind"] == "human":
        return Seat(match=match, index=index)
    level = seat.get("level", "")
    if level not in KNOWN:
        raise MatchError("unknown_level", level=level, levels=list(LEVELS))
    return Seat(match=match, index=index, kind="bot", level=level, name=level, nonce=secrets.token_hex(16))


def _take_seat(match: Match, index: int, *, name: str, nonce: str, user: Any) -> TakenSeat:
    """Gives the seat to a person. The match begins if it was the last free seat."""
    token = tokens.new_token()
    Seat.objects.filter(match=match, index=index).update(
        name=name,
        nonce=nonce or secrets.token_hex(16),
        token_hash=tokens.token_hash(token),
        user=user,
    )
    row = lock_match(match.pk)
    number = append_event(row, LogEntry("join", index, {"name": name}))
    seats = list(Seat.objects.filter(match=match).order_by("index"))
    if all(seat.taken for seat in seats):
        bot_seats = mask_of(seat.index for seat in seats if seat.kind == "bot")
        secret = MatchSecret.objects.values_list("secret", flat=True).get(match=match)
        _begin(row._replace(number=number, bot_seats=bot_seats), nonces=[seat.nonce for seat in seats], secret=secret)
    return TakenSeat(match.pk, index, token)


def _begin(row: MatchRow, *, nonces: list[str], secret: str) -> None:
    """Makes the stream of chance from the secret and all nonces, and deals the first state."""
    engine = ENGINES[row.game]
    chance = FairChance(bytes.fromhex(secret), [bytes.fromhex(nonce) for nonce in nonces])
    setup = engine.draw(row.seat_count, row.options, chance)
    state = engine.deal(row.seat_count, row.options, setup)
    MatchSecret.objects.filter(match_id=row.id).update(nonces=nonces, setup=setup)
    row = row._replace(status=Status.ACTIVE, chance_position=chance.position)
    append_event(with_next_decision(row, state), LogEntry("start", None, {}), state)


def join(*, match_id: str, name: str = "", nonce: str = "", user: Any = None, index: int | None = None) -> TakenSeat:
    """Takes the free seat `index`, or without it the first free seat."""
    with write_transaction():
        row = lock_match(match_id)
        if row is None:
            raise MatchError("not_found")
        match = Match(pk=match_id)
        free = [seat.index for seat in Seat.objects.filter(match=match).order_by("index") if not seat.taken]
        if row.status != Status.OPEN or not free or (index is not None and index not in free):
            raise MatchError("seat_taken")
        return _take_seat(match, free[0] if index is None else index, name=name, nonce=nonce, user=user)


def leave(*, match_id: str, proof: SeatProof) -> None:
    """Gives a seat back before the start; the last person to leave removes the match."""
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if row.status != Status.OPEN:
            raise MatchError("already_started")
        Seat.objects.filter(match_id=match_id, index=seat.index).update(token_hash=None, user=None, name="", nonce="")
        if Seat.objects.filter(match_id=match_id, kind="human").exclude(token_hash=None, user=None).exists():
            append_event(row, LogEntry("leave", seat.index, {}))
        else:
            Match.objects.filter(pk=match_id).delete()


def claim(*, match_id: str, token: str, user: Any) -> None:
    """Gives the seat of a guest to an account; its token stays valid."""
    with write_transaction():
        guest_seats = Seat.objects.filter(match_id=match_id, token_hash=tokens.token_hash(token), user=None)
        if not guest_seats.update(user=user):
            raise MatchError("not_your_seat")


def rematch(*, match_id: str, proof: SeatProof, name: str = "", nonce: str = "", user: Any = None) -> TakenSeat:
    """Takes a seat in a match of the same game, in which all seats have moved up by one.

    The first seat that asks for it creates the match, the others join it.
    """
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if row.status != Status.FINISHED:
            raise MatchError("not_over")
        old = Match.objects.get(pk=match_id)
        name = name or old.seats.get(index=seat.index).name
        place = (seat.index - 1) % row.seat_count
        open_match = Match.objects.filter(rematch_of=match_id, status=Status.OPEN).first()
        if open_match is not None:
            if open_match.seats.get(index=place).taken:
                _guard_first_request(match_id, seat.index, open_match.pk)
                place = None  # Somebody else has taken it by the invitation: any other seat will do.
            joined = join(match_id=open_match.pk, name=name, nonce=nonce, user=user, index=place)
            append_event(row, LogEntry("rematch", seat.index, {"match": open_match.pk}))
            return joined
        seats = [{"kind": old_seat.kind, "level": old_seat.level} for old_seat in old.seats.all()]
        created = create(
            game=old.game,
            options=old.options,
            seats=seats[1:] + seats[:1],
            pace=old.pace,
            visibility=old.visibility,
            name=name,
            nonce=nonce,
            user=user,
            rematch_of=match_id,
            place=place,
        )
        append_event(row, LogEntry("rematch", seat.index, {"match": created.match}))
    return created


def _guard_first_request(match_id: str, seat: int, rematch: str) -> None:
    """Raises MatchError if this seat has asked for the rematch before.

    It has a seat there already, and the free seats are for the others.
    """
    if MatchEvent.objects.filter(match_id=match_id, kind="rematch", seat=seat, data__match=rematch).exists():
        raise MatchError("seat_taken")


def set_contacts(*, match_id: str, proof: SeatProof, mail: str | None, webhook: str | None, language: str) -> str:
    """Sets the email address and the webhook that notify this seat when it must decide; None changes nothing.

    Returns the secret that signs the webhook, which is shown only now, or "".
    """
    with write_transaction():
        _, seat = lock_own_seat(match_id, proof)
        changes: Json = {"language": language}
        if mail is not None:
            changes["mail"] = mail
        if webhook is not None:
            changes |= {"webhook": webhook, "webhook_secret": secrets.token_hex(24) if webhook else ""}
        Seat.objects.filter(match_id=match_id, index=seat.index).update(**changes)
    return changes.get("webhook_secret", "")


def block(*, match_id: str, proof: SeatProof, index: int, blocked: bool) -> None:
    """Hides or shows the messages of another seat, for this seat alone."""
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if not 0 <= index < row.seat_count:
            raise MatchError("not_your_seat")
        own_seat = Seat.objects.get(match_id=match_id, index=seat.index)
        change_mask = with_seat if blocked else without_seat
        Seat.objects.filter(pk=own_seat.pk).update(blocked=change_mask(own_seat.blocked, index))
