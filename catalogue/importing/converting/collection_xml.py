"""The collection of a BoardGameGeek user, in the XML of its API (`/xmlapi2/collection`), saved as a file.

The columns get the names of the CSV export of the same collection, so both are read in the same way.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import IO
from xml.etree import ElementTree

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.reading import FileRow, Source
from catalogue.importing.file.report import FileProblem

HEADER = [
    "objectid", "objectname", "originalname", "yearpublished", "itemtype", "collid", "own", "quantity",
    "minplayers",
    "maxplayers", "minplaytime", "maxplaytime", "playingtime", "average", "baverage", "barcode",
    "invlocation",
    "acquisitiondate", "acquiredfrom", "pp_currency", "pricepaid", "conditiontext", "wantpartslist",
    "privatecomment",
    "version_nickname", "version_publishers", "version_languages", "version_yearpublished", "comment",
    "numplays",
]  # fmt: skip
ITEM_TYPES = {
    "boardgame": "standalone",
    "boardgameexpansion": "expansion",
    "boardgameaccessory": "accessory",
}
Element = ElementTree.Element


def convert(open_bytes: Callable[[], AbstractContextManager[IO[bytes]]]) -> Source:
    """The collection as a table. Raises FileProblem if the XML is damaged or is no collection."""
    with open_bytes() as stream:
        content = stream.read()
    # Only by declaring entities can a small XML file become a large one in memory.
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise FileProblem(_("This XML file declares a document type, which no collection does."))
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        line, column = error.position
        message = _("The file is damaged at line {line}, column {column_number}: {error}.")
        raise FileProblem(message, line=line, column_number=column + 1, error=error.msg) from error
    if root.tag == "message":
        message = _(
            "BoardGameGeek had not prepared the collection yet: load it again after a minute and save it "
            "then."
        )
        raise FileProblem(message)
    items = root.findall("item")
    if root.tag != "items" or not items or items[0].get("collid") is None:
        raise FileProblem(_("This XML file is not a BoardGameGeek collection."))
    return Source(HEADER, ",", lines=len(items) + 1, conflicts=[], rows=_list_rows(items))


def _list_rows(items: list[Element]) -> Iterator[FileRow]:
    for number, item in enumerate(items, 2):
        cells = _read_item(item)
        yield FileRow(number, [cells.get(name) or "" for name in HEADER])


def _read_item(item: Element) -> dict[str, str]:
    status, stats = item.find("status"), item.find("stats")
    cells = {
        "objectid": item.get("objectid", ""),
        "collid": item.get("collid", ""),
        "itemtype": ITEM_TYPES.get(item.get("subtype", ""), ""),
        "objectname": item.findtext("name", ""),
        "originalname": item.findtext("originalname", "") or item.findtext("name", ""),
        "yearpublished": item.findtext("yearpublished", ""),
        "conditiontext": item.findtext("conditiontext", ""),
        "wantpartslist": item.findtext("wantpartslist", ""),
        "comment": item.findtext("comment", ""),
        "numplays": item.findtext("numplays", ""),
        "own": status.get("own", "") if status is not None else "",
    }
    if stats is not None:
        for name in ("minplayers", "maxplayers", "minplaytime", "maxplaytime", "playingtime"):
            cells[name] = stats.get(name, "")
        cells["average"] = _read_number(stats.find("rating/average"))
        cells["baverage"] = _read_number(stats.find("rating/bayesaverage"))
    return cells | _read_private_info(item) | _read_version(item)


def _read_number(element: Element | None) -> str:
    value = element.get("value", "") if element is not None else ""
    return "" if value == "N/A" else value


def _read_private_info(item: Element) -> dict[str, str]:
    private = item.find("privateinfo")
    if private is None:
        return {}
    names = ("pp_currency", "pricepaid", "quantity", "acquisitiondate", "acquiredfrom")
    cells = {name: private.get(name, "") for name in names}
    cells["invlocation"] = private.get("inventorylocation", "")
    cells["privatecomment"] = private.findtext("privatecomment", "")
    return cells


def _read_version(item: Element) -> dict[str, str]:
    """The cells of the edition of the box. The XML has it with attributes and links, or as plain elements."""
    version = item.find("version/item")
    if version is None:
        plain = item.find("version")
        if plain is None:
            return {}
        return {
            "version_nickname": plain.findtext("name", ""),
            "version_publishers": plain.findtext("publisher", ""),
            "version_yearpublished": plain.findtext("year", "") or plain.findtext("yearpublished", ""),
        }
    names_by_type: dict[str, list[str]] = {}
    for link in version.findall("link"):
        names_by_type.setdefault(link.get("type", ""), []).append(link.get("value", ""))
    year, name = version.find("yearpublished"), version.find("name")
    return {
        "version_nickname": name.get("value", "") if name is not None else "",
        "version_yearpublished": year.get("value", "") if year is not None else "",
        "version_publishers": ", ".join(names_by_type.get("boardgamepublisher", [])),
        "version_languages": ", ".join(names_by_type.get("language", [])),
    }
