"""Evenings: a lobby with more people than seats becomes several tables with the same deals.

What is to be done for an evening that goes on is found out from what is stored, and each step
changes nothing when it is done again: whatever a kill has left undone is done at the next look.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.errors import Refused
from bot.evenings.pairing import people_by_table
from bot.evenings.round import LONGEST, OVERDUE, evening_of
from bot.evenings.scoring import Line, Sat, standing_of
from bot.evenings.store import EveningRow, EveningStore
from bot.match.house.robots import house_player
from bot.match.lobby.beginning import begun
from bot.match.lobby.crowd import Plan, terms_of_crowd
from bot.match.lobby.lobbies import Lobbies
from bot.match.seating import entropy_of_start, seated_together
from bot.match.series import new_series
from bot.match.table import is_house, seat_of
from bot.match.tables import Tables
from bot.match.together import tables_of
from bot.store import Store
from bot.store.changes import change_of
from bot.store.errors import UnreadableMatch
from bot.store.members import Member
from bot.store.rows import LIVE, Commit, MatchId, MatchRow, Status
from engine.chance import seed_from

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an evening: its match, and the deal it is at, from 1."""

    row: MatchRow
    deal: int

    @property
    def told(self) -> str:
        """What the standing tells of it, spelt."""
        return f"{self.row.home_id} {self.row.status} {self.deal}"


@dataclass(frozen=True, slots=True)
class Standing:
    """All that is told of an evening: its tables, and once it has ended everybody's lines.

    `lines` are of people, best first; `sat` is everybody at a table that was played out.
    """

    evening: EveningRow
    tables: Sequence[Table]
    lines: Sequence[Line] = ()
    sat: Sequence[Sat] = ()

    @property
    def key(self) -> str:
        """What the standing tells, spelt: an equal one need not be shown again."""
        return ", ".join(one.told for one in self.tables)

    @property
    def first(self) -> MatchRow:
        """The table that was the lobby."""
        return self.tables[0].row

    def table_of(self, user_id: int) -> MatchRow:
        """Return the table at which a person sits. Raises Refused."""
        for one in self.tables:
            if seat_of(one.row, user_id) is not None:
                return one.row
        raise Refused("refused.not_seated")


class Evenings:
    """Begins evenings, ends them, and reckons what came of them. Raises Refused and StoreErrors."""

    def __init__(
        self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock, house: Sequence[str]
    ) -> None:
        self._store = store
        self._kept = EveningStore(store.database)
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)
        lobbies.crowds = self

    async def begin(self, row: MatchRow, plan: Plan, interaction_id: int) -> MatchRow:
        """Deal the same cards to all tables of a lobby at once; return the first. Raises Refused.

        Evening, series and all tables are stored in one transaction, or nothing is.
        """
        if row.guild_id is None:
            raise Refused("refused.malformed")
        now = self._clock.now()
        evening = EveningRow(row.id, row.guild_id, row.locale, now)
        deals = replace(
            new_series(evening.key, row.game, row.options, now, now + LONGEST), secret=row.secret
        )
        first, *others = self._dealt(row, evening.key, interaction_id, plan)
        token, stored = self._store.ownership.token, list[MatchRow]()

        async def write(commit: Commit) -> bool:
            tables = await self._kept.begin(evening, deals, change_of(commit), others, token)
            stored.extend(tables or ())
            return tables is not None

        await self._tables.store(Commit(first, members_changed=True), write=write)
        for other in stored:
            await self._tables.tell(self._store.ownership.noted(other, token))
        return first

    def _dealt(self, row: MatchRow, key: str, start: int, plan: Plan) -> list[MatchRow]:
        """Return the tables as they begin, with the lobby's row as the first of them."""
        entropy = entropy_of_start(key, start)
        seed = seed_from(row.secret, entropy)
        people = {member.key: member for member in row.members if member.user_id is not None}
        row = replace(row, series=key, terms=terms_of_crowd(row.terms))
        tables = []
        for keys in people_by_table(seed, tuple(people), plan):
            house = list[Member]()
            while len(keys) + len(house) < plan.seats:
                house.append(house_player(row, house, row.terms.level, self._house))
            named = people | {member.key: member for member in house}
            order = seated_together(seed, keys, [member.key for member in house], plan.seats)
            seated = [named[key] for key in order]
            tables.append(begun(row, seated, entropy, self._clock))
        return tables

    async def standing(self, evening: EveningRow) -> Standing:
        """Return how an evening stands; what was made only once it has ended."""
        tables = await self._read(evening)
        if evening.ended is None:
            return Standing(evening, tables)
        sat = [sat for one in tables for sat in self._sat(one.row)]
        return Standing(evening, tables, standing_of(sat), sat)

    async def step(self, evening_id: int) -> EveningRow | None:
        """Do what is due for an evening; return it as it is then, None if there is none."""
        evening = await self._kept.get(evening_id)
        if evening is None or evening.ended is not None:
            return evening
        rows = await tables_of(self._store, evening.key)
        now = self._clock.now()
        if now - evening.begun > LONGEST:
            await self._close_all(rows)
            rows = await tables_of(self._store, evening.key)
        if any(row.status in LIVE for row in rows):
            return evening
        await self._kept.end(evening.id, evening.key, now)
        return await self._kept.get(evening_id)

    def told_of(self, row: MatchRow) -> str:
        """Return what the standing tells of a table, spelt."""
        return self._table(row).told

    async def whole(self, row: MatchRow) -> MatchRow:
        """Return a table with everybody of its evening at it, as if that had been one match.

        So a rematch is everybody's. It goes on as long as any of the tables does.
        """
        of = evening_of(row.series)
        evening = None if of is None else await self._kept.get(of)
        if evening is None:
            return row
        rows = await tables_of(self._store, evening.key)
        people = tuple(
            member for one in rows for member in one.members if member.user_id is not None
        )
        status = row.status if evening.ended is not None else Status.PLAYING
        return replace(row, id=MatchId(evening.id), members=people, status=status)

    async def _read(self, evening: EveningRow) -> list[Table]:
        tables = []
        for row in await tables_of(self._store, evening.key):
            try:
                tables.append(self._table(row))
            except UnreadableMatch as error:
                self._store.set_aside(error)
        return tables

    def _table(self, row: MatchRow) -> Table:
        return Table(row, self._tables.table(row).view(None).deal)

    def _sat(self, row: MatchRow) -> list[Sat]:
        """Return what everybody at a table made in each of its deals; [] if it was not over."""
        if row.status is not Status.OVER:
            return []
        view = self._tables.table(row).view(None)
        return [
            Sat(
                row.id, seat, member.user_id, member.name,
                tuple(deal[seat - 1] for deal in view.deal_scores),
                is_stood_in=member.user_id is not None and is_house(member),
            )
            for seat, member in enumerate(row.members, start=1)
        ]  # fmt: skip

    async def _close_all(self, rows: Sequence[MatchRow]) -> None:
        for row in rows:
            if row.status is Status.PLAYING:
                try:
                    await self._tables.close(row.id, why=OVERDUE)
                except (Refused, UnreadableMatch) as error:
                    log.info("match %s of an evening that is over: %s", row.id, error)
