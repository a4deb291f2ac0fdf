"""Two hundred evenings by chance: what must hold of every one, and a slow and obvious reckoning."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.errors import Busy, Refused
from bot.evenings.rows import EveningRow
from bot.evenings.rules import BREAK, seconds_of_round
from bot.evenings.store import TOLD, EveningStore
from bot.match.lobby.lobbies import commitment_of
from bot.match.table.kind import is_withheld
from bot.match.table.seats import fewest_tables, fitting_seats, spread
from bot.match.table.state import Table
from bot.store import Store
from bot.store.rows import Commit, MatchRow, Presence, Status
from engine.chance import commitment
from engine.games import GAMES
from engine.seats import Seat
from tests.evenings.stand import CROWD, GUILD, Gathering, person
from tests.match.finished import play_out
from tests.match.stand import refuses
from tests.soak.amounts import later

EVENINGS = 200
HERE = 4
"""The evenings of `make test`, which are small."""

LATECOMERS = 4

WHIM = 0.5
"""How often something happens between two tables."""

Round: TypeAlias = "dict[int, tuple[Fraction, Fraction, int]]"
"""The points of each person in a round, how many fewer they made than the same cards did, and in
how many deals more they chose less than a stand-in for them than not."""


@pytest.mark.parametrize("seed", [*range(HERE), *(later(seed) for seed in range(HERE, EVENINGS))])
async def test_an_evening_by_chance(tmp_path: Path, seed: int) -> None:
    club = await Gathering.open(tmp_path)
    try:
        await Simulated(club, seed).play()
    finally:
        await club.close()


class Simulated:
    """An evening in which people do what they like; it is checked at every step."""

    def __init__(self, club: Gathering, seed: int) -> None:
        self.club = club
        self.chance = random.Random(seed)
        self.people = self.chance.randint(2, 9 if seed < HERE else 64)
        self.rounds = self.chance.randint(1, 2 if seed < HERE else 5)
        self.game = sorted(GAMES)[seed % len(GAMES)]
        self.to_come = list(CROWD)[self.people : self.people + LATECOMERS]
        self.seeds: set[bytes] = set()
        self.shown = ""
        self.made: list[Round] = []

    async def play(self) -> None:
        """Play it to its end."""
        lobby = await self.club.lobby(self.people, self.game, rounds=self.rounds)
        self.shown = commitment_of(lobby)
        await self.club.start(lobby)
        here = {one.user_id for one in await self.club.people()}
        while (evening := await self.club.evening()).ended is None:
            if evening.next_at is None:
                await self._round(evening, here)
            else:
                here = await self._break()
        await self._check_end()

    async def _round(self, evening: EveningRow, here: set[int]) -> None:
        """Play a round by anybody's whims."""
        tables = await self.club.tables(evening.round)
        self._check_tables(tables, here)
        for row in self.chance.sample(tables, len(tables)):
            if (await self.club.evening()).next_at is None:
                await self._whim()
            await self._check_withheld(evening.round)
            what = self.chance.random()
            if what < 0.05:
                with suppress(Refused):  # everybody there has left
                    await self.club.parts.tables.close(row.id, why="")
                await self.club.heard(row.id)
            else:
                if what < 0.1:
                    await self._fall_asleep(row)
                await play_out(self.club.parts.tables, row.id, self.chance.getrandbits(32))
                if self.chance.random() < 1 / 3:
                    await self._kill()
                await self.club.heard(row.id)
        # Whatever a kill has left undone is done at the next look.
        await self.club.later(0)
        await self._check_open(evening.round)
        rows = await self.club.tables(evening.round)
        self.made.append(await reckoned(self.club.parts.store, rows))

    async def _fall_asleep(self, row: MatchRow) -> None:
        """Let somebody sleep until the time of the round is over for all who play."""
        now = await self.club.parts.row(row.id)
        if now.status is Status.PLAYING:
            sleeps = self.chance.choice([at for at, one in enumerate(now.members) if one.user_id])
            members = [*now.members]
            members[sleeps] = replace(members[sleeps], presence=Presence.LATE)
            after = replace(now, version=now.version + 1, members=tuple(members))
            await self.club.parts.tables.store(Commit(after))
        await self.club.later(seconds_of_round(row) + 1)

    async def _break(self) -> set[int]:
        """Wait for the next round, and return who is to play it."""
        await self._whim()
        here = {one.user_id for one in await self.club.people() if one.gone is None}
        evening = await self.club.evening()
        if evening.ended is None:
            await self.club.later(BREAK + 300)
            if len(here) < 2:
                assert (await self.club.evening()).ended is not None
        return here

    async def _whim(self) -> None:
        """Have somebody come, go or direct, or the bot be in trouble, now and then."""
        whims = (self._leave, self._come, self._come, self._direct, self._trouble, self._trouble)
        if self.chance.random() < WHIM:
            await self.chance.choice(whims)(await self.club.evening())
        await self.club.news.catch_up()

    async def _leave(self, evening: EveningRow) -> None:
        here = [one.user_id for one in await self.club.people() if one.gone is None]
        if here:
            await self.club.evenings.leave(evening, self.chance.choice(here))

    async def _come(self, evening: EveningRow) -> None:
        """Have somebody come late, or back, if they may."""
        gone = [one.user_id for one in await self.club.people() if one.gone is not None]
        if not (gone or self.to_come):
            return
        who, why = self.chance.choice([*gone, *self.to_come]), ""
        if evening.round > 1 and who in self.to_come:
            why = "refused.evening_late"
        if evening.round == evening.rounds:
            why = "refused.evening_no_more"
        with refuses(why) if why else nullcontext():
            await self.club.evenings.join(evening, person(who), GUILD)
            self.to_come = [one for one in self.to_come if one != who]

    async def _direct(self, evening: EveningRow) -> None:
        deeds = (self.club.direction.wait, self.club.direction.skip, self.club.direction.finish)
        await self.chance.choices(deeds, [4, 1, 1])[0](evening)

    async def _trouble(self, _: EveningRow) -> None:
        """Kill the news, or have Discord take nothing for a moment."""
        if self.chance.random() < 1 / 2:
            await self._kill()
        else:
            self.club.fail(self.chance.choice(["post", "posted", "edit"]), Busy())

    async def _kill(self) -> None:
        """Kill the news in the midst of what they do."""
        self.club.news.request(1)
        await asyncio.sleep(self.chance.choice([0.0, 0.001, 0.003, 0.01]))
        await self.club.restart()

    def _check_tables(self, tables: list[MatchRow], here: set[int]) -> None:
        """Check the tables of a round as they are dealt: who sits where, and with which cards."""
        seated = [one.user_id for row in tables for one in row.members if one.user_id is not None]
        assert sorted(seated) == sorted(here)
        plan = spread(len(here), fitting_seats(tables[0]), fewest_tables(len(here)))
        people = [sum(one.user_id is not None for one in row.members) for row in tables]
        assert sorted(people) == sorted(plan.people)
        assert {len(row.members) for row in tables} == {plan.seats}
        house = [
            {seat for seat, one in enumerate(row.members) if one.user_id is None} for row in tables
        ]
        assert all(one <= other or other <= one for one in house for other in house)
        assert len({repr(row.state) for row in tables}) == 1
        ((seed, secret),) = {(row.seed, row.secret) for row in tables}
        assert seed is not None
        assert seed not in self.seeds
        self.seeds.add(seed)
        assert commitment(secret) == self.shown
        self.shown = secret.hex()

    async def _check_withheld(self, number: int) -> None:
        """Check that nothing of a round can be read while any table plays it."""
        store, rows = self.club.parts.store, await self.club.tables(number)
        if not any(row.status is Status.PLAYING for row in rows):
            return
        series = await store.series.get(f"evening 1 {number}")
        assert series is not None
        assert series.closed is None
        assert all([await is_withheld(store, row) for row in rows])
        evening = await self.club.evening()
        assert evening.played.stop == number
        assert [one.number for one in (await self.club.evenings.standing(evening)).played] == [
            *range(1, number)
        ]
        assert await self.club.tables(number + 1) == []

    async def _check_open(self, number: int) -> None:
        """Check that a round that has ended can be read."""
        series = await self.club.parts.store.series.get(f"evening 1 {number}")
        assert series is not None
        assert series.closed is not None
        rows = await self.club.tables(number)
        assert {row.status for row in rows} <= {Status.OVER, Status.CLOSED}
        assert not any([await is_withheld(self.club.parts.store, row) for row in rows])

    async def _check_end(self) -> None:
        """Check the places against the reckoning, and that nothing is left to do."""
        points: dict[int, Fraction] = defaultdict(Fraction)
        lost: dict[int, Fraction] = defaultdict(Fraction)
        stood_in: dict[int, int] = defaultdict(int)
        for one in self.made:
            for user_id, (won, behind, more) in one.items():
                points[user_id] += won
                lost[user_id] += behind
                stood_in[user_id] += more
        ranks = {who: (stood_in[who] <= 0, points[who], -lost[who]) for who in points}
        places = {who: 1 + sum(rank > ranks[who] for rank in ranks.values()) for who in ranks}
        standing = await self.club.evenings.standing(await self.club.evening())
        found = {one.user_id: (one.place, one.exact) for one in standing.totals}
        assert found == {one: (places[one], points[one]) for one in points}
        assert sum(points.values()) == sum(won for one in self.made for won, _, _ in one.values())
        kept = {one.user_id: (one.place, one.points) for one in await self.club.people()}
        told = {one: (places[one], float(points[one])) for one in points}
        assert kept == {one: told.get(one, (None, None)) for one in kept}
        for _ in range(2):
            await self.club.news.catch_up()
        assert (await self.club.board()).shown == TOLD
        assert await EveningStore(self.club.parts.store.database).to_do(0.0) == []


