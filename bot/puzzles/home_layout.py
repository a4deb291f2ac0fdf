"""Puzzles on a person's card and page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.controls import button
from bot.match.show.profile import Asked, Fact, Line
from bot.preferences.server import Feature
from bot.puzzles.store import PuzzleStore
from render.numbers import rating_text


async def puzzle_lines(asked: Asked) -> Sequence[Line]:
    """Offer a puzzle, with the rating that a person has in them."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    say, rating = asked.say, await _rating(asked)
    told = say("home.puzzle.rating", rating=rating) if rating else say("home.puzzle.new")
    return [Line(say("home.puzzle", told=told), button("zn", say("home.button.puzzle")))]


async def puzzle_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person's rating in puzzles."""
    rating = await _rating(asked) if asked.settings.has(Feature.PUZZLES) else ""
    return [Fact(asked.say("fact.puzzle"), rating)] if rating else ()


async def _rating(asked: Asked) -> str:
    """Spell a person's rating in puzzles; "" before their first."""
    rating = (await PuzzleStore(asked.app.store.database).solver(asked.user_id)).rating
    if rating is None:
        return ""
    return rating_text(rating.shown, asked.say, provisional=rating.is_provisional)
