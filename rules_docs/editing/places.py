"""A rule as a flat table of places (`text/shanghai/fr`, `term/tavern` …), read from files or from the database.

The same shape on both sides lets one comparison say what changed where, and one writer go each way.
"""

import hashlib
import json
from typing import Any, NamedTuple

from rules_docs.models import RuleDocument, RulingText, SectionText, TermName
from rules_docs.text.rule_folder import Bundle

Places = dict[str, Any]


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]


# --- from files ------------------------------------------------------------------------------------------------------


def from_files(bundle: Bundle) -> Places:
    skeleton = bundle.skeleton
    facts = {name: skeleton["facts"][name] for name in ("players", "minutes", "age")}
    places: Places = {
        "document": {name: skeleton.get(name) for name in ("pivot", "rights", "bgg")} | facts,
        "sources": [_source(entry) for entry in bundle.entries("source")],
        "order": [entry["key"] for entry in bundle.entries("section")],
    }
    for entry in bundle.entries("section"):
        defaults = {"level": 1, "kind": "text", "players": []}
        places[f"section/{entry['key']}"] = {name: entry.get(name, value) for name, value in defaults.items()}
    for language, file in bundle.texts.items():
        places[f"title/{language}"] = {name: file.front.get(name, "") for name in ("title", "subtitle", "summary")}
        for part in file.parts:
            places[f"text/{part.key}/{language}"] = {"heading": part.heading, "body": part.body}
    for entry in bundle.entries("term"):
        places[f"term/{entry['key']}"] = {"section": entry.get("section"), "names": _names(entry, bundle)}
    for entry in bundle.entries("ruling"):
        places[f"ruling/{entry['key']}"] = _ruling(entry, bundle)
    for name, template in bundle.templates.items():
        words = {language: bundle.words_of(name, language) for language in bundle.texts}
        places[f"diagram/{name}"] = {"template": template, "words": words}
    return places


def _source(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "language": entry["language"],
        "publisher": str(entry["publisher"]),
        "year": entry.get("year"),
        "credits": str(entry.get("credits", "")),
        "url": str(entry.get("url", "")),
    }


def _names(entry: dict[str, Any], bundle: Bundle) -> dict[str, list[str]]:
    """The preferred name first; a name said twice counts once."""
    aliases = entry.get("aliases", {})
    return {language: list(dict.fromkeys([entry[language], *aliases.get(language, [])])) for language in bundle.texts}


def _ruling(entry: dict[str, Any], bundle: Bundle) -> dict[str, Any]:
    texts = {
        language: {name: str(entry[language].get(name, "")).strip() for name in ("question", "answer")}
        for language in bundle.texts
    }
    return {"section": entry["section"], "kind": entry["kind"], "texts": texts}


# --- from the database -----------------------------------------------------------------------------------------------


def from_database(document: RuleDocument) -> Places:
    sections = list(document.sections.all())
    places: Places = {
        "document": {
            "pivot": document.pivot,
            "rights": document.rights,
            "bgg": document.bgg,
            "players": [document.players_min, document.players_max],
            "minutes": [document.minutes_min, document.minutes_max],
            "age": document.age,
        },
        "sources": list(document.sources.values("language", "publisher", "year", "credits", "url")),
        "order": [section.key for section in sections],
    }
    for section in sections:
        places[f"section/{section.key}"] = {
            "level": section.level,
            "kind": section.kind,
            "players": section.players,
        }
    for translation in document.translations.values("language", "title", "subtitle", "summary"):
        places[f"title/{translation.pop('language')}"] = translation
    for text in SectionText.objects.filter(section__document=document).select_related("section"):
        places[f"text/{text.section.key}/{text.language}"] = {"heading": text.heading, "body": text.body}
    return places | _glossary(document) | _rulings(document) | _diagrams(document)


def _glossary(document: RuleDocument) -> Places:
    places: Places = {
        f"term/{term.key}": {"section": term.section and term.section.key, "names": {}}
        for term in document.terms.select_related("section")
    }
    names = TermName.objects.filter(term__document=document).select_related("term").order_by("-preferred", "id")
    for name in names:
        places[f"term/{name.term.key}"]["names"].setdefault(name.language, []).append(name.name)
    return places


def _rulings(document: RuleDocument) -> Places:
    places: Places = {
        f"ruling/{ruling.key}": {"section": ruling.section.key, "kind": ruling.kind, "texts": {}}
        for ruling in document.rulings.select_related("section")
    }
    for text in RulingText.objects.filter(ruling__document=document).select_related("ruling"):
        entry = {"question": text.question, "answer": text.answer}
        places[f"ruling/{text.ruling.key}"]["texts"][text.language] = entry
    return places


def _diagrams(document: RuleDocument) -> Places:
    return {
        f"diagram/{diagram.name}": {"template": diagram.template, "words": diagram.labels}
        for diagram in document.diagrams.all()
    }


# --- comparing -------------------------------------------------------------------------------------------------------


class Merge(NamedTuple):
    write: Places
    remove: list[str]
    conflicts: list[str]
    kept: list[str]


def merge(files: Places, here: Places, last: dict[str, str], *, overwrite: bool = False) -> Merge:
    """What the files bring. `last` are the digests of what they said when they were read before.

    An edit on one side wins; edits on both sides are a conflict, unless the files may overwrite.
    """
    found = Merge({}, [], [], [])
    for place, value in files.items():
        new = digest(value)
        now = digest(here[place]) if place in here else None
        if new == now:
            continue
        if new == last.get(place) and not overwrite:
            found.kept.append(place)
        elif place in here and now != last.get(place) and not overwrite:
            found.conflicts.append(place)
        else:
            found.write[place] = value
    for place in here.keys() - files.keys():
        if place in last and not place.startswith("text/"):
            edited = digest(here[place]) != last[place] and not overwrite
            (found.conflicts if edited else found.remove).append(place)
    return found
