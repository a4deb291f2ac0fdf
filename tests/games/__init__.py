"""Thunder, which is in the registries of tests alone, and how it gets there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from discord import app_commands

from bot.commands import COGS
from bot.presenters import PRESENTERS
from bot.texts import Texts
from engine.games import GAMES
from engine.players import levels
from render.scenes import SCENES
from tests.catalogues import Catalogue, read
from tests.games.thunder.presenter import ThunderPresenter
from tests.games.thunder.rules import Thunder
from tests.games.thunder.scene import ThunderScene

KEY = "thunder"
HOME = Path(__file__).parent / KEY
WORDS: Catalogue = read(HOME / "thunder.po")

K = TypeVar("K")
V = TypeVar("V")


def register() -> None:
    """Add Thunder to the registries of this process, as three lines and a catalogue would."""
    _open(GAMES)[KEY] = Thunder()
    SCENES[KEY] = ThunderScene()
    PRESENTERS[KEY] = ThunderPresenter()
    _open(Texts.load().languages["en"].texts).update(WORDS)
    # What the program makes of the registries while it is imported.
    _open(levels.HOUSE_PLAYERS)[KEY] = levels._players(KEY)
    for choices in _choices_of_games():
        choices.append(app_commands.Choice(name=WORDS[f"game.{KEY}.choice"][0], value=KEY))


def unregister() -> None:
    """Take Thunder out again."""
    for registry in (GAMES, SCENES, PRESENTERS, levels.HOUSE_PLAYERS):
        del _open(registry)[KEY]
    texts = _open(Texts.load().languages["en"].texts)
    for key in WORDS:
        del texts[key]
    for choices in _choices_of_games():
        choices.pop()


@contextmanager
def registered() -> Iterator[None]:
    """Have Thunder registered for a while."""
    register()
    try:
        yield
    finally:
        unregister()


def _choices_of_games() -> Iterator[list[app_commands.Choice[Any]]]:
    """Return the choices of every command that asks which game."""
    for cog in COGS:
        for command in cog.__cog_app_commands__:
            asked = (
                command._params.get("game") if isinstance(command, app_commands.Command) else None
            )
            if asked is not None and asked.choices:
                yield asked.choices


def _open(registry: Mapping[K, V]) -> dict[K, V]:
    return cast("dict[K, V]", registry)
