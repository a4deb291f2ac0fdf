"""Application commands: read, and overwritten in bulk, globally or for one guild."""

from __future__ import annotations

from sandbox.checks.commands import CHAT, check_commands
from sandbox.errors import refusal
from sandbox.memory import Memory
from sandbox.rest.routing import Call, Reply, Route
from sandbox.wire import Json

_GUILD_INSTALL = 0


async def list_commands(call: Call) -> Reply:
    """Answer with the commands of a scope."""
    return Reply(200, list(call.memory.commands.get(_scope(call), {}).values()))


async def get_command(call: Call) -> Reply:
    """Answer with one command; 10063."""
    found = call.memory.commands.get(_scope(call), {}).get(call.number("command_id"))
    if found is None:
        raise refusal(10063)
    return Reply(200, found)


async def overwrite_commands(call: Call) -> Reply:
    """Put a list of commands in the place of all that the scope had."""
    scope = _scope(call)
    check_commands(call.body).raise_any()
    before = call.memory.commands.get(scope, {})
    known = {(item["type"], item["name"]): item["id"] for item in before.values()}
    made = [_command(call.memory, item, scope, known) for item in call.body]
    call.memory.commands[scope] = {int(item["id"]): item for item in made}
    call.switchboard.people.tell(
        list(call.memory.people), "COMMANDS_UPDATE", call.memory.all_commands()
    )
    return Reply(200, made)


def _command(
    memory: Memory, body: Json, scope: int | None, known: dict[tuple[int, str], str]
) -> Json:
    kind = body.get("type", CHAT)
    number = known.get((kind, body["name"]), str(memory.snowflakes.mint()))
    made: Json = {
        "name_localizations": None,
        "description": "",
        "description_localizations": None,
        "default_member_permissions": None,
        "nsfw": False,
        "contexts": None,
        **body,
        "integration_types": body.get("integration_types") or [_GUILD_INSTALL],
        "id": number,
        "type": kind,
        "application_id": str(memory.bot.id),
        "version": str(memory.snowflakes.mint()),
    }
    return made if scope is None else made | {"guild_id": str(scope)}


def _scope(call: Call) -> int | None:
    if call.number("application_id") != call.memory.bot.id:
        raise refusal(10002)
    if "guild_id" not in call.params:
        return None
    return call.memory.own_guild(call.number("guild_id")).id


_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES = (
    Route("GET", _GLOBAL, list_commands),
    Route("PUT", _GLOBAL, overwrite_commands),
    Route("GET", _GLOBAL + "/{command_id}", get_command),
    Route("GET", _GUILD, list_commands),
    Route("PUT", _GUILD, overwrite_commands),
    Route("GET", _GUILD + "/{command_id}", get_command),
)
