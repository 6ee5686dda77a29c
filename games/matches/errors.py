"""Why the match service says no. Codes are words of the API; sentences are made where a language is known."""

from games.core.contract import Refusal


class MatchError(Exception):
    """The request cannot be done; nothing was written."""

    def __init__(self, code: str, **params) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class Refused(Exception):
    """The rules forbid the action; nothing was written."""

    def __init__(self, *, game: str, match: str, seat: int, refusal: Refusal, edition: int | None) -> None:
        super().__init__(refusal.code)
        self.game, self.match, self.seat, self.refusal, self.edition = game, match, seat, refusal, edition
