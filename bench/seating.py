"""Players for the tables of a benchmark, by name.

`hard` is the present house player of that level, `frozen:hard` that of version 1, `frozen3:hard`
that of version 3 (`bench.frozen`), and `beginner` has read the rules twice (`bench.beginners`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.beginners.levels import BEGINNERS, Player
from bench.frozen import FROZEN, Frozen, tree
from engine.players.company import PERSON, in_company
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import HousePlayer

BEGINNER = "beginner"


def player(game: str, name: str) -> Player:
    """Return the player of a game with that name. Raises KeyError if there is none."""
    if name == BEGINNER:
        return BEGINNERS[game]
    if name in FROZEN[game]:
        return FROZEN[game][name]
    return HOUSE_PLAYERS[game][name]


def table(game: str, names: Sequence[str]) -> list[Player]:
    """Return the player of each seat; house players know the others' names, as in the bot.

    Raises KeyError if nobody plays the game under one of these names.
    """
    seated = [player(game, name) for name in names]
    for at, one in enumerate(seated):
        if isinstance(one, HousePlayer):
            seated[at] = in_company(one, company(game, names, at))
    return seated


def company(game: str, names: Sequence[str], at: int) -> list[str]:
    """Return the levels of the others, as the one at that place (from 0) knows them."""
    others = (*names[:at], *names[at + 1 :])
    return [name if name in HOUSE_PLAYERS[game] else PERSON for name in others]


def estimating(player: Player) -> HousePlayer:
    """Return a player who tells what they expect: a present house player. Raises SystemExit."""
    if not isinstance(player, HousePlayer):
        raise SystemExit("only present house players tell what they expect")
    return player


def check(game: str, names: tuple[str, ...]) -> None:
    """Raise SystemExit with a sentence if one of these is nobody's name, or cannot be had here."""
    for name in names:
        try:
            found = player(game, name)
        except KeyError:
            raise SystemExit(f"nobody plays {game} as {name}") from None
        if isinstance(found, Frozen):
            tree(found.version)
