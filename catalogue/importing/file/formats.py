"""The kinds of file that are understood, as data: which headers tell which fact, and how the cells are read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from catalogue.importing.file import cells
from catalogue.importing.file.cells import Reader
from catalogue.importing.file.report import FileProblem
from escale.common import languages

# Facts of a title that a row tells; a blank cell tells nothing and leaves what is known.
SCALARS = (
    "kind", "year", "players_min", "players_max", "players_best", "players_recommended", "minutes_min", "minutes_max",
    "age", "weight", "language_dependence", "esar", "col", "popularity",
)  # fmt: skip
DESCRIPTIONS = {f"description_{code}": code for code in languages.codes()}
CREDITS = {"designers": "designer", "artists": "artist", "publishers": "publisher"}
TAGS = {"mechanisms": "mechanism", "themes": "theme", "families": "family"}
FACT_FIELDS = ("name", "name_language", *SCALARS, *DESCRIPTIONS, "base", *CREDITS, *TAGS)
LINK_FIELDS = (*CREDITS, *TAGS)
BOX_FIELDS = (
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
    required_headers: frozenset[str]
    columns: tuple[Column, ...]
    # A column and the value of the rows that are imported; the report gives the reason why others are passed over.
    row_filter: tuple[str, str] | None = None
    filter_reason: str = ""
    # Each row tells one link of a title: the rows add links and never create titles.
    adds_links_only: bool = False
    any_of_headers: frozenset[str] = frozenset()
    # Our own format allows any selection of columns; then most of the headers must be ours.
    needs_most_headers: bool = False

    def fits(self, header: Sequence[str]) -> bool:
        headers = {name.lower() for name in header if name}
        known = {name for column in self.columns for name in column.headers} & headers
        if not self.required_headers <= headers:
            return False
        if self.any_of_headers and not self.any_of_headers & headers:
            return False
        return not self.needs_most_headers or 2 * len(known) > len(headers)


def _column(field: str, read: Reader, *headers: str) -> Column:
    return Column(field, read, headers or (field,))


def _kind(expansion: Reader) -> Reader:
    names = {None: None, True: "expansion", False: "game"}
    return lambda cell: names[expansion(cell)]


def _first(read: Reader) -> Reader:
    """The first of several cells that is not blank."""
    return lambda texts: next((value for cell in texts if (value := read(cell)) is not None), None)


_name = cells.Text(300)
_names = cells.Listing(" | ", 200, restore=True)
_tags = cells.Listing(" | ", 120, restore=True)
_bgg_id = cells.WholeNumber(1, 2_000_000_000)
_year = cells.WholeNumber(-10000, 2200, zero_unknown=True)
_players = cells.WholeNumber(1, 999, zero_unknown=True)
_minutes = cells.WholeNumber(1, 100_000, zero_unknown=True)
_votes = cells.WholeNumber(0, 2_000_000_000)
_short = cells.Text(40)
_KINDS = {"game": "game", "expansion": "expansion", "accessory": "accessory"}
_STATUS = {name: name for name in ("in", "out", "repair", "lost", "retired")}
_CONDITION = {name: name for name in ("new", "good", "worn", "poor")}

OWN = Format(
    "escale",
    required_headers=frozenset(),
    any_of_headers=frozenset({"bgg_id", "name", "slug"}),
    needs_most_headers=True,
    columns=(
        _column("bgg_id", _bgg_id),
        _column("slug", cells.read_slug),
        _column("name", cells.Text(300, restore=True)),
        _column("name_language", cells.read_name_language),
        _column("names", cells.unescaped(cells.read_names)),
        _column("kind", cells.one_of(_KINDS)),
        _column("kind", _kind(cells.read_flag), "is_expansion"),
        _column("base", _bgg_id, "base_bgg_id"),
        _column("year", _year),
        _column("players_min", _players),
        _column("players_max", _players),
        _column("players_best", cells.read_player_counts),
        _column("players_recommended", cells.read_player_counts),
        _column("minutes_min", _minutes),
        _column("minutes_max", _minutes),
        _column("age", cells.read_age),
        _column("weight", cells.decimal(1, 5)),
        _column("language_dependence", cells.read_dependence),
        _column("esar", cells.Text(12)),
        _column("col", cells.Text(12)),
        _column("popularity", _votes),
        *(_column(field, _names) for field in CREDITS),
        *(_column(field, _tags) for field in TAGS),
        *(_column(field, cells.unescaped(cells.paragraphs(5000))) for field in DESCRIPTIONS),
        _column("inventory_number", cells.Text(40, restore=True)),
        _column("barcode", cells.Text(40, restore=True)),
        _column("shelf", cells.Text(20, restore=True)),
        _column("status", cells.one_of(_STATUS)),
        _column("condition", cells.one_of(_CONDITION)),
        _column("missing", cells.unescaped(cells.paragraphs(1000))),
        _column("languages", cells.read_languages),
        _column("edition", cells.Text(200, restore=True)),
        _column("acquired", cells.read_date),
        _column("note", cells.unescaped(cells.paragraphs(1000))),
    ),
)


def _collection_name(texts: tuple[str, str]) -> str:
    """`objectname` is what this edition is called, `originalname` what the game is called."""
    shown, original = texts
    if not shown.strip():
        raise FileProblem(_("There is nothing in “{column}”."), column="objectname")
    return _name(original) or _name(shown)


def _edition_name(texts: tuple[str, str, str]) -> tuple[tuple[str, str, str], ...]:
    shown, original = _name(texts[0]), _name(texts[1])
    if not shown or not original or shown == original:
        return ()
    languages = (cells.read_languages(texts[2]) or "").split(",")
    return ((languages[0] if len(languages) == 1 else "", "translation", shown),)


def _game_year(texts: tuple[str, str]) -> int | None:
    """Of a row with an edition, `yearpublished` is the year of the edition; the file does not tell the game's."""
    year, edition = texts
    return None if edition.strip() not in ("", "0") else _year(year)


