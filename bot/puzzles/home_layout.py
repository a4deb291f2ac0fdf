"""Puzzles on a person's card and page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.controls import button
from bot.match.show.profile import Asked, Fact, Line
from bot.preferences.server import Feature
from bot.puzzles.store import PuzzleStore, Solver
from render.api import Words, rating_text, rating_words


async def puzzle_lines(asked: Asked) -> Sequence[Line]:
    """Offer a puzzle, with the rating that a person has in them."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    say = asked.say
    solver = await PuzzleStore(asked.app.store.database).solver(asked.user_id)
    told = say("home.puzzle.new")
    if solver.rating is not None:
        rating = rating_words(solver.rating.shown, say, provisional=solver.is_provisional)
        told = say("home.puzzle.rating", rating=rating)
    return [Line(say("home.puzzle", told=told), button("zn", say("home.button.puzzle")))]


async def puzzle_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person's rating in puzzles, and the days in a row on which they solved one."""
    if not asked.settings.has(Feature.PUZZLES):
        return ()
    app, say = asked.app, asked.say
    week = await PuzzleStore(app.store.database).week_of(asked.user_id, app.clock.now())
    rating, streak = _rating(week.solver, say), say("fact.streak.days", n=week.streak)
    if not rating:
        return ()
    return [Fact(say("fact.puzzle"), rating), Fact(say("fact.puzzle.streak"), streak)]


def _rating(solver: Solver, say: Words) -> str:
    """Spell a person's rating in puzzles; "" before their first."""
    if solver.rating is None:
        return ""
    return rating_text(solver.rating.shown, say, provisional=solver.is_provisional)
