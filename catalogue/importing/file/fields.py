"""The fields of titles and boxes for which a file may have columns."""

from escale.common import languages

# The facts that are one value in the table of titles.
SCALARS = (
    "kind", "year", "players_min", "players_max", "players_best", "players_recommended",
    "minutes_min", "minutes_max", "age", "weight", "language_dependence", "esar", "col", "popularity",
)  # fmt: skip
# Field -> the language, role or kind in the catalogue.
DESCRIPTIONS = {f"description_{code}": code for code in languages.codes()}
CREDITS = {"designers": "designer", "artists": "artist", "publishers": "publisher"}
TAGS = {"mechanisms": "mechanism", "themes": "theme", "families": "family"}
FACT_FIELDS = ("name", "name_language", *SCALARS, *DESCRIPTIONS, "base", *CREDITS, *TAGS)
LINK_FIELDS = (*CREDITS, *TAGS)
# Without these it is unknown which title or box a row describes. In all other fields, a cell that cannot be
# read is ignored with a note.
ESSENTIAL_FIELDS = frozenset(
    ("bgg_id", "slug", "name", "checked", "box_id", "inventory_number", "source_id", "quantity")
)
BOX_FIELDS = (
    "box_id", "inventory_number", "source_id", "barcode", "shelf", "status", "condition", "missing",
    "languages",
    "edition", "acquired", "acquired_from", "price", "note", "quantity",
)  # fmt: skip
