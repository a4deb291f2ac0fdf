"""Simulations a second of Clumond's house players against OpenSpiel's ISMCTS bots on oh_hell (A1).

A simulation of ours is one card tried in a position made up for it, played out at random and
settled: flat Monte Carlo at the first lead, all sixteen cards in each position. One of theirs is
what their bots count as one: a state resampled, a walk down the tree, a random rollout. The peer is
asked when all have bid; it deals thirteen cards to each.

Run: python -m bench.clumond_search [--rounds N] [--sims N]
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from bench.engine import SEED, peer_positions
from bench.timing import interleave, speed_ratio, table
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.games.clumond.imagine import hands_imaginer, known_state
from engine.games.clumond.view import ClumondView
from engine.players.clumond.position import BITS, Position, play_out
from engine.seats import Seat

PYTHON_SHARE = 20
"""So many times fewer simulations are asked of the Python bot, which is slow."""
EXPLORE = 1.4


def first_lead() -> tuple[ClumondView, tuple[Any, ...]]:
    """Return what the seat to lead knows when all have passed."""
    course = Course.begin(GAMES["clumond"], 3, {}, Chance(Random(SEED).randbytes(32)))
    while course.legal(course.to_act()[0])[0] == "pass":
        course = course.then(course.to_act()[0], "pass")
    view = course.view(Seat(1))
    if not isinstance(view, ClumondView):
        raise TypeError("not a view of Clumond")
    return view, course.heard(Seat(1))


def flat(view: ClumondView, heard: tuple[Any, ...], simulations: int) -> int:
    """Try each card in each position, as the house players do; give the simulations made."""
    random, made = Random(SEED), 0
    known, imagine = Position.of(known_state(view)), hands_imaginer(view, heard)
    while made < simulations:
        position = known.with_hands(imagine(random))
        for suit, ranks in enumerate(position.hands[position.turn]):
            for bit in BITS[ranks]:
                twin = position.copy()
                twin.play(suit, bit)
                play_out(twin, random)
                twin.off()
                made += 1
    return made


def peer_first_lead() -> Any:
    """Return the peer at its first lead: all have bid."""
    state, random = peer_positions(1)[0], Random(SEED)
    for _ in range(state.num_players()):
        state.apply_action(random.choice(state.legal_actions()))
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--sims", type=int, default=8000)
    given = parser.parse_args()
    view, heard = first_lead()
    state = peer_first_lead()
    simulations: int = given.sims
    few = simulations // PYTHON_SHARE

    def cpp() -> int:
        bot = pyspiel.ISMCTSBot(
            SEED, pyspiel.RandomRolloutEvaluator(1, SEED), EXPLORE, simulations, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip
        bot.step(state)
        return simulations

    def python() -> int:
        evaluator = mcts.RandomRolloutEvaluator(1)
        bot = ismcts.ISMCTSBot(state.get_game(), evaluator, EXPLORE, few)
        bot.step(state)
        return few

    timings = interleave(
        {
            "ISMCTS, C++": cpp,
            "ISMCTS, Python": python,
            "flat": lambda: flat(view, heard, simulations),
        },
        rounds=given.rounds,
    )
    print(table(timings, unit="simulation"))
    for name in ("ISMCTS, C++", "ISMCTS, Python"):
        print(f"A1 flat / {name}: {speed_ratio(timings['flat'], timings[name])}")


if __name__ == "__main__":
    main()
