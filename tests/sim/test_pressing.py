"""Buttons pressed late, twice, by strangers, and hands that must stay secret."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.discord.parts import button, container, rows
from bot.match.calls.notices import Notices
from bot.match.house.hints import Hints
from bot.match.lobby.lobbies import Lobbies
from bot.presenters.cards import SUITS, card_name
from bot.store.database import Database
from bot.store.errors import StoreFailed
from bot.store.rows import MatchId, Status
from bot.texts import Texts
from engine.games import GAMES
from engine.seats import Seat
from tests.sim.evening import Evening, buttons, choose, evening, play_one, texts
from tests.soak.amounts import later

SAY = Texts.load().words("en")


def move_id(table: Any, code: str) -> str:
    return f"m:{table.row.id}:{table.row.moves}:{code}"


def move_ids(message: Any) -> list[str]:
    return [b["custom_id"] for b in buttons(message) if b["custom_id"].startswith("m:")]


async def first_move(held: Evening) -> tuple[str, Any, str]:
    """Return who is to move, the table, and a legal move."""
    name, table = await held.turn()
    return name, table, table.legal(table.to_act()[0])[0]


def private_answer(result: Any) -> str:
    """Return what only the one who pressed was told; fails if others could see it."""
    said = list(result.followups) or [result.response]
    assert said
    assert all(message.ephemeral for message in said)
    return "\n".join(message.content for message in said)


async def test_a_doubled_click_makes_one_move_and_who_is_called_after_a_minute_another(
    held: Evening,
) -> None:
    await held.start("Ada", "Ben", "Cleo")
    name, table, code = await first_move(held)
    await held[name].user.click(held.hand(name), custom_id=move_id(table, code))
    doubled = container(*rows([button(move_id(table, code), "Play")]))
    posted = await held.bot.app.io.post(held.channel.id, doubled)
    again = await held[name].click(held.channel.history()[-1], label="Play")
    await held.bot.app.io.delete(held.channel.id, posted)
    assert "moved on" in texts(again.followups[0])
    assert (await held.table()).row.moves == 1
    await held.env.advance_time(90)
    name, _ = await held.turn()
    await play_one(held, random.Random(5))
    called, _ = await held.turn()
    assert called != name
    pings = [m for m in held.channel.history() if "your turn in" in texts(m)]
    assert [str(held[called].id) in texts(m) for m in pings] == [True]
    shown = await held[called].click(pings[0], label="My hand")
    assert move_ids(shown.response.message)
    await play_one(held, random.Random(6))
    still = [m for m in held.channel.history() if str(held[called].id) in texts(m)]
    assert not still


async def test_the_private_hand_of_before_goes_when_another_is_opened(held: Evening) -> None:
    await held.start("Ada")
    first = await held["Ada"].click(held.board(), label="My hand")
    second = await held["Ada"].click(held.board(), label="My hand")
    assert first.response is None
    assert "· [table " in texts(second.response.message)


async def test_a_stranger_changes_nothing_and_whoever_is_to_move_types_words_or_notation(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Eve")) as held:
        board = await held.start("Ada", "Ben", "Cleo")
        before = (await held.table()).row
        for label in ("My hand", "More…"):
            assert "not at this table" in private_answer(
                await held["Eve"].click(board, label=label)
            )
        assert "not in a game" in private_answer(await held["Eve"].slash(held.channel, "hint"))
        assert (await held.table()).row == before
        name, table, code = await first_move(held)
        offered = await held[name].autocomplete(held.channel, "move", "move", "")
        names = [choice["name"] for choice in offered]
        assert len(set(names)) == len(names) == len(table.legal(table.to_act()[0]))
        wanted = card_name(code.split(" ")[1], SAY)
        some = await held[name].autocomplete(held.channel, "move", "move", wanted.upper())
        assert code in [choice["value"] for choice in some]
        await held[name].slash(held.channel, "move", move=wanted.title())
        assert (await held.bot.app.store.moves(MatchId(1)))[0].code == code


async def test_old_buttons_of_a_lobby_work_and_tell_settings_and_fingerprint_only_where_it_is(
    held: Evening,
) -> None:
    await held.open("Ada")
    row = (await held.table()).row
    elsewhere = held.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("general")
    eve = elsewhere.add_member(held.env.create_user("eve", global_name="Eve"))
    forged = container(*rows([
        button(f"settings:{row.id}", "Settings"),
        button(f"fair:{row.id}", "Fair deal"),
    ]))  # fmt: skip
    await held.bot.app.io.post(channel.id, forged)
    refusals = {
        "Settings": "That table is in another channel. Try it there.",
        "Fair deal": "That table is gone.",
    }
    for label, refusal in refusals.items():
        pressed = await eve.click(channel.history()[-1], label=label)
        assert private_answer(pressed) == refusal
    old = container(*rows([
        button(f"o:{row.id}", "Options"),
        *(button(f"l:{row.id}:{action}", action) for action in ("expert", "close")),
    ]))  # fmt: skip
    await held.bot.app.io.post(held.channel.id, old)
    message = held.board()
    form = await held["Ada"].click(message, label="Options")
    await held["Ada"].submit_modal(form, {"deals": "1", "target": ""})
    await held["Ada"].click(message, label="expert")
    row = (await held.table()).row
    assert row.options["deals"] == 1
    # Nobody in Cloud Nine is better.
    assert [member.level for member in row.members[1:]] == ["hard"]
    await held["Ada"].click(message, label="close")
    assert (await held.table()).row.status is Status.CLOSED


async def test_a_level_for_which_there_is_no_time_is_not_offered_and_an_old_button_says_so(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await held.open("Ada")
    panel = await held["Ada"].click(lobby, label="More…")
    message = panel.response.message
    load = held.bot.app.get(Hints).thinker.load
    monkeypatch.setattr(load, "carries", lambda game, level: (game, level) != GONE)
    old = container(*rows([button("l:1:expert", "Expert")]))
    await held.bot.app.io.post(held.channel.id, old)
    for shown, label in ((message, "Hard"), (held.channel.history()[-1], "Expert")):
        refused = await held["Ada"].click(shown, label=label)
        assert "**hard** would be slow" in private_answer(refused)
    await held["Ada"].click(message, label="Normal")
    assert [member.level for member in (await held.table()).row.members[1:]] == ["normal"]
    panel = await held["Ada"].click(lobby, label="More…")
    assert "Too slow right now: hard." in texts(panel.response.message)
    assert "Hard" not in held.labels(panel.response.message)
    assert "Normal" in held.labels(panel.response.message)


GONE = ("cloud_nine", "hard")


async def test_a_lobby_greets_who_joins_first_and_is_set_by_its_opener_alone(held: Evening) -> None:
    lobby = await held.open("Ada")
    shown = await held["Ben"].click(await held.panel("Ben", lobby), label="How to play")
    assert shown.response.ephemeral
    assert shown.response.attachments[0].filename == "rules-cloud_nine-1.png"
    assert "a table is open" in texts(held.board())
    assert held.board().attachments[0].filename == "cloud_nine.png"
    await held["Ben"].click(lobby, label="Join")
    greeting = held.hand("Ben")
    assert texts(greeting).startswith("\n### Hello!\nYou're in a game of")
    shown = await held["Ben"].user.click(greeting, label="How to play")
    assert shown.response.ephemeral
    heading = "## Clouds (Cloud Nine by David Parlett): the goal and the trick"
    assert heading in texts(shown.response.message)
    assert "### Hello!" in texts(held.hand("Ben"))
    before = (await held.table()).row.members
    again = await held["Ada"].click(lobby, label="Join")
    assert "You're already in" in private_answer(again)
    after = (await held.table()).row.members
    assert [member.name for member in after] == ["Ada", "Ben"]
    assert after[0].joined != before[0].joined
    assert not held["Ada"].user.dm_channel.history()
    assert "Only" in private_answer(await held["Ben"].click(lobby, label="Start"))
    panel = await held.panel("Ben", lobby)
    assert held.labels(panel)[:3] == ["Easy", "Normal", "Hard"]
    assert "Only <@" in texts(panel)
    assert (await held.table()).row.status is Status.LOBBY


async def test_house_players_are_added_by_level_and_sent_away(held: Evening) -> None:
    lobby = await held.open("Ada")
    panel = (await held["Ada"].click(lobby, label="More…")).response
    for label in ("Easy", "Hard", "Remove house player", "Normal"):
        await held["Ada"].click(panel.message, label=label)
    assert "Stratus** · normal" in texts(panel.message)
    members = (await held.table()).row.members
    assert [member.level for member in members if member.user_id is None] == ["easy", "normal"]
    assert "All seats are taken" in texts(panel.message)
    assert "Hard" not in held.labels(panel.message)
    await held["Ada"].click(lobby, label="Start")
    assert (await held.table()).row.status is not Status.LOBBY


async def test_the_options_form_sets_the_game_till_the_lobby_is_closed(held: Evening) -> None:
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    await held["Ada"].submit_modal(form, {"deals": "1", "target": ""})
    assert (await held.table()).row.options == {"deals": 1, "target": None}
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    answer = await held["Ada"].submit_modal(form, {"deals": "10", "target": ""})
    assert "from 1 to 9" in private_answer(answer)
    panel, old = await held.panel("Ada", lobby), await held.panel("Ada", lobby)
    await held["Ada"].click(panel, label="Close this table")
    assert (await held.table()).row.status is Status.CLOSED
    assert "closed before it began" in texts(held.board())
    answer = await held["Ada"].click(old, label="Options")
    assert "This one is closed" in private_answer(answer)


async def test_closed_direct_messages_are_met_kindly(held: Evening) -> None:
    ben, lobby = held["Ben"], await held.open("Ada")
    held.env.inject_error(
        "POST", f"/channels/{ben.user.dm_channel.id}/messages", status=403, code=50007,
        message="Cannot send messages to this user", times=None,
    )  # fmt: skip
    for _ in range(2):  # no greeting has reached him, so he is told each time
        assert "direct message" in private_answer(await ben.click(lobby, label="Join"))
    await held["Ada"].click(lobby, label="Start")
    while (await held.turn())[0] == "Ada":
        await play_one(held, random.Random(1))
    shown = await ben.click(held.board(), label="My hand")
    _, table, code = await first_move(held)
    await ben.click(shown.response.message, custom_id=move_id(table, code))
    assert (await held.table()).row.moves > table.row.moves


@pytest.mark.parametrize("moves", [24, later(60)])
async def test_no_card_of_a_hand_is_in_anything_others_can_see(held: Evening, moves: int) -> None:
    looked = 0
    lobby, ada = await held.open("Ada"), held["Ada"].user.id
    lobbies = held.bot.app.get(Lobbies)
    # A first game has one deal, which is over before that many moves.
    await lobbies.set_options(MatchId(1), ada, {"deals": "2"}, moderator=False)
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    generator = random.Random(7)
    for _ in range(moves):
        await play_one(held, generator)
        table = await held.table()
        public: Any = table.view(None)
        if public.trick.number == 1:
            continue  # the board still tells of the deal before, with the same cards
        shown = everything(held.board())
        for seat in (1, 2, 3):
            hand: Any = table.view(Seat(seat))
            hidden = set(hand.hand.cards) - open_cards(public) - {"JK"}
            looked += len(hidden)
            assert not [card for card in hidden if tells(shown, card)]
    assert looked > 8 * moves


def everything(message: Any) -> str:
    """Return all that a message shows or carries: words, alt texts, ids, names of its files."""
    files = [attachment.filename for attachment in message.attachments]
    return "\n".join([texts(message), *(b["custom_id"] for b in buttons(message)), *files])


def tells(shown: str, card: str) -> bool:
    """Return whether a text names a card: by its notation, its label or in words."""
    label = card[0].replace("T", "10") + SUITS[card[1]]
    notation = re.search(rf"\b{card}\b", shown)
    return bool(notation) or label in shown or card_name(card, SAY) in shown.casefold()


def open_cards(view: Any) -> set[str]:
    """Return the cards that lie open on the table."""
    clouds = {card for cloud in view.clouds for card in cloud.cards}
    return clouds | {played.card for played in view.trick.cards}


async def test_who_leaves_comes_back_and_all_people_together_end_a_game_that_counts(
    held: Evening,
) -> None:
    board = await held.start("Ada", "Ben", "Cleo")
    asked = await held["Ben"].click(board, label="Leave the game")
    assert "A house player fills in for you" in texts(asked.response.message)
    assert not any(member.away for member in (await held.table()).row.members)
    await held["Ben"].click(asked.response.message, label="Leave the game")
    table = await held.table()
    seat = table.seat_of(held["Ben"].id)
    assert seat is not None
    assert table.member(seat).away
    generator = random.Random(3)
    for _ in range(6):
        await play_one(held, generator)
    await held["Ben"].click(held.board(), label="My hand")
    assert not (await held.table()).member(seat).away
    mine = (await held["Ada"].click(board, label="Vote to end")).response.message
    assert (await held.table()).row.votes == (held["Ada"].id,)
    assert "You voted to end the game** (1 of 3 votes)" in texts(mine)
    await held["Ada"].click(mine, label="Take my vote back")
    assert (await held.table()).row.votes == ()
    await held["Ada"].click(held.board(), label="Vote to end")
    assert (await held.table()).row.status is Status.PLAYING
    assert "**Ada** wants to end this game" in texts(held.hand("Cleo"))
    asked = (await held["Ben"].slash(held.channel, "leave")).response.message
    await held["Ben"].click(asked, label="Vote to end it for everyone")
    assert (await held.table()).row.status is Status.PLAYING
    await held["Cleo"].click(held.board(), label="Vote to end")
    assert (await held.table()).row.status is Status.CLOSED
    assert "doesn't count" in texts(held.board())


async def test_whoever_would_end_the_game_by_leaving_is_asked_first(held: Evening) -> None:
    board = await held.start("Ada", "Ben")
    asked = await held["Ada"].click(board, label="Leave the game")
    other = await held["Ben"].click(board, label="Leave the game")
    await held["Ben"].click(other.response.message, label="Leave the game")
    await held["Ada"].click(asked.response.message, label="Leave the game")
    assert (await held.table()).row.status is Status.PLAYING
    await held["Ada"].click(asked.response.message, label="End the game")
    assert (await held.table()).row.status is Status.CLOSED
    board = await held.start("Ada")
    asked = await held["Ada"].click(board, label="Leave the game")
    assert "End this game?" in texts(asked.response.message)
    again = await held["Ada"].slash(held.channel, "leave")
    assert (await held.table(2)).row.status is Status.PLAYING
    await held["Ada"].click(again.response.message, label="End the game")
    assert (await held.table(2)).row.status is Status.CLOSED
    board = await held.start("Ada", "Ben")
    await held["Ada"].click(board, label="Vote to end")
    asked = await held["Ben"].click(board, label="Leave the game")
    assert (await held.table(3)).row.status is Status.PLAYING
    assert "**Ada** wants to end it, too" in texts(asked.response.message)
    assert held.labels(asked.response.message) == ["End the game"]
    await held["Ben"].click(asked.response.message, label="End the game")
    assert (await held.table(3)).row.status is Status.CLOSED
    assert asked.response is None  # the table says it
    told = texts(held.board())
    assert re.search(r"[*]{2}(Ada|Ben)[*]{2} and [*]{2}(Ada|Ben)[*]{2} voted", told)


async def test_what_was_shown_about_ending_a_game_goes_when_it_has_ended(held: Evening) -> None:
    board = await held.start("Ada", "Ben", "Cleo")
    mine = await held["Ada"].click(board, label="Vote to end")
    left_open = await held["Cleo"].click(board, label="Leave the game")
    asked = await held["Ben"].click(board, label="Leave the game")
    await held["Ben"].click(asked.response.message, label="Vote to end it for everyone")
    assert (await held.table()).row.status is Status.CLOSED
    assert [shown.response for shown in (mine, left_open, asked)] == [None] * 3


async def test_what_could_not_go_when_a_game_ended_says_so_in_place(held: Evening) -> None:
    board = await held.start("Ada", "Ben")
    mine = await held["Ada"].click(board, label="Vote to end")
    asked = await held["Ben"].click(board, label="Leave the game")
    await held.restart()  # panels are forgotten
    await held["Ben"].click(held.board(), label="Vote to end")
    assert (await held.table()).row.status is Status.CLOSED
    for name, panel, label in (
        ("Ada", mine, "Take my vote back"), ("Ben", asked, "End the game"),
    ):  # fmt: skip
        await held[name].click(panel.response.message, label=label)
        assert texts(panel.response.message).strip() == "This game is over."
        assert not panel.followups


async def test_a_lobby_nobody_touches_closes_itself(held: Evening) -> None:
    await held.open("Ada")
    await held.env.advance_time(32 * 60)
    assert (await held.table()).row.status is Status.CLOSED
    assert "closed" in texts(held.channel.history()[0])


async def test_a_greeting_that_cannot_be_counted_makes_no_join_fail(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: int) -> None:
        raise StoreFailed

    lobby = await held.open("Ada")
    monkeypatch.setattr(held.bot.app.get(Notices).budget, "count", broken)
    joined = await held["Ben"].click(lobby, label="Join")
    assert not joined.followups
    assert "You're in a game of" in texts(held.hand("Ben"))
    names = [member.name for member in (await held.table()).row.members]
    assert names == ["Ada", "Ben"]


# What one press costs: each message is looked at once, the store is asked a few times.

MESSAGES = 4
"""The board, and a hand for each of three persons."""

FORCED = 1
"""The clocks look once at the table, for a move that makes itself."""


async def test_a_press_makes_one_view_a_message_and_reads_once_where_they_are(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[object] = []
    reads: Counter[str] = Counter()
    game, read = type(GAMES["cloud_nine"]), Database.read
    view = game.view

    def viewed(self: Any, state: Any, seat: Any) -> Any:
        views.append(seat)
        return view(self, state, seat)

    async def counted(self: Database, query: Any, *args: Any) -> Any:
        reads[query.__name__] += 1
        return await read(self, query, *args)

    await held.start("Ada", "Ben", "Cleo")
    await held.env.settle()
    monkeypatch.setattr(game, "view", viewed)
    monkeypatch.setattr(Database, "read", counted)
    set_by_people = 0
    for _ in range(9):
        name, table = await held.turn()
        code = table.legal(table.to_act()[0])[0]
        views.clear()
        reads.clear()
        await choose(held[name].user, held.hand(name), table, code)
        await held.env.settle()
        assert len(views) <= MESSAGES + FORCED
        assert reads["messages_of"] == 0
        set_by_people += reads.pop("all_of", 0)
        assert reads.total() <= 1, reads
    # What the server and each person have set is read once.
    assert set_by_people <= 1 + len(held.people)