async def reckoned(store: Store, rows: Sequence[MatchRow]) -> Round:
    """Reckon what everybody made at the tables of a round from the logs of its games, slowly."""
    made: dict[int, list[Sequence[int]]] = {}
    people: list[tuple[int, int, int]] = []
    chosen: dict[tuple[int, int], dict[int, int]] = {}
    for row in rows:
        if row.status is not Status.OVER:
            continue
        log = await store.moves(row.id)
        made[row.id] = [*Table.replay(row, log).view(None).deal_scores]
        for at, one in enumerate(row.members):
            if not one.user_id:
                continue
            own = chosen[row.id, at] = defaultdict(int)
            stages = zip(Table.stages(row, log), log, strict=False)
            theirs = [(before, move) for before, move in stages if move.seat == at + 1]
            choices = [pair for pair in theirs if len(pair[0].legal(Seat(at + 1))) > 1]
            for before, move in choices:
                own[before.view(None).deal] += 1 if move.by else -1
            if any(move.by for _, move in choices) or all(move.by for _, move in theirs):
                people.append((one.user_id, row.id, at))
    return {who: beside(made, table, seat, chosen[table, seat]) for who, table, seat in people}


def beside(
    made: dict[int, list[Sequence[int]]], table: int, seat: int, own: Mapping[int, int]
) -> tuple[Fraction, Fraction, int]:
    """Return the points of a seat, and what is lost, beside all others that held its cards.

    `own` is by how many choices more, deal by deal, its person made than a stand-in for them.
    """
    won = most = stood_in = 0
    lost = Fraction()
    for deal, scores in enumerate(made[table]):
        if len(made) == 1:
            field = [points for at, points in enumerate(scores) if at != seat]
        else:
            others = [deals for number, deals in made.items() if number != table]
            # A game to a number of points has more deals at one table than at another.
            field = [deals[deal][seat] for deals in others if deal < len(deals)]
        is_own = own.get(deal + 1, 0) >= 0
        stood_in += -1 if is_own else 1
        here = sum((scores[seat] > other) + (scores[seat] >= other) for other in field)
        won += here if is_own else min(here, len(field))
        most += 2 * len(field)
        average = Fraction(sum(field) + scores[seat], len(field) + 1)
        lost += max(Fraction(), average - scores[seat])
    return Fraction(100 * won, most) if most else Fraction(50), lost, stood_in
