"""The beginning of a game: a lobby becomes a table that is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.clock import Clock
from bot.match.change import changed
from bot.match.clock.turns import with_clocks
from bot.match.house.robots import least_pause
from bot.match.table import Table, row_options
from bot.store.rows import Door, MatchRow, Member, Status
from engine.chance import Chance, seed_from
from engine.course import Course
from engine.games import GAMES

START_PAUSE = (1.5, 3.0)
"""Shortest and longest pause before a house player opens a game, in seconds."""


def begun(row: MatchRow, members: Sequence[Member], entropy: str, clock: Clock) -> MatchRow:
    """Return the next version of a lobby, dealt to its members, who are in the order of seats."""
    game, now, seed = GAMES[row.game], clock.now(), seed_from(row.secret, entropy)
    seated = tuple(
        replace(member, clock=replace(member.clock, bank=float(row.terms.bank)))
        for member in members
    )
    row = changed(
        row, now, status=Status.PLAYING, members=seated, entropy=entropy, seed=seed,
        door=Door(private=row.door.private),
    )  # fmt: skip
    course = Course.begin(game, len(seated), row_options(row), Chance(seed))
    table = Table(replace(row, state=game.dump(course.state)), course)
    return with_clocks(table, now, lambda: clock.pause(*START_PAUSE, least_pause(row)))
