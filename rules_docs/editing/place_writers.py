"""Writes places of a rule (`places.py`) into the database, with one function for each kind of place."""

from collections.abc import Iterator
from typing import Any

from rules_docs.editing import markup_contexts, places, revisions
from rules_docs.editing.places import Places
from rules_docs.models import (
    Diagram,
    Drawing,
    RuleDocument,
    Ruling,
    RulingText,
    Section,
    Source,
    Term,
    TermName,
    Translation,
)
from rules_docs.text import drawings


def write_skeleton(document: RuleDocument, to_write: Places) -> None:
    """Writes everything except texts and rulings."""
    for place_kind, write_place in SKELETON_WRITERS.items():
        for names, value in _select_places(to_write, place_kind):
            write_place(document, names, value)


def _select_places(to_write: Places, place_kind: str) -> Iterator[tuple[list[str], Any]]:
    """The places of one kind: the names after the kind, and the value."""
    for place, value in to_write.items():
        kind, *names = place.split("/")
        if kind == place_kind:
            yield names, value


def write_texts(document: RuleDocument, to_write: Places, kind: str) -> None:
    """Saves the texts in the pivot, the language that decides the sense of the rule, before all others.

    Then translations that are loaded together with them count as compared with the new texts.
    """
    texts = list(_select_places(to_write, "text"))
    texts.sort(key=lambda text: _is_translation(document, text[0]))
    sections_by_key = {section.key: section for section in document.sections.select_related("document")}
    languages = {language for (_section_key, language), _value in texts}
    contexts = {language: markup_contexts.load_context(document, language) for language in languages}
    for (section_key, language), value in texts:
        revisions.save_text(
            section=sections_by_key[section_key],
            language=language,
            heading=value["heading"],
            body=value["body"],
            kind=kind,
            context=contexts[language],
        )


def _is_translation(document: RuleDocument, names: list[str]) -> bool:
    """Whether the place `text/<key>/<language>` is in another language than the pivot.

    False sorts before True.
    """
    _section_key, language = names
    return language != document.pivot


def write_rulings(document: RuleDocument, to_write: Places) -> None:
    for names, value in _select_places(to_write, "ruling"):
        section = document.sections.get(key=value["section"])
        defaults = {"section": section, "kind": value["kind"]}
        ruling, _is_new = Ruling.objects.update_or_create(document=document, key=names[0], defaults=defaults)
        for language, words in value["texts"].items():
            # `render_document` adds the HTML, when everything exists to which the answer may refer.
            RulingText.objects.update_or_create(ruling=ruling, language=language, defaults=words)


def remove_places(document: RuleDocument, to_remove: list[str]) -> None:
    """Deletes sections, terms, rulings and diagrams. Other places disappear with one of them, or stay."""
    removable = {
        "section": (document.sections, "key"),
        "term": (document.terms, "key"),
        "ruling": (document.rulings, "key"),
        "diagram": (document.diagrams, "name"),
    }
    for place in to_remove:
        place_kind, *names = place.split("/")
        if place_kind in removable:
            manager, key_field = removable[place_kind]
            manager.filter(**{key_field: names[-1]}).delete()


# --- one writer for each kind of place: `names` are the parts after the kind, as in `section/<key>`


def _write_document(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    document.pivot = value["pivot"]
    document.rights = value["rights"]
    document.bgg = value["bgg"]
    document.age = value["age"]
    document.players_min, document.players_max = value["players"]
    document.minutes_min, document.minutes_max = value["minutes"]
    document.save()


def _write_sources(document: RuleDocument, names: list[str], value: list[dict[str, Any]]) -> None:
    document.sources.all().delete()
    Source.objects.bulk_create(Source(document=document, **fields) for fields in value)


def _write_section(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    Section.objects.update_or_create(
        document=document, key=names[0], defaults=value, create_defaults=value | {"position": 0}
    )


def _write_section_order(document: RuleDocument, names: list[str], value: list[str]) -> None:
    for position, key in enumerate(value, 1):
        document.sections.filter(key=key).update(position=position)


def _write_title(document: RuleDocument, names: list[str], value: dict[str, str]) -> None:
    """A new translation is published; an existing one stays published or hidden as the staff left it."""
    Translation.objects.update_or_create(
        document=document, language=names[0], defaults=value, create_defaults=value | {"published": True}
    )


def _write_term(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    section = document.sections.filter(key=value["section"]).first()
    defaults = {"section": section, "usage": value.get("usage")}
    term, _is_new = Term.objects.update_or_create(document=document, key=names[0], defaults=defaults)
    term.names.all().delete()
    term_names = []
    for language, language_names in value["names"].items():
        for index, name in enumerate(language_names):
            is_preferred = index == 0
            meaning = value.get("meanings", {}).get(language, "") if is_preferred else ""
            term_name = TermName(
                term=term, language=language, name=name, preferred=is_preferred, meaning=meaning
            )
            term_names.append(term_name)
    TermName.objects.bulk_create(term_names)


def _write_diagram(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    """Former drawings stay, because frozen editions still show them."""
    defaults = {"template": value["template"], "labels": value["words"]}
    diagram, _is_new = Diagram.objects.update_or_create(document=document, name=names[0], defaults=defaults)
    diagram.drawings.update(current=False)
    for language, words in value["words"].items():
        _write_drawing(document, diagram, language, words)


def _write_drawing(document: RuleDocument, diagram: Diagram, language: str, words: dict[str, str]) -> None:
    drawing = drawings.draw(diagram.template, words)
    # Language and alternative text are hashed too, because two languages may have the same words in the
    # drawing.
    digest = places.digest_value([drawing.digest, language, words["alt"], document.slug, diagram.name])
    fields = {
        "diagram": diagram,
        "language": language,
        "svg": drawing.svg,
        "width": drawing.width,
        "height": drawing.height,
        "alt": words["alt"],
        "current": True,
    }
    Drawing.objects.update_or_create(digest=digest, defaults=fields)


# In this order: terms refer to sections.
SKELETON_WRITERS = {
    "document": _write_document,
    "sources": _write_sources,
    "section": _write_section,
    "order": _write_section_order,
    "title": _write_title,
    "term": _write_term,
    "diagram": _write_diagram,
}
