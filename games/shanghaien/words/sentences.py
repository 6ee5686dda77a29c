"""The sentences for decisions, actions, events and refusals of Shanghaien."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.shanghaien.words.names import ENDS, JOINED, NATIONS, TRICK_USES, say_taken_card, say_where_placed


def tell_roll(fields: dict, names: list[str]) -> str:
    one, two = fields["dice"]
    return _("%(seat)s rolls %(one)s and %(two)s.") % {"seat": names[fields["seat"]], "one": one, "two": two}


def _given(fields: dict, names: list[str]) -> str:
    """Who takes a card, and by which numbers: of dice, or the sums beside the card if the dice are equal."""
    to, sums = fields.get("to"), fields.get("sums")
    counts = sorted(sums or fields.get("dice") or (), reverse=True)
    values = {"card": say_taken_card(fields["card"]), **dict(zip(("more", "fewer"), counts, strict=False))}
    if to is None:
        if sums and any(sums):
            text = _(
                "Nobody takes %(card)s: equal dice, %(more)s to %(fewer)s in pips on the cards beside it."
            )
            return text % values
        return _("Nobody takes %(card)s: the card leaves the game.") % values
    values["seat"] = names[to]
    if sums:
        text = _("%(seat)s takes %(card)s: equal dice, %(more)s to %(fewer)s in pips on the cards beside it.")
        return text % values
    if counts:
        return _("%(seat)s takes %(card)s: %(more)s to %(fewer)s in dice.") % values
    return _("%(seat)s takes %(card)s.") % values


def _played(fields: dict, names: list[str]) -> str:
    seat = names[fields["seat"]]
    if fields.get("nation"):
        nation = JOINED[fields["nation"]]
        return _("%(seat)s plays a dirty trick: a joker joins %(nation)s.") % {"seat": seat, "nation": nation}
    return _("%(seat)s plays a dirty trick: %(use)s.") % {"seat": seat, "use": TRICK_USES[fields["use"]]}


def _trick(fields: dict, names: list[str]) -> str:
    if fields.get("nation"):
        return _("Joker: it joins %(nation)s") % {"nation": JOINED[fields["nation"]]}
    if fields.get("delta"):
        sign = "+1" if fields["delta"] > 0 else "−1"
        return _("Die %(which)d: %(sign)s") % {"which": fields["die"] + 1, "sign": sign}
    plain = {"both": _("Place both dice"), "reroll": _("Roll again"), "joker": _("Joker")}
    return plain.get(fields.get("use"), _("Play a dirty trick"))


def _place(fields: dict, names: list[str]) -> str:
    if fields.get("card"):  # An analysis knows it.
        said = {"die": fields["die"], "place": say_where_placed(fields["card"])}
        return _("Place the %(die)s %(place)s") % said
    return _("Place the %(die)s") % fields if fields.get("die") else _("Place a die")


def _direction(fields: dict, names: list[str]) -> str:
    if fields.get("one"):
        return _("Number 1 on the %(end)s") % {"end": ENDS[fields["one"]]}
    return _("Choose which end is number 1")


def _too_few_placed(fields: dict, names: list[str]) -> str:
    if not fields["placed"]:
        return _("You have not placed a die yet; it takes two to shout Shanghai.")
    values = ngettext("You have placed a single die;", "You have placed %(placed)d dice;", fields["placed"])
    return values % fields + " " + _("it takes two to shout Shanghai.")


def _joker(fields: dict, names: list[str]) -> str:
    if not fields["nations"]:
        return _("A joker needs a sailor to join, and you have none yet.")
    nations = ", ".join(str(NATIONS[nation]) for nation in fields["nations"])
    return _("A joker joins only a nation of which you have a sailor: %(nations)s.") % {"nations": nations}


def _turn(fields: dict, names: list[str]) -> str:
    """What the seat must do; only actions that are possible are named."""
    asked = {("roll",): _("roll two dice"), ("shanghai",): _("shout Shanghai")}
    return asked.get(tuple(fields["kinds"]), _("roll two dice or shout Shanghai"))


DECISIONS = {
    "turn": _turn,
    "place": gettext_lazy("place one of the two dice"),
    "direction": gettext_lazy("choose which end of the row is number 1"),
}
ACTIONS = {
    "roll": gettext_lazy("Roll two dice"),
    "shanghai": gettext_lazy("Shanghai!"),
    "place": _place,
    "direction": _direction,
    "trick": _trick,
}
EVENTS = {
    "rolled": tell_roll,
    "directed": lambda fields, names: (
        _("This round, number 1 is on the %(end)s.") % {"end": ENDS[fields["one"]]}
    ),
    "placed": lambda fields, names: (
        _("%(seat)s places the %(die)s %(place)s.")
        % {"seat": names[fields["seat"]], "die": fields["die"], "place": say_where_placed(fields["card"])}
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
    "direction_before_roll": gettext_lazy(
        "The end that is number 1 is chosen after the first roll of the round."
    ),
    "direction_first": gettext_lazy("First choose which end of the row is number 1."),
    "direction_chosen": gettext_lazy("The end that is number 1 has already been chosen for this round."),
    "unknown_end": gettext_lazy("Number 1 is on the left or on the right."),
    "trick_before_roll": gettext_lazy("A dirty trick is played right after rolling."),
    "trick_used": gettext_lazy("You have already played a dirty trick this round."),
    "trick_too_late": gettext_lazy("A dirty trick is played right after rolling, before anything else."),
    "no_trick": gettext_lazy("You have no dirty trick that could be played."),
    "trick_not_owned": gettext_lazy("This dirty trick is not in front of you."),
    "trick_other_use": gettext_lazy("You cannot use the card that way."),
    "joker_without_sailor": _joker,
    "adjust_unknown_die": gettext_lazy("Name one of the two rolled dice."),
    "adjust_not_by_one": gettext_lazy("A die goes up or down by exactly one."),
    "adjust_out_of_range": gettext_lazy("A die stays between 1 and 6."),
}
