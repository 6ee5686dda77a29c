"""Score sheets: reads them from forms, and computes totals and ranks.

The content of a sheet is a dictionary with these keys:

- `mode`: "points", "teams", or "together" for a cooperative play
- `lowest_wins`; and for a cooperative play `won`: True, False or None
- `players`: for each player, `name` and `team`
- `categories`; and `scores`: for each category a list with a number or None for each player
- `expansions`: the slugs of the expansions that were played with
"""

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from escale.common.text.names import BREAKING

MODES = ("points", "teams", "together")
MAX_PLAYERS = 12
MAX_CATEGORIES = 40
MAX_EXPANSIONS = 30
MAX_NAME_LETTERS = 60
USUAL_PLAYERS = 3
_NUMBER = re.compile(r"[-+]?\d{1,7}([.,]\d{1,2})?")

Content = dict[str, Any]
Number = int | float


@dataclass(frozen=True, slots=True)
class Standing:
    """A player or a team with the total. The best has rank 1; equal totals have the same rank."""

    name: str
    total: Number
    rank: int


def make_content(players: int, categories: list[str]) -> Content:
    """An empty sheet."""
    count = min(max(players, 1), MAX_PLAYERS)
    shown_categories = categories[:MAX_CATEGORIES] or [""]
    return {
        "mode": "points",
        "lowest_wins": False,
        "won": None,
        "players": [{"name": "", "team": ""} for _player in range(count)],
        "categories": shown_categories,
        "scores": [[None] * count for _category in shown_categories],
        "expansions": [],
    }


def read_categories(text: str) -> list[str]:
    categories = [line.strip()[:MAX_NAME_LETTERS] for line in text.splitlines() if line.strip()]
    return categories[:MAX_CATEGORIES]


# ── From a form ───────────────────────────────────────────────────────────────────────────────────


def read_form(data: Any) -> Content:
    """The content of a sheet from the fields of a form. Raises DeskRefusal for a score that is no number."""
    names = [tidy_name(name) for name in data.getlist("name")[:MAX_PLAYERS]]
    teams = [tidy_name(team) for team in data.getlist("team")[:MAX_PLAYERS]]
    if not names:
        raise DeskRefusal(_("Enter at least one player."))
    # A player without a field for a team has none.
    teams += [""] * (len(names) - len(teams))
    players = [{"name": name, "team": team} for name, team in zip(names, teams, strict=False)]
    categories = [tidy_name(category) for category in data.getlist("category")[:MAX_CATEGORIES]]
    mode = data.get("mode")
    return {
        "mode": mode if mode in MODES else "points",
        "lowest_wins": "lowest_wins" in data,
        "won": {"yes": True, "no": False}.get(data.get("won", "")),
        "players": players,
        "categories": categories,
        "scores": [_read_scores(data, line, players) for line in range(len(categories))],
        "expansions": [tidy_name(slug) for slug in data.getlist("expansion")[:MAX_EXPANSIONS]],
    }


def _read_scores(data: Any, line: int, players: list[dict[str, str]]) -> list[Number | None]:
    """The score of each player in the category on this line; None if the form has no field for it."""
    texts = data.getlist(f"score-{line}")
    scores: list[Number | None] = [None] * len(players)
    for n, (player, text) in enumerate(zip(players, texts, strict=False)):
        scores[n] = read_number(text, line=line, player=player["name"] or str(n + 1))
    return scores


def read_number(text: str, *, line: int, player: str) -> Number | None:
    text = text.strip().replace("−", "-")
    if not text:
        return None
    # `\d` also matches digits of other scripts.
    if not text.isascii() or not _NUMBER.fullmatch(text):
        words = {"line": line + 1, "player": player, "text": text[:20]}
        raise DeskRefusal(_("Line %(line)s, %(player)s: “%(text)s” is not a number.") % words)
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def tidy_name(text: str) -> str:
    """The text on one line.

    Characters that break the line or change its direction are removed, and so are halves of characters
    (surrogates), which a JSON file may have and no page can show.
    """
    readable = BREAKING.sub("", " ".join(text.split()))
    return readable.encode(errors="ignore").decode()[:MAX_NAME_LETTERS]


def add_player(content: Content) -> None:
    if len(content["players"]) < MAX_PLAYERS:
        content["players"].append({"name": "", "team": ""})
        for scores in content["scores"]:
            scores.append(None)


def add_line(content: Content) -> None:
    if len(content["categories"]) < MAX_CATEGORIES:
        content["categories"].append("")
        content["scores"].append([None] * len(content["players"]))


# ── Totals ────────────────────────────────────────────────────────────────────────────────────────


def add_up(content: Content) -> list[Number]:
    """The total of each player."""
    totals: list[Number] = [0] * len(content["players"])
    for scores in content["scores"]:
        for n, score in enumerate(scores):
            totals[n] += score or 0
    return [_round(total) for total in totals]


def rank(content: Content) -> list[Standing]:
    """The players or the teams, from the best to the last. Empty for a cooperative play."""
    if content["mode"] == "together":
        return []
    totals: dict[str, Number] = {}
    for n, (player, total) in enumerate(zip(content["players"], add_up(content), strict=True)):
        name = player["name"] or str(n + 1)
        if content["mode"] == "teams":
            name = player["team"] or name
            totals[name] = _round(totals.get(name, 0) + total)
        else:
            if name in totals:
                name = f"{name} ({n + 1})"
            totals[name] = total
    in_order = sorted(totals.items(), key=lambda item: item[1], reverse=not content["lowest_wins"])
    best_first = [total for _name, total in in_order]
    # `index` finds the first of equal totals, so they have the same rank.
    return [Standing(name, total, best_first.index(total) + 1) for name, total in in_order]


def _round(total: Number) -> Number:
    total = round(total, 2)
    return int(total) if float(total).is_integer() else total
