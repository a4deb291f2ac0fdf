"""Exports and deletions as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs, Room
from bot.match.table.tables import Tables
from bot.privacy.commands import Data
from bot.privacy.exports import Exports
from bot.privacy.service import Erasing, Tidying


def _wire(app: App, _jobs: Jobs) -> None:
    someone = app.texts.words(app.settings.locale)("data.someone")
    app.put(
        Exports(app.store),
        Erasing(app.store, app.get(Tables), app.clock, someone),
        Tidying(app.store, app.io, app.clock, app.get(Notices).budget),
    )


FEATURE = Room(name="privacy", cogs=(Data,), wire=_wire)
