"""Brings a rule from its files into the database: all or nothing, never silently over an edit of the staff."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules_docs.editing import places, revisions
from rules_docs.editing.fault_messages import FileFault, RuleError
from rules_docs.models import (
    Change,
    Diagram,
    Drawing,
    LoadedPlace,
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
from rules_docs.text.markup import Fault
from rules_docs.text.rule_folder import Bundle


@dataclass(frozen=True)
class Loaded:
    document: RuleDocument
    written: list[str]
    removed: list[str]
    kept: list[str]
    edition: int | None


@transaction.atomic
def load(bundle: Bundle, *, kind: str = Change.CLARIFY, overwrite: bool = False, remove: bool = False) -> Loaded:
    """`kind` is why pivot texts changed; it decides whether the other languages become stale."""
    document, is_new = RuleDocument.objects.select_for_update().get_or_create(
        slug=bundle.slug, defaults={"pivot": bundle.skeleton["pivot"]}
    )
    files = places.from_files(bundle)
    here = {} if is_new else places.from_database(document)
    last = dict(LoadedPlace.objects.filter(document=document).values_list("place", "digest"))
    merge = places.merge(files, here, last, overwrite=overwrite)
    _refuse(bundle, merge, remove)
    if merge.write or merge.remove:
        _write(document, merge, kind)
    _remember(document, files)
    edition = None
    if bundle.skeleton["version"] > document.edition:
        edition = revisions.publish_edition(document=document, number=bundle.skeleton["version"]).number
    document.refresh_from_db()
    return Loaded(document, sorted(merge.write), merge.remove, merge.kept, edition)


def _refuse(bundle: Bundle, merge: places.Merge, remove: bool) -> None:
    faults = [_conflict(bundle, place) for place in merge.conflicts]
    gone = [place.split("/")[1] for place in merge.remove if place.startswith("section/")]
    if not remove:
        faults += [FileFault(bundle.name("rule.toml"), Fault.at(1, "section_gone", key=key)) for key in gone]
    if faults:
        raise RuleError(faults)


def _conflict(bundle: Bundle, place: str) -> FileFault:
    what, *names = place.split("/")
    if what == "text":
        key, language = names
        line = next(part.line for part in bundle.texts[language].parts if part.key == key)
        return FileFault(bundle.name(f"{language}.md"), Fault.at(line, "edited", place=place))
    file = f"{names[0]}.md" if what == "title" else "rule.toml"
    line = bundle.line(f'"{names[-1]}"') if names and what != "title" else 1
    return FileFault(bundle.name(file), Fault.at(line, "edited", place=place))


def _write(document: RuleDocument, merge: places.Merge, kind: str) -> None:
    """Skeleton and words first, then the pivot's texts, so that translations are compared with the new ones."""
    for prefix, write in WRITERS.items():
        for place, value in merge.write.items():
            if place.partition("/")[0] == prefix:
                write(document, place.split("/")[1:], value)
    for place in merge.remove:
        what, name = place.split("/")[0], place.split("/")[-1]
        if what in REMOVERS:
            REMOVERS[what](document).filter(**{"name" if what == "diagram" else "key": name}).delete()
    _write_texts(document, merge, kind)
    for place, value in merge.write.items():
        if place.startswith("ruling/"):
            _write_ruling(document, place.split("/")[1], value)
    revisions.render_again(document)


def _write_texts(document: RuleDocument, merge: places.Merge, kind: str) -> None:
    texts = [(place.split("/")[1:], value) for place, value in merge.write.items() if place.startswith("text/")]
    sections = {section.key: section for section in document.sections.select_related("document")}
    contexts = {language: revisions.context_of(document, language) for language in {names[1] for names, _ in texts}}
    for (key, language), value in sorted(texts, key=lambda item: item[0][1] != document.pivot):
        revisions.save_text(
            section=sections[key],
            language=language,
            heading=value["heading"],
            body=value["body"],
            kind=kind,
            context=contexts[language],
        )


def _remember(document: RuleDocument, files: places.Places) -> None:
    LoadedPlace.objects.filter(document=document).delete()
    rows = [LoadedPlace(document=document, place=place, digest=places.digest(value)) for place, value in files.items()]
    LoadedPlace.objects.bulk_create(rows)


# --- one writer for each kind of place -------------------------------------------------------------------------------


def _write_document(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    document.pivot, document.rights, document.bgg, document.age = (
        value[name] for name in ("pivot", "rights", "bgg", "age")
    )
    document.players_min, document.players_max = value["players"]
    document.minutes_min, document.minutes_max = value["minutes"]
    document.save()


def _write_sources(document: RuleDocument, names: list[str], value: list[dict[str, Any]]) -> None:
    document.sources.all().delete()
    Source.objects.bulk_create(Source(document=document, **entry) for entry in value)


def _write_section(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    Section.objects.update_or_create(
        document=document, key=names[0], defaults=value, create_defaults=value | {"position": 0}
    )


def _write_order(document: RuleDocument, names: list[str], value: list[str]) -> None:
    for position, key in enumerate(value, 1):
        document.sections.filter(key=key).update(position=position)


def _write_title(document: RuleDocument, names: list[str], value: dict[str, str]) -> None:
    created = value | {"published": True}
    Translation.objects.update_or_create(document=document, language=names[0], defaults=value, create_defaults=created)


def _write_term(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    section = document.sections.filter(key=value["section"]).first()
    term, _ = Term.objects.update_or_create(document=document, key=names[0], defaults={"section": section})
    term.names.all().delete()
    TermName.objects.bulk_create(
        TermName(term=term, language=language, name=name, preferred=index == 0)
        for language, entries in value["names"].items()
        for index, name in enumerate(entries)
    )


def _write_diagram(document: RuleDocument, names: list[str], value: dict[str, Any]) -> None:
    defaults = {"template": value["template"], "labels": value["words"]}
    diagram, _ = Diagram.objects.update_or_create(document=document, name=names[0], defaults=defaults)
    diagram.drawings.update(current=False)
    for language, words in value["words"].items():
        drawn = drawings.draw(value["template"], words)
        # The name hashes language and alternative text too: two languages may share every label.
        digest = places.digest([drawn.digest, language, words["alt"], document.slug, names[0]])
        shown = {"svg": drawn.svg, "width": drawn.width, "height": drawn.height, "alt": words["alt"]}
        Drawing.objects.update_or_create(
            digest=digest, defaults=shown | {"current": True, "diagram": diagram, "language": language}
        )


def _write_ruling(document: RuleDocument, key: str, value: dict[str, Any]) -> None:
    section = document.sections.get(key=value["section"])
    defaults = {"section": section, "kind": value["kind"]}
    ruling, _ = Ruling.objects.update_or_create(document=document, key=key, defaults=defaults)
    for language, text in value["texts"].items():
        # Its HTML comes with `render_again`, once everything that it may refer to is there.
        RulingText.objects.update_or_create(ruling=ruling, language=language, defaults=text)


WRITERS = {
    "document": _write_document,
    "sources": _write_sources,
    "section": _write_section,
    "order": _write_order,
    "title": _write_title,
    "term": _write_term,
    "diagram": _write_diagram,
}
REMOVERS = {
    "section": lambda document: document.sections,
    "term": lambda document: document.terms,
    "ruling": lambda document: document.rulings,
    "diagram": lambda document: document.diagrams,
}
