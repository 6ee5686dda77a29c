"""The figures of an analysis in sentences: rounded, and with the right number of points."""

import pytest
from django.utils import translation

from games.presenting.analyses.sentences import (
    count_decisions,
    describe_cost,
    summarise,
    to_percent,
    to_points,
)

SEAT = {"decisions": 23, "exact": 16, "luck": -0.0192, "skill": 0.0149}
DOCUMENT = {"method": "rollouts", "seats": [SEAT, SEAT]}


@pytest.mark.parametrize(
    ("language", "luck", "skill"),
    [
        ("en", "In all, luck lowered your chance of winning by 2 percentage points.",
         "Your mistakes cost you 1 percentage point less than your opponent’s."),
        ("fr", "En tout, le hasard a réduit vos chances de gagner de 2 points de pourcentage.",
         "Par vos erreurs, vous avez perdu 1 point de pourcentage de moins que votre adversaire."),
        ("it", "In tutto la sfortuna ha ridotto di 2 punti percentuali la tua probabilità di vincere.",
         "Con i tuoi errori hai perso 1 punto percentuale in meno del tuo avversario."),
        ("de", "Insgesamt hat Pech deine Gewinnchance um 2 Prozentpunkte gesenkt.",
         "Durch Fehler hast du 1 Prozentpunkt weniger verschenkt als die Gegenseite."),
    ],
)  # fmt: skip
def test_a_summary_says_what_luck_and_mistakes_brought(language, luck, skill):
    with translation.override(language):
        assert summarise(SEAT, "Lea", DOCUMENT)["summary_you"].endswith(f" {luck} {skill}")


def test_a_summary_joins_the_name_as_french_does():
    with translation.override("fr"):
        assert "les chances de gagner d’Anna." in summarise(SEAT, "Anna", DOCUMENT)["summary"]


@pytest.mark.parametrize(
    ("language", "choices"),
    [
        ("en", "You found the best move in 1 of 1 decision."),
        ("fr", "Vous avez trouvé le meilleur coup dans 1 décision sur 1."),
        ("it", "Mosse migliori che hai trovato: 1 su 1."),
        ("de", "Du hast bei 1 von 1 Entscheidung den besten Zug gefunden."),
    ],
)
def test_a_single_decision_is_told_in_the_singular(language, choices):
    seat = SEAT | {"decisions": 1, "exact": 1}
    with translation.override(language):
        assert summarise(seat, "Lea", DOCUMENT | {"method": "solved"})["summary_you"].startswith(choices)


def test_a_match_may_be_even():
    with translation.override("en"):
        even = summarise(SEAT | {"luck": 0.004, "skill": -0.004}, "Lea", DOCUMENT)["summary"]
    assert even.endswith("Luck favoured nobody. Mistakes cost both players the same.")


def test_figures_are_rounded_and_not_cut_off():
    with translation.override("en"):
        assert (to_points(-0.0777), to_points(0.2649, signed=False)) == ("−7.8", "26.5")
        assert to_percent(0.28999) == "29.0"


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("en", "23 decisions: 2 doubtful moves, 1 mistake, 3 blunders"),
        ("fr", "23 décisions\u202f: 2 coups douteux, 1 erreur, 3 grosses erreurs"),
        ("it", "23 decisioni: 2 mosse dubbie, 1 errore, 3 errori gravi"),
        ("de", "23 Entscheidungen: 2 zweifelhafte Züge, 1 Fehler, 3 grobe Fehler"),
    ],
)
def test_mistakes_are_counted_as_each_language_counts(language, counts):
    with translation.override(language):
        assert count_decisions(SEAT | {"grades": {"doubtful": 2, "mistake": 1, "blunder": 3}}) == counts


def test_who_makes_no_mistake_is_told_so():
    with translation.override("en"):
        assert (
            count_decisions(SEAT | {"decisions": 1, "grades": {"blunder": 0}})
            == "1 decision: no certain mistake"
        )


ESTIMATED = {"loss": 0.2378, "loss_margin": 0.0341, "margin": 0.17, "is_proven": True, "grade": "blunder"}


@pytest.mark.parametrize(
    ("language", "cost"),
    [
        ("en", "“7” cost about 24 percentage points (20 to 27): a blunder."),
        (
            "fr",
            "«\u202f7\u202f» a coûté environ 24 points de pourcentage (entre 20 et 27)\u202f: une grosse erreur.",
        ),
        ("it", "«7» è costato circa 24 punti percentuali (tra 20 e 27): un errore grave."),
        ("de", "„7“ kostete etwa 24 Prozentpunkte (20 bis 27): ein grober Fehler."),
    ],
)
def test_what_a_decision_cost_is_told_with_its_interval_as_people_say_it(language, cost):
    with translation.override(language):
        assert describe_cost(ESTIMATED, "7") == cost


def test_only_an_estimate_is_told_as_one():
    solved = {"loss": 0.0312, "loss_margin": 0.0, "margin": 0.0, "is_proven": True, "grade": "doubtful"}
    with translation.override("en"):
        assert describe_cost(solved, "7") == "“7” cost 3 percentage points: a doubtful move."
        estimated = describe_cost(solved | {"margin": 0.02}, "7")
        assert estimated == "“7” cost about 3 percentage points: a doubtful move."
        assert describe_cost(solved | {"loss": 0.004}, "7") == "“7” cost less than one percentage point."
        assert not describe_cost(solved | {"loss": 0.0}, "7")


def test_a_loss_within_the_error_of_estimates_is_no_mistake():
    doubted = {"loss": 0.2154, "loss_margin": 0.0, "margin": 0.37, "is_proven": False, "grade": ""}
    with translation.override("en"):
        assert describe_cost(doubted, "7") == "“7” may have cost 22 percentage points."
