"""Reads and writes files of plays in the format of the app BG Stats."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.evenings import scoring
from catalogue.evenings.scoring import MAX_PLAYERS, Content, tidy_name
from catalogue.evenings.sheets import LONGEST_PLAY, Play
from catalogue.models import GameTitle, ScoreSheet

MAX_PLAYS = 500
MAX_BGG_ID = 2**31 - 1
#: Databases limit the values of one statement, and plan long lists of them slowly.
IDS_PER_QUERY = 500


def write_plays(sheets: Iterable[ScoreSheet]) -> dict[str, Any]:
    """The file for these sheets, which must be loaded with their titles and names."""
    sheets = list(sheets)
    expansion_by_slug = _load_expansions(sheets)
    writer = _Writer()
    for sheet in sheets:
        slugs = sheet.content.get("expansions", ())
        expansions = [expansion_by_slug[slug] for slug in slugs if slug in expansion_by_slug]
        writer.add_play(sheet, expansions)
    return writer.to_json()


def _load_expansions(sheets: Iterable[ScoreSheet]) -> dict[str, GameTitle]:
    """By slug, the titles of all expansions that were played."""
    slugs: set[str] = set()
    for sheet in sheets:
        slugs.update(sheet.content.get("expansions", ()))
    return {title.slug: title for title in GameTitle.objects.with_names().filter(slug__in=slugs)}


@dataclass(slots=True)
class _Writer:
    """Writes a file, one play after the other. Games and players get ids that count from 1."""

    plays: list[dict[str, Any]] = field(default_factory=list)
    game_by_pk: dict[int, dict[str, Any]] = field(default_factory=dict)
    id_by_player: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        players = []
        for name, player_id in self.id_by_player.items():
            players.append({"id": player_id, "name": name, "isAnonymous": False})
        return {
            "about": "BG Stats",
            "players": players,
            "games": list(self.game_by_pk.values()),
            "locations": [],
            "plays": self.plays,
        }

    def add_play(self, sheet: ScoreSheet, expansions: Iterable[GameTitle]) -> None:
        play = {
            "id": len(self.plays) + 1,
            "gameRefId": self._find_game_id(sheet.title),
            "playDate": f"{sheet.played_on:%Y-%m-%d} 00:00:00",
            "durationMin": sheet.minutes or 0,
            "usesTeams": sheet.content["mode"] == "teams",
            "playerScores": self._list_scores(sheet.content),
            "expansionPlays": [{"gameRefId": self._find_game_id(title)} for title in expansions],
        }
        self.plays.append(play)

    def _find_game_id(self, title: GameTitle) -> int:
        if title.pk not in self.game_by_pk:
            game_id = len(self.game_by_pk) + 1
            self.game_by_pk[title.pk] = {"id": game_id, "name": title.name, "bggId": title.bgg_id or 0}
        return self.game_by_pk[title.pk]["id"]

    def _list_scores(self, content: Content) -> list[dict[str, Any]]:
        rank_by_name = {standing.name: standing.rank for standing in scoring.rank(content)}
        totals = scoring.add_up(content)
        scores = []
        for number, (player, total) in enumerate(zip(content["players"], totals, strict=True), start=1):
            name = player["name"] or str(number)
            ranked_name = name
            if content["mode"] == "teams" and player["team"]:
                ranked_name = player["team"]
            rank = rank_by_name.get(ranked_name, 0)
            has_won = bool(content["won"]) if content["mode"] == "together" else rank == 1
            player_id = self.id_by_player.setdefault(name, len(self.id_by_player) + 1)
            scores.append(
                {
                    "playerRefId": player_id,
                    "score": str(total),
                    "rank": rank,
                    "winner": has_won,
                    "team": player["team"],
                }
            )
        return scores


@dataclass(slots=True)
class ReadPlays:
    """The plays of a file whose games are titles of the catalogue, and what could not be read."""

    plays: list[Play] = field(default_factory=list)
    unknown_games: list[str] = field(
        default_factory=list
    )  # the names of games that the catalogue does not have
    unreadable: int = 0  # how many plays could not be read


def read_plays(text: str | bytes) -> ReadPlays:
    """Reads the plays of a file. A play that cannot be read is counted and left out."""
    try:
        data = json.loads(text)
        games = {game["id"]: game for game in data["games"]}
        names = {player["id"]: str(player.get("name", "")) for player in data["players"]}
        plays = list(data["plays"])[:MAX_PLAYS]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DeskRefusal(_("This is not a file of plays from BG Stats.")) from error
    title_by_bgg_id = _load_titles(_find_bgg_ids(plays, games))
    result = ReadPlays()
    for play in plays:
        try:
            game = games[play["gameRefId"]]
            title = title_by_bgg_id.get(game.get("bggId"))
            if title is None:
                result.unknown_games.append(tidy_name(str(game.get("name", ""))))
            else:
                expansions = _read_expansions(play, games, title_by_bgg_id)
                result.plays.append((title, *_read_play(play, names, expansions)))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            result.unreadable += 1
    return result


def _find_bgg_ids(plays: Iterable[Any], games: dict[Any, dict[str, Any]]) -> set[int]:
    """The BoardGameGeek ids of all games and expansions that were played. A backup also has others."""
    bgg_ids = set()
    for play in plays:
        try:
            for reference in (play, *_list_expansions(play)):
                bgg_id = games[reference["gameRefId"]].get("bggId")
                if _is_positive(bgg_id, MAX_BGG_ID):
                    bgg_ids.add(bgg_id)
        except (TypeError, KeyError, AttributeError):
            continue  # `read_plays` counts it as unreadable.
    return bgg_ids


def _load_titles(bgg_ids: Iterable[int]) -> dict[int, GameTitle]:
    """The titles that have these numbers, by their numbers."""
    title_by_bgg_id = {}
    remaining = iter(bgg_ids)
    while block := list(islice(remaining, IDS_PER_QUERY)):
        for title in GameTitle.objects.with_names().filter(bgg_id__in=block):
            title_by_bgg_id[title.bgg_id] = title
    return title_by_bgg_id


def _read_play(
    play: dict[str, Any], names: dict[Any, str], expansions: list[str]
) -> tuple[date, int | None, Content]:
    """The day of a play, its minutes if they are known, and the content of its sheet."""
    rows = play["playerScores"][:MAX_PLAYERS]
    if not rows:
        raise ValueError("a play without players")
    content = scoring.make_content(len(rows), [])
    for index, row in enumerate(rows):
        name, team = names.get(row["playerRefId"], ""), str(row.get("team") or "")
        content["players"][index] = {"name": tidy_name(name), "team": tidy_name(team)}
        content["scores"][0][index] = _read_score(str(row.get("score") or ""))
    content["expansions"] = expansions
    content["mode"] = "teams" if play.get("usesTeams") else "points"
    played_on = datetime.fromisoformat(str(play["playDate"])).date()
    minutes = play.get("durationMin")
    if not _is_positive(minutes, LONGEST_PLAY):
        minutes = None
    return played_on, minutes, content


def _read_expansions(
    play: dict[str, Any], games: dict[Any, dict[str, Any]], title_by_bgg_id: dict[int, GameTitle]
) -> list[str]:
    """The slugs of the expansions that are titles here; the others are left out."""
    titles = [
        title_by_bgg_id.get(games[expansion["gameRefId"]].get("bggId"))
        for expansion in _list_expansions(play)
    ]
    return [title.slug for title in titles if title is not None]


def _list_expansions(play: dict[str, Any]) -> list[Any]:
    return list(play.get("expansionPlays") or [])[: scoring.MAX_EXPANSIONS]


def _read_score(text: str) -> scoring.Number | None:
    try:
        return scoring.read_number(text, line=0, player="")
    except DeskRefusal:  # BG Stats lets people write "12+5".
        return None


def _is_positive(value: Any, largest: int) -> bool:
    """Whether the value is a whole number from 1 to the largest."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= largest
