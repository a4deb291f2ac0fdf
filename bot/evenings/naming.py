"""How people of one server are named in another one with which it plays an evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.discord.names import NAME_LENGTH
from bot.evenings.challenge_store import ChallengeStore
from bot.evenings.rows import EveningPerson
from bot.evenings.store import EveningStore
from bot.match.elsewhere import names_for
from bot.store import Store
from bot.store.rows import MatchRow
from render.api import Words

LEAST = 8
"""So many characters of a server's name are told at least."""

AROUND = 3
"""How many characters stand around it."""

NOBODY: Mapping[int, str] = MappingProxyType({})
"""Who is named otherwise in an evening of one server."""


async def names_seen(store: Store, evening_id: int, guild_id: int, say: Words) -> Mapping[int, str]:
    """Return how people of other servers are named in one, by their ids.

    As they chose to be seen elsewhere, with the name of their server behind.
    """
    people = await EveningStore(store.database).people(evening_id)
    if all(one.guild_id == guild_id for one in people):
        return NOBODY
    others = {one.user_id: one for one in people if one.guild_id != guild_id}
    known = {user_id: one.name for user_id, one in others.items()}
    shown = await names_for(store, known, guild_id, say)
    clubs = await ChallengeStore(store.database).clubs({one.guild_id for one in others.values()})
    return {
        user_id: of_club(shown[user_id], clubs[one.guild_id].name, say)
        if one.guild_id in clubs
        else shown[user_id]
        for user_id, one in others.items()
    }


def of_club(name: str, club: str, say: Words) -> str:
    """Return a name with that of its server behind, no longer than any name may be."""
    for short in (club, _cut(club, NAME_LENGTH - len(name) - AROUND), _cut(club, LEAST)):
        told = say("evening.of_club", name=name, club=short)
        if len(told) <= NAME_LENGTH:
            return told
    name = _cut(name, NAME_LENGTH - LEAST - AROUND)
    return say("evening.of_club", name=name, club=_cut(club, LEAST))


def _cut(text: str, most: int) -> str:
    most = max(most, LEAST)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def seen(row: MatchRow, names: Mapping[int, str]) -> MatchRow:
    """Return a table with the names by which a server knows people of the other one."""
    if not names:
        return row
    members = tuple(
        replace(member, name=names.get(member.user_id or 0, member.name)) for member in row.members
    )
    return replace(row, members=members)


def named(people: Sequence[EveningPerson], names: Mapping[int, str]) -> Sequence[EveningPerson]:
    """Return the people of an evening with the names by which a server knows them."""
    return [replace(one, name=names.get(one.user_id, one.name)) for one in people]
