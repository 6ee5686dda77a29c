"""What a guest reads about each game before sitting down."""

from django.utils.translation import gettext_lazy as _

#: as the rule's title calls them in each language
NAMES = {"shanghaien": "Shanghaien", "macao": _("Shadows of Macao"), "halunken": "Halunken"}
PITCHES = {
    "shanghaien": _("Two captains roll for the crews of a harbour bar, and nobody plays quite fair. Stop in time!"),
    "macao": _("The head of the clan is dead. Gather informants, turn them into members, open establishments."),
    "halunken": _("One night, fourteen dives: recruit the strongest crew, brawl, and beware of Black Jack."),
}
MINUTES = {"shanghaien": 20, "macao": 30, "halunken": 30}
AGES = {"shanghaien": 8, "macao": 10, "halunken": 10}
OPTIONS = {
    ("shanghaien", "extra_trick"): _("Both players begin with one more dirty trick"),
    ("halunken", "black_jack"): _("With Black Jack"),
    ("halunken", "games"): _("Number of games, totals added"),
}
#: who sits at the ladder beside the levels: search without any knowledge of the game
PLAIN = _("Plain search, 1000 trial matches")
PACES = {
    "none": _("without a clock"),
    "live": _("live: three minutes for a decision"),
    "calm": _("calm: a day for a decision"),
    "correspondence": _("over days: three days for a decision"),
}
#: games in which a seat knows what the others may not: at one screen a curtain falls between them
SECRETIVE = {"halunken", "macao"}
