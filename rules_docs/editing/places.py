"""A rule as a flat table of places, read from files or from the database.

Each key names one place of the rule that can be edited on its own; each value is its content as plain data:

    document                 pivot, rights, external id, players, minutes, age
    sources                  what was read before the rule was written
    order                    the section keys in reading order
    section/<key>            level, kind and players
    title/<language>         title, subtitle and summary
    text/<key>/<language>    heading and body of a section
    term/<key>               section, names, meanings and usage by language
    ruling/<key>             section, kind and texts by language
    diagram/<name>           SVG template and words by language

Files and database have the same shape here, so that loading can compare them place by place (`merging.py`).
"""

import hashlib
import json
from typing import Any

from rules_docs.models import RuleDocument, RulingText, SectionText, TermName
from rules_docs.text.rule_files import RuleFiles

Places = dict[str, Any]
FACT_NAMES = ("players", "minutes", "age")
#: fields of a term in rule.toml for `manage.py check_terms`
USAGE_NAMES = ("plural", "forbidden")
SECTION_DEFAULTS = {"level": 1, "kind": "text", "players": []}


def digest_value(value: Any) -> str:
    """A hash that is the same for equal values."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]


# --- from files -----------------------------------------------------------------------------------


def collect_from_files(rule: RuleFiles) -> Places:
    skeleton = rule.skeleton
    facts = {name: skeleton["facts"][name] for name in FACT_NAMES}
    places: Places = {
        "document": {name: skeleton.get(name) for name in ("pivot", "rights", "bgg")} | facts,
        "sources": [_read_source(source) for source in rule.get_tables("source")],
        "order": [section["key"] for section in rule.get_tables("section")],
    }
    for section in rule.get_tables("section"):
        values = {name: section.get(name, default) for name, default in SECTION_DEFAULTS.items()}
        places[f"section/{section['key']}"] = values
    for language, file in rule.texts.items():
        title_names = ("title", "subtitle", "summary")
        places[f"title/{language}"] = {name: file.front_matter.get(name, "") for name in title_names}
        for section in file.sections:
            places[f"text/{section.key}/{language}"] = {"heading": section.heading, "body": section.body}
    for term in rule.get_tables("term"):
        places[f"term/{term['key']}"] = _read_term(term, rule)
    for ruling in rule.get_tables("ruling"):
        places[f"ruling/{ruling['key']}"] = _read_ruling(ruling, rule)
    for name, template in rule.diagram_templates.items():
        words = {language: rule.get_diagram_words(name, language) for language in rule.texts}
        places[f"diagram/{name}"] = {"template": template, "words": words}
    return places


def _read_source(source: dict[str, Any]) -> dict[str, Any]:
    return {
        "language": source["language"],
        "publisher": str(source["publisher"]),
        "year": source.get("year"),
        "credits": str(source.get("credits", "")),
        "url": str(source.get("url", "")),
    }


def _read_term(term: dict[str, Any], rule: RuleFiles) -> dict[str, Any]:
    meanings = {
        language: meaning for language, meaning in term.get("meaning", {}).items() if language in rule.texts
    }
    usage = {name: term[name] for name in USAGE_NAMES if term.get(name)}
    return _create_term(term.get("section"), _read_term_names(term, rule), meanings, usage)


def _create_term(
    section_key: str | None, names: dict[str, list[str]], meanings: dict[str, str], usage: dict[str, Any]
) -> dict[str, Any]:
    """The value of a term, without empty meanings and usage, which earlier rules do not have."""
    term: dict[str, Any] = {"section": section_key, "names": names}
    if meanings:
        term["meanings"] = meanings
    if usage:
        term["usage"] = usage
    return term


def _read_term_names(term: dict[str, Any], rule: RuleFiles) -> dict[str, list[str]]:
    """The names of a term by language, the preferred one first, without repetition."""
    names_by_language = {}
    for language in rule.texts:
        aliases = term.get("aliases", {}).get(language, [])
        names_by_language[language] = list(dict.fromkeys([term[language], *aliases]))
    return names_by_language


def _read_ruling(ruling: dict[str, Any], rule: RuleFiles) -> dict[str, Any]:
    texts = {}
    for language in rule.texts:
        words = ruling[language]
        texts[language] = {name: str(words.get(name, "")).strip() for name in ("question", "answer")}
    return {"section": ruling["section"], "kind": ruling["kind"], "texts": texts}


# --- from the database ----------------------------------------------------------------------------


def collect_from_database(document: RuleDocument) -> Places:
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
        values = {name: getattr(section, name) for name in SECTION_DEFAULTS}
        places[f"section/{section.key}"] = values
    for translation in document.translations.values("language", "title", "subtitle", "summary"):
        language = translation.pop("language")
        places[f"title/{language}"] = translation
    for text in SectionText.objects.filter(section__document=document).select_related("section"):
        places[f"text/{text.section.key}/{text.language}"] = {"heading": text.heading, "body": text.body}
    return places | _collect_terms(document) | _collect_rulings(document) | _collect_diagrams(document)


def _collect_terms(document: RuleDocument) -> Places:
    names_by_term: dict[int, dict[str, list[str]]] = {}
    meanings_by_term: dict[int, dict[str, str]] = {}
    names = TermName.objects.filter(term__document=document)
    for name in names.order_by("-preferred", "id"):
        names_by_term.setdefault(name.term_id, {}).setdefault(name.language, []).append(name.name)
        if name.meaning:
            meanings_by_term.setdefault(name.term_id, {})[name.language] = name.meaning
    places: Places = {}
    for term in document.terms.select_related("section"):
        section_key = term.section.key if term.section else None
        names_by_language = names_by_term.get(term.pk, {})
        meanings = meanings_by_term.get(term.pk, {})
        places[f"term/{term.key}"] = _create_term(section_key, names_by_language, meanings, term.usage or {})
    return places


def _collect_rulings(document: RuleDocument) -> Places:
    places: Places = {}
    for ruling in document.rulings.select_related("section"):
        places[f"ruling/{ruling.key}"] = {"section": ruling.section.key, "kind": ruling.kind, "texts": {}}
    for text in RulingText.objects.filter(ruling__document=document).select_related("ruling"):
        texts_by_language = places[f"ruling/{text.ruling.key}"]["texts"]
        texts_by_language[text.language] = {"question": text.question, "answer": text.answer}
    return places


def _collect_diagrams(document: RuleDocument) -> Places:
    return {
        f"diagram/{diagram.name}": {"template": diagram.template, "words": diagram.labels}
        for diagram in document.diagrams.all()
    }
