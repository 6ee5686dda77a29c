"""The META of Macao: sections of the rule, refusals, kinds of decision, and the shapes of its JSON."""

from __future__ import annotations

from games.core.contract import Meta
from games.macao.rules.shapes.board import BREAKDOWN, STATE
from games.macao.rules.shapes.moves import ACTIONS, CHANCE, END_REASONS, EVENTS, SETUP

#: code of a refusal -> the section of the rule that forbids the action
REFUSALS = {
    "match_over": "game-end",
    "not_your_decision": "turn",
    "not_an_action": "turn",
    "must_act": "turn",
    "discard_first": "contact",
    "contact_first": "dancer",
    "reserve_first": "policeman",
    "give_up_first": "killer",
    "nothing_to_discard": "discard",
    "nothing_to_reserve": "policeman",
    "no_such_pile": "contact",
    "pile_empty": "contact",
    "unknown_card": "components",
    "unknown_tile": "establishments",
    "unknown_resource": "components",
    "card_not_yours": "recruit",
    "card_already_red": "recruit",
    "widow_deceased": "widow",
    "cannot_pay": "pay",
    "payment_not_yours": "pay",
    "payment_pays_itself": "recruit",
    "payment_twice": "pay",
    "payment_short": "pay",
    "payment_idle": "pay",
    "croupier_count": "croupier",
    "croupier_not_repeated": "croupier",
    "tile_not_there": "open",
    "tile_reserved": "policeman",
    "condition_not_met": "establishments",
    "condition_costs_nothing": "open",
    "discard_not_blue": "discard",
    "discard_deceased": "widow",
    "victim_deceased": "killer",
    "reserve_not_central": "policeman",
}

#: every section of the rule text
SECTIONS = frozenset(REFUSALS.values()) | {"setup", "scoring", "trader", "innkeeper", "sailor", "politician"}

META = Meta(
    slug="macao",
    version=1,
    seats=(2, 3, 4),
    options=(),
    end_reasons=END_REASONS,
    rule_keys=SECTIONS,
    refusals=REFUSALS,
    actions=ACTIONS,
    events=EVENTS,
    setup=SETUP,
    chance=CHANCE,
    state=STATE,
    breakdown=BREAKDOWN,
    decision_kinds={
        "turn": "turn",
        "discard": "discard",
        "contact": "dancer",
        "reserve": "policeman",
        "victim": "killer",
    },
    entries_from_options=frozenset({"deck"}),
)
