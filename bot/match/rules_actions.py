"""Reading: the rules of a game, and the help."""

from __future__ import annotations

from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.guide_layout import START, TOPICS, help_layout, topic_layout
from bot.match.rules_layout import page_count, rules_layout
from bot.match.show.look import theme_for
from bot.match.show.panels import Panels
from engine.games import GAMES
from render.scenes import SCENES


async def read_rules(press: Press, game: str, page: int) -> None:
    """Show a page of the rules, counted from 1, in the asker's language.

    A page that is not there is the nearest one. Raises Refused for a game that is gone.
    """
    if game not in GAMES:
        raise Refused("refused.no_game")
    page, say = min(max(1, page), page_count(game)), press.say
    theme = await theme_for(press.app.store, press.location.guild_id)
    picture = await press.app.painter.paint(lambda: SCENES[game].rules(page, say, theme))
    pictures = [] if picture is None else [(f"rules-{game}-{page}.png", picture)]
    layout = rules_layout(game, page, pictures, say)
    shown = await press.answer(view=layout, attachments=named(pictures))
    press.app.get(Panels).note(press.interaction, shown.id, stays=True)


async def read_help(press: Press, topic: str = START) -> None:
    """Show a page of the help; the first one if there is no such."""
    mentions, say = await press.app.io.mentions(press.interaction.client.tree), press.say
    layout = topic_layout(topic, mentions, say) if topic in TOPICS else help_layout(mentions, say)
    await press.answer(view=layout, attachments=[])
