"""A whole game of Cloud Nine to paint: real moves, made by players who like good clouds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bot.texts import Texts
from engine.cards import CARD_OF_FACE, mask_of
from engine.chance import Chance
from engine.games import GAMES
from engine.games.cloud_nine.view import CloudNineView
from engine.melds import score
from engine.seats import Seat
from render.api import Person, Words

GAME = "cloud_nine"
PEOPLE = (Person("Annie"), Person("Benny"), Person("Nimbus", house=True))


def evening(seed: int, deals: int = 3) -> Iterator[dict[Seat | None, CloudNineView]]:
    """Play a game; give what each seat and a spectator (None) see at the start and every move."""
    game, random = GAMES[GAME], Random(seed)
    state = game.start(3, {"deals": deals}, Chance(random.randbytes(32))).state
    while True:
        views = {seat: _view(state, seat) for seat in (None, Seat(1), Seat(2), Seat(3))}
        yield views
        acting = game.to_act(state)
        if not acting:
            return
        seat = min(acting)
        move = game.parse(_choose(views[seat], random))
        state = game.apply(state, seat, move).state


def _view(state: object, seat: Seat | None) -> CloudNineView:
    view = GAMES[GAME].view(state, seat)
    if not isinstance(view, CloudNineView):
        raise TypeError(type(view).__name__)
    return view


def _choose(view: CloudNineView, random: Random) -> str:
    """Take the card that makes the best cloud; play any card."""
    if view.seat is None or not view.legal[0].startswith("take"):
        return random.choice(view.legal)
    cloud = view.clouds[view.seat - 1].cards

    def value(move: str) -> int:
        return score(mask_of(CARD_OF_FACE[code] for code in (*cloud, move.split()[1])))

    return max(view.legal, key=value)


def english() -> Words:
    """Return the English words of the bot's catalogue."""
    return Texts.load().words("en")
