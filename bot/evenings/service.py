"""Evenings: many people play at several tables with the same deals, round by round.

What is to be done for an evening that goes on is found out from what is stored, and each step
changes nothing when it is done again: whatever a kill has left undone is done at the next look.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.clock import Clock
from bot.errors import Refused
from bot.evenings import rules, standings
from bot.evenings.rows import EveningPerson, EveningRow, Place
from bot.evenings.seating import Home, dealt, exchanged, home_of, lined_up, past_of, secret_of
from bot.evenings.standings import named
from bot.evenings.store import Beginning, BoardRow, ChallengeStore, EveningStore
from bot.match.lobby.lobbies import Lobbies, require_entry
from bot.match.table.change import changed
from bot.match.table.kind import new_series
from bot.match.table.seats import (
    FEWEST_WITH_ROUNDS,
    MOST_WITH_ROUNDS,
    terms_of_crowd,
)
from bot.match.table.state import seat_of, tables_of
from bot.match.table.tables import Tables
from bot.match.table.times import ROOM, is_paused_for, left
from bot.store import Store
from bot.store.changes import change_of
from bot.store.errors import UnreadableMatch
from bot.store.rows import (
    LIVE,
    Commit,
    MatchId,
    MatchRow,
    Member,
    Pause,
    Presence,
    SeriesRow,
    Status,
    Terms,
)

# Who is in the rounds of an evening, and who may still come. Pure.


def person_of(people: Sequence[EveningPerson], user_id: int) -> EveningPerson | None:
    """Return a person as they are in an evening; None if they never were."""
    return next((one for one in people if one.user_id == user_id), None)


def require_open(evening: EveningRow, person: EveningPerson | None) -> None:
    """Raise Refused unless a person can join from the next round on: nobody new from the second."""
    if evening.ended is not None or evening.round >= evening.rounds:
        raise Refused("refused.evening_no_more")
    if person is not None and person.gone is None:
        raise Refused("refused.evening_in")
    if person is None and evening.round > 1:
        raise Refused("refused.evening_late")


def held_seat(rows: Sequence[MatchRow], user_id: int) -> MatchRow | None:
    """Return the table of a round at which a house player holds a person's seat, if one does."""
    held = Presence.LEFT, Presence.LATE
    for row in rows:
        if row.status is Status.PLAYING and (seat := seat_of(row, user_id)) is not None:
            return row if row.members[seat - 1].presence in held else None
    return None


def came_back(
    rows: Sequence[MatchRow], people: Sequence[EveningPerson], number: int
) -> list[EveningPerson]:
    """Return who left in a round and has come back to their seat by themselves."""
    there = {
        member.user_id
        for row in rows
        for member in row.members
        if row.status is Status.PLAYING and not member.away
    }
    return [one for one in people if one.gone == number and one.user_id in there]


def not_playing(
    evening: EveningRow, people: Sequence[EveningPerson], user_id: int, number: int
) -> Refused:
    """Return why somebody without a seat in a round has neither cards nor a result in it."""
    own, plays = person_of(people, user_id), number not in evening.played
    if own is not None and own.gone is None:
        if plays and evening.round < evening.rounds:
            return Refused("refused.evening_comes", round=evening.round + 1)
        return Refused("refused.evening_not_then")
    try:
        require_open(evening, own)
    except Refused:
        return Refused("refused.evening_not_in" if own is None else "refused.evening_not_then")
    return Refused("refused.evening_not_in.join", round=evening.round + 1)


LOST = ("channel", "server")
"""Why tables end that nobody can reach any more: their server plays no other round."""

log = logging.getLogger(__name__)


