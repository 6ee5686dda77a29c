"""The sentences of the coach in a first match of Halunken."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.core.coaching import CoachedTurn, Remark
from games.core.contract import Json
from games.halunken.words.names import COLOURS, say_card, say_scoundrel


def coach(turn: CoachedTurn) -> Iterator[Remark]:
    """The remarks about this decision, the most important first."""
    if turn.kind == "choose":
        yield from _speak_of_walking(turn)
    elif turn.kind == "bid":
        yield from _speak_of_auction(turn)
    else:
        yield _explain(turn)


def _explain(turn: CoachedTurn) -> Remark:
    """The remark about a decision that needs only one sentence."""
    name, rule, text = turn.kind, "brawl", ""
    if turn.kind == "settle":
        rule = "setup"
        text = _(
            "The strongest crew wins. Tap a free dive twice: its first scoundrel, still hidden, joins you."
        )
    elif turn.kind == "settle_jack":
        rule = "setup-black-jack"
        text = _("You have drawn the weakest scoundrel, so you place Black Jack. Any empty space will do.")
    elif turn.kind == "choose_jack":
        rule = "two-players"
        text = _(
            "Black Jack works for you: if he passes the other captain or stops there, he robs for you unless "
            "you have more scoundrels."
        )
    elif turn.kind == "rum":
        rule = "rum"
        text = _("Rum: name a number from 1 to 7 that nobody shows. Your captain walks that far.")
    elif turn.kind == "rum_jack":
        rule = "two-players"
        text = _("Black Jack drinks rum: name a number that no captain shows. He walks that far.")
    elif turn.kind == "salvage":
        rule = "meet-black-jack"
        text = _("You have met Black Jack: take one of those lying beside the boat, if you like.")
    elif turn.kind == "lose":
        rule = "black-jack-alone"
        text = _("Black Jack works for nobody and passes you: you lose one scoundrel of your choice.")
    elif turn.view["phase"] == "raid":
        name, rule = "raid", "black-jack"
        text = _("Black Jack robs for you: take one scoundrel. The colour you hold most of counts twice.")
    else:
        text = _("A brawl! Somebody stood here and has as many scoundrels as you, or more: take one.")
    things = [f"{turn.kind}-{turn.menu[0]['number']}"] if "number" in turn.menu[0] else []
    return Remark(name, text, rule, things, is_repeatable=True)


def _speak_of_walking(turn: CoachedTurn) -> Iterator[Remark]:
    view = turn.view
    ways = [way for way in view["ghosts"]["cards"] if way["card"] != "rum"]
    first = [f"choose-{ways[0]['card']}"] if ways else []
    text = _(
        "Everybody chooses a number in secret and walks that far, clockwise. Tap a number to see where it "
        "leads."
    )
    yield Remark("walk", text, "movement", first)
    text = _("If another captain plays the same number, you both stay and take what lies where you stand.")
    yield Remark("cancelled", text, "cancelled")
    doubled = view["crews"][turn.seat]["doubled"]
    if doubled and view["crews"][turn.seat]["count"] > 1:
        text = _("The colour of which you hold the most cards counts twice: for you that is %(colour)s now.")
        yield Remark("doubling", text % {"colour": COLOURS[doubled]}, "scoring", [f"seat-{turn.seat}"])
    for way in ways:
        landing = way["landings"][0]
        if landing["captain"] is not None:
            yield _speak_of_brawl(turn, way, landing)
            break
    text = _("The smallest number walks first. Whoever comes later finds what is left.")
    yield Remark("order", text, "order")
    if view["round"] > 2:
        rival = (turn.seat + 1) % len(turn.names)
        left = ", ".join(map(say_card, view["hands"][rival]["left"]))
        text = _("Played cards stay visible: %(who)s can still play %(cards)s.")
        yield Remark("memory", text % {"who": turn.names[rival], "cards": left}, "movement")
    yield from _speak_of_best_scoundrels(ways)
    text = _("Tap a card to see where it leads, and once more to play it.")
    yield Remark("try", text, "movement", first, is_repeatable=True)


def _speak_of_brawl(turn: CoachedTurn, way: Json, landing: Json) -> Remark:
    values = {"number": way["card"], "who": turn.names[landing["captain"]]}
    text = _(
        "The %(number)s leads to %(who)s: a brawl. Unless you have more scoundrels, you take one of theirs."
    )
    return Remark("brawl", text % values, "brawl", [f"choose-{way['card']}"])


def _speak_of_best_scoundrels(ways: list[Json]) -> Iterator[Remark]:
    """The remark about the two most valuable scoundrels that a number leads to."""
    reachable = [(way["landings"][0]["takes"], way["card"]) for way in ways if way["landings"][0]["takes"]]
    best = sorted(reachable, key=lambda pair: int(pair[0].partition("-")[2]), reverse=True)[:2]
    if len(best) == 2:
        (one, number), (other, other_number) = best
        values = {
            "one": say_scoundrel(one),
            "number": number,
            "other": say_scoundrel(other),
            "other_number": other_number,
        }
        text = _("The best within reach: %(one)s with the %(number)s, %(other)s with the %(other_number)s.")
        things = [f"choose-{number}", f"choose-{other_number}"]
        yield Remark("prey", text % values, "recruit", things, is_repeatable=True)


def _speak_of_auction(turn: CoachedTurn) -> Iterator[Remark]:
    text = _(
        "Black Jack robs for whoever hires him. The price is a scoundrel of yours; only the highest bidder "
        "pays."
    )
    yield Remark("auction", text, "auction")
    best = turn.view["auction"]["best"]
    if best:
        values = {"who": turn.names[turn.view["auction"]["bidder"]], "card": say_scoundrel(best)}
        text = _("%(who)s offers the %(card)s. Bid a scoundrel of higher value, or pass.") % values
    else:
        text = _("Nobody has bid for Black Jack yet. If nobody does, he robs everyone he passes.")
    yield Remark("bid", text, "auction", is_repeatable=True)
