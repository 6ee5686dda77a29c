"""The probes of Macao, which recognise moments in which a section of the rule applies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.core.contract import Action, Json
from games.core.positions.probes import (
    GameProbes,
    Moment,
    Probe,
    ProbeQuestion,
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
from games.macao.rules.menu import legal

MAX_MENU_ACTIONS = 12
SIX_INFORMANTS = 6


def _is_for_two(seats: int, options: Json) -> bool:
    return seats == 2


def _list_once(state: Any, card: str) -> tuple[str, ...]:
    """A resource that occurs once in the cost of a card, so that no croupier can remove it.

    Empty if there is none.
    """
    cost = state.deck.card_facts[state.deck.index[card]]["cost"]
    return tuple(resource for resource in cost if cost.count(resource) == 1)[:1]


def _is_for_three(seats: int, options: Json) -> bool:
    return seats == 3


def _list_attempts(state: Any, seat: int) -> list[Action]:
    """Actions that the rules may refuse: wrong payments, passing, and discarding members.

    The payments have one card too many, the card itself, no croupier, one card too few, or a wrong use of the
    croupier.
    """
    names = state.deck.names
    attempts: list[Action] = [("pass",)]
    for action in legal(state, seat)[:MAX_MENU_ACTIONS]:
        if action[0] == "recruit":
            _, card, pay, saved = action
            others = [names[other] for other in state.blue[seat] if names[other] not in (card, *pay)]
            attempts.append(("recruit", card, (*pay, card), saved))
            attempts += [("recruit", card, (*pay, other), saved) for other in others[:1]]
            attempts.append(("recruit", card, pay, ()))
            attempts.append(("recruit", card, pay[1:], saved))
            attempts.append(("recruit", card, pay, _list_once(state, card)))
        if action[0] == "open" and not action[2]:
            attempts += [("open", action[1], (names[card],)) for card in state.blue[seat][:1]]
    attempts += [("discard", names[card]) for card in state.red[seat]]
    return attempts


def _find_pile(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks how many cards the first pile has before anybody has taken one."""
    view = moment.engine.view(moment.before, None)
    if view["round"] == 1 and view["turn"] == view["first"] and not moment.refusal:
        yield ProbeQuestion({}, (10, 11, 12, 14), view["piles"][0]["count"])


def _find_coins(moment: Moment) -> Iterable[ProbeQuestion]:
    if (
        moment.action[0] == "recruit"
        and _kind(moment, moment.action[1]) == "politician"
        and not moment.refusal
    ):
        before, after = (_count_coins(moment, state) for state in (moment.before, moment.after))
        yield ProbeQuestion({"seat": moment.seat}, list_counts(after, before, before + 2, before + 3), after)


def _count_coins(moment: Moment, state: Any) -> int:
    return moment.engine.view(state, None)["seats"][moment.seat]["coins"]["total"]


def _kind(moment: Moment, card: str) -> str:
    deck = moment.before.deck
    return deck.kind[deck.index[card]]


def _list_red_payers(moment: Moment, kind: str) -> list[str]:
    """The members of this kind among the cards that pay."""
    red = {moment.before.deck.names[card] for card in moment.before.red[moment.seat]}
    return [card for card in moment.action[2] or () if card in red and _kind(moment, card) == kind]


def _pays_double(moment: Moment) -> bool:
    """Whether a sailor gives two units, so that fewer cards pay than the cost has units."""
    if moment.action[0] != "recruit" or not _list_red_payers(moment, "sailor"):
        return False
    cost = moment.before.deck.card_facts[moment.before.deck.index[moment.action[1]]]["cost"]
    return len(moment.action[2]) < len(cost) and not moment.action[3]


def _swaps(moment: Moment) -> bool:
    """Whether a card pays whose resource is not in the cost; only a trader makes that possible."""
    if moment.action[0] != "recruit":
        return False
    deck = moment.before.deck
    facts = [deck.card_facts[deck.index[card]] for card in moment.action[2] or ()]
    cost = deck.card_facts[deck.index[moment.action[1]]]["cost"]
    resources = [fact["resource"] for fact in facts]
    return None not in resources and any(resource not in cost for resource in resources)


