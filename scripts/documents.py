"""Whether documents say what is there: paths, modules, names, commands, targets, links, numbers.

Run: python -m scripts.documents [FILE ...]      (all documents where none is named)
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.source_tree import PACKAGES, ROOT, Module, modules

ROOMS = [
    path
    for top in ("bot", "engine", "sandbox", "tests")
    for path in (ROOT / top).rglob("README.md")
]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOMS])

HISTORY = "CHANGELOG.md"
"""What it names may have gone; its links may not."""

BASES = ("", "docs", "bot", "bot/match", "bot/store", "engine", "tests")
"""Folders from which documents name paths, beside their own; a file's name alone is enough."""

MADE = (
    *("data/", "NIMBUS_DATA", ".venv", "docker", "postgresql", "sqlite"),
    *("nimbus.sqlite3", "nimbus_"),
)
"""How names begin that the bot, its host or a tool makes, and addresses."""

ENDINGS = r"py|md|po|toml|json|ya?ml|lock|service|txt|js|css|png|webp|ini"

PATH = re.compile(rf"\.?[\w<>*()@-][\w./<>*()@…-]*(?:/|\.(?:{ENDINGS}))|[\w.]+/[\w./<>-]+")
"""A folder, a file with an ending, or at least a stroke between two names."""

OUTSIDE = {
    "APPLICATION_ID", "SQLITE_TMPDIR", "applications.commands", "compose.override.yaml",
    "recovered.sqlite3", "sysexits.h", "uv.lock", "/data", "/metrics", "/tmp",  # noqa: S108 - as documents name them
}  # fmt: skip
"""Names of others: of PostgreSQL, Docker, Discord and such; and addresses in the image."""

GONE = re.compile(r"`[^`]+`,? of commit [0-9a-f]{8}")
"""How a document names what is told to have gone."""

NUMERALS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


class Fault(NamedTuple):
    """What a document says that is not so."""

    document: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}: {self.text}"


class Said(NamedTuple):
    """A piece of a document: what stands between backticks, or a line of a block to type."""

    line: int
    text: str


def faults(document: Path, text: str | None = None) -> list[Fault]:
    """Return what is not so in a document, in the order of its lines."""
    text = document.read_text("utf-8") if text is None else text
    found = [*links(document, text)]
    if document.name != HISTORY:
        for said in pieces(text):
            found += (Fault(document, said.line, each) for each in untrue(document, said.text))
        if not document.stem.startswith("rules"):
            found += (Fault(document, line, each) for line, each in numbers(text))
    return sorted(found, key=lambda fault: fault.line)


def pieces(text: str) -> Iterator[Said]:
    """Return what is code in a document, with its line."""
    block = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            block = "" if block else line.strip("` ") or "text"
        elif not block:
            there = GONE.sub("", line)
            yield from (Said(number, found) for found in re.findall(r"`([^`]+)`", there))
        elif block == "console":
            yield Said(number, line.strip())


def untrue(document: Path, code: str) -> Iterator[str]:
    """Return what a piece of code names that is not there."""
    if code.startswith(MADE) and " " not in code:
        return
    for check in CHECKS:
        if (found := check(document, code)) is not None:
            yield from found
            return


def _command(document: Path, code: str) -> Iterable[str] | None:
    """`/play`, `/evening open`, in the language of the document."""
    if not (found := re.match(r"/([^\W\d_]+(?:-[^\W\d_]+)*)(?: ([^\W\d_]+))?(?![\w/])", code)):
        return None
    if code in OUTSIDE:
        return []
    name, second = found.groups()
    below = commands(language_of(document)).get(name)
    if below is None:
        return [f"no command /{name}"]
    return [f"/{name} has no {second}"] if below and second and second not in below else []


def _program(_: Path, code: str) -> Iterable[str] | None:
    """`python -m bot check`, `nimbus check`, and their options."""
    found = re.search(r"(?:python -m ([\w.]+)|^nimbus(?= |$))((?: [^|;&>#]+)?)", code)
    if not found:
        return None
    module, rest = found[1] or "bot", (found[2] or "").split()
    if module.split(".")[0] not in PACKAGES:
        return []
    if module not in (known := names()) and f"{module}.__main__" not in known:
        return [f"no module {module}"]
    source = "".join(each.source for each in modules(module.split(".")[0]))
    words = rest[:1] if module in {"bot", "engine"} else []
    words += [word.partition("=")[0] for word in rest if word.startswith("--")]
    return [
        f"python -m {module} knows no {word}"
        for word in words
        if re.fullmatch(r"-*[a-z][a-z-]+", word) and word != "--help" and f'"{word}"' not in source
    ]


def _target(_: Path, code: str) -> Iterable[str] | None:
    found = re.findall(r"(?:^|[ \"])make ([a-z-]+)", code)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    return [f"no target {name}" for name in found if name not in targets] if found else None


