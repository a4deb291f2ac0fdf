"""The posts of cards to be beaten: each grows with whoever comes to the end."""

from __future__ import annotations

import logging
from functools import partial

from bot.beats.layouts import challenge_layout
from bot.beats.service import Beats
from bot.discord.io import DiscordIO
from bot.errors import Refused, StageError
from bot.match.house.workshop import SharedMaking
from bot.match.table.kind import source_of
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow, Status
from bot.texts import Texts

log = logging.getLogger(__name__)

LAST_SHOWN = 2.0
"""Seconds in which a row may be added when the bot is stopped."""


class Posts:
    """Shows in the posts of a match's cards what has come of them."""

    def __init__(self, store: Store, beats: Beats, texts: Texts, io: DiscordIO) -> None:
        self._store, self._beats = store, beats
        self._texts, self._io = texts, io
        self._showing = SharedMaking[MatchId, None]("the posts of a beat")

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: somebody has come to the end."""
        if row.status is Status.OVER and source_of(row) is not None:
            self._showing.begin(row.id, partial(self._show, row))

    async def close(self) -> None:
        """Wait a moment for what is being shown."""
        await self._showing.close(LAST_SHOWN)

    async def _show(self, row: MatchRow) -> None:
        try:
            source = await self._store.match(source_of(row) or MatchId(0))
            if source is None:
                return
            tried, say = await self._beats.tried(source), self._texts.words(source.locale)
            posts = await self._beats.posts(source.id)
        except (Refused, StoreError) as error:
            log.warning("what came of match %s is not shown: %s", row.id, error)
            return
        for channel_id, message_id in posts.items():
            try:
                layout = challenge_layout(tried, say)
                await self._io.edit(int(channel_id), int(message_id), layout, [])
            except StageError as error:
                log.info("a post in channel %s stays as it is: %s", channel_id, error)
