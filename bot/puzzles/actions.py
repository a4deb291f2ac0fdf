"""Puzzles: one to solve, an answer, and another one."""

from __future__ import annotations

from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.abilities import Ability, can
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from bot.puzzles.layouts import answered_layout, puzzle_layout, puzzle_names
from bot.puzzles.service import Puzzle, Puzzles
from engine.games import GAMES
from render.api import Person
from render.scenes import SCENES


async def puzzle(press: Press, game: str | None = None) -> None:
    """Show a puzzle that is new to this person, of a game or of any. Raises Refused."""
    await press.require(Feature.PUZZLES)
    if game is not None and game not in GAMES:
        raise Refused("refused.no_game")
    if game is not None and not can(game, Ability.PUZZLE):
        raise Refused("lacks.puzzle")
    found = await press.app.get(Puzzles).draw(press.user_id, game)
    pictures, app = await _painted(press, found), press.app
    view, files = puzzle_layout(found, pictures, press.say, app.emoji.ready), named(pictures)
    await app.emoji.spared(view, files, lambda: press.answer(view=view, attachments=files))


async def answer_puzzle(press: Press, key: str, code: str) -> None:
    """Take an answer in, and say what is best and why. Raises Refused."""
    await press.require(Feature.PUZZLES)
    answered = await press.app.get(Puzzles).answer(press.user_id, key, code)
    pictures = await _painted(press, answered.puzzle)
    layout = answered_layout(answered, pictures, press.say)
    await press.answer(view=layout, attachments=named(pictures))


async def _painted(press: Press, found: Puzzle) -> Pictures:
    """Paint the table and the hand of who is to move, without anybody's name."""
    say, scene, paint = press.say, SCENES[found.row.game], press.app.painter.paint
    people = [Person(name) for name in puzzle_names(found, say)]
    theme = await theme_for(press.app.store, press.location.guild_id)
    shown, own = found.course.view(None), found.view
    table = await paint(lambda: scene.table(shown, people, say, theme))
    hand = await paint(lambda: scene.hand(own, people, say, theme))
    key = found.row.key
    return [(f"puzzle-table-{key}.png", table), (f"puzzle-hand-{key}.png", hand)]
