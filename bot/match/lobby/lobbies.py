"""Lobbies: who wants to play what, until the seats are drawn (docs/rules.md, "Chance")."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Protocol

from bot.clock import Clock
from bot.errors import Refused
from bot.match.table import seats
from bot.match.table.cache import Locks
from bot.match.table.change import chain, changed, touched_lobby, with_member
from bot.match.table.kind import kind_of, most_seats, seats_of
from bot.match.table.state import Table, row_options, seat_of, seated_at
from bot.match.table.tables import Tables, thread_for
from bot.match.table.times import is_due, lobby_due, with_clocks, with_vacations
from bot.preferences.person import Place, person_settings
from bot.preferences.server import note_spoken, server_settings
from bot.preferences.terms import CLOCK, FIRST, STAND_IN, agreed
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import (
    WEAK_LEVELS,
    Commit,
    Door,
    InvitationCall,
    Location,
    MatchId,
    MatchRow,
    Member,
    Publication,
    Status,
    Terms,
)
from engine.chance import Chance, commitment, entropy_of, seating, seed_from
from engine.course import Course
from engine.games import GAMES

CALLED = 120.0
"""For so many seconds a rematch does not start without those called who have not answered, unless
its opener says so."""


class Entry(Protocol):
    """The rules of entry to the tables of a kind."""

    async def require_open(self, row: MatchRow, user_id: int) -> None:
        """Raise Refused if a person cannot join a lobby of the kind."""

    def beginning(self, row: MatchRow) -> AbstractAsyncContextManager[None]:
        """Hold what must not change while a lobby of the kind begins. Raises Refused."""


async def require_entry(
    store: Store, row: MatchRow, user_id: int, roles: Collection[int] = ()
) -> None:
    """Raise Refused if a person who is not in a lobby may not come in; `roles` are theirs.

    Whoever is blocked by its opener, was removed from it, or is not invited to a private one reads
    the same sentence, and so does everybody where all seats are taken.
    """
    if user_id == row.opener_id:
        return
    door = row.door
    is_asked = user_id in door.invited or any(role in door.roles for role in roles)
    is_kept_out = user_id in door.kicked or (door.private and not is_asked)
    if is_kept_out or await Doors(store.database).is_blocked(row.opener_id, user_id):
        raise Refused(kind_of(row).shut)


def unanswered(row: MatchRow, now: float) -> tuple[int, ...]:
    """Return the people who were called to a rematch just now and are not in; () later."""
    if row.follows is None or not 0 <= now - row.created < CALLED:
        return ()
    here = {member.user_id for member in row.members}
    return tuple(user_id for user_id in row.door.invited if user_id not in here)


async def call_for(
    store: Store, row: MatchRow, user_id: int, asking: int, now: float
) -> InvitationCall:
    """Return how a person is to be told that they are asked to a lobby by `asking`.

    Quietly if they have blocked who asks, cannot come in, want no invitations, or nothing to ping
    them now.
    """
    opener = row.opener_id
    if await Doors(store.database).is_blocked(user_id, asking) or await Doors(
        store.database
    ).is_blocked(opener, user_id):
        return InvitationCall.QUIET
    if not (await person_settings(store, user_id)).invitations:
        return InvitationCall.QUIET
    return await way_to(store, row.guild_id, user_id, now)


async def way_to(store: Store, guild_id: int | None, user_id: int, now: float) -> InvitationCall:
    """Return how a person is to be called in a server now, if at all."""
    settings = await person_settings(store, user_id)
    if settings.place is Place.NOWHERE or settings.quiet_left_at(now) > now:
        return InvitationCall.QUIET
    if settings.place is Place.DM:
        return InvitationCall.DIRECT
    calls = (await server_settings(store, guild_id)).calls
    return InvitationCall.TABLE if calls else InvitationCall.QUIET


def require_own_settings(row: MatchRow) -> None:
    """Raise Refused where everything is agreed beforehand."""
    if kind_of(row).seats is not None:
        raise Refused("refused.league_fixed")


# Lobbies.

# The beginning of a game: a lobby becomes a table that is played.

DEALT = 4
"""How many seats a table of beginners has at most, where one is dealt in without a lobby."""

START_PAUSE = (1.5, 3.0)
"""Shortest and longest pause before a house player opens a game, in seconds."""


def begun(row: MatchRow, members: Sequence[Member], entropy: str, clock: Clock) -> MatchRow:
    """Return the next version of a lobby, dealt to its members, who are in the order of seats."""
    game, now, seed = GAMES[row.game], clock.now(), seed_from(row.secret, entropy)
    seated = tuple(
        replace(member, clock=replace(member.clock, bank=float(row.terms.bank)))
        for member in members
    )
    row = changed(
        row, now, status=Status.PLAYING, members=seated, entropy=entropy, seed=seed,
        door=Door(private=row.door.private),
    )  # fmt: skip
    course = Course.begin(game, len(seated), row_options(row), Chance(seed))
    table = Table(replace(row, state=game.dump(course.state)), course)
    return with_clocks(table, now, lambda: clock.pause(*START_PAUSE, seats.least_pause(row)))


class Lobbies:
    """Opens, fills, starts and closes lobbies; every change goes through `Tables.store`.

    With `at`, a lobby is acted on from its own location only: being a moderator elsewhere says
    nothing about here.
    """

    def __init__(
        self, store: Store, tables: Tables, clock: Clock, house: Sequence[str],
        may_thread: Callable[[int | None, int], bool] = lambda _guild_id, _channel_id: False,
        missing: Callable[[int, Collection[int]], Awaitable[Collection[int]]] | None = None,
    ) -> None:  # fmt: skip
        self._store = store
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)
        self._may_thread = may_thread
        self._missing = missing
        self._dealing = Locks[int]()
        self.entries: dict[str, Entry] = {}
        """The rules of entry to the tables of a feature, by the name of their kind."""
        self.crowds: seats.Crowds | None = None
        """Who begins the game of more people than a table has seats."""
        self.meetings: seats.Meetings | None = None
        """Who begins that of two lobbies, where one is against another."""

    async def open(  # noqa: PLR0913 - each a field of the row, by name
        self,
        game: str,
        opener: Member,
        at: Location,
        *,
        locale: str,
        message_id: int | None = None,
        by_token: bool = False,
        terms: Terms = FIRST,
        prepared: Callable[[MatchRow], MatchRow] | None = None,
    ) -> MatchRow:
        """Open a lobby with its opener in it; the secret behind the commitment is drawn here.

        `message_id` is the message that will show it, if there is one already. `by_token` is that
        the bot cannot write there by itself: nobody can be called then, so turns have no limit.
        `prepared` makes it a lobby of a feature. The listeners are not told: whoever
        opens a lobby shows it in the answer to the command.
        """
        new = replace(self.new(game, opener, at, locale), terms=terms)
        new = new if prepared is None else prepared(new)
        new = replace(new, deadline=lobby_due(new.terms, new.created))
        await note_spoken(self._store, at.guild_id, locale)
        row = await self._store.new_match(_with_lobby_terms(new, by_token=by_token))
        if message_id is not None:
            await self._store.set_publication(
                Publication(
                    row.id, board_channel=at.channel_id, board_message=message_id,
                    board_at=row.created,
                )
            )  # fmt: skip
        return row

    async def deal(
        self, game: str, person: Member, at: Location, terms: Terms, *,
        locale: str, by_token: bool,
    ) -> MatchRow:  # fmt: skip
        """Take a person's seat at a table of beginners there, or deal them in at a new one.

        It is a short game with a coach, and house players on chairs that whoever asks next takes.
        A table at which the person sits already is theirs; whom its opener has blocked has another.
        """
        # Asked twice at once, or by two people, the second finds the table of the first.
        async with (
            self._dealing[at.channel_id],
            self._store.ownership.held(f"deal {at.channel_id}"),
        ):
            beginners = await self._store.matches_in(at.channel_id, (Status.PLAYING,))
            beginners = [row for row in beginners if row.terms.chairs and row.location == at]
            if (own := seated_at(beginners, int(person.key))) is not None:
                return own
            for row in beginners:
                if not await Doors(self._store.database).is_blocked(row.opener_id, int(person.key)):
                    with suppress(Refused):
                        return await self._tables.take_chair(row.id, person)
            terms = replace(terms, coach=True, chairs=True, level=WEAK_LEVELS[-1])
            row = replace(
                seats.shortened(self.new(game, person, at, locale)), terms=terms, rated=False
            )
            row = _with_lobby_terms(row, by_token=by_token)
            while len(row.members) < max(n for n in seats_of(row) if n <= DEALT):
                house = seats.house_player(row, row.members, terms.level, self._house)
                row = replace(row, members=(*row.members, house))
            row = await self._store.new_match(self._started(row, int(person.joined)).row)
            await note_spoken(self._store, at.guild_id, locale)
        await self._tables.tell(row)
        return row

    async def open_again(
        self, old: MatchRow, opener: Member, door: Door, at: Location, *, by_token: bool
    ) -> MatchRow:
        """Open a lobby for another match like one that has ended.

        Options, terms and house players are the same; people are asked by the door, never seated.
        The listeners are not told.
        """
        new = self.new(old.game, opener, at, old.locale)
        house = (
            Member(one.key, one.name, level=seats.level_of(old, one), manner=one.manner)
            for one in old.members
            if one.key.startswith(seats.HOUSE)
        )
        row = replace(
            new, options=seats.same_options(old), terms=replace(old.terms, table=0, chairs=False),
            rated=not old.terms.coach, follows=old.id, door=door, members=(*new.members, *house),
        )  # fmt: skip
        return await self._store.new_match(_with_lobby_terms(row, by_token=by_token))

    async def join(
        self,
        match_id: MatchId,
        person: Member,
        *,
        at: Location | None = None,
        roles: Collection[int] = (),
    ) -> tuple[MatchRow, Member | None]:
        """Take a person in; joining again keeps their place and renews their part of the entropy.

        `roles` are those they have in the server. Gives the lobby, and who they were in it before;
        None for a new one. Raises Refused if it is not open to them.
        """
        async with self._open_at(at, match_id) as row:
            if person.away and not row.terms.appointment:
                raise Refused("refused.malformed")
            person = replace(person, acted=self._clock.now())
            seat = seat_of(row, int(person.key))
            if seat is not None:
                renewed = with_member(row, seat, person)
                return await self._store_members(row, renewed), row.members[seat - 1]
            await require_entry(self._store, row, int(person.key), roles)
            if (entry := self._entry(row)) is not None:
                await entry.require_open(row, int(person.key))
            if self.meetings is not None and row.terms.against:
                await self.meetings.require_free(row, int(person.key))
            others = self._make_room(row, list(row.members))
            return await self._store_members(row, (*others, person)), None

    async def leave(
        self, match_id: MatchId, user_id: int, *, at: Location | None = None
    ) -> MatchRow:
        """Let a person out; with the last one the lobby closes.

        Who is called to a rematch for everybody declines so, and is not named any more.
        """
        async with self._open_at(at, match_id) as row:
            members = tuple(member for member in row.members if member.user_id != user_id)
            invited = row.door.invited
            is_asked_for = row.follows is not None or row.terms.appointment
            if is_asked_for and not row.door.private:
                invited = tuple(one for one in invited if one != user_id)
            if (members, invited) == (row.members, row.door.invited):
                is_weekly = row.terms.appointment > 0
                raise Refused("refused.not_coming" if is_weekly else "refused.not_in_lobby")
            if all(member.user_id is None for member in members) and not row.terms.appointment:
                return await self.shut(row)
            door = replace(row.door, invited=invited)
            return await self._store_members(replace(row, door=door), members)

    async def add_house(
        self, match_id: MatchId, user_id: int, level: str = STAND_IN, *, at: Location | None = None
    ) -> MatchRow:
        """Give a free seat to a house player of a level."""
        async with self._open_at(at, match_id) as row:
            require_member(row, user_id)
            require_own_settings(row)
            if row.terms.rounds:
                raise Refused("refused.evening_house")
            if len(row.members) >= most_seats(row):
                raise Refused("refused.full")
            return await self._store_members(
                row, (*row.members, seats.house_player(row, row.members, level, self._house))
            )

    async def remove_house(
        self, match_id: MatchId, user_id: int, *, at: Location | None = None
    ) -> MatchRow:
        """Send the latest house player away."""
        async with self._open_at(at, match_id) as row:
            require_member(row, user_id)
            house = [member for member in row.members if member.user_id is None]
            if not house:
                raise Refused("refused.no_house_player")
            members = tuple(member for member in row.members if member is not house[-1])
            return await self._store_members(row, members)

    async def set_options(
        self,
        match_id: MatchId,
        user_id: int,
        texts: dict[str, str],
        *,
        moderator: bool,
        at: Location | None = None,
    ) -> MatchRow:
        """Set options and terms from a form. Raises Refused naming what an option takes."""
        async with self._open_at(at, match_id) as row:
            require_manager(row, user_id, moderator=moderator)
            require_own_settings(row)
            if row.terms.against is not None:
                raise Refused("refused.challenge_fixed")
            if row.by_token:
                texts = {key: text for key, text in texts.items() if key != CLOCK.key}
            options = dict(row.options)
            for option in GAMES[row.game].info.options:
                if option.key in texts:
                    options[option.key] = seats.read_option(row.game, option, texts[option.key])
            terms = agreed(row.terms, texts)
            after = touched_lobby(
                row, self._clock.now(), options=options, terms=terms, rated=not terms.coach
            )
            return await self._tables.store(Commit(after))

    async def close(
        self, match_id: MatchId, user_id: int, *, moderator: bool, at: Location | None = None
    ) -> MatchRow:
        """Close a lobby."""
        async with self._open_at(at, match_id) as row:
            require_manager(row, user_id, moderator=moderator)
            return await self.shut(row)

    async def expire(self, match_id: MatchId) -> bool:
        """Close a lobby that nobody touched for half an hour; begin one whose time has come.

        Tells whether there was anything to do.
        """
        gone = await self.gone((await self._tables.load(match_id)).row)
        async with self._tables.locked(match_id) as lobby:
            if not is_due(lobby, Status.LOBBY, self._clock.now()):
                return False
            row = await self._without(lobby, gone)
            if row.terms.begins is None or not row.terms.against:
                await self.begin_or_close(row)
                return True
        if self.meetings is not None:
            await self.meetings.begin_in_time(row)
        return True

    async def gone(self, row: MatchRow) -> Collection[int]:
        """Return who has signed up for a time, and has left the server since."""
        if self._missing is None or row.guild_id is None or row.terms.begins is None:
            return ()
        people = [one.user_id for one in row.members if one.user_id is not None]
        return await self._missing(row.guild_id, people)

    async def _without(self, row: MatchRow, gone: Collection[int]) -> MatchRow:
        members = tuple(one for one in row.members if one.user_id not in gone)
        return row if members == row.members else await self._store_members(row, members)

    async def begin_or_close(self, row: MatchRow) -> None:
        """Begin the game of a lobby whose time has come, if enough are there; else close it."""
        if row.terms.begins is not None and seats.plan_of(row) is not None:
            await self.begin(row, seats.latest_join(row))
        else:
            await self.shut(row)

    async def start(  # noqa: PLR0913 - each told by name
        self,
        match_id: MatchId,
        user_id: int,
        interaction_id: int,
        *,
        moderator: bool,
        threads: bool = False,
        at: Location | None = None,
        gone: Collection[int] = (),
    ) -> MatchRow:
        """Draw the seats and deal. Free seats up to the fewest the game takes go to the house.

        More people than seats play at several tables, of which this is the first then. `threads` is
        that Discord lets the bot play in a thread there: the server's rule decides. Who is `gone`
        has no seat.
        """
        async with self._open_at(at, match_id) as lobby:
            require_manager(lobby, user_id, moderator=moderator)
            row = await self._without(lobby, gone)
            if all(member.user_id is None for member in row.members):
                raise Refused("refused.nobody")
            now = self._clock.now()
            present = tuple(
                replace(member, acted=now) if member.user_id == user_id else member
                for member in row.members
            )
            present_row = replace(row, members=present)
            if self.meetings is None or not row.terms.against:
                return await self.begin(present_row, interaction_id, threads=threads)
        return await self.meetings.start(row, interaction_id)

    async def begin(
        self, row: MatchRow, interaction_id: int, *, threads: bool | None = None
    ) -> MatchRow:
        """Begin the game of a lobby that is held. Raises Refused."""
        if row.terms.appointment:
            # The others have waited for who does not come after all.
            row = replace(row, members=row.members[: seats.room_of(row)])
        plan = seats.plan_of(row)
        if plan is None and row.terms.rounds:
            raise Refused("refused.evening_few", fewest=seats.fewest_with_rounds(row))
        row = await self.placed(row, threads=threads)
        async with self._beginning(row):
            if plan is not None and row.series:
                return await self._part(row, plan, interaction_id)
            if self.crowds is not None and plan is not None:
                return await self.crowds.begin(row, interaction_id)
            return await self._tables.store(self._started(row, interaction_id))

    async def placed(self, row: MatchRow, *, threads: bool | None = None) -> MatchRow:
        """Return a lobby that is about to begin: in a thread or not, with everybody's vacations."""
        can_have = self._may_thread(*row.location) if threads is None else threads
        thread_id = await thread_for(self._store, row) if can_have else None
        row = replace(row, thread_id=thread_id)
        return await with_vacations(self._store, row, self._clock.now())

    def _entry(self, row: MatchRow) -> Entry | None:
        return self.entries.get(kind_of(row).name)

    def _beginning(self, row: MatchRow) -> AbstractAsyncContextManager[None]:
        entry = self._entry(row)
        return nullcontext() if entry is None else entry.beginning(row)

    def new(self, game: str, opener: Member | None, location: Location, locale: str) -> MatchRow:
        """Return a lobby with its opener in it, if it has one, and with a secret of its own."""
        now = self._clock.now()
        info = GAMES[game].info
        return MatchRow(
            id=MatchId(0), version=1, status=Status.LOBBY, game=game,
            rules_version=info.rules_version,
            options={option.key: option.default for option in info.options},
            guild_id=location.guild_id, channel_id=location.channel_id,
            opener_id=int(opener.key) if opener else 0, locale=locale,
            secret=secrets.token_bytes(32), members=(replace(opener, acted=now),) if opener else (),
            created=now, touched=now, deadline=lobby_due(FIRST, now), terms=FIRST,
        )  # fmt: skip

    @asynccontextmanager
    async def _open_at(self, at: Location | None, match_id: MatchId) -> AsyncIterator[MatchRow]:
        """Hold an open lobby. Raises Refused if it is none, or is acted on from elsewhere.

        The location is checked under the lock, so that presses act in the order in which they came.
        """
        async with self._tables.locked(match_id) as row:
            require_here(row, at)
            require_open(row)
            yield row

    def _started(self, row: MatchRow, interaction_id: int) -> Commit:
        members, sizes = list(row.members), seats_of(row)
        while len(members) not in sizes:
            members.append(seats.house_player(row, members, row.terms.level, self._house))
        seats.require_fit(row, len(members))
        entropy = row.series or _entropy(members, interaction_id)
        order = seating(seed_from(row.secret, entropy), [member.key for member in members])
        members.sort(key=lambda member: order.index(member.key))
        return Commit(begun(row, members, entropy, self._clock), members_changed=True)

    async def _part(self, row: MatchRow, plan: seats.Plan, interaction_id: int) -> MatchRow:
        """Deal a series to the people of a lobby at several tables at once; return the first.

        They sit in the order in which they came; what does not fit in its thread has none.
        """
        tables, at = list[MatchRow](), 0
        for count in plan.people:
            members = row.members[at : at + count]
            table = replace(row, members=members, opener_id=members[0].user_id or 0)
            tables.append(self._started(table, interaction_id).row)
            at += count
        first = Commit(replace(tables[0], opener_id=row.opener_id), members_changed=True)
        others = [replace(one, id=MatchId(0), thread_id=None) for one in tables[1:]]
        stored = list[MatchRow]()

        async def write(commit: Commit) -> bool:
            made = await self._store.begin_together(commit, others)
            stored.extend(made or ())
            return made is not None

        await self._tables.store(first, write=write)
        for one in stored:
            await self._tables.tell(one)
        return first.row

    async def shut(self, row: MatchRow) -> MatchRow:
        """Close a lobby that is held."""
        door = Door(private=row.door.private)
        after = changed(row, self._clock.now(), status=Status.CLOSED, deadline=None, door=door)
        return await self._tables.store(Commit(after))

    async def _store_members(self, row: MatchRow, members: tuple[Member, ...]) -> MatchRow:
        after = touched_lobby(row, self._clock.now(), members=members)
        return await self._tables.store(Commit(after, members_changed=True))

    def _make_room(self, row: MatchRow, members: list[Member]) -> list[Member]:
        if len(members) < most_seats(row) or row.terms.appointment:
            return members
        house = [member for member in members if member.user_id is None]
        can_part = self.crowds is not None or bool(row.series)
        if not house and can_part and len(members) < seats.room_of(row):
            return members
        if not house:
            raise Refused(kind_of(row).shut)
        return [member for member in members if member is not house[-1]]


