"""Alone with house players: the hand comes with the start, and nothing else comes beside it."""

from __future__ import annotations

import random
from pathlib import Path

from bot.match.show.panels import TOKEN_LIFE
from bot.preferences.server import USUAL
from bot.store.rows import Status
from bot.store.settings import server_scope
from tests.sim.evening import evening, play_unseen, set_threads, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import first_move, move_id


async def test_a_person_is_greeted_once_in_a_lifetime(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        for _ in range(2):
            await held["Ben"].click(await held.open("Ada"), label="Join")
            await held.restart()
        (greeting,) = held["Ben"].user.dm_channel.history()
        assert "### Hello!" in texts(greeting)
        assert not held["Ada"].user.dm_channel.history()
        await held["Ada"].click(held.board(), label="Start")
        greeting, hand = held["Ada"].user.dm_channel.history()
        assert "### Hello!" in texts(greeting)
        assert "· [table " in texts(hand)


async def test_whoever_starts_has_the_hand_at_once_and_alone_no_other_message_anywhere(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, threads=True) as held:
        await set_threads(held, USUAL.threads)
        ada, lobby = held["Ada"], await held.open("Ada")
        (shown,) = (await ada.click(lobby, label="Start")).followups
        assert shown.ephemeral
        for _ in range(3):
            _, table, code = await first_move(held)
            await ada.click(shown.message, custom_id=move_id(table, code))
        assert "Clouds · " in texts(shown.message)
        assert not ada.user.dm_channel.history()
        assert not held.channel.threads
        assert [message.id for message in held.channel.history()] == [lobby.id]
        # When the answer is gone, or is too old to be edited, the table has it anew.
        await held.env.advance_time(TOKEN_LIFE * 1.5)
        await held.restart()
        anew = (await ada.click(held.board(), label="My hand")).response
        _, table, code = await first_move(held)
        await ada.click(anew.message, custom_id=move_id(table, code))
        assert (await held.table()).row.moves > table.row.moves
        assert not ada.user.dm_channel.history()
        await play_unseen(held, random.Random(1), lambda _: False)
        assert "final result" in texts(anew.message)
        # The table right above has the buttons that lead on.
        assert held.labels(anew.message) == []
        assert "Rematch" in held.labels(held.board())


async def test_a_moderator_who_starts_a_game_of_others_is_shown_no_hand(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lobby, mona = await held.open("Ada"), moderator(held, held.guild, "Mona")
        started = await mona.click(lobby, label="Start")
        assert not [answer for answer in (started.response, *started.followups) if answer.ephemeral]
        assert (await held.table()).row.status is Status.PLAYING
        assert [message.id for message in held.channel.history()] == [lobby.id]
        own = (await held["Ada"].click(held.board(), label="My hand")).response
        assert "· [table " in texts(own.message)


async def test_panels_of_a_lobby_go_when_it_starts_and_only_rules_that_others_read_stay(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada")
        await held["Ben"].click(lobby, label="Join")
        opened = {
            (name, label): await held[name].click(lobby, label=label)
            for name in ("Ada", "Ben")
            for label in ("How to play", "Settings")
        }
        for panel, label in (("Settings", "Easy"), ("How to play", "Next ▶")):
            await held["Ada"].click(opened["Ada", panel].response.message, label=label)
        await held["Ada"].click(lobby, label="Start")
        stands = [panel for panel, shown in opened.items() if shown.response is not None]
        assert stands == [("Ben", "How to play")]


async def test_a_lobby_closed_from_its_panel_leaves_no_panel(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        panel = await held["Ada"].click(await held.open("Ada"), label="Settings")
        await held["Ada"].click(panel.response.message, label="Close this table")
        assert "closed before the game began" in texts(held.board())
        assert panel.response is None


async def test_a_first_game_is_short_and_says_so_till_one_has_been_played_to_its_end(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada", "balloon")
        assert "Target score: 20" in texts(lobby)
        assert "A short first game" in texts(lobby)
        assert "A table of Balloon." in texts(lobby)
        panel = await held.panel("Ada", lobby)
        form = await held["Ada"].click(panel, label="Options")
        given = {"target": "50", "redeal": ["true"], "odds": ["true"], "two": ["false"]}
        await held["Ada"].submit_modal(form, given)
        assert "A short first game" not in texts(held.board())
        await held["Ada"].click(await held.open("Ada", "balloon"), label="Start")
        await play_unseen(held, random.Random(1), lambda _: False, 2)
        assert "Target score: 50" in texts(await held.open("Ada", "balloon"))
        assert "Deals: 1" in texts(await held.open("Ada", "cloud_nine"))


async def test_a_new_table_is_set_as_its_opener_last_had_it_here(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held["Ada"].click(await held.open("Ada", "balloon"), label="Start")
        await play_unseen(held, random.Random(1), lambda _: False)
        # The first game was short by itself: nobody chose that.
        lobby = await held.open("Ada", "balloon")
        assert "Target score: 50" in texts(lobby)
        form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
        given = {"target": "80", "redeal": ["false"], "odds": ["true"], "two": ["false"]}
        await held["Ada"].submit_modal(form, given)
        await held["Ada"].click(held.board(), label="Coach me (unrated)")
        await held.restart()
        again = await held.open("Ada", "balloon")
        row = (await held.table(3)).row
        assert (row.options["target"], row.options["redeal"]) == (80, False)
        assert (row.terms.coach, row.rated) == (True, False)
        assert "Target score: 80" in texts(again)
        # It is theirs, of this game, and of this server.
        assert "Target score: 20" in texts(await held.open("Ben", "balloon"))
        await held.bot.app.io.direct_channel(held["Ada"].user.id)
        direct = (await held["Ada"].user.slash("play", game="balloon")).response.message
        assert "Target score: 50" in texts(direct)
        # What the server sets for its tables stays above it.
        await held.bot.app.store.set_setting(server_scope(held.guild.id), "clock", "60")
        await held.open("Ada", "balloon")
        assert (await held.table(6)).row.terms.clock == 60
