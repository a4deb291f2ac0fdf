"""After a game: a rematch by one press each, and a new table."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.tables import Tables
from bot.store.rows import Door, MatchId, Status
from tests.sim.evening import Evening, evening, raw_components, texts
from tests.sim.test_pressing import private_answer


async def ended(held: Evening) -> Any:
    """Let three people begin a game and end it early; gives its board."""
    await held.start("Ada", "Ben", "Cleo")
    await held.bot.app.get(Tables).close(MatchId(1))
    await held.bot.app.get(Publisher).idle()
    return held.board()


async def press(held: Evening, name: str, board: Any, label: str) -> Any:
    """Let somebody press a button; all that comes of it has been shown then."""
    pressed = await held[name].click(board, label=label)
    await held.bot.app.get(Publisher).idle()
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path) as held:
        board = await ended(held)
        called = watched(held, monkeypatch)
        assert held.labels(board)[:2] == ["Rematch", "New table"]
        await press(held, "Ada", board, "Rematch")
        lobby = held.board()
        ada, ben, cleo = (held[name].user.id for name in ("Ada", "Ben", "Cleo"))
        assert f"<@{ada}> wants a **rematch**. <@" in texts(lobby)
        assert called == [{ben, cleo}]
        await press(held, "Ben", board, "Rematch")
        assert f"rematch**. <@{cleo}>:" in texts(held.board())
        await press(held, "Cleo", held.board(), "Join")
        assert "rematch" not in texts(held.board())
        await press(held, "Ada", held.board(), "Start")
        row = (await held.table(2)).row
        assert (row.status, row.follows, len(row.members)) == (Status.PLAYING, 1, 3)


async def test_only_the_first_message_calls_those_who_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path) as held:
        board = await ended(held)
        called = watched(held, monkeypatch)
        await press(held, "Ada", board, "Rematch")
        await held.board().delete()
        await press(held, "Ben", board, "Rematch")
        await held.bot.app.get(Publisher).idle()
        assert "wants a **rematch**" in texts(held.board())
        assert len(called) == 1


async def test_who_did_not_play_gets_a_new_table_and_a_second_press_changes_nothing(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        board = await ended(held)
        refused = await press(held, "Dora", board, "Rematch")
        assert "for the people who played" in private_answer(refused)
        await press(held, "Dora", board, "New table")
        row = (await held.table(2)).row
        assert (row.opener_id, row.status) == (held["Dora"].user.id, Status.LOBBY)
        assert "a table is open" in texts(held.board())
        await press(held, "Ada", board, "Rematch")
        again = await press(held, "Ada", board, "Rematch")
        assert "already in" in private_answer(again)
        assert len((await held.table(3)).row.members) == 1
        await press(held, "Ada", held.board(), "Start")
        late = await press(held, "Ben", board, "Rematch")
        assert "already begun, as table 3" in private_answer(late)


async def test_a_press_is_refused_without_permissions_and_two_open_one_new_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path) as held:
        board = await ended(held)
        with monkeypatch.context() as patch:
            patch.setattr("bot.match.lobby.play_actions._lacking", lambda *_: ["attach_files"])
            for label in ("Rematch", "New table"):
                refused = await press(held, "Ada", board, label)
                assert "Attach Files" in private_answer(refused)
        assert await held.bot.app.store.match(MatchId(2)) is None
        await press(held, "Ada", board, "New table")
        again = await press(held, "Ada", board, "New table")
        assert "already in" in private_answer(again)
        assert await held.bot.app.store.match(MatchId(3)) is None
        await press(held, "Ben", board, "New table")
        assert (await held.table(3)).row.opener_id == held["Ben"].user.id


async def test_a_lobby_opened_before_a_restart_is_shown_after_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        board = await ended(held)
        old = (await held.table()).row
        member, asked = (
            old.members[0],
            Door(invited=tuple(int(each.key) for each in old.members[1:])),
        )
        await held.bot.app.get(Lobbies).open_again(old, member, asked, by_token=False)
        await held.restart()
        await held.bot.app.get(Publisher).idle()
        assert "wants a **rematch**" in texts(held.board())
        (join,) = [part for part in raw_components(held.board()) if part.get("label") == "Join"]
        assert join["custom_id"] == "l:2:join"
        other = next(name for name in held.people if name != member.name)
        await press(held, other, board, "Rematch")
        assert len((await held.table(2)).row.members) == 2
