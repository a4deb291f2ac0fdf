"""How a house player of Cloud Nine plays by rule of thumb; playouts ask it for every seat.

All values are expected points: a card's place in the own cloud and hand, less a share of what the
others get by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT, SUIT_SIZE, lister
from engine.games.cloud_nine.state import NINE
from engine.games.cloud_nine.tricks import ranked
from engine.games.cloud_nine.world import Doing
from engine.games.cloud_nine.worth import CLOUD_WORTH, HAND_WORTH

if TYPE_CHECKING:
    from engine.games.cloud_nine.world import World

SPITE = 0.4
"""How much a point of each opponent counts against an own one."""

cards_in = lister(tuple(range(54)))
"""The cards of a set, the highest first."""

_PLAY, _TAKE, _SECOND, _DONE = Doing


def gains(world: World, cards: tuple[int, ...]) -> list[list[float]]:
    """Give for each place what each of the cards would add to its cloud."""
    worth = CLOUD_WORTH[NINE - world.number]
    found = []
    for cloud in world.clouds:
        found.append([worth(cloud | BIT[card]) for card in cards])
    return found


def shared_out(
    gain: list[list[float]], order: tuple[int, ...], mover: int
) -> tuple[float, int]:
    """Tell what a trick of three is worth to `mover` when each takes as seems best to him.

    `gain[place][i]` is the worth of a cloud with card i; `order` is the winner, the second and the
    loser. Gives the value and which card the winner takes.
    """
    winner, second, loser = order
    of_winner, of_second, of_loser = gain[winner], gain[second], gain[loser]
    best, chosen, told = -1e9, 0, 0.0
    for first, a, b in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
        w = of_winner[first]
        if of_second[a] - SPITE * of_loser[b] >= of_second[b] - SPITE * of_loser[a]:
            s, l = of_second[a], of_loser[b]
        else:
            s, l = of_second[b], of_loser[a]
        value = w - SPITE * (s + l)
        if value > best:
            best, chosen = value, first
            told = (
                value if mover == winner
                else s - SPITE * (w + l) if mover == second
                else l - SPITE * (w + s)
            )
    return told, chosen


def play_of(world: World) -> int:
    """Choose a card to play."""
    turn, table = world.turn, world.cards
    hand = world.hands[turn]
    kept = HAND_WORTH[NINE + 1 - world.number]
    cards = cards_in(hand)
    best, chosen = -1e9, cards[0]
    if len(table) < 2:
        worth = CLOUD_WORTH[NINE - world.number]
        cloud = world.clouds[turn]
        on_table = [worth(cloud | BIT[card]) for card in table]
        for card in cards:
            value = kept(hand ^ BIT[card]) + LIKES * max(worth(cloud | BIT[card]), *on_table, 0)
            if value > best:
                best, chosen = value, card
        return chosen
    first, second = table
    gain = gains(world, table)
    worth = CLOUD_WORTH[NINE - world.number]
    a, b, c = world.clouds
    leader = world.leader
    for card in cards:
        bit = BIT[card]
        whole = [
            [*gain[0], worth(a | bit)],
            [*gain[1], worth(b | bit)],
            [*gain[2], worth(c | bit)],
        ]
        places = ranked((first, second, card))
        if len(places) == 3:
            order = tuple([(leader + place) % 3 for place in places])
        else:
            w = (leader + places[0]) % 3
            order = (w, (w + 1) % 3, (w + 2) % 3)
        value = kept(hand ^ bit) + shared_out(whole, order, turn)[0]
        if value > best:
            best, chosen = value, card
    return chosen


LIKES = 0.5


def take_of(world: World) -> int:
    """Choose a card of the trick to take."""
    left = cards_in(world.untaken)
    gain = gains(world, left)
    ranking = world.ranking
    if len(left) == 3:
        if len(ranking) == 1:
            w = ranking[0]
            order = (w, (w + 1) % 3, (w + 2) % 3)
        else:
            order = ranking
        return left[shared_out(gain, order, order[0])[1]]
    turn, loser = ranking[1], ranking[2]
    of_second, of_loser = gain[turn], gain[loser]
    if of_second[0] - SPITE * of_loser[1] >= of_second[1] - SPITE * of_loser[0]:
        return left[0]
    return left[1]


def second_of(world: World) -> int:
    """Choose whom to name second: the one whose choice costs the winner least."""
    winner = world.ranking[0]
    left = cards_in(world.untaken)
    gain = gains(world, left)
    x, y = (winner + 1) % 3, (winner + 2) % 3
    best, chosen = 1e9, x
    for second, loser in ((x, y), (y, x)):
        s, l = gain[second], gain[loser]
        both = (
            s[0] + l[1] if s[0] - SPITE * l[1] >= s[1] - SPITE * l[0] else s[1] + l[0]
        )
        if both < best:
            best, chosen = both, second
    return chosen


def go_on(world: World) -> None:
    """Make one move by rule of thumb."""
    doing = world.doing
    if doing == _PLAY:
        world.play(play_of(world))
    elif doing == _TAKE:
        world.take(take_of(world))
    else:
        world.name_second(second_of(world))
