"""Games of Clumond in which cards are tried for reasons, compiled: as a search has played them.

Down its tree everybody plays what was tried most, then at random; the last trick is solved.
"""

from __future__ import annotations

from engine.players.clumond.kernel import (
    CARDS,
    LEFT,
    LENGTH,
    PLAYERS,
    RANKS,
    SUITS,
    TURN,
    WON,
    distinct,
    outcome,
    play,
    play_out,
    set_hand,
)
from engine.players.clumond.kernel_hidden import ONE, OTHER, deal, hand_of
from engine.players.clumond.kernel_last import play_last
from engine.players.clumond.kernel_tree import CARD, FIRST, NEXT, PLAYER, UNTIL, VISITS
from engine.players.compiled import Numbers, kernel

TOOK, TRICKS, KEPT, END = 0, 1, 1 + PLAYERS, 1 + 2 * PLAYERS
CASE = END + 1
"""What is seen of a card in a game: who took the trick under way, the tricks of each player, the
cards that each has left, as a set, and the number of the end (`kernel.outcome`)."""
_NOBODY = -1


@kernel
def most_tried(tree: Numbers, at: int, cards: int) -> int:
    """Return the child of a node for the card of a set that was tried most; 0 if none was."""
    found, most, child = 0, 0, tree[at + FIRST]
    while child:
        if cards >> tree[child + CARD] & 1 and tree[child + VISITS] > most:
            found, most = child, tree[child + VISITS]
        child = tree[child + NEXT]
    return found


@kernel
def play_on(p: Numbers, tree: Numbers, at: int, cards: int) -> int:
    """Play down the tree from a node; return who took the trick under way, if it is over.

    Hands had as many cards as `cards` says when it began.
    """
    taker = _NOBODY
    while True:
        if taker == _NOBODY and p[CARDS] < cards:
            taker = p[TURN]
        at = most_tried(tree, at, distinct(p)) if at and p[CARDS] > LEFT + 1 else 0
        if not at:
            return taker
        play(p, tree[at + CARD] // RANKS, 1 << tree[at + CARD] % RANKS)


@kernel
def observe(
    start: Numbers,
    hidden: Numbers,
    tried: tuple[Numbers, Numbers, Numbers],
    work: tuple[Numbers, Numbers, Numbers, Numbers],
    rng: Numbers,
) -> None:
    """Make up hidden hands, and try some cards with them and with the same chance.

    `tried` are the cards, each followed by the one that stands for it in the tree, the settings of
    the search and the worth. `work` are a position, codes, the tree and the rows to fill.
    """
    cards, orders, worth = tried
    p, codes, tree, rows = work
    one, other = (orders[PLAYER] + 1) % PLAYERS, (orders[PLAYER] + 2) % PLAYERS
    deal(hidden, rng)
    first, second = rng[0], rng[1]
    for place in range(0, len(cards), 2):
        rng[0], rng[1] = first, second
        for field in range(LENGTH):
            p[field] = start[field]
        set_hand(p, one, hand_of(hidden, ONE))
        set_hand(p, other, hand_of(hidden, OTHER))
        play(p, cards[place] // RANKS, 1 << cards[place] % RANKS)
        at = most_tried(tree, 0, 1 << cards[place + 1])
        taker = play_on(p, tree, at, start[CARDS])
        play_out(p, rng, max(orders[UNTIL], start[CARDS] - 1))
        if taker == _NOBODY and p[CARDS] < start[CARDS]:
            taker = p[TURN]
        play_out(p, rng, orders[UNTIL])
        play_last(p, worth, codes)
        row = place // 2 * CASE
        rows[row + TOOK] = p[TURN] if taker == _NOBODY else taker
        rows[row + END] = outcome(p)
        for player in range(PLAYERS):
            rows[row + TRICKS + player] = p[WON + player]
            left = 0
            for suit in range(SUITS):
                left |= p[player * SUITS + suit] << RANKS * suit
            rows[row + KEPT + player] = left
