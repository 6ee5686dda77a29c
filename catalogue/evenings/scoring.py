"""Score sheets as forms send them and as they are stored: names, categories, scores; totals and ranks.

The content of a sheet is a dictionary: `mode` ("points", "teams" or "together"), `lowest_wins`, `won` (of a
play together: True, False or None), `players` (each with `name` and `team`), `categories`, `scores`, which has a
list for each category with a number or None for each player, and `expansions`: the slugs of those that were on the
table.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal

MODES = ("points", "teams", "together")
MAX_PLAYERS, MAX_LINES, MAX_NAME, MAX_EXPANSIONS = 12, 40, 60, 30
USUAL_PLAYERS = 3
_NUMBER = re.compile(r"[-−+]?\d{1,7}([.,]\d{1,2})?")

Content = dict[str, Any]
Number = int | float


@dataclass(frozen=True, slots=True)
class Standing:
    """A player or a team with its total; rank 1 is the best, and a tie shares its rank."""

    name: str
    total: Number
    rank: int


def make_content(players: int, categories: list[str]) -> Content:
    """An empty sheet."""
    count = min(max(players, 1), MAX_PLAYERS)
    lines = categories[:MAX_LINES] or [""]
    return {
        "mode": "points",
        "lowest_wins": False,
        "won": None,
        "players": [{"name": "", "team": ""} for _player in range(count)],
        "categories": lines,
        "scores": [[None] * count for _line in lines],
        "expansions": [],
    }


def read_categories(text: str) -> list[str]:
    return [line.strip()[:MAX_NAME] for line in text.splitlines() if line.strip()][:MAX_LINES]


# ── From a form ───────────────────────────────────────────────────────────────────────────────────


def read_form(data: Any) -> Content:
    """The content of a sheet in the fields of a form. Raises DeskRefusal for what is no number."""
    names = [_tidy(name) for name in data.getlist("name")[:MAX_PLAYERS]]
    teams = [_tidy(team) for team in data.getlist("team")[:MAX_PLAYERS]]
    if not names:
        raise DeskRefusal(_("Enter at least one player."))
    players = [{"name": name, "team": teams[n] if n < len(teams) else ""} for n, name in enumerate(names)]
    categories = [_tidy(category) for category in data.getlist("category")[:MAX_LINES]]
    mode = data.get("mode")
    return {
        "mode": mode if mode in MODES else "points",
        "lowest_wins": "lowest_wins" in data,
        "won": {"yes": True, "no": False}.get(data.get("won", "")),
        "players": players,
        "categories": categories,
        "scores": [_read_line(data, line, players) for line in range(len(categories))],
        "expansions": [_tidy(slug) for slug in data.getlist("expansion")[:MAX_EXPANSIONS]],
    }


def _read_line(data: Any, line: int, players: list[dict[str, str]]) -> list[Number | None]:
    texts = data.getlist(f"score-{line}")
    return [
        read_number(texts[n], line=line, player=player["name"] or str(n + 1)) if n < len(texts) else None
        for n, player in enumerate(players)
    ]


def read_number(text: str, *, line: int, player: str) -> Number | None:
    text = text.strip()
    if not text:
        return None
    if (not text.isascii() and "−" not in text) or not _NUMBER.fullmatch(text):
        words = {"line": line + 1, "player": player, "text": text[:20]}
        raise DeskRefusal(_("Line %(line)s, %(player)s: “%(text)s” is not a number.") % words)
    number = float(text.replace("−", "-").replace(",", "."))
    return int(number) if number.is_integer() else number


def _tidy(text: str) -> str:
    return " ".join(text.replace("\0", "").split())[:MAX_NAME]


def add_player(content: Content) -> None:
    if len(content["players"]) < MAX_PLAYERS:
        content["players"].append({"name": "", "team": ""})
        for line in content["scores"]:
            line.append(None)


def add_line(content: Content) -> None:
    if len(content["categories"]) < MAX_LINES:
        content["categories"].append("")
        content["scores"].append([None] * len(content["players"]))


# ── Totals ────────────────────────────────────────────────────────────────────────────────────────


def add_up(content: Content) -> list[Number]:
    """The total of each player."""
    return [_round(sum(line[n] or 0 for line in content["scores"])) for n in range(len(content["players"]))]


def rank(content: Content) -> list[Standing]:
    """The players, or the teams, from the best to the last; nothing for a play together."""
    if content["mode"] == "together":
        return []
    totals: dict[str, Number] = {}
    for n, (player, total) in enumerate(zip(content["players"], add_up(content), strict=True)):
        name = player["name"] or str(n + 1)
        if content["mode"] == "teams":
            name = player["team"] or name
            totals[name] = _round(totals.get(name, 0) + total)
        else:
            totals[name if name not in totals else f"{name} ({n + 1})"] = total
    in_order = sorted(totals.items(), key=lambda item: item[1], reverse=not content["lowest_wins"])
    best_first = [total for _name, total in in_order]
    return [Standing(name, total, best_first.index(total) + 1) for name, total in in_order]


def _round(total: Number) -> Number:
    total = round(total, 2)
    return int(total) if float(total).is_integer() else total
