"""“What shall we play?”: the choices of the form, the parameters of its address, and the reasons in words."""

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.search.index.pick import MOODS, Reason, Wish
from escale.common import languages

MOOD_NAMES = {
    "": gettext_lazy("anything"),
    "light": gettext_lazy("light"),
    "medium": gettext_lazy("medium"),
    "deep": gettext_lazy("heavy"),
    "cooperative": gettext_lazy("together"),
    "text_free": gettext_lazy("without text"),
}
PLAYING_TIMES = (15, 30, 45, 60, 90, 120)
AGES = (4, 6, 8, 10, 12, 14)
MAX_SEEN = 300


def parse_wish(query: MultiValueDict) -> Wish:
    """The wish in the query of an address. Invalid values are ignored."""
    mood = query.get("mood", "")
    return Wish(
        players=_parse_number(query.get("players", ""), 99),
        age=_parse_number(query.get("age", ""), 99),
        minutes=_parse_number(query.get("minutes", ""), 1440),
        mood=mood if mood in MOODS else "",
        languages=frozenset(code for code in query.getlist("language") if code in languages.codes()),
    )


def _parse_number(text: str, high: int) -> int | None:
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        return None
    number = int(text)
    return number if 0 < number <= high else None


def parse_seen_ids(query: MultiValueDict) -> set[int]:
    """The ids of the titles that were already proposed to the reader."""
    words = query.get("seen", "").split(",")[:MAX_SEEN]
    return {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 19}


def describe_reason(reason: Reason) -> str:
    """The reason for which a title was picked, in the language of the reader."""
    n = {"n": reason.number}
    match reason.code:
        case "best_with":
            return ngettext("best with %(n)s", "best with %(n)s", reason.number) % n
        case "recommended_with":
            return ngettext("good with %(n)s", "good with %(n)s", reason.number) % n
        case "plays":
            return ngettext("can be played with %(n)s", "can be played with %(n)s", reason.number) % n
        case "minutes":
            return _("done in %(n)s minutes") % n
        case "may_last":
            return _("may last %(n)s minutes") % n
        case "age":
            return ngettext("from age %(n)s", "from age %(n)s", reason.number) % n
        case "cooperative":
            return _("you play together")
        case "no_text":
            return _("no text needed to play")
        case "language":
            return _("in a language your table speaks")
        case code:
            return str(MOOD_NAMES[code.removeprefix("mood_")])
