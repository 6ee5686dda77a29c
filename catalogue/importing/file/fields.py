"""The fields of titles and boxes that a file may have columns for."""

from escale.common import languages

# The facts that are one value in a row of the table of titles.
SCALARS = (
    "kind", "year", "players_min", "players_max", "players_best", "players_recommended",
    "minutes_min", "minutes_max", "age", "weight", "language_dependence", "esar", "col", "popularity",
)  # fmt: skip
# Field -> language, role or kind in the catalogue.
DESCRIPTIONS = {f"description_{code}": code for code in languages.codes()}
CREDITS = {"designers": "designer", "artists": "artist", "publishers": "publisher"}
TAGS = {"mechanisms": "mechanism", "themes": "theme", "families": "family"}
FACT_FIELDS = ("name", "name_language", *SCALARS, *DESCRIPTIONS, "base", *CREDITS, *TAGS)
LINK_FIELDS = (*CREDITS, *TAGS)
# Without these nobody knows which title or which box a row means. Every other cell that cannot be read is only
# left out and noted.
ESSENTIAL_FIELDS = frozenset(
    ("bgg_id", "slug", "name", "checked", "box_id", "inventory_number", "source_id", "quantity")
)
BOX_FIELDS = (
    "box_id", "inventory_number", "source_id", "barcode", "shelf", "status", "condition", "missing", "languages",
    "edition", "acquired", "acquired_from", "price", "note", "quantity",
)  # fmt: skip
