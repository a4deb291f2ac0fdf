"""All that a page shows at first."""

from __future__ import annotations

from sandbox import accounts, objects, places
from sandbox.memory import Memory
from sandbox.switchboard import Switchboard
from sandbox.things import Channel, Guild
from sandbox.wire import Json

_SHOWN = 100
_OVER = 3
"""The first state of an event that is over."""


def hello(switchboard: Switchboard, person_id: int, since: int | None = None) -> Json:
    """Return all that a page shows at first.

    Private answers live as long as the page they came to, as in Discord: a new page has none,
    and one that connects again gives the `opened` of its first hello as `since`.
    """
    memory = switchboard.memory
    opened = memory.snowflakes.mint() if since is None else since
    return {
        "opened": str(opened),
        "me": _account(memory, person_id),
        "people": [_account(memory, number) for number in memory.people],
        "bot": accounts.user(memory.bot),
        "commands": memory.all_commands(),
        "faults": switchboard.faults.to_json(),
        **whereabouts(memory, person_id, opened),
    }


def whereabouts(memory: Memory, person_id: int, opened: int) -> Json:
    """Return the places that a person sees, with what was said in them."""
    visible = [item for item in memory.channels.values() if person_id in memory.audience(item.id)]
    open_ = [item for item in memory.guilds.values() if memory.faults.elsewhere or not item.foreign]
    guilds = [_guild(memory, item, visible) for item in open_ if person_id in item.members]
    dms = [item for item in visible if item.guild_id is None]
    known = [item.id for item in visible]
    return {
        "guild": next(iter(guilds), None),
        "guilds": guilds,
        "dms": [places.channel(memory, item) for item in dms],
        "messages": {str(number): _messages(memory, person_id, number, opened) for number in known},
        "read": {str(number): _read(memory, person_id, number) for number in known},
    }


def events_of(memory: Memory, guild: Guild) -> list[Json]:
    """Return the scheduled events of a guild that are not over, the next first."""
    found = [item for item in memory.events.values() if item.guild_id == guild.id]
    ahead = sorted((item for item in found if item.status < _OVER), key=lambda item: item.begins)
    return [places.event(memory, item) for item in ahead]


def _account(memory: Memory, person_id: int) -> Json:
    person = memory.person(person_id)
    return accounts.user(person) | {"locale": person.locale}


def _guild(memory: Memory, guild: Guild, visible: list[Channel]) -> Json:
    members = [memory.person(number) for number in guild.members]
    inside = [item for item in visible if item.guild_id == guild.id]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "foreign": guild.foreign,
        "roles": places.roles(memory, guild),
        "channels": [places.channel(memory, item) for item in inside if item.thread is None],
        "threads": [places.channel(memory, item) for item in inside if item.thread is not None],
        "events": events_of(memory, guild),
        "members": [accounts.member(guild, person) for person in members],
    }


def _messages(memory: Memory, person_id: int, channel_id: int, opened: int) -> list[Json]:
    seen = [
        item
        for item in memory.history(channel_id)
        if memory.sees(person_id, item) and (item.only_for is None or item.id > opened)
    ]
    return [objects.message(memory, item) for item in seen[-_SHOWN:]]


def _read(memory: Memory, person_id: int, channel_id: int) -> str | None:
    number = memory.read.get((person_id, channel_id))
    return None if number is None else str(number)
