"""The last trick of a hand of Clumond solved exactly, compiled: all cards are known.

Each player plays the card after which they come off best, knowing that those to come do so too
(max^n); of cards that come to the same they play the first. Nothing is played to find that out: a
card only changes who wins the trick and the code of the three cards that its player keeps.
"""

from __future__ import annotations

from engine.games.clumond.settlement import DISTANCE, VALUE_OF_SUIT
from engine.players.clumond.kernel import (
    BEST,
    CARDS,
    DECLARER,
    FAR,
    LAST,
    LEFT,
    LENGTH,
    PLAYED,
    PLAYERS,
    RANKS,
    STATS,
    SUIT,
    SUITS,
    TOTALS,
    TRUMPS,
    TURN,
    WINNER,
    WON,
    WORTH,
    count,
    note,
    outcome,
    play,
    playable,
    set_hand,
)
from engine.players.compiled import Numbers, array_of, kernel

_OFF = array_of(off for distances in DISTANCE for off in distances)
_CLUB, _DIAMOND, _HEART, _SPADE = VALUE_OF_SUIT
VALUE = array_of(VALUE_OF_SUIT)
_NONE = -1


@kernel
def read_codes(p: Numbers, codes: Numbers) -> None:
    """Fill in what the cards in each hand spell together."""
    for player in range(PLAYERS):
        own = player * SUITS
        spelled = _CLUB * count(p[own]) + _DIAMOND * count(p[own + 1])
        codes[player] = spelled + _HEART * count(p[own + 2]) + _SPADE * count(p[own + 3])


@kernel
def end_of(p: Numbers, codes: Numbers, winner: int) -> int:
    """Return the number of the end (`kernel.outcome`) if this player wins the trick."""
    declarer = p[DECLARER]
    if declarer >= 0:
        won = p[WON + declarer] + (1 if winner == declarer else 0)
        return 1 if _OFF[codes[declarer] * TOTALS + won] else 0
    found = 0
    for player in range(PLAYERS):
        won = p[WON + player] + (1 if winner == player else 0)
        found = found * FAR + _OFF[codes[player] * TOTALS + won]
    return found


@kernel
def rank_in(p: Numbers, led: int, suit: int, bit: int) -> int:
    """Return the rank of a card in a trick, as `kernel.play` counts it; 0 if it cannot win."""
    if suit == led:
        return bit
    return bit << RANKS if suit == p[TRUMPS] else 0


@kernel
def better(worth: Numbers, player: int, found: int, end: int) -> int:
    """Return which of two ends is worth more to a player, the first if both are worth the same."""
    if found == _NONE or worth[end * WORTH + player] > worth[found * WORTH + player]:
        return end
    return found


@kernel
def third(p: Numbers, worth: Numbers, codes: Numbers, trick: tuple[int, int, int, int]) -> int:
    """Return the end after the best last card; `trick` is who plays, the suit led, best, winner.

    Of a suit at most two cards matter, the highest if it wins and the lowest if it does not.
    """
    player, led, best, winner = trick
    own, found = player * SUITS, _NONE
    for suit in range(SUITS):
        ranks = p[own + suit]
        if not ranks or (suit != led and p[own + led]):
            continue
        codes[player] -= VALUE[suit]
        if rank_in(p, led, suit, ranks & -ranks) < best:
            found = better(worth, player, found, end_of(p, codes, winner))
        if rank_in(p, led, suit, ranks) > best:
            found = better(worth, player, found, end_of(p, codes, player))
        codes[player] += VALUE[suit]
    return found


@kernel
def second(p: Numbers, worth: Numbers, codes: Numbers, trick: tuple[int, int, int, int]) -> int:
    """Return the end after the best second card and the best reply to it."""
    player, led, best, winner = trick
    own, found = player * SUITS, _NONE
    follower = (player + 1) % PLAYERS
    for suit in range(SUITS):
        ranks = p[own + suit]
        if not ranks or (suit != led and p[own + led]):
            continue
        codes[player] -= VALUE[suit]
        while ranks:
            rank = rank_in(p, led, suit, ranks & -ranks)
            # Cards that cannot win are all the same.
            ranks = ranks & ranks - 1 if rank else 0
            after = (follower, led, rank, player) if rank > best else (follower, led, best, winner)
            found = better(worth, player, found, third(p, worth, codes, after))
        codes[player] += VALUE[suit]
    return found


@kernel
def end_after(p: Numbers, worth: Numbers, codes: Numbers, suit: int, bit: int) -> int:
    """Return the end after a card of the player to act and the best replies."""
    player, led, best, winner = p[TURN], p[SUIT], p[BEST], p[WINNER]
    if not p[PLAYED]:
        led, best, winner = suit, 0, player
    rank = rank_in(p, led, suit, bit)
    if rank > best:
        best, winner = rank, player
    codes[player] -= VALUE[suit]
    if p[PLAYED] == LAST:
        end = end_of(p, codes, winner)
    elif p[PLAYED]:
        end = third(p, worth, codes, ((player + 1) % PLAYERS, led, best, winner))
    else:
        end = second(p, worth, codes, ((player + 1) % PLAYERS, led, best, winner))
    codes[player] += VALUE[suit]
    return end


@kernel
def play_last(p: Numbers, worth: Numbers, codes: Numbers) -> None:
    """Play the last trick, or what is left of it; `codes` are numbers to reckon with."""
    read_codes(p, codes)
    while p[CARDS] > LEFT:
        turn, found, suit, bit = p[TURN], _NONE, 0, 0
        for of in range(SUITS):
            ranks = playable(p, of)
            while ranks:
                end = end_after(p, worth, codes, of, ranks & -ranks)
                if better(worth, turn, found, end) != found:
                    found, suit, bit = end, of, ranks & -ranks
                ranks &= ranks - 1
        codes[turn] -= VALUE[suit]
        play(p, suit, bit)


# All worlds of the last trick of Clumond, compiled: what comes of each card in each of them.
#
# A world is a way in which the hidden cards may lie.

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
