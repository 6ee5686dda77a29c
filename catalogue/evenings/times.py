"""How long titles really take in this house, from score sheets with a noted time."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from catalogue.models import ScoreSheet

MIN_PLAYS = 3  # Fewer plays are too few for a median.
MAX_PLAYS = 200  # Of each title, only the newest plays count.


@dataclass(frozen=True, slots=True)
class PlayingTime:
    """How long some plays took, in minutes. Half of them took between low and high."""

    play_count: int
    middle: int  # the median
    low: int
    high: int


def summarise(minutes: Sequence[int]) -> PlayingTime | None:
    """The playing time, from the minutes of each play; None if there are too few plays."""
    if len(minutes) < MIN_PLAYS:
        return None
    low, _middle, high = quantiles(minutes, n=4, method="inclusive")
    return PlayingTime(len(minutes), round(median(minutes)), round(low), round(high))


def load_playing_times(title_ids: Iterable[int]) -> dict[int, PlayingTime]:
    """By title id, the playing time of titles that were played often enough. Takes one query."""
    minutes_by_title: dict[int, list[int]] = defaultdict(list)
    for title_id, _players, minutes in _select_plays(title_ids):
        minutes_by_title[title_id].append(minutes)
    return _summarise_each(minutes_by_title)


def load_times_by_players(title_id: int) -> dict[int, PlayingTime]:
    """By number of players, the playing time of one title. The key 0 has all plays together."""
    minutes_by_players: dict[int, list[int]] = defaultdict(list)
    for _title_id, players, minutes in _select_plays([title_id]):
        minutes_by_players[players].append(minutes)
        minutes_by_players[0].append(minutes)
    return _summarise_each(dict(sorted(minutes_by_players.items())))


def _summarise_each(minutes_by_key: dict[int, list[int]]) -> dict[int, PlayingTime]:
    """The playing time for each key. Keys with too few plays are left out."""
    measured = {key: summarise(minutes) for key, minutes in minutes_by_key.items()}
    return {key: time for key, time in measured.items() if time}


def _select_plays(title_ids: Iterable[int]) -> list[tuple[int, int, int]]:
    """The title id, the number of players and the minutes of the newest plays of each title."""
    plays = ScoreSheet.objects.filter(title__in=list(title_ids), is_counted=True).exclude(minutes=None)
    newest = Window(RowNumber(), partition_by=F("title"), order_by=F("pk").desc())
    rows = plays.annotate(place=newest).filter(place__lte=MAX_PLAYS)
    return list(rows.order_by("pk").values_list("title_id", "players", "minutes"))
