"""After a game: a rematch by one press each, and a new table."""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from bot.match.lobby.lobbies import CALLED, Lobbies
from bot.match.table.tables import Tables
from bot.preferences.server import change_of
from bot.store.rows import Door, MatchId, Status
from bot.store.settings import server_scope
from tests.sim.evening import Evening, evening, more, play_unseen, raw_components, texts
from tests.sim.test_pressing import private_answer


async def ended(held: Evening) -> Any:
    """Let three people begin a game and end it early; gives its board."""
    await held.start("Ada", "Ben", "Cleo")
    await held.bot.app.get(Tables).close(MatchId(1))
    await held.env.settle()
    return held.board()


async def press(held: Evening, name: str, board: Any, label: str) -> Any:
    """Let somebody press a button; all that comes of it has been shown then."""
    pressed = await held[name].click(board, label=label)
    await held.env.settle()
    return pressed


def watched(held: Evening, patch: pytest.MonkeyPatch) -> list[set[int]]:
    """Return a list that will hold whom each message called that called anybody."""
    called: list[set[int]] = []
    post = held.bot.app.io.post

    async def noted(*args: Any, mentions: Collection[int] = (), **given: Any) -> int:
        called.extend([set(mentions)] if mentions else [])
        return await post(*args, mentions=mentions, **given)

    patch.setattr(held.bot.app.io, "post", noted)
    return called


