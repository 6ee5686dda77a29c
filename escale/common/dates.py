"""Days and months as each language writes them. The names are ours: Django's Italian begins them with a capital."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_noop as _

MONTHS = (
    *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
    *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
)
SHORT = (
    pgettext_lazy("abbrev. month", "Jan."),
    pgettext_lazy("abbrev. month", "Feb."),
    pgettext_lazy("abbrev. month", "March"),
    pgettext_lazy("abbrev. month", "April"),
    pgettext_lazy("abbrev. month", "May"),
    pgettext_lazy("abbrev. month", "June"),
    pgettext_lazy("abbrev. month", "July"),
    pgettext_lazy("abbrev. month", "Aug."),
    pgettext_lazy("abbrev. month", "Sept."),
    pgettext_lazy("abbrev. month", "Oct."),
    pgettext_lazy("abbrev. month", "Nov."),
    pgettext_lazy("abbrev. month", "Dec."),
)


def day(when: date, form: str) -> str:
    """A day in a form that begins with j: a German number bears a point, the first of a French month is its 1er."""
    language = (get_language() or "fr")[:2]
    number = "j." if language == "de" else r"j\e\r" if language == "fr" and when.day == 1 else "j"
    return date_format(when, number + form.removeprefix("j"))
