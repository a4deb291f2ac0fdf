"""A hand of Clumond on bits, compiled: cards played, playouts at random, what comes of it.

The rules are those of `rules` and `settlement`; tests play both in lockstep. A position is an array
of whole numbers, laid out by the names below. Players are numbered 0…2; a set of cards has the bits
of `engine.cards`, and a set of ranks those of one suit.
"""

from __future__ import annotations

from engine.games.clumond.settlement import DISTANCE
from engine.players.clumond.position import Position
from engine.players.compiled import Numbers, array_of, drawn, kernel, zeros

SUITS, RANKS, PLAYERS = 4, 13, 3
ALL_RANKS = (1 << RANKS) - 1

WON = PLAYERS * SUITS
"""Before it are the hands: the ranks of each suit of player 0, of player 1, of player 2."""
TURN = WON + PLAYERS
TRUMPS = TURN + 1
DECLARER = TURN + 2
CARDS = TURN + 3
"""The size of a hand when the trick began."""
PLAYED = TURN + 4
"""The cards in the trick; the suit led is meaningless before the first."""
SUIT = TURN + 5
BEST = TURN + 6
"""The rank, as a bit, of the best card of the trick, shifted past all ranks if it has trumped."""
WINNER = TURN + 7
TABLE = TURN + 8
"""The cards in the trick, as a set of cards."""
LENGTH = TURN + 9

LAST = PLAYERS - 1
LEFT = 3
"""The cards that each player is left with (C4)."""
TOTALS = 14
"""The numbers of tricks that may be won: 0…13."""
FAR = 10
"""More than anybody can be off."""

_OFF = array_of(off for distances in DISTANCE for off in distances)


def packed(position: Position, table: int = 0) -> Numbers:
    """Return a position of `position.Position` as a kernel keeps it.

    `table` are the cards in the trick.
    """
    p = zeros(LENGTH)
    for player, hand in enumerate(position.hands):
        for suit, ranks in enumerate(hand):
            p[player * SUITS + suit] = ranks
        p[WON + player] = position.won[player]
    p[TURN], p[TRUMPS], p[DECLARER] = position.turn, position.trumps, position.declarer
    p[CARDS], p[PLAYED], p[SUIT] = position.cards, position.played, position.suit
    p[BEST], p[WINNER], p[TABLE] = position.best, position.winner, table
    return p


@kernel
def set_hand(p: Numbers, player: int, cards: int) -> None:
    """Give a player these cards."""
    for suit in range(SUITS):
        p[player * SUITS + suit] = cards >> RANKS * suit & ALL_RANKS


@kernel
def count(ranks: int) -> int:
    """Count the ranks of a set."""
    ranks -= (ranks >> 1) & 0x5555
    ranks = (ranks & 0x3333) + ((ranks >> 2) & 0x3333)
    ranks = (ranks + (ranks >> 4)) & 0x0F0F
    return (ranks + (ranks >> 8)) & 0x1F


@kernel
def pick(ranks: int, number: int) -> int:
    """Return the rank of this number, from the lowest, as a bit."""
    for _ in range(number):
        ranks &= ranks - 1
    return ranks & -ranks


@kernel
def play(p: Numbers, suit: int, bit: int) -> None:
    """Play a legal card; the third decides who wins the trick and leads (C3)."""
    turn = p[TURN]
    p[turn * SUITS + suit] ^= bit
    if not p[PLAYED]:
        p[SUIT] = suit
        p[BEST] = bit
        p[WINNER] = turn
        p[TABLE] = 0
    else:
        rank = bit
        if suit != p[SUIT]:
            rank = bit << RANKS if suit == p[TRUMPS] else 0
        if rank > p[BEST]:
            p[BEST] = rank
            p[WINNER] = turn
        if p[PLAYED] == LAST:
            winner = p[WINNER]
            p[WON + winner] += 1
            p[TURN] = winner
            p[CARDS] -= 1
            p[PLAYED] = 0
            p[TABLE] = 0
            return
    p[TABLE] |= bit << RANKS * suit
    p[PLAYED] += 1
    p[TURN] = turn + 1 if turn < LAST else 0


