"""The kernel of Nimbly's endings: max^n to the end of a deal, every line followed.

The cards left in the rows are numbered from 0: row by row, each from its covered to its open end.
What each player has taken of them is a set of these numbers. A position is one number, its key:
the sets of all players side by side, and above them the player to act, counted from 1. The lengths
of the rows are one number too, five bits each, and so is how many cards each player still takes,
four bits each. Values are whole numbers: the share of the win in parts of ONE, and POINT for each
point of the deal (see `utility`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import ALL_RANKS, COUNT
from engine.games.nimbly.moves import DRAWS, needs
from engine.games.nimbly.state import LARGE_TABLE
from engine.melds import DIAMONDS_AT, HEARTS_AT, RUN, RUN_HIGH, SPADES_AT
from engine.players.compiled import Numbers, array_of, kernel, zeros

ONE = 10**9
"""The whole win."""

POINT = 10**5
"""A point of the deal: one ten-thousandth of the win, which only breaks ties."""

FINE = 10**6
"""Parts of a point in which the points of the player who thinks are counted."""

EQUAL = 20
"""Values that differ by no more are equal: so much is lost in rounding."""

SPAN = 1024
"""How many leads each row of `Ending.odds` has; larger ones count as the largest."""

ROW_BITS = 5
ROW = (1 << ROW_BITS) - 1
_GUARD = 1 << 4 | 1 << 9 | 1 << 14
"""A bit above each row's length, which is gone where more is taken than there is."""

ROOM_BITS = 4
ROOM = (1 << ROOM_BITS) - 1

FRAME = 6
"""Numbers that each depth of the stack has beside a value."""

MOST_BITS = 60
"""Bits that the sets of all players may have."""

CARDS, SEATS, SECOND, THIRD, CAP, COUNTED, PLAYER, PAR = range(8)
LEFT, TARGET, USUAL, FEWEST, AGAINST, BEFORE = range(8, 14)
"""Where `Ending.facts` has which number.

The cards left; the seats; where the second and third row begin; how many positions may be kept and
how many are; the player who thinks; the points to be reached (J6); the deals to come, the target
(0: none), the points the best player usually makes in a deal; the deals to come of the first row
of odds; whether everybody else plays against the player who thinks, whatever it gives themselves;
then each player's total before the deal.
"""

DRAWN = array_of(len(draw.rows) for draw in DRAWS)
"""How many cards each draw takes."""

NEEDED = array_of(
    a | b << ROW_BITS | c << 2 * ROW_BITS for a, b, c in (needs(draw) for draw in DRAWS)
)
"""How many each draw takes of each row."""

MELDS = array_of([*COUNT, *RUN_HIGH, *RUN])
"""For each set of ranks their number, their longest run, and that with the ace low too."""

_RANKS = ALL_RANKS + 1
_HIGH, _LOW = _RANKS, 2 * _RANKS
_FIRST = 2_654_435_761 >> 1
_OTHER = 2_246_822_519 >> 1
_HALF = (1 << 31) - 1


class Ending(NamedTuple):
    """All that a search needs.

    `facts` are named above. `cards` are those left and `held` the hands, as bits; `melds` is MELDS.
    `worth` has for each player and each set of the cards left the points, plus one, of the hand
    that it completes, 0 where nobody asked yet; `odds` for each number of deals to come the weight
    of each lead (none: the win itself counts). `keys` and `values` keep the positions known,
    `stack` has the value of the position at each depth.
    """

    facts: Numbers
    cards: Numbers
    held: Numbers
    melds: Numbers
    worth: Numbers
    odds: Numbers
    keys: Numbers
    values: Numbers
    stack: Numbers


@kernel
def score(melds: Numbers, mask: int, ace_low: int) -> int:
    """Return the score of a hand without jokers, as `engine.melds.score` does."""
    c = mask & ALL_RANKS
    d = mask >> DIAMONDS_AT & ALL_RANKS
    h = mask >> HEARTS_AT & ALL_RANKS
    s = mask >> SPADES_AT & ALL_RANKS
    flush = max(melds[c], melds[d], melds[h], melds[s])
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    threes = both & other_either | other_both & either
    sets = 1
    if threes:
        sets = 3 * melds[threes] + melds[both & other_both]
    elif both | other_both | either & other_either:
        sets = 2
    return flush * melds[(_LOW if ace_low else _HIGH) + (either | other_either)] * sets


@kernel
def worth(ending: Ending, player: int, chosen: int) -> int:
    """Return the points of the hand that a set of the cards left completes (M1, J6)."""
    facts = ending.facts
    at = player << facts[CARDS] | chosen
    if not ending.worth[at]:
        mask = ending.held[player]
        for card in range(facts[CARDS]):
            if chosen >> card & 1:
                mask |= ending.cards[card]
        made = score(ending.melds, mask, int(facts[SEATS] == LARGE_TABLE))
        ending.worth[at] = 1 + (made if made >= facts[PAR] else 0)
    return ending.worth[at] - 1


