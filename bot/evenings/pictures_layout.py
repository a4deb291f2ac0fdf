"""The pictures of an evening: who made more of the same cards, and how all rounds stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.evenings.scoring import Sat, Total, best_deals, by_cards
from bot.evenings.standing import Played, Standing
from render.api import Picture, Words
from render.scenes import SCENES
from render.scenes.evening import Cards, Holder, paint_evening
from render.scenes.leaderboard import Heading
from render.scenes.league import paint_rounds
from render.theme import Theme

DRAWN = 8
"""The most tables whose deals are drawn; of more, only the standing is."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A person's line in the table of all rounds."""

    place: int
    name: str
    weeks: int
    latest: float | None
    points: float
    has_medal: bool
    is_helped: bool


def paintings(standing: Standing, played: Played) -> list[Callable[[Words, Theme], Picture]]:
    """Return what paints how all rounds stand, and a round deal by deal.

    After one round both are the same: all are painted only if too many tables played to paint it.
    """
    tables = len({sat.table for sat in played.sat})
    shows_all = tables > DRAWN or len(standing.played) > 1
    painted = list[Callable[[Words, Theme], Picture]]()
    if shows_all and standing.totals:
        painted.append(partial(painted_totals, standing))
    if 0 < tables <= DRAWN:
        painted.append(partial(painted_round, standing, played))
    return painted


def painted_round(standing: Standing, played: Played, say: Words, theme: Theme) -> Picture:
    """Paint a round deal by deal."""
    game = standing.first.game
    heading = Heading(
        say(f"game.{game}"), say("picture.evening.tables", n=len({sat.table for sat in played.sat}))
    )
    return paint_evening(heading, cards_of(played, say), SCENES[game].unit, say, theme)


def painted_totals(standing: Standing, say: Words, theme: Theme) -> Picture:
    """Paint everybody's points of all rounds that are over, the best first."""
    at = standing.evening
    remark = say("picture.evening.rounds", n=len(standing.played), rounds=at.rounds)
    heading = Heading(say(f"game.{standing.first.game}"), remark)
    return paint_rounds(heading, [_row(one) for one in standing.totals], say, theme)


def _row(one: Total) -> _Row:
    latest = one.rounds[-1]
    return _Row(
        one.place, one.name, sum(each is not None for each in one.rounds),
        None if latest is None else float(latest), one.points, one.has_medal,
        one.is_helped,
    )  # fmt: skip


def cards_of(played: Played, say: Words) -> list[Cards]:
    """Return who held the cards of each seat, the best first; house players after people.

    At a lone table nobody else had anybody's cards: all are in one list.
    """
    made, is_alone = by_cards(played.sat), len({sat.table for sat in played.sat}) == 1
    lines = {(line.sat.table, line.sat.seat): line for line in played.lines}

    def holder(one: Sat) -> Holder:
        line, best = lines.get((one.table, one.seat)), best_deals(one, made)
        if line is None:
            at = say("picture.evening.at", name=one.name, table=one.table)
            return Holder(one.name if is_alone else at, one.made, best)
        return Holder(
            one.name, one.made, best, line.place, line.points, line.has_medal, one.stood_in
        )

    def rank(one: Sat) -> tuple[bool, int, int]:
        line = lines.get((one.table, one.seat))
        return (line is None, -sum(one.made) if line is None else line.place, one.table)

    ranked = sorted(played.sat, key=rank)
    if is_alone:
        return [Cards(0, [holder(one) for one in ranked])]
    return [
        Cards(seat, [holder(one) for one in ranked if one.seat == seat])
        for seat in sorted({one.seat for one in ranked})
    ]
