"""“What shall we play?”: the choices of the form, the reading of an address, and the reasons of an answer in words."""

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.search.index.pick import MOODS, Reason, Wish
from escale.common import languages

MOOD_NAMES = {
    "": gettext_lazy("anything"),
    "light": gettext_lazy("light"),
    "medium": gettext_lazy("medium"),
    "deep": gettext_lazy("deep"),
    "cooperative": gettext_lazy("together"),
    "text_free": gettext_lazy("without text"),
}
TIMES = (15, 30, 45, 60, 90, 120)
AGES = (4, 6, 8, 10, 12, 14)
MAX_SEEN = 300


def read_wish(query: MultiValueDict) -> Wish:
    """What can be read of an address; the rest is left out."""

    def number(name: str, high: int) -> int | None:
        text = query.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and 0 < int(text) <= high else None

    mood = query.get("mood", "")
    languages = frozenset(code for code in query.getlist("language") if code in languages.codes())
    return Wish(
        number("players", 99), number("age", 99), number("minutes", 1440), mood if mood in MOODS else "", languages
    )


def read_seen(query: MultiValueDict) -> set[int]:
    """The ids of the titles that the reader was shown before."""
    words = query.get("seen", "").split(",")[:MAX_SEEN]
    return {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 19}


def describe_reason(reason: Reason) -> str:
    """Why a title was picked, in the language of the reader."""
    n = {"n": reason.number}
    match reason.code:
        case "best_with":
            return ngettext("best with %(n)s", "best with %(n)s", reason.number) % n
        case "recommended_with":
            return _("good with %(n)s") % n
        case "plays":
            return _("can be played with %(n)s") % n
        case "minutes":
            return _("done in %(n)s minutes") % n
        case "may_last":
            return _("may last %(n)s minutes") % n
        case "age":
            return _("from %(n)s years") % n
        case "cooperative":
            return _("you play together")
        case "no_text":
            return _("no text needed to play")
        case "language":
            return _("in a language of your table")
        case code:
            return str(MOOD_NAMES[code.removeprefix("mood_")])
