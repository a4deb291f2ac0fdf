"""Names outside the servers they are known in: a number, for people who chose so in `/preferences`.

The number is drawn at random, so nothing leads from it to anybody, and stays until they show their
name again. People at a table see its names wherever they look; this is for all others.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from bot.preferences.person import person_settings, set_person
from bot.store import Store
from bot.store.rows import Location, MatchRow
from render.api import Words

NUMBER_DIGITS = 4
"""Digits of a number; a longer one is drawn only where that is taken."""


async def hide_name(store: Store, user_id: int) -> None:
    """Have a person shown elsewhere by a number of their own."""
    if (await person_settings(store, user_id)).number is not None:
        return
    for digits in count(NUMBER_DIGITS):
        least = 10 ** (digits - 1)
        number = least + secrets.randbelow(9 * least)
        if not await store.scopes_with("number", str(number)):
            await set_person(store, user_id, number=number)
            return


async def show_name(store: Store, user_id: int) -> None:
    """Have a person shown elsewhere by their name; the number is forgotten."""
    await set_person(store, user_id, number=None)


async def names_for(
    store: Store, names: Mapping[int, str], guild_id: int | None, say: Words
) -> dict[int, str]:
    """Return how people are named to a server (None: outside of any), by their ids.

    Who hides their name is known there by the name of their last game there, or by their number.
    """
    return {user: await _name_for(store, user, name, guild_id, say) for user, name in names.items()}


async def row_for(store: Store, row: MatchRow, location: Location, say: Words) -> MatchRow:
    """Return a match that has ended with the names by which everybody in a place may see it."""
    if is_for_all(row, location):
        return row
    people = {member.user_id: member.name for member in row.members if member.user_id is not None}
    names = await names_for(store, people, location.guild_id, say)
    members = tuple(
        member if member.user_id is None else replace(member, name=names[member.user_id])
        for member in row.members
    )
    return replace(row, members=members)


async def _name_for(store: Store, user_id: int, name: str, guild_id: int | None, say: Words) -> str:
    number = (await person_settings(store, user_id)).number
    if number is None:
        return name
    here = None if guild_id is None else await store.name_in(user_id, guild_id)
    return say("elsewhere.player", number=str(number)) if here is None else here


def is_for_all(row: MatchRow, location: Location) -> bool:
    """Return whether people in a place may follow a code of a match, if they see its channel."""
    return row.is_in(location.channel_id) or is_in_server(row, location)


def is_in_server(row: MatchRow, location: Location) -> bool:
    """Return whether a place is in the server of a match."""
    return row.guild_id is not None and row.guild_id == location.guild_id
