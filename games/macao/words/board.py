"""The board of Les Ombres de Macao: labels for its scripts, and the position for people who cannot see it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.core.contract import Json
from games.macao.words.names import (
    NEEDS,
    PHASES,
    RESOURCES,
    TALENTS,
    TILES,
    TYPES,
    list_or_none,
    say_card,
    say_cards,
    say_number,
    say_tile,
)

SCREEN = {
    "round_of": gettext_lazy("Round {round}"),
    "last_round": gettext_lazy("last round"),
    "centre": gettext_lazy("Centre of the table"),
    "piles": gettext_lazy("Piles"),
    "tiles_centre": gettext_lazy("Establishments in the centre"),
    "coins": gettext_lazy("coins: {count}"),
    "coins_at_end": gettext_lazy("coins at the end"),
    "members": gettext_lazy("members {count}/{end}"),
    "informants": gettext_lazy("informants {count}/{limit}"),
    "production": gettext_lazy("What my cards give"),
    "cost": gettext_lazy("cost:"),
    "one_short": gettext_lazy("one short"),
    "can_recruit": gettext_lazy("can be recruited"),
    "deceased": gettext_lazy("Deceased widow"),
    "reserved": gettext_lazy("reserved"),
    "pay_for": gettext_lazy("{what}: how do you pay?"),
    "pay_so": gettext_lazy("Pay with these cards"),
    "complete": gettext_lazy("Choose for me"),
    "clear": gettext_lazy("Put all back"),
    "nothing_laid": gettext_lazy("No card has been chosen yet."),
    "paid_with": gettext_lazy("paid with: {card}"),
    "gives": gettext_lazy("gives"),
    "costs": gettext_lazy("costs"),
    "brings": gettext_lazy("brings"),
    "where": gettext_lazy("is in front of"),
    "tiles_of": gettext_lazy("establishments"),
    "members_stay": gettext_lazy("stay when they pay"),
    "informants_leave": gettext_lazy("leave when they pay"),
    "coins_from": gettext_lazy(
        "Coins from members and from establishments (and their number: ties go to whoever has more "
        "establishments, then more members)"
    ),
    "tie_broken": gettext_lazy("Equal coins: {who} wins by more establishments, or else by more members."),
    "members_of": gettext_lazy("members"),
    "total": gettext_lazy("total"),
    "labelled": gettext_lazy("{name}: {what}"),
    "member": pgettext_lazy("side of a card", "member"),
    "informant": pgettext_lazy("side of a card", "informant"),
    "as_member": gettext_lazy("As a member"),
    "on_table": gettext_lazy("On this table"),
    "pile_number": gettext_lazy("Pile {number}"),
    "further_down": gettext_lazy("further down in the piles"),
    "this_card": gettext_lazy("this card"),
    "talents": TALENTS,
    "kinds": {
        "contact": gettext_lazy("Contact an informant"),
        "recruit": gettext_lazy("Recruit a member"),
        "open": gettext_lazy("Open an establishment"),
        "discard": gettext_lazy("Discard an informant"),
        "reserve": gettext_lazy("Reserve an establishment"),
    },
    "resources": RESOURCES,
    "types": TYPES,
    "tiles": TILES,
    "phases": PHASES,
    "needs": NEEDS,
}


def describe_board(view: Json, names: list[str]) -> list[Json]:
    """The position as headings with lines, for people who cannot see it."""
    parts = [
        (_("Round %(round)s: %(phase)s.") % {"round": view["round"], "phase": PHASES[view["phase"]]}, []),
        (_("Piles"), [_pile(i, pile) for i, pile in enumerate(view["piles"], start=1)]),
        (_("Establishments in the centre"), [say_tile(name) for name in view["tiles"]]),
    ]
    parts += [(who, _seat(seat)) for seat, who in zip(view["seats"], names, strict=True)]
    return [{"heading": heading, "lines": lines} for heading, lines in parts]


def _pile(number: int, pile: Json) -> str:
    if not pile["top"]:
        return _("Pile %(number)s is empty.") % {"number": number}
    facts = {"number": number, "card": say_card(pile["top"]), "count": pile["count"]}
    return _("Pile %(number)s: %(card)s; cards: %(count)s.") % facts


def _seat(seat: Json) -> list[str]:
    blue = [say_card(name) for name in seat["blue"]] + [_("Deceased widow") for _name in seat["deceased"]]
    lines = [
        _("Informants %(count)s/%(limit)s: %(cards)s")
        % {"count": seat["blue_count"], "limit": seat["blue_limit"], "cards": list_or_none(blue)},
        _("Members %(count)s/%(end)s: %(cards)s")
        % {"count": seat["red_count"], "end": seat["red_to_end"], "cards": say_cards(seat["red"])},
        _("Coins: %(total)s") % {"total": say_number(seat["coins"]["total"])},
    ]
    for label, key in ((_("Reserved: %(tiles)s"), "reserved"), (_("Opened: %(tiles)s"), "opened")):
        if seat[key]:
            lines.append(label % {"tiles": ", ".join(map(say_tile, seat[key]))})
    return lines
