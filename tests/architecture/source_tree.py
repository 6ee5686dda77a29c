"""The modules of a folder and the imports of each: wherever an import stands, however it is written."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SKIPPED_FOLDERS = {"tests", "data", "migrations", "node_modules"}


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name. `target` is the module of the tree that it
    comes from, or a dotted name outside the tree.
    """

    target: str
    line: int
    relative: bool


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file: its path below the root, its dotted name and what was read from it."""

    path: str
    name: str
    syntax: ast.Module
    line_count: int
    imports: tuple[Import, ...]

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def is_package(self) -> bool:
        return self.path.endswith("__init__.py")


@dataclass(frozen=True, slots=True)
class SourceTree:
    modules_by_name: dict[str, Module]

    def __iter__(self) -> Iterator[Module]:
        return iter(self.modules_by_name.values())

    def imported_modules(self, module: Module) -> Iterator[tuple[Import, Module]]:
        """Those imports of a module that come from the tree itself, one for each statement and target."""
        for imported in dict.fromkeys(module.imports):
            target = self.modules_by_name.get(imported.target)
            if target is not None:
                yield imported, target

    def imported_libraries(self, module: Module) -> Iterator[Import]:
        """Those imports of a module that come from outside the tree."""
        for imported in dict.fromkeys(module.imports):
            if imported.target not in self.modules_by_name:
                yield imported


def read_tree(root: Path) -> SourceTree:
    paths_by_name = {_module_name(path): path for path in _python_files(root)}
    modules_by_name = {}
    for name, path in paths_by_name.items():
        text = (root / path).read_text(encoding="utf-8")
        syntax = ast.parse(text, filename=str(path))
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        imports = tuple(_read_imports(syntax, package, set(paths_by_name)))
        modules_by_name[name] = Module(path.as_posix(), name, syntax, text.count("\n"), imports)
    return SourceTree(modules_by_name)


def _python_files(root: Path) -> list[Path]:
    """The paths of all Python files below the root, without tests, migrations, data and hidden folders."""
    files = [path for path in root.glob("*.py")]
    for folder in root.iterdir():
        if folder.is_dir() and not folder.name.startswith(".") and folder.name not in SKIPPED_FOLDERS:
            files += folder.rglob("*.py")
    relative = sorted(path.relative_to(root) for path in files)
    return [path for path in relative if not SKIPPED_FOLDERS & set(path.parts)]


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _read_imports(syntax: ast.Module, package: str, known_names: set[str]) -> Iterator[Import]:
    """Every import: those inside functions and those under TYPE_CHECKING included."""
    for node in ast.walk(syntax):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, relative=False)
        elif isinstance(node, ast.ImportFrom):
            source = _absolute_source(node, package)
            for alias in node.names:
                submodule = f"{source}.{alias.name}"
                target = submodule if submodule in known_names else source
                yield Import(target, node.lineno, relative=node.level > 0)


def _absolute_source(node: ast.ImportFrom, package: str) -> str:
    """The dotted name after `from`, with leading dots resolved."""
    if node.level == 0:
        return node.module or ""
    parents = package.split(".")
    base = parents[: len(parents) - (node.level - 1)]
    return ".".join([*base, node.module] if node.module else base)
