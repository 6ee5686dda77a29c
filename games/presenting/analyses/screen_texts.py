"""The labels of the analysis beside a replay, for its script. `{name}` is filled in by the script."""

from django.utils.translation import gettext_lazy

ANALYSIS_TEXTS = {
    "ask": gettext_lazy("Analyse this match"),
    "computing": gettext_lazy(
        "The match is being analysed. That takes some seconds, in some games a minute or more."
    ),
    "failed": gettext_lazy("The analysis could not be loaded. Try again in a moment."),
    "balance": gettext_lazy(
        "In percentage points of the chance of winning: luck {luck}, skill {skill}, together {together}."
    ),
    "broken_off": gettext_lazy("The match was broken off, which accounts for another {points}."),
    "chart": gettext_lazy("{who}’s chance of winning, move by move"),
    "chart_note": gettext_lazy(
        "Round 8 is exact. Earlier rounds are exact to their end; what that is worth is an estimate."
    ),
    "margin": gettext_lazy(
        "An estimate: 95 of 100 such values were within {margin} points of the value of the next "
        "round, once that was solved."
    ),
    "chart_note_rollouts": gettext_lazy(
        "Everything here is an estimate: after each choice bots have played on for some rounds, dozens of times, "
        "and what they reached was compared with the results of earlier matches. Luck includes what others held "
        "hidden."
    ),
    "margin_rollouts": gettext_lazy(
        "An estimate: 95 of 100 such values were within {margin} points of what many whole matches gave."
    ),
    "cost_about": gettext_lazy("“{played}” cost about {points} points, give or take {margin} ({grade})."),
    "cost_little_about": gettext_lazy("“{played}” cost about {points} points, give or take {margin}."),
    "was_best_rollouts": gettext_lazy("Nothing was clearly better."),
    "chance": gettext_lazy("{who} wins {percent} in 100."),
    "luck_of_draw": gettext_lazy("Luck of this draw: {points} for {who}."),
    "forced": gettext_lazy("There was no choice."),
    "was_best": gettext_lazy("Nothing was better."),
    "cost": gettext_lazy("“{played}” cost {points} points ({grade})."),
    "cost_little": gettext_lazy("“{played}” cost {points} points."),
    "mistake_of": gettext_lazy("{who}: {what}"),
    "better": gettext_lazy("Better: “{best}”."),
    "show": gettext_lazy("Show it on the board"),
    "all_choices": gettext_lazy("All choices, and how many matches in 100 each one wins"),
    "mistakes": gettext_lazy("What cost most"),
    "no_mistakes": gettext_lazy("No move cost two points or more."),
    "learn": gettext_lazy("Learn from your mistakes"),
    "learn_of": gettext_lazy("Learn from {who}’s mistakes"),
    "question": gettext_lazy("Position {at} of {all}: what would you do?"),
    "right": gettext_lazy("Yes, that is best: it wins {percent} in 100."),
    "wrong": gettext_lazy("That wins {percent} in 100; “{best}” wins {most}."),
    "played_then": gettext_lazy("In the match: “{played}”."),
    "next": gettext_lazy("Next position"),
    "done": gettext_lazy("Done: best move found in {right} of {all}."),
    "stop": gettext_lazy("Stop"),
}
