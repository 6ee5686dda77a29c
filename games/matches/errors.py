"""Errors of the match service. The codes are words of the API; other code turns them into sentences."""

from games.core.contract import Refusal


class MatchError(Exception):
    """Raised if the request is not possible; nothing was written."""

    def __init__(self, code: str, **params) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class Refused(Exception):
    """Raised if the rules forbid the action; nothing was written."""

    def __init__(self, *, game: str, match: str, seat: int, refusal: Refusal, edition: int | None) -> None:
        super().__init__(refusal.code)
        self.game, self.match, self.seat, self.refusal, self.edition = game, match, seat, refusal, edition
