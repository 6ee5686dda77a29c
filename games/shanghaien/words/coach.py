"""The sentences of the coach in a first match of Shanghaien."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.core.coaching import CoachedTurn, Remark
from games.core.contract import Json
from games.shanghaien.words.names import NATIONS, begin_sentence


def coach(turn: CoachedTurn) -> Iterator[Remark]:
    """The remarks about this decision, the most important first."""
    speak = {"turn": _speak_of_turn, "direction": _speak_of_direction, "place": _speak_of_place}
    return speak[turn.kind](turn)


def _speak_of_turn(turn: CoachedTurn) -> Iterator[Remark]:
    kinds = {action["type"] for action in turn.menu}
    if kinds == {"shanghai"}:
        text = _("Fewer than two dice are left: you must shout “Shanghai!”, and the cards are given out.")
        yield Remark("last-dice", text, "shanghai", ["shanghai"], is_repeatable=True)
        return
    if turn.view["last_round"] and "shanghai" not in kinds:
        yield from _speak_of_last_round(turn)
    text = _("Six cards lie in the row. Whoever has more dice on a card gets it. Roll two of your dice.")
    yield Remark("aim", text, "distribution", ["roll"])
    if "shanghai" in kinds:
        yield _tell_result(turn)
    yield from _speak_of_row(turn)
    if "shanghai" not in kinds:
        text = _(
            "You have %(supply)s dice left. Roll; as soon as two of your dice lie on cards, you may shout."
        )
        supply = turn.view["seats"][turn.seat]["supply"]
        yield Remark("supply", text % {"supply": supply}, "shanghai", ["roll"], is_repeatable=True)


def _speak_of_last_round(turn: CoachedTurn) -> Iterator[Remark]:
    takers = [share["to"] for share in turn.view["last_round"]["cards"]]
    values = {"rival": turn.names[1 - turn.seat]}
    values |= {"mine": str(takers.count(turn.seat)), "theirs": str(takers.count(1 - turn.seat))}
    text = _(
        "Of the last six cards, you took %(mine)s and %(rival)s took %(theirs)s. What nobody won has left "
        "the game."
    )
    yield Remark("shared", text % values, "distribution")


def _tell_result(turn: CoachedTurn) -> Remark:
    """What each player would get if the round ended now."""
    values = {"rival": turn.names[1 - turn.seat]}
    values |= {"mine": _list_numbers(turn, turn.seat), "theirs": _list_numbers(turn, 1 - turn.seat)}
    text = _("If you shout now, cards for you: %(mine)s; for %(rival)s: %(theirs)s. Or roll on.")
    return Remark("shout", text % values, "shanghai", ["shanghai"], is_repeatable=True)


def _list_numbers(turn: CoachedTurn, seat: int) -> str:
    taken = [str(place["number"]) for place in _list_laid(turn.view) if place["now"]["to"] == seat]
    return ", ".join(sorted(taken)) or _("none")


def _list_laid(view: Json) -> list[Json]:
    """The cards at which dice lie."""
    return [place for place in view["tavern"] if place["now"] and any(place["dice"])]


def _speak_of_row(turn: CoachedTurn) -> Iterator[Remark]:
    laid = _list_laid(turn.view)
    if laid:
        text = _("The symbol below a card says who would get it now: ▼ you, ▲ %(rival)s, ✕ nobody.")
        values = {"rival": turn.names[1 - turn.seat]}
        yield Remark("arrows", text % values, "distribution", [f"place-{laid[0]['card']}"])
    for place in laid:
        if place["now"]["sums"]:
            text = _("Equal dice on card %(number)s: the pips of the dice on the cards beside it decide.")
            yield Remark("tie", text % place, "distribution-tie", [f"place-{place['card']}"])
            break
    for line in turn.view["table"]:
        if line["mine"] and line["opponent"] and line["mine"] != line["opponent"]:
            numbers = {"nation": NATIONS[line["nation"]], "most": max(line["mine"], line["opponent"])}
            numbers["least"] = min(line["mine"], line["opponent"])
            text = _(
                "%(nation)s, %(most)s against %(least)s: the stronger crew counts only what the other has, "
                "%(least)s."
            )
            yield Remark("scoring", begin_sentence(text % numbers), "scoring", ["score"])
            break


def _speak_of_direction(_turn: CoachedTurn) -> Iterator[Remark]:
    text = _(
        "Are the cards numbered from the left or from the right? Tap a captain to see where your dice would "
        "go."
    )
    yield Remark("direction", text, "direction", ["captain-left", "captain-right"])


def _speak_of_place(turn: CoachedTurn) -> Iterator[Remark]:
    view, seat = turn.view, turn.seat
    places = {place["number"]: place for place in view["tavern"]}
    dice = sorted({action["die"] for action in turn.menu if action["type"] == "place"})
    things = [f"place-{places[die]['card']}" for die in dice]
    text = _("Put one die on the card with its number: tap the card, tap it again. The other die comes back.")
    yield Remark("place", text, "place", things)
    tricks = [action["card"] for action in turn.menu if action["type"] == "trick"]
    if tricks:
        text = _("You have a dirty trick: tap it right after rolling (one a round), or keep it for 1 point.")
        yield Remark("trick", text, "tricks", [f"kept-{tricks[0]}"])
    counts = [(places[die]["dice"][seat] + 1, places[die]["dice"][1 - seat]) for die in dice]
    values = {"one": dice[0], "mine": counts[0][0], "theirs": counts[0][1]}
    if len(dice) == 1:
        text = _("Two equal dice: on card %(one)s it would be %(mine)s of your dice against %(theirs)s.")
    else:
        values |= {"other": dice[1], "mine_too": counts[1][0], "theirs_too": counts[1][1]}
        text = _(
            "Your dice against your opponent’s: %(mine)s to %(theirs)s on card %(one)s, or %(mine_too)s "
            "to %(theirs_too)s on card %(other)s."
        )
    yield Remark("choice", text % values, "distribution", things, is_repeatable=True)
