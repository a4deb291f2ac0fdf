"""Thunder and Hail through the whole bot: in the simulated Discord, and over the wire."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refused
from bot.leagues.service import Leagues, can_have
from bot.match.show.publisher import Publisher
from bot.ratings.service import Rater
from bot.reviews.layouts import review_button
from bot.store.rows import Status
from engine.games import GAMES
from tests.e2e.running_bot import board, is_over, opened, play_in_dm, running_bot, state_equals_log
from tests.sim.evening import Evening, buttons, evening, more, play_one, play_unseen, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer
from tests.soak.amounts import later

PEOPLE = ("Ada", "Ben")
SIZES = [("thunder", 3), ("hail", 2)]
WRONG = "Something went wrong"


@pytest.mark.parametrize(("game", "seats"), SIZES)
async def test_people_play_to_the_end(tmp_path: Path, game: str, seats: int) -> None:
    people = ("Ada", "Ben", "Cleo")[:seats]
    async with evening(tmp_path, people) as held:
        await held.start(*people, game=game)
        begins = "0 of 5 tricks played" if game == "thunder" else "Turn 1 of 3, heap 0"
        assert begins in texts(held.board())
        generator = random.Random(1)
        while (await held.table()).row.status is Status.PLAYING:
            await play_one(held, generator)
        assert (await held.table()).row.moves == 15 or game == "hail"
        assert f"{game.title()}: final result." in texts(held.board())


async def test_moves_that_hide_nothing_are_made_at_the_board(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await held.start(*PEOPLE, game="hail")
        name, _ = await held.turn()
        await held[name].click(held.board(), label="Throw the die")
        assert (await held.table()).row.moves == 1


async def rated(held: Evening) -> None:
    """Wait until what ended is rated, and the results say so."""
    await held.bot.app.get(Rater).idle()
    await held.bot.app.get(Publisher).idle()


async def over(held: Evening, *names: str, game: str) -> object:
    """Play a game to its end; gives its board."""
    await held.start(*names, game=game)
    await play_unseen(held, random.Random(1), lambda _: False)
    return held.board()


@pytest.mark.parametrize(("game", "seats"), [later("thunder", 3), ("hail", 2)])
async def test_everything_below_a_result_can_be_pressed(
    tmp_path: Path, game: str, seats: int
) -> None:
    people = ("Ada", "Ben", "Cleo")[:seats]
    async with evening(tmp_path, people) as held:
        board = await over(held, *people, game=game)
        for who, message in ((held["Ada"], board), (held["Ada"].user, held.hand("Ada"))):
            offered = held.labels(await more(who, message))
            assert "Replay" in offered
            assert "Review" not in offered
        pressed, ways = 0, [(board, part) for part in buttons(board)]
        for message, part in ways:
            if not part["custom_id"].startswith("again:"):  # leads on to the next lobby
                answer = await held["Ada"].click(message, custom_id=part["custom_id"])
                if part["custom_id"].startswith("more:"):
                    rest = answer.response.message
                    ways += [(rest, one) for one in buttons(rest)]
                said = [*filter(None, [answer.response]), *answer.followups]
                assert said, part
                assert not [one for one in said if WRONG in texts(getattr(one, "message", one))]
                pressed += 1
        assert pressed >= 4
        rest = await more(held["Ada"], board)
        replay = (await held["Ada"].click(rest, label="Replay")).response.message
        for label in ("\N{BLACK RIGHT-POINTING TRIANGLE}", "Post the deal as an animation"):
            shown = replay if len(label) == 1 else await more(held["Ada"], replay)
            answer = await held["Ada"].click(shown, label=label)
            said = [*filter(None, [answer.response]), *answer.followups]
            assert said
            assert not [one for one in said if WRONG in texts(getattr(one, "message", one))]


async def test_a_review_of_a_game_without_trials_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button is there where an earlier version of the bot wrote it."""
    monkeypatch.setattr("bot.reviews.layouts.can", lambda *_: True)
    async with evening(tmp_path, PEOPLE) as held:
        board = await over(held, *PEOPLE, game="hail")
        row = (await held.table()).row
        assert review_button(row, lambda key, /, **_: key)
        refused = await held["Ada"].click(await more(held["Ada"], board), label="Review")
        assert private_answer(refused) == "This game has no reviews."


