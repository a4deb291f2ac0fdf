"""Puzzles as a feature."""

from __future__ import annotations

from asyncio import to_thread
from functools import partial

from bot.discord.app import App
from bot.match.feature import Jobs, Room
from bot.match.house.workshop import Workshop
from bot.puzzles import store
from bot.puzzles.commands import Puzzles as PuzzlesCog
from bot.puzzles.layouts import puzzle_facts, puzzle_lines
from bot.puzzles.service import Puzzles, shipped
from bot.reviews.service import Reviews
from bot.store.kept import Kept


def _wire(app: App, jobs: Jobs) -> None:
    puzzles = Puzzles(app.store, app.get(Workshop), app.clock)
    app.put(puzzles)
    app.get(Reviews).listeners.append(puzzles.on_review)
    jobs.read.append(partial(to_thread, shipped))
    jobs.start.append(puzzles.begin)
    jobs.close.append(puzzles.close)


FEATURE = Room(
    name="puzzles",
    cogs=(PuzzlesCog,),
    wire=_wire,
    lines=puzzle_lines,
    facts=puzzle_facts,
    kept=Kept(told=store.told),
)
