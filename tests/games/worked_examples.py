"""The worked examples of the rules as matches from their first entry on, so that they can be entered at a table."""

from __future__ import annotations

import json

from games.core.contract import Json
from games.registry import examples_path

#: the crew of the example of the doubling in Halunken
RICH_CREW = ["yellow-12", "yellow-11", "red-4", "red-5", "grey-13"]


def read_record(game: str, section: str) -> Json:
    """The example of a section with the action that its question is about, in the form of a record."""
    rows = json.loads(examples_path(game).read_text(encoding="utf-8"))
    (row,) = [row for row in rows if row["section"] == section]
    people = [{"name": f"Player {number}", "kind": "human"} for number in range(1, row["seats"] + 1)]
    return {
        "game": game,
        "options": row["options"],
        "seats": people,
        "setup": row["setup"],
        "moves": [*row["moves"], row["asked"]],
    }
