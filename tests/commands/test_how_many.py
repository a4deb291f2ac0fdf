"""How many commands there are: as many as a person can look through."""

from __future__ import annotations

from discord.app_commands import Group

from bot.texts import Texts
from tests.discord.test_names import teller

MOST = 23
"""The last one is `/evening`, with its ways to open one; before that `/look` came."""


async def test_there_are_few_commands_and_one_alone_has_others_below_it() -> None:
    tree = (await teller(Texts.load())).tree
    groups = [each.name for each in tree.walk_commands() if isinstance(each, Group)]
    assert groups == ["evening"]
    names = {each.name for each in tree.get_commands()}
    assert len(names) <= MOST


async def test_what_is_of_servers_alone_is_offered_nowhere_else() -> None:
    tree = (await teller(Texts.load())).tree
    told = {each.name: each.to_dict(tree) for each in tree.get_commands()}
    in_servers = {
        name
        for name, one in told.items()
        if one.get("contexts") == [0] and one.get("integration_types") == [0]
    }
    assert in_servers == {"evening", "invite", "league", "settings", "table"}
