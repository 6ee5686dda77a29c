"""The formats of files, as data: which headers belong to which field, and how their cells are read."""

from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file import cells, name_cells
from catalogue.importing.file.cells import Reader
from catalogue.importing.file.columns import Column, Format, RowFilter
from catalogue.importing.file.fields import CREDITS, DESCRIPTIONS, TAGS
from catalogue.importing.file.languages import read_languages
from catalogue.importing.file.report import FileProblem


def _column(field: str, read: Reader, *headers: str) -> Column:
    """A column with these headers. Without headers, its header is the name of the field."""
    return Column(field, read, headers or (field,))


def _read_kind(cell: str) -> str | None:
    """The kind of a title, from a cell that says whether it is an expansion."""
    is_expansion = cells.read_flag(cell)
    if is_expansion is None:
        return None
    return "expansion" if is_expansion else "game"


def _first_value(read: Reader) -> Reader:
    """Returns a reader of several cells, which returns the value of the first cell that is not blank."""

    def read_first_value(texts: tuple[str, ...]) -> Any:
        for text in texts:
            value = read(text)
            if value is not None:
                return value
        return None

    return read_first_value


_name = cells.Text(300)
_names = cells.Listing(" | ", 200, unescape=True)
_tags = cells.Listing(" | ", 120, unescape=True)
_bgg_id = cells.WholeNumber(1, 2_000_000_000)
_year = cells.WholeNumber(-10000, 2200, zero_unknown=True)
_players = cells.WholeNumber(1, 999, zero_unknown=True)
_minutes = cells.WholeNumber(1, 100_000, zero_unknown=True)
_votes = cells.WholeNumber(0, 2_000_000_000)
_short = cells.Text(40)
_KINDS = {"game": "game", "expansion": "expansion", "accessory": "accessory"}
_ITEM_TYPES = {"standalone": "game", "expansion": "expansion", "accessory": "accessory"}
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
        _column("name", cells.Text(300, unescape=True)),
        _column("name_language", name_cells.read_name_language),
        _column("names", cells.unescaped(name_cells.read_names)),
        _column("kind", cells.one_of(_KINDS)),
        _column("kind", _read_kind, "is_expansion"),
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
        _column("box_id", _short),
        _column("inventory_number", cells.Text(40, unescape=True)),
        _column("barcode", cells.Text(40, unescape=True)),
        _column("shelf", cells.Text(20, unescape=True)),
        _column("status", cells.one_of(_STATUS)),
        _column("condition", cells.one_of(_CONDITION)),
        _column("missing", cells.unescaped(cells.paragraphs(1000))),
        _column("languages", read_languages),
        _column("edition", cells.Text(200, unescape=True)),
        _column("acquired", cells.read_date),
        _column("acquired_from", cells.Text(120, unescape=True)),
        _column("price", cells.Text(40, unescape=True)),
        _column("note", cells.unescaped(cells.paragraphs(1000))),
    ),
)


def _collection_name(texts: tuple[str, str]) -> str:
    """The name of the game. If the file has none, the name of this edition."""
    edition_name, original_name = texts
    if not edition_name.strip():
        raise FileProblem(_("There is nothing in “{column}”."), column="objectname")
    return _name(original_name) or _name(edition_name)


def _edition_names(texts: tuple[str, str, str]) -> tuple[tuple[str, str, str], ...]:
    """The name of the edition as a translation, if it differs from the name of the game."""
    edition_name, original_name = _name(texts[0]), _name(texts[1])
    if not edition_name or not original_name or edition_name == original_name:
        return ()
    language_codes = (read_languages(texts[2]) or "").split(",")
    language = language_codes[0] if len(language_codes) == 1 else ""
    return ((language, "translation", edition_name),)


def _game_year(texts: tuple[str, str]) -> int | None:
    """The year of the game; None if the row has an edition, whose year `yearpublished` then is."""
    year, edition_year = texts
    has_edition = edition_year.strip() not in ("", "0")
    return None if has_edition else _year(year)


def _price(texts: tuple[str, str]) -> str | None:
    """The price that was paid and its currency; None if there is only a currency."""
    currency, amount = (text.strip() for text in texts)
    is_paid = amount.strip("0., ") != ""
    return cells.Text(40)(f"{amount} {currency}") if is_paid else None


def _joined_note(texts: tuple[str, str]) -> str | None:
    parts = [text.strip() for text in texts if text.strip()]
    return cells.paragraphs(1000)("\n".join(parts))


def _library_name(text: str) -> str | None:
    """The name of a title, without the separator at the end that cataloguers write: "Azul /"."""
    return _name(text.strip().rstrip("/:;= "))


def _source_id(system: str) -> Reader:
    """Returns a reader of ids. The name of the system keeps equal ids of two systems apart."""
    return lambda text: _short(f"{system}-{text.strip()}") if text.strip() else None


def _check_averages(texts: tuple[str, str]) -> None:
    """Refuses rows with an average above ten: a spreadsheet has read 7.57 as 757."""
    for average in texts:
        try:
            cells.decimal(0, 10)(average)
        except FileProblem:
            message = _(
                "The average {cell} is not between 0 and 10: a spreadsheet has changed the numbers of "
                "this file. "
                "Send it as it was exported, without opening it in a spreadsheet."
            )
            raise FileProblem(message, cell=cells.shorten(average)) from None


def _edition(texts: tuple[str, str, str]) -> str | None:
    parts = [" ".join(part.split()) for part in texts if part.strip() not in ("", "0")]
    return cells.Text(200)(", ".join(parts)[:200])


