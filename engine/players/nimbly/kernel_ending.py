"""The kernel of Nimbly's endings: max^n to the end of a deal, in the numbers of `kernel`.

Everybody does what is best for themselves; of equally good draws any is as likely. What cannot
matter is not looked at: as soon as whoever acts is sure of so much that too little is left for the
player before them, who has something better, that player never comes there (shallow pruning: Korf
1991). What is found stays exact.
"""

from __future__ import annotations

from engine.players.compiled import Numbers, kernel, zeros
from engine.players.nimbly.kernel import (
    AGAINST,
    BEFORE,
    CAP,
    CARDS,
    COUNTED,
    DRAWN,
    EQUAL,
    FINE,
    FRAME,
    NEEDED,
    ONE,
    PLAYER,
    POINT,
    RECORD,
    ROOM,
    ROOM_BITS,
    ROW,
    ROW_BITS,
    SEATS,
    SECOND,
    THIRD,
    Ending,
    after,
    following,
    may_draw,
    share_out,
    taken,
    worth,
)

LEAST_KEPT = 6
"""Positions in which fewer cards are left are sooner worked out again than looked up."""

MOST = 150
"""No hand makes more points (M4): nine cards of a larger pack make no longer runs."""

NOTHING = -1 - EQUAL
"""Less than anything is worth, and than what equals it."""

_KEY, _LEFT, _ROOMS, _NEXT, _BEST, _TIMES, _TURN = range(FRAME)
"""The numbers of a frame of the stack, after its value.

Key, rows and rooms of the position, how many draws have been looked at, the best value to the
player to act and how many draws have it, and that player.
"""

_FIRST = 2_654_435_761 >> 1
_OTHER = 2_246_822_519 >> 1
_HALF = (1 << 31) - 1


@kernel
def _rest(facts: Numbers, left: int) -> int:
    """Return all cards in the rows, as a set of the numbers of cards left."""
    x, y, z = left & ROW, left >> ROW_BITS & ROW, left >> 2 * ROW_BITS
    first = ((1 << x) - 1) | ((1 << y) - 1) << facts[SECOND]
    return first | ((1 << z) - 1) << facts[THIRD]


@kernel
def _finish(ending: Ending, sets: int, at: int) -> None:
    """Write what an end is worth in which players have taken these sets of cards."""
    facts, stack = ending.facts, ending.stack
    count, seats = facts[CARDS], facts[SEATS]
    best = 0
    for player in range(seats):
        points = worth(ending, player, sets >> (count * player) & ((1 << count) - 1))
        stack[at + player] = points
        best = max(best, facts[BEFORE + player] + points)
    stack[at + seats] = stack[at + facts[PLAYER]] * FINE
    share_out(ending, at, best)


@kernel
def _weigh(stack: Numbers, at: int, width: int) -> None:
    """Count the value one deeper, if it is as good to the player as the best so far or better."""
    frame, deeper = at + width, at + width + FRAME
    value, best = stack[deeper + stack[frame + _TURN]], stack[frame + _BEST]
    if value > best + EQUAL:
        stack[frame + _BEST], stack[frame + _TIMES] = value, 1
        for i in range(width):
            stack[at + i] = stack[deeper + i]
    elif value >= best - EQUAL:
        stack[frame + _TIMES] += 1
        for i in range(width):
            stack[at + i] += stack[deeper + i]


@kernel
def _average(stack: Numbers, at: int, width: int) -> None:
    """Turn the sum of the values of the best draws into their mean."""
    times = stack[at + width + _TIMES]
    if times > 1:
        for i in range(width):
            stack[at + i] //= times


@kernel
def _take_one(ending: Ending, sets: int, left: int, player: int, other: int, at: int) -> None:
    """Write the value where a player takes one card, and another then all the rest."""
    facts, stack = ending.facts, ending.stack
    count, width = facts[CARDS], facts[SEATS] + 1
    frame, mine, theirs = at + width, count * player, count * other
    sets |= _rest(facts, left) << theirs
    stack[frame + _BEST], stack[frame + _TURN] = NOTHING, player
    for draw in range(3):
        if may_draw(left, 1, draw):
            card = taken(facts, left, draw)
            _finish(ending, sets ^ card << theirs | card << mine, frame + FRAME)
            _weigh(stack, at, width)
    _average(stack, at, width)


@kernel
def _place(kept: Numbers, key: int) -> int:
    """Return where a key is, or where it would be."""
    mask = len(kept) // RECORD - 1
    place = ((key & _HALF) * _FIRST ^ (key >> 31) * _OTHER) >> 20 & mask
    while kept[RECORD * place] not in (0, key):
        place = place + 1 & mask
    return RECORD * place


@kernel
def _is_kept(left: int) -> bool:
    return (left & ROW) + (left >> ROW_BITS & ROW) + (left >> 2 * ROW_BITS) >= LEAST_KEPT


@kernel
def _is_cut(facts: Numbers, stack: Numbers, at: int, player: int, sure: int) -> bool:
    """Return whether the player before this frame never lets a player be sure of so much.

    All shares of the win are one, and nobody has more points than MOST.
    """
    above = at - FRAME
    before, best = stack[above + _TURN], stack[above + _BEST]
    if facts[AGAINST]:
        return (player == facts[PLAYER]) != (before == facts[PLAYER]) and 2 * ONE - sure < best
    return ONE + 2 * MOST * POINT - sure < best - EQUAL


