"""The data of a person or a server, and its deletion."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from bot.privacy import erased, personal
from bot.store import settings
from bot.store.changes import Missed, change_of, signal_of
from bot.store.database import Part, reads, writes
from bot.store.rows import Commit, MatchId
from bot.store.signals import SETTINGS, Signal, telling
from bot.store.store import Store


class PrivacyStore(Part):
    """Deletes, and tells what there is to delete. All methods raise StoreError when they cannot."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.database)
        self._store = store

    personal = reads(personal.of)
    live_with = reads(erased.live_with)
    expire = writes(erased.expire)

    async def to_empty(self) -> dict[int, float]:
        """Return the channels of direct messages that are to be emptied, each up to when.

        Their people had their data deleted.
        """
        found = await self.database.read(settings.all_of, erased.EMPTYING)
        return {int(channel): float(until) for channel, until in found.items()}

    async def emptied(self, channel_id: int) -> None:
        """Note that a channel is empty, or cannot be emptied."""
        await self.database.write(settings.put, erased.EMPTYING, str(channel_id), None)

    async def erase(  # noqa: PLR0913 - all is of one deletion
        self, user_id: int, name: str, now: float, commits: Iterable[Commit],
        *, unreadable: Collection[MatchId] = (), direct: int | None = None,
        secret: bytes = b"",
    ) -> bool:  # fmt: skip
        """Delete everything about a person, in one transaction; `name` is shown in their place.

        `commits` are how the live matches they are in go on without them, but for those that cannot
        be read; False if one of them has changed since, or is missing: nothing is done then.
        `direct` is the channel of their direct messages, to be emptied later. `secret` is what
        `number_in` was given for the commits.
        """
        changes, secret = tuple(map(change_of, commits)), secret or erased.new_secret()
        erasure = erased.Erasure(user_id, name, now, changes, unreadable, direct, secret)
        erase = telling(
            partial(erased.erase, erasure=erasure), Signal(SETTINGS), *map(signal_of, changes)
        )
        try:
            async with self._store.remembered.changing():
                is_done = await self._store.rewrites.write(erase)
        except Missed:
            return False
        self.database.scourer.ask()
        return is_done

    async def drop_closed(self, before: float, most: int) -> int:
        """Delete some of the matches that ended early before a moment; return how many."""
        return await self._store.rewrites.write(erased.drop_closed, before, most)

    async def tidy_over(self, before: float, after: MatchId, most: int) -> MatchId | None:
        """Take out of matches played out before a moment what only the play needed.

        Looks at some matches behind one, and returns the last; None if there are no more.
        """
        return await self._store.rewrites.write(erased.tidy_over, before, after, most)

    async def forget_server(self, guild_id: int, before: float, most: int, now: float) -> bool:
        """Forget a part of a server that the bot left before a moment; tells if all is done."""
        scope = settings.server_scope(guild_id)
        job = partial(erased.forget_server, guild_id=guild_id, before=before, most=most, now=now)
        async with self._store.remembered.changing(scope):
            return await self._store.rewrites.write(telling(job, Signal(SETTINGS, (scope,))))
