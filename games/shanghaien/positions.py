"""The probes of Shanghaien, which recognise moments in which a section of the rule applies.

A function `_find_…` yields the questions about a moment, and none if its section does not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.core.contract import Event, Json
from games.core.positions.probes import (
    GameProbes,
    Moment,
    Probe,
    ProbeQuestion,
    add_wrong_counts,
    ask_example,
    ask_next_seat,
    ask_score,
    ask_whether_allowed,
    ask_whether_over,
    expect_refusal,
    has_event,
)
from games.shanghaien.rules.tables import JOKER_VALUE


def _is_plain(seats: int, options: Json) -> bool:
    return not options["extra_trick"]


def _has_extra_trick(seats: int, options: Json) -> bool:
    return bool(options["extra_trick"])


def _find_pile(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks how many cards the pile has after six were turned up."""
    if moment.before.round == 1 and not moment.before.direction and not moment.before.roll:
        pile = moment.engine.view(moment.before, None)["draw_pile"]
        yield ProbeQuestion(params={}, choices=(36, 40, 42, 48), answer=pile)


def _find_rounds_left(moment: Moment) -> Iterable[ProbeQuestion]:
    if _list_events(moment, "opened"):
        view = moment.engine.view(moment.after, None)
        rounds_left = view["rounds"] - view["round"] + 1
        counts = add_wrong_counts(rounds_left, rounds_left - 2)
        yield ProbeQuestion(params={}, choices=counts, answer=rounds_left)


