"""Moves a second of Clumond against OpenSpiel's oh_hell: public API (E1), playouts of search (E2).

The peer has as many cards, players and tricks, but deals thirteen to each. Both play random games
from dealt positions to the end by the same loop: ask who moves (or whether it is over), list the
legal moves, pick one, apply it. Ours begin with the last hand of a game, the call included, and are
validated, immutable and tell events; settling is part of them, dealing is not. Voids are respected
by `imaginer`, timed apart. The playouts begin with the first lead, trumps at random;
the peer's, by the loop above, with the bids.
Run: python -m bench.clumond [--rounds N] [--games N]
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any, NamedTuple

from bench.engine import peer_positions, play_ours, play_peer
from bench.timing import interleave, speed_ratio, table
from engine.cards import CARD_OF_IDENTITY, mask_of
from engine.chance import Chance
from engine.course import Course
from engine.events import Heard
from engine.game import View
from engine.games import GAMES
from engine.games.clumond.state import PACK
from engine.players.clumond.position import Position, hand_from, play_out
from engine.seats import Seat
from engine.tricks import NO_TRUMPS

KEY = "clumond"
DEALS = 3
SEED = 9


def last_hands(count: int) -> list[object]:
    """Play `count` games up to the beginning of their last hand."""
    random = Random(SEED)
    return [to_last_hand(random).state for _ in range(count)]


def to_last_hand(random: Random) -> Course:
    course = Course.begin(GAMES[KEY], 3, {"deals": DEALS}, Chance(random.randbytes(32)))
    while course.view(None).deal < DEALS:
        course = a_move(course, random)
    return course


def a_move(course: Course, random: Random) -> Course:
    seat = course.to_act()[0]
    return course.then(seat, random.choice(course.legal(seat)))


class Moment(NamedTuple):
    """What a seat sees and has heard."""

    view: View
    heard: tuple[Heard, ...]


def moments(count: int) -> list[Moment]:
    """Return what the seat to act knows at random moments of last hands."""
    random = Random(SEED)
    found: list[Moment] = []
    while len(found) < count:
        course = to_last_hand(random)
        while acting := course.to_act():
            if random.random() < 0.1:
                found.append(Moment(course.view(acting[0]), course.heard(acting[0])))
            course = a_move(course, random)
    return found[:count]


def first_leads(count: int) -> list[Position]:
    """Deal `count` hands for search; any trumps, or none."""
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


def play_out_peer(positions: list[Any]) -> int:
    play_peer(positions)
    return len(positions)


def imagine_all(found: list[Moment]) -> int:
    random, game = Random(SEED), GAMES[KEY]
    for moment in found:
        game.imaginer(moment.view, moment.heard)(random)
    return len(found)


def show_all(positions: list[object]) -> int:
    """Show each position to everyone."""
    game = GAMES[KEY]
    for state in positions:
        for seat in (None, Seat(1), Seat(2), Seat(3)):
            game.view(state, seat)
    return len(positions)


def time_playouts(rounds: int, games: int) -> None:
    peers, positions = peer_positions(games), first_leads(games)
    copies = [[state.clone() for state in peers] for _ in range(rounds + 1)]
    twins = [[position.copy() for position in positions] for _ in range(rounds + 1)]
    timings = interleave(
        {
            "oh_hell": lambda: play_out_peer(copies.pop()),
            "kernel": lambda: play_out_all(twins.pop()),
        },
        rounds=rounds,
    )
    print(table(timings, unit="playout"))
    print(f"E2 kernel / oh_hell: {speed_ratio(timings['kernel'], timings['oh_hell'])}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    peers, ours = peer_positions(given.games), last_hands(given.games)
    # The peer plays on its own states, so every run, the warm-up too, gets copies made before.
    copies = [[state.clone() for state in peers] for _ in range(given.rounds + 1)]
    timings = interleave(
        {
            "oh_hell": lambda: play_peer(copies.pop()),
            "clumond": lambda: play_ours(KEY, ours),
        },
        rounds=given.rounds,
    )
    print(table(timings, unit="move"))
    print(f"E1 clumond / oh_hell: {speed_ratio(timings['clumond'], timings['oh_hell'])}")
    time_playouts(given.rounds, given.games)
    known = moments(given.games)
    others = interleave(
        {"imagine": lambda: imagine_all(known), "four views": lambda: show_all(ours)},
        rounds=given.rounds,
    )
    print(table(others, unit="time"))


if __name__ == "__main__":
    main()
