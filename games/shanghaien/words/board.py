"""The board of Shanghaien in words: labels for its scripts, and the position for people who cannot see it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.contract import Json
from games.shanghaien.words.names import (
    CARD_RANKS,
    ENDS,
    NATIONS,
    SAILORS,
    SHORT_TRICK_USES,
    TRICK_USES,
    begin_sentence,
    label_sailor,
)
from games.shanghaien.words.sentences import tell_roll

SCREEN = {
    "tavern": gettext_lazy("Tavern"),
    # Stands over the dice while they are counted.
    "tie": gettext_lazy("Equal dice: those beside it count"),
    "shout": gettext_lazy("Shanghai!"),
    "card": gettext_lazy("{nation} {value}"),
    "trick": gettext_lazy("Dirty trick: joker or {use}"),
    "pile": gettext_lazy("cards in the pile: {count}"),
    "end_left": gettext_lazy("Number 1 on the left"),
    "end_right": gettext_lazy("Number 1 on the right"),
    "cheated": gettext_lazy("{who} has played a dirty trick this round"),
    "dirty_trick": gettext_lazy("dirty trick"),
    "leaves": gettext_lazy("leaves the game"),
    "splash": gettext_lazy("Splash!"),
    "counts_now": gettext_lazy("counts now"),
    "mine": gettext_lazy("your dice: {count}"),
    "theirs": gettext_lazy("opponent’s dice: {count}"),
    "dice": gettext_lazy("Rolled dice"),
    "supply": gettext_lazy("dice in supply: {count}"),
    "tricks": gettext_lazy("Dirty tricks"),
    "kinds": {"trick": gettext_lazy("Play a dirty trick")},
    "now_mine": gettext_lazy("you would take it now"),
    "now_theirs": gettext_lazy("the opponent would take it now"),
    "now_nobody": gettext_lazy("it would leave the game now"),
    # With equally many dice at a card, the dice at the neighbouring cards decide.
    "neighbour_dice": gettext_lazy("equal dice, neighbours {mine} to {theirs}"),
    "round": gettext_lazy("Round {round} of {rounds}"),
    "dice_of": gettext_lazy("{who}, dice: {count}"),
    "now_to": gettext_lazy("{who} would take it now"),
    "final_score": gettext_lazy("Final score"),
    "total": gettext_lazy("total"),
    "labelled": gettext_lazy("{name}: {what}"),
    "score": gettext_lazy("Score if the match ended now"),
    "you_short": gettext_lazy("You"),
    "them_short": gettext_lazy("Opponent"),
    "points_to_come": gettext_lazy("to come"),
    "last_round": gettext_lazy("Round {round}: who took the cards"),
    "nations": NATIONS,
    "sailors": SAILORS,
    "uses": TRICK_USES,
    "ranks": CARD_RANKS,
    "points": gettext_lazy("points: {count}"),
    "now": gettext_lazy("If the round ended now"),
    "why": {
        "none": gettext_lazy("Nobody has any."),
        "level": gettext_lazy("Equal strength: they all go."),
        "alone": gettext_lazy("{who} alone has some: {count}."),
        "takes": gettext_lazy("{many} against {few}: {who} counts {few}, what the other side has."),
        "tricks": gettext_lazy("Each dirty trick that was never used counts one point."),
        "stronger": gettext_lazy("The stronger side counts what the other one has."),
    },
    "uses_short": SHORT_TRICK_USES,
}


def describe_board(view: Json, names: list[str]) -> list[Json]:
    """The position as headings with lines, for people who cannot see it."""
    parts = [
        (_("Round %(round)s of %(rounds)s.") % view, _round(view, names)),
        (_("Tavern"), [_place_in_row(card, names) for card in view["tavern"]]),
        (_("Crews"), [_crew(seat, who) for seat, who in zip(view["seats"], names, strict=True)]),
    ]
    return [{"heading": heading, "lines": lines} for heading, lines in parts if lines]


def _round(view: Json, names: list[str]) -> list[str]:
    lines = [_("Cards still in the pile: %(count)s.") % {"count": view["draw_pile"]}]
    if view["direction"]:
        lines.append(_("This round, number 1 is on the %(end)s.") % {"end": ENDS[view["direction"]]})
    if view["dice"]:
        lines.append(tell_roll({"seat": view["turn"], "dice": view["dice"]}, names))
    for who, seat in zip(names, view["seats"], strict=True):
        left = ngettext("%(who)s has %(count)d die left.", "%(who)s has %(count)d dice left.", seat["supply"])
        lines.append(left % {"who": who, "count": seat["supply"]})
    return lines


def _place_in_row(card: Json, names: list[str]) -> str:
    """`4. Turkish 3; Anna (1), Bernd (2); Bernd would take it now.`"""
    parts = [card_name(card)]
    if any(card["dice"]):
        parts.append(
            ", ".join(f"{who} ({count})" for who, count in zip(names, card["dice"], strict=True) if count)
        )
    if card["now"] and any(card["dice"]):
        to = card["now"]["to"]
        parts.append(
            _("it would leave the game now") if to is None else _("now it would go to %s") % names[to]
        )
    line = begin_sentence(_("; ").join(parts)) + "."
    # Before the direction is chosen, the cards have no numbers.
    return f"{card['number']}. {line}" if card["number"] else line


def card_name(facts: Json) -> str:
    """The name of a card of the row: nation and value, or the uses of a trick card."""
    if "nation" in facts:
        return label_sailor(facts["nation"], facts["value"])
    return _("dirty trick, joker or %s") % TRICK_USES[facts["second"]]


def _crew(seat: Json, who: str) -> str:
    nations = [_describe_nation(nation, cards) for nation, cards in seat["crew"].items()]
    tricks = [_("dirty trick, joker or %s") % TRICK_USES[trick["second"]] for trick in seat["tricks"]]
    held = _("; ").join(nations + tricks) or _("no cards yet")
    points = ngettext("%(count)d point", "%(count)d points", seat["score"]) % {"count": seat["score"]}
    return _("%(who)s, %(points)s: %(held)s.") % {"who": who, "points": points, "held": held}


def _describe_nation(nation: str, card_names: list[str]) -> str:
    """The sailors of a nation in a crew: `Turkish 3` for one, `Turks 1 + 3` for more."""
    names = SAILORS if len(card_names) == 1 else NATIONS
    return f"{names[nation]} {_join_card_values(card_names)}"


def _join_card_values(card_names: list[str]) -> str:
    """The values of cards as `2 + 3`; a trick card in a crew is a joker, which counts 2."""
    values = []
    for name in card_names:
        kind, value = name.split("-")  # such as trick-1 or red-3a
        values.append("2" if kind == "trick" else value[0])
    return " + ".join(values)
