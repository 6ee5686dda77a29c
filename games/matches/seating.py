"""Before the first move: creating a match, taking a seat, leaving it, claiming it for an account, the rematch."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from games import ports
from games.bots.levels import KNOWN, LEVELS
from games.core.chance import FairChance, commitment
from games.core.contract import Json, settle
from games.matches import tokens
from games.matches.errors import MatchError
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import LogEntry, MatchRow, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, lock_own_seat, with_next_decision
from games.models import Match, MatchEvent, MatchSecret, Pace, Seat, Status, Visibility
from games.registry import ENGINES


class Seated(NamedTuple):
    """A seat and the token that proves it, shown this once."""

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
) -> Seated:
    """A new match; who creates it sits at this place, or at the first for people. With nobody to wait for it begins."""
    engine = ENGINES.get(game)
    if engine is None:
        raise MatchError("unknown_game", game=game)
    options = settle(engine.META, len(seats), options)
    people = (i for i, seat in enumerate(seats) if seat["kind"] == "human")
    mine = next(people, None) if place is None else place
    if mine is None:
        raise MatchError("no_person")
    secret = secrets.token_bytes(32)
    token = tokens.new_token()
    with write_transaction():
        match = Match.objects.create(
            game=game,
            engine_version=engine.META.version,
            options=options,
            seat_count=len(seats),
            pace=pace,
            visibility=visibility,
            commitment=commitment(secret),
            edition=ports.edition(game),
            rematch_of=rematch_of,
        )
        MatchSecret.objects.create(match=match, secret=secret.hex())
        Seat.objects.bulk_create(_seat(match, i, seat) for i, seat in enumerate(seats))
        _sit(match, mine, name=name, nonce=nonce, user=user, token=token)
    return Seated(match.pk, mine, token)


def _seat(match: Match, index: int, seat: Json) -> Seat:
    if seat["kind"] == "human":
        return Seat(match=match, index=index)
    level = seat.get("level", "")
    if level not in KNOWN:
        raise MatchError("unknown_level", level=level, levels=list(LEVELS))
    return Seat(match=match, index=index, kind="bot", level=level, name=level, nonce=secrets.token_hex(16))


def _sit(match: Match, index: int, *, name: str, nonce: str, user: Any, token: str) -> None:
    Seat.objects.filter(match=match, index=index).update(
        name=name,
        nonce=nonce or secrets.token_hex(16),
        token_hash=tokens.token_hash(token),
        user=user,
    )
    row = lock_match(match.pk)
    number = append_event(row, LogEntry("join", index, {"name": name}))
    taken = list(Seat.objects.filter(match=match).order_by("index"))
    if all(seat.taken for seat in taken):
        automatic = sum(1 << seat.index for seat in taken if seat.kind == "bot")
        secret = MatchSecret.objects.values_list("secret", flat=True).get(match=match)
        _begin(row._replace(number=number, automatic=automatic), nonces=[seat.nonce for seat in taken], secret=secret)


def _begin(row: MatchRow, *, nonces: list[str], secret: str) -> None:
    """All seats are taken: mix the luck, deal, and let the first decide."""
    engine = ENGINES[row.game]
    chance = FairChance(bytes.fromhex(secret), [bytes.fromhex(nonce) for nonce in nonces])
    setup = engine.draw(row.seat_count, row.options, chance)
    state = engine.deal(row.seat_count, row.options, setup)
    MatchSecret.objects.filter(match_id=row.id).update(nonces=nonces, setup=setup)
    row = row._replace(status=Status.ACTIVE, draws=chance.position)
    append_event(with_next_decision(row, state), LogEntry("start", None, {}), state)


def join(*, match_id: str, name: str = "", nonce: str = "", user: Any = None, index: int | None = None) -> Seated:
    """Take a free seat (that one, or the first)."""
    token = tokens.new_token()
    with write_transaction():
        row = lock_match(match_id)
        if row is None:
            raise MatchError("not_found")
        match = Match(pk=match_id)
        free = [seat.index for seat in Seat.objects.filter(match=match).order_by("index") if not seat.taken]
        if row.status != Status.OPEN or not free or (index is not None and index not in free):
            raise MatchError("seat_taken")
        chosen = free[0] if index is None else index
        _sit(match, chosen, name=name, nonce=nonce, user=user, token=token)
    return Seated(match_id, chosen, token)


def leave(*, match_id: str, proof: SeatProof) -> None:
    """Give a seat back before the start; the last person to leave removes the match."""
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
    """An account makes a guest's seat its own; the token keeps working."""
    with write_transaction():
        mine = Seat.objects.filter(match_id=match_id, token_hash=tokens.token_hash(token), user=None)
        if not mine.update(user=user):
            raise MatchError("not_your_seat")


def rematch(*, match_id: str, proof: SeatProof, name: str = "", nonce: str = "", user: Any = None) -> Seated:
    """The same game again with the seats moved up by one; who asks second joins the match of who asked first."""
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if row.status != Status.FINISHED:
            raise MatchError("not_over")
        old = Match.objects.get(pk=match_id)
        name = name or old.seats.get(index=seat.index).name
        place = (seat.index - 1) % row.seat_count
        waiting = Match.objects.filter(rematch_of=match_id, status=Status.OPEN).first()
        if waiting is not None:
            if waiting.seats.get(index=place).taken:
                _guard_twice(match_id, seat.index, waiting.pk)
                place = None  # a stranger came by the invitation
            joined = join(match_id=waiting.pk, name=name, nonce=nonce, user=user, index=place)
            append_event(row, LogEntry("rematch", seat.index, {"match": waiting.pk}))
            return joined
        seats = [{"kind": s.kind, "level": s.level} for s in old.seats.all()]
        made = create(
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
        append_event(row, LogEntry("rematch", seat.index, {"match": made.match}))
    return made


def _guard_twice(match_id: str, seat: int, rematch: str) -> None:
    """Whoever asks twice sits there already: the seats that are still free are for the others."""
    if MatchEvent.objects.filter(match_id=match_id, kind="rematch", seat=seat, data__match=rematch).exists():
        raise MatchError("seat_taken")


def notify_by(*, match_id: str, proof: SeatProof, mail: str | None, webhook: str | None, language: str) -> str:
    """How this seat is told that it must decide; the secret that signs its webhook (shown this once), or nothing."""
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
    """Hide or show what another seat writes, for this seat alone."""
    with write_transaction():
        row, seat = lock_own_seat(match_id, proof)
        if not 0 <= index < row.seat_count:
            raise MatchError("not_your_seat")
        mine = Seat.objects.get(match_id=match_id, index=seat.index)
        bits = mine.blocked | 1 << index if blocked else mine.blocked & ~(1 << index)
        Seat.objects.filter(pk=mine.pk).update(blocked=bits)