def _check_averages(texts: tuple[str, str]) -> None:
    """Refuse rows with an average above ten: some spreadsheets make 757 of 7.57."""
    for average in texts:
        cells.decimal(0, 10)(average)


def _edition(texts: tuple[str, str, str]) -> str | None:
    parts = [" ".join(part.split()) for part in texts if part.strip() not in ("", "0")]
    return cells.Text(200)(", ".join(parts)[:200])


COLLECTION = Format(
    "collection",
    required_headers=frozenset({"collid", "originalname", "yearpublished"}),
    any_of_headers=frozenset({"objectid", "id"}),
    row_filter=("own", "1"),
    filter_reason=_("not owned"),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "objectid"), "objectid"),
        _column("bgg_id", cells.required(_bgg_id, "id"), "id"),
        _column("checked", _check_averages, "average", "baverage"),
        _column("name", _collection_name, "objectname", "originalname"),
        _column("names", _edition_name, "objectname", "originalname", "version_languages"),
        _column(
            "kind", cells.one_of({"standalone": "game", "expansion": "expansion", "accessory": "accessory"}), "itemtype"
        ),
        _column("year", _game_year, "yearpublished", "version_yearpublished"),
        _column("players_min", _players, "minplayers"),
        _column("players_max", _players, "maxplayers"),
        _column("players_best", cells.read_player_counts, "bggbestplayers"),
        _column("players_recommended", cells.read_player_counts, "bggrecplayers"),
        _column("minutes_min", _first(_minutes), "minplaytime", "playingtime"),
        _column("minutes_max", _first(_minutes), "maxplaytime", "playingtime"),
        _column("age", cells.read_age, "bggrecagerange"),
        _column("weight", cells.decimal(1, 5), "avgweight"),
        _column("language_dependence", cells.read_dependence, "bgglanguagedependence"),
        _column("source_id", cells.required(_short, "collid"), "collid"),
        _column("barcode", _short, "barcode"),
        _column("shelf", cells.Text(20), "invlocation"),
        _column("missing", cells.paragraphs(1000), "wantpartslist"),
        _column("languages", cells.read_languages, "version_languages"),
        _column("edition", _edition, "version_nickname", "version_publishers", "version_yearpublished"),
        _column("acquired", cells.read_date, "acquisitiondate"),
        _column("note", cells.paragraphs(1000), "conditiontext"),
        _column("quantity", cells.WholeNumber(1, 99, zero_unknown=True), "quantity"),
    ),
)
RANKS = Format(
    "ranks",
    required_headers=frozenset({"id", "name", "yearpublished", "usersrated", "is_expansion"}),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "id"), "id"),
        _column("name", cells.required(_name, "name")),
        _column("year", _year, "yearpublished"),
        _column("popularity", _votes, "usersrated"),
        _column("kind", _kind(cells.read_flag), "is_expansion"),
    ),
)
GAMES_20K = Format(
    "games with mechanics",
    required_headers=frozenset({"id", "name", "minplayers", "maxplayers", "playtime", "mechanics", "domains"}),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "ID"), "id"),
        _column("name", cells.required(_name, "Name"), "name"),
        _column("year", _year, "yearpublished"),
        _column("players_min", _players, "minplayers"),
        _column("players_max", _players, "maxplayers"),
        _column("minutes_min", _minutes, "playtime"),
        _column("minutes_max", _minutes, "playtime"),
        _column("age", cells.read_age, "minage"),
        _column("weight", cells.decimal(1, 5), "complexityaverage"),
        _column("popularity", _votes, "usersrated"),
        _column("mechanisms", cells.Listing(", ", 120), "mechanics"),
        _column("families", cells.Listing(", ", 120), "domains"),
    ),
)
DETAILS = Format(
    "game details",
    required_headers=frozenset({"game_id", "rank_type", "language_dependency", "avg_weight"}),
    row_filter=("rank_type", "boardgame"),
    filter_reason=_("another rank of the same game"),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "game_id"), "game_id"),
        _column("players_best", cells.read_player_counts, "best_num_players"),
        _column("language_dependence", cells.read_dependence, "language_dependency"),
        _column("weight", cells.decimal(1, 5), "avg_weight"),
        _column("popularity", _votes, "users_rated"),
    ),
)
DESIGNERS = Format(
    "designers",
    required_headers=frozenset({"game_id", "id", "value"}),
    adds_links_only=True,
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "game_id"), "game_id"),
        _column("designers", cells.Listing("\n", 200), "value"),
    ),
)
FORMATS = (COLLECTION, RANKS, GAMES_20K, DETAILS, DESIGNERS, OWN)


