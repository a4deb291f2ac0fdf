"""Discord's JSON of people: users, and members of guilds."""

from __future__ import annotations

import datetime as dt

from sandbox.snowflake import born
from sandbox.things import Guild, Person
from sandbox.wire import Json


def timestamp(seconds: float) -> str:
    """Return a Unix time as Discord writes it."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()


def user(person: Person) -> Json:
    """Return a user object."""
    return {
        "id": str(person.id),
        "username": person.username,
        "global_name": None if person.bot else person.name,
        "discriminator": "0001" if person.bot else "0",
        "avatar": None,
        "bot": person.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def roles_of(guild: Guild, person: Person) -> list[str]:
    """Return the ids of the roles that a person, or the bot, has in a guild."""
    if person.bot:
        return [str(guild.role_id)]
    return [str(role.id) for role in guild.roles if person.id in role.members]


def member(guild: Guild, person: Person, *, bits: int | None = None) -> Json:
    """Return a guild member object; `bits` are its permissions, when they are to be told."""
    fields: Json = {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": roles_of(guild, person),
        "joined_at": timestamp(born(guild.id)),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if bits is not None:
        fields["permissions"] = str(bits)
    return fields
