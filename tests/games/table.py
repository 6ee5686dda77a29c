"""A table for tests: makes matches and plays them through the service, as people and bots do."""

from __future__ import annotations

from games.automation import thinking, worker
from games.automation.queue import Speed, Turns
from games.core.fairness import hash_nonce
from games.matches import seating, tokens
from games.matches.luck.contributions import Sent, contribute
from games.matches.moves import AcceptedMove, MoveRequest, play_move
from games.matches.storage.rows import SeatProof, proof_by_token, public_decision_id
from games.matches.storage.states import load_state
from games.models import Match, Status
from games.presenting import match_view
from games.registry import ENGINES

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}


def attend_bots() -> int:
    """What the jobs of the worker do in one step each; the number of matches that were due."""
    return sum(worker.handle_due_matches(speed, Turns(), thinking.think_inline) for speed in Speed)


class Table:
    """One match with everybody's tokens at hand."""

    def __init__(self, *, game: str = "shanghaien", seats=(HUMAN, HUMAN), join: bool = True, **more) -> None:
        made = seating.create(game=game, options=more.pop("options", {}), seats=list(seats), **more)
        self.id, self.tokens = made.match, {made.index: made.token}
        while join and any(not seat.taken for seat in self.match.seats.all()):
            seated = seating.join(match_id=self.id)
            self.tokens[seated.index] = seated.token
        if join:
            self.add_nonces()

    def add_nonces(self) -> None:
        """Everybody sends what is awaited until the match begins."""
        while self.match.status == Status.OPEN:
            for seat, facts in enumerate(match_view.load_fairness(self.match)["seats"]):
                self.add_nonce(seat, facts["awaited"])

    def add_nonce(self, seat: int, awaited: str | None) -> None:
        nonce = bytes([seat + 1]) * 16
        sent = {"nonce": Sent(nonce=nonce.hex()), "hash": Sent(nonce_hash=hash_nonce(nonce))}.get(awaited)
        if sent:
            contribute(match_id=self.id, proof=self.proof(seat), sent=sent)

    @property
    def match(self) -> Match:
        return Match.objects.with_seats().get(pk=self.id)

    @property
    def state(self):
        return load_state(self.match)

    @property
    def engine(self):
        return ENGINES[self.match.game]

    def proof(self, seat: int) -> SeatProof:
        return proof_by_token(tokens.token_hash(self.tokens[seat]))

    def decision(self, seat: int | None = None):
        found = self.engine.decisions(self.state)
        return next((d for d in found if seat is None or d.seat == seat), None)

    def menu(self) -> list:
        return list(self.engine.legal(self.state, self.decision().seat))

    def act(self, action=None, *, seat: int | None = None, key: str | None = None) -> AcceptedMove:
        """The first pending decision, by default with the first action of its menu."""
        decision = self.decision(seat)
        chosen = action or self.engine.legal(self.state, decision.seat)[0]
        name = public_decision_id(self.match, decision.id)
        return play_move(MoveRequest(self.id, self.proof(decision.seat), name, chosen, key))

    def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.decision() is not None:
                self.act()

    def kinds(self) -> list[str]:
        return list(self.match.events.order_by("number").values_list("kind", flat=True))
