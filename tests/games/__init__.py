"""Two games that are in the registries of tests alone, and how they get there.

Thunder has cards, bolts and a die; Hail has nothing hidden, no cards and two seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from discord import app_commands

from bot.features import COGS
from bot.leagues.service import can_have
from bot.learn.lesson import taught
from bot.match.house import forks
from bot.match.table.kind import Ability, can
from bot.match.talk.choices import game_choices
from bot.presenters import PRESENTERS
from bot.presenters.presenter import AnyPresenter
from bot.texts import Texts
from bot.texts.checks import Catalogue
from engine.game import AnyGame
from engine.games import GAMES
from engine.players import levels
from render.scene import Scene
from render.scenes import SCENES
from tests import fork_server
from tests.catalogues import read
from tests.games.hail.presenter import HailPresenter
from tests.games.hail.rules import Hail
from tests.games.hail.scene import HailScene
from tests.games.thunder.presenter import ThunderPresenter
from tests.games.thunder.rules import Thunder
from tests.games.thunder.scene import ThunderScene

HOME = Path(__file__).parent
MORE: Mapping[str, tuple[AnyGame, Scene[Any], AnyPresenter]] = {
    "thunder": (Thunder(), ThunderScene(), ThunderPresenter()),
    "hail": (Hail(), HailScene(), HailPresenter()),
}
WORDS: Catalogue = {
    word: forms for key in MORE for word, forms in read(HOME / key / f"{key}.po").items()
}
ASKING: Mapping[str, Callable[[str], bool]] = {
    "puzzle": partial(can, ability=Ability.PUZZLE),
    "learn": lambda key: key in taught(),
    "league": can_have,
    "leagues": can_have,
}
"""The commands that offer only games that can have something."""

FORMS: Mapping[str, Mapping[str, bool]] = {
    "play": {"described": True}, "learn": {"described": True}, "rules": {"in_full": True},
}  # fmt: skip
"""The commands that name games otherwise than in a word."""

K = TypeVar("K")
V = TypeVar("V")


def register() -> None:
    """Add the games to the registries of this process, as their lines and catalogues would."""
    _open(Texts.load().languages["en"].texts).update(WORDS)
    for key, (game, scene, presenter) in MORE.items():
        _open(GAMES)[key], SCENES[key], PRESENTERS[key] = game, scene, presenter
        # What the program makes of the registries while it is imported.
        _open(levels.HOUSE_PLAYERS)[key] = levels._players(key)
    _offer()
    vars(forks)["MODULE"] = "tests.games.fork_server"


def unregister() -> None:
    """Take the games out again."""
    for key in MORE:
        for registry in (GAMES, SCENES, PRESENTERS, levels.HOUSE_PLAYERS):
            del _open(registry)[key]
    _offer()
    fork_server.take_over()
    texts = _open(Texts.load().languages["en"].texts)
    for key in WORDS:
        del texts[key]


@contextmanager
def registered() -> Iterator[None]:
    """Have the games registered for a while, unless they are."""
    if MORE.keys() <= GAMES.keys():
        yield
        return
    register()
    try:
        yield
    finally:
        unregister()


def _offer() -> None:
    """Choose again what every command offers that asks which game."""
    for cog in COGS:
        for command in cog.__cog_app_commands__:
            can_have = ASKING.get(command.name, GAMES.__contains__)
            offered = game_choices(can_have, **FORMS.get(command.name, {}))
            each = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
            for one in each:
                asked = one._params.get("game") if isinstance(one, app_commands.Command) else None
                if asked is not None and asked.choices:
                    asked.choices[:] = cast("list[app_commands.Choice[Any]]", offered)


def _open(registry: Mapping[K, V]) -> dict[K, V]:
    return cast("dict[K, V]", registry)
