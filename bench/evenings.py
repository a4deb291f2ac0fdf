"""Whole games to paint: real moves, made by players who like lively tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias, TypeVar

from bot.texts import Texts
from engine.cards import CARD_OF_FACE, mask_of
from engine.chance import Chance
from engine.game import OptionValue, View
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView, Phase
from engine.games.nimbly.view import NimblyView, Prospect
from engine.melds import score
from engine.seats import Seat
from render.api import Person, Words

V = TypeVar("V", bound=View)

PEOPLE = (Person("Annie"), Person("Benny"), Person("Nimbus", house=True))
FLYERS = tuple(Person(name) for name in ("Annie", "Benny", "Carol", "Dora", "Emil", "Frida"))
"""The seats at tables of Cloud 9."""

CALLS = (("pass", "pass", "pass"), ("pass", "declare H"), ("pass", "pass", "declare NT"))
"""The calls in the first hands of Clumond; these calls come round again."""

WAVERS = 0.2
"""How often a player of Cloud 9 does not stay, pay or roll where they might do something else."""


def _best_cloud(view: CloudNineView, random: Random) -> str:
    """Take the card that makes the best cloud; play any card."""
    if view.seat is None or not view.legal[0].startswith("take"):
        return random.choice(view.legal)
    cloud = view.clouds[view.seat - 1].cards

    def value(move: str) -> int:
        return score(mask_of(CARD_OF_FACE[code] for code in (*cloud, move.split()[1])))

    return max(view.legal, key=value)


def _best_draw(view: NimblyView, random: Random) -> str:  # noqa: ARG001 - leaves nothing to chance
    def value(prospect: Prospect) -> int:
        return prospect.makes.meld.score if prospect.makes else 0

    return max(view.prospects, key=value).code


def _calls(view: ClumondView, random: Random) -> str:
    """Call as CALLS say; play any card."""
    if view.phase is Phase.CALL:
        return CALLS[(view.deal - 1) % len(CALLS)][len(view.passed)]
    return random.choice(view.legal)


def _boldly(view: BalloonView, random: Random) -> str:
    bold, *others = view.legal
    return random.choice(others) if others and random.random() < WAVERS else bold


Choose: TypeAlias = Callable[[Any, Random], str]

EVENINGS: Mapping[type[View], tuple[str, Choose]] = {
    CloudNineView: ("cloud_nine", _best_cloud),
    NimblyView: ("nimbly", _best_draw),
    ClumondView: ("clumond", _calls),
    BalloonView: ("balloon", _boldly),
}
"""By what the seats of a game see: its key, and how they choose their moves."""


def evening(
    kind: type[V], seed: int, seats: int = 3, **options: OptionValue
) -> Iterator[dict[Seat | None, V]]:
    """Play a game; give what each seat and a spectator (None) see at the start and every move."""
    key, choose = EVENINGS[kind]
    game, random = GAMES[key], Random(seed)
    state = game.start(seats, options, Chance(random.randbytes(32))).state
    everyone = (None, *map(Seat, range(1, seats + 1)))
    while True:
        views = {seat: _seen(kind, game.view(state, seat)) for seat in everyone}
        yield views
        acting = game.to_act(state)
        if not acting:
            return
        seat = min(acting)
        state = game.apply(state, seat, game.parse(choose(views[seat], random))).state


def _seen(kind: type[V], view: View) -> V:
    if not isinstance(view, kind):
        raise TypeError(type(view).__name__)
    return view


def english() -> Words:
    """Return the English words of the bot's catalogue."""
    return Texts.load().words("en")
