"""The store as the bot sees it: what it keeps, what it can be asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from math import isfinite
from typing import Any, Self

from bot import meters
from bot.store import matches, publications, results, settings
from bot.store.changes import begin_together, change_of
from bot.store.database import Database, Part, Rewrites, reads, trouble, writes
from bot.store.errors import UnreadableMatch
from bot.store.matches import UnreadableFilter
from bot.store.rows import Commit, MatchId, MatchRow, Publication, Status
from bot.store.series import SeriesStore
from bot.store.settings import Remembered
from bot.store.signals import SETTINGS, NoPeers, Ownership, Peers, Signal, SoleOwner, telling


class Store(Part):
    """Everything that outlives the process. All methods raise StoreError when they cannot.

    A match that cannot be read is set aside: a line in the log names it once, what asks for it
    alone raises UnreadableMatch, and lists go on without it until the next start.
    """

    def __init__(self, database: Database, rules: Mapping[str, int] | None = None) -> None:
        super().__init__(database)
        self.series = SeriesStore(database)
        self._readable = UnreadableFilter(rules)
        self.remembered = Remembered()
        self.rewrites = Rewrites(database)
        self.ownership: Ownership = SoleOwner()
        self.peers: Peers = NoPeers()
        """Others than these two only where this process joins others: see `bot.wiring`."""

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        alone: bool = False,
        shares: bool = False,
        rules: Mapping[str, int] | None = None,
    ) -> Self:
        """Open the database at a URL; it is made, and migrated, as needed. Raises CannotOpen.

        `alone` is for a bot that serves players: it has the file checked first, and keeps others
        that ask for it out until `close`; one that `shares` it lets others in that do, where it can
        be shared. `rules` names the games that can be played, each with the newest version of its
        rules; matches of others cannot be read. None knows them all.
        """
        return cls(await Database.open(url, alone=alone, shares=shares), rules)

    async def close(self) -> None:
        """Write what waits and let go of the database. Closing twice is harmless."""
        await self.database.close()

    @property
    def waiting(self) -> int:
        """How many tasks wait to be written."""
        return self.database.waiting

    async def check(self) -> None:
        """Raise StoreLost if the file was deleted, moved or replaced: nothing is kept then."""
        await self.database.check()

    async def trouble(self) -> str:
        """Say why the store cannot be read and written now, "" if it can."""
        return await trouble(self.database)

    async def alive(self) -> float | None:
        """Return when the bot was last noted to be alive; None if that is not known."""
        stored = await self.database.read(settings.get, *settings.ALIVE)
        try:
            when = float(stored or "")
        except ValueError:
            return None
        return when if isfinite(when) else None

    async def note_alive(self, now: float) -> None:
        """Note that the bot is alive: what time passes until its next start counts for nobody."""
        await self.database.write(settings.put, *settings.ALIVE, f"{now:.3f}")

    def set_aside(self, error: UnreadableMatch) -> None:
        """Leave a match out of every list; the log names it, but only once."""
        self._readable.set_aside(error)

    # Matches

    async def new_match(self, row: MatchRow) -> MatchRow:
        """Store a new match, whatever its id and version say, and give it with its id.

        It is version 1 and published nowhere.
        """
        token = self.ownership.token
        return self.ownership.noted(await self.database.write(matches.add, row, token), token)

    async def begin_together(
        self, commit: Commit, others: Sequence[MatchRow]
    ) -> list[MatchRow] | None:
        """Store a lobby that begins with other tables, as `bot.store.changes.begin_together`."""
        token = self.ownership.token
        write = self.database.write
        stored = await write(begin_together, [change_of(commit)], others, token)
        return stored and [self.ownership.noted(row, token) for row in stored]

    async def commit(self, commit: Commit) -> bool:
        """Store a change of a match; False if `row.version - 1` is not the stored version.

        Durable when it returns True. Raises TypeError for what JSON cannot hold.
        """
        is_stored: bool = await self.database.do(change_of(commit))
        if is_stored and commit.move is not None:
            by = "house" if commit.move.by is None else "person"
            meters.MOVES.labels(commit.row.game, by).inc()
        return is_stored

    async def match(self, match_id: MatchId) -> MatchRow | None:
        """Return a match, if there is one of this id. Raises UnreadableMatch."""
        return self._readable.one(await self.database.read(matches.by_id, match_id))

    async def version(self, match_id: MatchId) -> int | None:
        """Return the stored version of a match; None if there is none, or it is set aside."""
        is_aside = match_id in self._readable.aside
        return None if is_aside else await self.database.read(matches.version_of, match_id)

    moves = reads(matches.moves_of)
    counts = reads(matches.counts)
    locations = reads(matches.locations)

    async def matches_of(self, user_id: int, statuses: Collection[Status]) -> list[MatchRow]:
        """Return the matches somebody is in, the newest touched first."""
        return self._readable.of(await self.database.read(matches.of_user, user_id, statuses))

    async def matches_in(self, channel_id: int, statuses: Collection[Status]) -> list[MatchRow]:
        """Return the matches of a channel, the newest touched first."""
        return self._readable.of(await self.database.read(matches.in_channel, channel_id, statuses))

    async def last_opened(self, user_id: int, game: str, guild_id: int | None) -> list[MatchRow]:
        """Return the latest tables of a game that somebody opened in a server, the newest first."""
        found = await self.database.read(matches.last_opened, user_id, game, guild_id)
        return self._readable.of(found)

    async def match_of_thread(self, thread_id: int, user_id: int) -> MatchRow | None:
        """Return the match that has a thread of its own, if that is this one and can be read.

        Of several that share it, the one at which a person sits, or else one that goes on.
        """
        found = await self.database.read(matches.of_thread, thread_id, user_id)
        return next(iter(self._readable.of(found)), None)

    async def following(self, match_id: MatchId) -> MatchRow | None:
        """Return the newest match that followed another, if any did and it can be read."""
        found = await self.database.read(matches.following, match_id)
        return next(iter(self._readable.of(found)), None)

    async def matches_of_guild(self, guild_id: int, statuses: Collection[Status]) -> list[MatchRow]:
        """Return the matches of a guild, the newest touched first."""
        return self._readable.of(await self.database.read(matches.in_guild, guild_id, statuses))

    async def due(
        self, now: float, limit: int = 100, *, without: Collection[MatchId] = ()
    ) -> list[tuple[MatchId, int]]:
        """Return id and version of live matches with a deadline <= now, the most overdue first."""
        aside = self._readable.aside | set(without)
        found = await self.database.read(matches.due, now, limit, aside, self.ownership.token)
        own = await self.ownership.acquire_free([match_id for match_id, _ in found])
        return [one for one in found if one[0] in own]

    async def deadlines(
        self, until: float, *, without: Collection[MatchId] = ()
    ) -> dict[MatchId, float]:
        """Return the deadlines of live matches up to then, those of other processes left out."""
        aside = self._readable.aside | set(without)
        return await self.database.read(matches.deadlines, until, aside, self.ownership.token)

    async def unpublished(self) -> list[MatchId]:
        """Return this process's matches, of any status, whose stored version was not shown yet."""
        aside, process = self._readable.aside, self.ownership.token
        found = await self.database.read(matches.unpublished, aside, process)
        return sorted(await self.ownership.acquire_free(found))

    async def live(self) -> list[MatchId]:
        """Return the matches in a lobby or being played that this process looks after."""
        aside, process = self._readable.aside, self.ownership.token
        found = await self.database.read(matches.live, aside, process)
        return sorted(await self.ownership.acquire_free(found))

    async def channel_gone(self, channel_id: int) -> list[MatchId]:
        """Close the live matches of a channel that was deleted, and tell which."""
        return await self.rewrites.write(matches.close_channel, channel_id)

    async def guild_gone(self, guild_id: int) -> list[MatchId]:
        """Close the live matches of a guild the bot left, and tell which; results stay."""
        return await self.rewrites.write(matches.close_guild, guild_id)

    # Where they are shown

    publication = reads(publications.by_match)
    ended_threads = reads(publications.ended_threads)
    messages = reads(publications.messages_of)
    hands = reads(publications.hands_of)
    set_hand = writes(publications.put_hand)

    async def set_publication(self, publication: Publication) -> None:
        """Note where a match is shown; `published` never goes down. Raises UnknownMatch."""
        await self.database.write_out_of_turn(publication.match_id, publications.put, publication)

    async def note(self, match_id: MatchId, **changes: Any) -> None:
        """Note some fields of where a match is shown; the others stay. Raises UnknownMatch."""
        await self.database.do(publications.noting(match_id, changes))

    # What came of them

    leaderboard = reads(results.leaderboard)
    standing = reads(results.standing)
    name_in = reads(results.name_in)
    has_finished = reads(results.has_finished)
    past = reads(results.past)
    results = reads(results.by_match)

    # Small things

    other_servers = reads(settings.other_servers)
    setting = reads(settings.get)
    settings_named = reads(settings.by_key)

    async def code_secret(self) -> bytes:
        """Return the secret from which the codes of moments follow, beside their games' seeds."""
        known = await self.database.read(settings.known_secret)
        return await self.database.write(settings.made_secret) if known is None else known

    async def set_setting(self, scope: str, key: str, value: str | None) -> None:
        """Set a setting; None unsets it."""
        await self.set_settings(scope, {key: value})

    async def settings(self, scope: str) -> dict[str, str]:
        """Return every setting of a scope, by key; from memory, if nobody has changed any since."""
        return (await self.settings_of([scope]))[0]

    async def settings_of(self, scopes: Sequence[str]) -> list[dict[str, str]]:
        """Return every setting of each scope, as `settings` does, with one read at most."""
        return await self.remembered.read(
            scopes, lambda unknown: self.database.read(settings.of_scopes, unknown)
        )

    async def scopes_with(self, key: str, value: str, *, seated: bool = False) -> list[str]:
        """Return the scopes in which a setting has this value; or only of who sits at a table."""
        find = settings.seated_with if seated else settings.scopes_with
        return await self.database.read(find, key, value)

    async def set_settings(self, scope: str, changes: Mapping[str, str | None]) -> None:
        """Set some settings of a scope together; None unsets one, and the others stay."""
        async with self.remembered.changing(scope, changes):
            job = partial(settings.put_all, scope=scope, changes=changes)
            await self.database.write(telling(job, Signal(SETTINGS, (scope,))))
