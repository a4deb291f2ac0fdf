"""The rooms of the bot: who may import whom among them (docs/architecture.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.source_tree import Import, Module, modules
from tests.test_architecture import bot_without, offending

FEATURES = (
    "daily", "evenings", "home", "leagues", "learn", "people", "privacy", "puzzles", "ratings",
    "records", "replays", "reviews", "servers",
)  # fmt: skip
"""The rooms of what people do beside playing. None imports another, but for those below."""

CHAIN = ("puzzles", "reviews", "replays", "records")
"""Of these each may import those behind it: a puzzle comes from a review, and so on. Privacy, too,
may import records: they are part of what people are given."""

KNOWN = {
    "bot.client": {"home", "servers"}, "bot.command_line": {"ratings"},
    "bot.cluster.ownership": {"privacy"}, "bot.cluster.peers": {"ratings"},
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
    ("feature",), ("commands",), ("actions",), ("news", "welcoming", "stage", "notices"),
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

STORES = ("ended", "erased", "expired", "log", "personal", "store", "tallies", "tries")
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
        and not m.is_within("bot.match.acts", "bot.match.show", "bot.match.talk", "bot.host.check")
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
