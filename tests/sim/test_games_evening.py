"""Cloud Nine, Cloud 9 and Clumond through the whole bot, each from the lobby to the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.match.lobby.lobbies import Lobbies
from bot.ratings.store import RatingStore
from bot.store.rows import MatchId, Status
from bot.store.settings import server_scope
from engine.games.balloon.view import Phase
from engine.games.clumond.view import ClumondView
from engine.games.clumond.view import Phase as Calling
from engine.seats import Seat
from render.theme import DAY
from tests.sim.evening import (
    NAMES,
    Evening,
    buttons,
    choose,
    evening,
    grounds,
    more,
    play_one,
    play_unseen,
    raw_components,
    texts,
)


def pictures(message: Any) -> list[int]:
    """Return how many pictures each gallery of a message shows: more than one would be cropped."""
    return [len(part["items"]) for part in raw_components(message) if part["type"] == 12]


def trick_of(view: Any) -> int:
    return int(view.trick.number)


def tells_of_the_deal_before(board: Any, deal: int) -> None:
    assert pictures(board) == [1, 1]
    assert "gets the last card" in texts(board)
    assert f"Deal {deal - 1} is over: **" in texts(board)


async def tells_of_the_end(held: Evening) -> None:
    """Check the copies of the result that people have by direct message.

    Who has just pressed something in a private hand has it there, and nowhere else.
    """
    told = [name for name in NAMES if "final result" in texts(held.hand(name))]
    assert told
    for name in told:
        assert [file.filename for file in held.hand(name).attachments] == [
            held.board().attachments[0].filename
        ]
        assert await grounds(held.hand(name)) == {DAY.sky_top}


async def are_rated(held: Evening, ada: int) -> None:
    """Assert that ratings know who played in which seat, and who won."""
    store = held.bot.app.store
    results = {one.user_id: one for one in await store.results(MatchId(1))}
    ratings = RatingStore(store.database)
    (point,) = await ratings.history(ada)
    assert (point.change.user_id, point.change.seat) == (ada, results[ada].seat)
    lines = await ratings.page("cloud_nine", point.change.season, held.guild.id)
    assert {line.user_id: line.wins for line in lines} == {
        user: int(one.won) for user, one in results.items()
    }


@pytest.mark.parametrize("deals", [1, pytest.param(2, marks=pytest.mark.soak)])
async def test_three_people_play_to_the_end(held: Evening, deals: int) -> None:
    await held.bot.app.store.set_settings(server_scope(held.guild.id), {"look": "day"})
    lobby, lobbies = await held.open("Ada"), held.bot.app.get(Lobbies)
    ada, typed = held["Ada"].user.id, {"deals": str(deals)}
    await lobbies.set_options(MatchId(1), ada, typed, moderator=False)
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    generator, deal = random.Random(9), 1
    while (table := await held.table()).row.status is Status.PLAYING:
        if table.view(None).deal != deal:
            deal = table.view(None).deal
            tells_of_the_deal_before(held.board(), deal)
        await play_one(held, generator)
        if trick_of(table.view(None)) == 2:
            # The tricks in the middle are like the first and the last.
            await play_unseen(held, generator, lambda view: trick_of(view) == 9)
    table = await held.table()
    assert table.view(None).deal == deals
    files = held.board().attachments
    assert [file.filename.partition("-")[0] for file in files] == ["result", "deal"][:deals]
    assert "final result" in texts(held.board())
    await tells_of_the_end(held)
    assert await grounds(held.board()) == {DAY.sky_top}
    proof = await held["Ben"].click(await more(held["Ben"], held.board()), label="Fair deal")
    assert table.row.secret.hex() in texts(proof.response.message)
    await held.env.settle()
    await are_rated(held, ada)
    ranking = await held["Ben"].slash(held.channel, "leaderboard", game="cloud_nine")
    assert await grounds(ranking.response.message) == {DAY.sky_top}


async def test_house_players_fill_the_free_seats_and_play(held: Evening) -> None:
    await held.start("Ada")
    shown = await held["Ada"].click(held.board(), label="My hand")
    generator = random.Random(1)
    for _ in range(5):
        name, table = await held.turn()
        assert name == "Ada"
        code = generator.choice(table.legal(table.to_act()[0]))
        await choose(held["Ada"], shown.response.message, table, code)
    assert (await held.table()).row.moves > 10


# Cloud 9, the balloon game, through the whole bot.

GAME = "balloon"


def codes(message: Any) -> set[str]:
    """Return the moves that a message's buttons make."""
    ids = [str(button["custom_id"]) for button in buttons(message)]
    return {custom_id.rsplit(":", 1)[1] for custom_id in ids if custom_id.startswith("m:")}


async def options(held: Evening, lobby: Any, target: str = "50", two: str = "false") -> None:
    """Let the opener set the options."""
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    given = {"target": target, "redeal": ["true"], "odds": ["true"], "two": [two]}
    await held["Ada"].submit_modal(form, given)


async def decide(held: Evening, generator: random.Random) -> None:
    """Let a passenger press at the table, where everybody sees it, and a pilot in private."""
    name, table = await held.turn()
    view: Any = table.view(None)
    if view.phase is Phase.PAY or generator.random() < 0.3:
        await play_one(held, generator)
        return
    code = generator.choice(table.legal(table.to_act()[0]))
    custom_id = f"m:{table.row.id}:{table.row.moves}:{code}"
    await held[name].click(held.board(), custom_id=custom_id)


