"""What the site knows of Halunken without playing it."""

from __future__ import annotations

from ..base import Meta, Option

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

#: refusal code -> section of the rule that forbids the action
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

ACTIONS: dict[str, tuple[str, ...]] = {
    "settle": ("space",),
    "settle_jack": ("space",),
    "bid": ("card",),
    "pass": (),
    "choose": ("card",),
    "choose_jack": ("card",),
    "rum": ("number",),
    "rum_jack": ("number",),
    "rob": ("seat", "card"),
    "salvage": ("card",),
    "decline": (),
    "lose": ("card",),
}

#: `next` is the scoundrel turned up beneath the one taken; a chosen card is told only when all are revealed
EVENTS: dict[str, tuple[str, ...]] = {
    "settled": ("seat", "space", "card"),
    "opened": ("cards",),
    "jack_settled": ("seat", "space"),
    "bid": ("seat", "card"),
    "passed": ("seat",),
    "rented": ("seat", "card"),
    "unrented": (),
    "chosen": ("seat",),
    "jack_chosen": ("seat",),
    "revealed": ("cards", "jack"),
    "rum": ("seat", "number"),
    "rum_jack": ("seat", "number"),
    "cancelled": ("seat", "card"),
    "moved": ("seat", "start", "end"),
    "took": ("seat", "space", "card", "next"),
    "robbed": ("seat", "victim", "card"),
    "spared": ("seat", "victim", "own", "theirs"),
    "pushed": ("seat", "start", "end"),
    "jack_pushed": ("start", "end"),
    "salvaged": ("seat", "card"),
    "declined": ("seat",),
    "jack_turned": ("card", "number"),
    "jack_moved": ("start", "end"),
    "lost": ("seat", "card"),
    "round_begun": ("round",),
    "game_scored": ("game", "scores"),
    "game_begun": ("game", "first"),
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
    decision_kinds=frozenset(
        {"settle", "settle_jack", "bid", "choose", "choose_jack", "rum", "rum_jack", "rob", "salvage", "lose"}
    ),
)