def _find_landing(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks where a die is placed. The answers include counting from the wrong end of the row."""
    for _kind, _seat, _die, card in _list_events(moment, "placed"):
        row = [place["card"] for place in moment.engine.view(moment.before, None)["tavern"]]
        yield ProbeQuestion(params={}, choices=row, answer=card)


def _find_new_opener(moment: Moment) -> Iterable[ProbeQuestion]:
    for _kind, _round, starter in _list_events(moment, "opened"):
        yield ProbeQuestion(params={}, choices=(0, 1), answer=starter)


def _find_taker(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes a card at which both seats have dice, but not equally many."""
    for _kind, card, number, taker, dice, neighbour_sums in _list_events(moment, "given"):
        # The engine adds up the neighbours only after a tie.
        is_tie = neighbour_sums is not None
        if min(dice) > 0 and not is_tie:
            yield ProbeQuestion(params={"number": number, "card": card}, choices=(0, 1, None), answer=taker)


def _find_taker_after_tie(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes a card at which both have equally many dice, so that the neighbours decide."""
    for _kind, card, number, taker, dice, neighbour_sums in _list_events(moment, "given"):
        is_tie = neighbour_sums is not None
        if min(dice) > 0 and is_tie and taker is not None:
            yield ProbeQuestion(params={"number": number, "card": card}, choices=(0, 1, None), answer=taker)


def _list_events(moment: Moment, kind: str) -> list[Event]:
    return [event for event in moment.events if event[0] == kind]


def _find_joined_crew(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks what a crew is worth after a joker has joined it."""
    if moment.refusal or not _plays_trick(moment, use="joker"):
        return
    _kind, _card, _use, nation, _die, _delta = moment.action
    worth_before = _count_crew(moment, moment.before, nation)
    worth = _count_crew(moment, moment.after, nation)
    # They are right if the joker counts nothing, counts one, or also doubles the crew.
    wrong_worths = (worth_before, worth_before + 1, worth_before * 2 + JOKER_VALUE)
    yield ProbeQuestion(
        params={"nation": nation, "seat": moment.seat},
        choices=add_wrong_counts(worth, *wrong_worths),
        answer=worth,
    )


def _count_crew(moment: Moment, state: object, nation: str) -> int:
    rows = moment.engine.view(state, moment.seat)["table"]
    return next(row["mine"] for row in rows if row["nation"] == nation)


def _plays_trick(moment: Moment, *, use: str) -> bool:
    """Whether the action plays a trick card for this use."""
    return moment.action[0] == "trick" and moment.action[2] == use


def _places_both(moment: Moment) -> bool:
    """Whether both dice are placed at once. While the direction is open, it must be chosen first."""
    return _plays_trick(moment, use="both") and bool(moment.before.direction)


def _rolls_again(moment: Moment) -> bool:
    return _plays_trick(moment, use="reroll")


def _owns_trick(moment: Moment) -> bool:
    return bool(moment.before.trick_masks[moment.seat])


def _names_a_die(moment: Moment) -> bool:
    _kind, die = moment.action
    return die is not None


def _plays_trick_in_first_round(moment: Moment) -> bool:
    return moment.action[0] == "trick" and moment.before.round == 1


def _ends(moment: Moment) -> bool:
    return has_event(moment, "ended")


def _ask(
    section: str,
    *,
    question: str,
    answers: str,
    cited_by: str,
    find: Callable[[Moment], Iterable[ProbeQuestion]],
    ignores_action: bool = False,
) -> Probe:
    """A question of this game about a section.

    `cited_by` is where the engine names the section. A question that `ignores_action` is about the position
    alone, not about what is done in it.
    """
    return Probe(
        section=section,
        question=question,
        answers=answers,
        cited_by=cited_by,
        find=find,
        fits=_is_plain,
        ignores_action=ignores_action,
    )


LANDING = _ask("place", question="landing", answers="thing", cited_by="event placed", find=_find_landing)
TAKER_AFTER_TIE = _ask(
    "distribution-tie", question="taker", answers="seat", cited_by="event given", find=_find_taker_after_tie
)
SCORE = ask_score("scoring", fits=_is_plain)
PROBES = GameProbes(
    # the worked examples of the rule, whose positions are given
    example_probes=(ask_example(LANDING), ask_example(TAKER_AFTER_TIE), ask_example(SCORE)),
    # the probes for which positions are searched in random matches
    searched_probes=(
        _ask(
            "setup",
            question="pile",
            answers="count",
            cited_by="view draw_pile",
            find=_find_pile,
            ignores_action=True,
        ),
        _ask(
            "round",
            question="rounds_left",
            answers="count",
            cited_by="event opened",
            find=_find_rounds_left,
        ),
        expect_refusal("turn", code="roll_first", fits=_is_plain),
        expect_refusal("roll", code="too_few_dice_to_roll", fits=_is_plain),
        expect_refusal("direction", code="direction_first", fits=_is_plain),
        expect_refusal("place", code="die_not_rolled", fits=_is_plain, when=_names_a_die),
        expect_refusal("shanghai", code="too_few_dice_placed", fits=_is_plain),
        _ask("distribution", question="taker", answers="seat", cited_by="event given", find=_find_taker),
        TAKER_AFTER_TIE,
        _ask("round-end", question="opener", answers="seat", cited_by="event opened", find=_find_new_opener),
        expect_refusal("tricks", code="trick_before_roll", fits=_is_plain, when=_owns_trick),
        _ask(
            "trick-joker",
            question="joined_crew",
            answers="count",
            cited_by="event played",
            find=_find_joined_crew,
        ),
        expect_refusal("trick-adjust", code="adjust_out_of_range", fits=_is_plain),
        ask_next_seat("trick-both", cited_by="event played", fits=_is_plain, when=_places_both),
        ask_next_seat("trick-reroll", cited_by="event played", fits=_is_plain, when=_rolls_again),
        ask_whether_over("game-end", cited_by="event ended", fits=_is_plain, when=_ends),
        SCORE,
        ask_whether_allowed(
            "variant-extra-trick",
            cited_by="event played",
            fits=_has_extra_trick,
            when=_plays_trick_in_first_round,
        ),
    ),
    sections_of_first_match=(
        "turn",
        "roll",
        "direction",
        "place",
        "shanghai",
        "distribution",
        "distribution-tie",
        "round-end",
        "tricks",
    ),
    without_position={
        "overview": "It tells what the game is about, and states no rule of play.",
        "components": "It names the parts of the box; what they do stands in the other sections.",
        "aid": "It repeats the other sections on one page.",
        "first-game": "It repeats the other sections in short.",
    },
)
