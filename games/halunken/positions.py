"""The probes of Halunken, which recognise moments in which a section of the rule applies.

Several probes can ask about one section; their `variant` distinguishes them. A question that
`ignores_action` is about the position alone, not about what is done in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.core.contract import Action, Json
from games.core.positions.probes import (
    Fits,
    GameProbes,
    Moment,
    Probe,
    ProbeQuestion,
    When,
    ask_example,
    ask_next_seat,
    ask_score,
    ask_whether_allowed,
    ask_whether_over,
    expect_refusal,
    has_event,
)
from games.halunken.questions import (
    find_brawl,
    find_cancelled,
    find_first_of_all,
    find_first_taker,
    find_jack_stop,
    find_recruit,
    find_worth,
)
from games.halunken.rules.state import BRAWL, MEETING, RAID, State
from games.halunken.rules.tables import SCOUNDREL_NAMES


def _is_usual(seats: int, options: Json) -> bool:
    return seats == 3 and bool(options["black_jack"]) and options["games"] == 1


def _is_simple(seats: int, options: Json) -> bool:
    return seats == 3 and not options["black_jack"] and options["games"] == 1


def _is_long(seats: int, options: Json) -> bool:
    return seats == 3 and not options["black_jack"] and options["games"] == 3


def _is_duel(seats: int, options: Json) -> bool:
    return seats == 2 and bool(options["black_jack"]) and options["games"] == 1


def _has_begun(moment: Moment) -> bool:
    """Whether the first round has begun: before it, in round 0, the captains choose where they stand."""
    return moment.before.round > 0


def _chooses_in_auction(moment: Moment) -> bool:
    return moment.before.round > 0 and moment.action[0] == "choose"


def _has_done(kind: str) -> When:
    """A condition that the action has this type."""
    return lambda moment: moment.action[0] == kind


def _robs_in(phase: int) -> When:
    return lambda moment: moment.action[0] == "rob" and moment.before.phase == phase


def _ends_game(moment: Moment) -> bool:
    return has_event(moment, "game_scored")


def _begins_game(moment: Moment) -> bool:
    return has_event(moment, "game_begun")


def _list_attempts(state: State, seat: int) -> list[Action]:
    """Actions that somebody might try although the menu does not offer them, to see what the engine refuses.

    They belong to other phases, or rob or lose scoundrels that another seat has.
    """
    others_cards: list[str] = []
    for other_seat, crew in enumerate(_name_crews(state)):
        if other_seat != seat:
            others_cards += crew
    # With two players this may be a seat that does not exist; the engine refuses that, too.
    next_seat = (seat + 1) % 3
    attempts: list[Action] = [("pass",), ("choose", 4)]
    for card in others_cards[:3]:
        attempts += [("rob", next_seat, card), ("lose", card)]
    return attempts


def _name_crews(state: State) -> list[list[str]]:
    return [[SCOUNDREL_NAMES[card] for card in crew] for crew in state.crews]


def _ask(
    section: str,
    *,
    question: str,
    answers: str,
    cited_by: str,
    find: Callable[[Moment], Iterable[ProbeQuestion]],
    fits: Fits = _is_simple,
) -> Probe:
    """A question whose words already say what is done, so that the page hides the action.

    `cited_by` is where the engine names the section.
    """
    return Probe(
        section=section,
        question=question,
        answers=answers,
        cited_by=cited_by,
        find=find,
        fits=fits,
        hides_action=True,
    )


WORTH = Probe(
    section="scoring",
    question="worth",
    answers="count",
    cited_by="score line",
    find=find_worth,
    fits=_is_simple,
    ignores_action=True,
)
BID_TOO_LOW = expect_refusal("auction", code="bid_too_low", fits=_is_usual)
ROBS = _ask("brawl", question="robs", answers="yes_no", cited_by="event spared", find=find_brawl)
PROBES = GameProbes(
    # the worked examples of the rule, whose positions are given
    example_probes=(
        ask_example(BID_TOO_LOW),
        ask_example(
            _ask(
                "order",
                question="first_taker",
                answers="seat",
                cited_by="event cancelled",
                find=find_first_of_all,
            )
        ),
        ask_example(ROBS),
        ask_example(
            _ask(
                "black-jack",
                question="jack_stops",
                answers="count",
                cited_by="event jack_moved",
                find=find_jack_stop,
            )
        ),
        ask_example(WORTH),
    ),
    # the probes for which positions are searched in random matches
    searched_probes=(
        expect_refusal("setup", code="space_taken", fits=_is_usual),
        expect_refusal("setup-black-jack", code="jack_space_taken", fits=_is_usual),
        expect_refusal("round", code="other_decision", fits=_is_usual, when=_chooses_in_auction),
        BID_TOO_LOW,
        ask_next_seat("auction", variant="turns", cited_by="event bid", fits=_is_duel, when=_has_done("bid")),
        expect_refusal("movement", code="card_played", fits=_is_usual),
        expect_refusal("rum", code="number_shown", fits=_is_usual),
        ask_whether_allowed(
            "rum", variant="jack", cited_by="event rum_jack", fits=_is_duel, when=_has_done("rum_jack")
        ),
        _ask(
            "cancelled",
            question="walks",
            answers="yes_no",
            cited_by="event cancelled",
            find=find_cancelled,
        ),
        _ask(
            "order",
            question="first_taker",
            answers="seat",
            cited_by="event cancelled",
            find=find_first_taker,
        ),
        _ask("recruit", question="taken", answers="thing", cited_by="event took", find=find_recruit),
        ROBS,
        expect_refusal("brawl", variant="victim", code="brawl_other_victim", fits=_is_simple),
        ask_next_seat(
            "brawl", variant="robbed", cited_by="event robbed", fits=_is_simple, when=_robs_in(BRAWL)
        ),
        expect_refusal("meet-black-jack", code="no_robbing_at_jack", fits=_is_usual),
        ask_next_seat(
            "meet-black-jack",
            variant="boat",
            cited_by="event salvaged",
            fits=_is_usual,
            when=_has_done("salvage"),
        ),
        expect_refusal("black-jack", code="raid_compulsory", fits=_is_usual),
        ask_next_seat(
            "black-jack", variant="robbed", cited_by="event robbed", fits=_is_usual, when=_robs_in(RAID)
        ),
        expect_refusal("black-jack-alone", code="lose_not_own", fits=_is_usual),
        ask_next_seat(
            "black-jack-alone",
            variant="lost",
            cited_by="event lost",
            fits=_is_usual,
            when=_has_done("lose"),
        ),
        ask_whether_over("game-end", cited_by="event game_scored", fits=_is_simple, when=_ends_game),
        WORTH,
        ask_score("scoring", variant="end", fits=_is_simple),
        expect_refusal("variant-simple", code="without_black_jack", fits=_is_simple, when=_has_begun),
        ask_whether_over("variant-long", cited_by="event game_begun", fits=_is_long, when=_begins_game),
        expect_refusal("two-players", code="jack_card_played", fits=_is_duel),
        ask_whether_allowed(
            "two-players",
            variant="meeting",
            cited_by="event robbed",
            fits=_is_duel,
            when=_robs_in(MEETING),
        ),
    ),
    sections_of_first_match=(
        "setup",
        "movement",
        "recruit",
        "cancelled",
        "order",
        "rum",
        "brawl",
        "game-end",
        "scoring",
    ),
    without_position={
        "overview": "It tells what the game is about, and states no rule of play.",
        "components": "It names the parts of the box; what they do stands in the other sections.",
        "aid": "It repeats the other sections on one page.",
        "first-game": "It repeats the other sections in short.",
    },
    list_attempts=_list_attempts,
)
