"""/replay, its viewer, and moments shared in the channel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.preferences.server import Feature, change_of
from bot.replays.service import OPEN, Moment, codes_of
from bot.store.rows import MatchId
from bot.store.settings import server_scope
from tests.commands.past import played, played_daily
from tests.sim.evening import Evening, evening, raw_components, texts
from tests.sim.test_thread_evening import change_rule

STRANGE = "7-12-A-W5NKTQ"


async def ask(held: Evening, name: str, **options: Any) -> Any:
    return (await held[name].slash(held.channel, "replay", **options)).response


def ids(message: Any) -> dict[str, str]:
    """Return the custom ids of a viewer's buttons by their steps."""
    found = [str(part.get("custom_id", "")) for part in raw_components(message)]
    return {name.split(":")[1]: name for name in found if name.count(":") == 2}


async def press(held: Evening, name: str, message: Any, step: str) -> Any:
    """Press a button of a viewer; gives the answer."""
    return (await held[name].click(message, custom_id=ids(message)[step])).response


async def code(held: Evening, moves: int, eyes: str = OPEN) -> str:
    store = held.bot.app.store
    row = await store.match(MatchId(1))
    assert row is not None
    return (await codes_of(store, row)).spell(Moment(row.id, moves, eyes))


async def test_the_viewer_goes_on_in_one_private_message_with_pictures_and_words(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben", "Cleo")
        board = held.board()
        opened = (await held["Ada"].click(board, label="Replay")).response
        assert opened.ephemeral
        message = opened.message
        assert [file.filename for file in message.attachments] == [
            "replay-0-table.png", "replay-0-hands.png",
        ]  # fmt: skip
        assert all(f"{name}: " in texts(message) for name in ("Ada", "Ben", "Cleo"))
        message = (await press(held, "Ada", message, "next")).message
        assert "Move 1 of " in texts(message)
        await held.restart()
        chosen = [await code(held, 1, "2")]
        message = (await held["Ada"].select(message, chosen, custom_id="rp:eyes")).response.message
        # The picture of a hand has the table in it, so that both are above the buttons on a phone.
        assert [file.filename for file in message.attachments] == ["replay-1-hand.png"]
        message = (await press(held, "Ada", message, "end")).message
        assert re.search(r"Move (\d+) of \1\b", texts(message))
        assert held.board().id == board.id  # all of it stayed private


async def test_a_shared_moment_stands_in_the_channel_and_leads_others_there(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        opened = (await ask(held, "Ada", match=1)).message
        opened = (await press(held, "Ada", opened, "next")).message
        shared = await press(held, "Ada", opened, "share")
        assert not shared.ephemeral
        assert f"/replay code:{await code(held, 1)}" in texts(shared.message)
        assert len(shared.message.attachments) == 2
        seen = (await held["Cleo"].click(shared.message, label="Watch from here")).response
        assert seen.ephemeral
        assert "Move 1 of " in texts(seen.message)
        assert "Move 1 of " in texts(shared.message)
        typed = await ask(held, "Cleo", code=(await code(held, 1)).lower())
        assert typed.ephemeral
        assert "Move 1 of " in texts(typed.message)


async def test_a_code_is_for_those_who_may_see_the_channel_of_the_game(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        lounge, known = held.guild.create_text_channel("lounge"), await code(held, 0)
        seen = (await held["Cleo"].slash(lounge, "replay", code=known)).response
        assert "Move 0 of" in texts(seen.message)
        await change_rule(held, view_channel=False)
        refused = (await held["Cleo"].slash(lounge, "replay", code=known)).response
        assert refused.ephemeral
        assert "find that code" in texts(refused.message)
        seated = (await held["Ada"].slash(lounge, "replay", code=known)).response
        assert "Move 0 of" in texts(seated.message)


async def test_what_cannot_be_watched_is_refused_privately_and_shows_no_card(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben", "Cleo")
        before = len(held.channel.history())
        for answer in (
            await ask(held, "Ada", match=1),
            await ask(held, "Ada", code=await code(held, 0)),
            await ask(held, "Ada", code=STRANGE),
            await ask(held, "Ada"),
        ):
            assert answer.ephemeral
            assert not answer.attachments
        assert "isn't over" in texts((await ask(held, "Ada", match=1)).message)
        assert "find that code" in texts((await ask(held, "Ada", code=STRANGE)).message)
        assert len(held.channel.history()) == before


async def test_a_server_can_switch_replays_off_and_what_is_open_stops(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        opened = (await ask(held, "Ada")).message
        off = change_of("off", (Feature.REPLAY,))
        await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
        answer = await ask(held, "Ada")
        assert answer.ephemeral
        assert not answer.attachments
        for step in ("next", "share"):
            refused = await press(held, "Ada", opened, step)
            assert refused.ephemeral


async def test_a_daily_goes_by_its_day_where_games_are_chosen_and_watched(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        app, ada = held.bot.app, held["Ada"]
        row = await played_daily(held, "Ada", 7)
        await app.store.series.close(row.series, app.clock.now())
        (choice,) = await ada.autocomplete(held.channel, "replay", "match", "daily")
        assert choice["name"].startswith("Daily 1 Jan, ")
        assert "table" not in choice["name"]
        shown = (await held["Ada"].slash(held.channel, "replay", match=row.id)).response
        assert "### Replay: Daily 1 Jan, " in texts(shown.message)