def find_format(header: Sequence[str]) -> Format:
    """The format whose headers these are. Our own comes last: it is content with a single name."""
    for file_format in FORMATS:
        if file_format.fits(header):
            return file_format
    raise FileProblem(_("The header is not understood: {header}."), header=", ".join(header)[:300])


def columns_of(file_format: Format, header: Sequence[str]) -> tuple[list[tuple[Column, list[int | None]]], list[str]]:
    """The columns that this file has with the indexes of their cells (None: not in the file), and unread headers."""
    _refuse_double_headers(file_format, header)
    index_by_header = {name.lower(): index for index, name in enumerate(header)}
    columns: dict[str, tuple[Column, list[int | None]]] = {}
    for column in file_format.columns:
        indexes = [index_by_header.get(name) for name in column.headers]
        if column.field not in columns and any(index is not None for index in indexes):
            columns[column.field] = (column, indexes)
    read = _read_headers(file_format)
    if file_format.row_filter:
        read.add(file_format.row_filter[0])
    return list(columns.values()), [name for name in header if name and name.lower() not in read]


def _read_headers(file_format: Format) -> set[str]:
    return {name for column in file_format.columns for name in column.headers}


def _refuse_double_headers(file_format: Format, header: Sequence[str]) -> None:
    read = _read_headers(file_format)
    counts = Counter(name.lower() for name in header)
    for name in header:
        if name.lower() in read and counts[name.lower()] > 1:
            raise FileProblem(_("The column “{column}” stands twice in the header."), column=name)