async def test_with_house_players_it_is_unrated_and_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await over(held, *PEOPLE, game="thunder")
        await rated(held)
        assert texts(held.board()).count("; rating ") == 2  # of its picture
        held.people["Cleo"] = held.guild.add_member(held.env.create_user("cleo"))
        await held.start("Cleo", game="thunder")
        await play_unseen(held, random.Random(1), lambda _: False, 2)
        await rated(held)
        assert "No rating changed" in texts(held.board())


async def test_what_a_game_cannot_is_not_offered_and_said_in_its_rules(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        mona = moderator(held, held.guild, "Mona")
        asked = (await mona.slash(held.channel, "league")).response.message
        form = await mona.click(asked, label="Open a league")
        menu = form.modal["components"][0]["component"]
        offered = {option["value"] for option in menu["options"]}
        assert offered == {key for key in GAMES if can_have(key)}
        assert "hail" not in offered
        values = {"game": ["thunder"], "weeks": ["0"], "channel": []}
        opened = await mona.submit_modal(form, values)
        assert "Thunder is open" in str(private_answer(opened))
        assert WRONG not in texts(held.channel.history()[-1])
        where = {"guild_id": held.guild.id, "channel_id": held.channel.id}
        with pytest.raises(Refused, match=r"lacks\.league"):
            await held.bot.app.get(Leagues).open("hail", **where, weeks=1, locale="en")
        found = await held.bot.tree.fetch_commands()
        commands: dict[str, Any] = {command.name: command for command in found}
        puzzles = commands["puzzle"].options[0].choices
        assert {choice.value for choice in puzzles}.isdisjoint({"thunder", "hail"})
        for game in ("thunder", "hail"):
            page = texts(
                (await held["Ada"].slash(held.channel, "rules", game=game)).response.message
            )
            assert ("leagues" in page) == (game == "hail")
            for told in ("never the daily", "no puzzles", "no reviews", "affect ratings"):
                assert told in page


async def test_a_move_that_is_illegal_is_answered_in_words(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await held.start(*PEOPLE, game="thunder")
        name, table = await held.turn()
        others = {f"play {rank}S" for rank in "23456789TJQKA"} - set(table.legal(table.to_act()[0]))
        answer = await held[name].slash(held.channel, "move", move=min(others))
        assert texts(answer.response.message) == "You don't hold that card."


async def test_a_hint_gives_reasons(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await held.start(*PEOPLE, game="thunder")
        name, _ = await held.turn()
        shown = await held[name].slash(held.channel, "hint")
        hint = texts(shown.response.message)
        assert "What about" in hint or "about as good" in hint


async def test_a_lobby_without_options_says_nothing_of_them(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        lobby = await held.open("Ada", game="thunder")
        panel = await held.panel("Ada", lobby)
        for message in (lobby, panel):
            assert "Options" not in held.labels(message)
            assert "\N{MIDDLE DOT}  \N{MIDDLE DOT}" not in texts(message)
        assert "Clock" in str(held.labels(panel))


async def test_rules_without_pictures_are_words_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        page = (await held["Ada"].slash(held.channel, "rules", game="thunder")).response
        assert "Thunder: the whole game" in texts(page.message)
        assert not page.attachments
        help_page = (await held["Ada"].slash(held.channel, "help")).response.message
        assert "Thunder" in held.labels(help_page)


@pytest.mark.soak  # the same as of every other game over the wire
async def test_two_tabs_play_a_whole_game_over_the_wire(tmp_path: Path) -> None:
    async with running_bot(tmp_path, "tests.games.bot", asleep=True) as held:
        held.settings["NIMBUS_THINKERS"] = "0"
        await held.wake()
        tabs = await opened(held, PEOPLE, game="thunder")
        await asyncio.gather(*(
            play_in_dm(tab, random.Random(seat), is_over) for seat, tab in enumerate(tabs)
        ))  # fmt: skip
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert "Thunder: final result." in str(board(tabs[0]))