def _with_lobby_terms(row: MatchRow, *, by_token: bool) -> MatchRow:
    """Return a new lobby as it is shown.

    Turns have no limit where nobody can be called, nor in direct messages, where nobody waits.
    """
    is_timed = not by_token and row.guild_id is not None
    terms = row.terms if is_timed else replace(row.terms, clock=0)
    return replace(row, by_token=by_token, terms=terms)


def _entropy(members: Sequence[Member], start_interaction: int) -> str:
    joins = [(m.user_id, int(m.joined)) for m in members if m.user_id is not None]
    return entropy_of(joins, start_interaction)


def commitment_of(row: MatchRow) -> str:
    """Return the hex digits that a lobby shows before anyone joins.

    They commit the secrets of all rounds, if there are any, as each does that of the next.
    """
    has_rounds = row.status is Status.LOBBY and row.terms.rounds
    return commitment(chain(row.secret, seats.MOST_ROUNDS)[0] if has_rounds else row.secret)


def require_here(row: MatchRow, at: Location | None) -> None:
    """Raise Refused if a match is acted on from anywhere but its own channel."""
    if at is not None and at != row.location:
        raise Refused("refused.elsewhere")


def require_open(row: MatchRow) -> None:
    """Raise Refused if a match is no lobby any more."""
    if row.status is Status.PLAYING:
        raise Refused("refused.started")
    if row.status is not Status.LOBBY:
        raise Refused("refused.lobby_closed")


def require_member(row: MatchRow, user_id: int) -> None:
    """Raise Refused for who neither is in a lobby nor opened it."""
    if user_id != row.opener_id and all(member.user_id != user_id for member in row.members):
        raise Refused("refused.not_in_lobby")


def require_manager(row: MatchRow, user_id: int, *, moderator: bool) -> None:
    """Raise Refused for anybody but a lobby's opener and moderators."""
    if user_id != row.opener_id and not moderator:
        key = "refused.opener_only" if row.opener_id else "refused.moderators_only"
        raise Refused(key, opener=f"<@{row.opener_id}>")
