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
    """Tell a person's rating in puzzles, and the days in a row on which they solved one."""
    rating, say = await _rating(asked) if asked.settings.has(Feature.PUZZLES) else "", asked.say
    if not rating:
        return ()
    app = asked.app
    week = await PuzzleStore(app.store.database).week_of(asked.user_id, app.clock.now())
    streak = say("fact.streak.days", n=week.streak)
    return [Fact(say("fact.puzzle"), rating), Fact(say("fact.puzzle.streak"), streak)]


async def _rating(asked: Asked) -> str:
    """Spell a person's rating in puzzles; "" before their first."""
    solver = await PuzzleStore(asked.app.store.database).solver(asked.user_id)
    if solver.rating is None:
        return ""
    return rating_text(solver.rating.shown, asked.say, provisional=solver.is_provisional)
