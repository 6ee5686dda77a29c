"""The lesson of Halunken: the first four rounds of a match without Black Jack."""

from django.utils.translation import gettext_lazy as _

from games.core.lesson import Lesson, Step, Wrong

SEATS = 3
OPTIONS = {"black_jack": False, "games": 1}
SETUP = {
    "first": 0,
    "dives": [
        ["grey-3", "purple-14", "yellow-8"], ["grey-13", "yellow-12", "grey-8"],
        ["yellow-11", "yellow-3", "grey-5"],
        ["yellow-7", "grey-2", "purple-4"], ["red-4", "red-15", "red-6"], ["purple-11", "red-11", "yellow-2"],
        ["red-8", "yellow-5", "red-7"], ["grey-4", "red-9", "red-10"], ["purple-5", "purple-9", "purple-8"],
        ["yellow-1", "purple-3", "grey-7"], ["yellow-6", "grey-10", "purple-7"],
        ["yellow-4", "yellow-10", "red-5"],
        ["grey-11", "yellow-9", "purple-10"], ["purple-6", "grey-9", "grey-6"],
    ],
}  # fmt: skip
STEPS = [
    Step(
        0,
        ("settle", 2),
        {},
        _(
            "Tomorrow your ship puts to sea, and it has no crew. Fourteen dives lie around the "
            "harbour, three scoundrels face down in each. Put your captain in front of dive 3: you "
            "take its first scoundrel."
        ),
        "setup",
    ),
    Step(1, ("settle", 13)),
    Step(2, ("settle", 10)),
    Step(
        0,
        ("choose", 1),
        {},
        _(
            "Now the top scoundrels lie face up. Everyone secretly chooses one of eight movement "
            "cards and walks that far; each can be used only once. You have a yellow 11, and the "
            "colour of which you hold the most cards counts twice. Where do you go?"
        ),
        "movement",
        [
            Wrong(
                ("choose", 3),
                _(
                    "The purple 11 would bring you 11 points. The yellow 7 at dive 4 brings 14: yellow "
                    "counts twice, 2 × 18 instead of 2 × 11."
                ),
                "scoring",
            ),
            Wrong(
                ("choose", 4),
                _(
                    "The red 8 would bring you 8 points. The yellow 7 at dive 4 brings 14: yellow counts "
                    "twice, 2 × 18 instead of 2 × 11."
                ),
                "scoring",
            ),
        ],
    ),
    Step(1, ("choose", 6)),
    Step(2, ("choose", 5)),
    Step(
        0,
        ("choose", 2),
        {},
        _(
            "Now yellow counts twice for you. Another captain stands at dive 6, with two "
            "scoundrels. Which number do you choose?"
        ),
        "recruit",
        [
            Wrong(
                ("choose", 3),
                _(
                    "Dive 7 has the red 8. The 2 takes you to dive 6, where the red 11 is waiting, and a "
                    "captain to brawl with."
                ),
                "recruit",
            ),
            Wrong(
                ("choose", 6),
                _("Dive 10 has only the yellow 1, which counts 2 for you. The red 11 at dive 6 counts 11."),
                "recruit",
            ),
        ],
    ),
    Step(1, ("choose", "rum")),
    Step(2, ("choose", "rum")),
    Step(
        0,
        ("rob", 1, "purple-11"),
        {},
        _(
            "Rum and rum cancelled each other: those captains stayed where they were and took a "
            "scoundrel there. You arrived and took one too, and as you have no more scoundrels "
            "than the captain you met, there is a brawl. Whom do you take?"
        ),
        "brawl",
        [
            Wrong(
                ("rob", 1, "purple-6"),
                _("The purple 6 brings you 6 points, the purple 11 brings 11."),
                "brawl",
            ),
            Wrong(
                ("rob", 1, "red-11"),
                _(
                    "It brings you 11 points too, but costs your opponent only 11. Losing the purple 11 "
                    "costs 17, because two purples counted twice."
                ),
                "scoring",
            ),
        ],
    ),
    Step(
        0,
        ("choose", "rum"),
        {},
        _(
            "The other captain was pushed on to the next space. Try your rum: after everyone has shown a "
            "card, you name a number that nobody else shows."
        ),
        "rum",
    ),
    Step(1, ("choose", 4)),
    Step(2, ("choose", 4)),
    Step(
        0,
        ("rum", 7),
        {},
        _(
            "The two fours cancel each other. You may name any number from 1 to 7 except 4, which is shown. "
            "You stand at dive 6: which number do you name?"
        ),
        "cancelled",
        [
            Wrong(("rum", 5), _("Dive 11 has the grey 10. Dive 13 has the grey 11: one point more."), "rum"),
            Wrong(
                ("rum", 6),
                _(
                    "The yellow 4 at dive 12 counts twice for you, 8 points. The grey 11 at dive 13 "
                    "counts 11."
                ),
                "scoring",
            ),
        ],
    ),
    Step(
        0,
        ("choose", 6),
        {},
        _(
            "Cards once played stay visible: look at the table of played cards to see what each "
            "captain has left. One more: choose the 6."
        ),
        "order",
    ),
    Step(1, ("choose", 7)),
    Step(2, ("choose", 6)),
]
END = _(
    "This time your own card was cancelled, and you took what lay where you stood. After eight rounds "
    "every scoundrel counts its value, and the colour of which you hold the most cards counts twice. "
    "Black Jack, whom you can hire for a scoundrel, adds an auction and a robber of your own. You know "
    "enough: open a table!"
)
LESSON = Lesson(seats=SEATS, options=OPTIONS, setup=SETUP, steps=STEPS, end=END)