async def test_passengers_know_the_chance_and_decide_at_the_table_and_the_pilot_in_private(
    held: Evening,
) -> None:
    """B2, B4: the board offers what is open and never what the pilot may do."""
    await held.start("Ada", "Ben", "Cleo", game=GAME)
    table = await held.table()
    view: Any = table.view(Seat(2))
    shown = texts(held.hand(table.member(Seat(2)).name))
    chance = f"{round(100 * view.odds.ways / view.odds.total)}%"
    assert chance in shown
    pilot = texts(held.hand(table.member(Seat(1)).name))
    assert "chance that" not in pilot
    assert chance not in texts(held.board())
    generator = random.Random(4)
    asked: set[Phase] = set()
    for _ in range(16):
        view = (await held.table()).view(None)
        if view.phase is Phase.OVER:
            break
        asked.add(view.phase)
        offered = {Phase.RIDE: {"stay", "jump"}, Phase.LONE: {"roll", "jump"}, Phase.PAY: set()}
        assert codes(held.board()) == offered[view.phase]
        await decide(held, generator)
    assert asked >= {Phase.RIDE, Phase.PAY}


@pytest.mark.parametrize(("two", "seats"), [("false", 3), ("true", 2)])
async def test_two_play_alone_only_if_the_option_is_on(held: Evening, two: str, seats: int) -> None:
    lobby = await held.open("Ada", game=GAME)
    assert "balloon" in texts(lobby)
    await options(held, lobby, two=two)
    await held["Ben"].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    assert len((await held.table()).row.members) == seats


async def test_six_may_play_and_house_players_fill_up_to_three(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo")) as held:
        await held.start("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", game=GAME)
        assert len((await held.table()).row.members) == 6
        generator = random.Random(6)
        for _ in range(8):
            await decide(held, generator)
        assert (await held.table()).row.moves >= 8  # a flight for free is made by itself


# Clumond through the whole bot, from the lobby to the leaderboard.

CLUMOND = "clumond"


async def short_game(held: Evening, scoring: str = "chips") -> None:
    """Start a game of three hands with three people."""
    lobby = await held.open("Ada", "Ben", "Cleo", game=CLUMOND)
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    await held["Ada"].submit_modal(form, {"deals": "3", "ante": "2", "scoring": [scoring]})
    await held["Ada"].click(lobby, label="Start")


async def seen(held: Evening) -> ClumondView:
    view = (await held.table()).view(None)
    assert isinstance(view, ClumondView)
    return view


async def call(held: Evening, code: str) -> None:
    """Let whoever is to call do it with the buttons that everybody sees."""
    name, table = await held.turn()
    await choose(held[name], held.board(), table, code)


@pytest.mark.soak  # over the wire it is played to its end in any case
async def test_three_people_play_three_hands_to_the_end(held: Evening) -> None:
    await short_game(held)
    generator = random.Random(9)
    while (await held.table()).row.status is Status.PLAYING:
        if (await seen(held)).phase is Calling.CALL:
            await call(held, "pass")
        else:
            await play_one(held, generator)
    table, view = await held.table(), await seen(held)
    assert (view.deal, len(view.deal_scores)) == (3, 3)
    assert table.row.moves == 3 * (3 + 39)
    assert "win" in texts(held.board())
    assert "Pot " in texts(held.board())
    assert len(await held.bot.app.store.leaderboard(CLUMOND, None)) == 3


async def test_the_call_is_made_at_the_table_and_a_restart_in_mid_trick_changes_nothing(
    held: Evening,
) -> None:
    """C2."""
    await short_game(held, scoring="points")
    labels = [button["label"] for button in buttons(held.board())]
    assert labels[:6] == [
        "Pass", "Declare no trumps", "Declare ♣", "Declare ♦", "Declare ♥", "Declare ♠",
    ]  # fmt: skip
    await call(held, "pass")
    await call(held, "declare H")
    assert "declares: hearts are trumps" in texts(held.board())
    assert (await seen(held)).phase is Calling.PLAY
    assert "Declare" not in str(held.labels(held.board()))
    generator = random.Random(2)
    for _ in range(6):
        await play_one(held, generator)
    before = await held.table()
    await held.restart()
    after = await held.table()
    assert after.course == before.course
    await play_one(held, generator)
    assert (await held.table()).row.moves == 9


async def test_a_hand_of_sixteen_cards_is_one_menu(held: Evening) -> None:
    await short_game(held)
    for _ in range(3):
        await call(held, "pass")
    name, table = await held.turn()
    hand, shown = table.view(table.to_act()[0]), held.hand(name)
    assert isinstance(hand, ClumondView)
    codes = [f"play {card}" for card in hand.hand or ()]
    (menu,) = [part for part in raw_components(shown) if part["type"] == 3]
    assert [option["value"] for option in menu["options"]] == codes
    assert len(codes) == 16
    assert not [each for each in buttons(shown) if each["custom_id"].startswith("m:")]
    await choose(held[name].user, shown, table, codes[-1])
    assert (await held.table()).row.moves == 4


async def test_a_number_of_hands_that_is_no_multiple_of_three_is_refused(held: Evening) -> None:
    """C8."""
    lobby = await held.open("Ada", game=CLUMOND)
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    said = await held["Ada"].submit_modal(form, {"deals": "10", "ante": "2", "scoring": ["chips"]})
    answer = "\n".join(message.content for message in [*said.followups, said.response])
    assert "multiple of 3" in answer
    assert (await held.table()).row.options["deals"] == 3