def _path(document: Path, code: str) -> Iterable[str] | None:
    """`bot/match/`, `rules.py`, `tests/records/<game>_*.txt`; a script of the shell too."""
    if (typed := re.search(r"(?:^| )(?:sh|cp) ((?:scripts|docs)/\S+)", code)) is not None:
        code = typed[1]
    if not PATH.fullmatch(code):
        return None
    if code.startswith("…") or code in OUTSIDE | names():
        return []
    glob = re.sub(r"<[^>]+>|…", "*", code).rstrip("/")
    homes = [document.parent, *(ROOT / base for base in BASES)]
    if document in ROOMS and "/" not in glob and glob.endswith(".py"):
        return [] if any(document.parent.glob(glob)) else [f"no file {code} in this room"]
    if any(any(home.glob(glob)) for home in homes):
        return []
    is_there = "/" not in glob and any(fits(name, glob) for name in file_names())
    return [] if is_there else [f"no file {code}"]


def fits(name: str, glob: str) -> bool:
    """Return whether a file's name is that of a pattern."""
    return Path(name).match(glob)


def _dotted(_: Path, code: str) -> Iterable[str] | None:
    """`bot.match.show`, `engine.game.Game`, `Tables.play`, `theme.width`."""
    if not re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(.*\))?", code) or code in OUTSIDE:
        return None
    path = code.partition("(")[0]
    if path in names() | texts() | tails():
        return []
    of_a_class = path[:1].upper() + path[1:]  # `theme.width` is of a `Theme`
    return [] if of_a_class in tails() else [f"no name {path}"]


def _word(_: Path, code: str) -> Iterable[str] | None:
    """`DISCORD_TOKEN`, `evening_person`, `PersonSettings`: somewhere in what the bot is made of."""
    word = re.match(r"[A-Za-z]\w*(?=$|=|\()", code)
    if word is None or not re.search(r"_|[a-z][A-Z]", word[0]) or word[0] in OUTSIDE:
        return None
    return [] if word[0] in written() else [f"nothing is called {word[0]}"]


CHECKS: Sequence[Callable[[Path, str], Iterable[str] | None]] = (
    _command, _program, _target, _path, _dotted, _word,
)  # fmt: skip
"""What a piece of code may be; the first that it is looks it over."""


def links(document: Path, text: str) -> Iterator[Fault]:
    """Return the links that lead nowhere, to files or to headings."""
    for number, line in enumerate(text.splitlines(), start=1):
        for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", line):
            path, _, anchor = (target[0] or target[1]).partition("#")
            if "://" in path or path.startswith("mailto:"):
                continue
            found = (document.parent / path).resolve() if path else document
            if not found.is_relative_to(ROOT) or not found.exists():
                yield Fault(document, number, f"no file {path}")
            elif anchor and anchor not in anchors(text if found == document else found.read_text()):
                yield Fault(document, number, f"no heading {path}#{anchor}")


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    return {
        re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


# What there is to name.


@cache
def names() -> frozenset[str]:
    """Return the dotted names of modules and packages, of what these define, and of its members."""
    found: set[str] = set()
    for module in modules():
        found |= {module.name, *defined(module)}
    return frozenset(found)


def defined(module: Module) -> Iterator[str]:
    """Return the dotted names of what a module defines or imports, and of its classes' members."""
    for node in module.tree.body:
        for name in _named(node):
            yield f"{module.name}.{name}"
        if isinstance(node, ast.ClassDef):
            for inner in ast.walk(node):
                yield from (f"{module.name}.{node.name}.{name}" for name in _named(inner))


def _named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (_last(target) for target in targets)
        case ast.AnnAssign(target=target):
            yield _last(target)
        case ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name for alias in aliases)
        case _:
            pass


def _last(target: ast.expr) -> str:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@cache
def tails() -> frozenset[str]:
    """Return what dotted names end with, as `Tables.play` and `match.show`."""
    split = (name.split(".") for name in names())
    return frozenset(
        ".".join(parts[start:]) for parts in split for start in range(1, len(parts) - 1)
    )


@cache
def texts() -> frozenset[str]:
    """Return the keys of all texts."""
    folder = ROOT / "bot" / "texts"
    return frozenset(
        key
        for file in folder.rglob("*.po")
        for key in re.findall(r'^msgid "(.+)"$', file.read_text("utf-8"), re.MULTILINE)
    )


@cache
def commands(language: str) -> dict[str, set[str]]:
    """Return the slash commands by their names in a language, with the words below each."""
    file = ROOT / "bot" / "texts" / language / "command_names.po"
    pattern = r'^msgid "command_name\.([\w.-]+)"\nmsgstr "(.+)"$'
    told = dict(re.findall(pattern, file.read_text("utf-8"), re.MULTILINE))
    found: dict[str, set[str]] = {name: set() for key, name in told.items() if "." not in key}
    for key, name in told.items():
        if "." in key:
            found[told[key.partition(".")[0]]].add(name)
    return found


