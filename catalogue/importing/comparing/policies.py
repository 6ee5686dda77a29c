"""Policies: staff choose for each field who wins where a file and the catalogue differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.sheet import TitleRow

# Without a policy, the file wins, except over values that staff entered.
REPLACE, FILL_BLANKS, LEAVE = "replace", "fill", "leave"
POLICIES = (REPLACE, FILL_BLANKS, LEAVE)
STAFF = "staff"  # the reason to keep a value that staff entered, without a policy
Policies = Mapping[str, str]  # field -> one of POLICIES

MESSAGES = {
    STAFF: _("“{column}” keeps what staff entered ({kept}); the file says {told}."),
    FILL_BLANKS: _("“{column}” was not blank and keeps {kept}; the file says {told}."),
    LEAVE: _("“{column}” is to be left as it is ({kept}); the file says {told}."),
}


@dataclass(frozen=True, slots=True)
class KeptField:
    """A field of a title or a box that keeps its stored value, although the file has another one."""

    row: TitleRow
    field: str
    stored_value: Any
    file_value: Any
    reason: str  # STAFF, FILL_BLANKS or LEAVE


def find_reason_to_keep(policy: str | None, *, stored: Any, is_protected: bool) -> str:
    """The reason why the catalogue keeps its value; empty if the file wins."""
    is_blank = stored in (None, "", ())
    if policy == LEAVE:
        return LEAVE
    if policy == REPLACE or is_blank:
        return ""
    if policy == FILL_BLANKS:
        return FILL_BLANKS
    return STAFF if is_protected else ""