@kernel
def taken(facts: Numbers, left: int, draw: int) -> int:
    """Return the cards of a draw, as a set of the numbers of cards left."""
    need = NEEDED[draw]
    a, b, c = need & ROW, need >> ROW_BITS & ROW, need >> 2 * ROW_BITS
    x, y, z = left & ROW, left >> ROW_BITS & ROW, left >> 2 * ROW_BITS
    first = ((1 << a) - 1) << (x - a)
    second = ((1 << b) - 1) << (facts[SECOND] + y - b)
    return first | second | ((1 << c) - 1) << (facts[THIRD] + z - c)


@kernel
def may_draw(left: int, room: int, draw: int) -> bool:
    """Return whether the rows have what a draw takes, and the hand room for it (J2)."""
    return DRAWN[draw] <= room and ((left | _GUARD) - NEEDED[draw]) & _GUARD == _GUARD


@kernel
def following(rooms: int, player: int, seats: int) -> int:
    """Return the next player to the left who takes more cards, or this one if nobody does."""
    other = player
    for _ in range(seats):
        other = other + 1 if other + 1 < seats else 0
        if rooms >> (ROOM_BITS * other) & ROOM:
            return other
    return player


@kernel
def after(facts: Numbers, key: int, left: int, rooms: int, draw: int) -> int:
    """Return the key after a draw; `left` and `rooms` are those before it."""
    count, seats = facts[CARDS], facts[SEATS]
    top = count * seats
    player = (key >> top) - 1
    turn = following(rooms - (DRAWN[draw] << (ROOM_BITS * player)), player, seats)
    sets = key & ((1 << top) - 1) | taken(facts, left, draw) << (count * player)
    return sets | (turn + 1) << top


@kernel
def _finish(ending: Ending, key: int, left: int, rooms: int, at: int) -> None:
    """Write the value of a position in which at most one player takes cards: all that are left."""
    facts, stack = ending.facts, ending.stack
    count, seats = facts[CARDS], facts[SEATS]
    x, y, z = left & ROW, left >> ROW_BITS & ROW, left >> 2 * ROW_BITS
    rest = ((1 << x) - 1) | ((1 << y) - 1) << facts[SECOND] | ((1 << z) - 1) << facts[THIRD]
    best = 0
    for player in range(seats):
        chosen = key >> (count * player) & ((1 << count) - 1)
        if rooms >> (ROOM_BITS * player) & ROOM:
            chosen |= rest
        points = worth(ending, player, chosen)
        stack[at + player] = points
        best = max(best, facts[BEFORE + player] + points)
    stack[at + seats] = stack[at + facts[PLAYER]] * FINE
    share_out(ending, at, best)


