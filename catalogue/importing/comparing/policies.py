"""Who wins where a file and the catalogue say different things about a field: staff choose it for each field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.sheet import TitleRow

# Without a policy, the file wins, except over what staff entered.
REPLACE, FILL_BLANKS, LEAVE = "replace", "fill", "leave"
POLICIES = (REPLACE, FILL_BLANKS, LEAVE)
STAFF = "staff"  # The reason for which a field is kept where no policy says so.
Policies = Mapping[str, str]  # field -> one of POLICIES

MESSAGES = {
    STAFF: _("“{column}” keeps what staff entered ({kept}); the file says {told}."),
    FILL_BLANKS: _("“{column}” was not blank and keeps {kept}; the file says {told}."),
    LEAVE: _("“{column}” is to be left as it is ({kept}); the file says {told}."),
}


@dataclass(frozen=True, slots=True)
class KeptField:
    """A field of a title or a box that keeps its value, although the file says something else."""

    row: TitleRow
    field: str
    stored: Any
    told: Any
    reason: str  # STAFF, FILL_BLANKS or LEAVE


def find_reason_to_keep(policy: str | None, *, stored: Any, is_protected: bool) -> str:
    """Why the value of the catalogue stays; "" where the file wins."""
    is_blank = stored in (None, "", ())
    if policy == LEAVE:
        return LEAVE
    if policy == REPLACE or is_blank:
        return ""
    if policy == FILL_BLANKS:
        return FILL_BLANKS
    return STAFF if is_protected else ""
