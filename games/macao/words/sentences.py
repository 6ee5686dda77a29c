"""The sentences for decisions, actions, events and refusals of Les Ombres de Macao."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.contract import Json
from games.macao.words.names import (
    NEEDS,
    RESOURCES,
    TILES,
    say_card,
    say_cards,
    say_resource,
    say_resources,
    say_tile,
)


def _with_names(fields: Mapping[str, Any], names: list[str]) -> Json:
    values = dict(fields)
    values |= {name: say_card(fields[name]) for name in ("card",) if isinstance(fields.get(name), str)}
    values |= {name: say_tile(fields[name]) for name in ("tile",) if fields.get(name) in TILES}
    values |= {name: say_resource(fields[name]) for name in ("resource",) if fields.get(name) in RESOURCES}
    if fields.get("seat") is not None:
        values["seat"] = names[fields["seat"]]
    if isinstance(fields.get("pile"), int):
        values["pile"] = fields["pile"] + 1
    return values


def _make_sentences(messages: Mapping[str, Any]) -> dict[str, Callable[[Mapping[str, Any], list[str]], str]]:
    return {name: _make_sentence(message) for name, message in messages.items()}


def _make_sentence(message: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    return lambda fields, names: str(message) % _with_names(fields, names)


def _paid(fields: Mapping[str, Any]) -> str:
    return say_cards(fields["pay"]) if fields.get("pay") else ""


def _recruit(fields: Mapping[str, Any], names: list[str]) -> str:
    if not fields.get("card"):
        return _("Recruit a member")
    facts = {"card": say_card(fields["card"]), "pay": _paid(fields)}
    if not facts["pay"]:
        return _("Recruit: %(card)s") % facts
    if not fields.get("croupier"):
        return _("Recruit: %(card)s, paying with %(pay)s") % facts
    facts["spared"] = say_resources(fields["croupier"])
    return _("Recruit: %(card)s, paying with %(pay)s; the croupier saves %(spared)s") % facts


def _open(fields: Mapping[str, Any], names: list[str]) -> str:
    if not fields.get("tile"):
        return _("Open an establishment")
    facts = {"tile": say_tile(fields["tile"]), "pay": _paid(fields)}
    return _("Open: %(tile)s, paying with %(pay)s") % facts if facts["pay"] else _("Open: %(tile)s") % facts


def _contact(fields: Mapping[str, Any], names: list[str]) -> str:
    if fields.get("pile") is None:
        return _("Contact an informant")
    said = {"pile": fields["pile"] + 1}
    if fields.get("card"):  # Whoever sees the table knows it.
        return _("Contact from pile %(pile)s: %(card)s") % {**said, "card": say_card(fields["card"])}
    return _("Contact the informant on pile %(pile)s") % said


def _with_or_without_name(
    message: Any, plain: Any, field: str, say: Callable[[str], str]
) -> Callable[..., str]:
    """The sentence of an action, with the name in this field, or the plain one if there is no name yet."""
    return lambda fields, names: (
        str(message) % {field: say(fields[field])} if fields.get(field) else str(plain)
    )


def _recruited(fields: Mapping[str, Any], names: list[str]) -> str:
    facts = {"seat": names[fields["seat"]], "card": say_card(fields["card"]), "pay": _paid(fields)}
    return _("%(seat)s recruits: %(card)s, paying with %(pay)s.") % facts


def _opened(fields: Mapping[str, Any], names: list[str]) -> str:
    facts = {"seat": names[fields["seat"]], "tile": say_tile(fields["tile"]), "pay": _paid(fields)}
    if not facts["pay"]:
        return _("%(seat)s opens: %(tile)s.") % facts
    return _("%(seat)s opens: %(tile)s, paying with %(pay)s.") % facts


def _discarded(fields: Mapping[str, Any], names: list[str]) -> str:
    facts = {"seat": names[fields["seat"]], "cards": say_cards(fields["cards"]), "pile": fields["pile"] + 1}
    return _("%(seat)s discards under pile %(pile)s: %(cards)s.") % facts


ENDS = {
    "members": gettext_lazy("Somebody has seven members: the game is over."),
    "tiles": gettext_lazy("No establishment is left in the centre: the game is over."),
    "standstill": gettext_lazy("Nobody could act for a whole round: the game is over."),
    "rounds": gettext_lazy("Sixty rounds have been played: the game is over."),
}


def _short(fields: Mapping[str, Any], names: list[str]) -> str:
    units = fields.get("missing", ())
    missing = _missing(units)
    if len(units) > fields["short"]:  # Diamonds cover some of what is missing, but not all.
        return _("Missing: %(missing)s. Diamonds cover %(jokers)d of these; still missing: %(short)d.") % {
            "missing": missing,
            "jokers": len(units) - fields["short"],
            "short": fields["short"],
        }
    if not missing:
        message = ngettext(
            "You are one resource short.", "You are %(short)d resources short.", fields["short"]
        )
        return message % fields
    message = ngettext(
        "You are one resource short: %(missing)s.",
        "You are %(short)d resources short: %(missing)s.",
        fields["short"],
    )
    return message % {"short": fields["short"], "missing": missing}


def _missing(units: Iterable[Iterable[str]]) -> str:
    """Names for each missing unit the resources that would do: opium, jade or money"""
    return ", ".join(_(" or ").join(map(say_resource, names)) for names in units)


def _condition(fields: Mapping[str, Any], names: list[str]) -> str:
    lines = [
        f"{NEEDS.get(line['need'], line['need'])} {line['have']}/{line['of']}" for line in fields["missing"]
    ]
    return _("The condition is not met (%(tile)s): %(lines)s.") % {
        "tile": say_tile(fields["tile"]),
        "lines": ", ".join(lines),
    }


TURN = {
    "contact": gettext_lazy("contact an informant"),
    "recruit": gettext_lazy("recruit a member"),
    "open": gettext_lazy("open an establishment"),
}


def _turn(fields: Mapping[str, Any], names: list[str]) -> str:
    """What the seat can do. Only possible actions are named, so that beginners need not search for them."""
    kinds = fields["kinds"]
    possible = [str(words) for kind, words in TURN.items() if kind in kinds]
    if "pass" in kinds:
        return _("pass, as nothing else is possible")
    return _(" or ").join(possible) if len(possible) in (1, 2) else _("contact, recruit or open")


DECISIONS = {
    "turn": _turn,
    "discard": gettext_lazy("discard an informant, as you have too many"),
    "contact": gettext_lazy("choose a pile for your dancer"),
    "reserve": gettext_lazy("choose an establishment to reserve"),
    "victim": gettext_lazy("discard an informant for the killer"),
}
ACTIONS = {
    "contact": _contact,
    "recruit": _recruit,
    "open": _open,
    "discard": _with_or_without_name(
        gettext_lazy("Discard: %(card)s"), gettext_lazy("Discard an informant"), "card", say_card
    ),
    "reserve": _with_or_without_name(
        gettext_lazy("Reserve: %(tile)s"), gettext_lazy("Reserve an establishment"), "tile", say_tile
    ),
    "pass": gettext_lazy("Pass"),
}
EVENTS = {
    "recruited": _recruited,
    "opened": _opened,
    "discarded": _discarded,
    "ended": lambda fields, names: str(ENDS[fields["reason"]]),
    **_make_sentences(
        {
            "contacted": gettext_lazy("%(seat)s takes from pile %(pile)s: %(card)s."),
            "deceased": gettext_lazy("%(seat)s’s widow dies of grief and keeps her place."),
            "gave_up": gettext_lazy("%(seat)s has chosen."),
            "reserved": gettext_lazy("%(seat)s reserves: %(tile)s."),
            "passed": gettext_lazy("%(seat)s cannot act and passes."),
        }
    ),
}
REFUSALS = {
    "cannot_pay": _short,
    "payment_short": _short,
    "condition_not_met": _condition,
    **_make_sentences(
        {
            "match_over": gettext_lazy("The match is over."),
            "not_your_decision": gettext_lazy("It is not your turn to decide."),
            "not_an_action": gettext_lazy("This is not an action of the game."),
            "must_act": gettext_lazy("You can act, so you must."),
            "discard_first": gettext_lazy("Discard an informant first: you have too many."),
            "contact_first": gettext_lazy("Your dancer contacts an informant first."),
            "reserve_first": gettext_lazy("Your policeman reserves an establishment first."),
            "give_up_first": gettext_lazy("Choose your discard for the killer first."),
            "nothing_to_discard": gettext_lazy("There is nothing to discard now."),
            "nothing_to_reserve": gettext_lazy("Only a policeman can reserve an establishment."),
            "no_such_pile": gettext_lazy("There is no such pile."),
            "pile_empty": gettext_lazy("This pile is empty."),
            "unknown_card": gettext_lazy("There is no such card."),
            "unknown_tile": gettext_lazy("There is no such establishment."),
            "unknown_resource": gettext_lazy("There is no such resource."),
            "card_not_yours": gettext_lazy("This card is not among your informants: %(card)s."),
            "card_already_red": gettext_lazy("This card is already a member: %(card)s."),
            "widow_deceased": gettext_lazy("This widow is deceased: she keeps her place and gives nothing."),
            "payment_not_yours": gettext_lazy("This card is not in front of you: %(card)s."),
            "payment_pays_itself": gettext_lazy("A card cannot help to pay for itself: %(card)s."),
            "payment_twice": gettext_lazy("A card gives its resource only once in a payment: %(card)s."),
            "payment_idle": gettext_lazy("This payment does not need this card: %(card)s."),
            "croupier_count": gettext_lazy(
                "Resources that your croupiers save on this cost: %(due)s, not %(removed)s."
            ),
            "croupier_not_repeated": gettext_lazy(
                "A croupier can save only a resource that the cost asks for more than once, not %(resource)s."
            ),
            "tile_not_there": gettext_lazy(
                "This establishment is neither in the centre nor reserved by you: %(tile)s."
            ),
            "tile_reserved": gettext_lazy("%(seat)s has reserved this establishment: %(tile)s."),
            "condition_costs_nothing": gettext_lazy(
                "This establishment asks for no resources, so no card is used: %(tile)s."
            ),
            "discard_not_blue": gettext_lazy("This card is not among your informants: %(card)s."),
            "discard_deceased": gettext_lazy("A deceased widow can never be discarded."),
            "victim_deceased": gettext_lazy("A deceased widow cannot be given to the killer."),
            "reserve_not_central": gettext_lazy("This establishment is no longer in the centre: %(tile)s."),
        }
    ),
}
