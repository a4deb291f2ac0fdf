"""Beating a deal as a feature."""

from __future__ import annotations

from bot.beats.layouts import LOOK, beat_button, beat_notes
from bot.beats.news import Posts
from bot.beats.service import BEAT, Beats
from bot.discord.app import App
from bot.match.feature import Jobs, Room
from bot.match.table.tables import Tables


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
