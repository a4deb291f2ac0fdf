"""Guilds: what the bot may read of them."""

from __future__ import annotations

from sandbox import accounts, places
from sandbox.errors import ApiError, refusal
from sandbox.rest.routing import Call, Reply, Route
from sandbox.things import Guild


async def list_guilds(call: Call) -> Reply:
    """Answer with the guilds the bot is in, by id, and what it may do in each."""
    after, most = call.asked("after", 0, 0, 2**63 - 1), call.asked("limit", 200, 1, 200)
    found = sorted(call.memory.own_guilds(), key=lambda item: item.id)
    guilds = [places.own_guild(call.memory, item) for item in found if item.id > after]
    return Reply(200, guilds[:most])


async def get_guild(call: Call) -> Reply:
    """Answer with a guild; 10004."""
    guild = _guild(call)
    counts = {"approximate_member_count": len(guild.members)}
    more = counts if call.query.get("with_counts") in {"1", "true", "True"} else {}
    return Reply(200, places.guild(call.memory, guild) | more)


async def list_channels(call: Call) -> Reply:
    """Answer with a guild's channels."""
    channels = call.memory.channels_of(_guild(call).id)
    return Reply(200, [places.channel(call.memory, item) for item in channels])


async def list_roles(call: Call) -> Reply:
    """Answer with a guild's roles: everyone's and the bot's own."""
    return Reply(200, places.roles(call.memory, _guild(call)))


async def get_member(call: Call) -> Reply:
    """Answer with a member; 10007."""
    guild = _guild(call)
    person_id = call.number("user_id")
    if person_id not in guild.members:
        raise refusal(10007)
    return Reply(200, accounts.member(guild, call.memory.person(person_id)))


async def list_members(call: Call) -> Reply:
    """Refuse: listing members needs the privileged members intent."""
    _guild(call)
    raise ApiError(403, 50001, "Missing Access")


def _guild(call: Call) -> Guild:
    return call.memory.own_guild(call.number("guild_id"))


ROUTES = (
    Route("GET", "/users/@me/guilds", list_guilds),
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", "/guilds/{guild_id}/channels", list_channels),
    Route("GET", "/guilds/{guild_id}/roles", list_roles),
    Route("GET", "/guilds/{guild_id}/members", list_members),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
)
