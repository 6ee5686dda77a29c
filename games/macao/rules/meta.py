"""What Macao declares of itself: sections of the rule, refusals, actions, events and kinds of decision."""

from __future__ import annotations

from games.core.contract import Meta

#: refusal code -> section of the rule
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
    end_reasons=("members", "tiles", "standstill", "rounds"),
    rule_keys=SECTIONS,
    refusals=REFUSALS,
    actions={
        "contact": ("pile",),
        "recruit": ("card", "pay", "croupier"),
        "open": ("tile", "pay"),
        "discard": ("card",),
        "reserve": ("tile",),
        "pass": (),
    },
    events={
        "contacted": ("seat", "card", "pile"),
        "recruited": ("seat", "card", "pay", "croupier"),
        "opened": ("seat", "tile", "pay"),
        "discarded": ("seat", "cards", "pile"),
        "deceased": ("seat", "card"),
        "gave_up": ("seat",),
        "reserved": ("seat", "tile"),
        "passed": ("seat",),
        "ended": ("reason",),
    },
    decision_kinds={
        "turn": "turn",
        "discard": "discard",
        "contact": "dancer",
        "reserve": "policeman",
        "victim": "killer",
    },
    entries_from_options=frozenset({"deck"}),
)
