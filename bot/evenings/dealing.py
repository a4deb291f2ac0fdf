"""The tables of a round as they begin: who sits where, in which server, with which deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.clock import Clock
from bot.evenings.pairing import Seats, seated
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.standing import Standing
from bot.evenings.store import BoardRow
from bot.match.house.robots import house_player
from bot.match.lobby.beginning import begun
from bot.match.lobby.chosen_options import fitting_seats
from bot.match.lobby.crowd import MOST_ROUNDS, fewest_tables, spread
from bot.match.seating import chain, entropy_of_start, with_house
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.members import Member
from bot.store.rows import MatchId, MatchRow, Status
from engine.chance import seed_from


@dataclass(frozen=True, slots=True)
class Home:
    """A server's tables of a round: what their rows begin from, and its people."""

    row: MatchRow
    people: Sequence[Member]


def secret_of(evening: EveningRow) -> bytes:
    """Return the secret of the round that an evening with rounds is at."""
    return chain(evening.secret, MOST_ROUNDS)[evening.round - 1]


def past_of(rows: Sequence[MatchRow]) -> tuple[Seats, ...]:
    """Return who sat where at the tables of a round, as the pairing of the next ones asks."""
    return tuple(
        tuple(member.key if member.user_id is not None else None for member in row.members)
        for row in rows
    )


def dealt(
    homes: Sequence[Home], evening: EveningRow, past: Sequence[Sequence[Seats]],
    house: Sequence[str], clock: Clock, places: Mapping[int, int] = MappingProxyType({}),
) -> list[MatchRow]:  # fmt: skip
    """Return the tables of a round, each dealt the same; each has the id of its home's row.

    `places` are people's in the standing, by their ids. Everybody counts as there: their new hand
    calls them, and a minute later the table does.
    """
    now = clock.now()
    entropy, tables = entropy_of_start(evening.key, int(evening.start)), list[MatchRow]()
    seed = seed_from(homes[0].row.secret, entropy)
    people = {
        member.key: replace(member, acted=now)
        for home in homes
        for member in home.people
        if member.user_id is not None
    }  # fmt: skip
    last = len(places) + 1
    order = sorted(people, key=lambda key: (places.get(int(key), last), int(key)))
    for home, seats in _seats_at(homes, seed, order, past):
        terms, others = replace(home.row.terms, table=len(tables) + 1), list[Member]()
        row = replace(home.row, series=evening.key, terms=terms)
        while len(others) < seats.count(None):
            others.append(house_player(row, others, row.terms.level, house))
        named = people | {member.key: member for member in others}
        keys = with_house(seed, seats, [member.key for member in others])
        tables.append(begun(row, [named[key] for key in keys], entropy, clock))
    return tables


def _seats_at(
    homes: Sequence[Home], seed: bytes, order: Sequence[str], past: Sequence[Sequence[Seats]]
) -> Iterator[tuple[Home, Seats]]:
    """Yield each table and where it is: all have as many seats, so that all are compared."""
    own = [{member.key for member in home.people} for home in homes]
    fitting = fitting_seats(homes[0].row)
    persons = [[key for key in order if key in keys] for keys in own]
    fewest = fewest_tables(len(order)) if len(homes) == 1 else 1
    most = max(spread(len(keys), fitting, fewest).seats for keys in persons)
    for home, keys in zip(homes, persons, strict=True):
        plan = spread(len(keys), (most,), fewest)
        yield from ((home, seats) for seats in seated(seed, keys, plan, past))


async def home_of(
    store: Store, board: BoardRow, evening: EveningRow, people: Sequence[EveningPerson],
    standing: Standing, clock: Clock,
) -> Home:  # fmt: skip
    """Return a server's home of a round, from 2, after a standing. Raises UnreadableMatch."""
    first = await store.match(MatchId(board.match_id))
    rows = (row for played in standing.played for row in played.rows)
    # The table that was its lobby may have been deleted, with the data of all its people.
    first = first or next((row for row in rows if row.guild_id == board.guild_id), None)
    if first is None:
        raise UnreadableMatch(MatchId(board.match_id), "an evening goes on without any table")
    now = clock.now()
    row = replace(
        first, id=MatchId(0), version=0, status=Status.LOBBY, members=(), votes=(), pauses=(),
        proposal=None, moves=0, state=None, closed_for="", follows=None, deadline=None,
        created=now, touched=now, series=evening.key, secret=secret_of(evening),
    )  # fmt: skip
    own = [one for one in people if one.guild_id == board.guild_id]
    shut = {
        member.user_id
        for played in standing.played
        for table in played.rows
        for member in table.members
        if not member.dm
    }
    members = [
        Member(str(one.user_id), one.name, joined=one.joined, dm=one.user_id not in shut)
        for one in own
    ]
    return Home(row, members)
