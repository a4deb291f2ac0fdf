"""Moves a second through the public API: Cloud Nine against OpenSpiel's oh_hell (E1).

Both play random games from dealt positions to the end by the same loop: ask who moves (or whether
it is over), list the legal moves, pick one, apply it. Ours is validated, immutable and tells
events. Dealing is timed apart. Run: python -m bench.engine [--rounds N] [--games N]
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import pyspiel

from bench.timing import interleave, speed_ratio, table
from engine.chance import Chance
from engine.events import as_seen_by
from engine.games import GAMES
from engine.seats import Seat

PEER = "oh_hell(players=3,num_cards_per_suit=12,num_tricks_fixed=13)"
SEED = 9


def peer_positions(count: int) -> list[Any]:
    """Deal `count` positions of the peer."""
    game, random = pyspiel.load_game(PEER), Random(SEED)
    positions = []
    for _ in range(count):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        positions.append(state)
    return positions


def play_peer(positions: list[Any]) -> int:
    random, moves = Random(SEED).random, 0
    for state in positions:
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            moves += 1
    return moves


def our_positions(key: str, count: int) -> list[Any]:
    """Deal `count` positions of one of our games."""
    game, random = GAMES[key], Random(SEED)
    return [
        game.start(game.info.seats[0], {"deals": 1}, Chance(random.randbytes(32))).state
        for _ in range(count)
    ]


def play_ours(key: str, positions: list[Any]) -> int:
    game = GAMES[key]
    to_act, legal_of, apply = game.to_act, game.legal, game.apply
    random, moves = Random(SEED).random, 0
    for start in positions:
        state: Any = start
        while acting := to_act(state):
            for seat in acting:
                legal = legal_of(state, seat)
                state, _ = apply(state, seat, legal[int(random() * len(legal))])
            moves += 1
    return moves


def show_all(key: str, positions: list[Any]) -> int:
    """Show each position to everyone, and what happened to a seat: what a click costs besides."""
    game = GAMES[key]
    step = game.start(game.info.seats[0], {}, Chance(bytes(32)))
    for state in positions:
        for seat in (None, Seat(1), Seat(2), Seat(3)):
            game.view(state, seat)
            as_seen_by(seat, step.events)
    return len(positions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    peers, ours = peer_positions(given.games), our_positions("cloud_nine", given.games)
    # The peer plays on its own states, so every run, the warm-up too, gets copies made before.
    copies = [[state.clone() for state in peers] for _ in range(given.rounds + 1)]
    timings = interleave(
        {
            "oh_hell": lambda: play_peer(copies.pop()),
            "cloud_nine": lambda: play_ours("cloud_nine", ours),
        },
        rounds=given.rounds,
    )
    print(table(timings, unit="move"))
    print(f"cloud_nine / oh_hell: {speed_ratio(timings['cloud_nine'], timings['oh_hell'])}")
    dealing = interleave(
        {
            "deal oh_hell": lambda: len(peer_positions(given.games)),
            "deal cloud_nine": lambda: len(our_positions("cloud_nine", given.games)),
            "four views": lambda: show_all("cloud_nine", ours),
        },
        rounds=given.rounds,
    )
    print(table(dealing, unit="deal"))


if __name__ == "__main__":
    main()
