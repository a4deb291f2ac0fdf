"""Beating a deal as a feature: giving others one's cards, playing theirs, and the posts of it."""

from __future__ import annotations

import logging
from functools import partial

from bot.beats.layouts import LOOK, beat_button, beat_notes, challenge_layout, tried_layout
from bot.beats.service import BEAT, Beats
from bot.discord.app import App
from bot.discord.io import DiscordIO
from bot.discord.press import Ack, Press
from bot.errors import Refused, StageError
from bot.match.feature import Jobs, Room
from bot.match.house.workshop import SharedMaking
from bot.match.show.actions import show_hand
from bot.match.table.kind import source_of
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow, Status
from bot.texts import Texts

log = logging.getLogger(__name__)


async def challenge(press: Press, match_id: MatchId) -> None:
    """Show everybody here what one has made, with the way to the same cards. Raises Refused.

    Anybody else has these cards at once; where they are shown already, it is told who made what.
    """
    beats, channel_id = press.app.get(Beats), press.location.channel_id
    source = await beats.find(match_id, press.interaction.channel_id)
    is_shown = str(channel_id) in await beats.posts(match_id)
    if is_shown or seat_of(source, press.user_id) is None:
        await _meet(press, source)
        return
    await press.acknowledge(Ack.PUBLIC)
    view = challenge_layout(await beats.tried(source), await press.say_to_all())
    shown = await press.answer(view=view)
    await beats.note_post(match_id, channel_id, shown.id)


async def meet(press: Press, match_id: MatchId) -> None:
    """Deal a person the cards of a match, or tell who knows them what others made of them.

    Raises Refused.
    """
    await _meet(press, await press.app.get(Beats).find(match_id, press.interaction.channel_id))


async def _meet(press: Press, source: MatchRow) -> None:
    await press.acknowledge(Ack.PRIVATE)
    beats = press.app.get(Beats)
    row = await beats.begin(source, press.as_member(), press.locale)
    if row is not None:
        await show_hand(press, row.id)
    else:
        await press.answer(view=tried_layout(await beats.tried(source), press.say))


# The posts of cards to be beaten: each grows with whoever comes to the end.

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


def _wire(app: App, jobs: Jobs) -> None:
    tables = app.get(Tables)
    beats = Beats(app.store, tables, app.clock)
    posts = Posts(app.store, beats, app.texts, app.io)
    app.put(beats)
    tables.listeners += (posts.on_change,)
    jobs.close.append(posts.close)


FEATURE = Room(
    name="beats", wire=_wire, kind=BEAT, look=LOOK, looking_back=beat_button, notes=beat_notes
)
