"""Names of people at tables, and who has chosen to be a number elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from itertools import count

from bot.discord.names import Someone, bold, escape, marked
from bot.match.table.change import changed
from bot.match.table.state import is_played_by_house, names_of, seat_of
from bot.preferences.person import person_settings, set_person
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.rows import Door, Location, MatchRow, Member, Pause, Presence, Status, anonymous_id
from bot.texts import Texts
from engine.game import View
from engine.seats import Seat
from render.api import Person, Words, You

# How the people and house players of a match are named, in labels, sentences and pictures.


def plain_names(
    row: MatchRow, say: Words, stood_in: Collection[Seat] | None = None
) -> tuple[str, ...]:
    """Return everybody's name for labels, which know no markdown.

    House players and stand-ins bear their mark, and people of one name the number of their seat.
    `stood_in` are the seats that had a stand-in at the time; None means those that have one now.
    """
    names = zip(names_of(row), row.members, strict=True)
    if stood_in is None:
        here = (
            Someone(name, member.user_id is not None, is_played_by_house(row, member))
            for name, member in names
        )
    else:
        here = (
            Someone(
                name, member.user_id is not None, member.user_id is not None and seat in stood_in
            )
            for seat, (name, member) in enumerate(names, start=1)
        )
    return tuple(marked(who, say) for who in here)


def bold_names(
    row: MatchRow, say: Words, stood_in: Collection[Seat] | None = None
) -> tuple[str, ...]:
    """Return everybody's name for sentences, safe in markdown."""
    return tuple(bold(name) for name in plain_names(row, say, stood_in))


def move_name(row: MatchRow, view: View, code: str, say: Words) -> str:
    """Name a move of the view's seat as a sentence does in which it is printed bold."""
    return escape(PRESENTERS[row.game].named(view, code, say, plain_names(row, say)))


def alone(seats: int, reader: Seat, say: Words) -> tuple[Person, ...]:
    """Return who sits at a table of nobody in particular: oneself, and house players."""
    others = enumerate(say("house.names").split(", "))
    return tuple(
        Person(You(say("puzzles.you"))) if seat == reader else _house_player(*next(others))
        for seat in range(1, seats + 1)
    )


def _house_player(portrait: int, name: str) -> Person:
    return Person(name, house=True, portrait=portrait)


@cache
def portraits() -> Mapping[str, int]:
    """Return which portrait each name of a house player has, in all languages."""
    texts = Texts.load()
    named = [texts.words(locale)("house.names").split(", ") for locale in texts.locales]
    return {name: portrait for names in named for portrait, name in enumerate(names)}


def people(row: MatchRow) -> tuple[Person, ...]:
    """Return everybody as pictures need them."""
    return tuple(
        Person(name, is_played_by_house(row, member), portraits().get(member.name, 0))
        for member, name in zip(row.members, names_of(row), strict=True)
    )


# Names outside the servers they are known in: a number, for people who chose so in `/preferences`.
#
# The number is drawn at random, so nothing leads from it to anybody, and stays until they show
# their name again. People at a table see its names wherever they look; this is for all others.

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


# Taking a person out of a match whose data is to be deleted; pure.
#
# At a table their seat stays, without anybody's name or id: a house player plays on in it. Seat
# and seed were drawn from the ids of all who joined, so of such a match they cannot be computed
# again, and what only that needs goes as well.


def is_anonymous(row: MatchRow) -> bool:
    """Return whether somebody who sat in a match had their data deleted."""
    return any(member.is_anonymous for member in row.members)


def without_person(
    row: MatchRow, user_id: int, name: str, now: float, number: int | None = None
) -> MatchRow:
    """Return the next version of a live match in which nothing says that this person was in it.

    A lobby they leave; it goes to who joined next if they opened it, and is closed where nobody is
    left. In a game they are `name` from then on, with a `number` below zero for their id: that of
    their seat, if none is given. Presence, and its effect on the clocks, is not looked at here.
    """
    pauses = tuple(_pause(pause, user_id) for pause in row.pauses)
    lists = {name: _without(getattr(row.door, name), user_id) for name in _OF_PEOPLE}
    door = replace(row.door, **lists)  # type: ignore[arg-type] # none of them is `private`
    proposal = row.proposal if row.proposal and user_id not in row.proposal.yes else None
    after = changed(
        row, now, pauses=pauses, votes=_without(row.votes, user_id), door=door, proposal=proposal
    )
    if row.status is Status.LOBBY:
        return _out_of_lobby(after, user_id)
    opener = 0 if row.opener_id == user_id else row.opener_id
    seat = seat_of(row, user_id)
    if seat is None:
        return replace(after, opener_id=opener, touched=row.touched)
    members = tuple(
        _anonymous(member, number or anonymous_id(seat), name)
        if member.user_id == user_id
        else replace(member, joined="")
        for member in row.members
    )
    # The entropy of a series is its key, which names nobody.
    return replace(after, opener_id=opener, members=members, entropy=row.series)


_OF_PEOPLE = ("invited", "quiet", "kicked", "won", "behind")
"""The lists of a door that name people."""


def _out_of_lobby(row: MatchRow, user_id: int) -> MatchRow:
    members = tuple(member for member in row.members if member.user_id != user_id)
    people = [member.user_id for member in members if member.user_id is not None]
    opener = row.opener_id if row.opener_id != user_id else next(iter(people), 0)
    if people or row.terms.appointment:
        return replace(row, opener_id=opener, members=members)
    return replace(
        row, opener_id=opener, members=members, status=Status.CLOSED, deadline=None, door=Door()
    )


def _anonymous(member: Member, number: int, name: str) -> Member:
    """Return the remains of a member: the level of the house player that plays for them."""
    return type(member)(presence=Presence.LEFT, key=str(number), name=name, level=member.level)


def _pause(pause: Pause, user_id: int) -> Pause:
    return replace(pause, by=None) if pause.by == user_id else pause


def _without(user_ids: tuple[int, ...], user_id: int) -> tuple[int, ...]:
    return tuple(other for other in user_ids if other != user_id)
