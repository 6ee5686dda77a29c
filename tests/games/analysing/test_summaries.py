"""The figures of an analysis in sentences: rounded, and with the right number of points."""

import pytest
from django.utils import translation

from games.presenting.analyses.analysis_view import summarise, to_percent, to_points

SEAT = {"decisions": 23, "exact": 16, "luck": -0.0192, "skill": 0.0149}
DOCUMENT = {"method": "rollouts", "seats": [SEAT, SEAT]}


@pytest.mark.parametrize(
    ("language", "luck", "skill"),
    [
        ("en", "Luck cost you 2 points.", "You gave away 1 point less than your opponent."),
        ("fr", "La malchance vous a coûté 2 points.",
         "Vous avez laissé échapper 1 point de moins que votre adversaire."),
        ("it", "La sfortuna ti è costata 2 punti.", "Hai regalato 1 punto in meno del tuo avversario."),
        ("de", "Das Pech hat dich 2 Punkte gekostet.", "Du hast 1 Punkt weniger verschenkt als die Gegenseite."),
    ],
)  # fmt: skip
def test_a_summary_says_what_luck_and_mistakes_brought(language, luck, skill):
    with translation.override(language):
        assert summarise(SEAT, "Lea", DOCUMENT)["summary_you"].endswith(f" {luck} {skill}")


def test_a_summary_joins_the_name_as_italian_does():
    with translation.override("it"):
        assert "La sfortuna è costata 2 punti ad Anna." in summarise(SEAT, "Anna", DOCUMENT)["summary"]


def test_a_match_may_be_even():
    with translation.override("en"):
        even = summarise(SEAT | {"luck": 0.004, "skill": -0.004}, "Lea", DOCUMENT)["summary"]
    assert even.endswith("Luck favoured nobody. Both gave away the same number of points.")


def test_figures_are_rounded_and_not_cut_off():
    with translation.override("en"):
        assert (to_points(-0.0777), to_points(0.2649, signed=False)) == ("−7.8", "26.5")
        assert to_percent(0.28999) == "29.0"
