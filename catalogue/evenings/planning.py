"""Proposes titles for a group on a day: with enough seats, in the time that it has, and with a free box."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from catalogue.desk.promises import Days, load_calendars
from catalogue.evenings.times import PlayingTime, load_playing_times
from catalogue.models import Evening, EveningGuest, GameTitle, TitleTag
from catalogue.models.titles import parse_player_counts
from catalogue.search.index import Between
from catalogue.search.index.facets import Choice
from catalogue.search.index.pick import Candidate, Wish, pick_titles
from catalogue.search.live_index import catalogue_index

PROPOSALS = 3
MAX_TABLES = 4
MAX_CANDIDATES = 60  # the most popular titles that fit; less popular ones would hardly be chosen
TEACHING_BY_WEIGHT, UNKNOWN_WEIGHT = 5, 2.0  # minutes to teach for each point of weight
FACTS = (
    "pk",
    "players_best",
    "minutes_min",
    "minutes_max",
    "age",
    "weight",
    "language_dependence",
    "popularity",
)


@dataclass(frozen=True, slots=True)
class Group:
    """The guests of an evening as a group."""

    people: int
    minutes: int  # the time that all guests have
    age: int | None = None  # of the youngest guest
    mood: str = ""  # of most guests


@dataclass(frozen=True, slots=True)
class Seating:
    """One title for one table of the group."""

    title_id: int
    people: int
    teaching: int  # the minutes to teach the title
    minutes: int  # the minutes to play it


Proposal = tuple[Seating, ...]


def describe_group(evening: Evening, guests: Sequence[EveningGuest]) -> Group | None:
    """The group of an evening; None without guests. The arrival of the last guest shortens the time."""
    if not guests:
        return None
    begins = datetime.combine(evening.day, evening.begins)
    arrivals = [datetime.combine(evening.day, guest.arrives) for guest in guests if guest.arrives]
    waiting_time = max([timedelta(), *(arrival - begins for arrival in arrivals)])
    ages = [guest.age for guest in guests if guest.age]
    moods = Counter(guest.mood for guest in guests if guest.mood)
    return Group(
        people=sum(guest.people for guest in guests),
        minutes=max(evening.minutes - int(waiting_time.total_seconds() // 60), 0),
        age=min(ages, default=None),
        mood=moods.most_common(1)[0][0] if moods else "",
    )


def propose(group: Group, day: date, *, today: date, seen_ids: Set[int] = frozenset()) -> list[Proposal]:
    """At most three proposals. They share no title, and have none of the titles with these ids.

    The whole group sits at one table. If no title has enough seats, it is split into two tables, then three,
    and so on.
    """
    proposals: list[Proposal] = []
    excluded_ids = set(seen_ids)
    for table_count in range(1, min(MAX_TABLES, group.people) + 1):
        proposals += _propose_tables(group, table_count, day, today, excluded_ids)
        if len(proposals) >= PROPOSALS:
            break
        excluded_ids |= {seating.title_id for proposal in proposals for seating in proposal}
    return proposals[:PROPOSALS]


def _propose_tables(
    group: Group, table_count: int, day: date, today: date, excluded_ids: Set[int]
) -> list[Proposal]:
    """Proposals for this number of tables, whose sizes differ by at most one person."""
    smallest, larger_tables = divmod(group.people, table_count)
    sizes = [smallest + 1] * larger_tables + [smallest] * (table_count - larger_tables)
    seatings_by_size: dict[int, list[Seating]] = {}
    excluded_ids = set(excluded_ids)
    for size, count in Counter(sizes).items():
        seatings = _choose_titles(group, size, count * PROPOSALS, day, today, excluded_ids)
        seatings_by_size[size] = seatings
        excluded_ids |= {seating.title_id for seating in seatings}
    proposals: list[Proposal] = []
    while len(proposals) < PROPOSALS and _has_seating_for_each(sizes, seatings_by_size):
        proposals.append(tuple(seatings_by_size[size].pop(0) for size in sizes))
    return proposals


def _has_seating_for_each(sizes: list[int], seatings_by_size: dict[int, list[Seating]]) -> bool:
    return all(len(seatings_by_size[size]) >= count for size, count in Counter(sizes).items())


def _choose_titles(
    group: Group, people: int, count: int, day: date, today: date, excluded_ids: Set[int]
) -> list[Seating]:
    """The best titles for a table of this size. Titles that suit the mood come first."""
    wish = Wish(players=people, age=group.age, minutes=group.minutes)
    wish_with_mood = replace(wish, mood=group.mood)
    candidates = _select_feasible(_load_candidates(wish, excluded_ids), group.minutes, day, today)
    picks = pick_titles(wish_with_mood, candidates, excluded_ids, count)
    if len(picks) < count:
        picked_ids = {pick.candidate.id for pick in picks}
        picks += pick_titles(wish, candidates, excluded_ids | picked_ids, count - len(picks))
    return [_seat(pick.candidate, people) for pick in picks]


def _load_candidates(wish: Wish, excluded_ids: Set[int]) -> list[Candidate]:
    """The most popular titles for a table like this, with the time that they take in this house."""
    ids = _search_ids(wish, excluded_ids)
    rows = {row["pk"]: row for row in GameTitle.objects.filter(pk__in=ids).values(*FACTS)}
    tags_by_title: dict[int, set[str]] = {id: set() for id in ids}
    for title_id, slug in TitleTag.objects.filter(title__in=ids).values_list("title_id", "tag__slug"):
        tags_by_title[title_id].add(slug)
    playing_times = load_playing_times(ids)
    return [
        _make_candidate(row, frozenset(tags_by_title[id]), _find_minutes(row, playing_times.get(id)), wish)
        for id, row in rows.items()
    ]


def _search_ids(wish: Wish, excluded_ids: Set[int]) -> list[int]:
    filters: dict[str, Choice] = {
        "available": ["in", "out"],
        "kind": [GameTitle.Kind.GAME],
        "players": [wish.players or 1],
        "minutes": Between(0, wish.minutes or 0),
    }
    if wish.age:
        filters["age"] = Between(0, wish.age)
    size = MAX_CANDIDATES + len(excluded_ids)
    found_ids = catalogue_index.search(filters=filters, sort="-popularity", size=size).ids
    return [id for id in found_ids if id not in excluded_ids][:MAX_CANDIDATES]


def _find_minutes(row: dict[str, Any], playing_time: PlayingTime | None) -> tuple[int, int]:
    """The shortest and the longest time: as measured in this house, otherwise as the box says."""
    if playing_time is not None:
        return playing_time.low, playing_time.high
    return row["minutes_min"] or row["minutes_max"], row["minutes_max"] or row["minutes_min"]


def _make_candidate(
    row: dict[str, Any], tags: frozenset[str], minutes: tuple[int, int], wish: Wish
) -> Candidate:
    people = wish.players or 1  # The index has only found titles for this number.
    return Candidate(
        id=row["pk"],
        players=(people, people),
        best_with=frozenset(parse_player_counts(row["players_best"])),
        minutes=minutes,
        age=row["age"],
        weight=row["weight"],
        text=row["language_dependence"],
        cooperative=any(slug.startswith("cooperative") for slug in tags),
        popularity=row["popularity"],
        kinds=tags,
    )


def _select_feasible(
    candidates: Iterable[Candidate], minutes: int, day: date, today: date
) -> list[Candidate]:
    """The candidates that end in time, and of which a box is free on the day."""
    in_time = [candidate for candidate in candidates if sum(_estimate_minutes(candidate)) <= minutes]
    calendars = load_calendars([candidate.id for candidate in in_time], today=today)
    days = Days(day, day)
    return [
        candidate
        for candidate in in_time
        if calendars[candidate.id].boxes and calendars[candidate.id].find_full_day(days) is None
    ]


def _estimate_minutes(candidate: Candidate) -> tuple[int, int]:
    """The minutes to teach a title and to play it."""
    teaching = round(TEACHING_BY_WEIGHT * (candidate.weight or UNKNOWN_WEIGHT))
    return teaching, candidate.minutes[1] if candidate.minutes else 0


def _seat(candidate: Candidate, people: int) -> Seating:
    teaching, minutes = _estimate_minutes(candidate)
    return Seating(candidate.id, people, teaching, minutes)
