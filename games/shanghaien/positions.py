"""The probes of Shanghaien, which recognise moments in which a section of the rule applies."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.contract import Json
from games.core.positions.probes import (
    GameProbes,
    Moment,
    Probe,
    ProbeQuestion,
    ask_allowed,
    ask_example,
    ask_next,
    ask_over,
    ask_refusal,
    ask_score,
    has_event,
    list_counts,
)


def _is_plain(seats: int, options: Json) -> bool:
    return not options["extra_trick"]


def _has_extra_trick(seats: int, options: Json) -> bool:
    return bool(options["extra_trick"])


def _find_pile(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks how many cards the pile has after six were turned up."""
    if moment.before.round == 1 and not moment.before.direction and not moment.before.roll:
        pile = moment.engine.view(moment.before, None)["draw_pile"]
        yield ProbeQuestion({}, (36, 40, 42, 48), pile)


def _find_rounds_left(moment: Moment) -> Iterable[ProbeQuestion]:
    for event in moment.events:
        if event[0] == "opened":
            view = moment.engine.view(moment.after, None)
            left = view["rounds"] - view["round"] + 1
            yield ProbeQuestion({}, list_counts(left, left - 2), left)


def _find_landing(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks where a die is placed. The answers include counting from the wrong end of the row."""
    for event in moment.events:
        if event[0] == "placed":
            row = [card["card"] for card in moment.engine.view(moment.before, None)["tavern"]]
            yield ProbeQuestion({}, row, event[3])


def _find_new_opener(moment: Moment) -> Iterable[ProbeQuestion]:
    for event in moment.events:
        if event[0] == "opened":
            yield ProbeQuestion({}, (0, 1), event[2])


def _find_taker(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes a card at which both seats have dice, but not equally many."""
    for _, card, number, to, dice, sums in _list_given(moment):
        if min(dice) > 0 and sums is None:
            yield ProbeQuestion({"number": number, "card": card}, (0, 1, None), to)


def _find_taker_after_tie(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes a card at which both have equally many dice, so that the neighbours decide."""
    for _, card, number, to, dice, sums in _list_given(moment):
        if min(dice) > 0 and sums is not None and to is not None:
            yield ProbeQuestion({"number": number, "card": card}, (0, 1, None), to)


def _list_given(moment: Moment) -> list[tuple]:
    return [event for event in moment.events if event[0] == "given"]


def _find_joined_crew(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks what a crew is worth after a joker has joined it."""
    nation = moment.action[3] if moment.action[0] == "trick" else None
    if nation and not moment.refusal:
        worth_before, worth = (_count_crew(moment, state, nation) for state in (moment.before, moment.after))
        params = {"nation": nation, "seat": moment.seat}
        yield ProbeQuestion(
            params, list_counts(worth, worth_before, worth_before + 1, worth_before * 2 + 2), worth
        )


def _count_crew(moment: Moment, state: object, nation: str) -> int:
    rows = moment.engine.view(state, moment.seat)["table"]
    return next(row["mine"] for row in rows if row["nation"] == nation)


def _places_both(moment: Moment) -> bool:
    """Whether both dice are placed at once. While the direction is open, it must be chosen first."""
    return moment.action[:3:2] == ("trick", "both") and bool(moment.before.direction)


def _rolls_again(moment: Moment) -> bool:
    return moment.action[:3:2] == ("trick", "reroll")


def _owns_trick(moment: Moment) -> bool:
    return bool(moment.before.trick_masks[moment.seat])


def _ask(section: str, question: str, answers: str, cited_by: str, find) -> Probe:
    return Probe(
        section=section, question=question, answers=answers, cited_by=cited_by, find=find, fits=_is_plain
    )


PROBES = GameProbes(
    examples=(
        ask_example(_ask("place", "landing", "thing", "event placed", _find_landing)),
        ask_example(_ask("distribution-tie", "taker", "seat", "event given", _find_taker_after_tie)),
        ask_example(ask_score("scoring", _is_plain)),
    ),
    searched=(
        Probe(
            section="setup",
            question="pile",
            answers="count",
            cited_by="view draw_pile",
            find=_find_pile,
            fits=_is_plain,
            is_still=True,
        ),
        _ask("round", "rounds_left", "count", "event opened", _find_rounds_left),
        ask_refusal("turn", "roll_first", _is_plain),
        ask_refusal("roll", "too_few_dice_to_roll", _is_plain),
        ask_refusal("direction", "direction_first", _is_plain),
        ask_refusal("place", "die_not_rolled", _is_plain, lambda moment: moment.action[1] is not None),
        ask_refusal("shanghai", "too_few_dice_placed", _is_plain),
        _ask("distribution", "taker", "seat", "event given", _find_taker),
        _ask("distribution-tie", "taker", "seat", "event given", _find_taker_after_tie),
        _ask("round-end", "opener", "seat", "event opened", _find_new_opener),
        ask_refusal("tricks", "trick_before_roll", _is_plain, _owns_trick),
        _ask("trick-joker", "joined_crew", "count", "event played", _find_joined_crew),
        ask_refusal("trick-adjust", "adjust_out_of_range", _is_plain),
        ask_next("trick-both", "event played", _is_plain, _places_both),
        ask_next("trick-reroll", "event played", _is_plain, _rolls_again),
        ask_over("game-end", "event ended", _is_plain, lambda moment: has_event(moment, "ended")),
        ask_score("scoring", _is_plain),
        ask_allowed(
            "variant-extra-trick",
            "event played",
            _has_extra_trick,
            lambda moment: moment.action[0] == "trick" and moment.before.round == 1,
        ),
    ),
    first_match=(
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
