"""Ten weeks of two clubs: what a season adds up to, and what it asks of everybody in a week."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from bot.errors import Refused
from bot.evenings.appointment_service import Appointments
from bot.evenings.rows import AHEAD, SOON, Appointment
from bot.evenings.store import EveningStore
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.state import tables_of
from bot.match.table.tables import Tables
from bot.preferences.person import Place, set_person
from bot.store.rows import MatchId, Status
from engine.players.levels import HOUSE_PLAYERS
from sandbox import Request
from tests.evenings.test_simulated import reckoned
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_weekly_evening import newest, set_up, settled, until
from tests.sim.town import listen

CLUB = (
    "Ada", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max",
    "Nia",
)  # fmt: skip
OTHERS = ("Nia", "Oda", "Pia", "Quin", "Rex")
"""The people of the other club; Nia is in both."""

WEEKS, FEW, LEAVES = 10, 6, 5
"""How many weeks there are; that for which too few sign up, and that in which Eve leaves."""

SEASON, COUNTED = 8, 5

BEGINS = datetime(2026, 2, 25, 12, tzinfo=UTC)
"""A Wednesday: four evenings later the clocks are set forward."""


class Kill(NamedTuple):
    """Where a process dies: in which step of the week, and in the midst of which deed."""

    step: str
    part: type
    deed: str
    is_done: bool = False


KILLS = (
    Kill("begin", EveningStore, "begin", is_done=True),
    Kill("open", Tables, "tell"),
    Kill("remind", EveningStore, "change_appointment"),
    Kill("begin", EveningStore, "note_shown"),
    Kill("begin", EveningStore, "change_appointment"),
    Kill("begin", Lobbies, "shut"),
    Kill("play", EveningStore, "end_round"),
    Kill("play", EveningStore, "note_shown"),
    Kill("open", EveningStore, "change_appointment"),
    Kill("open", EveningStore, "open_lobby", is_done=True),
)
"""One of each week. In the ninth it is the end of the first season that is told, and not noted."""


class Killed(Exception):
    """What comes of a deed in the midst of which a process dies."""


class Post(NamedTuple):
    """A message of the bot: where, and whom it calls."""

    channel_id: int
    calls: frozenset[int]
    is_silent: bool


class Got(NamedTuple):
    """What somebody was sent: messages of the bot, and how many of them ping."""

    messages: int
    pings: int


MOST = Got(12, 2)
"""What a club sends somebody in a week at most."""


class Season:
    """Ten weeks in which people come, come late, stay away and leave, by chance."""

    def __init__(self, held: Evening, patch: pytest.MonkeyPatch) -> None:
        self.held, self.patch = held, patch
        self.chance = random.Random(10)
        patch.setattr("bot.evenings.appointment_service.options_of_round", lambda _: {"deals": 1})
        for level in ("normal", "hard"):
            patch.setitem(HOUSE_PLAYERS["nimbly"], level, HOUSE_PLAYERS["nimbly"]["quick"])
        other = held.env.create_guild("Rain Club")
        people = {
            name: other.add_member(
                held[name].user
                if name in CLUB
                else held.env.create_user(name.lower(), global_name=name)
            )
            for name in OTHERS
        }
        there = replace(held, guild=other, channel=other.create_text_channel("rain"), people=people)
        self.clubs = (held, there)
        self.made = {club.guild.id: list[Mapping[int, Fraction]]() for club in self.clubs}
        self.members = {club.guild.id: list(club.people) for club in self.clubs}
        self.posts: dict[tuple[str, str], Post] = {}
        self.times = set[str]()
        self.got = defaultdict[str, list[Got]](list)
        listen(patch, self.heard)

    def heard(self, request: Request) -> None:
        """Note each message that the bot sends, which is one for the same nonce."""
        if request.method == "POST" and request.template == "/channels/{channel_id}/messages":
            nonce = str(request.body.get("nonce", request.number))
            calls = request.body.get("allowed_mentions", {}).get("users", ())
            channel_id = int(request.path.split("/")[2])
            is_silent = bool(request.body.get("flags", 0) & 1 << 12)
            self.posts[request.path, nonce] = Post(
                channel_id, frozenset(map(int, calls)), is_silent
            )

    async def found(self) -> None:
        """Set up the weekly evenings of both clubs, and a season of one."""
        self.held.env.time.now = BEGINS.timestamp()
        await self.held.restart()
        for club in self.clubs:
            host = replace(club, people={"Ada": club[next(iter(club.people))]})
            assert "Weekly evening: Nimbly" in await set_up(host, "20:30")
        panel = (await self.held["Ada"].slash(self.held.channel, "evening weekly")).response.message
        form = await self.held["Ada"].click(panel, label="Season")
        terms = {"weeks": [str(SEASON)], "counted": [str(COUNTED)], "handicap": ["1"]}
        await self.held["Ada"].submit_modal(form, terms)
        for name, place in (("Ben", Place.DM), ("Eve", Place.DM), ("Cleo", Place.NOWHERE)):
            await set_person(self.held.bot.app.store, self.held[name].user.id, place=place)

    async def stored(self, club: Evening) -> Appointment:
        database = self.held.bot.app.store.database
        (one,) = await EveningStore(database).appointments(club.guild.id)
        return one

    async def week(self, number: int) -> None:
        """Let a week go by, with one kill."""
        self.posts.clear()
        one = await self.stored(self.held)
        self.times.add(f"{datetime.fromtimestamp(one.next_at, UTC):%H:%M}")
        local = datetime.fromtimestamp(one.next_at, ZoneInfo("Europe/Berlin"))
        assert f"{local:%A %H:%M}" == "Wednesday 20:30"
        await self.step("open", number, one.next_at - AHEAD)
        if number == LEAVES:
            await self.held["Eve"].click(newest(self.held, "Not this time"), label="I'm in")
            self.held.env.remove_member(self.held.guild, self.held["Eve"])
            self.members[self.held.guild.id].remove("Eve")
        late = await self.sign_up(self.held, too_few=number == FEW)
        await self.sign_up(self.clubs[1])
        await self.step("remind", number, one.next_at - SOON)
        if number == LEAVES:
            private = self.held["Eve"].dm_channel.id
            assert private not in {post.channel_id for post in self.posts.values()}
        await self.step("begin", number, one.next_at)
        await self.play(number, late)
        for club in self.clubs:
            await self.check(club, number)
        self.count()

    async def step(self, name: str, number: int, when: float) -> None:
        """Go to a moment, at which the process may die of what it does, and begin anew."""
        kill, seconds = KILLS[number - 1], 0.0
        if kill.step == name:
            with self.dying(kill) as came:
                seconds = 25.0
                await until(self.held, when, seconds)
                if not came:
                    await self.held.env.advance_time(30.5 - seconds)
                    await settled(self.held)
                    seconds = 30.5
        # All of it is less than a minute, after which who does nothing is called.
        await until(self.held, when, min(31.0, 59.0 - seconds))

    @contextmanager
    def dying(self, kill: Kill) -> Iterator[Sequence[bool]]:
        """Have what does a deed die of it, as the process would; it must come to that."""
        deed, came = getattr(kill.part, kill.deed), list[bool]()

        async def die(*args: Any, **options: Any) -> Any:
            came.append(True)
            if kill.is_done:
                await deed(*args, **options)
            raise Killed

        with self.patch.context() as patch:
            patch.setattr(kill.part, kill.deed, die)
            yield came
        assert came, kill

    async def sign_up(self, club: Evening, *, too_few: bool = False) -> list[str]:
        """Let people sign up by chance; return who is to be late and comes after all."""
        lobby, names = newest(club, "Not this time"), self.members[club.guild.id]
        coming = self.chance.sample(
            names, self.chance.randint(max(4, len(names) * 3 // 4), len(names))
        )
        coming = coming[:3] if too_few else coming
        late = coming[-2:] if club is self.held and not too_few else []
        labels = {name: "I'll be late" if name in late else "I'm in" for name in coming}
        # They press at once: each press alone would have the message painted anew.
        await asyncio.gather(*(club[name].click(lobby, label=labels[name]) for name in coming))
        if club is self.held and not too_few:
            await club[coming[0]].click(lobby, label="Not this time")
        return late[-1:]

    async def play(self, number: int, late: Sequence[str]) -> None:
        """Play what has begun; who was late comes, or does not, and who has left has no seat."""
        for name in late:
            await self.held[name].click(newest(self.held, "My hand"), label="My hand")
        app = self.held.bot.app
        tables, publisher, kill = app.get(Tables), app.get(Publisher), KILLS[number - 1]
        going = await EveningStore(app.store.database).to_do(0.0)
        tables.listeners.remove(publisher.on_change)
        if kill.step == "play":
            with self.dying(kill):
                await self.play_tables(going)
            await self.held.restart()
            await self.held.env.advance_time(31.0)
        else:
            await self.play_tables(going)
            tables.listeners.append(publisher.on_change)
        await settled(self.held)

    async def play_tables(self, evenings: Sequence[int]) -> None:
        """Play the only round of some evenings out."""
        for evening_id in evenings:
            for row in await tables_of(self.held.bot.app.store, f"evening {evening_id} 1"):
                await self.play_table(row.id)
        await settled(self.held)

    async def play_table(self, match_id: MatchId) -> None:
        """Have who is there make random moves until the game is over."""
        tables, chance = self.held.bot.app.get(Tables), random.Random(match_id)
        while (table := await tables.load(match_id)).row.status is Status.PLAYING:
            seat = table.to_act()[0]
            member, code = table.member(seat), chance.choice(table.legal(seat))
            with suppress(Refused):  # some moves make themselves, and may be quicker
                if member.user_id is not None and not member.away:
                    await tables.play(match_id, member.user_id, None, code)
                elif not await tables.play_house(match_id):
                    await asyncio.sleep(0)

    async def evening_of(self, club: Evening) -> int:
        """Return the latest evening of a club."""
        store = EveningStore(self.held.bot.app.store.database)
        return (await store.of_server(club.guild.id, 1))[0].evening.id

    async def check(self, club: Evening, number: int) -> None:
        """Hold the standing of a season to a slow reckoning, as it is stored and as it is shown."""
        made, is_first = self.made[club.guild.id], club is self.held
        if is_first and number == SEASON + 1:
            made.clear()
        app = self.held.bot.app
        if not (is_first and number == FEW):
            rows = await tables_of(app.store, f"evening {await self.evening_of(club)} 1")
            assert {row.status for row in rows} == {Status.OVER}
            own = await reckoned(app.store, rows)
            made.append({who: points for who, (points, _, _) in own.items()})
        one = await self.stored(club)
        assert one.season == 1 + (is_first and number > SEASON)
        slow = slow_table(made, COUNTED if is_first else 0, handicap=is_first)
        lines = await app.get(Appointments).season(one)
        assert {line.user_id: (line.place, line.weeks) for line in lines} == {
            who: (place, weeks) for who, (place, _, weeks) in slow.items()
        }
        for line in lines:
            assert line.points == pytest.approx(float(slow[line.user_id][1]), abs=1e-4)
        reader = club[self.members[club.guild.id][0]]
        told = texts((await reader.slash(club.channel, "evening weekly")).response.message)
        for line in lines[:3]:
            assert f"{line.name}: {round(line.points, 1):g} points, evenings {line.weeks}," in told

    def count(self) -> None:
        """Count what everybody got this week: messages, and how many of them ping."""
        for name in {name for members in self.members.values() for name in members}:
            self.got[name].append(self.gets(name))

    def gets(self, name: str) -> Got:
        """Return what somebody was sent since the last look, privately and where they are."""
        own = [club for club in self.clubs if name in self.members[club.guild.id]]
        user, private = own[0][name].user.id, own[0][name].dm_channel.id
        places = {private, *(club.channel.id for club in own)}
        here = [one for one in self.posts.values() if one.channel_id in places]
        pings = [
            not one.is_silent and (one.channel_id == private or user in one.calls) for one in here
        ]
        return Got(len(here), sum(pings))

    async def single(self) -> None:
        """Play one evening that is opened by hand; count what everybody gets."""
        self.posts.clear()
        opened = await self.held["Ada"].slash(
            self.held.channel, "evening open", game="nimbly", rounds=1, deals=1
        )
        names = self.members[self.held.guild.id]
        lobby = opened.response.message
        await asyncio.gather(*(self.held[name].click(lobby, label="Join") for name in names[1:]))
        await self.held["Ada"].click(lobby, label="Start")
        await settled(self.held)
        await self.play(0, ())


def slow_table(
    evenings: Sequence[Mapping[int, Fraction]], counted: int, *, handicap: bool
) -> dict[int, tuple[int, Fraction, int]]:
    """Return the place of each person, their points and how often they came, in the obvious way."""
    own, given = defaultdict[int, list[Fraction]](list), defaultdict[int, list[Fraction]](list)
    for evening_ in evenings:
        averages = {who: sum(points) / Fraction(len(points)) for who, points in own.items()}
        for who, points in evening_.items():
            lacks = max(averages.values()) - averages[who] if handicap and who in averages else 0
            given[who].append(min(Fraction(100), points + Fraction(lacks, 2)))
        for who, points in evening_.items():
            own[who].append(points)
    sums = {
        who: max(
            sum(some, Fraction()) for some in combinations(all_, min(counted or 99, len(all_)))
        )
        for who, all_ in given.items()
    }
    return {
        who: (1 + sum(other > points for other in sums.values()), points, len(own[who]))
        for who, points in sums.items()
    }


@pytest.mark.timeout(0)
async def test_ten_weeks_of_two_clubs_add_up_and_ask_less_than_three_evenings_a_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, CLUB) as held:
        season = Season(held, monkeypatch)
        await season.found()
        for number in range(1, 1 + WEEKS):
            await season.week(number)
        assert season.times == {"19:30", "18:30"}
        await season.single()
        single = {name: season.gets(name) for name in CLUB if name != "Eve"}
        for name, weeks in season.got.items():
            clubs = sum(name in club.people for club in season.clubs)
            most = Got(max(one.messages for one in weeks), max(one.pings for one in weeks))
            assert most.messages <= MOST.messages * clubs, name
            assert most.pings <= MOST.pings * clubs, name
            if name in single:
                assert most.messages < 3 * clubs * single[name].messages, name
                assert not most.pings or most.pings < 3 * clubs * single[name].pings, name
