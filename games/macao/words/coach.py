"""The sentences of the coach in a first match of Les Ombres de Macao."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.core.coaching import CoachedTurn, Remark
from games.core.contract import Json
from games.macao.words.names import say_card, say_number, say_resource, say_tile


def coach(turn: CoachedTurn) -> Iterator[Remark]:
    """The remarks about this decision, the most important first."""
    if turn.kind == "turn":
        yield from _speak_of_turn(turn)
    else:
        yield _explain(turn)


def _explain(turn: CoachedTurn) -> Remark:
    """The remark about a decision that needs only one sentence."""
    rule, text = {
        "discard": ("contact", _("One informant too many: discard the one that you need least.")),
        "contact": ("dancer", _("Your dancer contacts one more informant: take the top card of a pile.")),
        "reserve": (
            "policeman",
            _("Your policeman reserves an establishment for you: nobody else may open it."),
        ),
        "victim": ("killer", _("A killer strikes: discard an informant. Your members are safe.")),
    }[turn.kind]
    return Remark(turn.kind, text, rule, is_repeatable=True)


def _speak_of_turn(turn: CoachedTurn) -> Iterator[Remark]:
    view = turn.view
    own = view["seats"][turn.seat]
    piles = [f"thing-pile-{number}" for number, pile in enumerate(view["piles"]) if pile["top"]]
    text = _(
        "Cards help you to pay for what brings coins; whoever has the most coins wins. Tap the top card "
        "of a pile twice."
    )
    yield Remark("contact", text, "contact", piles)
    text = _("On a card: top left what it gives, bottom left what it costs, bottom right its coins.")
    yield Remark("icons", text, "components", piles[:1])
    yield from _speak_of_purchases(turn)
    text = _("The game ends when somebody has %(end)s members, or when no establishment is left.")
    yield Remark("end", text % {"end": own["red_to_end"]}, "game-end")
    if own["blue_count"] >= own["blue_limit"]:
        text = _("You have as many informants as you may keep: if you take one more, you discard one.")
        yield Remark("full", text, "contact")
    yield from _speak_of_own_cards(own)
    text = _("Look at what your cards cost: take the top card that gives what you lack most.")
    yield Remark("plan", text, "contact", piles, is_repeatable=True)


def _speak_of_purchases(turn: CoachedTurn) -> Iterator[Remark]:
    view = turn.view
    tiles = {action["tile"] for action in turn.menu if action["type"] == "open"}
    for name in sorted(tiles):
        values = {"tile": say_tile(name), "coins": view["establishments"][name]["coins"]}
        text = _("You can open an establishment now: %(tile)s, %(coins)s coins. Tap it.")
        yield Remark("open", text % values, "open", [f"thing-{name}"], is_repeatable=True)
        break
    recruits = view["mine"]["recruits"]
    possible = [line["card"] for line in recruits if line["possible"]]
    if possible:
        best = max(possible, key=lambda name: view["cards"][name]["coins"])
        values = {"card": say_card(best), "coins": say_number(view["cards"][best]["coins"])}
        text = _(
            "You can make this card a member: %(card)s, %(coins)s coins. Tap it, then the cards that pay."
        )
        yield Remark("recruit", text % values, "recruit", [f"thing-{best}"], is_repeatable=True)
    almost = [line for line in recruits if line["short"] == 1 and view["cards"][line["card"]]["coins"] > 0]
    if almost:
        yield _speak_of_missing(view, max(almost, key=lambda line: view["cards"][line["card"]]["coins"]))


def _speak_of_missing(view: Json, line: Json) -> Remark:
    """The remark about a member that lacks one unit, and the pile that has it."""
    needed = line["missing"][0] if line["missing"] else []
    values = {"card": say_card(line["card"]), "resource": _(" or ").join(map(say_resource, needed))}
    for number, pile in enumerate(view["piles"]):
        if pile["top"] and view["cards"][pile["top"]]["resource"] in needed:
            values["pile"] = number + 1
            text = _(
                "To recruit the card %(card)s you need only one more resource: %(resource)s. Pile "
                "%(pile)s has it."
            )
            return Remark("missing", text % values, "recruit", [f"thing-pile-{number}"], is_repeatable=True)
    text = _(
        "To recruit the card %(card)s you need only one more resource: %(resource)s. No pile shows it "
        "yet: take any card."
    )
    return Remark("missing", text % values, "recruit", [f"thing-{line['card']}"], is_repeatable=True)


def _speak_of_own_cards(own: Json) -> Iterator[Remark]:
    if own["red"]:
        text = _(
            "Members stay and give their resource in every payment. Informants are gone once they have paid."
        )
        yield Remark("members", text, "pay", [f"thing-{own['red'][0]}"])
    widows = [name for name in own["blue"] if name.startswith("widow")]
    if widows:
        text = _("Your widow gives any resource, once. Then she dies and keeps her place.")
        yield Remark("widow", text, "widow", [f"thing-{widows[0]}"])
