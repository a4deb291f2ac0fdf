"""The tree search of the cards and calls of one decision of Clumond."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import JOKER, lister, mask_of, mask_of_faces
from engine.games.clumond.imagine import known_state, revealed_by
from engine.games.clumond.state import FULL_PACK
from engine.games.clumond.view import HIGHEST_CODE
from engine.players.clumond.kernel import (
    CARDS,
    CODES,
    DECLARER,
    ENDS,
    FAR,
    LEFT,
    LENGTH,
    MADE,
    PLAYERS,
    POINTS,
    SHARES,
    STATS,
    STOPPED,
    TRICKS,
    WORTH,
    distinct,
    packed,
    set_hand,
)
from engine.players.clumond.kernel_cases import CASE, observe
from engine.players.clumond.kernel_hidden import (
    CARD,
    FORCED,
    FREE,
    NO_CALL,
    ONE,
    OTHER,
    PASSED,
    ROOM,
    TRIES,
    Holder,
    chance_of,
    deal,
    hand_of,
    hidden_from,
    likelihood,
)
from engine.players.clumond.kernel_last import ROW, try_all
from engine.players.clumond.kernel_tree import LONGEST, NODE, Stake, Worth, search, worth_of
from engine.players.clumond.policy import calls
from engine.players.clumond.position import AFTER, LEFT_OF, NOWHERE, Position
from engine.players.compiled import IS_COMPILED, array_of, zeros
from engine.players.estimate import compared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.events import Heard
    from engine.games.clumond.view import ClumondView
    from engine.players.clumond.policy import Call, Habits

MOST = 1 << 20 if IS_COMPILED else 4000
"""At most this many simulations a decision; where nothing is compiled they take some 2 s."""
WEIGHT = 1 << 12
"""How often the likeliest world counts."""
EXPLORE = 512
"""How much a search explores, of 1024."""
SAMPLES = 64
"""The deals that tell how likely others are to declare."""


_cards_in = lister(tuple(range(JOKER)))


class Found(NamedTuple):
    """The results of a move's simulations: how many there were, and their sums.

    `worths` are by player. Moves are tried in rounds; `stayed` is in how many of them this one was.
    """

    times: int
    worths: tuple[int, ...]
    points: int
    tricks: int
    made: int
    stopped: int
    codes: tuple[int, ...]
    stayed: int = 0

    @classmethod
    def of(cls, stats: Sequence[int], stayed: int = 0) -> Found:
        """Read the stats of a card."""
        codes = tuple(stats[CODES : CODES + HIGHEST_CODE + 1])
        return cls(
            times=stats[ENDS],
            worths=tuple(stats[SHARES : SHARES + PLAYERS]),
            points=stats[POINTS],
            tricks=stats[TRICKS],
            made=stats[MADE],
            stopped=stats[STOPPED],
            codes=codes,
            stayed=stayed,
        )

    def order(self, player: int) -> tuple[float, ...]:
        """Return by what moves are ordered for a player; the least is the best."""
        made = self.stopped or self.made
        results = self.worths[player], made, self.points
        return tuple([-compared(result / self.times) for result in results])

    @property
    def code(self) -> int:
        """The most frequent code of the three cards kept."""
        return max(range(HIGHEST_CODE + 1), key=self.codes.__getitem__)


class Tried(NamedTuple):
    """A card of the last trick in all worlds: what is found if the others reply as is best.

    `rows` are those of `kernel_last`, by world, and `weights` how often each counts.
    """

    found: Found
    rows: Sequence[Sequence[int]]
    weights: Sequence[int]


class Searching:
    """Searches for one decision: what is known, and hidden hands in keeping with it."""

    def __init__(
        self, view: ClumondView, heard: Sequence[Heard], random: Random, habits: Habits
    ) -> None:
        state = known_state(view)
        self.player = view.to_act[0] - 1
        self._known = Position.of(state)
        self._table = mask_of(state.cards)
        self.stake = Stake.of(view)
        self._generator = array_of([random.getrandbits(32) | 1, random.getrandbits(32)])
        self.reckons = habits.reckons
        self._until = LEFT + habits.reckons
        revealed = revealed_by(heard)
        self._unseen = FULL_PACK & ~revealed.played & ~mask_of_faces(view.hand or ())
        lacking = revealed.lacking if habits.remembers else (0,) * PLAYERS
        called = calls(heard) if habits.listens else {}
        self._holders = [
            _holder(view.hand_counts[other], lacking[other], called.get(other))
            for other in AFTER[self.player]
        ]

    def worth(self, declarer: int) -> Worth:
        """Tell what the ends of the hand are worth; `declarer` may be NOWHERE."""
        return worth_of(self.stake, declarer, self.player)

    def cards(self, simulations: int) -> dict[int, Found]:
        """Search for a card; of cards that come to the same the lowest has it for all.

        All are tried equally often; after each round the worse half is dropped.
        """
        start = packed(self._known, self._table)
        set_hand(start, AFTER[self.player][0], self._unseen)
        alive, found = sorted(_cards_in(distinct(start))), dict[int, Found]()
        rounds = max(1, (len(alive) - 1).bit_length())
        each = max(len(alive), simulations // rounds)
        search_on = self._searching(self._known, self._holders, each * rounds)
        for stayed in range(1, rounds + 1):
            stats = search_on(each, mask_of(alive))
            for card in alive:
                found[card] = Found.of(stats[card * STATS : (card + 1) * STATS], stayed)
            alive.sort(key=lambda card: found[card].order(self.player))
            del alive[(len(alive) + 1) // 2 :]
        return found

    def cases(self, simulations: int) -> Callable[[Sequence[int]], list[list[int]]]:
        """Search, and prepare a function that tries cards in one more imagined game.

        It returns for each of them a row of `kernel_cases`.
        """
        start, hidden = (
            packed(self._known, self._table),
            hidden_from(self._unseen, self._holders, 1),
        )
        worth, tree = self.worth(self._known.declarer).table, zeros(NODE * (simulations + 3))
        orders = array_of([self.player, simulations, EXPLORE, self._until, 0])
        stats, p, codes = zeros(JOKER * STATS), zeros(LENGTH), zeros(PLAYERS)
        search(
            start, hidden, worth, orders, (p, zeros(LONGEST), codes, tree, stats), self._generator
        )

        def tried(cards: Sequence[int]) -> list[list[int]]:
            rows, stands_for = zeros(CASE * len(cards)), self.standing_for(cards)
            pairs = array_of(chain.from_iterable((card, stands_for[card]) for card in cards))
            observe(start, hidden, (pairs, orders, worth), (p, codes, tree, rows), self._generator)
            return [[int(n) for n in rows[at : at + CASE]] for at in range(0, len(rows), CASE)]

        return tried

    def last_cards(self) -> dict[int, Tried]:
        """Try the cards of the last trick in all worlds, as `cards` names them."""
        start, worlds = packed(self._known, self._table), self.worlds()
        set_hand(start, AFTER[self.player][0], self._unseen)
        cards = array_of(_cards_in(distinct(start)))
        count, stats = len(worlds), zeros(JOKER * STATS)
        ends = zeros(len(cards) * count * ROW)
        worth = self.worth(self._known.declarer).table
        flat = array_of(chain.from_iterable(worlds))
        try_all(start, flat, cards, worth, (zeros(LENGTH), zeros(PLAYERS), ends, stats))
        rows = [[int(n) for n in ends[at : at + ROW]] for at in range(0, len(ends), ROW)]
        weights = [weight for _, _, weight in worlds]
        return {
            int(card): Tried(
                Found.of([int(n) for n in stats[card * STATS : (card + 1) * STATS]]),
                rows[place * count : (place + 1) * count],
                weights,
            )
            for place, card in enumerate(cards)
        }

    def worlds(self) -> list[tuple[int, int, int]]:
        """List the ways in which few hidden cards may lie, with how often each counts."""
        hidden = hidden_from(self._unseen, self._holders, 1)
        free = [int(hidden[CARD + place]) for place in range(hidden[FREE])]
        found = []
        for some in combinations(free, int(hidden[ROOM])):
            one = sum(some)
            other = sum(free) - one
            weight = likelihood(hidden, (one, other)) if hidden[TRIES] else 1
            found.append((one | hidden[FORCED + ONE], other | hidden[FORCED + OTHER], weight))
        most = max(1, *(weight for *_, weight in found))
        return [(int(a), int(b), max(1, WEIGHT * int(w) // most)) for a, b, w in found]

    def standing_for(self, cards: Sequence[int]) -> dict[int, int]:
        """Name for each card that may be played the one that `cards` searches in its place."""
        position = packed(self._known, self._table)
        set_hand(position, AFTER[self.player][0], self._unseen)
        lowest = distinct(position)
        return {card: (lowest & (2 << card) - 1).bit_length() - 1 for card in cards}

    def declared(self, trumps: int, simulations: int) -> Found:
        """Search on after a declaration."""
        position = self._known.copy()
        position.declarer, position.trumps = self.player, trumps
        position.turn = LEFT_OF[self.player]
        return self._summed(position, self._holders, simulations)

    def passed_out(self, simulations: int) -> Found:
        """Search on after all have passed."""
        holders = [holder._replace(call=PASSED) for holder in self._holders]
        return self._summed(self._known, holders, simulations)

    def passing(self) -> tuple[float, float]:
        """Return the chance (0…1) that the player after, and that the other, declares if asked."""
        hidden = hidden_from(self._unseen, self._holders, 1)
        totals = [0.0, 0.0]
        for _ in range(SAMPLES):
            deal(hidden, self._generator)
            for place in (ONE, OTHER):
                totals[place] += 1 - chance_of(hand_of(hidden, place), PASSED)
        return totals[ONE] / SAMPLES, totals[OTHER] / SAMPLES

    def _summed(self, position: Position, holders: Sequence[Holder], simulations: int) -> Found:
        simulations = max(1, simulations)
        stats = self._searching(position, holders, simulations)(simulations, 0)
        return Found.of([sum(stats[field::STATS]) for field in range(STATS)])

    def _searching(
        self, position: Position, holders: Sequence[Holder], most: int
    ) -> Callable[[int, int], list[int]]:
        """Prepare a search of at most so many simulations.

        It makes some more, of all cards or of a set alone, and returns the stats of all so far.
        """
        start, hidden = packed(position, self._table), hidden_from(self._unseen, holders, 1)
        worth, stats = self.worth(position.declarer), zeros(JOKER * STATS)
        tree = zeros(NODE * (most + 3))
        work = zeros(LENGTH), zeros(LONGEST), zeros(PLAYERS), tree, stats

        def search_on(simulations: int, alive: int) -> list[int]:
            orders = array_of([self.player, simulations, EXPLORE, self._until, alive])
            search(start, hidden, worth.table, orders, work, self._generator)
            return [int(number) for number in stats]

        return search_on


def _holder(size: int, lacking: int, call: Call | None) -> Holder:
    if call is None:
        return Holder(size, lacking, NO_CALL, 0)
    return Holder(size, lacking, PASSED if call.trumps is None else call.trumps, call.played)


def get_ready() -> None:
    """Call every kernel once, for a hand with the last trick still to be played."""
    start, generator = zeros(LENGTH), array_of([1, 2])
    start[CARDS], start[DECLARER] = LEFT + 1, NOWHERE
    set_hand(start, 0, 0xF)
    distinct(start)
    holders = [Holder(LEFT + 1, 0, PASSED, 0), Holder(LEFT + 1, 0, NO_CALL, 0)]
    hidden = hidden_from(0xF << 13 | 0xF << 26, holders, 1)
    deal(hidden, generator)
    chance_of(hand_of(hidden, ONE), PASSED)
    work = zeros(LENGTH), zeros(LONGEST), zeros(PLAYERS), zeros(4 * NODE), zeros(JOKER * STATS)
    worth = zeros(FAR**PLAYERS * WORTH)
    search(start, hidden, worth, array_of([0, 2, EXPLORE, LEFT + 1, 0]), work, generator)
    likelihood(hidden, (0, 0))
    position, _, codes, tree, _ = work
    asked = array_of([0, 0]), array_of([0, 0, 0, LEFT + 1, 0]), worth
    observe(start, hidden, asked, (position, codes, tree, zeros(CASE)), generator)
    tried = zeros(LENGTH), zeros(PLAYERS), zeros(ROW), zeros(JOKER * STATS)
    try_all(start, array_of([0xF << 13, 0xF << 26, 1]), array_of([0]), worth, tried)
