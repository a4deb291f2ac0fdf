"""What a module may import and how large it may grow, and that examples in docstrings are true."""

from __future__ import annotations

import ast
import doctest
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from statistics import quantiles
from subprocess import run

import pytest

from tests.source_tree import PACKAGES, ROOT, Import, Module, body_lines, called, circles, modules

# Who may import whom, and how large things may grow (docs/architecture.md).

STANDARD = frozenset(sys.stdlib_module_names)
IMPURE = ("asyncio", "datetime", "logging", "os", "random", "time")
SEEN_BY_PICTURES = (
    "engine.analysis.scale",
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


def test_only_who_thinks_loads_the_compiler_which_takes_a_second_and_much_memory() -> None:
    told = "import sys, bot.client; print(*{*sys.modules} & {'numba', 'numpy'})"
    assert not run([sys.executable, "-c", told], check=True, capture_output=True).stdout.strip()


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
    others = bot_without("bot.meters", "bot.host.telemetry")
    assert not offending(others, lambda line: line.is_within("prometheus_client"))


def test_one_module_sends_errors_away() -> None:
    others = bot_without("bot.host.telemetry")
    assert not offending(others, lambda line: line.is_within("sentry_sdk"))


def test_no_line_of_the_log_has_the_id_of_a_person() -> None:
    lines = [
        ast.unparse(node)
        for module in modules("bot")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log.")
    ]
    assert len(lines) > 100
    assert not [line for line in lines if "user_id" in line]


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
    cogs = [module for module in modules("bot") if module.last_word in ("commands", "feature")]
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
                and module.last_word in ("commands", "feature")
                and call.keywords
            ):
                given = {keyword.arg for keyword in call.keywords}
                assert "description" in given, f"{module}:{call.lineno}"


# The rooms of the bot: who may import whom among them (docs/architecture.md).

FEATURES = (
    "beats", "daily", "evenings", "home", "leagues", "learn", "people", "privacy", "puzzles",
    "ratings", "records", "replays", "reviews", "seekers", "servers",
)  # fmt: skip
"""The rooms of what people do beside playing. None imports another, but for those below."""

CHAIN = ("puzzles", "reviews", "replays", "records")
"""Of these each may import those behind it: a puzzle comes from a review, and so on. Privacy, too,
may import records: they are part of what people are given."""

KNOWN = {
    "bot.client": {"home", "servers"}, "bot.command_line": {"ratings"},
    "bot.cluster.peers": {"privacy", "ratings"},
}  # fmt: skip
"""Features that others than their list and the routes know: what a name, or a server that is new,
calls, what tidies, and ratings, which follow every game that is over."""

FLOORS = (
    ("clock", "errors", "meters", "settings", "skill", "texts", "turns"),
    ("painter", "presenters", "store"),
    ("preferences",),
    ("discord",),
    ("match",),
    FEATURES,
    ("cluster", "features", "host", "routes"),
    ("wiring",),
    ("client",),
    ("rehearsal",),
    ("run",),
    ("command_line",),
    ("__main__",),
)
"""Every room of the bot, the lowest first: a floor knows none above it."""

SPEAK_DISCORD = ("client", "discord", "presenters", "rehearsal", "run", "wiring")
"""The rooms, beside the files below in every room, that may import discord."""

ORDER = (
    ("feature",), ("commands",), ("actions",), ("news", "welcome", "stage", "notices"),
    ("layout", "layouts"),
)  # fmt: skip
"""How files of a feature are named that speak to people, the uppermost first: by their last word.
All others, its services, its stores and its rules, stand below and know none of these."""

QUARTERS = (
    "table",
    "house",
    "clock",
    "calls",
    "show",
    "lobby",
    "acts",
    "talk",
    "commands",
    "feature",
)
"""The quarters of `bot.match`, the lowest first: each knows only those before it."""

STORES = ("log", "personal", "store")
"""How files of a feature are named that speak SQL; all of `bot.store` does."""


def test_faces_and_layouts_see_views_not_states() -> None:
    def is_state(line: Import) -> bool:
        return line.is_within("engine.games") and line.name.split(".")[3:4] in (
            ["state"],
            ["rules"],
        )

    shown = tuple(
        m for m in modules("bot")
        if m.is_within("bot.presenters", "bot.match.show") or m.last_word in SPOKEN
    )  # fmt: skip
    assert shown
    assert not offending(shown, is_state)


def test_only_the_store_speaks_sql() -> None:
    def is_sql(line: Import) -> bool:
        return line.is_within("sqlalchemy", "alembic", "aiosqlite", "asyncpg", "psycopg", "sqlite3")

    assert offending(modules("bot"), is_sql)
    others = tuple(
        m for m in bot_without("bot.store")
        if not (room_of(m.name) in FEATURES and m.last_word in STORES)
    )  # fmt: skip
    assert not offending(others, is_sql)


def test_kinds_of_databases_know_nothing_of_the_one_that_is_open() -> None:
    backends = tuple(module for module in modules("bot") if module.is_within("bot.store.backends"))
    assert backends
    assert not offending(backends, lambda line: line.is_within("bot.store.database"))


