"""The first two rounds of a game of Shanghaien."""

from django.utils.translation import gettext_lazy as _

from games.core.lesson import Lesson, Step
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
        _("You are a captain in search of a crew. Six cards lie in the tavern; each will go to whoever has the most "
          "dice on it. Begin: roll two of your six dice."),
        "roll",
    ),
    Step(
        0,
        ("direction", "left"),
        {},
        _("A 2 and a 4. Who starts a round decides, after the first roll, which end of the row is number 1. From the "
          "left, the 4 is worth four points: put number 1 on the left."),
        "direction",
    ),
    Step(
        0,
        ("place", 4),
        {},
        _("Only one of the two dice is placed, the other returns to your supply. Take the 4: it goes to the Spaniard "
          "of value 4."),
        "place",
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
        _("One die each on your Spaniard! With equal dice the neighbours decide: your die on card 3 counts 3, the die "
          "of your opponent on card 5 counts 5. As it stands the card is lost to you. Roll."),
        "distribution-tie",
    ),
    Step(0, ("place", 4), {}, _("A 4! Two dice against one: the Spaniard is yours again. Place it."), "distribution"),
    Step(1, ("roll",), {"dice": [5, 1]}),
    Step(1, ("place", 5)),
    Step(
        0,
        ("shanghai",),
        {},
        _("Stop while it is good. With at least two dice on cards you may shout Shanghai: the round ends at once and "
          "the cards are shared out."),
        "shanghai",
    ),
    Step(1, ("roll",), {"dice": [4, 3]}),
    Step(1, ("direction", "left")),
    Step(1, ("place", 4)),
    Step(
        0,
        ("roll",),
        {"dice": [2, 6]},
        _("You took the Spaniard and the trick, your opponent the German. Who did not shout begins the next round. "
          "Now it is your turn again: roll."),
        "round-end",
    ),
    Step(
        0,
        ("trick", "trick-1", "joker", "green", None, None),
        {},
        _("Right after rolling you may play one trick a round. Every trick can be a joker: it joins a nation of which "
          "you have a sailor, for ever, with value 2. Send it to your Spaniards."),
        "trick-joker",
    ),
    Step(
        0,
        ("place", 2),
        {},
        _("And the round has another Spaniard: place the 2 there. In the end the stronger crew of each nation wins "
          "the cards of the weaker one, so it pays to know where you are ahead."),
        "scoring",
    ),
    Step(1, ("roll",), {"dice": [6, 3]}),
    Step(1, ("place", 6)),
    Step(0, ("roll",), {"dice": [1, 1]}, _("Roll once more."), "roll"),
    Step(0, ("place", 1), {}, _("Two ones: the Italian, then. Place a die on him."), "place"),
    Step(1, ("shanghai",)),
]  # fmt: skip
END = _(
    "Your opponent shouted, and now you begin round three. So it goes on for eight rounds. Then each nation is "
    "compared: whoever is alone keeps the sailors, otherwise the stronger side takes the weaker side’s cards; every "
    "unused trick is worth one point. You know enough: open a table!"
)
LESSON = Lesson(seats=SEATS, options=OPTIONS, setup=SETUP, steps=STEPS, end=END)
