"""Who may import whom, and how large things may grow (docs/architecture.md)."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import quantiles

import pytest

from tests.source_tree import (
    PACKAGES,
    ROOT,
    Import,
    Module,
    body_lines,
    called,
    circles,
    modules,
)

STANDARD = frozenset(sys.stdlib_module_names)
IMPURE = ("asyncio", "datetime", "logging", "os", "random", "time")
SEEN_BY_PICTURES = (
    "engine.cards",
    "engine.events",
    "engine.game",
    "engine.melds",
    "engine.seats",
)
READ_THE_ENVIRONMENT = (
    "bot.command_line",
    "bot.host.health",
    "bot.match.house.forks",  # which hands it on to the process that it starts
    "bot.run",
    "bot.settings",
    "sandbox.__main__",
)

COMPILES = "engine.players.compiled"
COMPILER = ("numba", "numpy")

MODULES_OF_A_GAME = 9
LONGEST_MODULE = 600
LONGEST_COG = 150
LONGEST_BODY = 60
USUAL_BODY = 35


def offending(found: tuple[Module, ...], is_refused: Callable[[Import], bool]) -> list[str]:
    """List the imports that are refused, as `file:line imports name`."""
    return [
        f"{module}:{line.line} imports {line.name}"
        for module in found
        for line in module.imports()
        if is_refused(line)
    ]


def bot_without(*packages: str) -> tuple[Module, ...]:
    return tuple(module for module in modules("bot") if not module.is_within(*packages))


def test_engine_needs_the_standard_library_only() -> None:
    def is_foreign(line: Import) -> bool:
        return line.name.split(".")[0] not in STANDARD | {"engine"}

    assert not offending(tuple(m for m in modules("engine") if m.name != COMPILES), is_foreign)


def test_kernels_alone_are_compiled() -> None:
    """What compiles is imported in one place, and that place by modules of kernels alone."""
    everything = modules("engine", "render", "sandbox", "bot")
    compiling = [m for m in everything if offending((m,), lambda line: line.is_within(*COMPILER))]
    assert [module.name for module in compiling] == [COMPILES]
    users = [m for m in everything if offending((m,), lambda line: line.is_within(COMPILES))]
    assert not [m.name for m in users if not m.name.rpartition(".")[2].startswith("kernel")]


def test_engine_knows_no_clock_no_chance_and_no_outside() -> None:
    def is_impure(module: Module) -> Callable[[Import], bool]:
        may_draw = module.name == "engine.__main__"
        return lambda line: (
            line.is_within(*IMPURE)
            and not (line.is_within("random") and (line.typing_only or may_draw))
        )

    assert not [entry for m in modules("engine") for entry in offending((m,), is_impure(m))]


@pytest.mark.parametrize(
    ("top", "family"),
    [
        ("engine", "engine.games"),
        ("engine", "engine.players"),
        ("render", "render.scenes"),
        ("bot", "bot.presenters"),
    ],
)
def test_a_game_never_imports_another(top: str, family: str) -> None:
    def is_other(line: Import, own: str) -> bool:
        others = [f"{home}.{game}" for game in games - {own} for home in ("engine.games", family)]
        return line.is_within(*others)

    games = {module.name.split(".")[2] for module in modules("engine") if ".games." in module.name}
    assert games
    for module in modules(top):
        own = module.name.removeprefix(f"{family}.").partition(".")[0]
        if module.is_within(family) and own in games:
            assert not [line for line in module.imports() if is_other(line, own)], str(module)


def test_a_game_is_a_few_modules() -> None:
    packages: Counter[str] = Counter(
        module.name.split(".")[2]
        for module in modules("engine")
        if module.is_within("engine.games") and module.path.parent.name != "games"
    )
    assert packages
    assert not [game for game, count in packages.items() if count > MODULES_OF_A_GAME]


def test_rules_are_written_to_be_read() -> None:
    """A named tuple is made by its own name; what that costs no player notices."""
    games = [module for module in modules("engine") if module.is_within("engine.games")]
    assert not [f"{module}" for module in games if "tuple.__new__" in ast.unparse(module.tree)]


def test_rules_know_no_house_players() -> None:
    above = ("engine.players", "engine.analysis")
    rules = tuple(m for m in modules("engine") if not m.is_within(*above))
    found = [m for m in rules if m.name != "engine.__main__"]
    assert not offending(tuple(found), lambda line: line.is_within(*above))


def test_house_players_know_no_analysis() -> None:
    players = tuple(m for m in modules("engine") if m.is_within("engine.players"))
    assert not offending(players, lambda line: line.is_within("engine.analysis"))


def test_pictures_see_what_a_seat_sees_and_nothing_else() -> None:
    def is_refused(line: Import) -> bool:
        top = line.name.split(".")[0]
        if top == "engine":
            is_view = line.is_within("engine.games") and line.name.split(".")[3:4] == ["view"]
            return not is_view and not line.is_within(*SEEN_BY_PICTURES)
        return top not in STANDARD | {"render", "PIL", "regex"}

    assert not offending(modules("render"), is_refused)


def test_numbers_are_kept_in_one_place() -> None:
    """Every part may count, by `bot.meters`; what counts for it is known to two modules."""
    others = bot_without("bot.meters", "bot.host.watching")
    assert not offending(others, lambda line: line.is_within("prometheus_client"))


def test_one_module_sends_errors_away() -> None:
    others = bot_without("bot.host.watching")
    assert not offending(others, lambda line: line.is_within("sentry_sdk"))


def test_nothing_imports_in_a_circle_not_even_for_types() -> None:
    assert not circles(modules("engine", "render", "sandbox", "bot"))


def made_up(**sources: str) -> list[Module]:
    """Return modules `made.<name>` with these sources."""
    return [
        Module(f"made.{name}", ROOT / "made" / f"{name}.py", source)
        for name, source in sources.items()
    ]


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"a": "from made.b import c", "b": "import made.c", "c": "import os"}, []),
        ({"a": "from made import b", "b": "import made.a"}, [["made.a", "made.b"]]),
        (
            {
                "a": "from made.b import thing",
                "b": "if TYPE_CHECKING:\n    from made.c import Other",
                "c": "def later():\n    from . import a",
                "d": "import made.a",
            },
            [["made.a", "made.b", "made.c"]],
        ),
    ],
)
def test_a_circle_would_be_found(sources: dict[str, str], found: list[list[str]]) -> None:
    assert circles(made_up(**sources)) == found


def test_only_pictures_draw() -> None:
    assert not offending(modules("bot"), lambda line: line.is_within("PIL"))


def test_the_sandbox_knows_discord_by_its_protocol_only() -> None:
    def is_refused(line: Import) -> bool:
        return line.is_within("bot", "discord", "engine", "render", "sqlalchemy")

    assert modules("sandbox")
    assert not offending(modules("sandbox"), is_refused)


def test_only_the_start_of_the_bot_knows_the_sandbox() -> None:
    assert not offending(bot_without("bot.run"), lambda line: line.is_within("sandbox"))
    assert not offending(modules("engine", "render"), lambda line: line.is_within("sandbox"))


def test_nothing_shipped_imports_tests_benchmarks_or_scripts() -> None:
    shipped = modules("engine", "render", "sandbox", "bot")
    assert not offending(shipped, lambda line: line.is_within("tests", "bench", "scripts"))


def test_benchmarks_import_no_tests() -> None:
    assert not offending(modules("bench"), lambda line: line.is_within("tests"))


def test_one_module_reads_the_environment() -> None:
    readers = {
        module.name
        for module in modules("engine", "render", "sandbox", "bot")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}
    }
    assert readers <= set(READ_THE_ENVIRONMENT)


def test_what_a_class_leaves_to_others_is_abstract() -> None:
    shipped = [module for module in modules() if not module.is_within("tests")]
    assert len(shipped) > 100
    assert not [module for module in shipped if "NotImplementedError" in module.source]


def test_modules_are_short() -> None:
    assert not [f"{m}: {m.lines} lines" for m in modules() if m.lines > LONGEST_MODULE]


def test_cogs_are_shorter() -> None:
    cogs = [module for module in modules("bot") if module.last_word == "commands"]
    assert not [f"{m}: {m.lines} lines" for m in cogs if m.lines > LONGEST_COG]


def test_no_function_is_long() -> None:
    assert not [
        f"{module}:{function.lineno} {function.name}: {body_lines(function)} lines"
        for module in modules()
        for function in module.functions()
        if body_lines(function) > LONGEST_BODY
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_nearly_all_functions_are_shorter(package: str) -> None:
    bodies = [body_lines(function) for m in modules(package) for function in m.functions()]
    assert len(bodies) < 2 or quantiles(bodies, n=20)[-1] <= USUAL_BODY


def public_names(module: Module) -> Iterator[str]:
    """Return what a package's `__init__` defines, or brings in from inside the package."""
    for node in module.tree.body:
        match node:
            case ast.ImportFrom(module=str(origin)) if f"{origin}.".startswith(f"{module.name}."):
                yield from (alias.asname or alias.name for alias in node.names)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def exported(module: Module) -> list[str] | None:
    for node in module.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                names: list[str] = ast.literal_eval(value)
                return names
            case _:
                pass
    return None


def test_tables_of_contents_are_complete() -> None:
    contents = [
        (module, exported(module)) for module in modules("engine", "render", "sandbox", "bot")
    ]
    listed = [(module, names) for module, names in contents if names is not None]
    assert listed
    for module, names in listed:
        assert module.path.stem == "__init__", f"{module}: only a package lists its contents"
        public = {name for name in public_names(module) if not name.startswith("_")}
        used = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
        assert not set(names) - public, f"{module}: __all__ names what is not there"
        assert not public - used - set(names), f"{module}: __all__ misses what it brings in"


def test_handlers_of_commands_say_what_they_are() -> None:
    """A command without a description would show players its docstring."""
    for module in modules("bot"):
        for call in module.calls():
            if (
                called(call) in ("command", "Group")
                and module.last_word == "commands"
                and call.keywords
            ):
                given = {keyword.arg for keyword in call.keywords}
                assert "description" in given, f"{module}:{call.lineno}"
