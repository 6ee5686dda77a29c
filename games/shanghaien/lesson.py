"""The first two rounds of a game of Shanghaien."""

from django.utils.translation import gettext_lazy as _

from games.core.lesson import Lesson, Step, Wrong
from games.shanghaien.rules.tables import DECK

SEATS = 2
OPTIONS = {"extra_trick": False}
_FIRST = ["red-3a", "yellow-1", "trick-1", "green-4", "blue-2", "grey-3a"]
_SECOND = ["grey-1", "green-2", "purple-3a", "orange-4", "lightblue-1", "yellow-4"]
SETUP = {
    "starter": 0,
    "deck": [*_FIRST, *_SECOND, *(card for card in DECK if card not in _FIRST and card not in _SECOND)],
}
STEPS = [
    Step(
        0,
        ("roll",),
        {"dice": [2, 4]},
        _(
            "You are a captain in search of a crew. Six cards lie in the tavern; each will go to whoever "
            "has the most dice on it. Begin: roll two of your six dice."
        ),
        "roll",
    ),
    Step(
        0,
        ("direction", "left"),
        {},
        _(
            "A 2 and a 4. Whoever opens a round decides, after the first roll, at which end of the row "
            "number 1 is. Each sailor has a value from 1 to 4. On which side do you put number 1?"
        ),
        "direction",
        [
            Wrong(
                ("direction", "right"),
                _(
                    "With number 1 on the right, your 4 would go on the dirty trick and your 2 on the German "
                    "of value 2. With number 1 on the left, the 4 goes on the Spaniard of value 4."
                ),
                "direction",
            ),
        ],
    ),
    Step(
        0,
        ("place", 4),
        {},
        _("Only one of the two dice is placed; the other returns to your supply. Which one?"),
        "place",
        [
            Wrong(
                ("place", 2),
                _(
                    "Card 2 is the Chinese sailor of value 1. A die costs the same everywhere, so begin "
                    "where there is more to win."
                ),
                "place",
            ),
        ],
    ),
    Step(1, ("roll",), {"dice": [1, 5]}),
    Step(1, ("place", 5)),
    Step(0, ("roll",), {"dice": [3, 3]}, _("Your opponent has put a die on card 5. Roll again."), "turn"),
    Step(
        0,
        ("place", 3),
        {},
        _("Two threes: no choice this time. Card 3 is a dirty trick, which you will be glad to have."),
        "tricks",
    ),
    Step(1, ("roll",), {"dice": [4, 6]}),
    Step(1, ("place", 4)),
    Step(
        0,
        ("roll",),
        {"dice": [4, 2]},
        _(
            "One die each on your Spaniard! With equal dice the neighbours decide: your die on card 3 "
            "counts 3, your opponent’s die on card 5 counts 5. You have two dice on cards, so you may "
            "also shout. Do you roll, or shout?"
        ),
        "distribution-tie",
        [
            Wrong(
                ("shanghai",),
                _(
                    "Shout, and the round ends at once: the Spaniard goes to your opponent, by 5 to 3. "
                    "You still have dice, so roll."
                ),
                "distribution-tie",
            ),
        ],
    ),
    Step(
        0,
        ("place", 4),
        {},
        _("A 4 and a 2. Where does a die help you most?"),
        "distribution",
        [
            Wrong(
                ("place", 2),
                _(
                    "That would win the Chinese sailor of value 1 and leave the Spaniard of value 4 to "
                    "your opponent. With the 4 it is two dice against one there."
                ),
                "distribution",
            ),
        ],
    ),
    Step(1, ("roll",), {"dice": [5, 1]}),
    Step(1, ("place", 5)),
    Step(
        0,
        ("shanghai",),
        {},
        _(
            "As things stand, you win the Spaniard and the dirty trick, your opponent the German. With at "
            "least two dice on cards you may shout Shanghai. Do you shout, or roll once more?"
        ),
        "shanghai",
        [
            Wrong(
                ("roll",),
                _(
                    "Your opponent would roll too, and has enough dice to draw level on the Spaniard. Stop "
                    "while you are ahead."
                ),
                "shanghai",
            ),
        ],
    ),
    Step(1, ("roll",), {"dice": [4, 3]}),
    Step(1, ("direction", "left")),
    Step(1, ("place", 4)),
    Step(
        0,
        ("roll",),
        {"dice": [2, 6]},
        _(
            "You took the Spaniard and the dirty trick, your opponent the German. Whoever did not shout "
            "starts the next round. Now it is your turn again: roll."
        ),
        "round-end",
    ),
    Step(
        0,
        ("trick", "trick-1", "joker", "green", None, None),
        {},
        _(
            "A 2 and a 6. Right after rolling you may play one dirty trick per round. Kept to the "
            "end, it counts one point. As a joker, it permanently joins a nation of which you have a "
            "sailor, with a value of 2. Do you play it first?"
        ),
        "trick-joker",
        [
            Wrong(
                ("place",),
                _(
                    "Once a die is placed, it is too late for a trick this turn. As a joker it counts 2 "
                    "among your Spaniards, unused only 1: play it first."
                ),
                "trick-joker",
            ),
            Wrong(
                ("trick", "trick-1", "adjust"),
                _(
                    "That would change one die by one, and the card would be gone. As a joker it stays "
                    "with you and counts 2."
                ),
                "trick-adjust",
            ),
        ],
    ),
    Step(
        0,
        ("place", 6),
        {},
        _("And now: the 2 or the 6?"),
        "place",
        [
            Wrong(
                ("place", 2),
                _("The Spaniard of value 2 would do as well, but the Chinese sailor on card 6 has value 4."),
                "scoring",
            ),
        ],
    ),
    Step(1, ("roll",), {"dice": [6, 3]}),
    Step(1, ("place", 6)),
    Step(0, ("roll",), {"dice": [1, 1]}, _("Roll once more."), "roll"),
    Step(0, ("place", 1), {}, _("Two ones: the Italian, then. Place a die on him."), "place"),
    Step(1, ("shanghai",)),
]
END = _(
    "Your opponent shouted, and now you open round three. So it goes on for eight rounds. Then "
    "each nation is compared: whoever is alone keeps the sailors, otherwise the stronger side "
    "takes the weaker side’s cards and loses its own; every unused dirty trick is worth one "
    "point. You know enough: open a table!"
)
LESSON = Lesson(seats=SEATS, options=OPTIONS, setup=SETUP, steps=STEPS, end=END)
