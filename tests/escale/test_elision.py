"""Sentences that are built from parts are joined as their language joins them."""

import pytest

from escale.common.text.elision import apply_elisions


@pytest.mark.parametrize(
    ("language", "built", "joined"),
    [
        ("fr", "La place de Anna", "La place d’Anna"),
        ("fr", "De Émile, plus que Ugo", "D’Émile, plus qu’Ugo"),
        ("fr", "de Bernd, de Yann, de 11", "de Bernd, de Yann, de 11"),
        ("it", "Anna offre il 8 grigio", "Anna offre l’8 grigio"),
        ("it", "Il 11 viola, il 1 e il 7", "L’11 viola, l’1 e il 7"),
        ("it", "più del 8, ma non il 18 né il 110", "più dell’8, ma non il 18 né il 110"),
        ("it", "dal 8 novembre al 11 marzo, il 1º gennaio", "dall’8 novembre all’11 marzo, il 1º gennaio"),
        ("it", "Tocca a Anna e Emma, poi a Emma e Anna", "Tocca ad Anna ed Emma, poi a Emma e Anna"),
        ("it", "Bernd e Émile, a Ève, a Àngela e a Anna", "Bernd ed Émile, a Ève, ad Àngela e ad Anna"),
        ("de", "die Witwe von Anna", "die Witwe von Anna"),
        ("en", "the seat of Anna", "the seat of Anna"),
    ],
)
def test_parts_are_joined_as_the_language_does(language, built, joined):
    assert apply_elisions(built, language) == joined
