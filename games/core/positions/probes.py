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
    is_silent: bool = False
    #: The question is about the position alone; the action does not matter.
    is_still: bool = False

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

    #: the probes for which positions are searched
    searched: Sequence[Probe]
    #: section -> why no position can show it, in English for developers
    without_position: Mapping[str, str]
    #: the sections that a first match needs, in the order in which it needs them
    first_match: Sequence[str]
    #: (state, seat) -> actions that one might try although the menu does not offer them
    list_attempts: Callable[[Any, int], Iterable[Action]] = lambda state, seat: ()
    #: the probes of the worked examples of the rule; nobody searches positions for them
    examples: Sequence[Probe] = ()


# --- probes that every game can use ---------------------------------------------------------------

Fits = Callable[[int, Json], bool]
When = Callable[[Moment], bool]


def ask_refusal(section: str, code: str, fits: Fits, when: When = lambda moment: True) -> Probe:
    """May one do this? No: the engine refuses it with this code."""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        if moment.refusal and moment.refusal.code == code and moment.refusal.rule == section and when(moment):
            yield ProbeQuestion({}, (True, False), False)

    return Probe(
        section=section,
        question="allowed",
        answers="yes_no",
        cited_by=f"refusal {code}",
        find=find,
        fits=fits,
    )


def ask_allowed(section: str, cited_by: str, fits: Fits, when: When) -> Probe:
    """May one do this? Yes, because of this section."""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        if not moment.refusal and when(moment):
            yield ProbeQuestion({}, (True, False), True)

    return Probe(
        section=section, question="allowed", answers="yes_no", cited_by=cited_by, find=find, fits=fits
    )


def ask_next(section: str, cited_by: str, fits: Fits, when: When) -> Probe:
    """Who must decide after this action?"""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        pending = moment.engine.decisions(moment.after)
        if not moment.refusal and len(pending) == 1 and when(moment):
            yield ProbeQuestion({}, tuple(range(moment.seats)), pending[0].seat)

    return Probe(section=section, question="next", answers="seat", cited_by=cited_by, find=find, fits=fits)


def ask_over(section: str, cited_by: str, fits: Fits, when: When) -> Probe:
    """Is the match over after this action?"""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        if not moment.refusal and when(moment):
            yield ProbeQuestion({}, (True, False), moment.engine.outcome(moment.after) is not None)

    return Probe(section=section, question="over", answers="yes_no", cited_by=cited_by, find=find, fits=fits)


def ask_score(section: str, fits: Fits, question: str = "score") -> Probe:
    """How many points does a seat have at the end?"""

    def find(moment: Moment) -> Iterable[ProbeQuestion]:
        outcome = moment.engine.outcome(moment.after)
        if not moment.refusal and outcome:
            seat = outcome.winners[0]
            score = outcome.scores[seat]
            yield ProbeQuestion({"seat": seat}, list_counts(score, *outcome.scores), score)

    return Probe(
        section=section, question=question, answers="count", cited_by="score line", find=find, fits=fits
    )


def ask_also(variant: str, probe: Probe) -> Probe:
    """A further question about a section, besides its first one."""
    return replace(probe, variant=variant)


def ask_example(probe: Probe) -> Probe:
    """The question about the worked example of a section."""
    return ask_also("example", probe)


def list_counts(answer: int, *others: int) -> tuple[int, ...]:
    """The answer and at most three other numbers, sorted."""
    wrong = [count for count in (*others, answer + 2, answer - 1, answer + 5) if count != answer]
    return tuple(sorted({answer, *list(dict.fromkeys(wrong))[:3]}))


def has_event(moment: Moment, kind: str) -> bool:
    return any(event[0] == kind for event in moment.events)
