"""Shanghaien in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.core.contract import Json

NATIONS = {
    "red": pgettext_lazy("sailors", "Americans"),
    "lightblue": pgettext_lazy("sailors", "French"),
    "blue": pgettext_lazy("sailors", "Germans"),
    "yellow": pgettext_lazy("sailors", "Chinese"),
    "orange": pgettext_lazy("sailors", "Dutch"),
    "purple": pgettext_lazy("sailors", "Turks"),
    "green": pgettext_lazy("sailors", "Spaniards"),
    "grey": pgettext_lazy("sailors", "Italians"),
}
#: on the narrow cards of a phone; at most six letters
NATIONS_SHORT = {
    "red": pgettext_lazy("sailors, short", "Amer."),
    "lightblue": pgettext_lazy("sailors, short", "Fren."),
    "blue": pgettext_lazy("sailors, short", "Germ."),
    "yellow": pgettext_lazy("sailors, short", "Chin."),
    "orange": pgettext_lazy("sailors, short", "Dutch"),
    "purple": pgettext_lazy("sailors, short", "Turk."),
    "green": pgettext_lazy("sailors, short", "Span."),
    "grey": pgettext_lazy("sailors, short", "Ital."),
}
ENDS = {"left": gettext_lazy("left"), "right": gettext_lazy("right")}
USES = {
    "joker": gettext_lazy("joker"),
    "adjust": gettext_lazy("die ±1"),
    "both": gettext_lazy("both dice"),
    "reroll": gettext_lazy("roll again"),
}
USES_SHORT = {
    "adjust": "±1",
    "both": pgettext_lazy("trick, short", "2 dice"),
    "reroll": "↻",
}


def card(name: str) -> str:
    """A card as one says it: nation and value, or a dirty trick."""
    nation, value = name.split("-")
    return _("dirty trick") if nation == "trick" else f"{NATIONS[nation]} {value[0]}"


def _dice(fields: dict, names: list[str]) -> str:
    one, two = fields["dice"]
    return _("%(seat)s rolls %(one)s and %(two)s.") % {"seat": names[fields["seat"]], "one": one, "two": two}


def _given(fields: dict, names: list[str]) -> str:
    if fields.get("to") is None:
        return _("The card %(card)s leaves the game.") % {"card": card(fields["card"])}
    return _("The card %(card)s goes to %(seat)s.") % {"card": card(fields["card"]), "seat": names[fields["to"]]}


def _played(fields: dict, names: list[str]) -> str:
    said = {"seat": names[fields["seat"]], "use": USES[fields["use"]]}
    if fields.get("nation"):
        said["nation"] = NATIONS[fields["nation"]]
        return _("%(seat)s plays a trick: %(use)s among the %(nation)s.") % said
    return _("%(seat)s plays a trick: %(use)s.") % said


def _trick(fields: dict, names: list[str]) -> str:
    if fields.get("nation"):
        return _("Joker: one more among the %(nation)s") % {"nation": NATIONS[fields["nation"]]}
    if fields.get("delta"):
        sign = "+1" if fields["delta"] > 0 else "−1"
        return _("Die %(which)d: %(sign)s") % {"which": fields["die"] + 1, "sign": sign}
    plain = {"both": _("Place both dice"), "reroll": _("Roll again"), "joker": _("Joker")}
    return plain.get(fields.get("use"), _("Play a dirty trick"))


def _place(fields: dict, names: list[str]) -> str:
    return _("Place the %(die)s") % fields if fields.get("die") else _("Place a die")


def _direction(fields: dict, names: list[str]) -> str:
    if fields.get("one"):
        return _("Number 1 on the %(end)s") % {"end": ENDS[fields["one"]]}
    return _("Choose the end of number 1")


def _too_few_placed(fields: dict, names: list[str]) -> str:
    if not fields["placed"]:
        return _("You have placed no die yet; it takes two to shout Shanghai.")
    said = ngettext("You have placed a single die;", "You have placed %(placed)d dice;", fields["placed"])
    return said % fields + " " + _("it takes two to shout Shanghai.")


def _joker(fields: dict, names: list[str]) -> str:
    if not fields["nations"]:
        return _("A joker needs a sailor to join, and you have none yet.")
    nations = ", ".join(str(NATIONS[nation]) for nation in fields["nations"])
    return _("A joker joins only a nation of which you have a sailor: %(nations)s.") % {"nations": nations}


def _turn(fields: dict, names: list[str]) -> str:
    """Nobody is asked for what cannot be done."""
    asked = {("roll",): _("roll two dice"), ("shanghai",): _("shout Shanghai")}
    return asked.get(tuple(fields["kinds"]), _("roll two dice or shout Shanghai"))


DECISIONS = {
    "turn": _turn,
    "place": gettext_lazy("place one of the two dice"),
    "direction": gettext_lazy("choose the end of the row where number 1 stands"),
}
ACTIONS = {
    "roll": gettext_lazy("Roll two dice"),
    "shanghai": gettext_lazy("Shanghai!"),
    "place": _place,
    "direction": _direction,
    "trick": _trick,
}
EVENTS = {
    "rolled": _dice,
    "directed": lambda fields, names: _("Number 1 stands on the %(end)s this round.") % {"end": ENDS[fields["one"]]},
    "placed": lambda fields, names: (
        _("%(seat)s places the %(die)s on %(card)s.")
        % {"seat": names[fields["seat"]], "die": fields["die"], "card": card(fields["card"])}
    ),
    "played": _played,
    "adjusted": lambda fields, names: (
        _("The dice now show %(one)s and %(two)s.") % {"one": fields["dice"][0], "two": fields["dice"][1]}
    ),
    "shanghaied": gettext_lazy("%(seat)s shouts Shanghai and ends round %(round)s."),
    "given": _given,
    "opened": lambda fields, names: (
        _("Round %(round)s: %(seat)s begins.") % {"round": fields["round"], "seat": names[fields["starter"]]}
    ),
    "ended": gettext_lazy("The eighth round is over: the crews are counted."),
}
REFUSALS = {
    "not_an_action": gettext_lazy("This is not an action of the game."),
    "match_over": gettext_lazy("The match is over."),
    "not_your_turn": gettext_lazy("It is not your turn."),
    "already_rolled": gettext_lazy("The dice are rolled: one of them must be placed first."),
    "too_few_dice_to_roll": gettext_lazy("You need two dice in your supply to roll; shout Shanghai."),
    "too_few_dice_placed": _too_few_placed,
    "roll_first": gettext_lazy("Roll the dice first."),
    "die_not_rolled": gettext_lazy("No die shows this number."),
    "direction_before_roll": gettext_lazy("The end of number 1 is chosen after the first roll of the round."),
    "direction_first": gettext_lazy("First choose the end of the row where number 1 stands."),
    "direction_chosen": gettext_lazy("The end of number 1 is chosen for this round."),
    "unknown_end": gettext_lazy("Number 1 stands on the left or on the right."),
    "trick_before_roll": gettext_lazy("A trick is played right after rolling."),
    "trick_used": gettext_lazy("You have already played a trick this round."),
    "trick_too_late": gettext_lazy("A trick is played right after rolling, before anything else."),
    "no_trick": gettext_lazy("You have no dirty trick that could be played."),
    "trick_not_owned": gettext_lazy("This trick card is not before you."),
    "trick_other_use": gettext_lazy("This card cannot be used so."),
    "joker_without_sailor": _joker,
    "adjust_unknown_die": gettext_lazy("Name one of the two rolled dice."),
    "adjust_not_by_one": gettext_lazy("A die goes up or down by exactly one."),
    "adjust_out_of_range": gettext_lazy("A die stays between 1 and 6."),
}


def board(view: Json, names: list[str]) -> list[Json]:
    """The position in words, for people who do not see it."""
    parts = [
        (_("Round %(round)s of %(rounds)s.") % view, _round(view, names)),
        (_("Tavern"), [_place_in_row(card, names) for card in view["tavern"]]),
        (_("Crews"), [_crew(seat, who) for seat, who in zip(view["seats"], names, strict=True)]),
    ]
    return [{"heading": heading, "lines": lines} for heading, lines in parts if lines]


def _round(view: Json, names: list[str]) -> list[str]:
    lines = [_("%(count)s cards are still in the pile.") % {"count": view["draw_pile"]}]
    if view["direction"]:
        lines.append(_("Number 1 stands on the %(end)s this round.") % {"end": ENDS[view["direction"]]})
    if view["dice"]:
        lines.append(_dice({"seat": view["turn"], "dice": view["dice"]}, names))
    for who, seat in zip(names, view["seats"], strict=True):
        left = ngettext("%(who)s has %(count)d die left.", "%(who)s has %(count)d dice left.", seat["supply"])
        lines.append(left % {"who": who, "count": seat["supply"]})
    return lines


def _place_in_row(card: Json, names: list[str]) -> str:
    """`4. Turks 3; Anna 1, Bernd 2; Bernd would take it now.`"""
    said = [card_name(card)]
    if any(card["dice"]):
        said.append(", ".join(f"{who} {count}" for who, count in zip(names, card["dice"], strict=True) if count))
    if card["now"] and any(card["dice"]):
        to = card["now"]["to"]
        said.append(_("it would leave the game now") if to is None else _("now it would go to %s") % names[to])
    line = "; ".join(said) + "."
    return f"{card['number']}. {line}" if card["number"] else line


def card_name(facts: Json) -> str:
    """A card of the row: nation and value, or what its trick offers."""
    if "nation" in facts:
        return f"{NATIONS[facts['nation']]} {facts['value']}"
    return _("dirty trick, joker or %s") % USES[facts["second"]]


def _crew(seat: Json, who: str) -> str:
    nations = [f"{NATIONS[nation]} {_values(cards)}" for nation, cards in seat["crew"].items()]
    tricks = [_("dirty trick, joker or %s") % USES[trick["second"]] for trick in seat["tricks"]]
    held = "; ".join(nations + tricks) or _("no card yet")
    points = ngettext("%(count)d point", "%(count)d points", seat["score"]) % {"count": seat["score"]}
    return _("%(who)s, %(points)s: %(held)s.") % {"who": who, "points": points, "held": held}


def _values(cards: list[str]) -> str:
    """Jokers count two."""
    return " + ".join("2" if name.startswith("trick") else name.split("-")[1][0] for name in cards)


SCREEN = {
    "tavern": gettext_lazy("Tavern"),
    "card": gettext_lazy("{nation} {value}"),
    "trick": gettext_lazy("Dirty trick: joker or {use}"),
    "pile": gettext_lazy("{count} cards in the pile"),
    "end_left": gettext_lazy("Number 1 on the left"),
    "end_right": gettext_lazy("Number 1 on the right"),
    "cheated": gettext_lazy("{who} has played a trick this round"),
    "crew": gettext_lazy("Cards won: {count}, tricks kept: {tricks}"),
    "dirty_trick": gettext_lazy("dirty trick"),
    "leaves": gettext_lazy("leaves the game"),
    "counts_now": gettext_lazy("counts now"),
    "mine": gettext_lazy("your dice: {count}"),
    "theirs": gettext_lazy("opponent’s dice: {count}"),
    "dice": gettext_lazy("Rolled dice"),
    "supply": gettext_lazy("{count} dice in supply"),
    "tricks": gettext_lazy("Dirty tricks"),
    "kinds": {"trick": gettext_lazy("Play a dirty trick")},
    "now_mine": gettext_lazy("you would take it now"),
    "now_theirs": gettext_lazy("the opponent would take it now"),
    "now_nobody": gettext_lazy("it would leave the game now"),
    "sums": gettext_lazy("equal dice, neighbours {mine} to {theirs}"),
    "round": gettext_lazy("Round {round} of {rounds}"),
    "dice_of": gettext_lazy("dice of {who}: {count}"),
    "now_to": gettext_lazy("{who} would take it now"),
    "final_score": gettext_lazy("Final score"),
    "score": gettext_lazy("Score if the match ended now"),
    "nation": gettext_lazy("Nation"),
    "you_short": gettext_lazy("You"),
    "them_short": gettext_lazy("Opponent"),
    "left": gettext_lazy("to come"),
    "last_round": gettext_lazy("How round {round} was shared out"),
    "nations": NATIONS,
    "uses": USES,
    "nations_short": NATIONS_SHORT,
    "uses_short": USES_SHORT,
}
