"""Writes a rule from the database back into its files, so that `load_rules` reads the same again."""

from pathlib import Path
from typing import Any

import tomli_w

from rules_docs.editing import places
from rules_docs.models import LoadedPlace, RuleDocument
from rules_docs.text import text_file


def dump(document: RuleDocument, root: Path) -> list[Path]:
    """The files written below `root`/<slug>; afterwards they count as read, so staff edits are no longer conflicts."""
    found = places.from_database(document)
    folder = root / document.slug
    (folder / "diagrams").mkdir(parents=True, exist_ok=True)
    contents = {"rule.toml": tomli_w.dumps(_skeleton(document, found), multiline_strings=True)}
    for place, title in found.items():
        if place.startswith("title/"):
            language = place.removeprefix("title/")
            contents[f"{language}.md"] = text_file.join(title, _parts(found, language))
        elif place.startswith("diagram/"):
            contents[f"diagrams/{place.removeprefix('diagram/')}.svg"] = title["template"]
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    _remember(document, found)
    return [folder / name for name in contents]


def _remember(document: RuleDocument, found: places.Places) -> None:
    LoadedPlace.objects.filter(document=document).delete()
    rows = [LoadedPlace(document=document, place=place, digest=places.digest(value)) for place, value in found.items()]
    LoadedPlace.objects.bulk_create(rows)


def _parts(found: places.Places, language: str) -> list[text_file.Part]:
    parts = []
    for key in found["order"]:
        text = found.get(f"text/{key}/{language}")
        if text:
            parts.append(text_file.Part(key, found[f"section/{key}"]["level"], text["heading"], text["body"]))
    return parts


def _skeleton(document: RuleDocument, found: places.Places) -> dict[str, Any]:
    facts = found["document"]
    skeleton = {"slug": document.slug, "pivot": facts["pivot"], "rights": facts["rights"]}
    if facts["bgg"] is not None:
        skeleton["bgg"] = facts["bgg"]
    skeleton["version"] = document.edition
    skeleton["facts"] = {name: facts[name] for name in ("players", "minutes", "age")}
    skeleton["source"] = [{name: value for name, value in entry.items() if value} for entry in found["sources"]]
    skeleton["section"] = [_section(key, found[f"section/{key}"]) for key in found["order"]]
    skeleton["term"] = [_term(key, value) for key, value in _all(found, "term")]
    skeleton["ruling"] = [_ruling(key, value) for key, value in _all(found, "ruling")]
    skeleton["diagram"] = {key: value["words"] for key, value in _all(found, "diagram")}
    return {name: value for name, value in skeleton.items() if value not in ([], {})}


def _all(found: places.Places, kind: str) -> list[tuple[str, Any]]:
    return [(place.split("/")[1], value) for place, value in found.items() if place.startswith(f"{kind}/")]


def _section(key: str, value: dict[str, Any]) -> dict[str, Any]:
    """Only what differs from a section of level 1 that is plain text for everyone."""
    entry: dict[str, Any] = {"key": key}
    if value["level"] != 1:
        entry["level"] = value["level"]
    if value["players"]:
        entry["players"] = value["players"]
    return entry | ({"kind": value["kind"]} if value["kind"] != "text" else {})


def _term(key: str, value: dict[str, Any]) -> dict[str, Any]:
    entry = {"key": key} | ({"section": value["section"]} if value["section"] else {})
    entry |= {language: names[0] for language, names in value["names"].items()}
    aliases = {language: names[1:] for language, names in value["names"].items() if names[1:]}
    return entry | ({"aliases": aliases} if aliases else {})


def _ruling(key: str, value: dict[str, Any]) -> dict[str, Any]:
    texts = {
        language: {name: words for name, words in text.items() if words} for language, text in value["texts"].items()
    }
    return {"key": key, "section": value["section"], "kind": value["kind"]} | texts
