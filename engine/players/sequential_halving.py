"""Sequential halving: the budget goes where the choice is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.players.estimate import compared
from engine.players.robot import RankedMove, is_of_a_seat


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
