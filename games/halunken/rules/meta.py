"""The META of Halunken: sections of the rule, refusals, kinds of decision, and the shapes of its JSON."""

from __future__ import annotations

from games.core.contract import Meta, Option
from games.halunken.rules.shapes.board import BREAKDOWN, STATE
from games.halunken.rules.shapes.moves import ACTIONS, CHANCE, EVENTS, SETUP

#: the sections of the rule, in its order
SECTIONS = (
    "components",
    "setup",
    "setup-black-jack",
    "round",
    "auction",
    "movement",
    "rum",
    "cancelled",
    "order",
    "recruit",
    "brawl",
    "meet-black-jack",
    "black-jack",
    "black-jack-alone",
    "game-end",
    "scoring",
    "variant-simple",
    "variant-long",
    "two-players",
)

#: code of a refusal -> the section of the rule that forbids the action
REFUSALS = {
    "match_over": "game-end",
    "unknown_action": "round",
    "not_your_decision": "round",
    "other_decision": "round",
    "already_chosen": "movement",
    "without_black_jack": "variant-simple",
    "two_players_only": "two-players",
    "no_such_space": "components",
    "no_such_scoundrel": "components",
    "no_such_card": "components",
    "no_such_number": "rum",
    "no_such_seat": "components",
    "space_taken": "setup",
    "jack_space_taken": "setup-black-jack",
    "bid_not_own": "auction",
    "bid_too_low": "auction",
    "card_played": "movement",
    "jack_card_played": "two-players",
    "number_shown": "rum",
    "jack_number_shown": "two-players",
    "brawl_other_victim": "brawl",
    "brawl_not_theirs": "brawl",
    "brawl_compulsory": "brawl",
    "raid_other_victim": "black-jack",
    "raid_not_theirs": "black-jack",
    "raid_compulsory": "black-jack",
    "not_on_boat": "meet-black-jack",
    "no_robbing_at_jack": "meet-black-jack",
    "jack_not_rented_by_other": "two-players",
    "jack_outnumbered": "two-players",
    "jack_not_theirs": "two-players",
    "lose_not_own": "black-jack-alone",
}

META = Meta(
    slug="halunken",
    version=1,
    seats=(2, 3, 4),
    options=(
        Option("black_jack", (True, False), "variant-simple"),
        Option("games", (1, 3), "variant-long"),
    ),
    end_reasons=("complete",),
    rule_keys=frozenset(SECTIONS),
    refusals=REFUSALS,
    actions=ACTIONS,
    events=EVENTS,
    setup=SETUP,
    chance=CHANCE,
    state=STATE,
    breakdown=BREAKDOWN,
    decision_kinds={
        "settle": "setup",
        "settle_jack": "setup-black-jack",
        "bid": "auction",
        "choose": "movement",
        "choose_jack": "two-players",
        "rum": "rum",
        "rum_jack": "two-players",
        "rob": "brawl",
        "salvage": "meet-black-jack",
        "lose": "black-jack-alone",
    },
)
