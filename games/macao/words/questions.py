"""The questions about positions of Les Ombres de Macao."""

from django.utils.translation import gettext_lazy

QUESTIONS = {
    "pile": gettext_lazy("The cards have just been dealt for two players. How many lie in the first pile?"),
    "final_coins": gettext_lazy("How many coins does %(seat)s have at the end?"),
    "coins": gettext_lazy("How many coins does %(seat)s have then?"),
}
