"""Tables at which one person plays alone: how they begin, and their pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.clock import Clock
from bot.match.table.seats import HOUSE, least_pause
from bot.match.table.state import Table, is_given_up
from bot.match.table.times import Delay, is_alone, with_clocks
from bot.store.rows import MatchId, MatchRow, Member, Status, Terms
from bot.texts import as_written
from engine.course import Course

# How long house players seem to think.

HOUSE_PAUSE = (1.2, 2.8)
"""Shortest and longest pause of a house player in seconds, whatever it holds."""

LONGEST_PAUSE = 3.0
"""The most seconds that a house player pauses at the ordinary pace, also as a game opens."""

SECOND_THOUGHT = (3.0, 3.5)
"""The same after a move that its person may take back at once."""

FAST_PAUSE = (0.35, 0.6)
"""The same where one person alone asked them to hurry; never shorter than hard thinking takes."""


def delay_of(row: MatchRow, clock: Clock, usual: tuple[float, float] = HOUSE_PAUSE) -> Delay:
    """Return the generator of the pauses in which house players of a match seem to think.

    Nobody watches the end of a game that was given up.
    """
    if is_given_up(row):
        return lambda: 0.0
    span = FAST_PAUSE if row.terms.fast and is_alone(row) else usual
    return lambda: clock.pause(*span, least_pause(row))


# Tables at which one person plays alone, in answers that only they see: how they begin.

HOUSE_PLAYERS = 2
"""How many house players sit at a table that is made for one person."""


def house_members(names: Sequence[str], level: str) -> tuple[Member, ...]:
    """Return the house players of a table for one person, by the first of these names."""
    return tuple(
        Member(key=f"{HOUSE}{number}", name=name, level=level)
        for number, name in enumerate(names[:HOUSE_PLAYERS], start=1)
    )


@dataclass(frozen=True, slots=True)
class Solo:
    """What is settled of a table for one person: the key of its series, and all that is given it.

    `seed` decides all chance; `secret` is what a proof of it would begin with.
    """

    series: str
    options: Mapping[str, Any]
    terms: Terms
    locale: str
    seed: bytes
    secret: bytes


def solo_table(
    solo: Solo, course: Course, members: Sequence[Member], now: float, moves: int = 0
) -> MatchRow:
    """Return the match in which the one person among its members plays alone.

    It begins where its game stands, after so many moves, and counts for no rating.
    """
    (opener,) = (member.user_id for member in members if member.user_id is not None)
    info = course.game.info
    row = MatchRow(
        id=MatchId(0), version=1, status=Status.PLAYING, game=info.key,
        rules_version=info.rules_version, options=dict(solo.options), guild_id=None, channel_id=0,
        opener_id=opener, locale=as_written(solo.locale), secret=solo.secret,
        members=tuple(members),
        created=now, touched=now, entropy=solo.series, seed=solo.seed,
        state=course.game.dump(course.state), moves=moves, rated=False, terms=solo.terms,
        by_token=True, series=solo.series,
    )  # fmt: skip
    return with_clocks(Table(row, course), now, lambda: 0.0)