@kernel
def _known(ending: Ending, key: int, at: int, player: int) -> bool:
    """Write the value of a position that is kept, if that is enough."""
    kept, stack, width = ending.kept, ending.stack, ending.facts[SEATS] + 1
    place = _place(kept, key)
    if not kept[place]:
        return False
    if kept[place + 1] < 0:
        if not _is_cut(ending.facts, stack, at, player, -kept[place + 1]):
            return False
        _forget(stack, at, width)
        return True
    for i in range(0, width, 2):
        both = kept[place + 1 + (i >> 1)]
        stack[at + i], stack[at + i + 1] = both & _HALF, both >> 31
    return True


@kernel
def _forget(stack: Numbers, at: int, width: int) -> None:
    """Write a value to which anything is better."""
    for i in range(width):
        stack[at + i] = 2 * NOTHING


@kernel
def _enter(ending: Ending, key: int, left: int, rooms: int, at: int) -> bool:
    """Come to a position; return whether its value is known, or else its draws must be tried."""
    facts, stack = ending.facts, ending.stack
    count, seats = facts[CARDS], facts[SEATS]
    player, sets = (key >> count * seats) - 1, key & ((1 << count * seats) - 1)
    own = rooms & ROOM << (ROOM_BITS * player)
    if rooms == own:
        _finish(ending, sets | _rest(facts, left) << (count * player), at)
        return True
    if own == 1 << (ROOM_BITS * player):
        other = following(rooms, player, seats)
        if rooms == own | rooms & ROOM << (ROOM_BITS * other):
            _take_one(ending, sets, left, player, other, at)
            return True
    if _is_kept(left):
        if _known(ending, key, at, player):
            return True
        facts[COUNTED] += 1
    frame = at + seats + 1
    stack[frame + _KEY], stack[frame + _LEFT], stack[frame + _ROOMS] = key, left, rooms
    stack[frame + _NEXT], stack[frame + _BEST], stack[frame + _TURN] = 0, NOTHING, player
    return False


@kernel
def _leave(ending: Ending, at: int, width: int) -> None:
    """Keep the mean value of the best draws of a position, or that they are too good."""
    kept, stack, frame = ending.kept, ending.stack, at + width
    sure = stack[frame + _BEST]
    is_cut = _is_cut(ending.facts, stack, at, stack[frame + _TURN], sure)
    _average(stack, at, width)
    if _is_kept(stack[frame + _LEFT]):
        place = _place(kept, stack[frame + _KEY])
        kept[place] = stack[frame + _KEY]
        kept[place + 1] = -sure
        for i in range(0, 0 if is_cut else width, 2):
            more = stack[at + i + 1] if i + 1 < width else 0
            kept[place + 1 + (i >> 1)] = stack[at + i] | more << 31
    if is_cut:
        _forget(stack, at, width)


@kernel
def _next_draw(stack: Numbers, frame: int) -> int:
    """Return the next draw to try, and remember it; -1 if there is none. More cards come first."""
    room = stack[frame + _ROOMS] >> (ROOM_BITS * stack[frame + _TURN]) & ROOM
    for tried in range(stack[frame + _NEXT], len(DRAWN)):
        draw = len(DRAWN) - 1 - tried
        if may_draw(stack[frame + _LEFT], room, draw):
            stack[frame + _NEXT] = tried + 1
            return draw
    return -1


@kernel
def solve(ending: Ending, key: int, left: int, rooms: int) -> bool:
    """Write the value of a position to the stack, at its first step; False if it takes too many.

    Below it is a frame of the player who thinks. Where all others play against them, nothing but a
    sure win matters: less is worth nothing. It is no recursion, for compiled ones cannot be kept
    on disk.
    """
    facts, stack, width = ending.facts, ending.stack, ending.facts[SEATS] + 1
    step = width + FRAME
    stack[width + _TURN] = facts[PLAYER]
    stack[width + _BEST] = ONE if facts[AGAINST] else NOTHING
    at = step
    if _enter(ending, key, left, rooms, at):
        return True
    while facts[COUNTED] <= facts[CAP]:
        frame = at + width
        draw = -1
        if not _is_cut(facts, stack, at, stack[frame + _TURN], stack[frame + _BEST]):
            draw = _next_draw(stack, frame)
        if draw < 0:
            _leave(ending, at, width)
            at -= step
            if not at:
                return True
            _weigh(stack, at, width)
            continue
        left, rooms = stack[frame + _LEFT], stack[frame + _ROOMS]
        key = after(facts, stack[frame + _KEY], left, rooms, draw)
        rooms -= DRAWN[draw] << (ROOM_BITS * stack[frame + _TURN])
        at += step
        if _enter(ending, key, left - NEEDED[draw], rooms, at):
            at -= step
            _weigh(stack, at, width)
    return False


@kernel
def solve_all(ending: Ending, key: int, left: int, rooms: int, values: Numbers) -> bool:
    """Write the value of each legal draw, in the order of `turns.DRAWS`; False if too much."""
    facts, width = ending.facts, ending.facts[SEATS] + 1
    player = (key >> facts[CARDS] * facts[SEATS]) - 1
    room = rooms >> (ROOM_BITS * player) & ROOM
    at = 0
    for draw in range(len(DRAWN)):
        if may_draw(left, room, draw):
            then = after(facts, key, left, rooms, draw)
            fewer = rooms - (DRAWN[draw] << (ROOM_BITS * player))
            if not solve(ending, then, left - NEEDED[draw], fewer):
                return False
            for i in range(width):
                values[at + i] = ending.stack[width + FRAME + i]
            at += width
    return True


def solved(ending: Ending, key: int, left: int, rooms: int) -> list[int]:
    """Return the values of all legal draws one after the other; none if there are too many."""
    values = zeros(len(DRAWN) * (ending.facts[SEATS] + 1))
    return [int(value) for value in values] if solve_all(ending, key, left, rooms, values) else []
