"""The lessons of a finished game for the person who asks, for their eyes only."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.discord.io import named
from bot.discord.press import Press
from bot.match.names import people
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from bot.reviews.layouts import ReviewFrame, pictures_of, review_layout, waiting_layout
from bot.reviews.service import Reviewed, Reviews
from bot.store.rows import MatchId
from engine.analysis.review import Review
from render.scenes import SCENES


async def review(press: Press, match_id: MatchId) -> None:
    """Show the review of a finished game to who played it. Raises Refused."""
    await press.require(Feature.REVIEW)
    reviews = press.app.get(Reviews)
    game = await reviews.find(match_id, press.user_id, press.interaction.channel_id)
    found = await reviews.kept(game)
    if found is None:
        await press.answer(view=waiting_layout(match_id, press.say), attachments=[])
        found = await reviews.make(game)
    shown = await _frame(press, game, found)
    pictures = named(pictures_of(shown, found.mistakes))
    await press.answer(view=review_layout(shown, press.say), attachments=pictures)


async def _frame(press: Press, game: Reviewed, found: Review) -> ReviewFrame:
    row, replay = game.finished.row, game.replay
    theme = await theme_for(press.app.store, row.guild_id)
    moves = {each.move for each in found.mistakes + found.praised}
    views = {move: replay.view(move, game.seat) for move in moves}
    paint = partial(
        SCENES[row.game].hand, people=people(row), words=press.say, theme=theme
    )  # a view is all that it lacks
    mistakes = [each.move for each in found.mistakes]
    painted = await asyncio.gather(
        *(press.app.painter.paint(partial(paint, views[move])) for move in mistakes)
    )
    pictures = dict(zip(mistakes, painted, strict=True))
    last = replay.view(replay.last, game.seat)
    return ReviewFrame(row, found, views, last, pictures, replay.codes)
