"""Finds the messages in Python and in templates. A message is an English text that is to be translated."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from django.template import engines
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.functional import Promise

from escale.translations.compilation import find_parts


class Message(NamedTuple):
    """A text to translate. Messages with the same text but different contexts are translated separately."""

    id: str
    plural: str = ""
    context: str | None = None


#: By function of gettext: the meaning of its first arguments.
ARGUMENTS_BY_FUNCTION = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), ("id",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("id", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "id")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "id", "plural")),
}
TEMPLATE_SUFFIXES = (".html", ".xml", ".txt", ".svg", ".js")
#: Attributes of parsed templates that contain no parts of the template.
UNRELATED_ATTRIBUTES = {"origin", "token", "parser"}


def messages_in_python(source: str) -> Iterator[Message]:
    tree = ast.parse(source)
    arguments_by_name = ARGUMENTS_BY_FUNCTION | _find_imported_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            message = _message_of_call(node, arguments_by_name)
            if message is not None:
                yield message


def _find_imported_names(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """The names under which the module imports functions of gettext, each with the meaning of its arguments."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname: ARGUMENTS_BY_FUNCTION[alias.name]
        for node in imports
        for alias in node.names
        if alias.asname and alias.name in ARGUMENTS_BY_FUNCTION
    }


def _message_of_call(call: ast.Call, arguments_by_name: Mapping[str, tuple[str, ...]]) -> Message | None:
    """The message of a call of gettext; None for any other call, or if the text is computed."""
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    names = arguments_by_name.get(function)
    if names is None:
        return None
    arguments = call.args[: len(names)]
    if any(isinstance(argument, ast.JoinedStr) for argument in arguments):
        raise ValueError(f"line {call.lineno}: a message can not be an f-string; use %(name)s")
    texts = [argument.value for argument in arguments if isinstance(argument, ast.Constant)]
    if len(texts) < len(names) or not all(isinstance(text, str) for text in texts):
        return None
    return Message(**dict(zip(names, texts, strict=True)))


def messages_in_template(source: str) -> Iterator[Message]:
    template = engines["django"].from_string(source).template
    yield from _messages_in_parsed(template.nodelist, set())


def _messages_in_parsed(part: object, visited: set[int]) -> Iterator[Message]:
    """Yields the messages in a part of a parsed template: in its tags, filters and arguments."""
    if id(part) in visited:
        return
    visited.add(id(part))
    if isinstance(part, TranslateNode):
        yield Message(part.filter_expression.var.literal, "", _context_of(part))
    elif isinstance(part, BlockTranslateNode):
        singular = part.render_token_list(part.singular)[0]
        plural = part.render_token_list(part.plural)[0]
        yield Message(singular, plural, _context_of(part))
    elif isinstance(part, Promise):
        # `_("text")` in a template is a lazy call of gettext or pgettext.
        yield Message(part._args[-1], "", part._args[0] if len(part._args) == 2 else None)
    for child in _children_of(part):
        yield from _messages_in_parsed(child, visited)


def _children_of(part: object) -> list:
    if isinstance(part, dict):
        return list(part.values())
    if isinstance(part, list | tuple):
        return list(part)
    if isinstance(part, Node) or type(part).__module__.startswith("django.template"):
        names = {*getattr(part, "__dict__", {}), *getattr(type(part), "__slots__", ())}
        return [getattr(part, name, None) for name in names - UNRELATED_ATTRIBUTES]
    return []


def _context_of(node: TranslateNode | BlockTranslateNode) -> str | None:
    return node.message_context.resolve({}) if node.message_context else None


def extract_messages(base: Path, part: str) -> dict[Message, set[str]]:
    """The messages of an app or of a game, each with the files that use it."""
    files_by_message: dict[Message, set[str]] = {}
    for path in _source_files(base, part):
        text = path.read_text(encoding="utf-8")
        file = str(path.relative_to(base))
        try:
            messages = list(messages_in_python(text) if path.suffix == ".py" else messages_in_template(text))
        except Exception as error:
            raise ValueError(f"{file}: {error}") from error
        for message in messages:
            files_by_message.setdefault(message, set()).add(file)
    return _merge_plurals(files_by_message)


def _source_files(base: Path, part: str) -> Iterator[Path]:
    """Yields the files of a game; or those of an app, without the files of its games."""
    inner_parts = [base / other for other in find_parts(base) if other.startswith(f"{part}/")]
    for path in sorted((base / part).rglob("*")):
        if "migrations" in path.parts or any(inner in path.parents for inner in inner_parts):
            continue
        is_template = "templates" in path.parts and path.suffix in TEMPLATE_SUFFIXES
        if path.suffix == ".py" or is_template:
            yield path


def _merge_plurals(files_by_message: dict[Message, set[str]]) -> dict[Message, set[str]]:
    """Merges a text that is used with and without a plural into one message, as gettext does."""
    plurals = {(message.id, message.context): message for message in files_by_message if message.plural}
    merged: dict[Message, set[str]] = {}
    for message, files in files_by_message.items():
        entry = plurals.get((message.id, message.context), message)
        merged.setdefault(entry, set()).update(files)
    return merged
