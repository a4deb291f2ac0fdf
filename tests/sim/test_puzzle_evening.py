"""A puzzle from the command to the reason why, as Discord shows it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete

from bot.preferences.server import Feature
from bot.puzzles.service import ANY, Puzzles
from bot.puzzles.store import PuzzleStore
from bot.store import schema
from engine.players.cases import THEMES
from tests.commands.past import custom_ids, switch_off
from tests.puzzles.rows import puzzle_row
from tests.sim.evening import Evening, raw_components, texts
from tests.sim.test_pressing import private_answer


async def given(held: Evening, *keys: str, theme: str = "") -> None:
    """Have only these puzzles."""
    store = held.bot.app.store
    await store.database.write(_emptied)
    await PuzzleStore(store.database).add([puzzle_row(key * 12, theme=theme) for key in keys])


def _emptied(connection: Connection) -> None:
    connection.execute(delete(schema.puzzle))


def inside(message: Any) -> list[dict[str, Any]]:
    """Return what stands in the box of a message, from above."""
    return list(raw_components(message)[0]["components"])


async def solve(held: Evening, shown: Any) -> tuple[Any, str]:
    """Let Ada make the best move of a puzzle; gives the message, and which puzzle it was."""
    key = next(each for each in custom_ids(shown) if each.startswith("z:")).split(":")[1]
    best = (await held.bot.app.get(Puzzles).find(key)).choices[0].code
    asked = inside(shown)
    if f"z:{key}:{best}" in custom_ids(shown):
        solved = (await held["Ada"].click(shown, custom_id=f"z:{key}:{best}")).response.message
    else:
        solved = (
            await held["Ada"].select(shown, [best], custom_id=f"zm:{key}:any")
        ).response.message
    # Nothing above the verdict changes, and the next puzzle is right below it.
    told = inside(solved)
    pictures = [part[0]["items"][0]["description"] for part in (asked, told)]
    assert pictures[1] == pictures[0]
    assert [part["type"] for part in told[:3]] == [12, 10, 1]
    assert told[1]["content"].startswith("**🟩 Good: ")
    assert told[2]["components"][0]["custom_id"] == "zn"
    return solved, key


def assert_asked(shown: Any) -> None:
    """Hold what a puzzle of any game asks, and offers, which does not tell what it is about."""
    said = texts(shown)
    assert "-# Puzzle · Nimbly" in said
    assert "What do you draw to win?" in said
    (menu,) = (part for part in raw_components(shown) if part["type"] == 3)
    assert menu["placeholder"] == "Other draws worth up to 4"
    assert "keep the run" not in said
    assert [part["type"] for part in inside(shown)].count(12) == len(shown.attachments) == 1
    assert any(each.startswith("zi:") for each in custom_ids(shown))


async def test_a_puzzle_is_private_and_says_why_and_then_comes_the_next_till_they_are_off(
    held: Evening,
) -> None:
    await given(held, "a", "b", theme="run")
    ada = held["Ada"]
    shown = (await ada.slash(held.channel, "puzzle")).response
    assert shown.ephemeral
    assert_asked(shown.message)
    rules = (await ada.click(shown.message, label="How to play")).response
    assert rules.message.id != shown.message.id
    solved, key = await solve(held, shown.message)
    assert "streak: 1 day" in texts(solved)
    assert "keep the run" in texts(solved)
    below = (await ada.click(solved, label="More…")).response.message
    (games,) = (part for part in raw_components(below) if part["type"] == 3)
    assert {ANY, *THEMES} <= {option["value"] for option in games["options"]}
    noted = (await ada.click(solved, label="Not a good puzzle")).response
    assert "**🟩 Good: " in texts(noted.message)
    assert "first answer counts" not in texts(noted.message)
    assert not [each for each in custom_ids(noted.message) if each.startswith("zb:")]
    assert (await held.bot.app.get(Puzzles).find(key)).row.disliked == 1
    again = (await ada.click(noted.message, label="Next puzzle")).response
    assert "-# Puzzle · Nimbly" in texts(again.message)
    other = await ada.click(again.message, label="Another game")
    assert "solved all of these" in private_answer(other)
    chosen = (await ada.slash(held.channel, "puzzle", game="nimbly")).response
    below = (await ada.click(chosen.message, label="More…")).response.message
    assert "zn:nimbly" in custom_ids(below)
    await switch_off(held, Feature.PUZZLES)
    refused = await held["Ada"].slash(held.channel, "puzzle")
    assert "puzzles" in private_answer(refused)


async def test_a_theme_can_be_chosen_by_the_command_and_from_the_menu_and_then_stays(
    held: Evening,
) -> None:
    await given(held, "a", "b", "c", theme="run")
    ada = held["Ada"]
    offered = await ada.autocomplete(held.channel, "puzzle", "theme", "keep the RUN")
    assert {"name": "Nimbly: keep the run", "value": "nimbly.run"} in offered
    shown = (await ada.slash(held.channel, "puzzle", theme="nimbly.run")).response
    assert "keep the run" in texts(shown.message)
    told = shown
    for chosen in ("nimbly.run", "any"):
        move = next(each for each in custom_ids(told.message) if each.startswith("z:"))
        assert move.endswith(":theme")
        missed = (await ada.click(told.message, custom_id=move)).response
        assert "One more try?" in texts(missed.message)
        solved = (await ada.click(missed.message, label="Show the answer")).response
        if chosen == "any":  # the first time nothing comes back yet
            assert "back in 2 days" in texts(solved.message)
        else:
            solved = (await ada.click(solved.message, label="My mistakes again")).response
        assert "zn:nimbly:run" in custom_ids(solved.message)
        below = (await ada.click(solved.message, label="More…")).response.message
        told = (await ada.select(below, [chosen], custom_id="zc")).response
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
    assert "it belongs to another game" in private_answer(refused)
