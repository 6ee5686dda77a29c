"""The parameters of the catalogue's API, with their texts for the schema. No logic."""

from catalogue.search import question
from escale.common import languages
from escale.common.api.schema import LANGUAGE, PAGE, PAGE_SIZE, query, several, whole

FILTERS = [
    query("players", "Number of players; repeated: any of them.", several(whole(1, 999))),
    query("age", "Age of the youngest player.", whole(0, 10**6)),
    query("minutes", "Time there is.", whole(0, 10**6)),
    query("weight", "light, medium or heavy; repeated: any.", many=True, enum=list(question.WEIGHT_BANDS)),
    query("year_min", "Published in this year or later.", whole(-10_000, 3000)),
    query("year_max", "Published in this year or earlier.", whole(-10_000, 3000)),
    query("decade", "First year of a decade; 1970 means before 1980.", several(whole(0, 3000))),
    *(
        query(name, f"Slug of a {name}; repeated: any.", many=True)
        for name in ("mechanism", "theme", "family")
    ),
    *(
        query(name, f"Slug of a {name}; repeated: any.", many=True)
        for name in ("designer", "artist", "publisher")
    ),
    query("rule_language", "Has a rule here in this language; repeated: any.", many=True),
    query("language", "Has a box in this language; repeated: any.", many=True),
    query("playable", "yes: can be played here.", enum=list(question.YES_VALUES)),
    query("available", "yes: a box stands on its shelf now.", enum=list(question.YES_VALUES)),
    query("text_free", "yes: no text is needed to play.", enum=list(question.YES_VALUES)),
    query("shelf", "Code of a shelf; repeated: any.", many=True),
    query("kind", "Repeated: any.", many=True, enum=list(question.KINDS)),
    query("esar", "The class of ESAR. Repeated: any.", many=True, enum=list(question.ESAR_LETTERS)),
]
SEARCH = query(
    "search", "Words of a title in any language, of people and publishers; misspellings are forgiven."
)
ORDERING = query(
    "ordering", "Best answers first without it.", enum=[name for name in question.ORDERINGS if name]
)
FACETS = query("facets", "1: counts for every value that narrows the answer.", enum=list(question.YES_VALUES))
TITLES = [SEARCH, *FILTERS, ORDERING, FACETS, PAGE, PAGE_SIZE, LANGUAGE]
SUGGEST = [
    query("q", "What has been typed."),
    query("n", "How many, at most 20.", whole(1, 20)),
    LANGUAGE,
]
PICK = [
    query("players", "How many sit down.", whole(1, 99)),
    query("age", "Age of the youngest.", whole(1, 99)),
    query("minutes", "Time there is.", whole(1, 1440)),
    query("mood", "What it should feel like.", enum=["light", "medium", "deep", "cooperative", "text_free"]),
    query("language", "Languages at the table; repeated.", many=True, enum=list(languages.codes())),
    query("seen", "What has been proposed, as `others` gives it."),
    LANGUAGE,
]
CHANGES = [
    query("since", "The version of an earlier answer; 0 for everything.", whole(0, 10**9)),
    query("after", "Only in `next`: go on after this one.", whole(0, 10**9)),
    query("expand", "1: each result has the whole `title` too; pages are shorter.", whole(0, 1)),
    LANGUAGE,
]
