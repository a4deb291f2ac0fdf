"""How many commands there are: as many as a person can look through."""

from __future__ import annotations

from discord.app_commands import Group

from bot.commands import MOVED
from bot.texts import Texts
from tests.discord.test_wording import teller

MOST = 22
"""The last one is `/look`: all questions about a game in one command."""


async def test_there_are_few_commands_and_none_stands_below_another() -> None:
    tree = (await teller(Texts.load())).tree
    assert not [each.name for each in tree.walk_commands() if isinstance(each, Group)]
    names = {each.name for each in tree.get_commands()}
    assert len(names) <= MOST
    assert names & MOVED <= {"block", "league", "table"}