class Evenings:
    """Begins evenings, their rounds, and ends them. Raises Refused and StoreErrors."""

    def __init__(
        self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock, house: Sequence[str]
    ) -> None:
        self._store = store
        self._evening_store = EveningStore(store.database)
        self._clubs = ChallengeStore(store.database)
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)
        lobbies.crowds = self

    async def begin(self, row: MatchRow, interaction_id: int) -> MatchRow:
        """Deal the same cards to all tables of a lobby at once; return the first. Raises Refused.

        Evening, series and all tables are stored in one transaction, or nothing is.
        """
        return await self.begin_together([row], interaction_id)

    async def begin_together(self, rows: Sequence[MatchRow], interaction_id: int) -> MatchRow:
        """Begin one evening for the lobbies of several servers; return the first one's first table.

        As `begin` does; what the lobbies commit is the first one's. Raises Refused.
        """
        home = rows[0]
        rounds = home.terms.rounds
        evening = EveningRow(
            home.id, self._clock.now(), max(1, rounds), secret=home.secret if rounds else b"",
            start=str(interaction_id), appointment=home.terms.appointment,
        )  # fmt: skip
        secret = secret_of(evening) if rounds else home.secret
        bases = [
            replace(row, series=evening.key, secret=secret, terms=_terms_of_tables(row), rated=True)
            for row in rows
        ]
        homes = [Home(base, base.members) for base in bases]
        tables = dealt(homes, evening, lined_up(homes, evening), self._house, self._clock)
        firsts = {row.id: row for row in reversed(tables)}
        others = [row for row in tables if row is not firsts[row.id]]
        boards, people = _boards_and_people(home.id, rows)
        new = Beginning(evening, boards, self._series(evening, bases[0]), people)
        first, *more = (Commit(firsts[row.id], members_changed=True) for row in rows)
        token, stored = self._store.ownership.token, list[MatchRow]()

        async def write(commit: Commit) -> bool:
            lobbies = [change_of(each) for each in (commit, *more)]
            tables = await self._evening_store.begin(new, lobbies, others, token)
            stored.extend(tables or ())
            return tables is not None

        await self._tables.store(first, write=write)
        for each in more:
            await self._tables.handle_change(each.row.id, each.row.version)
        await self._tell(stored, token)
        return first.row

    def _series(self, evening: EveningRow, row: MatchRow) -> SeriesRow:
        now = self._clock.now()
        lasts = rules.seconds_of_round(row) if evening.has_rounds else rules.LONGEST
        series = new_series(evening.key, row.game, row.options, now, now + lasts)
        return replace(series, secret=row.secret)

    async def _tell(self, stored: Sequence[MatchRow], token: str | None) -> None:
        for row in stored:
            await self._tables.tell(self._store.ownership.noted(row, token))

    async def standing(
        self, evening: EveningRow, names: Mapping[int, str] = standings.NOBODY
    ) -> standings.Standing:
        """Return how an evening stands; what was made in a round only once that has ended.

        `names` are those of people who are called otherwise where it is shown.
        """
        series = await self._store.series.get(evening.key)
        played = [
            await standings.played_of(self._store, evening.key_of(number), names)
            for number in evening.played
        ]
        people = await self._evening_store.people(evening.id)
        asks = {
            board.guild_id: board.asks for board in await self._evening_store.boards(evening.id)
        }
        clubs = await self._clubs.clubs([*asks]) if len(asks) > 1 else {}
        return standings.Standing(
            evening, await self._read(evening.key, names), named(people, names),
            series.closes if series is not None else 0.0, played,
            rules.totals_of([one.lines for one in played], standings.ruled_of(people)), clubs, asks,
        )  # fmt: skip

    async def step(self, evening_id: int) -> EveningRow | None:
        """Do what is due for an evening; return it as it is then, None if there is none."""
        evening = await self._evening_store.get(evening_id)
        if evening is None or evening.ended is not None:
            return evening
        rows = [] if evening.next_at is not None else await tables_of(self._store, evening.key)
        await self._stand_still(evening, rows)
        # One that was forgotten ends all the same, or what it withholds would be for good.
        if evening.paused is not None and self._clock.now() - evening.begun <= rules.LONGEST:
            return evening
        if evening.next_at is not None:
            if self._clock.now() >= evening.next_at:
                await self._next_round(evening)
        else:
            await self._take_back(evening, rows)
            if await self._is_over(evening):
                await self._end_round(evening)
        return await self._evening_store.get(evening_id)

    async def due(self, evening: EveningRow) -> float | None:
        """Return when there is something to do next for an evening; None if nothing is to come."""
        if evening.paused is not None:
            return None
        if evening.ended is not None or evening.next_at is not None:
            return evening.next_at
        series = await self._store.series.get(evening.key)
        return None if series is None else series.closes

    async def join(
        self, evening: EveningRow, person: Member, guild_id: int, roles: Collection[int] = (), *,
        is_let_in: bool = False,
    ) -> EveningPerson:  # fmt: skip
        """Take a person in from the next round on, or back in; `roles` are theirs. Raises Refused.

        Who was removed comes back only if a director has let them in.
        Whose seat a house player holds in this round has it back, and plays from this round on.
        Nobody new comes once the second round has begun.
        """
        for board in await self._evening_store.boards(evening.id):
            lobby = await self._store.match(MatchId(board.match_id))
            if lobby is not None and board.guild_id == guild_id:
                await require_entry(self._store, lobby, int(person.key), roles)
        people = await self._evening_store.people(evening.id)
        own = person_of(people, int(person.key))
        if own is not None and own.removed and not is_let_in:
            raise Refused("refused.evening_removed")
        seat = held_seat(await tables_of(self._store, evening.key), int(person.key))
        if seat is None:
            require_open(evening, own)
        if sum(one.gone is None for one in people) >= MOST_WITH_ROUNDS:
            raise Refused("refused.full")
        joined = EveningPerson(
            evening.id, int(person.key), guild_id, person.name, person.joined,
            evening.round + (seat is None),
        )  # fmt: skip
        await self._evening_store.join(joined)
        if seat is not None:
            await self._tables.come_back(seat.id, joined.user_id)
        return joined

    async def leave(self, evening: EveningRow, user_id: int, *, is_removed: bool = False) -> None:
        """Let a person out: a house player finishes the game that they are at. Raises Refused.

        Who `is_removed` does not come back by themselves.
        """
        people = await self._evening_store.people(evening.id)
        if not any(one.user_id == user_id and one.gone is None for one in people):
            raise Refused("refused.evening_out")
        # Their seat first: who has left and sits there is taken to have come back.
        for row in await tables_of(self._store, evening.key):
            seat = seat_of(row, user_id)
            if seat is None or row.status is not Status.PLAYING:
                continue
            own = row.members[seat - 1]
            if is_removed and own.presence is not Presence.REMOVED:
                await self._tables.kick(row.id, user_id)
            elif not own.away:
                await self._tables.leave(row.id, user_id)
        await self._evening_store.leave(evening.id, user_id, evening.round, removed=is_removed)

    async def moments(self, standing: standings.Standing) -> tuple[standings.Moment, ...]:
        """Return the moments of an evening that has ended."""
        tables = []
        for row in (row for played in standing.played for row in played.rows):
            try:
                tables.append((await self._tables.replayed(row.id)).at(row))
            except (Refused, UnreadableMatch) as error:
                log.info("match %s has no moments: %s", row.id, error)
        return standings.moments_of(tables)

    def signature_of(self, row: MatchRow) -> str:
        """Return what a board tells of a table, spelt."""
        return self._table(row).signature

    async def whole(self, row: MatchRow) -> MatchRow:
        """Return a table with everybody of its evening at it, as if that had been one match.

        So a rematch is everybody's who is in its server. It goes on as long as the evening does.
        """
        of = rules.evening_of(row.series)
        evening = None if of is None else await self._evening_store.get(of)
        if evening is None:
            return row
        people = await self._evening_store.people(evening.id)
        own = {one.user_id for one in people if one.guild_id == row.guild_id}
        members = {
            member.key: member
            for number in range(1, evening.round + 1)
            for one in await tables_of(self._store, evening.key_of(number))
            for member in one.members
            if member.user_id in own
        }
        boards = await self._evening_store.boards(evening.id)
        lobby = next((one.match_id for one in boards if one.guild_id == row.guild_id), evening.id)
        status = row.status if evening.ended is not None else Status.PLAYING
        return replace(row, id=MatchId(lobby), members=tuple(members.values()), status=status)

    async def _stand_still(self, evening: EveningRow, rows: Sequence[MatchRow]) -> None:
        """Have all tables of a round stand still with their evening, or go on with it."""
        is_still = evening.paused is not None
        others = [row for row in rows if is_paused_for(row, ROOM) != is_still]
        pause = partial(self._tables.pause, pause=Pause(ROOM))
        await self._each(others, pause if is_still else partial(self._tables.resume, why=ROOM))

    async def _take_back(self, evening: EveningRow, rows: Sequence[MatchRow]) -> None:
        """Take in again who left in this round and came back to their seat by themselves."""
        people = await self._evening_store.people(evening.id)
        for one in came_back(rows, people, evening.round):
            await self._evening_store.join(one)

    async def _is_over(self, evening: EveningRow) -> bool:
        """Return whether the round that is played is; when its time is over, others finish it."""
        rows, now = await tables_of(self._store, evening.key), self._clock.now()
        series = await self._store.series.get(evening.key)
        is_late = series is not None and now >= series.closes
        if is_late and evening.has_rounds:
            await self._each(rows, self._hand_over)
        if now - evening.begun > rules.LONGEST:
            await self._each(rows, partial(self._tables.close, why=rules.OVERDUE))
        rows = await tables_of(self._store, evening.key)
        return not any(row.status in LIVE for row in rows)

    async def _each(
        self, rows: Sequence[MatchRow], do: Callable[[MatchId], Awaitable[object]]
    ) -> None:
        for row in rows:
            if row.status is Status.PLAYING:
                try:
                    await do(row.id)
                except (Refused, UnreadableMatch) as error:
                    log.info("match %s of an evening: %s", row.id, error)

    async def _hand_over(self, match_id: MatchId) -> None:
        """Let house players finish a game: its people have no more time."""
        async with self._tables.locked(match_id) as row:
            now = self._clock.now()
            members = tuple(handed_over(row, member, now) for member in row.members)
            if row.status is Status.PLAYING and members != row.members:
                after = changed(row, now, members=members, votes=(), pauses=())
                await self._tables.store_present(after)

    async def _end_round(self, evening: EveningRow) -> None:
        rows = await tables_of(self._store, evening.key)
        series = await self._store.series.get(evening.key)
        closes = self._clock.now() if series is None else series.closes
        # Who was at play when the time was over did something since: they are in the next round.
        away = {
            member.user_id
            for row in rows
            for member in row.members
            if member.away and member.acted < closes
        }
        lost = {row.guild_id for row in rows if row.closed_for in LOST}
        people = [one for one in await self._evening_store.people(evening.id) if one.gone is None]
        gone = [one.user_id for one in people if one.user_id in away or one.guild_id in lost]
        now = self._clock.now()
        goes_on = evening.round < evening.rounds and len(people) - len(gone) >= FEWEST_WITH_ROUNDS
        ended = replace(evening, ended=now)
        places = [] if goes_on else places_of((await self.standing(ended)).totals)
        await self._evening_store.end_round(
            evening, now, now + rules.BREAK if goes_on else None, gone, places
        )

    async def _next_round(self, evening: EveningRow) -> None:
        """Deal the next round to those who are in; end the evening if they are too few.

        So does one that was to end with the last round: a kill may have left the break.
        """
        standing = await self.standing(evening)
        people = [one for one in standing.people if one.gone is None]
        if evening.round >= evening.rounds or len(people) < FEWEST_WITH_ROUNDS:
            await self._evening_store.end(evening.id, self._clock.now(), places_of(standing.totals))
            return
        after, homes, lined = await self.line_up(standing)
        tables = dealt(homes, after, lined, self._house, self._clock)
        token = self._store.ownership.token
        stored = await self._evening_store.next_round(
            after.round, evening.id, self._series(after, homes[0].row), tables, token
        )
        await self._tell(stored or (), token)

    async def line_up(
        self, standing: standings.Standing
    ) -> tuple[EveningRow, Sequence[Home], Sequence[tuple[Home, rules.Seats]]]:
        """Return the next round, its homes, and who is to sit at each table as it stands now."""
        evening, people = standing.evening, [one for one in standing.people if one.gone is None]
        after = replace(evening, round=evening.round + 1, next_at=None)
        homes = [
            await home_of(self._store, board, after, people, standing, self._clock)
            for board in await self._evening_store.boards(evening.id)
        ]
        homes = [home for home in homes if home.people]
        past = [
            past_of(await tables_of(self._store, evening.key_of(number)))
            for number in evening.played
        ]
        places = {one.user_id: one.place for one in standing.totals}
        lined = lined_up(homes, after, past, places)
        return after, homes, exchanged(lined, people)

    async def _read(self, key: str, names: Mapping[int, str]) -> list[standings.EveningTable]:
        tables = []
        for row in await tables_of(self._store, key):
            try:
                tables.append(replace(self._table(row), row=standings.seen(row, names)))
            except UnreadableMatch as error:
                self._store.set_aside(error)
        return tables

    def _table(self, row: MatchRow) -> standings.EveningTable:
        return standings.EveningTable(row, self._tables.table(row).view(None).deal)


