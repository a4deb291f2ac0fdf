"""Moves a second through the public API, against OpenSpiel (E1, E6); playouts and scores (E2, E7).

All play random games from dealt positions to the end by the same loop: ask who moves (or whether it
is over), list the legal moves, pick one, apply it. Ours are validated, immutable and tell events;
settling is part of them, dealing is not. In Cloud 9 a step is a decision or a die: `pig` asks the
loop for each die, ours throws them itself, as keyed hashes that anybody can check. Playouts are the
kernel's, from the first lead of a hand of Clumond, against the loop of `oh_hell`. Nine cards are
scored by tables and bits, against a plain version with Counter and sorted.

Run: python -m bench.engine [--rounds N] [--games N]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pyspiel

from bench.timing import interleave, speed_ratio, table
from engine.cards import CARD_OF_IDENTITY, JOKER, NO_TRUMPS, PACK_SIZE, SUIT_SIZE, mask_of
from engine.chance import Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.games.clumond.state import PACK
from engine.melds import score
from engine.players.clumond.position import Position, hand_from, play_out

OH_HELL = "oh_hell(players=3,num_cards_per_suit=12,num_tricks_fixed=13)"
SEED = 9
SEATS = 3
HANDS = 20_000


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


def naive_score(cards: list[int]) -> int:
    """Score as a reader of the rules would (M1-M3)."""
    naturals = [card for card in cards if card < JOKER]
    bonus = 10 * (len(cards) - len(naturals))
    if not naturals:
        return bonus
    flush = max(Counter(card // SUIT_SIZE for card in naturals).values())
    high = longest_run([card % SUIT_SIZE for card in naturals])
    low = longest_run([(card % SUIT_SIZE + 1) % SUIT_SIZE for card in naturals])
    counts = Counter(card % SUIT_SIZE for card in naturals).values()
    sets = sum(count for count in counts if count > 2) or (2 if 2 in counts else 1)
    return flush * max(high, low) * sets + bonus


def longest_run(ranks: list[int]) -> int:
    best = length = 1
    ordered = sorted(set(ranks))
    for before, after in pairwise(ordered):
        length = length + 1 if after == before + 1 else 1
        best = max(best, length)
    return best


def compare(what: str, candidates: Mapping[str, Callable[[], int]], unit: str, rounds: int) -> None:
    """Time candidates; the first is ours, the second its peer."""
    timings = interleave(candidates, rounds=rounds)
    ours, peer, *_ = timings
    print(f"-- {what}\n{table(timings, unit=unit)}")
    print(f"{ours} / {peer}: {speed_ratio(timings[ours], timings[peer])}", flush=True)


def score_hands(rounds: int) -> None:
    """Score hands of nine cards; both versions have to agree."""
    random = Random(SEED)
    hands = [random.sample(range(PACK_SIZE), 9) for _ in range(HANDS)]
    masks = [mask_of(hand) for hand in hands]
    if [naive_score(hand) for hand in hands] != [score(mask) for mask in masks]:
        raise SystemExit("the two versions disagree")
    compare("the score of nine cards", {
        "score": lambda: len([score(mask) for mask in masks]),
        "naive": lambda: len([naive_score(hand) for hand in hands]),
    }, "hand", rounds)  # fmt: skip


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
    score_hands(rounds)


if __name__ == "__main__":
    main()
