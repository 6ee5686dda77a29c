"""Says why an action is not allowed, whatever it is, and which actions of a turn are not possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.contract import Action, Disabled, Refusal
from games.macao.rules.deck.validation import NEEDS
from games.macao.rules.menu import legal, must_decide
from games.macao.rules.meta import META
from games.macao.rules.paying.crews import Crew
from games.macao.rules.paying.rates import Bill, Rate
from games.macao.rules.state import (
    CONTACT,
    DISCARD,
    OVER,
    RESERVE,
    TURN,
    VICTIM,
    State,
    count_needs,
    pack_kinds,
    pack_means,
)
from games.macao.rules.tables import PILES, Deck

#: phase -> the types of action that it allows, and the code of the refusal of all others
_ALLOWED = {
    TURN: (("contact", "recruit", "open", "pass"), ""),
    DISCARD: (("discard",), "discard_first"),
    CONTACT: (("contact",), "contact_first"),
    RESERVE: (("reserve",), "reserve_first"),
    VICTIM: (("discard",), "give_up_first"),
}
#: type of action that the phase TURN does not allow -> the code of its refusal
_REFUSED_IN_TURN = {"discard": "nothing_to_discard", "reserve": "nothing_to_reserve"}


def check(state: State, seat: int, action: object) -> Refusal | None:
    if state.phase == OVER:
        return META.refuse("match_over")
    if type(seat) is not int or not must_decide(state, seat):
        return META.refuse("not_your_decision")
    field = _find_wrong_field(action)
    if field is not None:
        return META.refuse("not_an_action", field=field)
    assert isinstance(action, tuple)
    allowed_types, code = _ALLOWED[state.phase]
    if action[0] not in allowed_types:
        return META.refuse(code or _REFUSED_IN_TURN[action[0]])
    return _CHECKS[action[0]](state, seat, action)


def _find_wrong_field(action: object) -> str | None:
    """The first field whose value has a wrong type, or None.

    Whether the value is possible is not checked here.
    """
    if not isinstance(action, tuple) or not action:
        return "action"
    if not isinstance(action[0], str) or action[0] not in META.actions:
        return "type"
    fields = _FIELDS[action[0]]
    if len(action) != 1 + len(fields):
        return "action"
    for (name, types, shape), value in zip(fields, action[1:], strict=True):
        if type(value) not in types or (type(value) is tuple and shape.find_fault(value)):
            return name
    return None


#: type of action -> its fields: name, types of its values, shape
_FIELDS = {
    kind: [(name, shape.types, shape) for name, shape in fields.items()]
    for kind, fields in META.actions.items()
}


def _check_contact(state: State, seat: int, action: Action) -> Refusal | None:
    if not 0 <= action[1] < PILES:
        return META.refuse("no_such_pile", pile=action[1], piles=PILES)
    return None if state.piles[action[1]] else META.refuse("pile_empty", pile=action[1])


def _check_recruit(state: State, seat: int, action: Action) -> Refusal | None:
    deck = state.deck
    card = deck.index.get(action[1])
    if card is None:
        return META.refuse("unknown_card", card=action[1])
    if card in state.red[seat]:
        return META.refuse("card_already_red", card=action[1])
    if card in state.deceased[seat]:
        return META.refuse("widow_deceased", card=action[1])
    if card not in state.blue[seat]:
        return META.refuse("card_not_yours", card=action[1])
    crew = state.crews[seat]
    bill = crew.rate.bills[card]  # a card never pays for itself (ruling 6)
    removed = action[3] or ()
    return (
        _check_means(bill, pack_means(state, seat) - crew.rate.unit[card], card=action[1])
        or _check_croupiers(deck, crew, card, removed)
        or _check_payment(state, seat, bill, action[2] or (), removed, card)
    )


def _check_open(state: State, seat: int, action: Action) -> Refusal | None:
    deck = state.deck
    tile = deck.tile_index.get(action[1])
    if tile is None:
        return META.refuse("unknown_tile", tile=action[1])
    if tile not in state.tiles and tile not in state.reserved[seat]:
        holder = next((other for other, row in enumerate(state.reserved) if tile in row), None)
        if holder is not None:
            return META.refuse("tile_reserved", tile=action[1], seat=holder)
        return META.refuse("tile_not_there", tile=action[1])
    bill = state.crews[seat].rate.tile_bills[tile]
    if bill is None:
        return _check_condition(state, seat, tile, action[2] or ())
    refusal = _check_means(bill, pack_means(state, seat), tile=action[1])
    return refusal or _check_payment(state, seat, bill, action[2] or (), (), None)


def _check_condition(state: State, seat: int, tile: int, pay: tuple[str, ...]) -> Refusal | None:
    have = count_needs(state, seat, pack_kinds(state, seat))
    needs = state.deck.tile_needs[tile]
    missing = [{"need": NEEDS[n], "have": have[n], "of": count} for n, count in needs if have[n] < count]
    if missing:
        return META.refuse("condition_not_met", tile=state.deck.tile_names[tile], missing=missing)
    return META.refuse("condition_costs_nothing", tile=state.deck.tile_names[tile]) if pay else None


def _check_means(bill: Bill, packed: int, **what: object) -> Refusal | None:
    if not bill.missing[packed & bill.mask]:
        return None
    short, missing, jokers = bill.explain_shortage(packed)
    return META.refuse("cannot_pay", **what, short=short, missing=missing, jokers=jokers)


def _check_croupiers(deck: Deck, crew: Crew, card: int, removed: tuple[str, ...]) -> Refusal | None:
    """Each red croupier must remove a unit of a resource that then still occurs (ruling 12)."""
    counts = deck.cards[card].cost
    for name in removed:
        if name not in deck.resources:
            return META.refuse("unknown_resource", resource=name)
        asked = counts[deck.resources.index(name)]
        if removed.count(name) > max(0, asked - 1):
            return META.refuse(
                "croupier_not_repeated", resource=name, asked=asked, removed=removed.count(name)
            )
    due = min(crew.rate.croupiers, sum(count - 1 for count in counts if count))
    if len(removed) != due:
        return META.refuse("croupier_count", removed=len(removed), due=due)
    return None


def _check_payment(
    state: State, seat: int, bill: Bill, pay: tuple[str, ...], removed: tuple[str, ...], own: int | None
) -> Refusal | None:
    """The named cards must cover the cost, and none of them may be superfluous (ruling 7)."""
    refusal = _check_payers(state, seat, pay, own)
    if refusal is not None:
        return refusal
    way = next(way for way in bill.ways if sorted(way.removed) == sorted(removed))
    yields = [_pack_yield(state, seat, bill.rate, name) for name in pay]
    short = bill.count_short(way, sum(yields))
    if short > 0:
        return META.refuse("payment_short", short=short)
    for name, units in zip(pay, yields, strict=True):
        if bill.count_short(way, sum(yields) - units) <= 0:
            return META.refuse("payment_idle", card=name)
    return None


def _check_payers(state: State, seat: int, pay: tuple[str, ...], own: int | None) -> Refusal | None:
    for place, name in enumerate(pay):
        card = state.deck.index.get(name)
        if card is None:
            return META.refuse("unknown_card", card=name)
        if card == own:
            return META.refuse("payment_pays_itself", card=name)
        if name in pay[:place]:
            return META.refuse("payment_twice", card=name)
        if card in state.deceased[seat]:
            return META.refuse("widow_deceased", card=name)
        if card not in state.blue[seat] and card not in state.red[seat]:
            return META.refuse("payment_not_yours", card=name)
    return None


def _pack_yield(state: State, seat: int, rate: Rate, name: str) -> int:
    """The units that a card gives, packed (rules: sailor)."""
    card = state.deck.index[name]
    return rate.unit[card] * (1 if card in state.blue[seat] else state.deck.units_red[card])


def _check_discard(state: State, seat: int, action: Action) -> Refusal | None:
    card = state.deck.index.get(action[1])
    if card is None:
        return META.refuse("unknown_card", card=action[1])
    if card in state.deceased[seat]:  # ruling 5
        return META.refuse("victim_deceased" if state.phase == VICTIM else "discard_deceased", card=action[1])
    return None if card in state.blue[seat] else META.refuse("discard_not_blue", card=action[1])


def _check_reserve(state: State, seat: int, action: Action) -> Refusal | None:
    tile = state.deck.tile_index.get(action[1])
    if tile is None:
        return META.refuse("unknown_tile", tile=action[1])
    return None if tile in state.tiles else META.refuse("reserve_not_central", tile=action[1])


def _check_pass(state: State, seat: int, action: Action) -> Refusal | None:
    """A seat that can do anything else may not pass (ruling 1)."""
    return None if legal(state, seat)[0] == ("pass",) else META.refuse("must_act")


_CHECKS: dict[str, Callable[[State, int, Any], Refusal | None]] = {
    "contact": _check_contact,
    "recruit": _check_recruit,
    "open": _check_open,
    "discard": _check_discard,
    "reserve": _check_reserve,
    "pass": _check_pass,
}


def explain(state: State, seat: int) -> list[Disabled]:
    """Every action that the seat might consider now and may not do, without a payment."""
    if not must_decide(state, seat):
        return []
    possible = {action[:2] for action in legal(state, seat)}
    disabled = []
    for action in _list_candidates(state, seat):
        refusal = check(state, seat, action) if action[:2] not in possible else None
        if refusal is not None:
            disabled.append(Disabled(action, refusal))
    return disabled


def _list_candidates(state: State, seat: int) -> list[Action]:
    deck = state.deck
    own = state.blue[seat] + state.deceased[seat]
    tiles = sorted({*state.tiles, *(tile for row in state.reserved for tile in row)})
    candidates: list[Action] = [("contact", pile) for pile in range(PILES)]
    candidates += [("recruit", deck.names[card], (), ()) for card in own]
    candidates += [("open", deck.tile_names[tile], ()) for tile in tiles]
    if state.phase in (DISCARD, VICTIM):
        candidates += [("discard", deck.names[card]) for card in own]
    if state.phase == RESERVE:
        candidates += [("reserve", deck.tile_names[tile]) for tile in tiles]
    return [*candidates, ("pass",)]
