"""Picks titles for people who ask "What shall we play?".

The titles suit the wish and differ from each other, and each has reasons. No database, no clock, no
randomness.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from math import log10

MEDIUM_WEIGHT, DEEP_WEIGHT = 2.0, 3.0  # the lowest weights that count as medium and as deep
# These are degrees of GameTitle.LanguageDependence.
FREE_OF_TEXT, LITTLE_TEXT, UNPLAYABLE_WITHOUT_TEXT = 1, 2, 5
MOODS = ("", "light", "medium", "deep", "cooperative", "text_free")
SIMILARITY_PENALTY = 4.0


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants to play, and for how long."""

    players: int | None = None
    age: int | None = None  # of the youngest player
    minutes: int | None = None
    mood: str = ""
    languages: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """The facts of a title whose box is on its shelf. An unknown fact is None."""

    id: int
    players: tuple[int, int] | None = None
    best_with: frozenset[int] = frozenset()
    recommended_with: frozenset[int] = frozenset()
    minutes: tuple[int, int] | None = None
    age: int | None = None
    weight: float | None = None
    text: int | None = None  # how much text the players must read: a degree of GameTitle.LanguageDependence
    languages: frozenset[str] = frozenset()  # of its boxes, and of its rule on this site
    cooperative: bool = False
    popularity: int = 0
    kinds: frozenset[str] = field(default_factory=frozenset)  # mechanisms and themes


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a title: a code for which the page has a sentence, and the number in this sentence."""

    code: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Pick:
    candidate: Candidate
    reasons: tuple[Reason, ...]


def pick_titles(
    wish: Wish, candidates: Iterable[Candidate], seen_ids: Set[int] = frozenset(), n: int = 3
) -> list[Pick]:
    """The title that suits the wish best, then titles that suit it well and differ from those before.

    Titles that the reader has seen are left out.
    """
    remaining = [
        candidate for candidate in candidates if candidate.id not in seen_ids and fits(wish, candidate)
    ]
    chosen_candidates: list[Candidate] = []
    while remaining and len(chosen_candidates) < n:
        best = max(
            remaining, key=lambda candidate: (_rate_beside(wish, candidate, chosen_candidates), -candidate.id)
        )
        chosen_candidates.append(best)
        remaining.remove(best)
    return [Pick(candidate, find_reasons(wish, candidate)) for candidate in chosen_candidates]


# ── Whether a title can be played at all ──────────────────────────────────────────────────────────


def fits(wish: Wish, candidate: Candidate) -> bool:
    """Whether these people can play the title. An unknown fact excludes no title, except the number of
    players.
    """
    if wish.players:
        if candidate.players is None:
            return False
        fewest, most = candidate.players
        if not fewest <= wish.players <= most:
            return False
    if wish.age and candidate.age and candidate.age > wish.age:
        return False
    if wish.minutes and candidate.minutes and candidate.minutes[0] > wish.minutes:
        return False
    return _is_readable(wish, candidate) and _is_in_mood(wish, candidate)


def _is_readable(wish: Wish, candidate: Candidate) -> bool:
    """Whether the players understand the box. If it has much text, this must be in one of their languages."""
    if not wish.languages or not candidate.languages or wish.languages & candidate.languages:
        return True
    return (candidate.text or UNPLAYABLE_WITHOUT_TEXT) <= LITTLE_TEXT


def _is_in_mood(wish: Wish, candidate: Candidate) -> bool:
    if wish.mood == "cooperative":
        return candidate.cooperative
    if wish.mood == "text_free":
        return candidate.text == FREE_OF_TEXT
    if wish.mood in ("light", "medium", "deep"):
        return candidate.weight is not None and _weight_mood(candidate.weight) == wish.mood
    return True


def _weight_mood(weight: float) -> str:
    if weight < MEDIUM_WEIGHT:
        return "light"
    return "medium" if weight < DEEP_WEIGHT else "deep"


# ── How well a title suits ────────────────────────────────────────────────────────────────────────


def rate_candidate(wish: Wish, candidate: Candidate) -> float:
    """The points of a title, without comparing it with others."""
    points = 0.6 * log10(1 + candidate.popularity)
    if wish.players in candidate.best_with:
        points += 3.0
    if wish.players in candidate.recommended_with:
        points += 1.5
    if wish.minutes and candidate.minutes:
        longest = candidate.minutes[1]
        points += 2.0 * longest / wish.minutes if longest <= wish.minutes else -1.0
    if wish.age and candidate.age:
        points += 1.0 - min(1.0, (wish.age - candidate.age) / 8)
    return points


def measure_similarity(first: Candidate, second: Candidate) -> float:
    """How similar two titles are as games, from 0 to 1."""
    kinds_of_both = len(first.kinds | second.kinds)
    shared_kinds = len(first.kinds & second.kinds) / kinds_of_both if kinds_of_both else 0.0
    weight_similarity = 0.5
    if first.weight and second.weight:
        weight_similarity = 1.0 - min(1.0, abs(first.weight - second.weight))
    return 0.7 * shared_kinds + 0.3 * weight_similarity


def _rate_beside(wish: Wish, candidate: Candidate, chosen_candidates: Sequence[Candidate]) -> float:
    """The points of a title, minus a penalty if it resembles a title that was chosen already."""
    similarity = max((measure_similarity(candidate, other) for other in chosen_candidates), default=0.0)
    return rate_candidate(wish, candidate) - SIMILARITY_PENALTY * similarity


def find_reasons(wish: Wish, candidate: Candidate) -> tuple[Reason, ...]:
    """The reasons for this title, the strongest first."""
    players, minutes = wish.players or 0, wish.minutes or 0
    longest = candidate.minutes[1] if candidate.minutes else 0
    is_best = players in candidate.best_with
    is_recommended = players in candidate.recommended_with
    weight_mood = _weight_mood(candidate.weight) if candidate.weight is not None else ""
    is_text_free = candidate.text == FREE_OF_TEXT
    has_much_text = (candidate.text or 0) > FREE_OF_TEXT
    reasons = [
        (is_best, "best_with", players),
        (is_recommended and not is_best, "recommended_with", players),
        (players and not is_best and not is_recommended, "plays", players),
        (0 < longest <= minutes, "minutes", longest),
        (0 < minutes < longest, "may_last", longest),
        (wish.age and candidate.age, "age", candidate.age or 0),
        (candidate.cooperative, "cooperative", 0),
        (is_text_free and (wish.mood == "text_free" or wish.languages), "no_text", 0),
        (weight_mood, f"mood_{weight_mood}", 0),
        (has_much_text and wish.languages & candidate.languages, "language", 0),
    ]
    return tuple(Reason(code, number) for applies, code, number in reasons if applies)
