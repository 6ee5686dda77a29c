"""Probes: functions that recognise the moments of a match in which a section of the rule applies.

A game lists its probes in games/<game>/positions.py. Nobody writes an answer by hand: the engine does an
action, and the probe reads the answer from what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.core.contract import Action, Engine, Event, Json, Refusal

#: the questions that the probes below ask, whatever the game is
COMMON_QUESTIONS = frozenset({"allowed", "best", "next", "over", "score"})


class Moment(NamedTuple):
    """An action in a position, and what the engine did with it."""

    engine: Engine
    seats: int
    before: Any
    seat: int
    action: Action
    #: why the engine refuses the action; then there are no events, and `after` is `before`
    refusal: Refusal | None
    events: Sequence[Event]
    after: Any


class ProbeQuestion(NamedTuple):
    """A question about a moment: its parameters, the possible answers, and the right one."""

    params: Json
    choices: Sequence[Any]
    answer: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Probe:
    """Recognises the moments in which a section of the rule applies."""

    section: str
    #: the name of the question, which is in `QUESTIONS` of the site or in the words of the game
    question: str
    #: the kind of the answers: `yes_no`, `seat` (None is nobody), `count` or `thing` (a name of the game)
    answers: str
    #: where the engine cites the section, such as `refusal bid_too_low` or `event given`
    cited_by: str
    find: Callable[[Moment], Iterable[ProbeQuestion]]
    #: (seats, options) -> whether the section applies to such a match
    fits: Callable[[int, Json], bool]
    #: distinguishes a further question about a section from its first one
    variant: str = ""
    #: The question itself says what is done; otherwise the page names the action before it.
    hides_action: bool = False
    #: The question is about the position alone; the action does not matter.
    ignores_action: bool = False

    @property
    def key(self) -> str:
        """The section, with the variant of a further question."""
        return f"{self.section}-{self.variant}" if self.variant else self.section

    @property
    def is_refusal(self) -> bool:
        return self.cited_by.startswith("refusal ")


@dataclass(frozen=True, kw_only=True, slots=True)
class GameProbes:
    """The probes of one game."""

    #: the probes for which positions are searched in random matches
    searched_probes: Sequence[Probe]
    #: section -> why no position can show it, in English for developers
    without_position: Mapping[str, str]
    #: the sections that somebody needs for a first match, in the order in which the match needs them
    sections_of_first_match: Sequence[str]
    #: (state, seat) -> actions that one might try although the menu does not offer them
    list_attempts: Callable[[Any, int], Iterable[Action]] = lambda state, seat: ()
    #: the probes of the worked examples of the rule; nobody searches positions for them
    example_probes: Sequence[Probe] = ()


# --- probes that every game can use ---------------------------------------------------------------

Fits = Callable[[int, Json], bool]
When = Callable[[Moment], bool]


def expect_refusal(
    section: str, *, code: str, fits: Fits, when: When = lambda moment: True, variant: str = ""
) -> Probe:
    """May one do this? No: the engine refuses it with this code."""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        refusal = moment.refusal
        if refusal and refusal.code == code and refusal.rule == section and when(moment):
            yield ProbeQuestion(params={}, choices=(True, False), answer=False)

    return Probe(
        section=section,
        question="allowed",
        answers="yes_no",
        cited_by=f"refusal {code}",
        find=find,
        fits=fits,
        variant=variant,
    )


def ask_whether_allowed(section: str, *, cited_by: str, fits: Fits, when: When, variant: str = "") -> Probe:
    """May one do this? Yes, because of this section."""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        if not moment.refusal and when(moment):
            yield ProbeQuestion(params={}, choices=(True, False), answer=True)

    return Probe(
        section=section,
        question="allowed",
        answers="yes_no",
        cited_by=cited_by,
        find=find,
        fits=fits,
        variant=variant,
    )


def ask_next_seat(section: str, *, cited_by: str, fits: Fits, when: When, variant: str = "") -> Probe:
    """Who must decide after this action?"""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        pending = moment.engine.decisions(moment.after)
        if not moment.refusal and len(pending) == 1 and when(moment):
            all_seats = tuple(range(moment.seats))
            yield ProbeQuestion(params={}, choices=all_seats, answer=pending[0].seat)

    return Probe(
        section=section,
        question="next",
        answers="seat",
        cited_by=cited_by,
        find=find,
        fits=fits,
        variant=variant,
    )


def ask_whether_over(section: str, *, cited_by: str, fits: Fits, when: When) -> Probe:
    """Is the match over after this action?"""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        if not moment.refusal and when(moment):
            is_over = moment.engine.outcome(moment.after) is not None
            yield ProbeQuestion(params={}, choices=(True, False), answer=is_over)

    return Probe(section=section, question="over", answers="yes_no", cited_by=cited_by, find=find, fits=fits)


def ask_score(section: str, *, fits: Fits, question: str = "score", variant: str = "") -> Probe:
    """How many points does a seat have at the end?"""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        outcome = moment.engine.outcome(moment.after)
        if not moment.refusal and outcome:
            seat = outcome.winners[0]
            score = outcome.scores[seat]
            counts = add_wrong_counts(score, *outcome.scores)
            yield ProbeQuestion(params={"seat": seat}, choices=counts, answer=score)

    return Probe(
        section=section,
        question=question,
        answers="count",
        cited_by="score line",
        find=find,
        fits=fits,
        variant=variant,
    )


def ask_example(probe: Probe) -> Probe:
    """The question about the worked example of a section."""
    return replace(probe, variant="example")


def add_wrong_counts(answer: int, *wrong: int) -> tuple[int, ...]:
    """The answer among at most three plausible wrong numbers, sorted."""
    candidates = (*wrong, answer + 2, answer - 1, answer + 5)
    wrong_counts = dict.fromkeys(count for count in candidates if count != answer)
    return tuple(sorted([answer, *list(wrong_counts)[:3]]))


def has_event(moment: Moment, kind: str) -> bool:
    return any(event[0] == kind for event in moment.events)
