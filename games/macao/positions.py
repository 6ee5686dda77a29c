"""The probes of Macao, which recognise moments in which a section of the rule applies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.core.contract import Action, Json
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
from games.macao.rules.menu import legal

MAX_MENU_ACTIONS = 12
SIX_INFORMANTS = 6


def _is_for_two(seats: int, options: Json) -> bool:
    return seats == 2


def _is_for_three(seats: int, options: Json) -> bool:
    return seats == 3


def _list_attempts(state: Any, seat: int) -> list[Action]:
    """Actions that somebody might try although the menu does not offer them.

    They are wrong payments, a card for a tile that costs nothing, passing, and discarding members.
    """
    names = state.deck.names
    informants = [names[card] for card in state.blue[seat]]
    attempts: list[Action] = [("pass",)]
    for action in legal(state, seat)[:MAX_MENU_ACTIONS]:
        if action[0] == "recruit":
            attempts += _list_wrong_payments(state, action, informants)
        if action[0] == "open":
            _kind, tile, payment = action
            if not payment:
                attempts += [("open", tile, (informant,)) for informant in informants[:1]]
    attempts += [("discard", names[card]) for card in state.red[seat]]
    return attempts


def _list_wrong_payments(state: Any, action: Action, informants: list[str]) -> list[Action]:
    """The same card with wrong payments: itself, too many cards, no croupier, too few, a wrong croupier."""
    _kind, card, payment, saved_resources = action
    unused_informants = [informant for informant in informants if informant not in (card, *payment)]
    attempts: list[Action] = [("recruit", card, (*payment, card), saved_resources)]
    for informant in unused_informants[:1]:
        attempts.append(("recruit", card, (*payment, informant), saved_resources))
    attempts.append(("recruit", card, payment, ()))
    attempts.append(("recruit", card, payment[1:], saved_resources))
    attempts.append(("recruit", card, payment, _list_single_resource(state, card)))
    return attempts


def _list_single_resource(state: Any, card: str) -> tuple[str, ...]:
    """A resource that occurs once in the cost of a card, so that no croupier can remove it.

    Empty if there is none.
    """
    cost = state.deck.card_facts[state.deck.index[card]]["cost"]
    return tuple(resource for resource in cost if cost.count(resource) == 1)[:1]


def _find_pile(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks how many cards the first pile has before anybody has taken one."""
    view = moment.engine.view(moment.before, None)
    if view["round"] == 1 and view["turn"] == view["first"] and not moment.refusal:
        yield ProbeQuestion(params={}, choices=(10, 11, 12, 14), answer=view["piles"][0]["count"])


