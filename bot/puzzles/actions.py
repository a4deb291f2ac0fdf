"""Puzzles: one to solve, an answer, and another one."""

from __future__ import annotations

from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.show.stage import theme_for
from bot.match.table.kind import Ability, can
from bot.puzzles.layouts import answered_layout, puzzle_layout, puzzle_more_layout, puzzle_names
from bot.puzzles.service import ANY, SAME_GAME, SAME_THEME, Answered, Puzzle, Puzzles
from engine.games import GAMES
from engine.players.cases import theme_names
from render.api import Person
from render.scenes import SCENES


async def puzzle(press: Press, game: str | None = None, theme: str | None = None) -> None:
    """Show a puzzle that is new to this person, of a game and theme or of any. Raises Refused."""
    if game is not None and game not in GAMES:
        raise Refused("refused.no_game")
    if game is not None and not can(game, Ability.PUZZLE):
        raise Refused("lacks.puzzle")
    if theme is not None and (game is None or theme not in theme_names(game)):
        raise Refused("refused.no_theme")
    found = await press.app.get(Puzzles).draw(press.user_id, game, theme)
    await _show(press, found, SAME_THEME if theme else SAME_GAME if game else ANY)


async def choose_puzzle(press: Press) -> None:
    """Show a puzzle of what was chosen from the menu. Raises Refused."""
    game, _, theme = press.first_choice.partition(".")
    await puzzle(press, None if game == ANY else game, theme or None)


async def other_puzzle(press: Press, game: str) -> None:
    """Show a puzzle of another game than this one. Raises Refused."""
    await _show(press, await press.app.get(Puzzles).draw(press.user_id, None, other=game), ANY)


async def answer_puzzle(press: Press, key: str, code: str, kept: str = ANY) -> None:
    """Take an answer in, and say what is best. Raises Refused."""
    answered = await press.app.get(Puzzles).answer(press.user_id, key, code)
    if answered.may_try_again:
        await _show(press, answered.puzzle, kept, tried=code)
    else:
        await _tell(press, answered, kept)


async def choose_answer(press: Press, key: str, kept: str) -> None:
    """Take an answer from a menu in. Raises Refused."""
    await answer_puzzle(press, key, press.first_choice, kept)


async def tell_more(press: Press, key: str, kept: str) -> None:
    """Tell what a player would remember of a puzzle, with the ways to others. Raises Refused."""
    found = await press.app.get(Puzzles).find(key)
    await press.answer(view=puzzle_more_layout(found, kept, press.say))


async def dislike_puzzle(press: Press, key: str, kept: str) -> None:
    """Note that somebody found a puzzle not a good one. Raises Refused."""
    await _tell(press, await press.app.get(Puzzles).dislike(press.user_id, key), kept)


async def bring_back(press: Press, key: str, kept: str) -> None:
    """Have missed puzzles come back from now on, this one too. Raises Refused."""
    await _tell(press, await press.app.get(Puzzles).bring_back(press.user_id, key), kept)


async def _show(press: Press, found: Puzzle, kept: str, tried: str = "") -> None:
    pictures, app = await _painted(press, found), press.app
    view = puzzle_layout(found, pictures, kept, press.say, app.emoji.ready, tried)
    files = named(pictures)
    await app.emoji.spared(view, files, lambda: press.answer(view=view, attachments=files))


async def _tell(press: Press, answered: Answered, kept: str) -> None:
    pictures = await _painted(press, answered.puzzle)
    layout = answered_layout(answered, pictures, kept, press.say)
    await press.answer(view=layout, attachments=named(pictures))


async def _painted(press: Press, found: Puzzle) -> Pictures:
    """Paint what the seat to move sees, without anybody's name."""
    say, scene, own = press.say, SCENES[found.row.game], found.view
    people = [Person(name) for name in puzzle_names(found, say)]
    theme = await theme_for(press.app.store, press.location.guild_id, press.user_id)
    hand = await press.app.painter.paint(lambda: scene.hand(own, people, say, theme))
    return [(f"puzzle-{found.row.key}.png", hand)]
