"""The catalogues of `bot/texts` as the tests read them, and how code uses their keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from bot.texts import base_of
from bot.texts.checks import Catalogue
from tests.source_tree import ROOT, Module, called, modules

TEXTS = ROOT / "bot" / "texts"

PREFIXED = {"command": "command."}
"""Functions that put the beginning of a key before what they are called with."""


def languages() -> list[str]:
    """Return the languages there are, English included."""
    return sorted(path.name for path in TEXTS.iterdir() if any(path.glob("*.po")))


@cache
def parts(language: str) -> Mapping[str, Catalogue]:
    """Read a language's files, by their names."""
    return {path.stem: read(path) for path in sorted((TEXTS / language).glob("*.po"))}


def catalogue(language: str) -> Catalogue:
    """Read all texts of a language, with those of its base that it has not."""
    base = base_of(language)
    under = catalogue(base) if base != language and (TEXTS / base).exists() else {}
    own = {key: forms for part in parts(language).values() for key, forms in part.items()}
    return {**under, **own}


def read(path: Path) -> Catalogue:
    """Read one file. Raises AssertionError for a key that stands in it twice."""
    source = path.read_text(encoding="utf-8")
    keys = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
    assert len(keys) == len(set(keys)), f"{path.name} holds a key twice"
    with path.open("rb") as file:
        messages = read_po(file, abort_invalid=True)
    texts: dict[str, tuple[str, ...]] = {}
    for message in messages:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string
            texts[key] = (text,) if isinstance(text, str) else tuple(text or ())
    return texts


@dataclass(frozen=True)
class Use:
    """A place in code that names a key: as it is, or as a pattern where parts are filled in."""

    where: str
    key: str
    pattern: re.Pattern[str] | None = None
    given: frozenset[str] | None = None

    def covers(self, key: str) -> bool:
        """Return whether this place may mean `key`."""
        return self.pattern.fullmatch(key) is not None if self.pattern else key == self.key


@cache
def uses() -> tuple[Use, ...]:
    """Find every text in the code that looks like a key of the catalogue."""
    found = [use for module in modules("engine", "render", "bot") for use in _uses_in(module)]
    return tuple(found)


def _uses_in(module: Module) -> Iterable[Use]:
    inside = {id(part) for node in ast.walk(module.tree) for part in _pieces(node)}
    for call in module.calls():
        if not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        first, prefix = call.args[0], PREFIXED.get(called(call))
        if prefix:
            inside.add(id(first))
            yield Use(f"{module}:{call.lineno}", f"{prefix}{first.value!s}")
        elif not _is_open(call):
            names = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
            inside.add(id(first))
            yield from _literal(module, first, names)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.JoinedStr):
            yield from _pattern(module, node)
        elif isinstance(node, ast.Constant) and id(node) not in inside:
            yield from _literal(module, node, None)


def _pieces(node: ast.AST) -> Iterable[ast.AST]:
    return node.values if isinstance(node, ast.JoinedStr) else ()


def _is_open(call: ast.Call) -> bool:
    return any(keyword.arg is None for keyword in call.keywords)


def _literal(module: Module, node: ast.Constant, given: frozenset[str] | None) -> Iterable[Use]:
    if isinstance(node.value, str) and re.fullmatch(r"[a-z_]+(\.\w+)+", node.value):
        yield Use(f"{module}:{node.lineno}", node.value, given=given)


def _pattern(module: Module, node: ast.JoinedStr) -> Iterable[Use]:
    pieces = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[^.]+"
        for part in node.values
    ]
    text = "".join(pieces)
    if re.fullmatch(r"[a-z_]+(\\\.(\w|\[\^\.\]\+)+)+", text):
        yield Use(f"{module}:{node.lineno}", ast.unparse(node), re.compile(text))
