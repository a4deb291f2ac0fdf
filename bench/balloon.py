"""Steps a second through the public API: Cloud 9 against OpenSpiel's pig (E6).

Both play random games to the end by the same loop: ask who moves (or whether it is over), list the
legal moves, pick one, apply it. A step is a decision or a die: pig asks the loop for each die, ours
throws them itself, as keyed hashes that anybody can check; ours is also validated, immutable and
tells events. Games begin dealt. Run: python -m bench.balloon [--rounds N] [--games N]
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import pyspiel

from bench.timing import interleave, speed_ratio, table
from engine.chance import Chance
from engine.games import GAMES
from engine.games.balloon.cards import odds_of, paying_hands

KEY = "balloon"
PEER = "pig(players=3,winscore=50)"
SEED = 9
SEATS = 3


def play_peer(games: int) -> int:
    """Play random games of the peer; give the number of decisions and dice."""
    game, random, steps = pyspiel.load_game(PEER), Random(SEED).random, 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
            steps += 1
    return steps


def our_positions(games: int) -> list[Any]:
    """Deal games of ours."""
    game, random = GAMES[KEY], Random(SEED)
    return [game.start(SEATS, {}, Chance(random.randbytes(32))).state for _ in range(games)]


def play_ours(positions: list[Any]) -> int:
    """Play random games of ours; give the number of decisions and dice."""
    game = GAMES[KEY]
    to_act, legal_of, apply = game.to_act, game.legal, game.apply
    random, steps = Random(SEED).random, 0
    for start in positions:
        state: Any = start
        throws = state.throws
        while acting := to_act(state):
            for seat in acting:
                legal = legal_of(state, seat)
                state, _ = apply(state, seat, legal[int(random() * len(legal))])
                if state.throws != throws:
                    throws = state.throws
                    steps += len(state.dice)
            steps += 1
    return steps


def count_odds(times: int) -> int:
    """Count paying hands afresh, as for a throw of four colours."""
    for number in range(times):
        paying_hands((18, 17, 16, 15 - number % 4, 4), (1, 1, 1, 1), 6)
    return times


def look_up_odds(times: int) -> int:
    """Ask for chances asked for before."""
    for _ in range(times):
        odds_of(63, 6, "RGPY")
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    positions = our_positions(given.games)
    timings = interleave(
        {"pig": lambda: play_peer(given.games * 8), KEY: lambda: play_ours(positions)},
        rounds=given.rounds,
    )
    print(table(timings, unit="step"))
    print(f"{KEY} / pig: {speed_ratio(timings[KEY], timings['pig'])}")
    chances = interleave(
        {"count a chance": lambda: count_odds(2000), "a known chance": lambda: look_up_odds(2000)},
        rounds=given.rounds,
    )
    print(table(chances, unit="chance"))


if __name__ == "__main__":
    main()