def _find_coins(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks how many coins a seat has after it has recruited a politician."""
    if moment.refusal or moment.action[0] != "recruit":
        return
    _kind, card, _payment, _saved_resources = moment.action
    if _find_kind(moment, card) == "politician":
        before = _count_coins(moment, moment.before)
        after = _count_coins(moment, moment.after)
        counts = add_wrong_counts(after, before, before + 2, before + 3)
        yield ProbeQuestion(params={"seat": moment.seat}, choices=counts, answer=after)


def _count_coins(moment: Moment, state: Any) -> int:
    return moment.engine.view(state, None)["seats"][moment.seat]["coins"]["total"]


def _find_kind(moment: Moment, card: str) -> str:
    deck = moment.before.deck
    return deck.kind[deck.index[card]]


def _find_facts(moment: Moment, card: str) -> Json:
    deck = moment.before.deck
    return deck.card_facts[deck.index[card]]


def _pays_with_member(moment: Moment, payment: tuple[str, ...], kind: str) -> bool:
    """Whether a member of this kind is among the cards that pay."""
    names = moment.before.deck.names
    members = {names[card] for card in moment.before.red[moment.seat]}
    return any(card in members and _find_kind(moment, card) == kind for card in payment)


def _pays_double(moment: Moment) -> bool:
    """Whether a sailor gives two units, so that fewer cards pay than the cost has units."""
    if moment.action[0] != "recruit":
        return False
    _kind, card, payment, saved_resources = moment.action
    if not payment or not _pays_with_member(moment, payment, "sailor"):
        return False
    cost = _find_facts(moment, card)["cost"]
    return len(payment) < len(cost) and not saved_resources


def _pays_by_trader(moment: Moment) -> bool:
    """Whether a card pays whose resource is not in the cost; only a trader makes that possible."""
    if moment.action[0] != "recruit":
        return False
    _kind, card, payment, _saved_resources = moment.action
    cost = _find_facts(moment, card)["cost"]
    resources = [_find_facts(moment, payer)["resource"] for payer in payment or ()]
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


def _lacks_one_unit(moment: Moment) -> bool:
    """Whether the payment lacks a single unit."""
    return moment.refusal is not None and moment.refusal.params["short"] == 1


def _discards_last(moment: Moment) -> bool:
    """Whether the last of several victims has chosen, so that all discard."""
    discard_events = [event for event in moment.events if event[0] == "discarded"]
    return moment.action[0] == "discard" and len(discard_events) > 1


def _ends(moment: Moment) -> bool:
    return has_event(moment, "ended")


def _ask(
    section: str,
    *,
    question: str,
    cited_by: str,
    find: Callable[[Moment], Iterable[ProbeQuestion]],
    ignores_action: bool = False,
) -> Probe:
    """A question for a number; `cited_by` is where the engine names the section."""
    return Probe(
        section=section,
        question=question,
        answers="count",
        cited_by=cited_by,
        find=find,
        fits=_is_for_two,
        ignores_action=ignores_action,
    )


PROBES = GameProbes(
    example_probes=(
        ask_example(ask_next_seat("turn", cited_by="event contacted", fits=_is_for_two, when=_contacts)),
        ask_example(ask_whether_allowed("pay", cited_by="event recruited", fits=_is_for_two, when=_recruits)),
        ask_example(
            ask_whether_over("game-end", cited_by="event reserved", fits=_is_for_three, when=_reserves)
        ),
    ),
    searched_probes=(
        _ask("setup", question="pile", cited_by="view piles", find=_find_pile, ignores_action=True),
        expect_refusal("turn", code="must_act", fits=_is_for_two),
        expect_refusal("contact", code="discard_first", fits=_is_for_two),
        expect_refusal("recruit", code="payment_pays_itself", fits=_is_for_two),
        expect_refusal("pay", code="payment_idle", fits=_is_for_two),
        expect_refusal("pay", variant="short", code="payment_short", fits=_is_for_two, when=_lacks_one_unit),
        expect_refusal("widow", code="widow_deceased", fits=_is_for_two, when=_recruits),
        expect_refusal("open", code="condition_costs_nothing", fits=_is_for_two),
        expect_refusal("establishments", code="condition_not_met", fits=_is_for_two),
        expect_refusal("discard", code="discard_not_blue", fits=_is_for_two),
        expect_refusal("killer", code="victim_deceased", fits=_is_for_two),
        ask_next_seat(
            "killer", variant="victims", cited_by="event discarded", fits=_is_for_three, when=_discards_last
        ),
        expect_refusal("dancer", code="contact_first", fits=_is_for_two, when=_passes),
        expect_refusal("policeman", code="tile_reserved", fits=_is_for_two),
        expect_refusal("croupier", code="croupier_count", fits=_is_for_two),
        expect_refusal("croupier", variant="once", code="croupier_not_repeated", fits=_is_for_two),
        ask_whether_allowed("trader", cited_by="event recruited", fits=_is_for_two, when=_pays_by_trader),
        ask_next_seat("innkeeper", cited_by="event contacted", fits=_is_for_two, when=_keeps_six),
        ask_whether_allowed("sailor", cited_by="event recruited", fits=_is_for_two, when=_pays_double),
        _ask("politician", question="coins", cited_by="score line", find=_find_coins),
        ask_whether_over("game-end", cited_by="event ended", fits=_is_for_two, when=_ends),
        ask_score("scoring", question="final_coins", fits=_is_for_two),
    ),
    sections_of_first_match=(
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
