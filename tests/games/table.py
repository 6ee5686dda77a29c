"""A table for tests: makes matches and plays them through the service, as people and bots do."""

from __future__ import annotations

from games.matches import seating, tokens
from games.matches.moves import AcceptedMove, MoveRequest, play_move
from games.matches.storage.rows import SeatProof, proof_by_token
from games.matches.storage.states import load_state
from games.matches.writes import public_decision_id
from games.models import Match
from games.registry import ENGINES

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}


class Table:
    """One match with everybody's tokens at hand."""

    def __init__(self, *, game: str = "shanghaien", seats=(HUMAN, HUMAN), join: bool = True, **more) -> None:
        made = seating.create(game=game, options=more.pop("options", {}), seats=list(seats), **more)
        self.id, self.tokens = made.match, {made.index: made.token}
        while join and any(not seat.taken for seat in self.match.seats.all()):
            seated = seating.join(match_id=self.id)
            self.tokens[seated.index] = seated.token

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
