"""Halunken in words. Dives are counted from 1 for people, from 0 in records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.core.contract import Json

COLOURS = {
    "red": pgettext_lazy("scoundrel", "red"),
    "purple": pgettext_lazy("scoundrel", "purple"),
    "grey": pgettext_lazy("scoundrel", "grey"),
    "yellow": pgettext_lazy("scoundrel", "yellow"),
}
PHASES = {
    "settling": gettext_lazy("The captains choose their places"),
    "settling_jack": gettext_lazy("Black Jack comes in"),
    "auction": gettext_lazy("Auction for Black Jack"),
    "choosing": gettext_lazy("Everybody chooses a card in secret"),
    "rum": gettext_lazy("Rum: a number is named"),
    "rum_jack": gettext_lazy("Black Jack’s rum: a number is named"),
    "brawl": gettext_lazy("Brawl"),
    "meeting": gettext_lazy("A captain meets Black Jack"),
    "raid": gettext_lazy("Black Jack on the prowl"),
    "alone": gettext_lazy("Black Jack on the prowl, hired by nobody"),
    "over": gettext_lazy("The ships put to sea"),
}
#: what a folded list of actions offers
KINDS = {
    "settle": gettext_lazy("Choose a dive"),
    "settle_jack": gettext_lazy("Choose a dive for Black Jack"),
    "bid": gettext_lazy("Bid a scoundrel"),
    "choose": gettext_lazy("Choose a movement card"),
    "choose_jack": gettext_lazy("Choose a card for Black Jack"),
    "rum": gettext_lazy("Name a number"),
    "rum_jack": gettext_lazy("Name a number"),
    "rob": gettext_lazy("Take a scoundrel"),
    "salvage": gettext_lazy("Take from beside the boat"),
    "lose": gettext_lazy("Lose a scoundrel"),
}
_SPACES = ("space", "start", "end")


def scoundrel(name: str) -> str:
    """A scoundrel as one says it: colour and value."""
    colour, value = name.split("-")
    return _("%(colour)s %(value)s") % {"colour": COLOURS[colour], "value": value}


def card(name: int | str) -> str:
    """A movement card, or a scoundrel."""
    if name == "rum":
        return _("rum")
    return str(name) if isinstance(name, int) else scoundrel(name)


def _readable(fields: Mapping[str, Any], names: list[str]) -> Json:
    said = dict(fields)
    said |= {name: names[fields[name]] for name in ("seat", "victim") if fields.get(name) is not None}
    said |= {name: card(fields[name]) for name in ("card", "next") if fields.get(name) is not None}
    return said | {name: fields[name] + 1 for name in _SPACES if name in fields}


def _plain(messages: Mapping[str, Any]) -> dict[str, Callable[[Mapping[str, Any], list[str]], str]]:
    """Messages whose fields are spoken: names of people, cards, and dives as people count them."""
    return {name: _saying(message) for name, message in messages.items()}


def _saying(message: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    return lambda fields, names: str(message) % _readable(fields, names)


def _choose(fields: Mapping[str, Any], names: list[str]) -> str:
    return _("Play rum") if fields["card"] == "rum" else _("Walk %(card)s") % fields


def _revealed(fields: Mapping[str, Any], names: list[str]) -> str:
    shown = [f"{names[seat]} {card(each)}" for seat, each in enumerate(fields["cards"])]
    if fields.get("jack") is not None:
        shown.append(f"Black Jack {card(fields['jack'])}")
    return _("Revealed: %(cards)s.") % {"cards": ", ".join(shown)}


def _took(fields: Mapping[str, Any], names: list[str]) -> str:
    told = _readable(fields, names)
    if fields.get("next") is None:
        return _("%(seat)s takes the %(card)s, the last one of dive %(space)s.") % told
    return _("%(seat)s takes the %(card)s of dive %(space)s; the next one there: %(next)s.") % told


def _spared(fields: Mapping[str, Any], names: list[str]) -> str:
    told = _readable(fields, names)
    if not fields["theirs"]:
        return _("%(victim)s has no scoundrel that %(seat)s could take.") % told
    return _("%(seat)s has %(own)s scoundrels, %(victim)s %(theirs)s: nothing is taken.") % told


def _jack_turned(fields: Mapping[str, Any], names: list[str]) -> str:
    if fields["card"] == "rum":
        return _("Black Jack plays rum and walks %(number)s.") % fields
    return _("Black Jack’s card: %(card)s.") % fields


def _scored(fields: Mapping[str, Any], names: list[str]) -> str:
    totals = ", ".join(f"{names[seat]} {total}" for seat, total in enumerate(fields["scores"]))
    return _("Game %(game)s is over: %(totals)s.") % {"game": fields["game"], "totals": totals}


def _other_decision(fields: Mapping[str, Any], names: list[str]) -> str:
    return _("Something else must be decided now: %(what)s.") % {"what": DECISIONS[fields["expected"]]}


DECISIONS = {
    "settle": gettext_lazy("put your captain before a dive"),
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
    **_plain(
        {
            "settle": gettext_lazy("Dive %(space)s"),
            "settle_jack": gettext_lazy("Black Jack to dive %(space)s"),
            "bid": gettext_lazy("Bid the %(card)s"),
            "pass": gettext_lazy("Pass"),
            "choose_jack": gettext_lazy("Black Jack: %(card)s"),
            "rum": gettext_lazy("Rum: walk %(number)s"),
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
    **_plain(
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
            "rum_jack": gettext_lazy("%(seat)s sends Black Jack off on rum: %(number)s."),
            "cancelled": gettext_lazy("%(seat)s stays put: card %(card)s is cancelled."),
            "moved": gettext_lazy("%(seat)s walks from dive %(start)s to dive %(end)s."),
            "robbed": gettext_lazy("%(seat)s takes the %(card)s from %(victim)s."),
            "pushed": gettext_lazy("%(seat)s has to move on to dive %(end)s."),
            "jack_pushed": gettext_lazy("Black Jack moves on to dive %(end)s."),
            "salvaged": gettext_lazy("%(seat)s takes the %(card)s lying beside the boat."),
            "declined": gettext_lazy("%(seat)s takes nothing from Black Jack."),
            "jack_moved": gettext_lazy("Black Jack walks from dive %(start)s to dive %(end)s."),
            "lost": gettext_lazy("%(seat)s loses the %(card)s to the boat."),
            "round_begun": gettext_lazy("Round %(round)s begins."),
        }
    ),
}
REFUSALS = {
    "other_decision": _other_decision,
    **_plain(
        {
            "match_over": gettext_lazy("The match is over."),
            "unknown_action": gettext_lazy("This is not an action of the game."),
            "not_your_decision": gettext_lazy("It is not for you to decide now."),
            "already_chosen": gettext_lazy("You have chosen already; wait for the others."),
            "without_black_jack": gettext_lazy("Black Jack has stayed in the box in this match."),
            "two_players_only": gettext_lazy("Only with two players does one choose a card for Black Jack."),
            "no_such_space": gettext_lazy("There are %(spaces)s dives, no more and no fewer."),
            "no_such_scoundrel": gettext_lazy("There is no such scoundrel."),
            "no_such_card": gettext_lazy("The movement cards are 1 to 7 and rum."),
            "no_such_number": gettext_lazy("Name a number from 1 to 7."),
            "no_such_seat": gettext_lazy("There are %(seats)s places at this table."),
            "space_taken": gettext_lazy("There is a captain at dive %(space)s already."),
            "jack_space_taken": gettext_lazy("Black Jack needs an empty space; there is a captain at dive %(space)s."),
            "bid_not_own": gettext_lazy("Bid a scoundrel of your own; the %(card)s is not in your crew."),
            "bid_too_low": gettext_lazy("The %(card)s does not beat the best bid: it takes more than %(best)s."),
            "card_played": gettext_lazy("You have played this card already: %(card)s."),
            "jack_card_played": gettext_lazy("Black Jack has played this card already: %(card)s."),
            "number_shown": gettext_lazy("Somebody shows a %(number)s this round; rum needs another number."),
            "jack_number_shown": gettext_lazy("A captain’s card shows %(number)s; Black Jack needs another number."),
            "brawl_other_victim": gettext_lazy("You are brawling with %(victim)s, with nobody else."),
            "brawl_not_theirs": gettext_lazy("The %(card)s is not in the crew you are brawling with."),
            "brawl_compulsory": gettext_lazy("A brawl is not optional: take a scoundrel from %(victim)s."),
            "raid_other_victim": gettext_lazy("Black Jack is passing %(victim)s, nobody else."),
            "raid_not_theirs": gettext_lazy("The %(card)s is not in the crew that Black Jack is passing."),
            "raid_compulsory": gettext_lazy("Black Jack does not let go: take a scoundrel from %(victim)s."),
            "not_on_boat": gettext_lazy("The %(card)s does not lie beside the boat."),
            "no_robbing_at_jack": gettext_lazy(
                "Meeting Black Jack, you may take from beside the boat, from nobody else."
            ),
            "jack_not_rented_by_other": gettext_lazy("Your opponent has not hired Black Jack this round."),
            "jack_outnumbered": gettext_lazy(
                "You have %(own)s scoundrels and your opponent %(theirs)s: you may take one only if you have no more."
            ),
            "jack_not_theirs": gettext_lazy("The %(card)s is not in your opponent’s crew."),
            "lose_not_own": gettext_lazy("The %(card)s is not in your crew."),
        }
    ),
}


def board(view: Json, names: list[str]) -> list[Json]:
    """The position in words, for people who do not see it."""
    parts = [
        (_heading(view), _jack(view, names)),
        (_("The dives"), [_dive(view, names, space) for space in range(len(view["ring"]))]),
        (_("Crews"), [_crew(crew, who) for crew, who in zip(view["crews"], names, strict=True)]),
        (_("Movement cards"), [_hand(hand, who) for hand, who in zip(view["hands"], names, strict=True)]),
    ]
    if view["jack"]:
        parts.append((_("Beside the boat"), [_listed(view["boat"])]))
    return [{"heading": heading, "lines": lines} for heading, lines in parts]


def _heading(view: Json) -> str:
    phase = {"phase": PHASES[view["phase"]], "round": view["round"], "rounds": view["rounds"]}
    return _("Round %(round)s of %(rounds)s. %(phase)s.") % phase if view["round"] else str(phase["phase"])


def _jack(view: Json, names: list[str]) -> list[str]:
    jack, auction = view["jack"], view["auction"]
    if not jack:
        return []
    lines = [_("Black Jack’s cards still to come: %(cards)s.") % {"cards": _listed(jack["left"])}]
    if jack["renter"] is not None:
        lines.append(_("%(who)s has hired Black Jack.") % {"who": names[jack["renter"]]})
    if auction and auction["best"]:
        bid = {"card": scoundrel(auction["best"]), "who": names[auction["bidder"]]}
        lines.append(_("Best bid: %(card)s, by %(who)s.") % bid)
    return lines


def _dive(view: Json, names: list[str], space: int) -> str:
    dive = view["ring"][space]
    said = [_("Dive %(space)s: %(pile)s") % {"space": space + 1, "pile": _pile(dive)}]
    said += [names[seat] for seat, place in enumerate(view["captains"]) if place == space]
    if view["jack"] and view["jack"]["space"] == space:
        said.append("Black Jack")
    return "; ".join(said) + "."


def _pile(dive: Json) -> str:
    if not dive["left"]:
        return _("empty")
    if not dive["top"]:
        return _("%(count)s face down") % {"count": dive["left"]}
    if dive["left"] == 1:
        return scoundrel(dive["top"])
    return _("%(card)s, beneath it %(count)s more") % {"card": scoundrel(dive["top"]), "count": dive["left"] - 1}


def _crew(crew: Json, who: str) -> str:
    count = ngettext("%(count)s scoundrel", "%(count)s scoundrels", crew["count"]) % crew
    said = {"who": who, "count": count, "total": crew["total"], "cards": _listed(crew["cards"])}
    if not crew["doubled"]:
        return _("%(who)s: %(count)s.") % said
    said["doubled"] = COLOURS[crew["doubled"]]
    return _("%(who)s: %(count)s (%(cards)s), worth %(total)s, counting twice: %(doubled)s.") % said


def _hand(hand: Json, who: str) -> str:
    said = {"who": who, "left": _listed(hand["left"]), "played": _listed(hand["played"])}
    return _("%(who)s: still to play %(left)s; played %(played)s.") % said


def _listed(cards: list[Any]) -> str:
    return ", ".join(card(each) for each in cards) or _("none")


SCREEN = {
    "ring": gettext_lazy("The harbour and its dives; the arrow keys walk around it"),
    "dive": gettext_lazy("Dive {dive}"),
    "scoundrel": gettext_lazy("{colour} {value}"),
    "colours": COLOURS,
    "phases": PHASES,
    "rum": gettext_lazy("rum"),
    "round": pgettext_lazy("halunken", "Round {round} of {rounds}"),
    "game": gettext_lazy("Game {game} of {games}"),
    "pile": gettext_lazy("{count} in the pile"),
    "face_down": gettext_lazy("face down"),
    "empty": gettext_lazy("empty"),
    "landing": gettext_lazy("your captain would come here"),
    "jack_landing": gettext_lazy("Black Jack would come here"),
    "hired": gettext_lazy("Black Jack works for {who}"),
    "best": gettext_lazy("Best bid: {card}, by {who}"),
    "no_bid": gettext_lazy("No bid yet"),
    "boat": gettext_lazy("Beside the boat"),
    "boat_empty": gettext_lazy("Nobody lies there."),
    "crews": gettext_lazy("Crews"),
    "crew_empty": gettext_lazy("no scoundrel yet"),
    "count": gettext_lazy("scoundrels: {count}"),
    "doubles": gettext_lazy("counts twice"),
    "total": gettext_lazy("worth {total}"),
    "games_total": gettext_lazy("earlier games: {points}"),
    "hand": gettext_lazy("Your movement cards"),
    "jack_hand": gettext_lazy("A card for Black Jack"),
    "numbers": gettext_lazy("A number for the rum"),
    "chosen": gettext_lazy("chosen"),
    "matrix": gettext_lazy("Movement cards"),
    "matrix_hint": gettext_lazy("The figures say in which round a card was played."),
    "who": gettext_lazy("Captain"),
    "played_in": gettext_lazy("played in round {round}"),
    "not_played": gettext_lazy("still to come"),
    "ghost": gettext_lazy("If you walk {number}, before anybody else moves"),
    "ghost_rum": gettext_lazy("With rum you name the number after the reveal."),
    "ghost_jack": gettext_lazy("Black Jack moves last. From where he stands now: dive {dive}."),
    "lands": gettext_lazy("To dive {dive}."),
    "takes": gettext_lazy("You take the {card}."),
    "takes_nobody": gettext_lazy("Nobody is left in that dive."),
    "brawls": gettext_lazy("Brawl with {who}: you take a scoundrel of your choice."),
    "brawls_vainly": gettext_lazy("Brawl with {who}: you may take nothing."),
    "meets": gettext_lazy("Black Jack is there: you may take one from beside the boat."),
    "meets_vainly": gettext_lazy("Black Jack is there, but nobody lies beside the boat."),
    "rival": gettext_lazy("{who} can come to the same place with {cards}."),
    "cancel": gettext_lazy("Same card possible for {who}: you would stay and take the {card}."),
    "cancel_vainly": gettext_lazy("Same card possible for {who}: you would stay, with nobody to take."),
    "skip": gettext_lazy("Skip"),
    "kinds": KINDS,
}
