"""Plays in the form of the app BG Stats: a file that its backup and its sharing of plays write."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.evenings import scoring
from catalogue.evenings.scoring import MAX_NAME_LETTERS, MAX_PLAYERS, Content
from catalogue.evenings.sheets import LONGEST_PLAY, Play
from catalogue.models import GameTitle, ScoreSheet

MAX_PLAYS = 500


def write_plays(sheets: Iterable[ScoreSheet]) -> dict[str, Any]:
    """The file for sheets that were loaded with their titles and names."""
    sheets = list(sheets)
    slugs = {slug for sheet in sheets for slug in sheet.content.get("expansions", ())}
    expansions = {title.slug: title for title in GameTitle.objects.with_names().filter(slug__in=slugs)}
    players: dict[str, int] = {}
    games: dict[int, dict[str, Any]] = {}
    plays = []
    for number, sheet in enumerate(sheets, 1):
        played = [expansions[slug] for slug in sheet.content.get("expansions", ()) if slug in expansions]
        play = _write_play(number, sheet, _add_game(games, sheet.title), players)
        plays.append(play | {"expansionPlays": [{"gameRefId": _add_game(games, title)} for title in played]})
    return {
        "about": "BG Stats",
        "players": [{"id": id, "name": name, "isAnonymous": False} for name, id in players.items()],
        "games": list(games.values()),
        "locations": [],
        "plays": plays,
    }


def _add_game(games: dict[int, dict[str, Any]], title: GameTitle) -> int:
    """Its id in the file."""
    game = {"id": len(games) + 1, "name": title.name, "bggId": title.bgg_id or 0}
    return games.setdefault(title.pk, game)["id"]


def _write_play(number: int, sheet: ScoreSheet, game: int, players: dict[str, int]) -> dict[str, Any]:
    content = sheet.content
    ranks = {standing.name: standing.rank for standing in scoring.rank(content)}
    scores = []
    for n, (player, total) in enumerate(zip(content["players"], scoring.add_up(content), strict=True)):
        name = player["name"] or str(n + 1)
        place = ranks.get(player["team"] or name if content["mode"] == "teams" else name, 0)
        is_winner = bool(content["won"]) if content["mode"] == "together" else place == 1
        scores.append(
            {
                "playerRefId": players.setdefault(name, len(players) + 1),
                "score": str(total),
                "rank": place,
                "winner": is_winner,
                "team": player["team"],
            }
        )
    return {
        "id": number,
        "gameRefId": game,
        "playDate": f"{sheet.played_on:%Y-%m-%d} 00:00:00",
        "durationMin": sheet.minutes or 0,
        "usesTeams": content["mode"] == "teams",
        "playerScores": scores,
    }


@dataclass(slots=True)
class ReadPlays:
    """The plays of a file whose games are titles here, and how many others it has."""

    plays: list[Play] = field(default_factory=list)
    unknown_games: list[str] = field(default_factory=list)
    unreadable: int = 0


def read_plays(text: str | bytes) -> ReadPlays:
    """The plays of a file. A play that cannot be read is counted, and leaves the others alone."""
    try:
        data = json.loads(text)
        games = {game["id"]: game for game in data["games"]}
        names = {player["id"]: str(player.get("name", "")) for player in data["players"]}
        plays = list(data["plays"])[:MAX_PLAYS]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DeskRefusal(_("This is not a file of plays from BG Stats.")) from error
    bgg_ids = [game["bggId"] for game in games.values() if _is_count(game.get("bggId"), 2**31)]
    titles = GameTitle.objects.with_names().filter(bgg_id__in=bgg_ids)
    title_by_bgg_id = {title.bgg_id: title for title in titles}
    result = ReadPlays()
    for play in plays:
        try:
            game = games[play["gameRefId"]]
            title = title_by_bgg_id.get(game.get("bggId"))
            if title is None:
                result.unknown_games.append(str(game.get("name", ""))[:MAX_NAME_LETTERS])
            else:
                expansions = _read_expansions(play, games, title_by_bgg_id)
                result.plays.append((title, *_read_play(play, names, expansions)))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            result.unreadable += 1
    return result


def _read_play(
    play: dict[str, Any], names: dict[Any, str], expansions: list[str]
) -> tuple[date, int | None, Content]:
    rows = play["playerScores"][:MAX_PLAYERS]
    content = scoring.make_content(len(rows), [])
    if not rows:
        raise ValueError("a play without players")
    for n, row in enumerate(rows):
        name = " ".join(names.get(row["playerRefId"], "").split())[:MAX_NAME_LETTERS]
        content["players"][n] = {"name": name, "team": str(row.get("team") or "")[:MAX_NAME_LETTERS]}
        content["scores"][0][n] = _read_score(str(row.get("score") or ""))
    content["expansions"] = expansions
    content["mode"] = "teams" if play.get("usesTeams") else "points"
    minutes = play.get("durationMin")
    played_on = datetime.fromisoformat(str(play["playDate"])).date()
    return played_on, minutes if _is_count(minutes, LONGEST_PLAY) else None, content


def _read_expansions(
    play: dict[str, Any], games: dict[Any, dict[str, Any]], title_by_bgg_id: dict[int, GameTitle]
) -> list[str]:
    """The slugs of the expansions that are titles here; the others are left out."""
    expansions = list(play.get("expansionPlays") or [])[: scoring.MAX_EXPANSIONS]
    titles = [title_by_bgg_id.get(games[expansion["gameRefId"]].get("bggId")) for expansion in expansions]
    return [title.slug for title in titles if title is not None]


def _read_score(text: str) -> scoring.Number | None:
    try:
        return scoring.read_number(text, line=0, player="")
    except DeskRefusal:  # BG Stats lets people write "12+5".
        return None


def _is_count(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= most