@kernel
def share_out(ending: Ending, at: int, best: int) -> None:
    """Turn the points at a place of the stack into values; `best` is the best total."""
    facts, stack, seats = ending.facts, ending.stack, ending.facts[SEATS]
    coming = facts[LEFT]
    if facts[TARGET]:
        coming = max(0, (facts[TARGET] - best + facts[USUAL] - 1) // facts[USUAL])
    row = (coming - facts[FEWEST]) * SPAN
    whole = 0
    for player in range(seats):
        lead = best - facts[BEFORE + player] - stack[at + player]
        whole += ending.odds[row + min(lead, SPAN - 1)]
    for player in range(seats):
        lead = best - facts[BEFORE + player] - stack[at + player]
        share = ending.odds[row + min(lead, SPAN - 1)] * ONE
        # Divisions take long, and most are by 1.
        stack[at + player] = (share if whole == 1 else share // whole) + POINT * stack[at + player]
    if facts[AGAINST]:
        for player in range(seats):
            if player != facts[PLAYER]:
                stack[at + player] = 2 * ONE - stack[at + facts[PLAYER]]


@kernel
def _place(keys: Numbers, key: int) -> int:
    """Return where a key is, or where it would be."""
    mask = len(keys) - 1
    place = ((key & _HALF) * _FIRST ^ (key >> 31) * _OTHER) >> 20 & mask
    while keys[place] not in (0, key):
        place = place + 1 & mask
    return place


@kernel
def _enter(ending: Ending, key: int, left: int, rooms: int, at: int) -> int:
    """Come to a position: 1 if its value is known, 0 if its draws must be tried, -1 if too many."""
    facts, stack = ending.facts, ending.stack
    player = (key >> facts[CARDS] * facts[SEATS]) - 1
    if rooms == rooms & ROOM << (ROOM_BITS * player):
        _finish(ending, key, left, rooms, at)
        return 1
    place, width = _place(ending.keys, key), facts[SEATS] + 1
    if ending.keys[place]:
        for i in range(width):
            stack[at + i] = ending.values[place * width + i]
        return 1
    if facts[COUNTED] >= facts[CAP]:
        return -1
    facts[COUNTED] += 1
    at += width
    stack[at], stack[at + 1], stack[at + 2] = key, left, rooms
    stack[at + 3], stack[at + 4], stack[at + 5] = 0, -1 - EQUAL, 0
    return 0


@kernel
def _leave(ending: Ending, at: int, width: int) -> None:
    """Keep the mean value of the best draws of a position."""
    stack, times = ending.stack, ending.stack[at + width + 5]
    place = _place(ending.keys, stack[at + width])
    ending.keys[place] = stack[at + width]
    for i in range(width):
        if times > 1:
            stack[at + i] //= times
        ending.values[place * width + i] = stack[at + i]


@kernel
def _weigh(ending: Ending, at: int, width: int, step: int) -> None:
    """Count the value one deeper, if it is as good to the player as the best so far or better."""
    stack, deeper, frame = ending.stack, at + step, at + width
    player = (stack[frame] >> ending.facts[CARDS] * ending.facts[SEATS]) - 1
    value, best = stack[deeper + player], stack[frame + 4]
    if value > best + EQUAL:
        stack[frame + 4], stack[frame + 5] = value, 1
        for i in range(width):
            stack[at + i] = stack[deeper + i]
    elif value >= best - EQUAL:
        stack[frame + 5] += 1
        for i in range(width):
            stack[at + i] += stack[deeper + i]


@kernel
def _next_draw(stack: Numbers, frame: int, room: int) -> int:
    """Return the next draw to try, and remember it; -1 if there is none."""
    for draw in range(stack[frame + 3], len(DRAWN)):
        if may_draw(stack[frame + 1], room, draw):
            stack[frame + 3] = draw + 1
            return draw
    return -1


@kernel
def solve(ending: Ending, key: int, left: int, rooms: int) -> bool:
    """Write the value of a position to the bottom of the stack; False if there are too many.

    Everybody does what is best for themselves; of equally good draws any is as likely. A frame of
    the stack has the value, then key, rows and room, the next draw, the best value to the player
    and how many draws have it. It is no recursion, for compiled ones cannot be kept on disk.
    """
    facts, stack, width = ending.facts, ending.stack, ending.facts[SEATS] + 1
    top, step, at = facts[CARDS] * facts[SEATS], width + FRAME, 0
    found = _enter(ending, key, left, rooms, 0)
    if found:
        return found > 0
    while at >= 0:
        frame = at + width
        player = (stack[frame] >> top) - 1
        draw = _next_draw(stack, frame, stack[frame + 2] >> (ROOM_BITS * player) & ROOM)
        if draw < 0:
            _leave(ending, at, width)
            at -= step
            if at >= 0:
                _weigh(ending, at, width, step)
            continue
        key = after(facts, stack[frame], stack[frame + 1], stack[frame + 2], draw)
        fewer = stack[frame + 2] - (DRAWN[draw] << (ROOM_BITS * player))
        found = _enter(ending, key, stack[frame + 1] - NEEDED[draw], fewer, at + step)
        if found > 0:
            _weigh(ending, at, width, step)
        elif found < 0:
            return False
        else:
            at += step
    return True


@kernel
def solve_all(ending: Ending, key: int, left: int, rooms: int, values: Numbers) -> int:
    """Write the value of each legal draw, in the order of `moves.DRAWS`; 0 if there are too many.

    Return how many positions are kept, and one.
    """
    facts, width = ending.facts, ending.facts[SEATS] + 1
    player = (key >> facts[CARDS] * facts[SEATS]) - 1
    room = rooms >> (ROOM_BITS * player) & ROOM
    at = 0
    for draw in range(len(DRAWN)):
        if may_draw(left, room, draw):
            then = after(facts, key, left, rooms, draw)
            fewer = rooms - (DRAWN[draw] << (ROOM_BITS * player))
            if not solve(ending, then, left - NEEDED[draw], fewer):
                return 0
            for i in range(width):
                values[at + i] = ending.stack[i]
            at += width
    return facts[COUNTED] + 1


def memory(facts: list[int], cards: list[int], held: Iterable[int], odds: list[int]) -> Ending:
    """Return an empty memory for a search; `facts` say how many positions it may keep."""
    width = facts[SEATS] + 1
    places = 1 << (2 * facts[CAP] - 1).bit_length()
    return Ending(
        facts=array_of(facts),
        cards=array_of(cards),
        held=array_of(held),
        melds=MELDS,
        worth=zeros(facts[SEATS] << facts[CARDS]),
        odds=array_of(odds),
        keys=zeros(places),
        values=zeros(places * width),
        stack=zeros((facts[CARDS] + 2) * (width + FRAME)),
    )


def solved(ending: Ending, key: int, left: int, rooms: int) -> list[int]:
    """Return the values of all legal draws one after the other; none if there are too many."""
    values = zeros(len(DRAWN) * (ending.facts[SEATS] + 1))
    return [int(value) for value in values] if solve_all(ending, key, left, rooms, values) else []
