"""Guesses the meaning of columns from their names, in the languages of the site."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# Field -> the names that its column may have, without accents, blanks and punctuation.
HEADER_WORDS = {
    "bgg_id": "bggid objectid boardgamegeekid",
    "name": "name title gamename primaryname titre nom nomdujeu jeu titel spiel spielname titolo nome gioco",
    "year": "year yearpublished annee anneedeparution anneedition jahr erscheinungsjahr anno "
    "annopubblicazione",
    "players": "players nbjoueurs joueurs nombredejoueurs spieler spieleranzahl spielerzahl giocatori "
    "numerogiocatori",
    "players_min": "playersmin minplayers minplayer minjoueurs joueursmin minspieler spielermin giocatorimin",
    "players_max": "playersmax maxplayers maxplayer maxjoueurs joueursmax maxspieler spielermax giocatorimax",
    "minutes": "minutes playingtime playtime duree dureeminutes dureemin dauer spieldauer spielzeit "
    "durata tempo",
    "minutes_min": "minplaytime minplayingtime mintime dureeminimum",
    "minutes_max": "maxplaytime maxplayingtime maxtime dureemaximum",
    "age": "age minage agemin ages agedes apartirde desage ageminimum alter mindestalter eta etaminima",
    "weight": "weight avgweight averageweight complexity complexityaverage gameweight averagecomplexity",
    "popularity": "usersrated numratings numuserratings votes",
    "designers": "designers designer auteur auteurs author authors autor autoren autore autori "
    "boardgamedesigner",
    "artists": "artists artist illustrateur illustrateurs illustrator illustratoren illustratore "
    "boardgameartist",
    "publishers": "publishers publisher editeur editeurs verlag editore boardgamepublisher",
    "mechanisms": "mechanisms mechanism mechanics mechanic mecanismes mecanisme mecaniques mechanismen "
    "meccaniche "
    "boardgamemechanic",
    "families": "families family domains famille familles familie famiglia",
    "themes": "themes theme thema themen tema temi boardgamecategory",
    "inventory_number": "inventorynumber inventaire ndinventaire nodinventaire ninventaire "
    "numeroinventaire ninv noinv "
    "numerodinventaire noinventaire inventarnummer "
    "numeroinventario numerodiinventario exemplaire",
    "barcode": "barcode ean ean13 gtin isbn codebarre codebarres codeabarres strichcode codiceabarre",
    "shelf": "shelf shelfcode location rayon cote emplacement rangement etagere regal standort scaffale "
    "collocazione itemcallnumber",
    "condition": "condition etat etatboite etatdelaboite zustand stato condizione",
    "missing": "missing missingpieces piecesmanquantes manque fehlt fehlendeteile mancanti pezzimancanti",
    "languages": "languages language langue langues sprache sprachen lingua lingue",
    "edition": "edition ausgabe edizione version",
    "acquired": "acquired acquisitiondate dateacquisition datedacquisition dateachat datedachat achatdate "
    "achatle "
    "achetele acquisle anschaffungsdatum kaufdatum kaufam gekauftam dataacquisto acquistodata acquistatoil "
    "purchasedate purchased",
    "acquired_from": "acquiredfrom fournisseur vendor supplier lieferant fornitore",
    "price": "price prix preis prezzo pricepaid purchaseprice prixachat prixdachat kaufpreis prezzoacquisto",
    "note": "note notes comment comments commentaire commentaires remarque remarques bemerkung notiz "
    "privatecomment",
}  # fmt: skip
FIELD_BY_WORD = {word: field for field, words in HEADER_WORDS.items() for word in words.split()}
# Fields that no list of people, addresses or books has.
GAME_FIELDS = frozenset(
    ("players", "players_min", "players_max", "minutes", "minutes_min", "minutes_max", "mechanisms")
)
MIN_GUESSED = 3


def guess_mapping(header: Sequence[str]) -> dict[str, str]:
    """By header, its field. A field belongs to the first column with one of its names."""
    mapping: dict[str, str] = {}
    for name in header:
        field = FIELD_BY_WORD.get(_reduce(name))
        if field and field not in mapping.values():
            mapping[name] = field
    return mapping


def _reduce(header: str) -> str:
    """The letters and digits of a header, in lower case and without accents."""
    decomposed = unicodedata.normalize("NFKD", header.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())


def looks_like_games(fields: Iterable[str]) -> bool:
    """Whether a file with these fields is so surely a list of games that staff need not be asked."""
    guessed = set(fields)
    is_identified = bool(guessed & {"name", "bgg_id"})
    return is_identified and len(guessed) >= MIN_GUESSED and bool(guessed & GAME_FIELDS)


# ── Rows below the table ──────────────────────────────────────────────────────────────────────────

# "Total", "Sous-total : 12", "Gesamtsumme 214": no name of a game looks like this.
_SUM = re.compile(
    r"(?:sous[ -]?|sub[ -]?)?(?:total|totaux|totale|totali|somme|(?:gesamt|zwischen)?summe|gesamt|insgesamt)"
    r"(?: général| generale| jeux| spiele| games| giochi)?\s*(?:[:=(\d].*)?$",
    re.IGNORECASE,
)
MAX_CELLS_OF_SUM = 3


def is_sum(name: str, cells: Sequence[str]) -> bool:
    """Whether a row is the sum below a table, such as "Total: 214 games" with few other filled cells."""
    if not _SUM.match(name):
        return False
    return len(cells) > MAX_CELLS_OF_SUM and sum(1 for cell in cells if cell.strip()) <= MAX_CELLS_OF_SUM


# ── Headers of several rows ───────────────────────────────────────────────────────────────────────


def find_header(rows: Sequence[Sequence[str]]) -> tuple[list[str], int]:
    """The header of a table, and the number of its rows.

    As a rule, it is the first row. In a table made by hand, a heading may stand above it, and the header may
    have two rows: "Players" in the upper row spans "min" and "max" in the lower row.
    """
    first = [name.strip() for name in rows[0]] if rows else []
    best, best_rows, best_score = first, 1, _rate_header(first)
    is_header = _names_most_columns(first)
    for index in range(1, 2 if is_header else len(rows)):
        candidates = [] if is_header else [_strip(rows[index])]
        if index < len(rows) and not _has_digit(rows[index]):
            candidates.append(_join_headers(rows[index - 1], rows[index]))
        for header in candidates:
            score = _rate_header(header)
            if score > best_score and score.known >= MIN_GUESSED and _names_most_columns(header):
                best, best_rows, best_score = header, index + 1, score
    return best, best_rows


class _Rating(NamedTuple):
    """How much of a header is understood, and then how many columns it names: "Players" spans two of them."""

    known: int
    named: int


def _rate_header(header: Sequence[str]) -> _Rating:
    return _Rating(known=len(guess_mapping(header)), named=sum(1 for name in header if name))


def _has_digit(row: Sequence[str]) -> bool:
    """Whether the row cannot be the lower one of a header: rows of games have years, ages and numbers."""
    return any(letter.isdigit() for cell in row for letter in cell)


def _strip(row: Sequence[str]) -> list[str]:
    return [name.strip() for name in row]


def _names_most_columns(header: Sequence[str]) -> bool:
    """Whether the row names the columns. A heading above a table has mostly blank cells."""
    return 4 * sum(1 for name in header if name) >= 3 * len(header)


def _join_headers(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """The names of the columns from two rows. The upper name also holds for the blank cells to its right."""
    names, group = [], ""
    for column, lower_name in enumerate(_strip(lower)):
        upper_name = upper[column].strip() if column < len(upper) else ""
        group = upper_name or (group if lower_name else "")
        joined = f"{group} {lower_name}".strip()
        # The lower name alone is enough if it is known, such as "shelf" below "place".
        names.append(lower_name if FIELD_BY_WORD.get(_reduce(lower_name)) else joined)
    return names
