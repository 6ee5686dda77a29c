"""The rules of the house. Each takes the source tree and yields what breaks it, in one sentence per fault."""

import ast
from collections.abc import Callable, Iterator

from tests.architecture.layers import (
    GAME_LIBRARIES,
    HTTP_LIBRARIES,
    LAYERS_WITHOUT_HTTP,
    MAY_IMPORT,
    PURE_LIBRARIES,
    layer_of,
    places_known_to,
)
from tests.architecture.source_tree import Module, SourceTree

MAX_MODULES, MAX_MODULE_LINES, MAX_FUNCTION_LINES = 12, 300, 40
LIBRARIES_BY_LAYER = {"pure": PURE_LIBRARIES, "game": GAME_LIBRARIES, "script": None}
IMPURE_BUILTINS = {"open", "print", "input"}
BANNED_LIBRARIES = ("django.db.models.signals", "django.dispatch", "django.contrib.contenttypes.fields")


def every_file_has_a_layer(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        if layer_of(module.path) is None:
            yield f"{module.path} is in no layer"


def layers_import_downwards(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        layer = layer_of(module.path)
        for imported, target in tree.imported_modules(module):
            target_layer = layer_of(target.path)
            if layer and target_layer and target_layer not in MAY_IMPORT[layer]:
                where = f"{module.path}:{imported.line}"
                yield (
                    f"{where}: the layer '{layer}' may not import {target.name} of the layer '{target_layer}'"
                )


def apps_know_only_their_places(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        if "/" not in module.path:
            continue
        places = places_known_to(module.path)
        for imported, target in tree.imported_modules(module):
            if not any(f"{target.name}.".startswith(f"{place}.") for place in places):
                yield f"{module.path}:{imported.line}: may not know {target.name}"


def web_is_imported_by_its_own_app_only(tree: SourceTree) -> Iterator[str]:
    """Only urls.py and the web of the same app import web modules; pages and API do not import each other."""
    for module in tree:
        for imported, target in tree.imported_modules(module):
            if layer_of(target.path) != "web":
                continue
            where = f"{module.path}:{imported.line}"
            if module.path.endswith("urls.py"):
                continue
            if layer_of(module.path) != "web" or _web_root(module) != _web_root(target):
                yield f"{where}: only urls.py and the web of the same app may import {target.name}"
            elif _speaks_api(module) != _speaks_api(target):
                yield f"{where}: pages and API do not import each other ({target.name})"


def _web_root(module: Module) -> str:
    """`games/web/api/play.py` and `games/admin.py` → `games`."""
    parts = module.folder.split("/")
    return "/".join(parts[: parts.index("web")] if "web" in parts else parts)


def _speaks_api(module: Module) -> bool:
    return "/web/api/" in module.path or module.path.endswith(("/web/api.py", "/web/api_schema.py"))


def modules_import_without_cycles(tree: SourceTree) -> Iterator[str]:
    targets_by_name = {
        module.name: sorted({t.name for _, t in tree.imported_modules(module)}) for module in tree
    }
    finished: set[str] = set()
    for name in targets_by_name:
        yield from _cycles_from(name, targets_by_name, [], finished)


def _cycles_from(
    name: str, targets_by_name: dict[str, list[str]], path: list[str], finished: set[str]
) -> Iterator[str]:
    if name in path:
        cycle = [*path[path.index(name) :], name]
        yield f"import cycle: {' -> '.join(cycle)}"
        return
    if name in finished:
        return
    for target in targets_by_name[name]:
        yield from _cycles_from(target, targets_by_name, [*path, name], finished)
    finished.add(name)


def pure_code_stays_pure(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        allowed = LIBRARIES_BY_LAYER.get(layer_of(module.path) or "")
        if allowed is None:
            continue
        for imported in tree.imported_libraries(module):
            if not any(f"{imported.target}.".startswith(f"{library}.") for library in allowed):
                yield f"{module.path}:{imported.line}: pure code imports {imported.target}"
        for node in ast.walk(module.syntax):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in IMPURE_BUILTINS
            ):
                yield f"{module.path}:{node.lineno}: pure code calls {node.func.id}()"


def only_web_speaks_http(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        if layer_of(module.path) not in LAYERS_WITHOUT_HTTP:
            continue
        for imported in tree.imported_libraries(module):
            if imported.target.startswith(HTTP_LIBRARIES):
                yield f"{module.path}:{imported.line}: only web may import {imported.target}"


def imports_are_absolute(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        for imported in module.imports:
            if imported.relative:
                yield f"{module.path}:{imported.line}: write 'from {imported.target} import ...'"


def packages_stay_small(tree: SourceTree) -> Iterator[str]:
    counts_by_folder: dict[str, int] = {}
    for module in tree:
        if not module.is_package:
            counts_by_folder[module.folder] = counts_by_folder.get(module.folder, 0) + 1
    for folder, count in counts_by_folder.items():
        if count > MAX_MODULES:
            yield f"{folder} has {count} modules: give some of them a room of their own"


def modules_stay_short(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        if module.line_count > MAX_MODULE_LINES:
            yield f"{module.path} has {module.line_count} lines"


def functions_stay_short(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        for node in ast.walk(module.syntax):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            lines = node.end_lineno - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield f"{module.path}:{node.lineno}: {node.name} has {lines} lines"


def no_signals_and_no_generic_keys(tree: SourceTree) -> Iterator[str]:
    for module in tree:
        for imported in tree.imported_libraries(module):
            if imported.target.startswith(BANNED_LIBRARIES):
                yield f"{module.path}:{imported.line}: imports {imported.target}"


Rule = Callable[[SourceTree], Iterator[str]]
RULES: tuple[Rule, ...] = (
    every_file_has_a_layer,
    layers_import_downwards,
    apps_know_only_their_places,
    web_is_imported_by_its_own_app_only,
    modules_import_without_cycles,
    pure_code_stays_pure,
    only_web_speaks_http,
    imports_are_absolute,
    packages_stay_small,
    modules_stay_short,
    functions_stay_short,
    no_signals_and_no_generic_keys,
)
