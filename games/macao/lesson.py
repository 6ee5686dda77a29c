"""The lesson of Les Ombres de Macao: a whole short match for two."""

import json
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.core.lesson import Lesson, Step, Wrong

SEATS = 2
OPTIONS: dict = {}
#: a dealt setup with its deck, as a record keeps it
SETUP = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
STEPS = [
    Step(
        0,
        ("contact", 2),
        {},
        _(
            "The head of the clan is dead, and its people must be gathered. On your turn you do "
            "one of three things: contact an informant, recruit a member, or open an "
            "establishment. Begin by taking the top card of pile 3."
        ),
        "contact",
    ),
    Step(1, ("contact", 2)),
    Step(
        0,
        ("contact", 2),
        {},
        _(
            "Informants lie in front of you, blue side up. Each shows at the top what it gives "
            "when you pay, and at the foot what it costs to recruit. Your sailor costs two "
            "alcohol and one jade. Which pile brings you nearer to him?"
        ),
        "recruit",
        [
            Wrong(
                ("contact", 1),
                _(
                    "The policeman on pile 2 gives opium, and the sailor does not cost any. Look at the "
                    "symbol at the top of the cards: who gives jade?"
                ),
                "recruit",
            ),
            Wrong(
                ("contact", 3),
                _(
                    "The policeman on pile 4 gives money, and the sailor does not cost any. Look at the "
                    "symbol at the top of the cards: who gives jade?"
                ),
                "recruit",
            ),
        ],
    ),
    Step(1, ("contact", 2)),
    Step(0, ("contact", 3)),
    Step(1, ("contact", 3)),
    Step(0, ("contact", 1)),
    Step(1, ("contact", 1)),
    Step(
        0,
        ("contact", 1),
        {},
        _(
            "In your next two turns you contacted two policemen. You may keep five informants; your widow is "
            "one of them. Take one more from pile 2: it will be one too many, but you may choose which one "
            "goes."
        ),
        "setup",
    ),
    Step(
        0,
        ("discard", "policeman-opium"),
        {},
        _(
            "Six informants are too many: one goes under the smallest pile. You want to recruit "
            "the policeman who gives weapons; he costs two money and two jade. Whom do you need "
            "least?"
        ),
        "discard",
        [
            Wrong(
                ("discard", "policeman-jade"),
                _(
                    "He gives one of the two jade that you need. The policeman who gives opium is no "
                    "help to you now."
                ),
                "pay",
            ),
            Wrong(
                ("discard", "widow-1"),
                _(
                    "Your widow gives any resource, and here she gives the second jade. The policeman "
                    "who gives opium is no help to you now."
                ),
                "widow",
            ),
        ],
    ),
    Step(1, ("recruit", "sailor-jade", ("killer-weapons", "dancer-money", "widow-2"), ())),
    Step(
        0,
        (
            "recruit",
            "policeman-weapons",
            ("policeman-jade", "policeman-money", "sailor-money", "widow-1"),
            (),
        ),
        {},
        _(
            "Your other cards can now pay for the policeman who gives weapons. Blue ones are "
            "discarded, red ones stay, and the widow stands in for any resource, but dies of it. "
            "What do you do?"
        ),
        "recruit",
        [
            Wrong(
                ("contact",),
                _(
                    "You already hold five informants: with one more, one of them would have to go. Members "
                    "bring the coins that win, and you can pay for one now."
                ),
                "recruit",
            ),
        ],
    ),
    Step(
        0,
        ("reserve", "black-market"),
        {},
        _(
            "The policeman is a member for ever, worth 4 coins. His talent works once, right now: "
            "reserve an establishment that only you may open. Take the Black Market."
        ),
        "policeman",
    ),
    Step(1, ("contact", 1)),
    Step(
        0,
        ("contact", 1),
        {},
        _("All you have left is the deceased widow, who keeps her place. Start again: pile 2."),
        "widow",
    ),
    Step(1, ("contact", 0)),
    Step(0, ("contact", 1)),
    Step(1, ("contact", 2)),
    Step(0, ("contact", 0)),
    Step(1, ("open", "china-club", ())),
    Step(
        0,
        ("recruit", "innkeeper-money", ("trader-opium", "innkeeper-jade-2", "policeman-weapons"), ()),
        {},
        _(
            "You have a trader and two innkeepers now. Your red policeman gives weapons in every "
            "payment and is never discarded. The innkeeper who gives money costs weapons, opium "
            "and jade. What do you do?"
        ),
        "pay",
        [
            Wrong(
                ("contact",),
                _(
                    "Another informant would help later. But weapons, opium and jade lie in front of "
                    "you, so the innkeeper can become a member now."
                ),
                "pay",
            ),
        ],
    ),
    Step(1, ("contact", 0)),
    Step(1, ("discard", "killer-jade")),
    Step(
        0,
        ("contact", 0),
        {},
        _(
            "You want the Distillery: it costs three alcohol, one weapons and one money. Your "
            "members give weapons and money, and nobody in sight gives alcohol. Which pile do you "
            "choose?"
        ),
        "establishments",
        [
            Wrong(
                ("contact", 1),
                _(
                    "The trader gives money, and your innkeeper gives that already. Who can stand in for "
                    "alcohol?"
                ),
                "widow",
            ),
            Wrong(
                ("contact", 3),
                _(
                    "The politician gives money, and your innkeeper gives that already. Who can stand in "
                    "for alcohol?"
                ),
                "widow",
            ),
        ],
    ),
    Step(1, ("open", "art-gallery", ("killer-alcohol", "politician-weapons", "sailor-jade", "dancer-jade"))),
    Step(0, ("contact", 0)),
    Step(1, ("contact", 1)),
    Step(
        0,
        ("contact", 0),
        {},
        _(
            "The widow and the sailor give two of the three alcohol. When no establishment is "
            "left in the centre, the round is played to its end and the game is over. What do you do?"
        ),
        "game-end",
        [
            Wrong(
                ("recruit", "widow-3"),
                _(
                    "A recruited widow costs you 2 coins in the end, and the sailor would be discarded. "
                    "Another alcohol is worth more now."
                ),
                "scoring",
            ),
            Wrong(
                ("contact", 1),
                _(
                    "The politician on pile 2 gives jade, which the Distillery does not cost. Who gives "
                    "alcohol?"
                ),
                "establishments",
            ),
        ],
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
        _("Now you can pay for the Distillery, the last establishment in the centre. What do you do?"),
        "open",
        [
            Wrong(
                ("contact",),
                _(
                    "You can pay now; otherwise your opponent may open the Distillery next, and you "
                    "would lose six coins."
                ),
                "game-end",
            ),
            Wrong(
                ("recruit", "widow-3"),
                _(
                    "She would cost you 2 coins in the end. The Distillery brings 6, and the widow helps "
                    "to pay for it."
                ),
                "scoring",
            ),
        ],
    ),
    Step(1, ("contact", 0)),
]
END = _(
    "No establishment is left in the centre: the game is over. You both have 13 coins; your "
    "opponent has opened more establishments and wins the tie. Count coins early, and do not let "
    "others open the last tile. You know enough: open a table!"
)
LESSON = Lesson(seats=SEATS, options=OPTIONS, setup=SETUP, steps=STEPS, end=END)
