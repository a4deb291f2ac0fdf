"""Beating a deal as a feature: giving others the cards that one has played, and playing theirs."""

from __future__ import annotations

from bot.beats.layouts import LOOK, beat_button, beat_notes, challenge_layout, tried_layout
from bot.beats.news import Posts
from bot.beats.service import BEAT, Beats
from bot.discord.app import App
from bot.discord.press import Ack, Press
from bot.match.feature import Jobs, Room
from bot.match.show.actions import show_hand
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.store.rows import MatchId, MatchRow


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