async def test_a_rematch_takes_one_press_each_and_a_start(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(held)
    called = watched(held, monkeypatch)
    assert held.labels(board) == ["Rematch", "More…"]
    await press(held, "Ada", board, "Rematch")
    lobby = held.board()
    ada, ben, cleo = (held[name].user.id for name in ("Ada", "Ben", "Cleo"))
    assert f"<@{ada}> wants a **rematch**. <@" in texts(lobby)
    assert not lobby.attachments  # they know what the game looks like
    assert called == [{ben, cleo}]
    (early,) = (await press(held, "Ada", lobby, "Start")).followups
    assert "are invited but haven't joined yet. Start without them?" in texts(early)
    refused = private_answer(await press(held, "Ben", lobby, "Start"))
    assert f"Only <@{ada}>" in refused
    assert (await held.table(2)).row.status is Status.LOBBY
    await press(held, "Ben", board, "Rematch")
    assert f"rematch**. <@{cleo}>:" in texts(held.board())
    await press(held, "Cleo", held.board(), "Join")
    assert "rematch" not in texts(held.board())
    await press(held, "Ada", held.board(), "Start")
    row = (await held.table(2)).row
    assert (row.status, row.follows, len(row.members)) == (Status.PLAYING, 1, 3)


async def test_a_rematch_starts_without_who_has_not_answered_if_its_opener_says_so(
    held: Evening,
) -> None:
    board = await ended(held)
    await press(held, "Ada", board, "Rematch")
    ben = f"<@{held['Ben'].user.id}>"
    await press(held, "Cleo", held.board(), "Leave")  # they decline
    assert f"rematch**. {ben}: press" in texts(held.board())
    asked = await press(held, "Ada", held.board(), "Start")
    (question,) = asked.followups
    assert texts(question) == f"\n{ben} is invited but hasn't joined yet. Start without them?"
    assert held.labels(question) == ["Start"]
    begun = await held["Ada"].click(question, label="Start")
    row = (await held.table(2)).row
    assert (row.status, row.moves) == (Status.PLAYING, 0)
    assert [member.name for member in row.members if member.user_id] == ["Ada"]
    assert not asked.followups
    assert "Your cards" in texts(begun.followups[-1])


async def test_only_the_first_message_calls_those_who_are_asked(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(held)
    called = watched(held, monkeypatch)
    await press(held, "Ada", board, "Rematch")
    await held["Ada"].delete(held.board())
    await press(held, "Ben", board, "Rematch")
    await held.env.settle()
    assert "wants a **rematch**" in texts(held.board())
    assert len(called) == 1


async def test_who_did_not_play_gets_a_new_table_and_a_second_press_changes_nothing(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        board = await ended(held)
        refused = await press(held, "Dora", board, "Rematch")
        assert "for those who played" in private_answer(refused)
        await press(held, "Dora", board, "Next game")
        row = (await held.table(2)).row
        assert (row.opener_id, row.status) == (held["Dora"].user.id, Status.LOBBY)
        assert "a table is open" in texts(held.board())
        await press(held, "Ada", board, "Rematch")
        again = await press(held, "Ada", board, "Rematch")
        assert "already in" in private_answer(again)
        assert len((await held.table(3)).row.members) == 1
        await held.env.advance_time(CALLED)
        await press(held, "Ada", held.board(), "Start")
        late = await press(held, "Ben", board, "Rematch")
        assert "already begun. Press **Next game**" in private_answer(late)


async def test_a_press_is_refused_without_permissions_and_two_open_one_new_table(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(held)
    with monkeypatch.context() as patch:
        patch.setattr("bot.match.lobby.play_actions._lacking", lambda *_: ["attach_files"])
        for label in ("Rematch", "Next game"):
            refused = await press(held, "Ada", board, label)
            assert "Attach Files" in private_answer(refused)
    assert await held.bot.app.store.match(MatchId(2)) is None
    await press(held, "Ada", board, "Next game")
    again = await press(held, "Ada", board, "Next game")
    assert "already in" in private_answer(again)
    assert await held.bot.app.store.match(MatchId(3)) is None
    await press(held, "Ben", board, "Next game")
    assert (await held.table(3)).row.opener_id == held["Ben"].user.id


async def test_a_lobby_opened_before_a_restart_is_shown_after_it(held: Evening) -> None:
    board = await ended(held)
    old = (await held.table()).row
    member, asked = (
        old.members[0],
        Door(invited=tuple(int(each.key) for each in old.members[1:])),
    )
    await held.bot.app.get(Lobbies).open_again(old, member, asked, old.location, by_token=False)
    await held.restart()
    await held.env.settle()
    assert "wants a **rematch**" in texts(held.board())
    (join,) = [part for part in raw_components(held.board()) if part.get("label") == "Join"]
    assert join["custom_id"] == "l:2:join"
    other = next(name for name in held.people if name != member.name)
    await press(held, other, board, "Rematch")
    assert len((await held.table(2)).row.members) == 2


async def test_the_buttons_below_a_result_work_in_direct_messages_and_private_answers(
    held: Evening,
) -> None:
    await ended(held)
    direct = held.hand("Ada")
    assert held.labels(direct) == ["Rematch", "More…"]
    told = await held["Ada"].user.click(direct, label="Rematch")
    await held.env.settle()
    told_where = f"open in <#{held.channel.id}> · [go to the table](https://discord.com/channels/"
    assert told_where in private_answer(told)
    assert "Press **Start** there" in private_answer(told)
    assert "wants a **rematch**" in texts(held.board())
    joined = await held["Ben"].user.click(held.hand("Ben"), label="Rematch")
    assert told_where in private_answer(joined)
    assert "**Start**" not in private_answer(joined)
    row = (await held.table(2)).row
    assert {member.name for member in row.members} == {"Ada", "Ben"}
    lounge = held.guild.create_text_channel("lounge")
    await held["Cleo"].slash(lounge, "daily")
    await held["Cleo"].user.click(held.hand("Cleo"), label="Next game")
    await held.env.settle()
    assert (await held.table(3)).row.channel_id == held.channel.id


async def test_where_tables_open_elsewhere_now_people_are_asked_there(held: Evening) -> None:
    board = await ended(held)
    games = held.guild.create_text_channel("games")
    await held.bot.app.store.set_settings(
        server_scope(held.guild.id), change_of("channels", (games.id,))
    )
    told = await press(held, "Ada", board, "Rematch")
    assert f"Your table is open in <#{games.id}>" in private_answer(told)
    assert "wants a **rematch**" in texts(games.history()[-1])
    joined = await press(held, "Ben", board, "Rematch")
    assert f"Your table is open in <#{games.id}>" in private_answer(joined)
    row = (await held.table(2)).row
    assert (row.channel_id, len(row.members)) == (games.id, 2)
    await press(held, "Cleo", board, "Next game")
    assert (await held.table(3)).row.channel_id == games.id


async def test_the_next_game_is_one_that_waits_for_whoever_asks(held: Evening) -> None:
    board = await ended(held)
    await held["Ada"].click(await held.open("Ada", game="nimbly"), label="Start")
    await held.env.settle()
    shown = (await press(held, "Ada", board, "Next game")).response
    assert shown.ephemeral
    assert "Nimbly · " in texts(shown.message)
    assert await held.bot.app.store.match(MatchId(3)) is None
    await press(held, "Ben", board, "Next game")
    assert (await held.table(3)).row.opener_id == held["Ben"].user.id


async def test_who_has_left_the_server_or_may_open_no_table_opens_none_from_their_messages(
    held: Evening,
) -> None:
    await ended(held)
    scope = server_scope(held.guild.id)
    await held.bot.app.store.set_settings(scope, {"openers": "moderators"})
    refused = await held["Ada"].user.click(held.hand("Ada"), label="Next game")
    assert "only moderators can open tables" in private_answer(refused)
    await held.bot.app.store.set_settings(scope, {"openers": None})
    held.env.remove_member(held.guild, held["Ben"])
    gone = await held["Ben"].user.click(held.hand("Ben"), label="Rematch")
    assert "You've left that table's server" in private_answer(gone)
    assert await held.bot.app.store.match(MatchId(2)) is None


async def test_a_rematch_is_asked_for_from_messages_where_another_process_has_the_server(
    held: Evening,
) -> None:
    await ended(held)
    held.bot._connection._guilds.pop(held.guild.id)
    await held["Ada"].user.click(held.hand("Ada"), label="Rematch")
    row = await held.bot.app.store.match(MatchId(2))
    assert row is not None
    assert (row.status, row.follows, row.guild_id) == (Status.LOBBY, 1, held.guild.id)


async def test_the_daily_stands_below_a_result_until_it_is_played(held: Evening) -> None:
    await held["Ben"].user.click(
        (await held["Ben"].user.slash("daily")).response.message, label="Play"
    )
    await held.start("Ada", "Ben", "Cleo", game="nimbly")
    await play_unseen(held, random.Random(1), lambda _: False, 2)
    assert "Daily" in held.labels(await more(held["Ada"], held.board()))
    assert "Daily" in held.labels(await more(held["Ada"].user, held.hand("Ada")))
    hands = [m for m in held["Ben"].user.dm_channel.history() if "Rematch" in held.labels(m)]
    assert "Daily" not in held.labels(await more(held["Ben"].user, hands[-1]))
    shown = (await held["Ada"].user.click(held.hand("Ada"), label="Daily")).response
    assert shown.ephemeral
    assert "Play" in held.labels(shown.message)