COLLECTION = Format(
    "collection",
    required_headers=frozenset({"collid", "originalname", "yearpublished"}),
    any_of_headers=frozenset({"objectid", "id"}),
    row_filter=RowFilter("own", "1", reason=_("not owned")),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "objectid"), "objectid"),
        _column("bgg_id", cells.required(_bgg_id, "id"), "id"),
        _column("checked", _check_averages, "average", "baverage"),
        _column("name", _collection_name, "objectname", "originalname"),
        _column("names", _edition_names, "objectname", "originalname", "version_languages"),
        _column("kind", cells.one_of(_ITEM_TYPES), "itemtype"),
        _column("year", _game_year, "yearpublished", "version_yearpublished"),
        _column("edition_year", _year, "version_yearpublished"),
        _column("players_min", _players, "minplayers"),
        _column("players_max", _players, "maxplayers"),
        _column("players_best", cells.read_player_counts, "bggbestplayers"),
        _column("players_recommended", cells.read_player_counts, "bggrecplayers"),
        _column("minutes_min", _first_value(_minutes), "minplaytime", "playingtime"),
        _column("minutes_max", _first_value(_minutes), "maxplaytime", "playingtime"),
        _column("age", cells.read_age, "bggrecagerange"),
        _column("weight", cells.decimal(1, 5), "avgweight"),
        _column("language_dependence", cells.read_dependence, "bgglanguagedependence"),
        _column("source_id", cells.required(_short, "collid"), "collid"),
        _column("barcode", _short, "barcode"),
        _column("shelf", cells.Text(20), "invlocation"),
        _column("missing", cells.paragraphs(1000), "wantpartslist"),
        _column("languages", read_languages, "version_languages"),
        _column("edition", _edition, "version_nickname", "version_publishers", "version_yearpublished"),
        _column("acquired", cells.read_date, "acquisitiondate"),
        _column("acquired_from", cells.Text(120), "acquiredfrom"),
        _column("price", _price, "pp_currency", "pricepaid"),
        _column("note", _joined_note, "conditiontext", "privatecomment"),
        _column("quantity", cells.WholeNumber(1, 99, zero_unknown=True), "quantity"),
    ),
)
RANKS = Format(
    "ranks",
    is_reference=True,
    required_headers=frozenset({"id", "name", "yearpublished", "usersrated", "is_expansion"}),
    columns=(
        _column("bgg_id", cells.required(_bgg_id, "id"), "id"),
        _column("name", cells.required(_name, "name")),
        _column("year", _year, "yearpublished"),
        _column("popularity", _votes, "usersrated"),
        _column("kind", _read_kind, "is_expansion"),
    ),
)
GAMES_20K = Format(
    "games with mechanics",
    is_reference=True,
    required_headers=frozenset(
        ("id", "name", "minplayers", "maxplayers", "playtime", "mechanics", "domains"),
    ),
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
    is_reference=True,
    required_headers=frozenset({"game_id", "rank_type", "language_dependency", "avg_weight"}),
    row_filter=RowFilter("rank_type", "boardgame", reason=_("another rank of the same game")),
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
# The items of the library systems Koha and PMB. Their barcode is what the desk scans.
KOHA = Format(
    "Koha",
    required_headers=frozenset({"title", "barcode"}),
    any_of_headers=frozenset({"itemcallnumber", "call number", "itemnumber", "homebranch", "home library"}),
    columns=(
        _column("name", cells.required(_library_name, "title"), "title"),
        _column("year", cells.lower_end(1000, 2200), "copyrightdate"),
        _column("year", cells.lower_end(1000, 2200), "publication date"),
        _column("designers", cells.AnyListing(200), "author"),
        _column("publishers", cells.AnyListing(200), "publishercode"),
        _column("publishers", cells.AnyListing(200), "publisher"),
        _column("source_id", _source_id("koha"), "itemnumber"),
        _column("inventory_number", _short, "barcode"),
        _column("barcode", _short, "ean"),
        _column("barcode", _short, "isbn"),
        _column("shelf", _first_value(cells.Text(20)), "itemcallnumber", "location"),
        _column("shelf", _first_value(cells.Text(20)), "call number", "shelving location"),
        _column("acquired", cells.read_date, "dateaccessioned"),
        _column("acquired_from", cells.Text(120), "booksellerid"),
        _column("price", cells.Text(40), "price"),
        _column("note", _joined_note, "itemnotes", "itemnotes_nonpublic"),
    ),
)
PMB = Format(
    "PMB",
    required_headers=frozenset({"expl_cb", "tit1"}),
    columns=(
        _column("name", cells.required(_library_name, "tit1"), "tit1"),
        _column("year", cells.lower_end(1000, 2200), "year"),
        _column("designers", cells.AnyListing(200), "auteurs"),
        _column("publishers", cells.AnyListing(200), "editeur"),
        _column("source_id", _source_id("pmb"), "expl_id"),
        _column("inventory_number", _short, "expl_cb"),
        _column("barcode", _short, "code"),
        _column("shelf", _first_value(cells.Text(20)), "expl_cote", "section_libelle"),
        _column("acquired", cells.read_date, "expl_date_depot"),
        _column("price", cells.Text(40), "expl_prix"),
        _column("note", _joined_note, "expl_note", "expl_comment"),
    ),
)
FORMATS = (COLLECTION, RANKS, GAMES_20K, DETAILS, DESIGNERS, KOHA, PMB, OWN)
