"""All worlds of the last trick of Clumond, compiled: what comes of each card in each of them.

A world is a way in which the hidden cards may lie.
"""

from __future__ import annotations

from engine.players.clumond.kernel import (
    BEST,
    CARDS,
    LAST,
    LEFT,
    LENGTH,
    PLAYED,
    PLAYERS,
    RANKS,
    SUIT,
    SUITS,
    TURN,
    WINNER,
    outcome,
    play,
    set_hand,
)
from engine.players.clumond.kernel_last import VALUE, end_of, play_last, rank_in, read_codes
from engine.players.clumond.kernel_stats import STATS, note
from engine.players.compiled import Numbers, kernel

WORLD = 3
"""The numbers of a world: the hands of the player after and of the other, and how often it counts.
"""
KEY, MANY, FIRST = 0, 1, 2
"""A row for a card in a world: a set of the cards that the others may reply with, how many ends may
come of it, and these ends by their replies."""
ROW = FIRST + (LEFT + 1) * (LEFT + 1)


@kernel
def may_reply(p: Numbers, player: int) -> int:
    """Return the cards with which a player who is to come may reply (C3)."""
    own, led = player * SUITS, p[SUIT]
    if p[own + led]:
        return p[own + led] << RANKS * led
    found = 0
    for suit in range(SUITS):
        found |= p[own + suit] << RANKS * suit
    return found


@kernel
def last_replies(
    p: Numbers, codes: Numbers, trick: tuple[int, int, int], ends: Numbers, at: int
) -> int:
    """Fill in the ends of all last cards; `trick` is who plays, the best rank so far and whose.

    Return where the next end goes.
    """
    player, best, winner = trick
    cards = may_reply(p, player)
    for suit in range(SUITS):
        ranks = cards >> RANKS * suit & (1 << RANKS) - 1
        codes[player] -= VALUE[suit]
        while ranks:
            wins = rank_in(p, p[SUIT], suit, ranks & -ranks) > best
            ends[at] = end_of(p, codes, player if wins else winner)
            at += 1
            ranks &= ranks - 1
        codes[player] += VALUE[suit]
    return at


@kernel
def replies(p: Numbers, codes: Numbers, ends: Numbers, row: int) -> None:
    """Fill in a row: the ends of a last trick in which a card was just played."""
    at, player = row + FIRST, p[TURN]
    if p[CARDS] == LEFT:
        ends[row + KEY], ends[at] = 0, outcome(p)
        at += 1
    elif p[PLAYED] == LAST:
        ends[row + KEY] = may_reply(p, player)
        at = last_replies(p, codes, (player, p[BEST], p[WINNER]), ends, at)
    else:
        follower = (player + 1) % PLAYERS
        cards = may_reply(p, player)
        ends[row + KEY] = cards | may_reply(p, follower)
        for suit in range(SUITS):
            ranks = cards >> RANKS * suit & (1 << RANKS) - 1
            codes[player] -= VALUE[suit]
            while ranks:
                rank = rank_in(p, p[SUIT], suit, ranks & -ranks)
                trick = (follower, p[BEST], p[WINNER])
                if rank > p[BEST]:
                    trick = (follower, rank, player)
                at = last_replies(p, codes, trick, ends, at)
                ranks &= ranks - 1
            codes[player] += VALUE[suit]
    ends[row + MANY] = at - row - FIRST


@kernel
def try_all(
    start: Numbers,
    worlds: Numbers,
    cards: Numbers,
    worth: Numbers,
    work: tuple[Numbers, Numbers, Numbers, Numbers],
) -> None:
    """Try cards in the last trick in all worlds; fill `ends` by card and world, and `stats`.

    What is noted is what comes of best replies. `work` are a position, codes, the ends and the
    stats.
    """
    p, codes, ends, stats = work
    player, row = start[TURN], 0
    one, other = (player + 1) % PLAYERS, (player + 2) % PLAYERS
    for place in range(len(cards)):
        card = cards[place]
        for world in range(0, len(worlds), WORLD):
            for field in range(LENGTH):
                p[field] = start[field]
            set_hand(p, one, worlds[world])
            set_hand(p, other, worlds[world + 1])
            play(p, card // RANKS, 1 << card % RANKS)
            read_codes(p, codes)
            replies(p, codes, ends, row)
            play_last(p, worth, codes)
            note(p, worth, stats, (card * STATS, player, worlds[world + 2]))
            row += ROW
