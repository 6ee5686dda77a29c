"""Writes matches of each game; runs inside a checkout of revision 212b194 only, after `fill_old_site.py`.

It imports modules as they were called then, so nothing here imports it. It prints the matches with their seat
tokens.
"""

import json
import random

from django.contrib.auth.models import User
from games.errors import MatchError

from games import imports, replay, seating, services, store, tokens, worker
from games.engines import ENGINES
from games.models import Match, Seat, Status

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "easy"}


def main() -> None:
    print(json.dumps({"matches": add_matches(User.objects.get(username="reader"))}))


def add_matches(user: User) -> list[dict]:
    """Of each game one finished match and one running match; of one game an open table, a rematch and an
    import.
    """
    matches = [add_match(game, user, finished) for game in sorted(ENGINES) for finished in (True, False)]
    finished = matches[0]
    again = seating.rematch(match_id=finished["id"], who=proof(finished, "0"))
    matches.append({"id": again.match, "tokens": {str(again.index): again.token}})
    bots = add_table("shanghaien", [HUMAN, BOT])
    finish(bots)
    imported = imports.record(replay.record(Match.objects.get(pk=bots["id"])))
    return [*matches, bots, {"id": imported.pk, "tokens": {}}]


def add_match(game: str, user: User, finished: bool) -> dict:
    seats = [HUMAN] * (2 if game == "shanghaien" else 3)
    match = add_table(game, seats, pace="none" if finished else "correspondence")
    say_something(match, user)
    if finished:
        finish(match)
    else:
        play_some_moves(match)
        services.offer(match_id=match["id"], who=proof(match, "0"), kind="pause")
    return match


def add_table(game: str, seats: list, **more) -> dict:
    made = seating.create(game=game, options={}, seats=seats, name="Zoë", nonce="0" * 32, **more)
    match = {"id": made.match, "tokens": {str(made.index): made.token}}
    while Match.objects.get(pk=made.match).status == Status.OPEN:
        seated = seating.join(match_id=made.match, name=f"Player {len(match['tokens']) + 1}")
        match["tokens"][str(seated.index)] = seated.token
    return match


def proof(match: dict, seat: str):
    return store.by_token(tokens.token_hash(match["tokens"][seat]))


def say_something(match: dict, user: User) -> None:
    """Messages, a blocked seat, a seat that an account claimed, a seat that wants emails."""
    services.message(match_id=match["id"], who=proof(match, "0"), phrase="good_luck")
    services.message(match_id=match["id"], who=proof(match, "1"), text="Viel Glück, “漢字”!")
    seating.block(match_id=match["id"], who=proof(match, "0"), index=1, blocked=True)
    seating.claim(match_id=match["id"], token=match["tokens"]["1"], user=user)
    seating.notify_by(
        match_id=match["id"], who=proof(match, "0"), mail="player@example.org", webhook=None, language="de"
    )


def play_some_moves(match: dict) -> None:
    """Twenty decisions, at least one of them taken back."""
    chooser, undone = random.Random(match["id"]), 0
    for _ in range(20):
        seat = act(match, chooser)
        if undone < 2:
            try:
                services.undo(match_id=match["id"], who=proof(match, str(seat)))
                undone += 1
            except MatchError:
                continue
    assert undone


def finish(match: dict) -> None:
    chooser = random.Random(match["id"])
    while Match.objects.get(pk=match["id"]).status == Status.ACTIVE:
        row = Match.objects.get(pk=match["id"])
        if row.waiting & row.automatic:
            worker.attend(match["id"])
        else:
            act(match, chooser)


def act(match: dict, chooser: random.Random) -> int:
    """One decision of a person, chosen from the menu."""
    row = Match.objects.get(pk=match["id"])
    engine, state = ENGINES[row.game], store.state(row)
    bots = set(Seat.objects.filter(match=row, kind="bot").values_list("index", flat=True))
    decision = next(decision for decision in engine.decisions(state) if decision.seat not in bots)
    services.act(
        match_id=row.pk,
        who=proof(match, str(decision.seat)),
        decision=services.public_id(row, decision.id),
        action=chooser.choice(list(engine.legal(state, decision.seat))),
        key=f"key-{row.number}",
    )
    return decision.seat


if __name__ == "__main__":
    main()
