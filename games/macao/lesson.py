"""A whole short game of Les Ombres de Macao for two."""

import json
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.core.lesson import Lesson, Step

SEATS = 2
OPTIONS: dict = {}
#: a dealt setup, with the deck that it was dealt from, as a record keeps it
SETUP = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
STEPS = [
    Step(
        0,
        ("contact", 2),
        {},
        _(
            "The head of the clan is dead, and its crews must be gathered. On your turn you do one of three "
            "things: contact an informant, recruit a member, or open an establishment. Begin by taking the "
            "top card of pile 3."
        ),
        "contact",
    ),
    Step(1, ("contact", 2)),
    Step(
        0,
        ("contact", 2),
        {},
        _(
            "Informants lie blue before you. Each shows above what it yields when it helps to pay, and below"
            " what it costs to recruit it. Take another from pile 3."
        ),
        "contact",
    ),
    Step(1, ("contact", 2)),
    Step(
        0,
        ("contact", 3),
        {},
        _("You may keep five informants; your widow is one of them. Take the card of pile 4."),
        "setup",
    ),
    Step(1, ("contact", 3)),
    Step(
        0,
        ("contact", 1),
        {},
        _("Look at the line that says what your cards yield: it grows. Take the policeman of pile 2."),
        "pay",
    ),
    Step(1, ("contact", 1)),
    Step(0, ("contact", 1), {}, _("Once more from pile 2. It will be one too many, but you may choose."), "contact"),
    Step(
        0,
        ("discard", "policeman-opium"),
        {},
        _("Six informants are too many: one goes under the smallest pile. Give back the policeman who yields opium."),
        "discard",
    ),
    Step(1, ("recruit", "sailor-jade", ("killer-weapons", "dancer-money", "widow-2"), ())),
    Step(
        0,
        ("recruit", "policeman-weapons", ("policeman-jade", "policeman-money", "sailor-money", "widow-1"), ()),
        {},
        _(
            "Now recruit the policeman who yields weapons. His cost is paid by your other cards: blue ones "
            "are discarded, red ones stay, and the widow stands for any resource, but dies of it."
        ),
        "recruit",
    ),
    Step(
        0,
        ("reserve", "black-market"),
        {},
        _(
            "The policeman is a member for ever, worth 4 coins. His effect happens at once: reserve an "
            "establishment that only you may open. Take the Black market."
        ),
        "policeman",
    ),
    Step(1, ("contact", 1)),
    Step(
        0,
        ("contact", 1),
        {},
        _("Your hand is empty but for the dead widow, who keeps her place. Build it up again: pile 2."),
        "widow",
    ),
    Step(1, ("contact", 0)),
    Step(0, ("contact", 1), {}, _("Pile 2 again."), "contact"),
    Step(1, ("contact", 2)),
    Step(0, ("contact", 0), {}, _("Now pile 1."), "contact"),
    Step(1, ("open", "china-club", ())),
    Step(
        0,
        ("recruit", "innkeeper-money", ("trader-opium", "innkeeper-jade-2", "policeman-weapons"), ()),
        {},
        _(
            "Your red policeman yields weapons in every payment, without ever being discarded. With his help"
            " recruit the innkeeper."
        ),
        "innkeeper",
    ),
    Step(1, ("contact", 0)),
    Step(1, ("discard", "killer-jade")),
    Step(0, ("contact", 0), {}, _("The innkeeper lets you keep one more informant. Take from pile 1."), "innkeeper"),
    Step(1, ("open", "art-gallery", ("killer-alcohol", "politician-weapons", "sailor-jade", "dancer-jade"))),
    Step(0, ("contact", 0), {}, _("Pile 1 again."), "contact"),
    Step(1, ("contact", 1)),
    Step(
        0,
        ("contact", 0),
        {},
        _(
            "And once more. Keep an eye on the centre: when no establishment is left there, the round is "
            "finished and the game is over."
        ),
        "game-end",
    ),
    Step(1, ("contact", 0)),
    Step(
        0,
        (
            "open",
            "distillery",
            ("policeman-weapons", "innkeeper-money", "croupier-alcohol", "sailor-alcohol", "widow-3"),
        ),
        {},
        _(
            "Open the Distillery: it asks three times alcohol, weapons and money. Your sailor, your croupier"
            " and the living widow give what your members do not."
        ),
        "open",
    ),
    Step(1, ("contact", 0)),
]
END = _(
    "No establishment is left in the centre: the game is over. Both have 13 coins, and your opponent"
    " opened more establishments and wins the tie. Count coins early, and do not let others open the"
    " last tile. You know enough: open a table!"
)
LESSON = Lesson(seats=SEATS, options=OPTIONS, setup=SETUP, steps=STEPS, end=END)
