"""Alone with house players, by a start or dealt in at once: the hand comes, and no more."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

from bot.match.calls.notices import QUIET
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.panels import TOKEN_LIFE
from bot.match.table.tables import Tables
from bot.preferences.server import USUAL
from bot.preferences.terms import FIRST
from bot.records.service import checks_of, finished_of
from bot.store.doors import Doors
from bot.store.rows import Location, MatchId, MatchRow, Member, Status
from bot.store.settings import server_scope
from tests.sim.evening import Evening, choose, evening, in_a_box, play_unseen, set_threads, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import first_move, move_id
from tests.sim.test_server_evening import added
from tests.waits import until


async def test_a_person_is_greeted_once_in_a_lifetime(held: Evening) -> None:
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
        # When the answer is gone, or is too old to be edited, the table has it again.
        await held.env.advance_time(TOKEN_LIFE * 1.5)
        await held.restart()
        anew = (await ada.click(held.board(), label="My hand")).response
        _, table, code = await first_move(held)
        await ada.click(anew.message, custom_id=move_id(table, code))
        assert (await held.table()).row.moves > table.row.moves
        assert not ada.user.dm_channel.history()
        await play_unseen(held, random.Random(1), lambda _: False)
        assert "final result" in texts(anew.message)
        # The table right above has the other buttons.
        assert held.labels(anew.message) == ["Rematch", "Review"]
        assert held.labels(held.board()) == ["Rematch", "More…"]
        await ada.click(anew.message, label="Rematch")
        assert "Start" in held.labels(held.board())


async def test_a_moderator_who_starts_a_game_of_others_is_shown_no_hand(held: Evening) -> None:
    lobby, mona = await held.open("Ada"), moderator(held, held.guild, "Mona")
    started = await mona.click(lobby, label="Start")
    assert not [answer for answer in (started.response, *started.followups) if answer.ephemeral]
    assert (await held.table()).row.status is Status.PLAYING
    assert [message.id for message in held.channel.history()] == [lobby.id]
    own = (await held["Ada"].click(held.board(), label="My hand")).response
    assert "· [table " in texts(own.message)


async def test_panels_of_a_lobby_go_when_it_starts_and_only_rules_that_others_read_stay(
    held: Evening,
) -> None:
    lobby = await held.open("Ada", "Ben")
    opened = {
        (name, "More…"): await held[name].click(lobby, label="More…") for name in ("Ada", "Ben")
    }
    for name in ("Ada", "Ben"):
        panel = opened[name, "More…"].response.message
        opened[name, "How to play"] = await held[name].click(panel, label="How to play")
    for panel, label in (("More…", "Easy"), ("How to play", "Next ▶")):
        await held["Ada"].click(opened["Ada", panel].response.message, label=label)
    await held["Ada"].click(lobby, label="Start")
    stands = [panel for panel, shown in opened.items() if shown.response is not None]
    assert stands == [("Ben", "How to play")]


async def test_a_lobby_closed_from_its_panel_leaves_no_panel(held: Evening) -> None:
    panel = await held["Ada"].click(await held.open("Ada"), label="More…")
    await held["Ada"].click(panel.response.message, label="Close this table")
    assert "closed before it began" in texts(held.board())
    assert panel.response is None


async def test_a_first_game_is_short_and_says_so_till_one_has_been_played_to_its_end(
    held: Evening,
) -> None:
    lobby = await held.open("Ada", game="balloon")
    assert "Target score: 20" in texts(lobby)
    assert "A short first game" in texts(lobby)
    assert "A table of Balloon." in texts(lobby)
    panel = await held.panel("Ada", lobby)
    form = await held["Ada"].click(panel, label="Options")
    given = {"target": "50", "redeal": ["true"], "odds": ["true"], "two": ["false"]}
    await held["Ada"].submit_modal(form, given)
    assert "A short first game" not in texts(held.board())
    await held["Ada"].click(await held.open("Ada", game="balloon"), label="Start")
    await play_unseen(held, random.Random(1), lambda _: False, 2)
    assert "Target score: 50" in texts(await held.open("Ada", game="balloon"))
    assert "Deals: 1" in texts(await held.open("Ada", game="cloud_nine"))


async def test_a_new_table_is_set_as_its_opener_last_had_it_here(held: Evening) -> None:
    await held["Ada"].click(await held.open("Ada", game="balloon"), label="Start")
    await play_unseen(held, random.Random(1), lambda _: False)
    # The first game was short by itself: nobody chose that.
    lobby = await held.open("Ada", game="balloon")
    assert "Target score: 50" in texts(lobby)
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    given = {"target": "80", "redeal": ["false"], "odds": ["true"], "two": ["false"]}
    await held["Ada"].submit_modal(form, given)
    await held["Ada"].click(held.board(), label="Coach me (unrated)")
    await held.restart()
    again = await held.open("Ada", game="balloon")
    row = (await held.table(3)).row
    assert (row.options["target"], row.options["redeal"]) == (80, False)
    assert (row.terms.coach, row.rated) == (True, False)
    assert "Target score: 80" in texts(again)
    # It is theirs, of this game, and of this server.
    assert "Target score: 20" in texts(await held.open("Ben", game="balloon"))
    await held.bot.app.io.direct_channel(held["Ada"].user.id)
    direct = (await held["Ada"].user.slash("play", game="balloon")).response.message
    assert "Target score: 50" in texts(direct)
    # What the server sets for its tables stays above it.
    await held.bot.app.store.set_setting(server_scope(held.guild.id), "clock", "60")
    await held.open("Ada", game="balloon")
    assert (await held.table(6)).row.terms.clock == 60


# *Deal me in*: one press on the welcome is a hand, and the next people take its chairs.

FRIENDS = ("Ada", "Ben", "Cleo", "Dora", "Emil")

WORDS = 30
"""As few words does a newcomer read before the first press and after it, until the first choice."""


async def dealt(held: Evening, name: str, welcome: Any) -> Any:
    """Let a person press *Deal me in*; gives the private answer."""
    pressed = await held[name].click(welcome, label="Deal me in")
    # The hand waits for its table, however long that takes.
    await until(lambda: pressed.followups)
    (shown,) = pressed.followups
    assert shown.ephemeral
    return shown


async def rows(held: Evening) -> list[MatchRow]:
    return await held.bot.app.store.matches_in(held.channel.id, (Status.PLAYING,))


def words_of(message: Any) -> list[str]:
    """Return the words that stand in a message; alt texts are for who sees no pictures."""
    shown = [part for part in texts(message).split("\n") if not part.startswith("A table of")]
    return re.findall(r"\w\S*", " ".join(shown))


async def test_one_press_deals_a_hand_of_a_coached_game_that_does_not_count(held: Evening) -> None:
    welcome = await added(held)
    assert len(words_of(welcome)) < WORDS
    assert welcome.attachments
    answer = await dealt(held, "Ada", welcome)
    assert answer.attachments[0].filename.startswith("hand-")
    (row,) = await rows(held)
    assert (row.game, row.rated, row.terms.coach) == ("balloon", False, True)
    assert row.options["target"] == 20
    assert [one.level for one in row.members if one.user_id is None] == ["easy"] * 3
    # The hand is the newest message, below the table.
    assert "Ada" in texts(held.board())
    assert len(held.channel.history()) == 2
    assert answer.id > held.board().id
    assert not held["Ada"].user.dm_channel.history()


async def test_who_presses_next_takes_a_chair_until_all_are_taken(tmp_path: Path) -> None:
    async with evening(tmp_path, FRIENDS) as held:
        welcome = await added(held)
        await dealt(held, "Ada", welcome)
        for name in FRIENDS[1:4]:
            await dealt(held, name, held.board())
        (row,) = await rows(held)
        assert {one.name for one in row.members} == set(FRIENDS[:4])
        # Each has one place, the private hand, and no message beside it.
        assert not any(held[name].user.dm_channel.history() for name in FRIENDS[:4])
        assert "Deal me in" not in held.labels(held.board())
        await dealt(held, "Emil", welcome)
        assert len(await rows(held)) == 2


async def test_a_table_is_dealt_once_however_often_and_at_once_people_press(held: Evening) -> None:
    welcome = await added(held)
    kept, people = held.env.memory.messages[held.channel.id], ("Ada", "Ada", "Ben")
    presses = [held[name].click(welcome, label="Deal me in") for name in people]
    await asyncio.gather(*presses)

    def hands() -> list[int]:
        return sorted(one.only_for for one in kept.values() if one.only_for is not None)

    # Of two hands of one person the later takes the place of the earlier.
    await until(lambda: hands() == sorted(held[name].user.id for name in ("Ada", "Ben")))
    (row,) = await rows(held)
    assert {"Ada", "Ben"} < {one.name for one in row.members}
    await held.restart()
    again = await dealt(held, "Ada", welcome)
    assert again.attachments[0].filename.startswith("hand-")
    assert len(await rows(held)) == 1


async def test_chairs_are_taken_till_the_first_deal_is_over_and_the_deal_is_proved(
    held: Evening,
) -> None:
    welcome = await added(held)
    for name in ("Ada", "Ben"):
        await dealt(held, name, welcome)
    await play_unseen(held, random.Random(1), lambda view: view.deal_scores)
    await dealt(held, "Cleo", welcome)
    own, first = await rows(held)
    assert (own.opener_id, first.id) == (held["Cleo"].user.id, 1)
    await play_unseen(held, random.Random(1), lambda _: False)
    over = await finished_of(held.bot.app.store, (await held.table()).row)
    assert {check.key for check in checks_of(over)} >= {"entropy", "seating", "result"}
    assert all(check.holds for check in checks_of(over))


async def test_nobody_comes_to_a_table_whose_opener_has_blocked_them(held: Evening) -> None:
    welcome = await added(held)
    ada, ben = held["Ada"].user.id, held["Ben"].user.id
    await Doors(held.bot.app.store.database).block(ada, ben, 0.0, 9)
    for name in ("Ada", "Ben"):
        await dealt(held, name, welcome)
    assert {row.opener_id for row in await rows(held)} == {ada, ben}


async def test_in_direct_messages_one_is_dealt_in_alone(held: Evening) -> None:
    card = (await held["Ada"].user.slash("nimbus")).response.message
    (answer,) = (await held["Ada"].user.click(card, label="Deal me in")).followups
    assert answer.attachments[0].filename.startswith("hand-")
    await held.env.settle()
    assert sum(map(in_a_box, held["Ada"].user.dm_channel.history())) >= 1


async def test_a_table_stored_as_the_bot_was_killed_is_shown_at_its_next_start(
    held: Evening,
) -> None:
    welcome, app, ada = await added(held), held.bot.app, held["Ada"].user
    app.get(Tables).listeners.clear()  # so nothing is told of what is stored
    await app.get(Lobbies).deal(
        "balloon", Member(str(ada.id), "Ada", joined="7"),
        Location(held.guild.id, held.channel.id), FIRST, locale="en", by_token=False,
    )  # fmt: skip
    assert len(held.channel.history()) == 1
    await held.restart()
    await held.env.advance_time(60)
    shown = await held["Ada"].click(held.board(), label="My hand")
    assert shown.response.attachments[0].filename.startswith("hand-")
    await dealt(held, "Ada", welcome)
    assert len(await rows(held)) == 1


# An evening alone: a table in the direct messages with the bot.

PLAYED = 4


async def begin(held: Evening, game: str) -> None:
    """Let Ada open a table in her direct messages and start."""
    opened = await held["Ada"].user.slash("play", game=game)
    await held["Ada"].user.click(opened.response.message, label="Start")


async def play_on(held: Evening) -> None:
    """Make a few moves by the buttons of the hand."""
    generator = random.Random(4)
    for _ in range(PLAYED):
        table = await held.table()
        (seat,) = [seat for seat in table.to_act() if table.member(seat).user_id]
        code = generator.choice(table.legal(seat))
        await choose(held["Ada"].user, held.hand("Ada"), table, code)


async def test_who_is_alone_plays_in_direct_messages_also_after_a_restart(held: Evening) -> None:
    await begin(held, "balloon")
    channel = held["Ada"].user.dm_channel
    row = await held.bot.app.store.match(MatchId(1))
    assert row is not None
    assert (row.guild_id, row.by_token, row.terms.clock) == (None, False, 0)
    lobby, hand = channel.history()
    await play_on(held)
    assert [message.id for message in channel.history()][:2] == [lobby.id, hand.id]
    assert "My hand" in held.labels(channel.history()[0])
    assert "[table 1](https://discord.com/channels/@me/" in texts(held.hand("Ada"))
    await held.restart()
    await play_on(held)
    assert (await held.table()).row.moves >= 2 * PLAYED


async def test_a_table_alone_with_the_bot_calls_nobody_and_ends_by_leaving(held: Evening) -> None:
    await begin(held, "nimbly")
    before = len(held["Ada"].user.dm_channel.history())
    await held.env.advance_time(QUIET * 3)
    assert (await held.table()).row.status is Status.PLAYING
    assert len(held["Ada"].user.dm_channel.history()) == before
    asked = await held["Ada"].user.slash("leave")
    await held["Ada"].user.click(asked.response.message, label="End the game")
    assert (await held.table()).row.status is Status.CLOSED


READ: tuple[tuple[str, dict[str, object], str], ...] = (
    ("rules", {"game": "nimbly"}, "Nimbly"),
    ("stats", {}, "You haven't finished a game that counts"),
    ("leaderboard", {"game": "nimbly"}, "Nimbly"),
    ("games", {}, "· [table "),
    ("replay", {"match": 1}, "isn't over"),
    ("help", {}, "/play"),
)


async def test_what_can_be_read_is_read_in_direct_messages(held: Evening) -> None:
    await begin(held, "nimbly")
    for name, options, told in READ:
        answered = await held["Ada"].user.slash(name, **options)
        assert told in texts(answered.response.message), name
