"""The probes of Halunken, which recognise moments in which a section of the rule applies."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.contract import Action, Event, Json
from games.core.positions.probes import (
    GameProbes,
    Moment,
    Probe,
    ProbeQuestion,
    When,
    ask_allowed,
    ask_also,
    ask_example,
    ask_next,
    ask_over,
    ask_refusal,
    ask_score,
    has_event,
    list_counts,
)
from games.halunken.rules.state import BRAWL, MEETING, RAID, State
from games.halunken.rules.tables import SCOUNDREL_NAMES, SPACES


def _is_usual(seats: int, options: Json) -> bool:
    return seats == 3 and bool(options["black_jack"]) and options["games"] == 1


def _is_simple(seats: int, options: Json) -> bool:
    return seats == 3 and not options["black_jack"] and options["games"] == 1


def _is_long(seats: int, options: Json) -> bool:
    return seats == 3 and not options["black_jack"] and options["games"] == 3


def _is_duel(seats: int, options: Json) -> bool:
    return seats == 2 and bool(options["black_jack"]) and options["games"] == 1


def _has_begun(moment: Moment) -> bool:
    """Whether the captains have settled."""
    return moment.before.round > 0


def _chooses_in_auction(moment: Moment) -> bool:
    return moment.before.round > 0 and moment.action[0] == "choose"


def _has_done(kind: str) -> When:
    """A condition that the action has this type."""
    return lambda moment: moment.action[0] == kind


def _robs_in(phase: int) -> When:
    return lambda moment: moment.action[0] == "rob" and moment.before.phase == phase


def _list_attempts(state: State, seat: int) -> list[Action]:
    """Actions of other phases, and robbing or losing scoundrels that another seat has."""
    others = [card for place, crew in enumerate(_name_crews(state)) if place != seat for card in crew]
    attempts: list[Action] = [("pass",), ("choose", 4)]
    for card in others[:3]:
        attempts += [("rob", (seat + 1) % 3, card), ("lose", card)]
    return attempts


def _name_crews(state: State) -> list[list[str]]:
    return [[SCOUNDREL_NAMES[card] for card in crew] for crew in state.crews]


# --- what happens when the cards are revealed -----------------------------------------------------


def _split_at_reveal(moment: Moment) -> tuple[list[int | str], list[Event]] | None:
    """The cards of all seats and the events after the reveal.

    None if nothing was revealed, or if a card was rum.
    """
    for place, event in enumerate(moment.events):
        if event[0] == "revealed" and "rum" not in event[1]:
            return list(event[1]), list(moment.events[place + 1 :])
    return None


def _find_cancelled(moment: Moment) -> Iterable[ProbeQuestion]:
    revealed = _split_at_reveal(moment)
    for event in revealed[1] if revealed else ():
        if event[0] == "cancelled":
            yield ProbeQuestion({"cards": revealed[0], "seat": event[1]}, (True, False), False)


def _find_first_taker(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes first, if that is a seat with a cancelled card although a lower card was not."""
    revealed = _split_at_reveal(moment)
    if revealed is None:
        return
    cards, events = revealed
    takers = [event[1] for event in events if event[0] == "took"]
    cancelled = [event[1] for event in events if event[0] == "cancelled"]
    if takers and cancelled and cards[takers[0]] > min(cards) and takers[0] in cancelled:
        yield ProbeQuestion({"cards": cards}, tuple(range(moment.seats)), takers[0])


