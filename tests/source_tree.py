"""What the tests of the code base need to know of its source: modules, imports, functions."""

from __future__ import annotations

import ast
import gc
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "render", "sandbox", "bot", "bench", "scripts", "tests")

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Import(NamedTuple):
    """One imported name in full: `from a.b import c` is `a.b.c`."""

    name: str
    line: int
    typing_only: bool

    def is_within(self, *packages: str) -> bool:
        """Return whether what is imported is one of `packages` or lies inside one."""
        return any(f"{self.name}.".startswith(f"{package}.") for package in packages)


@dataclass(frozen=True)
class Module:
    """A source file; `name` is its dotted name, a package's without `__init__`."""

    name: str
    path: Path
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        """What stands in it, parsed when it is first asked for: all of it takes a second.

        It stays; the collector would look through it again and again, which takes four times that.
        """
        collects = gc.isenabled()
        gc.disable()
        tree = ast.parse(self.source)
        gc.freeze()
        if collects:
            gc.enable()
        return tree

    @property
    def lines(self) -> int:
        return self.source.count("\n")

    @property
    def last_word(self) -> str:
        """The last word of the file's name: `layout` of `hand_layout.py`."""
        return self.path.stem.rpartition("_")[2]

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    def is_within(self, *packages: str) -> bool:
        return any(f"{self.name}.".startswith(f"{package}.") for package in packages)

    @cache  # noqa: B019 - modules live as long as the tests
    def imports(self) -> tuple[Import, ...]:
        """Return every import, those inside functions and of `TYPE_CHECKING` too."""
        return tuple(self._imports())

    def _imports(self) -> Iterator[Import]:
        guarded = {
            id(inner)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(alias.name, node.lineno, id(node) in guarded)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    name = f"{self._origin(node)}.{alias.name}"
                    yield Import(name, node.lineno, id(node) in guarded)

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = (
            self.name.split(".") if self.path.stem == "__init__" else self.name.split(".")[:-1]
        )
        parts = package[: len(package) - node.level + 1]
        return ".".join([*parts, node.module] if node.module else parts)

    def functions(self) -> Iterator[Function]:
        """Return every function and method, inner ones too."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def calls(self) -> Iterator[ast.Call]:
        """Return every call."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                yield node


def modules(*packages: str) -> tuple[Module, ...]:
    """Read all modules of the top-level packages named, of all when none is."""
    return tuple(module for package in packages or PACKAGES for module in _read(package))


@cache
def _read(package: str) -> tuple[Module, ...]:
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Module(name, path, source))
    return tuple(found)


def circles(found: Iterable[Module]) -> list[list[str]]:
    """Return the groups of modules that import each other, if only for their types.

    In each group every module leads to every other; what is in no group is in no circle.
    """
    by_name = {module.name: module for module in found}
    leads_to = {name: _imported(module, by_name) for name, module in by_name.items()}
    reached = {name: _reached(name, leads_to) for name in by_name}
    groups = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in by_name
        if name in reached[name]
    }
    return [list(group) for group in sorted(groups)]


def _imported(module: Module, known: Container[str]) -> set[str]:
    """Return the modules that one imports: of `a.b.c`, which may be a name in `a.b`, the file."""
    found = set()
    for line in module.imports():
        name = line.name if line.name in known else line.name.rpartition(".")[0]
        if name in known and name != module.name:
            found.add(name)
    return found


def _reached(start: str, leads_to: Mapping[str, set[str]]) -> set[str]:
    """Return the modules that imports lead to, on any way."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = leads_to[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def body_lines(function: Function) -> int:
    """Count the lines of a function's body without its docstring."""
    body = function.body[1:] if ast.get_docstring(function, clean=False) else function.body
    if not body:
        return 0
    return (body[-1].end_lineno or body[-1].lineno) - body[0].lineno + 1


def called(call: ast.Call) -> str:
    """Return the last name of what is called: `send` for `channel.send(...)`."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
