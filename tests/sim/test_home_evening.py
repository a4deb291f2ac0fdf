"""/nimbus: the card of a newcomer and of a regular, in a server and in direct messages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.errors import Refused
from bot.home.feature import QUIET, QUIET_DIRECT
from bot.leagues.store import LeagueStore
from bot.match.show.looks import LINES, Line
from bot.preferences.server import Feature
from bot.puzzles.store import PuzzleAnswer, PuzzleStore
from bot.ratings.service import Rater
from tests.commands.past import custom_ids, switch_off, won
from tests.puzzles.rows import puzzle_row
from tests.sim.evening import Evening, texts
from tests.store.samples import league_in


async def card(held: Evening, name: str = "Ada") -> Any:
    answer = (await held[name].slash(held.channel, "nimbus")).response
    assert answer.ephemeral
    return answer


async def rated(held: Evening) -> None:
    """Let Ada win over Ben."""
    ada, ben = (held[name].user.id for name in ("Ada", "Ben"))
    await won(held, {ada: ("Ada", 150), ben: ("Ben", 90)}, guild_id=held.guild.id)
    await held.bot.app.get(Rater).rate_waiting()


async def test_a_newcomer_has_a_picture_and_is_dealt_in_by_one_press(held: Evening) -> None:
    shown = await card(held)
    assert shown.attachments[0].filename == "balloon.png"
    assert custom_ids(shown.message) == ["deal", "play", "ln:balloon", "help:start"]
    (dealt,) = (await held["Ada"].click(shown.message, label="Deal me in")).followups
    assert dealt.attachments[0].filename.startswith("hand-")
    assert (await held.table()).row.game == "balloon"
    # What waits stands alone, above other games and the help.
    begun = (await card(held)).message
    assert "**Balloon, table 1**" in texts(begun)


async def test_a_daily_under_way_has_one_line_on_the_card_of_a_regular(held: Evening) -> None:
    await rated(held)
    daily = (await held["Ada"].slash(held.channel, "daily")).response.message
    await held["Ada"].click(daily, label="Play")
    await held.start("Ben", "Cleo")
    # In some days' games house players begin.
    while (table := await held.table(2)).member(table.to_act()[0]).user_id is None:
        await held.env.advance_time(5.0)
    shown = (await card(held)).message
    assert texts(shown).splitlines()[2].endswith("** are playing Clouds.")
    assert texts(shown).count("**Daily ") == 1
    assert "t:2:hand" in custom_ids(shown)
    await held["Ada"].click(shown, label="More…")
    asked = (await held["Ada"].click(shown, label="Preferences")).response
    assert "Your preferences" in texts(asked.message)


async def test_the_last_game_stands_first_with_its_rematch_until_another_one_is_on(
    held: Evening,
) -> None:
    await rated(held)
    shown = (await card(held, "Ben")).message
    assert "\n**Clouds, table 1**\nAda wins!" in texts(shown)
    assert custom_ids(shown)[0] == "again:1"
    await held.start("Ben", "Cleo")
    assert "again:1" not in custom_ids((await card(held, "Ben")).message)


async def test_a_regular_reads_what_waits_and_each_button_leads_on(held: Evening) -> None:
    await rated(held)
    database, ada = held.bot.app.store.database, held["Ada"].user.id
    puzzles = PuzzleStore(database)
    await puzzles.add([puzzle_row("0123456789ab")])
    answer = PuzzleAnswer(ada, "0123456789ab", "x", True, 5.0, 26.0, 4.0)
    await puzzles.note(answer, 25.0, 8.0)
    league = replace(league_in(held.guild.id), game="clumond")
    opened = await LeagueStore(database).open(league)
    assert opened is not None
    await held.start("Ada", "Ben", "Cleo")
    table = await held.table(2)
    mover = table.member(table.to_act()[0]).name
    said = texts((await card(held)).message)
    assert "Not played yet." in said
    assert "Your rating: 1040 so far." in said
    assert "**Your rating in Clouds**" not in said
    shown = await card(held, mover)
    assert f"**Clouds, table {table.row.id}**\n**It's your turn**" in texts(shown.message)
    hand = await held[mover].click(shown.message, label="My hand")
    assert "Clouds" in texts(hand.response.message)
    shown = await card(held)
    await held["Ada"].click(shown.message, label="More…")
    assert "**Your rating in Clouds**\n1" in texts(shown.message)
    await held["Ada"].click(shown.message, label="My stats")
    assert "Your page" in texts(shown.message)
    shown = await card(held)
    await held["Ada"].click(shown.message, label="Solve one")
    assert any(each.startswith("z:") for each in custom_ids(shown.message))


async def test_the_card_is_told_in_direct_messages_and_after_a_restart(held: Evening) -> None:
    help_page = (await held["Ada"].slash(held.channel, "help")).response.message
    assert custom_ids(help_page)[:2] == ["deal", "home"]
    await held.restart()
    opened = (await held["Ada"].click(help_page, custom_id="home")).response
    assert opened.ephemeral
    assert "Deal me in" in held.labels(opened.message)
    person = held["Ada"].user
    await held.bot.app.io.direct_channel(person.id)
    answer = (await person.slash("nimbus")).response
    assert "Deal me in" in held.labels(answer.message)


async def test_what_a_server_has_switched_off_is_not_on_the_card(held: Evening) -> None:
    await rated(held)
    await switch_off(held, Feature.DAILY, Feature.PUZZLES, Feature.RATINGS)
    said = texts((await card(held)).message)
    assert "**Daily " not in said
    assert "Puzzle" not in said
    assert "rating" not in said


async def test_a_feature_with_nothing_to_tell_costs_nobody_the_card(held: Evening) -> None:
    async def lost(_: object) -> list[Line]:
        raise Refused("refused.no_daily")

    await rated(held)
    LINES["lost"] = lost
    try:
        assert "Puzzle" in texts((await card(held)).message)
    finally:
        del LINES["lost"]


async def test_whoever_names_the_bot_alone_is_shown_the_way_to_their_card(held: Evening) -> None:
    assert held.bot.user is not None
    name = f"<@{held.bot.user.id}>"
    await held["Ada"].send(held.channel, f"I like {name} a lot")
    await held["Ada"].send(held.channel, "hello all")
    assert len(held.channel.history()) == 2
    await held["Ada"].send(held.channel, f" {name} ")
    called = held.channel.history()[-1]
    assert "Press the button" in texts(called)
    opened = (await held["Ben"].click(called, label="My Nimbus")).response
    assert opened.ephemeral
    assert "Deal me in" in held.labels(opened.message)
    await held["Ben"].send(held.channel, name)
    assert len(held.channel.history()) == 5, "one answer is enough for a while"
    await held.env.advance_time(QUIET + 1)
    await held["Ben"].send(held.channel, name)
    assert "Press the button" in texts(held.channel.history()[-1])


async def test_whoever_writes_to_the_bot_is_shown_the_way_to_their_card(held: Evening) -> None:
    await held.bot.app.io.direct_channel(held["Ada"].user.id)
    await held["Ada"].send_dm("hello?")
    said = held["Ada"].user.dm_channel.history()
    assert "Press the button" in texts(said[-1])
    assert "Nobody else" not in texts(said[-1])
    assert len(said) == 2
    await held.env.advance_time(QUIET_DIRECT + 1)
    await held["Ada"].send_dm("are you there?")
    assert len(held["Ada"].user.dm_channel.history()) == 4
