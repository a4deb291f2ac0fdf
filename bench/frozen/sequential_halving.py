"""Frozen: sequential halving: the budget goes where the choice is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence


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
