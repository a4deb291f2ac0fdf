"""Moves a second through the public API, against games of OpenSpiel (E1, E6), and playouts (E2).

All play random games from dealt positions to the end by the same loop: ask who moves (or whether it
is over), list the legal moves, pick one, apply it. Ours are validated, immutable and tell events;
settling is part of them, dealing is not. In Cloud 9 a step is a decision or a die: `pig` asks the
loop for each die, ours throws them itself, as keyed hashes that anybody can check. Playouts are the
kernel's, from the first lead of a hand of Clumond, against the loop of `oh_hell`.

Run: python -m bench.engine [--rounds N] [--games N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pyspiel

from bench.timing import interleave, speed_ratio, table
from engine.cards import CARD_OF_IDENTITY, mask_of
from engine.chance import Chance
from engine.course import Course
from engine.events import as_seen_by
from engine.game import Options
from engine.games import GAMES
from engine.games.balloon.cards import odds_of, paying_hands
from engine.games.clumond.state import PACK
from engine.players.clumond.position import Position, hand_from, play_out
from engine.seats import Seat
from engine.tricks import NO_TRUMPS

OH_HELL = "oh_hell(players=3,num_cards_per_suit=12,num_tricks_fixed=13)"
SEED = 9
SEATS = 3


class Match(NamedTuple):
    """A game of ours with its options, played from the deal of this number on, and its peer.

    The peer plays `times` as many games, so that both take about as long.
    """

    game: str
    options: Options
    deal: int
    peer: str
    times: int = 1


MATCHES = (
    Match("cloud_nine", {"deals": 1}, 1, OH_HELL),
    Match("clumond", {"deals": 3}, 3, OH_HELL),
    Match("balloon", {}, 1, "pig(players=3,winscore=50)", 8),
)


def dealt(match: Match, count: int) -> list[Any]:
    """Play this many games of ours up to a deal."""
    random, states = Random(SEED), []
    for _ in range(count):
        chance = Chance(random.randbytes(32))
        course = Course.begin(GAMES[match.game], SEATS, match.options, chance)
        while course.view(None).deal < match.deal:
            seat = course.to_act()[0]
            course = course.then(seat, random.choice(course.legal(seat)))
        states.append(course.state)
    return states


def play_ours(key: str, states: list[Any]) -> int:
    """Play to the end; give the number of moves and of dice thrown."""
    game = GAMES[key]
    to_act, legal_of, apply = game.to_act, game.legal, game.apply
    random, steps = Random(SEED).random, 0
    for start in states:
        state: Any = start
        throws = getattr(state, "throws", 0)
        while acting := to_act(state):
            for seat in acting:
                legal = legal_of(state, seat)
                state, _ = apply(state, seat, legal[int(random() * len(legal))])
                if getattr(state, "throws", 0) != throws:
                    throws = state.throws
                    steps += len(state.dice)
            steps += 1
    return steps


def peers(match: Match, count: int) -> list[Any]:
    """Deal this many positions of the peer; where nothing is dealt, they are the beginning."""
    game, random, states = pyspiel.load_game(match.peer), Random(SEED), []
    for _ in range(count * match.times):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        states.append(state)
    return states


def play_peer(states: list[Any]) -> int:
    """Play to the end; give the number of moves and of dice."""
    random, steps = Random(SEED).random, 0
    for state in states:
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
            steps += 1
    return steps


def play_next(copies: list[list[Any]]) -> int:
    """Play positions of the peer that nobody has played yet."""
    return play_peer(copies.pop())


def first_leads(count: int) -> list[Position]:
    """Deal hands of Clumond for search; any trumps, or none."""
    random, pack = Random(SEED), [CARD_OF_IDENTITY[name] for name in PACK]
    positions = []
    for _ in range(count):
        random.shuffle(pack)
        hands = [hand_from(mask_of(pack[place::3])) for place in range(3)]
        positions.append(Position(hands, 0, random.randrange(NO_TRUMPS + 1)))
    return positions


def play_out_all(positions: list[Position]) -> int:
    random = Random(SEED)
    for position in positions:
        play_out(position, random)
    return len(positions)


def show_all(key: str, states: list[Any]) -> int:
    """Show each position to everyone, and what happened to a seat: what a click costs besides."""
    game = GAMES[key]
    step = game.start(SEATS, {}, Chance(bytes(32)))
    for state in states:
        for seat in (None, Seat(1), Seat(2), Seat(3)):
            game.view(state, seat)
            as_seen_by(seat, step.events)
    return len(states)


def paying(times: int, *, afresh: bool) -> int:
    """Count the hands that pay a throw of four colours, or ask for a chance asked for before."""
    for number in range(times):
        if afresh:
            paying_hands((18, 17, 16, 15 - number % 4, 4), (1, 1, 1, 1), 6)
        else:
            odds_of(63, 6, "RGPY")
    return times


def compare(what: str, candidates: Mapping[str, Callable[[], int]], unit: str, rounds: int) -> None:
    """Time candidates; the first is ours, the second its peer."""
    timings = interleave(candidates, rounds=rounds)
    ours, peer, *_ = timings
    print(f"-- {what}\n{table(timings, unit=unit)}")
    print(f"{ours} / {peer}: {speed_ratio(timings[ours], timings[peer])}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    games: int = given.games
    rounds: int = given.rounds
    for match in MATCHES:
        states, theirs = dealt(match, games), peers(match, games)
        # The peer plays on its own states, so every run, the warm-up too, gets copies made before.
        copies = [[state.clone() for state in theirs] for _ in range(rounds + 1)]
        compare(match.game, {
            match.game: partial(play_ours, match.game, states),
            match.peer.partition("(")[0]: partial(play_next, copies),
        }, "step", rounds)  # fmt: skip
    leads, theirs = first_leads(games), peers(MATCHES[1], games)
    twins = [[position.copy() for position in leads] for _ in range(rounds + 1)]
    copies = [[state.clone() for state in theirs] for _ in range(rounds + 1)]

    def oh_hell() -> int:
        play_next(copies)
        return games

    compare("playouts", {"kernel": lambda: play_out_all(twins.pop()), "oh_hell": oh_hell},
            "playout", rounds)  # fmt: skip
    states = dealt(MATCHES[0], games)
    compare("dealing, and what a click costs besides", {
        "deal cloud_nine": lambda: len(dealt(MATCHES[0], games)),
        "deal oh_hell": lambda: len(peers(MATCHES[0], games)),
        "four views": lambda: show_all("cloud_nine", states),
    }, "deal", rounds)  # fmt: skip
    compare("chances of a pilot", {
        "known before": lambda: paying(2000, afresh=False),
        "counted": lambda: paying(2000, afresh=True),
    }, "chance", rounds)  # fmt: skip


if __name__ == "__main__":
    main()
