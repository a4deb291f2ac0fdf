"""Tables at which one person plays alone, in answers that only they see: how they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match.clock.turns import with_clocks
from bot.match.house.robots import HOUSE
from bot.match.table import Table
from bot.store.rows import MatchId, MatchRow, Member, Status, Terms
from bot.texts import as_written
from engine.course import Course

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