def _keeps_six(moment: Moment) -> bool:
    """Whether a seat keeps a sixth informant, which only an innkeeper makes possible."""
    after, seat = moment.after, moment.seat
    informants = len(after.blue[seat]) + len(after.deceased[seat])
    must_discard = moment.engine.turn(after) == seat
    return moment.action[0] == "contact" and informants == SIX_INFORMANTS and not must_discard


def _passes(moment: Moment) -> bool:
    return moment.action[0] == "pass"


def _recruits(moment: Moment) -> bool:
    return moment.action[0] == "recruit"


def _contacts(moment: Moment) -> bool:
    return moment.action[0] == "contact"


def _reserves(moment: Moment) -> bool:
    return moment.action[0] == "reserve"


def _lacks_one(moment: Moment) -> bool:
    """Whether the payment lacks a single unit."""
    return moment.refusal is not None and moment.refusal.params["short"] == 1


def _collects(moment: Moment) -> bool:
    """Whether the last of several victims has chosen, so that all discard."""
    return moment.action[0] == "discard" and sum(event[0] == "discarded" for event in moment.events) > 1


def _ask(section: str, question: str, cited_by: str, find) -> Probe:
    return Probe(
        section=section, question=question, answers="count", cited_by=cited_by, find=find, fits=_is_for_two
    )


PROBES = GameProbes(
    examples=(
        ask_example(ask_next("turn", "event contacted", _is_for_two, _contacts)),
        ask_example(ask_allowed("pay", "event recruited", _is_for_two, _recruits)),
        ask_example(ask_over("game-end", "event reserved", _is_for_three, _reserves)),
    ),
    searched=(
        Probe(
            section="setup",
            question="pile",
            answers="count",
            cited_by="view piles",
            find=_find_pile,
            fits=_is_for_two,
            is_still=True,
        ),
        ask_refusal("turn", "must_act", _is_for_two),
        ask_refusal("contact", "discard_first", _is_for_two),
        ask_refusal("recruit", "payment_pays_itself", _is_for_two),
        ask_refusal("pay", "payment_idle", _is_for_two),
        ask_also("short", ask_refusal("pay", "payment_short", _is_for_two, _lacks_one)),
        ask_refusal("widow", "widow_deceased", _is_for_two, _recruits),
        ask_refusal("open", "condition_costs_nothing", _is_for_two),
        ask_refusal("establishments", "condition_not_met", _is_for_two),
        ask_refusal("discard", "discard_not_blue", _is_for_two),
        ask_refusal("killer", "victim_deceased", _is_for_two),
        ask_also("victims", ask_next("killer", "event discarded", _is_for_three, _collects)),
        ask_refusal("dancer", "contact_first", _is_for_two, _passes),
        ask_refusal("policeman", "tile_reserved", _is_for_two),
        ask_refusal("croupier", "croupier_count", _is_for_two),
        ask_also("once", ask_refusal("croupier", "croupier_not_repeated", _is_for_two)),
        ask_allowed("trader", "event recruited", _is_for_two, _swaps),
        ask_next("innkeeper", "event contacted", _is_for_two, _keeps_six),
        ask_allowed("sailor", "event recruited", _is_for_two, _pays_double),
        _ask("politician", "coins", "score line", _find_coins),
        ask_over("game-end", "event ended", _is_for_two, lambda moment: has_event(moment, "ended")),
        ask_score("scoring", _is_for_two, "final_coins"),
    ),
    first_match=(
        "turn",
        "contact",
        "recruit",
        "pay",
        "widow",
        "establishments",
        "discard",
        "dancer",
        "scoring",
    ),
    without_position={
        "overview": "It tells what the game is about, and states no rule of play.",
        "components": "It names the parts of the box; what they do stands in the other sections.",
        "characters": "It introduces the eight types, each of which has a section of its own.",
        "aid": "It repeats the other sections on one page.",
        "first-game": "It repeats the other sections in short.",
    },
    list_attempts=_list_attempts,
)
