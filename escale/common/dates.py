"""Days and months as each language writes them.

The names are our own, because Django's Italian names begin with a capital letter.
"""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from escale.common import languages

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


# The format of a day's number before its month. In German, a point follows it.
NUMBERS = {"fr": "j", "en": "j", "it": "j", "de": "j."}
FIRST_OF_MONTH = {"fr": r"j\e\r", "it": "jº"}
#: What joins a day and its time, where a space is not enough.
BEFORE_TIME = {"fr": " à "}


def day(when: date, form: str) -> str:
    """A day in a date format of Django that begins with j, such as "j F Y", adapted to the current language.

    A language that is not in NUMBERS writes a day and its month as Django does.
    """
    language = languages.current().partition("-")[0]
    if language not in NUMBERS and form == "j F":
        return date_format(when, "MONTH_DAY_FORMAT")
    number = NUMBERS.get(language, "j")
    if when.day == 1:
        number = FIRST_OF_MONTH.get(language, number)
    form = form.replace(" H:i", BEFORE_TIME.get(language, " ") + "H:i")
    return date_format(when, number + form.removeprefix("j"))
