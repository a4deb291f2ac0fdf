"""The tables of a round as they begin: who sits where, in which server, with which deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.clock import Clock
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.rules import Seats, seated
from bot.evenings.standings import Standing
from bot.evenings.store import BoardRow
from bot.match.lobby.lobbies import begun
from bot.match.table.change import chain, entropy_of_start, with_house
from bot.match.table.seats import MOST_ROUNDS, fewest_tables, fitting_seats, house_player, spread
from bot.preferences.terms import CLOCK, agreed
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Member, Status
from engine.chance import seed_from

PAIR = 2
"""How many people change places."""


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


def lined_up(
    homes: Sequence[Home], evening: EveningRow, past: Sequence[Sequence[Seats]] = (),
    places: Mapping[int, int] = MappingProxyType({}),
) -> list[tuple[Home, Seats]]:  # fmt: skip
    """Return the tables of a round: whose home each is in, and who sits there.

    `places` are people's in the standing, by their ids.
    """
    last = len(places) + 1
    people = {one.key for home in homes for one in home.people if one.user_id is not None}
    order = sorted(people, key=lambda key: (places.get(int(key), last), int(key)))
    return list(_seats_at(homes, _seed_of(homes, evening), order, past))


def exchanged(
    lined: Sequence[tuple[Home, Seats]], people: Sequence[EveningPerson]
) -> list[tuple[Home, Seats]]:
    """Return the tables on which those have changed places whom a director lets do so."""
    pairs = defaultdict[tuple[int, int], list[str]](list)
    for one in people:
        if one.exchange:
            pairs[one.guild_id, one.exchange].append(str(one.user_id))
    instead = dict[str | None, str]()
    for keys in pairs.values():
        if len(keys) == PAIR:
            instead |= {keys[0]: keys[1], keys[1]: keys[0]}
    return [(home, tuple(instead.get(key, key) for key in seats)) for home, seats in lined]


def dealt(
    homes: Sequence[Home], evening: EveningRow, lined: Sequence[tuple[Home, Seats]],
    house: Sequence[str], clock: Clock,
) -> list[MatchRow]:  # fmt: skip
    """Return the tables of a round, each dealt the same; each has the id of its home's row.

    Everybody counts as there: their new hand calls them, and a minute later the table does.
    """
    now = clock.now()
    entropy, tables = entropy_of_start(evening.key, int(evening.start)), list[MatchRow]()
    seed = _seed_of(homes, evening)
    people = {
        member.key: replace(member, acted=now)
        for home in homes
        for member in home.people
        if member.user_id is not None
    }  # fmt: skip
    for home, seats in lined:
        terms, others = replace(home.row.terms, table=len(tables) + 1), list[Member]()
        row = replace(home.row, series=evening.key, terms=terms)
        while len(others) < seats.count(None):
            others.append(house_player(row, others, row.terms.level, house))
        named = people | {member.key: member for member in others}
        keys = with_house(seed, seats, [member.key for member in others])
        tables.append(begun(row, [named[key] for key in keys], entropy, clock))
    return tables


def _seed_of(homes: Sequence[Home], evening: EveningRow) -> bytes:
    return seed_from(homes[0].row.secret, entropy_of_start(evening.key, int(evening.start)))


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
    terms = replace(
        agreed(first.terms, {CLOCK.key: evening.turn} if evening.turn else {}),
        rounds=max(evening.rounds, first.terms.rounds),
    )
    row = replace(
        first, terms=terms, id=MatchId(0), version=0, status=Status.LOBBY, members=(), votes=(),
        pauses=(), proposal=None, moves=0, state=None, closed_for="", follows=None, deadline=None,
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
