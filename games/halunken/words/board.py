"""The board of Halunken in words: labels for its scripts, and the position for people who cannot see it.

Dives are counted from 1 for people, from 0 in records.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.core.contract import Json
from games.halunken.words.names import COLOURS, KINDS, PHASES, SUITS, say_card, say_scoundrel

SCREEN = {
    "ring": gettext_lazy("The harbour and its dives; use the arrow keys to move from one dive to the next"),
    "dive": gettext_lazy("Dive {dive}"),
    "scoundrel": gettext_lazy("{colour} {value}"),
    "colours": COLOURS,
    "suits": SUITS,
    "phases": PHASES,
    "rum": gettext_lazy("rum"),
    "round": pgettext_lazy("halunken", "Round {round} of {rounds}"),
    "game": gettext_lazy("Game {game} of {games}"),
    "pile": gettext_lazy("{count} in the pile"),
    "face_down": gettext_lazy("face down"),
    "empty": gettext_lazy("empty"),
    "landing": gettext_lazy("your captain would stop here"),
    "jack_landing": gettext_lazy("Black Jack would stop here"),
    "hired": gettext_lazy("Black Jack works for {who}"),
    "best": gettext_lazy("Best bid: {card}, by {who}"),
    "no_bid": gettext_lazy("No bids yet"),
    "boat": gettext_lazy("Beside the boat"),
    "too_far": gettext_lazy("No card leads there: a captain walks one to seven spaces."),
    "boat_empty": gettext_lazy("Nobody is lying there."),
    "crews": gettext_lazy("Crews"),
    "crew_empty": gettext_lazy("no scoundrels yet"),
    "count": gettext_lazy("scoundrels: {count}"),
    "doubles": gettext_lazy("counts twice"),
    "total": gettext_lazy("worth {total}"),
    "labelled": gettext_lazy("{name}: {what}"),
    "why_total": gettext_lazy(
        "{sum} = {total}. The most frequent colour is {colour} ({count}): it counts twice; if several "
        "tie, the best of them does."
    ),
    "games_total": gettext_lazy("earlier games: {points}"),
    "hand": gettext_lazy("Your movement cards"),
    "jack_hand": gettext_lazy("A card for Black Jack"),
    "numbers": gettext_lazy("A number for the rum"),
    "chosen": gettext_lazy("chosen"),
    "matrix": gettext_lazy("Movement cards"),
    "matrix_hint": gettext_lazy("Light cards are still in hand; those struck out have been played."),
    "played_in": gettext_lazy("played in round {round}"),
    "not_played": gettext_lazy("still to come"),
    "ghost": gettext_lazy("If you walk {number} before anybody else moves"),
    "ghost_rum": gettext_lazy("With rum you name the number after the reveal."),
    "ghost_jack": gettext_lazy("Black Jack moves last. From where he stands now: dive {dive}."),
    "lands": gettext_lazy("To dive {dive}."),
    "takes": gettext_lazy("You take the {card}."),
    "takes_nobody": gettext_lazy("Nobody is left in that dive."),
    "brawls": gettext_lazy("Brawl with {who}: you take a scoundrel of your choice."),
    "brawls_vainly": gettext_lazy("Brawl with {who}: you may not take anything."),
    "meets": gettext_lazy("Black Jack is there: you may take one from beside the boat."),
    "meets_vainly": gettext_lazy("Black Jack is there, but nobody is lying beside the boat."),
    "rivals": gettext_lazy("{rivals} could get there too."),
    "cancel": gettext_lazy("{who} could play the same card: then you would stay put and take the {card}."),
    "cancel_vainly": gettext_lazy(
        "{who} could play the same card: then you would stay put, with nobody to take."
    ),
    "kinds": KINDS,
}


def describe_board(view: Json, names: list[str]) -> list[Json]:
    """The position as headings with lines, for people who cannot see it."""
    parts = [
        (_heading(view), _jack(view, names)),
        (_("The dives"), [_dive(view, names, space) for space in range(len(view["ring"]))]),
        (_("Crews"), [_crew(crew, who) for crew, who in zip(view["crews"], names, strict=True)]),
        (_("Movement cards"), [_hand(hand, who) for hand, who in zip(view["hands"], names, strict=True)]),
    ]
    if view["jack"]:
        parts.append((_("Beside the boat"), [_join_cards(view["boat"])]))
    return [{"heading": heading, "lines": lines} for heading, lines in parts]


def _heading(view: Json) -> str:
    phase = {"phase": PHASES[view["phase"]], "round": view["round"], "rounds": view["rounds"]}
    return _("Round %(round)s of %(rounds)s. %(phase)s.") % phase if view["round"] else str(phase["phase"])


def _jack(view: Json, names: list[str]) -> list[str]:
    jack, auction = view["jack"], view["auction"]
    if not jack:
        return []
    lines = [_("Black Jack’s cards still to come: %(cards)s.") % {"cards": _join_cards(jack["left"])}]
    if jack["renter"] is not None:
        lines.append(_("%(who)s has hired Black Jack.") % {"who": names[jack["renter"]]})
    if auction and auction["best"]:
        bid = {"card": say_scoundrel(auction["best"]), "who": names[auction["bidder"]]}
        lines.append(_("Best bid: %(card)s (%(who)s).") % bid)
    return lines


def _dive(view: Json, names: list[str], space: int) -> str:
    dive = view["ring"][space]
    parts = [_("Dive %(space)s: %(pile)s") % {"space": space + 1, "pile": _pile(dive)}]
    parts += [names[seat] for seat, place in enumerate(view["captains"]) if place == space]
    if view["jack"] and view["jack"]["space"] == space:
        parts.append("Black Jack")
    return _("; ").join(parts) + "."


def _pile(dive: Json) -> str:
    if not dive["left"]:
        return _("empty")
    if not dive["top"]:
        return ngettext("%(count)s face down", "%(count)s face down", dive["left"]) % {"count": dive["left"]}
    if dive["left"] == 1:
        return say_scoundrel(dive["top"])
    return _("%(card)s, with %(count)s more beneath") % {
        "card": say_scoundrel(dive["top"]),
        "count": dive["left"] - 1,
    }


def _crew(crew: Json, who: str) -> str:
    count = ngettext("%(count)s scoundrel", "%(count)s scoundrels", crew["count"]) % crew
    values = {"who": who, "count": count, "total": crew["total"], "cards": _join_cards(crew["cards"])}
    if not crew["doubled"]:
        return _("%(who)s: %(count)s.") % values
    values["doubled"] = COLOURS[crew["doubled"]]
    return _("%(who)s: %(count)s (%(cards)s), worth %(total)s, counting twice: %(doubled)s.") % values


def _hand(hand: Json, who: str) -> str:
    values = {"who": who, "left": _join_cards(hand["left"]), "played": _join_cards(hand["played"])}
    return _("%(who)s: still to play %(left)s; played %(played)s.") % values


def _join_cards(cards: list[Any]) -> str:
    return ", ".join(map(say_card, cards)) or _("none")
