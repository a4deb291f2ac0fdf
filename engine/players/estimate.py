"""The results of a move's playouts so far, and the share of the win that totals promise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from engine.players.robot import RankedMove, is_of_a_seat

LOGISTIC = 0.55
"""The scale of a logistic curve for a standard deviation of 1."""

_DIGITS, _FINE_DIGITS = 9, 12


def compared(value: float) -> float:
    """Return a number as choices compare it, so that the same move wins on every machine.

    Functions such as `exp` may differ in their last bits from one machine to the next.

    >>> compared(0.1 + 0.2) == compared(0.3)
    True
    """
    return round(value, _DIGITS)


def tabled(value: float) -> float:
    """Return a number of a table as it is kept, so that a table is the same on every machine."""
    return round(value, _FINE_DIGITS)


def share_of_win(totals: Sequence[float], player: int, scale: float) -> float:
    """Return the share of the win (0…1) to expect; a lead of `scale` makes it e times as likely.

    `totals` are those of all players; `player` is numbered from 0.

    >>> share_of_win((90, 90, 90, 90), player=2, scale=25.0)
    0.25
    """
    own = totals[player]
    return 1 / sum([exp(min(40.0, (total - own) / scale)) for total in totals])


def shrunk(shares: Sequence[float], player: int, own: float) -> list[float]:
    """Return all players' shares of the win when a player's own is another: they still fill up 1.

    >>> shrunk((0.5, 0.25, 0.25), player=0, own=0.75)
    [0.75, 0.125, 0.125]
    """
    rest = 1 - shares[player]
    factor = (1 - own) / rest if rest > 0 else 0.0
    return [own if other == player else factor * share for other, share in enumerate(shares)]


class Estimate:
    """The mean points of the deal, and the mean share of the win (0…1), of the playouts of a move.

    >>> estimate = Estimate()
    >>> estimate.add(points=90, share=0.5)
    >>> estimate.add(points=110, share=0.75)
    >>> estimate.times, estimate.points, estimate.share
    (2, 100.0, 0.625)
    """

    __slots__ = ("_points", "_shares", "times")

    def __init__(self) -> None:
        self.times = 0
        self._points = 0.0
        self._shares = 0.0

    @property
    def points(self) -> float:
        return self._points / self.times

    @property
    def share(self) -> float:
        return self._shares / self.times

    def add(self, points: float, share: float) -> None:
        """Count the result of one playout."""
        self.times += 1
        self._points += points
        self._shares += share


class Shares(Estimate):
    """The same for one player, with the mean shares of the win of all players.

    >>> found = Shares(player=0)
    >>> found.add_all(90, (0.5, 0.25, 0.25))
    >>> found.share, found.of_all
    (0.5, [0.5, 0.25, 0.25])
    """

    __slots__ = ("_all", "_player")

    def __init__(self, player: int) -> None:
        super().__init__()
        self._player = player
        self._all: list[float] = []

    @property
    def of_all(self) -> list[float]:
        return [whole / self.times for whole in self._all]

    def add_all(self, points: float, shares: Sequence[float]) -> None:
        """Count the result of one playout: the player's points, and everybody's share."""
        self.add(points, shares[self._player])
        if not self._all:
            self._all = [0.0] * len(shares)
        for player, share in enumerate(shares):
            self._all[player] += share


# Sequential halving: the budget goes where the choice is close.


def halved(
    moves: Sequence[str],
    budget: int,
    attempt: Callable[[Sequence[str]], None],
    best_first: Callable[[Sequence[str]], Sequence[str]],
) -> list[str]:
    """Rank moves, best first, by trying them; after each round the worse half is dropped.

    `attempt` tries each of the given moves once, and `best_first` sorts them by the results so
    far. The budget is in single tries; every remaining move gets at least one a round.

    >>> from collections import Counter
    >>> tries = Counter()
    >>> halved(["a", "b", "c", "d"], 16, tries.update, sorted)
    ['a', 'b', 'c', 'd']
    >>> tries
    Counter({'a': 6, 'b': 6, 'c': 2, 'd': 2})
    """
    alive, settled = [*moves], list[str]()
    rounds = max(1, (len(moves) - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * len(alive)))):
            attempt(alive)
        alive = [*best_first(alive)]
        half = (len(alive) + 1) // 2
        settled[:0] = alive[half:]
        del alive[half:]
    return alive + settled


def ranked_by_halves(
    moves: Sequence[str],
    budget: int,
    attempt: Callable[[Sequence[str]], None],
    estimate: Callable[[Sequence[str]], Sequence[RankedMove]],
) -> tuple[RankedMove, ...]:
    """Rank moves by `halved`, by the share of the win in what is estimated of them so far.

    A dropped move was tried in fewer states than those kept, which may have been the kinder ones.
    So its points and everybody's shares are told by comparison: as those of the move ranked just
    above it, less the difference between the two in the states in which both were tried. That
    difference decided their order, so no move has a larger share than one above it.

    >>> shares = {"a": [0.5, 0.1], "b": [0.4], "c": [0.3]}
    >>> tried = {code: [] for code in shares}
    >>> def attempt(alive):
    ...     for code in alive:
    ...         tried[code].append(shares[code][min(len(tried[code]), len(shares[code]) - 1)])
    >>> def estimate(alive):
    ...     return [RankedMove(c, share=sum(tried[c]) / len(tried[c])) for c in alive]
    >>> found = ranked_by_halves(["a", "b", "c"], 1, attempt, estimate)
    >>> [(move.code, round(move.share, 2)) for move in found]
    [('b', 0.4), ('a', 0.3), ('c', 0.1)]
    """
    rounds: list[dict[str, RankedMove]] = []

    def best_first(alive: Sequence[str]) -> list[str]:
        found = sorted(estimate(alive), key=_better_first)
        rounds.append({move.code: move for move in found})
        return [move.code for move in found]

    ranked = list[RankedMove]()
    for code in halved(moves, budget, attempt, best_first):
        seen = next(found for found in reversed(rounds) if code in found)
        above = ranked[-1] if ranked else None
        ranked.append(seen[code] if above is None else _told(seen[code], above, seen[above.code]))
    return tuple(ranked)


def _better_first(move: RankedMove) -> tuple[float, float]:
    """Return a sort key: by the share of the win, and where that is the same by the points."""
    return -compared(move.share), -compared(move.points)


def _told(move: RankedMove, above: RankedMove, then: RankedMove) -> RankedMove:
    """Tell of a move by the one above it and by what was seen of that one `then`, beside it."""
    if not compared(move.share):
        return move
    now, was = dict(above.facts), dict(then.facts)
    facts = tuple(
        (name, _within(now[name] - (was[name] - value)) if is_of_a_seat(name) else value)
        for name, value in move.facts
    )
    points = above.points - (then.points - move.points)
    share = _within(above.share - (then.share - move.share))
    return RankedMove(move.code, points, share, facts)


def _within(share: float) -> float:
    return max(0.0, min(1.0, share))
