"""The labels of the analysis beside a replay, for its script, which fills in `{name}`."""

from django.utils.translation import gettext_lazy

ANALYSIS_TEXTS = {
    "ask": gettext_lazy("Analyse this match"),
    "computing": gettext_lazy(
        "The match is being analysed. This takes a few seconds, in some games a minute or more."
    ),
    "failed": gettext_lazy("The analysis could not be loaded. Try again in a moment."),
    "balance": gettext_lazy(
        "From even chances to the result, in percentage points: luck {luck}, skill {skill}, together "
        "{together}."
    ),
    "broken_off": gettext_lazy(
        "The match ended early, which accounts for another {points} (in percentage points)."
    ),
    "chart": gettext_lazy("{who}’s chance of winning, move by move"),
    "chart_note": gettext_lazy(
        "The analysis of round 8 is exact. In earlier rounds it is exact up to the end of the round; "
        "what the position is worth then is an estimate, and a loss within its margin of error is not "
        "certain to be a mistake."
    ),
    "chart_note_rollouts": gettext_lazy(
        "Everything here is an estimate: after each choice, bots played on for some rounds, dozens of "
        "times, and what they reached was compared with the results of earlier matches. Luck includes "
        "what the others kept hidden."
    ),
    "margin": gettext_lazy(
        "An estimate: of those that were checked, 95 in 100 were off by at most this much, "
        "in percentage points: {margin}."
    ),
    "was_best_rollouts": gettext_lazy("Nothing was clearly better."),
    "chance": gettext_lazy("{who}’s chance of winning: {percent}."),
    "luck_of_draw": gettext_lazy("Luck in this draw, in percentage points: {points} for {who}."),
    "forced": gettext_lazy("There was no choice."),
    "was_best": gettext_lazy("Nothing was better."),
    "mistake_of": gettext_lazy("{who}: {cost} Better: “{best}”."),
    "better": gettext_lazy("Better: “{best}”."),
    "perhaps_better": gettext_lazy("Perhaps better: “{best}”."),
    "show": gettext_lazy("Show it on the board"),
    "all_choices": gettext_lazy("All choices, and the chance of winning with each"),
    "mistakes": gettext_lazy("What cost most"),
    "no_mistakes": gettext_lazy("No move cost two percentage points or more."),
    "learn": gettext_lazy("Learn from your mistakes"),
    "learn_of": gettext_lazy("Learn from {who}’s mistakes"),
    "question": gettext_lazy("Position {at} of {all}: what would you do?"),
    "right": gettext_lazy("Yes, that is best: {percent} chance of winning."),
    "nearly": gettext_lazy("Nearly as good: {percent} chance of winning; “{best}” gives {most}."),
    "wrong": gettext_lazy("With that, the chance of winning is {percent}; “{best}” gives {most}."),
    "played_then": gettext_lazy("In the match: “{played}”."),
    "next": gettext_lazy("Next position"),
    "done": gettext_lazy("Done. Good moves found: {right} of {all}."),
    "stop": gettext_lazy("Stop"),
}
