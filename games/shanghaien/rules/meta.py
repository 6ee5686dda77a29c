"""The META of Shanghaien: sections of the rule, refusals, kinds of decision, and the shapes of its JSON."""

from __future__ import annotations

from typing import Final

from games.core.contract import Meta, Option
from games.shanghaien.rules.shapes.board import BREAKDOWN, STATE
from games.shanghaien.rules.shapes.moves import ACTIONS, CHANCE, EVENTS, SETUP

#: the sections of the rule
SECTIONS: Final = frozenset({
    "components", "setup", "round", "turn", "roll", "direction", "place", "shanghai", "distribution",
    "distribution-tie", "round-end", "tricks", "trick-joker", "trick-adjust", "trick-both", "trick-reroll",
    "game-end", "scoring", "variant-extra-trick",
})  # fmt: skip

#: code of a refusal -> the section of the rule that forbids the action
REFUSALS: Final[dict[str, str]] = {
    "not_an_action": "turn",
    "match_over": "game-end",
    "not_your_turn": "turn",
    "already_rolled": "place",
    "too_few_dice_to_roll": "roll",
    "too_few_dice_placed": "shanghai",
    "roll_first": "turn",
    "die_not_rolled": "place",
    "direction_before_roll": "direction",
    "direction_first": "direction",
    "direction_chosen": "direction",
    "unknown_end": "direction",
    "trick_before_roll": "tricks",
    "trick_used": "tricks",
    "trick_too_late": "tricks",
    "no_trick": "tricks",
    "trick_not_owned": "tricks",
    "trick_other_use": "tricks",
    "joker_without_sailor": "trick-joker",
    "adjust_unknown_die": "trick-adjust",
    "adjust_not_by_one": "trick-adjust",
    "adjust_out_of_range": "trick-adjust",
}

META: Final = Meta(
    slug="shanghaien",
    version=1,
    seats=(2,),
    options=(Option("extra_trick", (False, True), "variant-extra-trick"),),
    end_reasons=("eight_rounds",),
    rule_keys=SECTIONS,
    refusals=REFUSALS,
    actions=ACTIONS,
    events=EVENTS,
    setup=SETUP,
    chance=CHANCE,
    state=STATE,
    breakdown=BREAKDOWN,
    decision_kinds={kind: kind for kind in ("turn", "place", "direction")},
)
