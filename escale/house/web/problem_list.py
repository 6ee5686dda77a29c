"""All problem codes of the API, each with its status and meaning, for the pages that explain them."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from catalogue.desk import changing
from escale.common import account_tokens
from escale.common.api import authentication
from escale.common.api.problems import DETAILS, INVALID, TITLES, UNREADABLE
from games.presenting import problems as game_problems


class ProblemType(NamedTuple):
    code: str
    status: int
    title: Promise | str
    meaning: Promise | str

    @property
    def slug(self) -> str:
        """The last part of the address in `type`."""
        return self.code.replace("_", "-")


#: Codes that mean the same as their status.
_PLAIN = {
    "malformed": 400,
    "no_seat": 401,  # the game API: the token of a seat is missing
    "forbidden": 403,
    "permission_denied": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "length_required": 411,
    "too_large": 413,
    "unsupported_media_type": 415,
    "too_many_requests": 429,
    "server_error": 500,
    "unavailable": 503,
}
_EXPLAINED = {
    "invalid": (400, INVALID),
    "parse_error": (400, UNREADABLE),
    "authentication_failed": (401, authentication.NOT_A_TOKEN),
    "unknown_scheme": (401, authentication.UNKNOWN_SCHEME),
    "no_account": (401, game_problems.NO_ACCOUNT),
    "unknown_token": (401, account_tokens.UNKNOWN_TOKEN),
    "no_staff_token": (401, authentication.NO_STAFF_TOKEN),
    "missing_permission": (403, authentication.MISSING_PERMISSION),
    "missing_scope": (403, account_tokens.MISSING_SCOPE),
    "address_blocked": (403, game_problems.ADDRESS_BLOCKED),
    "not_your_seat": (403, game_problems.NOT_YOUR_SEAT),
    "link_only": (403, _("We have no right to show these rules; their sources say where they are.")),
    "similar_titles": (409, changing.SIMILAR_TITLES),
    "changed_meanwhile": (409, changing.CHANGED_MEANWHILE),
    "number_exists": (409, _("A box with this number already exists.")),
    "version_ahead": (
        409,
        _("The catalogue has not reached this version: “restart” is where to begin again."),
    ),
    "version_lost": (409, _("A restore from a backup has undone this version: begin again at “restart”.")),
    "removed": (410, _("This title was removed from the catalogue.")),
    "table_closed": (410, game_problems.TABLE_CLOSED),
    "luck_missing": (400, game_problems.LUCK_MISSING),  # the move lacks what a die or a card showed
    "impossible_luck": (422, game_problems.IMPOSSIBLE_LUCK),
    "illegal_action": (422, _("The rules forbid this action; “rule” is the section that says so.")),
    "wrong_move": (
        422,
        _("A move in the record is against the rules; “move” is its number, “rule” the section."),
    ),
    "withheld": (451, _("These rules have been withheld after a notice about rights.")),
}


def list_problem_types() -> list[ProblemType]:
    """All codes, sorted by status and name."""
    meanings = {code: (status, DETAILS[status]) for code, status in _PLAIN.items()} | _EXPLAINED
    meanings |= {code: (409, meaning) for code, meaning in game_problems.CONFLICTS.items()}
    for code, meaning in game_problems.WRONG_REQUESTS.items():
        meanings[code] = (game_problems.status_of_wrong_request(code), meaning)
    types = [
        ProblemType(code, status, TITLES[status], meaning) for code, (status, meaning) in meanings.items()
    ]
    return sorted(types, key=lambda kind: (kind.status, kind.code))
