"""A puzzle from the command to the reason why, as Discord shows it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, delete

from bot.preferences.server import Feature, change_of
from bot.puzzles.service import Puzzles
from bot.puzzles.store import PuzzleStore
from bot.store import schema
from bot.store.settings import server_scope
from tests.puzzles.rows import puzzle_row
from tests.sim.evening import Evening, buttons, evening, texts
from tests.sim.test_pressing import private_answer


async def given(held: Evening, *keys: str, theme: str = "") -> None:
    """Have only these puzzles."""
    store = held.bot.app.store
    await store.database.write(_emptied)
    await PuzzleStore(store.database).add([puzzle_row(key * 12, theme=theme) for key in keys])


def _emptied(connection: Connection) -> None:
    connection.execute(delete(schema.puzzle))


async def test_a_puzzle_is_private_and_says_why_and_then_comes_the_next_till_they_are_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await given(held, "a", "b")
        ada = held["Ada"]
        shown = (await ada.slash(held.channel, "puzzle")).response
        assert shown.ephemeral
        assert "### Puzzle · Nimbly" in texts(shown.message)
        assert len(shown.message.attachments) == 1
        moves = [str(one["custom_id"]) for one in buttons(shown.message)]
        key = next(one for one in moves if one.startswith("z:")).split(":")[1]
        rules = (await ada.click(shown.message, label="How to play")).response
        assert rules.message.id != shown.message.id
        best = (await held.bot.app.get(Puzzles).find(key)).choices[0].code
        (custom_id,) = [
            str(control["custom_id"])
            for control in buttons(shown.message)
            if str(control["custom_id"]).endswith(f":{best}")
        ]
        solved = (await ada.click(shown.message, custom_id=custom_id)).response
        assert "### ✅ Yes" in texts(solved.message)
        assert "1 day in a row" in texts(solved.message)
        noted = (await ada.click(solved.message, label="Not a good puzzle")).response
        assert "### ✅ Yes" in texts(noted.message)
        assert (await held.bot.app.get(Puzzles).find(key)).row.disliked == 1
        again = (await ada.click(noted.message, label="Next puzzle")).response
        assert "### Puzzle · Nimbly" in texts(again.message)
        other = await ada.click(again.message, label="Another game")
        assert "solved all of these" in private_answer(other)
        off = change_of("off", (Feature.PUZZLES,))
        await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
        refused = await held["Ada"].slash(held.channel, "puzzle")
        assert "puzzles" in private_answer(refused)


async def test_a_theme_can_be_chosen_by_the_command_and_from_the_menu_and_then_stays(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await given(held, "a", "b", "c", theme="run")
        ada = held["Ada"]
        offered = await ada.autocomplete(held.channel, "puzzle", "theme", "keep the RUN")
        assert {"name": "Nimbly (Jokerlink): keep the run", "value": "nimbly.run"} in offered
        shown = (await ada.slash(held.channel, "puzzle", theme="nimbly.run")).response
        assert "keep the run" in texts(shown.message)
        told = shown
        for chosen in ("nimbly.run", "any"):
            move = next(b for b in buttons(told.message) if str(b["custom_id"]).startswith("z:"))
            solved = (await ada.click(told.message, custom_id=str(move["custom_id"]))).response
            told = (await ada.select(solved.message, [chosen], custom_id="zc")).response
            title = texts(told.message).partition("You are")[0]
            assert ("keep the run" in title) == (chosen == "nimbly.run")
        for wrong, words in (
            ("nimbly.race", "There's no such theme"),
            ("race", "There's no such theme"),
            ("poker.run", "That game isn't played here any more."),
        ):
            refused = await ada.slash(held.channel, "puzzle", theme=wrong)
            assert words in private_answer(refused)
        refused = await ada.slash(held.channel, "puzzle", game="balloon", theme="nimbly.run")
        assert "it's another game's" in private_answer(refused)
