"""Games that are paused: nothing is played and no clock runs until they go on; pure."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refused
from bot.match.clock.turns import stopped_at, with_time_of
from bot.store.rows import MatchRow, Pause, Status

MODERATOR, PERMISSIONS, LOCKED = "moderator", "permissions", "locked"
"""Why a game may be paused.

A moderator said so, the bot lacks permissions where it is shown, or the thread it is in was locked.
"""


def paused(row: MatchRow, pause: Pause, now: float) -> MatchRow:
    """Return the row of a game that is paused for one more reason, or for one anew.

    Raises Refused if no game is being played.
    """
    if row.status is not Status.PLAYING:
        raise Refused("refused.not_started" if row.status is Status.LOBBY else "refused.over")
    stopped = stopped_at(row)
    pause = replace(pause, since=now if stopped is None else stopped)
    return replace(row, pauses=(*_but(row, pause.why), pause))


def resumed(row: MatchRow, why: str, now: float) -> MatchRow:
    """Return the row without one reason to pause.

    With the last one gone the game goes on, and everybody has the time they had when it stopped.
    """
    stopped, others = stopped_at(row), _but(row, why)
    if row.status is not Status.PLAYING:
        return row
    after = replace(row, pauses=others)
    return after if others or stopped is None else with_time_of(after, stopped, now)


def is_paused_for(row: MatchRow, why: str) -> bool:
    """Return whether this is among the reasons for which a game is paused."""
    return any(pause.why == why for pause in row.pauses)


def may_go_on(row: MatchRow) -> None:
    """Raise Refused while a game is paused."""
    if row.pauses:
        raise Refused("refused.paused")


def _but(row: MatchRow, why: str) -> tuple[Pause, ...]:
    return tuple(pause for pause in row.pauses if pause.why != why)
