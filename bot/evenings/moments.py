"""The moments of an evening that is over: what is worth another look. Pure.

The best feat that its game knows (`Presenter.feats`: a declaration that was made, a nine), and the
luckiest; of equal ones that in which fewer others were as good with the same cards. Then the
largest swing: where a person made most beyond the average of the others who held the same cards. In
place of one that is missing there are further swings, then further feats, of somebody not named yet
as long as there are. No two are of one deal of one table, so that the next largest swing follows
where the best feat was of that deal; only where nothing else is left two places of one deal are.
Told of are people in deals that they played without a stand-in; house players are only compared
with.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.match.table import Table
from bot.presenters import PRESENTERS
from bot.presenters.feats import Feat
from bot.store.members import Member
from bot.store.rows import MatchId, MatchRow, Status
from engine.events import TakenBack
from engine.seats import Seat

MOST = 3
"""How many moments an evening has."""

Cards: TypeAlias = tuple[str, int, Seat]
"""The key of a series, a deal and a seat: whose cards were held."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What a seat made in a deal, and on average the `others` who held the same cards."""

    made: int
    average: float
    others: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What a person did in a deal of a table; a replay of it begins after as many `moves`.

    `round` is None where the evening had one round only.
    """

    row: MatchRow
    round: int | None
    deal: int
    seat: Seat
    moves: int
    what: Swing | Feat

    @property
    def member(self) -> Member:
        """Who did it."""
        return self.row.members[self.seat - 1]


@dataclass(frozen=True, slots=True)
class _Played:
    """A table that was played out, and what its seats made and did.

    `starts` are the numbers of moves after which its deals began, and `back` the moves of the log
    that take one back; `stood_in` are deals and seats in which a stand-in moved for a person.
    """

    row: MatchRow
    round: int | None
    made: Sequence[Sequence[int]]
    feats: Sequence[Feat]
    starts: Sequence[int]
    back: Sequence[int]
    stood_in: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, table: Table, *, is_only_round: bool) -> _Played:
        row, happened = table.row, table.begun.happened
        presenter, starts, back = PRESENTERS[row.game], [0], list[int]()
        for move, events in enumerate(happened):
            starts += [move for event in events if presenter.ends_deal(event)]
            back += [move for event in events if isinstance(event, TakenBack)]
        return cls(
            row, None if is_only_round else int(row.series.split()[-1]),
            table.view(None).deal_scores, list(presenter.feats(happened)), starts, back,
            frozenset((bisect_left(starts, move), seat) for move, seat in table.stood_in.items()),
        )  # fmt: skip

    def cards(self, deal: int, seat: Seat) -> Cards:
        return self.row.series, deal, seat

    def is_told_of(self, deal: int, seat: Seat) -> bool:
        """Return whether a person who still has a name played a deal themselves."""
        return (self.row.members[seat - 1].user_id or 0) > 0 and (deal, seat) not in self.stood_in

    def moment(self, deal: int, seat: Seat, what: Swing | Feat, moves: int | None) -> Moment:
        at = self.starts[deal - 1] if moves is None else moves
        # A replay counts no move that was taken back, nor what takes it back.
        at -= 2 * bisect_right(self.back, at)
        return Moment(self.row, self.round, deal, seat, at, what)


def moments_of(tables: Sequence[Table]) -> tuple[Moment, ...]:
    """Return up to three moments of an evening, given the tables of all its rounds, replayed.

    Swings are first.
    """
    over = [table for table in tables if table.row.status is Status.OVER]
    is_only_round = len({table.row.series for table in over}) == 1
    played = [_Played.of(table, is_only_round=is_only_round) for table in over]
    chosen: list[Moment] = []
    swings = _swings(played)
    best, lucky = _feats(played, is_luck=False), _feats(played, is_luck=True)
    for found in (best, lucky, swings):
        _choose(found, chosen, _is_same_deal, len(chosen) + 1)
    for found in (swings, [*best, *lucky]):
        _choose(found, chosen, _is_same_person_or_deal)
        _choose(found, chosen, _is_same_deal)
    _choose([*swings, *best, *lucky], chosen, _is_same_place)
    return tuple(sorted(chosen, key=lambda one: isinstance(one.what, Feat)))


def _choose(
    found: Iterable[Moment],
    chosen: list[Moment],
    is_same: Callable[[Moment, Moment], bool],
    most: int = MOST,
) -> None:
    """Choose of what was found, in its order, what is not the same as anything chosen."""
    for one in found:
        if len(chosen) == most:
            return
        if not any(is_same(one, other) for other in chosen):
            chosen.append(one)


def _is_same_deal(one: Moment, other: Moment) -> bool:
    return (one.row.id, one.deal) == (other.row.id, other.deal) or _is_same_place(one, other)


def _is_same_person_or_deal(one: Moment, other: Moment) -> bool:
    return one.member.key == other.member.key or _is_same_deal(one, other)


def _is_same_place(one: Moment, other: Moment) -> bool:
    """Return whether both replays begin at one place, as where a deal ends and the next begins."""
    return (one.row.id, one.moves) == (other.row.id, other.moves)


def _swings(played: Iterable[_Played]) -> list[Moment]:
    """Return where a person made more than the others with the same cards, the largest first."""
    made = defaultdict[Cards, list[int]](list)
    every = [
        (one, deal, Seat(seat), points)
        for one in played
        for deal, each in enumerate(one.made, start=1)
        for seat, points in enumerate(each, start=1)
    ]
    for one, deal, seat, points in every:
        made[one.cards(deal, seat)].append(points)
    found = []
    for one, deal, seat, points in every:
        field = made[one.cards(deal, seat)]
        others = len(field) - 1
        average = (sum(field) - points) / max(1, others)
        if others and points > average and one.is_told_of(deal, seat):
            swing = Swing(points, average, others)
            found.append((points - average, one.moment(deal, seat, swing, None)))
    return [moment for _, moment in sorted(found, key=lambda pair: -pair[0])]


def _feats(played: Iterable[_Played], *, is_luck: bool) -> list[Moment]:
    """Return the feats of people of a kind, the best first."""
    every = [(one, feat) for one in played for feat in one.feats if feat.is_luck is is_luck]
    ranks = defaultdict[Cards, list[tuple[MatchId, float]]](list)
    for one, feat in every:
        ranks[one.cards(feat.deal, feat.seat)].append((one.row.id, feat.rank))

    def order(pair: tuple[_Played, Feat]) -> tuple[float, int]:
        one, feat = pair
        same = ranks[one.cards(feat.deal, feat.seat)]
        return -feat.rank, len({table for table, rank in same if rank >= feat.rank})

    told = [(one, feat) for one, feat in every if one.is_told_of(feat.deal, feat.seat)]
    return [
        one.moment(feat.deal, feat.seat, feat, feat.moves)
        for one, feat in sorted(told, key=order)
    ]  # fmt: skip