@kernel
def playable(p: Numbers, suit: int) -> int:
    """Return the ranks of a suit that may be played: those of the suit led if able (C3)."""
    own = p[TURN] * SUITS
    if p[PLAYED] and suit != p[SUIT] and p[own + p[SUIT]]:
        return 0
    return p[own + suit]


@kernel
def distinct(p: Numbers) -> int:
    """Return the cards that may be played, of cards that come to the same the lowest alone.

    Cards of a suit come to the same if no other player and no card of the trick is between them.
    """
    turn, found = p[TURN], 0
    for suit in range(SUITS):
        own = playable(p, suit)
        if not own:
            continue
        others = p[TABLE] >> RANKS * suit & ALL_RANKS
        for player in range(PLAYERS):
            if player != turn:
                others |= p[player * SUITS + suit]
        found |= lowest_of_each(own, others) << RANKS * suit
    return found


@kernel
def lowest_of_each(own: int, others: int) -> int:
    """Return the own ranks that have no own rank between them and the next lower of the others."""
    found, is_open, left = 0, True, own | others
    while left:
        bit = left & -left
        left ^= bit
        if others & bit:
            is_open = True
        elif is_open:
            found |= bit
            is_open = False
    return found


@kernel
def play_any(p: Numbers, rng: Numbers) -> None:
    """Play a legal card; all are equally likely."""
    own, suit = p[TURN] * SUITS, p[SUIT]
    if p[PLAYED] and p[own + suit]:
        ranks = p[own + suit]
        play(p, suit, pick(ranks, drawn(rng, count(ranks))))
        return
    number, suit = drawn(rng, p[CARDS]), 0
    many = count(p[own])
    while number >= many:
        number -= many
        suit += 1
        many = count(p[own + suit])
    play(p, suit, pick(p[own + suit], number))


@kernel
def play_out(p: Numbers, rng: Numbers, until: int) -> None:
    """Play at random until hands have this many cards."""
    while p[CARDS] > until:
        play_any(p, rng)


@kernel
def code_of(p: Numbers, player: int) -> int:
    """Return the code of the three cards of a player that are left (C4)."""
    own = player * SUITS
    return 3 * count(p[own]) + 2 * count(p[own + 2]) + count(p[own + 3])


@kernel
def off(p: Numbers, player: int) -> int:
    """Return how many tricks a player is off after all thirteen (C4)."""
    return _OFF[code_of(p, player) * TOTALS + p[WON + player]]


@kernel
def outcome(p: Numbers) -> int:
    """Return the number of an end: if declared 0 made, 1 missed, else by the tricks off."""
    if p[DECLARER] >= 0:
        return 1 if off(p, p[DECLARER]) else 0
    return (off(p, 0) * FAR + off(p, 1)) * FAR + off(p, 2)


# Notes of a compiled search of Clumond on each card: sums over the ends that it led to.

WORTH = PLAYERS + 1
"""The numbers that an outcome has in a table of worth: one a player, and points."""

ENDS, SHARES, POINTS = 0, 1, 4
TRICKS, MADE, STOPPED, CODES = 5, 6, 7, 8
STATS = 18
"""Notes on a card at the root: how often it was played, the sums of what that was worth to
each player, of the points of the one who searches and the tricks won, how often the target was
made, how often a declarer missed it, and how often each code was kept."""


@kernel
def note(p: Numbers, worth: Numbers, stats: Numbers, row: tuple[int, int, int]) -> None:
    """Note an end; `row` is where in the stats, who searches, and how often it counts."""
    at, player, times = row
    end = outcome(p) * WORTH
    for one in range(PLAYERS):
        stats[at + SHARES + one] += times * worth[end + one]
    stats[at + ENDS] += times
    stats[at + POINTS] += times * worth[end + PLAYERS]
    stats[at + TRICKS] += times * p[WON + player]
    stats[at + CODES + code_of(p, player)] += times
    if not off(p, player):
        stats[at + MADE] += times
    if p[DECLARER] >= 0 and off(p, p[DECLARER]):
        stats[at + STOPPED] += times