def _find_recruit(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks which scoundrel the first captain takes; the answers are those of dives nearby."""
    revealed = _split_at_reveal(moment)
    if revealed is None or [event[0] for event in revealed[1][:2]] != ["moved", "took"]:
        return
    (_, seat, start, end), (_, _, _, card, _) = revealed[1][:2]
    ring = moment.engine.view(moment.before, None)["ring"]
    tops = [ring[space % SPACES]["top"] for space in (start, end - 1, end, end + 1)]
    if None not in tops and len(set(tops)) == len(tops):
        yield ProbeQuestion({"cards": revealed[0], "seat": seat}, tops, card)


def _find_brawl(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks whether the first captain, who comes to another one, takes a scoundrel from that player."""
    revealed = _split_at_reveal(moment)
    if revealed is None or [event[0] for event in revealed[1][:2]] != ["moved", "took"]:
        return
    events = revealed[1]
    seat = events[0][1]
    follows = events[2] if len(events) > 2 else None
    params = {"cards": revealed[0], "seat": seat}
    if follows is None and [decision.kind for decision in moment.engine.decisions(moment.after)] == ["rob"]:
        yield ProbeQuestion(params | {"victim": moment.after.victim}, (True, False), True)
    elif follows is not None and follows[0] == "spared":
        yield ProbeQuestion(params | {"victim": follows[2]}, (True, False), False)


# --- worked examples -------------------------------------------------------------------------------


def _find_first_of_all(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes a scoundrel first after the reveal."""
    cards = [event[1] for event in moment.events if event[0] == "revealed"]
    takers = [event[1] for event in moment.events if event[0] == "took"]
    if cards and takers:
        yield ProbeQuestion({"cards": list(cards[0])}, tuple(range(moment.seats)), takers[0])


def _find_jack_stop(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks where Black Jack stops if the space that he would reach is occupied."""
    facts = {event[0]: event for event in moment.events}
    if "revealed" in facts and "jack_moved" in facts:
        steps, (_, start, end) = facts["jack_turned"][2], facts["jack_moved"]
        params = {"cards": list(facts["revealed"][1]), "steps": steps}
        # People count the dives from 1.
        target = (start + steps) % SPACES + 1
        yield ProbeQuestion(params, tuple(range(target, target + 4)), end + 1)


# --- what a crew is worth -------------------------------------------------------------------------


def _find_worth(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks what the crew of a seat is worth if two colours have equally many cards."""
    if moment.action[0] != "choose" or moment.refusal:
        return
    crew = moment.engine.view(moment.before, None)["crews"][moment.seat]
    most = max(colour["count"] for colour in crew["colours"].values())
    level = [colour for colour in crew["colours"].values() if colour["count"] == most]
    if len(level) > 1 and most > 1:
        plain = sum(colour["sum"] for colour in crew["colours"].values())
        wrong = [plain, *[plain + colour["sum"] for colour in level]]
        yield ProbeQuestion({"seat": moment.seat}, list_counts(crew["total"], *wrong), crew["total"])


def _ask(section: str, question: str, answers: str, cited_by: str, find, fits=_is_simple) -> Probe:
    return Probe(
        section=section,
        question=question,
        answers=answers,
        cited_by=cited_by,
        find=find,
        fits=fits,
        is_silent=True,
    )


WORTH = Probe(
    section="scoring",
    question="worth",
    answers="count",
    cited_by="score line",
    find=_find_worth,
    fits=_is_simple,
    is_still=True,
)
PROBES = GameProbes(
    examples=(
        ask_example(ask_refusal("auction", "bid_too_low", _is_usual)),
        ask_example(_ask("order", "first_taker", "seat", "event cancelled", _find_first_of_all)),
        ask_example(_ask("brawl", "robs", "yes_no", "event spared", _find_brawl)),
        ask_example(_ask("black-jack", "jack_stops", "count", "event jack_moved", _find_jack_stop)),
        ask_example(WORTH),
    ),
    searched=(
        ask_refusal("setup", "space_taken", _is_usual),
        ask_refusal("setup-black-jack", "jack_space_taken", _is_usual),
        ask_refusal("round", "other_decision", _is_usual, _chooses_in_auction),
        ask_refusal("auction", "bid_too_low", _is_usual),
        ask_also("turns", ask_next("auction", "event bid", _is_duel, _has_done("bid"))),
        ask_refusal("movement", "card_played", _is_usual),
        ask_refusal("rum", "number_shown", _is_usual),
        ask_also("jack", ask_allowed("rum", "event rum_jack", _is_duel, _has_done("rum_jack"))),
        _ask("cancelled", "walks", "yes_no", "event cancelled", _find_cancelled),
        _ask("order", "first_taker", "seat", "event cancelled", _find_first_taker),
        _ask("recruit", "taken", "thing", "event took", _find_recruit),
        _ask("brawl", "robs", "yes_no", "event spared", _find_brawl),
        ask_also("victim", ask_refusal("brawl", "brawl_other_victim", _is_simple)),
        ask_also("robbed", ask_next("brawl", "event robbed", _is_simple, _robs_in(BRAWL))),
        ask_refusal("meet-black-jack", "no_robbing_at_jack", _is_usual),
        ask_also("boat", ask_next("meet-black-jack", "event salvaged", _is_usual, _has_done("salvage"))),
        ask_refusal("black-jack", "raid_compulsory", _is_usual),
        ask_also("robbed", ask_next("black-jack", "event robbed", _is_usual, _robs_in(RAID))),
        ask_refusal("black-jack-alone", "lose_not_own", _is_usual),
        ask_also("lost", ask_next("black-jack-alone", "event lost", _is_usual, _has_done("lose"))),
        ask_over(
            "game-end", "event game_scored", _is_simple, lambda moment: has_event(moment, "game_scored")
        ),
        WORTH,
        ask_also("end", ask_score("scoring", _is_simple)),
        ask_refusal("variant-simple", "without_black_jack", _is_simple, _has_begun),
        ask_over(
            "variant-long", "event game_begun", _is_long, lambda moment: has_event(moment, "game_begun")
        ),
        ask_refusal("two-players", "jack_card_played", _is_duel),
        ask_also("meeting", ask_allowed("two-players", "event robbed", _is_duel, _robs_in(MEETING))),
    ),
    first_match=("setup", "movement", "recruit", "cancelled", "order", "rum", "brawl", "game-end", "scoring"),
    without_position={
        "overview": "It tells what the game is about, and states no rule of play.",
        "components": "It names the parts of the box; what they do stands in the other sections.",
        "aid": "It repeats the other sections on one page.",
        "first-game": "It repeats the other sections in short.",
    },
    list_attempts=_list_attempts,
)