def handed_over(row: MatchRow, member: Member, now: float) -> Member:
    """Return the member of a game that house players finish.

    When they did something last is as it was for who had fallen asleep, and now for everybody else.
    """
    if member.user_id is None or member.presence not in (Presence.HERE, Presence.LATE):
        return member
    gone = left(row, member, now)
    return replace(gone, acted=member.acted) if member.presence is Presence.LATE else gone


def _terms_of_tables(row: MatchRow) -> Terms:
    """Return the terms of a lobby without those that tell how it is to begin."""
    return replace(terms_of_crowd(row.terms), begins=None, against=None, ready="", appointment=0)


def _boards_and_people(
    evening_id: int, rows: Sequence[MatchRow]
) -> tuple[list[BoardRow], list[EveningPerson]]:
    """Return where an evening is shown, and who plays it. Raises Refused."""
    boards, people = list[BoardRow](), list[EveningPerson]()
    for row in rows:
        if row.guild_id is None:
            raise Refused("refused.malformed")
        boards.append(BoardRow(evening_id, row.guild_id, row.id, row.locale))
        people += [
            EveningPerson(evening_id, int(member.key), row.guild_id, member.name, member.joined)
            for member in row.members
            if member.user_id is not None
        ]
    return boards, people


def places_of(totals: Sequence[rules.Total]) -> list[Place]:
    """Return what everybody came to."""
    return [Place(one.user_id, one.place, one.points) for one in totals]
