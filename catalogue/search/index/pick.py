"""What shall we play? Three good answers that differ, each with its reasons. Pure: no database, no clock, no chance."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from math import log10

LIGHT, DEEP = 2.0, 3.0
FREE_OF_TEXT = 1
MOODS = ("", "light", "medium", "deep", "cooperative", "text_free")


@dataclass(frozen=True, slots=True)
class Wish:
    """Who sits at the table, and for how long."""

    players: int | None = None
    age: int | None = None
    minutes: int | None = None
    mood: str = ""
    languages: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is known of a title whose box is in."""

    id: int
    players: tuple[int, int] | None = None
    best_with: frozenset[int] = frozenset()
    recommended_with: frozenset[int] = frozenset()
    minutes: tuple[int, int] | None = None
    age: int | None = None
    weight: float | None = None
    text: int | None = None
    languages: frozenset[str] = frozenset()  # of its boxes and of its rule here
    cooperative: bool = False
    popularity: int = 0
    kinds: frozenset[str] = field(default_factory=frozenset)  # mechanisms and themes


@dataclass(frozen=True, slots=True)
class Reason:
    """A code for the page to say, and its number."""

    code: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Pick:
    candidate: Candidate
    reasons: tuple[Reason, ...]


def fits(wish: Wish, one: Candidate) -> bool:
    """Whether this table can play it at all; what is not known is no obstacle, except the number of players."""
    if wish.players and not (one.players and one.players[0] <= wish.players <= one.players[1]):
        return False
    if wish.age and one.age and one.age > wish.age:
        return False
    if wish.minutes and one.minutes and one.minutes[0] > wish.minutes:
        return False
    return _readable(wish, one) and _in_mood(wish, one)


def _readable(wish: Wish, one: Candidate) -> bool:
    """A box with much text must be in a language of the table."""
    return not wish.languages or not one.languages or bool(wish.languages & one.languages) or (one.text or 5) <= 2


def _in_mood(wish: Wish, one: Candidate) -> bool:
    if wish.mood == "cooperative":
        return one.cooperative
    if wish.mood == "text_free":
        return one.text == FREE_OF_TEXT
    if wish.mood in ("light", "medium", "deep"):
        return one.weight is not None and _band(one.weight) == wish.mood
    return True


def _band(weight: float) -> str:
    return "light" if weight < LIGHT else "medium" if weight < DEEP else "deep"


def reasons(wish: Wish, one: Candidate) -> tuple[Reason, ...]:
    """Why this title, the strongest first."""
    players, longest = wish.players or 0, one.minutes[1] if one.minutes else 0
    band = _band(one.weight) if one.weight is not None else ""
    given = [
        ("best_with", players, players in one.best_with),
        ("recommended_with", players, players in one.recommended_with and players not in one.best_with),
        ("plays", players, bool(players) and players not in one.best_with | one.recommended_with),
        ("minutes", longest, 0 < longest <= (wish.minutes or 0)),
        ("may_last", longest, 0 < (wish.minutes or 0) < longest),
        ("age", one.age or 0, bool(wish.age and one.age)),
        ("cooperative", 0, one.cooperative),
        ("no_text", 0, one.text == FREE_OF_TEXT and (wish.mood == "text_free" or bool(wish.languages))),
        ("mood_" + band, 0, bool(band)),
        ("language", 0, bool(wish.languages & one.languages) and (one.text or 0) > FREE_OF_TEXT),
    ]  # fmt: skip
    return tuple(Reason(code, number) for code, number, holds in given if holds)


def worth(wish: Wish, one: Candidate) -> float:
    """How well it suits, before looking at the others."""
    points = 0.6 * log10(1 + one.popularity)
    points += 3.0 * (wish.players in one.best_with) + 1.5 * (wish.players in one.recommended_with)
    if wish.minutes and one.minutes:
        points += 2.0 * min(1.0, one.minutes[1] / wish.minutes) if one.minutes[1] <= wish.minutes else -1.0
    if wish.age and one.age:
        points += 1.0 - min(1.0, (wish.age - one.age) / 8)
    return points


def alike(one: Candidate, other: Candidate) -> float:
    """From 0 to 1: how much two titles are the same kind of evening."""
    union = len(one.kinds | other.kinds)
    shared = len(one.kinds & other.kinds) / union if union else 0.0
    near = 1.0 - min(1.0, abs(one.weight - other.weight)) if one.weight and other.weight else 0.5
    return 0.7 * shared + 0.3 * near


def pick(wish: Wish, candidates: Iterable[Candidate], seen: Set[int] = frozenset(), n: int = 3) -> list[Pick]:
    """The best title, then those that are as good and unlike what is chosen; never one already seen."""
    left = [one for one in candidates if one.id not in seen and fits(wish, one)]
    chosen: list[Candidate] = []
    while left and len(chosen) < n:
        best = max(left, key=lambda one: (_apart(wish, one, chosen), -one.id))
        chosen.append(best)
        left.remove(best)
    return [Pick(one, reasons(wish, one)) for one in chosen]


def _apart(wish: Wish, one: Candidate, chosen: Sequence[Candidate]) -> float:
    return worth(wish, one) - 4.0 * max((alike(one, other) for other in chosen), default=0.0)