def language_of(document: Path) -> str:
    """Return the language in which a document is written: `de` of `rules.de.md`."""
    stems = {document.stem, document.stem.partition(".")[2]} - {"es-419"}
    (language,) = {each.name for each in (ROOT / "bot" / "texts").iterdir()} & stems or {"en"}
    return language


@cache
def file_names() -> frozenset[str]:
    """Return the names of all files that the repository has."""
    tops = [each for each in ROOT.iterdir() if each.is_dir() and each.name[:1] != "."]
    files = [path for top in [*tops, ROOT / ".github"] for path in top.rglob("*")]
    return frozenset(path.name for path in [*files, *ROOT.iterdir()])


@cache
def written() -> frozenset[str]:
    """Return every word of the source, of what surrounds it, and of the stylesheets and pages."""
    found = {word for module in modules() for word in re.findall(r"\w+", module.source)}
    others = ["Makefile", "Dockerfile", "compose.yaml", "pyproject.toml", ".github/**/*.yml"]
    others += ["docs/systemd/*", "docs/*.json", "bot/texts/en/*.po", "sandbox/web/**/*.js"]
    for path in (path for pattern in others for path in ROOT.glob(pattern)):
        found |= {*re.findall(r"\w+", path.read_text("utf-8"))}
    return frozenset(found)


# Numbers that the tree can tell.


def value(name: str) -> Any:
    """Return what a module gives a name, as `bot.match.table.kind.MOST`."""
    home, _, last = name.rpartition(".")
    (module,) = (each for each in modules(home.split(".")[0]) if each.name == home)
    for node in module.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and last in _named(node):
            return eval(ast.unparse(node.value or ast.Constant(None)), {})  # noqa: S307 - our own code
    raise KeyError(name)


def lines_of(folder: str) -> int:
    """Return how many lines the modules and texts of a game of the tests have."""
    files = [path for path in (ROOT / folder).iterdir() if path.suffix in (".py", ".po")]
    return sum(path.read_text("utf-8").count("\n") for path in files)


def languages() -> int:
    """Return how many languages there are; one of which there is a base is none of its own."""
    found = (ROOT / "bot" / "texts").glob("*/command_names.po")
    return len({path.parent.name.partition("-")[0] for path in found})


def games() -> int:
    """Return how many games there are."""
    return len([*(ROOT / "engine" / "games").glob("*/rules.py")])


SIZES = "tests.test_architecture"
CROWD, EVENING = "bot.match.table.kind.MOST", "bot.match.table.seats.MOST_WITH_ROUNDS"
NUMBERS: Sequence[tuple[str, Callable[[], int], float]] = (
    (r"\b(\d+) (?:slash )?commands\b", lambda: len(commands("en")), 0),
    (r"(?i)\b(\w+) languages\b(?! the| of a)", languages, 0),
    (r"(?i)\b(\w+) (?:out-of-print )?games (?:can be played|you will)", games, 0),
    (r"(?i)\b(\w+) out-of-print", games, 0),
    (r"[Uu]p to (\d+)\*{0,2} (?:play|sit)", lambda: value(CROWD), 0),
    (r"[Uu]p to (\d+) people", lambda: value(EVENING), 0),
    (r"[Mm]odules (?:have|up to) (\d+) lines", lambda: value(f"{SIZES}.LONGEST_MODULE"), 0),
    (r"with commands\s+up to (\d+)", lambda: value(f"{SIZES}.LONGEST_COG"), 0),
    (r"(?:functions|function bodies up to) (\d+)\b", lambda: value(f"{SIZES}.LONGEST_BODY"), 0),
    (r"nearly all (?:up to )?(\d+)", lambda: value(f"{SIZES}.USUAL_BODY"), 0),
    (r"hail` is the\s+smallest, in (\d+) lines", lambda: lines_of("tests/games/hail"), 0.05),
    (r"thunder`, in (\d+)\s+lines", lambda: lines_of("tests/games/thunder"), 0.05),
)  # fmt: skip
"""How a number is said, what it is, and by which share it may be off."""


def numbers(text: str) -> Iterator[tuple[int, str]]:
    """Return the numbers that are others by now, with their lines; what is no number is none."""
    for pattern, there, off in NUMBERS:
        for found in re.finditer(pattern, text):
            said = number(found[1])
            if said is not None and abs(said - there()) > off * there():
                line = text.count("\n", 0, found.start()) + 1
                yield line, f'"{" ".join(found[0].split())}": there are {there()}'


def number(word: str) -> int | None:
    """Read `23` or `four`."""
    if word.isdecimal():
        return int(word)
    return NUMERALS.index(word.lower()) + 1 if word.lower() in NUMERALS else None


def main(paths: Sequence[str]) -> int:
    """Print what is not so in some documents or all; return the exit status."""
    documents = [Path(path).resolve() for path in paths] or DOCUMENTS
    found = [fault for document in documents for fault in faults(document)]
    print(*found, sep="\n", end="\n" * bool(found))
    print(f"{len(documents)} documents, {len(found)} faults")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
