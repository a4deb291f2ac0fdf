"""Sequential halving: thought goes where the choice is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def halved(
    moves: Sequence[str],
    budget: int,
    attempt: Callable[[Sequence[str]], None],
    best_first: Callable[[Sequence[str]], Sequence[str]],
) -> list[str]:
    """Rank moves by trying them, the best first; the worse half is dropped after each round.

    `attempt` tries each of the moves given once, and `best_first` sorts them by what came of it so
    far. The budget is in single tries; every move left gets at least one a round.
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
