"""Calls when a table opens as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs, Room
from bot.seekers import store
from bot.seekers.news import SeekerNews
from bot.seekers.store import SeekerStore
from bot.store.holdings import Holdings


def _wire(app: App, jobs: Jobs) -> None:
    seekers, notices = SeekerStore(app.store.database), app.get(Notices)
    news = SeekerNews(app.store, seekers, app.io, notices, app.texts, app.clock)
    app.put(seekers, news)
    jobs.catch_up.append(news.catch_up)


FEATURE = Room(
    name="seekers",
    wire=_wire,
    holdings=Holdings(personal_data=store.personal_data, forget=store.forget, expire=store.expire),
)
