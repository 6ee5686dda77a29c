"""Writes matches of each game; runs inside a checkout of revision 8606401 only, after `fill_site.py`.

It imports modules as they were called then, so nothing here imports it. It prints the matches with their seat
tokens.
"""

import json
import random

from django.contrib.auth.models import User

from games.automation import worker
from games.automation.queue import Speed
from games.automation.thinking import think_inline
from games.matches import messages, moves, record_import, replay, seating, takebacks, tokens
from games.matches.archiving import packing
from games.matches.errors import MatchError
from games.matches.luck.contributions import Sent, contribute
from games.matches.storage import rows, states
from games.matches.storage.rows import public_decision_id
from games.models import Match, Seat, Status
from games.notifying import contacts
from games.registry import ENGINES

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "easy"}


def main() -> None:
    print(json.dumps({"matches": add_matches(User.objects.get(username="reader"))}))


def add_matches(user: User) -> list[dict]:
    """Of each game one finished match and one running match; of one game an open table, a rematch, an import
    and a packed match.
    """
    matches = [add_match(game, user, finished) for game in sorted(ENGINES) for finished in (True, False)]
    finished = matches[0]
    again = seating.rematch(match_id=finished["id"], proof=proof(finished, "0"))
    matches.append({"id": again.match, "tokens": {str(again.index): again.token}})
    bots = add_table("shanghaien", [HUMAN, BOT])
    finish(bots)
    packed = add_match("macao", user, finished=True)
    assert packing.pack(packed["id"])
    imported = record_import.record(replay.record(Match.objects.get(pk=bots["id"])))
    return [*matches, bots, packed, {"id": imported.pk, "tokens": {}}]


def add_match(game: str, user: User, finished: bool) -> dict:
    seats = [HUMAN] * (2 if game == "shanghaien" else 3)
    match = add_table(game, seats, pace="none" if finished else "correspondence")
    say_something(match, user)
    if finished:
        finish(match)
    else:
        play_some_moves(match)
        takebacks.make_offer(match_id=match["id"], proof=proof(match, "0"), kind="pause")
    return match


def add_table(game: str, seats: list, **more) -> dict:
    made = seating.create(game=game, options={}, seats=seats, name="Zoë", **more)
    match = {"id": made.match, "tokens": {str(made.index): made.token}}
    while Seat.objects.filter(match=made.match, kind="human").count() > len(match["tokens"]):
        seated = seating.join(match_id=made.match, name=f"Player {len(match['tokens']) + 1}")
        match["tokens"][str(seated.index)] = seated.token
    for seat in sorted(match["tokens"]):
        contribute(
            match_id=made.match, proof=proof(match, seat), sent=Sent(nonce=bytes([int(seat) + 1] * 16).hex())
        )
    assert Match.objects.get(pk=made.match).status == Status.ACTIVE
    return match


def proof(match: dict, seat: str):
    return rows.proof_by_token(tokens.token_hash(match["tokens"][seat]))


def say_something(match: dict, user: User) -> None:
    """Messages, a blocked seat, a seat that an account claimed, a seat that wants emails."""
    messages.send_message(match_id=match["id"], proof=proof(match, "0"), phrase="good_luck")
    messages.send_message(match_id=match["id"], proof=proof(match, "1"), text="Viel Glück, “漢字”!")
    seating.block(match_id=match["id"], proof=proof(match, "0"), index=1, blocked=True)
    seating.claim(match_id=match["id"], token=match["tokens"]["1"], user=user)
    contacts.set_contacts(
        match_id=match["id"], proof=proof(match, "0"), mail="player@example.org", webhook=None, language="de"
    )


def play_some_moves(match: dict) -> None:
    """Twenty decisions, at least one of them taken back."""
    chooser, undone = random.Random(match["id"]), 0
    for _ in range(20):
        seat = act(match, chooser)
        if undone < 2:
            try:
                takebacks.undo(match_id=match["id"], proof=proof(match, str(seat)))
                undone += 1
            except MatchError:
                continue
    assert undone


def finish(match: dict) -> None:
    chooser = random.Random(match["id"])
    while Match.objects.get(pk=match["id"]).status == Status.ACTIVE:
        row = Match.objects.get(pk=match["id"])
        if row.awaited_seats & row.bot_seats:
            worker.attend(match["id"], Speed.QUICK, think_inline)
        else:
            act(match, chooser)


def act(match: dict, chooser: random.Random) -> int:
    """One decision of a person, chosen from the menu."""
    row = Match.objects.get(pk=match["id"])
    engine, state = ENGINES[row.game], states.load_state(row)
    bots = set(Seat.objects.filter(match=row, kind="bot").values_list("index", flat=True))
    decision = next(decision for decision in engine.decisions(state) if decision.seat not in bots)
    moves.play_move(
        moves.MoveRequest(
            match_id=row.pk,
            proof=proof(match, str(decision.seat)),
            decision=public_decision_id(row, decision.id),
            action=chooser.choice(list(engine.legal(state, decision.seat))),
            idempotency_key=f"key-{row.number}",
        )
    )
    return decision.seat


if __name__ == "__main__":
    main()