def test_only_the_borders_speak_discord() -> None:
    others = tuple(
        m for m in modules("bot")
        if room_of(m.name) not in SPEAK_DISCORD
        and m.last_word not in SPOKEN
        and not m.is_within(
            "bot.match.acts", "bot.match.clock.proposals", "bot.match.show", "bot.match.talk",
            "bot.host.check",
        )
    )  # fmt: skip
    assert not offending(others, lambda line: line.is_within("discord"))


def test_every_room_has_a_floor() -> None:
    rooms = {room_of(module.name) for module in modules("bot")} - {""}
    assert rooms == {room for floor in FLOORS for room in floor}


def test_low_floors_know_no_high_ones() -> None:
    for number, floor in enumerate(FLOORS):
        higher = {room for above in FLOORS[number + 1 :] for room in above}
        low = tuple(module for module in modules("bot") if room_of(module.name) in floor)
        assert low, floor
        assert not offending(low, lambda line, above=higher: room_of(line.name) in above)  # type: ignore[misc] # bound now


def test_quarters_of_match_know_only_those_before_them() -> None:
    core = tuple(module for module in modules("bot") if module.is_within("bot.match"))
    assert {quarter_of(module.name) for module in core} == {"", *QUARTERS}
    for number, quarter in enumerate(QUARTERS):
        own = tuple(module for module in core if quarter_of(module.name) == quarter)
        above = QUARTERS[number + 1 :]
        assert not offending(own, lambda line, no=above: quarter_of(line.name) in no)  # type: ignore[misc] # bound now


def test_features_know_nothing_of_each_other() -> None:
    for module in modules("bot"):
        own = room_of(module.name)
        if own in FEATURES:
            known = {own, *(CHAIN[CHAIN.index(own) :] if own in CHAIN else ())}
            known |= {"records"} if own == "privacy" else set()
            others = {*FEATURES} - known
            found = offending((module,), lambda line, no=others: room_of(line.name) in no)  # type: ignore[misc] # bound now
            assert not found


def test_features_are_known_to_their_list_and_to_the_routes_alone() -> None:
    """Whatever else names one makes another place for a new one (CONTRIBUTING.md)."""
    for module in modules("bot"):
        if room_of(module.name) not in (*FEATURES, "features", "routes"):
            known = {room_of(line.name) for line in module.imports()} & {*FEATURES}
            assert known == KNOWN.get(module.name, set()), module


def test_inside_a_feature_the_names_of_files_say_who_knows_whom() -> None:
    for module in modules("bot"):
        room = room_of(module.name)
        if room not in FEATURES:
            continue
        place = place_of(module)
        above = {m.name for m in modules("bot") if room_of(m.name) == room and place_of(m) < place}
        found = offending((module,), lambda line, no=above: line.is_within(*no))  # type: ignore[misc] # bound now
        assert not found


def room_of(name: str) -> str:
    """Return the room of a module of the bot: the word behind `bot.`, or "" for another."""
    top, _, rest = name.partition(".")
    return rest.partition(".")[0] if top == "bot" else ""


def quarter_of(name: str) -> str:
    """Return the quarter of `bot.match` that a module is in, or "" for another."""
    return name.split(".")[2] if name.startswith("bot.match.") else ""


SPOKEN = frozenset(word for words in ORDER for word in words)


def place_of(module: Module) -> int:
    """Return where a file of a feature stands, by its name: 0 knows most."""
    word = module.last_word
    return next((at for at, words in enumerate(ORDER) if word in words), len(ORDER))


def test_layouts_decide_nothing() -> None:
    """What a message looks like follows from what it is given; only actions ask the tables."""
    layouts = tuple(m for m in modules("bot") if m.last_word in ("layout", "layouts"))
    services = (
        "bot.match.lobby.lobbies.Lobbies",
        "bot.match.table.tables",
        "bot.match.show.publisher",
        "bot.discord.press",
    )
    assert not offending(layouts, lambda line: line.is_within(*services))


HOLD_ALL = ("bot.wiring", "bot.client", "bot.rehearsal")
"""What holds the whole bot."""


def test_parts_are_handed_over_but_to_presses() -> None:
    """They are taken out of the app when something is made of them, or when somebody asks."""
    found = {m: [*taking(m.tree)] for m in modules("bot") if m.last_word != "feature"}
    assert any(found[m] for m in found if m.is_within(*HOLD_ALL))
    assert not {str(m): lines for m, lines in found.items() if lines and not m.is_within(*HOLD_ALL)}


def taking(node: ast.AST) -> Iterator[int]:
    """Return the lines in which a part is taken by what is neither a maker nor asked."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            given = {argument.arg for argument in child.args.args}
            if child.name == "__init__" or given & {"press", "asked"}:
                continue
        if isinstance(child, ast.Call) and ast.unparse(child.func).endswith("app.get"):
            yield child.lineno
        yield from taking(child)


# The examples in docstrings are true.

SHOWN = tuple(m.name for m in modules("engine", "render", "bot") if ">>>" in m.source)


def test_the_first_things_a_newcomer_meets_have_examples() -> None:
    met = {
        "engine.game", "engine.events", "engine.chance", "engine.course", "engine.options",
        "engine.match", "engine.record", "engine.players.robot", "render.scene", "render.context",
        "render.speech", "bot.discord.press", "bot.match.show.stage", "bot.presenters.presenter",
    }  # fmt: skip
    assert met <= set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(name), raise_on_error=False)
    assert found.attempted
    assert not found.failed
