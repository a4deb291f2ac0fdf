"""Puzzles on a person's card."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.controls import button
from bot.match.show.profile import Asked, Line
from bot.preferences.server import Feature
from bot.puzzles.store import PuzzleStore
from render.numbers import rating_text


async def puzzle_lines(asked: Asked) -> Sequence[Line]:
    """Offer a puzzle, with the rating that a person has in them."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    solver = await PuzzleStore(asked.app.store.database).solver(asked.user_id)
    say, rating = asked.say, solver.rating
    told = say("home.puzzle.new")
    if rating is not None:
        shown = rating_text(rating.shown, say, provisional=rating.is_provisional)
        told = say("home.puzzle.rating", rating=shown)
    return [Line(say("home.puzzle", told=told), button("puzzle", say("home.button.puzzle")))]
