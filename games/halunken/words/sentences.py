"""The sentences for decisions, actions, events and refusals of Halunken.

Dives are counted from 1 for people, from 0 in records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.contract import Json
from games.halunken.words.names import say_card

_SPACES = ("space", "start", "end")


def _with_names(fields: Mapping[str, Any], names: list[str]) -> Json:
    values = dict(fields)
    values |= {name: names[fields[name]] for name in ("seat", "victim") if fields.get(name) is not None}
    values |= {name: say_card(fields[name]) for name in ("card", "next") if fields.get(name) is not None}
    return values | {name: fields[name] + 1 for name in _SPACES if name in fields}


def _make_sentences(messages: Mapping[str, Any]) -> dict[str, Callable[[Mapping[str, Any], list[str]], str]]:
    """Sentences with the names of people and cards, and dives as people count them."""
    return {name: _make_sentence(message) for name, message in messages.items()}


def _make_sentence(message: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    return lambda fields, names: str(message) % _with_names(fields, names)


def _choose(fields: Mapping[str, Any], names: list[str]) -> str:
    if fields.get("space"):  # An analysis knows it.
        return _("Walk %(card)s to dive %(space)s") % fields
    return _("Play rum") if fields["card"] == "rum" else _("Walk %(card)s") % fields


def _name_number(fields: Mapping[str, Any], names: list[str]) -> str:
    if fields.get("space"):  # An analysis knows it.
        return _("Rum: walk %(number)s to dive %(space)s") % fields
    return _("Rum: walk %(number)s") % fields


def _revealed(fields: Mapping[str, Any], names: list[str]) -> str:
    shown = [f"{names[seat]} ({say_card(name)})" for seat, name in enumerate(fields["cards"])]
    if fields.get("jack") is not None:
        shown.append(f"Black Jack ({say_card(fields['jack'])})")
    return _("Revealed: %(cards)s.") % {"cards": ", ".join(shown)}


def _took(fields: Mapping[str, Any], names: list[str]) -> str:
    facts = _with_names(fields, names)
    if fields.get("next") is None:
        return _("%(seat)s takes the %(card)s, the last one at dive %(space)s.") % facts
    return _("%(seat)s takes the %(card)s from dive %(space)s; the next one there: %(next)s.") % facts


def _spared(fields: Mapping[str, Any], names: list[str]) -> str:
    facts = _with_names(fields, names)
    if not fields["theirs"]:
        return _("%(victim)s has no scoundrel that %(seat)s could take.") % facts
    return _("Scoundrels: %(seat)s (%(own)s), %(victim)s (%(theirs)s). Nothing is taken.") % facts


def _jack_turned(fields: Mapping[str, Any], names: list[str]) -> str:
    if fields["card"] == "rum":
        return _("Black Jack plays rum and walks %(number)s.") % fields
    return _("Black Jack’s card: %(card)s.") % fields


def _scored(fields: Mapping[str, Any], names: list[str]) -> str:
    totals = ", ".join(f"{names[seat]} ({total})" for seat, total in enumerate(fields["scores"]))
    return _("Game %(game)s is over: %(totals)s.") % {"game": fields["game"], "totals": totals}


def _other_decision(fields: Mapping[str, Any], names: list[str]) -> str:
    return _("Something else must be decided now: %(what)s.") % {"what": DECISIONS[fields["expected"]]}


DECISIONS = {
    "settle": gettext_lazy("put your captain in front of a dive"),
    "settle_jack": gettext_lazy("put Black Jack on an empty space"),
    "bid": gettext_lazy("bid a scoundrel for Black Jack, or pass"),
    "choose": gettext_lazy("choose a movement card in secret"),
    "choose_jack": gettext_lazy("choose a card for Black Jack in secret"),
    "rum": gettext_lazy("name a number for your rum"),
    "rum_jack": gettext_lazy("name a number for Black Jack’s rum"),
    "rob": gettext_lazy("take one of your victim’s scoundrels"),
    "salvage": gettext_lazy("take a scoundrel from beside the boat, or not"),
    "lose": gettext_lazy("choose the scoundrel that Black Jack drives away"),
}
ACTIONS = {
    "choose": _choose,
    "rum": _name_number,
    **_make_sentences(
        {
            "settle": gettext_lazy("Dive %(space)s"),
            "settle_jack": gettext_lazy("Black Jack to dive %(space)s"),
            "bid": gettext_lazy("Bid the %(card)s"),
            "pass": gettext_lazy("Pass"),
            "choose_jack": gettext_lazy("Black Jack: %(card)s"),
            "rum_jack": gettext_lazy("Black Jack’s rum: walk %(number)s"),
            "rob": gettext_lazy("Take the %(card)s from %(seat)s"),
            "salvage": gettext_lazy("Take the %(card)s lying beside the boat"),
            "decline": gettext_lazy("Take nothing"),
            "lose": gettext_lazy("Lose the %(card)s"),
        }
    ),
}
EVENTS = {
    "revealed": _revealed,
    "took": _took,
    "spared": _spared,
    "jack_turned": _jack_turned,
    "game_scored": _scored,
    "game_begun": lambda fields, names: (
        _("Game %(game)s: %(seat)s settles first.") % {"game": fields["game"], "seat": names[fields["first"]]}
    ),
    **_make_sentences(
        {
            "settled": gettext_lazy("%(seat)s settles at dive %(space)s and takes the %(card)s."),
            "opened": gettext_lazy("The top scoundrel of every dive is turned up."),
            "jack_settled": gettext_lazy("%(seat)s puts Black Jack at dive %(space)s."),
            "bid": gettext_lazy("%(seat)s bids the %(card)s."),
            "passed": gettext_lazy("%(seat)s passes."),
            "rented": gettext_lazy("%(seat)s hires Black Jack for the %(card)s."),
            "unrented": gettext_lazy("Nobody hires Black Jack."),
            "chosen": gettext_lazy("%(seat)s has chosen a card."),
            "jack_chosen": gettext_lazy("%(seat)s has chosen a card for Black Jack."),
            "rum": gettext_lazy("%(seat)s drinks rum and walks %(number)s."),
            "rum_jack": gettext_lazy("%(seat)s plays Black Jack’s rum: %(number)s."),
            "cancelled": gettext_lazy("%(seat)s stays put: the card is cancelled (%(card)s)."),
            "moved": gettext_lazy("%(seat)s walks from dive %(start)s to dive %(end)s."),
            "robbed": gettext_lazy("%(seat)s takes the %(card)s from %(victim)s."),
            "pushed": gettext_lazy("%(seat)s has to move on to dive %(end)s."),
            "jack_pushed": gettext_lazy("Black Jack moves on to dive %(end)s."),
            "salvaged": gettext_lazy("%(seat)s takes the %(card)s lying beside the boat."),
            "declined": gettext_lazy("%(seat)s takes nothing from beside the boat."),
            "jack_moved": gettext_lazy("Black Jack walks from dive %(start)s to dive %(end)s."),
            "lost": gettext_lazy("%(seat)s loses the %(card)s, which goes beside the boat."),
            "round_begun": gettext_lazy("Round %(round)s begins."),
        }
    ),
}
REFUSALS = {
    "other_decision": _other_decision,
    **_make_sentences(
        {
            "match_over": gettext_lazy("The match is over."),
            "unknown_action": gettext_lazy("This is not an action of the game."),
            "not_your_decision": gettext_lazy("It is not your turn to decide."),
            "already_chosen": gettext_lazy("You have chosen already; wait for the others."),
            "without_black_jack": gettext_lazy("Black Jack has stayed in the box in this match."),
            "two_players_only": gettext_lazy("You choose a card for Black Jack only in a two-player match."),
            "no_such_space": gettext_lazy("There are %(spaces)s dives, no more and no fewer."),
            "no_such_scoundrel": gettext_lazy("There is no such scoundrel."),
            "no_such_card": gettext_lazy("The movement cards are 1 to 7 and rum."),
            "no_such_number": gettext_lazy("Name a number from 1 to 7."),
            "no_such_seat": gettext_lazy("There are %(seats)s seats at this table."),
            "space_taken": gettext_lazy("There is a captain at dive %(space)s already."),
            "jack_space_taken": gettext_lazy(
                "Black Jack needs an empty space; there is a captain at dive %(space)s."
            ),
            "bid_not_own": gettext_lazy("Bid a scoundrel of your own; the %(card)s is not in your crew."),
            "bid_too_low": gettext_lazy(
                "The %(card)s does not beat the best bid: it takes more than %(best)s."
            ),
            "card_played": gettext_lazy("You have played this card already: %(card)s."),
            "jack_card_played": gettext_lazy("Black Jack has played this card already: %(card)s."),
            "number_shown": gettext_lazy("Somebody shows a %(number)s this round; rum needs another number."),
            "jack_number_shown": gettext_lazy(
                "A captain’s card shows %(number)s; Black Jack needs another number."
            ),
            "brawl_other_victim": gettext_lazy("You are brawling with %(victim)s, and nobody else."),
            "brawl_not_theirs": gettext_lazy("The %(card)s is not in the crew you are brawling with."),
            "brawl_compulsory": gettext_lazy("A brawl is not optional: take a scoundrel from %(victim)s."),
            "raid_other_victim": gettext_lazy("Black Jack is passing %(victim)s, nobody else."),
            "raid_not_theirs": gettext_lazy("The %(card)s is not in the crew that Black Jack is passing."),
            "raid_compulsory": gettext_lazy("Black Jack does not let go: take a scoundrel from %(victim)s."),
            "not_on_boat": gettext_lazy("The %(card)s does not lie beside the boat."),
            "no_robbing_at_jack": gettext_lazy(
                "When you meet Black Jack, you may take only from beside the boat."
            ),
            "jack_not_rented_by_other": gettext_lazy("Your opponent has not hired Black Jack this round."),
            "jack_outnumbered": gettext_lazy(
                "Scoundrels: you %(own)s, your opponent %(theirs)s. You may take one only if you do not "
                "have more than they do."
            ),
            "jack_not_theirs": gettext_lazy("The %(card)s is not in your opponent’s crew."),
            "lose_not_own": gettext_lazy("The %(card)s is not in your crew."),
        }
    ),
}
