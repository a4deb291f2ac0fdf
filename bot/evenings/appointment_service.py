"""Weekly evenings: the lobby of the next one, and what hosts do with them."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.clock import Clock
from bot.errors import Refused
from bot.evenings.rows import WEEK, Appointment, made_in
from bot.evenings.rules import options_of_round
from bot.evenings.store import EveningStore
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.change import touched_lobby
from bot.match.table.season import SeasonLine, season_table
from bot.match.table.tables import Tables
from bot.match.table.times import lobby_due
from bot.preferences.server import server_settings
from bot.preferences.terms import CLOCK, agreed
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import Commit, Door, Location, MatchId, MatchRow, Status

PLAYS = (
    "channel_id", "locale", "games", "rounds", "turn", "weekday", "minute", "zone", "next_at",
)  # fmt: skip
"""What of an appointment a form sets."""

MOST = 3
"""How many weekly evenings a server may have."""

MOST_ASKED = 20
"""How many people who came the last time are named until they have answered."""

PLACES_TOLD, MOST_TOLD = (2, 3), 3
"""The places of the last evening that are told behind the winner, and how many people of each."""

log = logging.getLogger(__name__)


class Appointments:
    """Keeps the appointments of all servers. Raises Refused and StoreErrors."""

    def __init__(self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock) -> None:
        self.store = store
        self.evening_store = EveningStore(store.database)
        self.clock = clock
        self._tables = tables
        self._lobbies = lobbies

    async def of(self, appointment_id: int, guild_id: int) -> Appointment:
        """Return an appointment of a server. Raises Refused."""
        found = await self.evening_store.appointments(guild_id)
        one = next((one for one in found if one.id == appointment_id), None)
        if one is None:
            raise Refused("refused.no_appointment")
        return one

    async def season(self, one: Appointment) -> tuple[SeasonLine, ...]:
        """Return the table of the season that goes on."""
        played = await self.evening_store.of_season(one.id, one.since)
        return season_table([*map(made_in, played)], one.counted, handicap=one.handicap)

    async def lobby(self, one: Appointment) -> MatchRow | None:
        """Return the lobby of the next evening, if it is open."""
        row = None if one.lobby_id is None else await self.store.match(MatchId(one.lobby_id))
        return row if row is not None and row.status is Status.LOBBY else None

    async def go_on(self, one: Appointment) -> float:
        """Go on to the week after; return when its evening begins."""
        # Where this one was moved forward, its own time is still ahead, and no evening any more.
        after = one.time.after(max(one.next_at + WEEK / 2, self.clock.now()))
        values = {"next_at": after, "lobby_id": None, "reminder": None}
        await self.evening_store.change_appointment(one.id, values)
        return after

    async def open(self, one: Appointment) -> MatchRow | None:
        """Open the lobby in which people sign up for the next evening; None if there is one."""
        settings = await server_settings(self.store, one.guild_id)
        terms = replace(
            agreed(settings.terms, {CLOCK.key: one.turn}), rounds=one.rounds, begins=one.next_at,
            appointment=one.id,
        )  # fmt: skip
        at = Location(one.guild_id, one.channel_id)
        new = self._lobbies.new(one.game, None, at, one.locale)
        new = replace(
            new, terms=terms, options={**new.options, **options_of_round(one.game)},
            deadline=lobby_due(terms, new.created), door=await self._door(one),
        )  # fmt: skip
        token = self.store.ownership.token
        row = await self.evening_store.open_lobby(one, new, token)
        if row is not None:
            await self._tables.tell(self.store.ownership.noted(row, token))
        return row

    async def _door(self, one: Appointment) -> Door:
        """Return who came to the last evening, who are asked by name, quietly, and who won it."""
        played = await self.evening_store.of_season(one.id, 0.0)
        people = [each for each in played[-1].people if each.user_id > 0] if played else []
        asked = tuple(each.user_id for each in people)[:MOST_ASKED]
        best = sorted((each.place, each.user_id) for each in people if each.place)
        won = tuple(user_id for place, user_id in best if place == 1)
        behind = tuple(user_id for place, user_id in best if place in PLACES_TOLD)
        return Door(asked, asked, won=won[:MOST_TOLD], behind=behind[:MOST_TOLD])

    async def set(self, one: Appointment) -> Appointment:
        """Make an appointment, or change what one plays and when; its open lobby goes.

        Raises Refused for one more than there may be, or one that there is no more.
        """
        if not one.id:
            if len(await self.evening_store.appointments(one.guild_id)) >= MOST:
                raise Refused("refused.appointments", most=MOST)
            return replace(one, id=await self.evening_store.add_appointment(one))
        await self._shut(await self.of(one.id, one.guild_id))
        values: dict[str, object] = {name: getattr(one, name) for name in PLAYS}
        values |= {"lobby_id": None, "reminder": None}
        await self.evening_store.change_appointment(one.id, values)
        return one

    async def skip(self, one: Appointment) -> float:
        """Leave out the next evening; return when the one after it begins."""
        await self._shut(one)
        return await self.go_on(one)

    async def move(self, one: Appointment, when: float) -> MatchRow | None:
        """Have the next evening begin at another moment for once; return its lobby, if it is open.

        Who signed up stays in.
        """
        await self.evening_store.change_appointment(one.id, {"next_at": when, "reminder": None})
        if (row := await self.lobby(one)) is None:
            return None
        async with self._tables.locked(row.id) as lobby:
            if lobby.status is not Status.LOBBY:
                return None
            terms = replace(lobby.terms, begins=when)
            after = touched_lobby(lobby, self.clock.now(), terms=terms)
            return await self._tables.store(Commit(after))

    async def end(self, one: Appointment) -> None:
        """End an appointment; an evening that is played goes on."""
        await self.evening_store.end_appointment(one.id)
        await self._shut(one)

    async def _shut(self, one: Appointment) -> None:
        """Close the lobby of the next evening, if there is one."""
        if one.lobby_id is not None:
            try:
                await self._lobbies.close(MatchId(one.lobby_id), 0, moderator=True)
            except (Refused, UnreadableMatch) as error:
                log.info("the lobby of appointment %s is none: %s", one.id, error)
