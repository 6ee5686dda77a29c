"""The first four rounds of a game of Halunken, without Black Jack."""

from django.utils.translation import gettext_lazy as _

from games.core.lesson import Lesson, Step

SEATS = 3
OPTIONS = {"black_jack": False, "games": 1}
SETUP = {
    "first": 0,
    "dives": [
        ["grey-3", "purple-14", "yellow-8"], ["grey-13", "yellow-12", "grey-8"], ["yellow-11", "yellow-3", "grey-5"],
        ["yellow-7", "grey-2", "purple-4"], ["red-4", "red-15", "red-6"], ["purple-11", "red-11", "yellow-2"],
        ["red-8", "yellow-5", "red-7"], ["grey-4", "red-9", "red-10"], ["purple-5", "purple-9", "purple-8"],
        ["yellow-1", "purple-3", "grey-7"], ["yellow-6", "grey-10", "purple-7"], ["yellow-4", "yellow-10", "red-5"],
        ["grey-11", "yellow-9", "purple-10"], ["purple-6", "grey-9", "grey-6"],
    ],
}  # fmt: skip
STEPS = [
    Step(
        0,
        ("settle", 2),
        {},
        _("Tomorrow your ship puts to sea and the crew is missing. Fourteen dives lie around the harbour, three "
          "scoundrels face down in each. Put your captain before dive 3: you take its first scoundrel."),
        "setup",
    ),
    Step(1, ("settle", 13)),
    Step(2, ("settle", 10)),
    Step(
        0,
        ("choose", 1),
        {},
        _("Now the top scoundrels lie open. Everyone secretly chooses one of eight movement cards, each to be used "
          "once. Your 1 leads to dive 4, where a yellow 7 waits, and small numbers move first. Choose the 1."),
        "movement",
    ),
    Step(1, ("choose", 6)),
    Step(2, ("choose", 5)),
    Step(
        0,
        ("choose", 2),
        {},
        _("You have a yellow 11 and a yellow 7: the colour of which you hold most cards will count double. At dive 6 "
          "stands another captain. Go there with the 2, and see what happens."),
        "scoring",
    ),
    Step(1, ("choose", "rum")),
    Step(2, ("choose", "rum")),
    Step(
        0,
        ("rob", 1, "purple-11"),
        {},
        _("Rum and rum cancelled each other: those captains stayed where they were and took a scoundrel there. You "
          "arrived and took one too, and as you have no more scoundrels than the captain you met, there is a brawl: "
          "take the purple 11."),
        "brawl",
    ),
    Step(
        0,
        ("choose", "rum"),
        {},
        _("The other captain was pushed on to the next space. Try your rum: after everyone has shown a card you name "
          "a number that nobody else shows."),
        "rum",
    ),
    Step(1, ("choose", 4)),
    Step(2, ("choose", 4)),
    Step(
        0,
        ("rum", 7),
        {},
        _("The two fours cancel each other. You may name any number from 1 to 7 but four. The 7 carries you to dive "
          "13, where a grey 11 lies open."),
        "cancelled",
    ),
    Step(
        0,
        ("choose", 6),
        {},
        _("Cards once played stay visible: look at the matrix to see what each captain has left. One more: choose "
          "the 6."),
        "order",
    ),
    Step(1, ("choose", 7)),
    Step(2, ("choose", 6)),
]  # fmt: skip
END = _(
    "This time your own card was cancelled, and you took what lay where you stood. After eight rounds every scoundrel "
    "counts its value, and your most numerous colour counts twice. Black Jack, whom one can hire for a scoundrel, adds "
    "an auction and a robber of your own. You know enough: open a table!"
)
LESSON = Lesson(seats=SEATS, options=OPTIONS, setup=SETUP, steps=STEPS, end=END)
