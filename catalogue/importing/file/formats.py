"""The kinds of file that are understood, as data: which headers tell which fact, and how the cells are read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from catalogue.importing.file import cells
from catalogue.importing.file.cells import Reader
from catalogue.importing.file.report import Wrong

# Facts of a title that a row tells; a blank cell tells nothing and leaves what is known.
SCALARS = (
    "kind", "year", "players_min", "players_max", "players_best", "players_recommended", "minutes_min", "minutes_max",
    "age", "weight", "language_dependence", "esar", "col", "popularity",
    "description_fr", "description_en", "description_it", "description_de",
)  # fmt: skip
CREDITS = {"designers": "designer", "artists": "artist", "publishers": "publisher"}
TAGS = {"mechanisms": "mechanism", "themes": "theme", "families": "family"}
FACTS = ("name", "name_language", *SCALARS, "base", *CREDITS, *TAGS)
BOX = (
    "inventory_number", "source_id", "barcode", "shelf", "status", "condition", "missing", "languages", "edition",
    "acquired", "note", "quantity",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """A field and the headers that tell it (several are read together, as a tuple of cells)."""

    field: str
    read: Reader
    headers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    needs: frozenset[str]
    columns: tuple[Column, ...]
    # A row with another value in this column holds nothing for us.
    only: tuple[str, str] | None = None
    passed_over: str = ""
    # One fact a row, many rows a title: the rows add links and never make titles.
    links: bool = False
    any_of: frozenset[str] = frozenset()
    # Our own columns may come in any selection: then most of the headers must be ours.
    mostly: bool = False

    def fits(self, header: Sequence[str]) -> bool:
        told = {name.lower() for name in header if name}
        ours = {name for column in self.columns for name in column.headers} & told
        return (
            self.needs <= told
            and (not self.any_of or bool(self.any_of & told))
            and (not self.mostly or 2 * len(ours) > len(told))
        )


def _column(field: str, read: Reader, *headers: str) -> Column:
    return Column(field, read, headers or (field,))


def _kind(expansion: Reader) -> Reader:
    names = {None: None, True: "expansion", False: "game"}
    return lambda cell: names[expansion(cell)]


def _first(read: Reader) -> Reader:
    """The first of several cells that tells anything."""
    return lambda told: next((value for cell in told if (value := read(cell)) is not None), None)


_name = cells.Text(300)
_names = cells.Listing(" | ", 200, restore=True)
_tags = cells.Listing(" | ", 120, restore=True)
_bgg_id = cells.Whole(1, 2_000_000_000)
_year = cells.Whole(-10000, 2200, zero_unknown=True)
_players = cells.Whole(1, 999, zero_unknown=True)
_minutes = cells.Whole(1, 100_000, zero_unknown=True)
_votes = cells.Whole(0, 2_000_000_000)
_short = cells.Text(40)
_KINDS = {"game": "game", "expansion": "expansion", "accessory": "accessory"}
_STATUS = {name: name for name in ("in", "out", "repair", "lost", "retired")}
_CONDITION = {name: name for name in ("new", "good", "worn", "poor")}

OWN = Format(
    "escale",
    needs=frozenset(),
    any_of=frozenset({"bgg_id", "name", "slug"}),
    mostly=True,
    columns=(
        _column("bgg_id", _bgg_id),
        _column("slug", cells.slug),
        _column("name", cells.Text(300, restore=True)),
        _column("name_language", cells.name_language),
        _column("names", cells.restoring(cells.names)),
        _column("kind", cells.one_of(_KINDS)),
        _column("kind", _kind(cells.flag), "is_expansion"),
        _column("base", _bgg_id, "base_bgg_id"),
        _column("year", _year),
        _column("players_min", _players),
        _column("players_max", _players),
        _column("players_best", cells.player_counts),
        _column("players_recommended", cells.player_counts),
        _column("minutes_min", _minutes),
        _column("minutes_max", _minutes),
        _column("age", cells.age),
        _column("weight", cells.decimal(1, 5)),
        _column("language_dependence", cells.dependence),
        _column("esar", cells.Text(12)),
        _column("col", cells.Text(12)),
        _column("popularity", _votes),
        *(_column(field, _names) for field in CREDITS),
        *(_column(field, _tags) for field in TAGS),
        *(_column(f"description_{code}", cells.restoring(cells.paragraphs(5000))) for code in ("fr", "en", "it", "de")),
        _column("inventory_number", cells.Text(40, restore=True)),
        _column("barcode", cells.Text(40, restore=True)),
        _column("shelf", cells.Text(20, restore=True)),
        _column("status", cells.one_of(_STATUS)),
        _column("condition", cells.one_of(_CONDITION)),
        _column("missing", cells.restoring(cells.paragraphs(1000))),
        _column("languages", cells.box_languages),
        _column("edition", cells.Text(200, restore=True)),
        _column("acquired", cells.day),
        _column("note", cells.restoring(cells.paragraphs(1000))),
    ),
)


def _collection_name(told: tuple[str, str]) -> str:
    """`objectname` is what this edition is called, `originalname` what the game is called."""
    shown, original = told
    if not shown.strip():
        raise Wrong(_("There is nothing in “{column}”."), column="objectname")
    return _name(original) or _name(shown)


def _edition_name(told: tuple[str, str, str]) -> tuple[tuple[str, str, str], ...]:
    shown, original = _name(told[0]), _name(told[1])
    if not shown or not original or shown == original:
        return ()
    languages = (cells.box_languages(told[2]) or "").split(",")
    return ((languages[0] if len(languages) == 1 else "", "translation", shown),)


def _game_year(told: tuple[str, str]) -> int | None:
    """With an edition, `yearpublished` is the edition's year; then nobody has told the game's."""
    year, edition = told
    return None if edition.strip() not in ("", "0") else _year(year)


def _plausible(told: tuple[str, str]) -> None:
    """Averages out of ten: a spreadsheet that takes the point for a thousands sign makes 757 of 7.57."""
    for average in told:
        cells.decimal(0, 10)(average)


def _edition(told: tuple[str, str, str]) -> str | None:
    parts = [" ".join(part.split()) for part in told if part.strip() not in ("", "0")]
    return cells.Text(200)(", ".join(parts)[:200])


COLLECTION = Format(
    "collection",
    needs=frozenset({"collid", "originalname", "yearpublished"}),
    any_of=frozenset({"objectid", "id"}),
    only=("own", "1"),
    passed_over=_("not owned"),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "objectid"), "objectid"),
        _column("bgg_id", cells.required(_bgg_id, "id"), "id"),
        _column("checked", _plausible, "average", "baverage"),
        _column("name", _collection_name, "objectname", "originalname"),
        _column("names", _edition_name, "objectname", "originalname", "version_languages"),
        _column(
            "kind", cells.one_of({"standalone": "game", "expansion": "expansion", "accessory": "accessory"}), "itemtype"
        ),
        _column("year", _game_year, "yearpublished", "version_yearpublished"),
        _column("players_min", _players, "minplayers"),
        _column("players_max", _players, "maxplayers"),
        _column("players_best", cells.player_counts, "bggbestplayers"),
        _column("players_recommended", cells.player_counts, "bggrecplayers"),
        _column("minutes_min", _first(_minutes), "minplaytime", "playingtime"),
        _column("minutes_max", _first(_minutes), "maxplaytime", "playingtime"),
        _column("age", cells.age, "bggrecagerange"),
        _column("weight", cells.decimal(1, 5), "avgweight"),
        _column("language_dependence", cells.dependence, "bgglanguagedependence"),
        _column("source_id", cells.required(_short, "collid"), "collid"),
        _column("barcode", _short, "barcode"),
        _column("shelf", cells.Text(20), "invlocation"),
        _column("missing", cells.paragraphs(1000), "wantpartslist"),
        _column("languages", cells.box_languages, "version_languages"),
        _column("edition", _edition, "version_nickname", "version_publishers", "version_yearpublished"),
        _column("acquired", cells.day, "acquisitiondate"),
        _column("note", cells.paragraphs(1000), "conditiontext"),
        _column("quantity", cells.Whole(1, 99, zero_unknown=True), "quantity"),
    ),
)
RANKS = Format(
    "ranks",
    needs=frozenset({"id", "name", "yearpublished", "usersrated", "is_expansion"}),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "id"), "id"),
        _column("name", cells.required(_name, "name")),
        _column("year", _year, "yearpublished"),
        _column("popularity", _votes, "usersrated"),
        _column("kind", _kind(cells.flag), "is_expansion"),
    ),
)
GAMES_20K = Format(
    "games with mechanics",
    needs=frozenset({"id", "name", "minplayers", "maxplayers", "playtime", "mechanics", "domains"}),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "ID"), "id"),
        _column("name", cells.required(_name, "Name"), "name"),
        _column("year", _year, "yearpublished"),
        _column("players_min", _players, "minplayers"),
        _column("players_max", _players, "maxplayers"),
        _column("minutes_min", _minutes, "playtime"),
        _column("minutes_max", _minutes, "playtime"),
        _column("age", cells.age, "minage"),
        _column("weight", cells.decimal(1, 5), "complexityaverage"),
        _column("popularity", _votes, "usersrated"),
        _column("mechanisms", cells.Listing(", ", 120), "mechanics"),
        _column("families", cells.Listing(", ", 120), "domains"),
    ),
)
DETAILS = Format(
    "game details",
    needs=frozenset({"game_id", "rank_type", "language_dependency", "avg_weight"}),
    only=("rank_type", "boardgame"),
    passed_over=_("another rank of the same game"),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "game_id"), "game_id"),
        _column("players_best", cells.player_counts, "best_num_players"),
        _column("language_dependence", cells.dependence, "language_dependency"),
        _column("weight", cells.decimal(1, 5), "avg_weight"),
        _column("popularity", _votes, "users_rated"),
    ),
)
DESIGNERS = Format(
    "designers",
    needs=frozenset({"game_id", "id", "value"}),
    links=True,
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "game_id"), "game_id"),
        _column("designers", cells.Listing("\n", 200), "value"),
    ),
)
FORMATS = (COLLECTION, RANKS, GAMES_20K, DETAILS, DESIGNERS, OWN)


def recognise(header: Sequence[str]) -> Format:
    """The format whose headers these are. Our own comes last: it is content with a single name."""
    for form in FORMATS:
        if form.fits(header):
            return form
    raise Wrong(_("The header is not understood: {header}."), header=", ".join(header)[:300])


def columns_of(form: Format, header: Sequence[str]) -> tuple[list[tuple[Column, list[int | None]]], list[str]]:
    """The columns that this file tells with the places of their cells (None: not in it), and headers left unread."""
    read = {name for column in form.columns for name in column.headers}
    often = Counter(name.lower() for name in header)
    if twice := next((name for name in header if name.lower() in read and often[name.lower()] > 1), None):
        raise Wrong(_("The column “{column}” stands twice in the header."), column=twice)
    places = {name.lower(): at for at, name in enumerate(header)}
    told: dict[str, tuple[Column, list[int | None]]] = {}
    for column in form.columns:
        at = [places.get(name) for name in column.headers]
        if column.field not in told and any(place is not None for place in at):
            told[column.field] = (column, at)
    only = form.only[0] if form.only else ""
    return list(told.values()), [name for name in header if name and name.lower() not in read and name.lower() != only]
