"""The sentences that tell an author what is wrong in a rule text."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from rules_docs.text.faults import Fault, FileFault

SENTENCES = {
    "too_long": _("The text is longer than %(limit)s characters."),
    "no_front_matter": _("The file does not begin with its title between two lines of ---."),
    "no_title": _("The title is missing between the two lines of ---."),
    "unknown_front": _("“%(name)s” is not a known field; title, subtitle and summary are."),
    "text_before_heading": _("There is text before the first heading."),
    "heading_1": _("A heading with a single # is not used; sections begin with ## or ###."),
    "heading_without_key": _("The heading “%(heading)s” has no key; write {#its-key} after it."),
    "heading_in_body": _("A heading of this level begins a new section and cannot stand inside one."),
    "duplicate_key": _("The key “%(key)s” is already used on line %(first)s."),
    "block_in_block": _(
        "A block begins here, but the one that begins on line %(first)s has not been closed with “:::” yet."
    ),
    "block_not_open": _("This “:::” ends a block, but none is open."),
    "block_not_closed": _("This block is never closed with “:::”."),
    "unknown_block": _("There is no block “%(name)s”; the blocks are example, checklist and note."),
    "block_words": _(
        "“%(words)s” is not understood after “%(name)s”; only a checklist takes players=2 or players=3-4."
    ),
    "html": _("HTML is not allowed in rules: “%(start)s”."),
    "unknown_term": _("The term “%(key)s” is not in the glossary of these rules."),
    "unknown_key": _("No section has the key “%(key)s”."),
    "unknown_diagram": _("There is no diagram “%(name)s”; a picture is written ![](diagram:name)."),
    "link_scheme": _("Links must begin with https, http or mailto, unlike “%(target)s”."),
    "link_target": _("The link “%(target)s” leads nowhere; write #key or a full address."),
    "missing_file": _("The file is missing."),
    "not_utf8": _("The file is not UTF-8."),
    "toml": _("This is not valid TOML: %(reason)s"),
    "field": _("“%(name)s” is missing or wrong: %(expected)s is expected."),
    "unknown_field": _("“%(name)s” is not a known field."),
    "section_missing": _("The section “%(key)s” is missing in this language."),
    "section_unknown": _("The section “%(key)s” is not in rule.toml."),
    "section_order": _("The section “%(key)s” comes here, where rule.toml has “%(expected)s”."),
    "section_level": _("The section “%(key)s” has level %(level)s in rule.toml; the number of # differs."),
    "term_name": _("The term “%(key)s” has no name in “%(language)s”."),
    "ruling_text": _("The ruling “%(key)s” has no answer in “%(language)s”."),
    "diagram_text": _("The diagram “%(name)s” has no words in “%(language)s”."),
    "diagram_label": _("The diagram “%(name)s” has no “%(label)s” in “%(language)s”."),
    "drawing_entity": _("The drawing declares a document type or an entity; that is not allowed."),
    "drawing_broken": _("The drawing is not well formed: %(reason)s"),
    "drawing_root": _("The drawing must begin with <svg> and have a viewBox."),
    "drawing_element": _("The drawing contains <%(name)s>; that is not allowed."),
    "drawing_attribute": _("The attribute %(attribute)s of <%(name)s> is not allowed in a drawing."),
    "no_diagram_file": _("The drawing diagrams/%(name)s.svg is missing."),
    "edited": _("“%(place)s” has been edited both on the site and in the file since the file was last read."),
    "section_gone": _("The section “%(key)s” is on the site but not in the file; --remove deletes it."),
    "section_without_position": _(
        "The engine “%(engine)s” shows no position for the section “%(key)s”, and does not say why it cannot."
    ),
    "position_without_section": _(
        "The engine “%(engine)s” mentions positions for the section “%(key)s”, which does not exist."
    ),
    "engine_key": _("The engine “%(engine)s” cites the section “%(key)s”, which does not exist."),
}


def describe_fault(fault: Fault) -> str:
    """The sentence for a fault, in the language of the reader."""
    return str(SENTENCES[fault.code]) % dict(fault.params)


def describe_file_fault(file_fault: FileFault) -> str:
    """The sentence for a fault in a file, with its place as compilers write it: "file:line: sentence"."""
    return f"{file_fault.file}:{file_fault.fault.line}: {describe_fault(file_fault.fault)}"


def describe_file_faults(file_faults: Iterable[FileFault]) -> str:
    """A line for each fault."""
    return "\n".join(describe_file_fault(file_fault) for file_fault in file_faults)
