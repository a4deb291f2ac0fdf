"""One interaction of each kind that the bot takes: every route, every command, all typing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.client import Nimbus
from bot.routes import ROUTES, Route, find
from bot.store.rows import MatchId
from tests.hostile.box import GUILD, message, person
from tests.hostile.forging import interaction
from tests.match.finished import ADA, BEN, CHANNEL
from tests.test_routes import POSTED

_NUMBERS = count(1000)

_VALUES: dict[Kind, Any] = {
    Kind.string: "x", Kind.integer: 1, Kind.boolean: True, Kind.user: str(BEN),
    Kind.mentionable: str(BEN),
}  # fmt: skip


def by_ada(kind: int, data: dict[str, Any]) -> dict[str, Any]:
    """Spell an interaction of somebody who sits at the tables, with a token of its own."""
    number = str(next(_NUMBERS))
    return interaction(kind, data, ADA, GUILD, CHANNEL) | {"id": number, "token": f"token {number}"}


def pressed(custom_id: str) -> dict[str, Any]:
    """Spell a press of a control on a message that everybody sees."""
    part = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    data = {"custom_id": custom_id, "component_type": 3, "values": ["x"]}
    return by_ada(3, data) | {"message": message([part])}


def presses(matches: Sequence[MatchId]) -> Iterator[dict[str, Any]]:
    """Spell a press for every route, and for each of some matches where it is about one."""
    for route, fields in _examples().values():
        told = [{"match_id": each} for each in matches] if "match_id" in fields else [{}]
        for each in told:
            yield pressed(route.spelling.format(**fields | each))


def _examples() -> dict[str, tuple[Route, dict[str, Any]]]:
    found = {route.spelling: (route, fields) for route, fields in filter(None, map(find, POSTED))}
    assert len(found) == len(ROUTES)
    return found


def commands(bot: Nimbus) -> Iterator[dict[str, Any]]:
    """Spell every command, with all its options."""
    for command in _leaves(bot):
        yield by_ada(2, _called(command))


def typed(bot: Nimbus) -> Iterator[dict[str, Any]]:
    """Spell the typing of every option for which something is offered."""
    for command in _leaves(bot):
        for option in command.parameters:
            if option.autocomplete:
                yield by_ada(4, _called(command, option.name))


def called(name: str, **options: Any) -> dict[str, Any]:
    """Spell a command with some options that are texts."""
    given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    return by_ada(2, {"id": "1", "name": name, "type": 1, "options": given})


def _leaves(bot: Nimbus) -> Iterator[app_commands.Command[Any, Any, Any]]:
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def _called(command: app_commands.Command[Any, Any, Any], focused: str = "") -> dict[str, Any]:
    options = [
        {
            "name": one.name, "type": one.type.value,
            "value": one.choices[0].value if one.choices else _VALUES[one.type],
        }
        | ({"focused": True} if one.name == focused else {})
        for one in command.parameters
    ]  # fmt: skip
    users = {str(BEN): person(BEN)}
    member = {"roles": [], "permissions": "0", "joined_at": "2026-01-01T00:00:00+00:00"}
    resolved = {"users": users, "members": {str(BEN): member | {"flags": 0}}}
    named: dict[str, Any] = {"name": command.name, "type": 1, "options": options}
    if command.parent is not None:
        named = {"name": command.parent.name, "type": 1, "options": [named]}
    return {"id": "1", "resolved": resolved, **named}
