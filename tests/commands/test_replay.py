"""/replay, its viewer, its record and its proof, and moments shared in the channel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.match.lobby.lobbies import Lobbies, commitment_of
from bot.match.table.tables import Tables
from bot.preferences.server import Feature
from bot.replays.service import OPEN, Moment, Replay, codes_of, replay_by_number
from bot.store.rows import Location, MatchId
from engine.record import parse_record, replay
from tests.commands.past import custom_ids, played, played_daily, switch_off
from tests.sim.evening import Evening, evening, more, raw_components, texts
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


async def watched(held: Evening) -> Replay:
    """Return the game of the evening as its viewer has it."""
    here = Location(held.guild.id, held.channel.id)
    return await replay_by_number(held.bot.app.store, held["Ada"].user.id, here, 1)


def offered(message: Any, menu: str) -> list[dict[str, Any]]:
    """Return the options of a menu of a viewer."""
    return [option for part in raw_components(message) if part.get("custom_id") == f"rp:{menu}"
            for option in part["options"]]  # fmt: skip


async def chosen(held: Evening, message: Any, menu: str, value: str) -> Any:
    """Choose from a menu of a viewer; gives the message."""
    return (await held["Ada"].select(message, [value], custom_id=f"rp:{menu}")).response.message


def ways(message: Any) -> list[str]:
    """Return the steps that can be taken."""
    return [name.split(":")[1] for name in custom_ids(message) if name.startswith("rp:")]


async def test_the_viewer_goes_on_in_one_private_message_with_pictures_and_words(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben", "Cleo", deals=2)
        board, found = held.board(), await watched(held)
        second, last = found.starts[1], found.last
        shown = (await held["Ada"].click(board, label="Replay")).response
        assert shown.ephemeral
        await assert_first(held, shown.message, found)
        message = (await press(held, "Ada", shown.message, "next")).message
        assert f"deal 1 of 2 · move 1 of {last} · All cards open\n" in texts(message)
        message = (await press(held, "Ada", message, "end")).message
        assert f"deal 2 of 2 · move {second} of {last} ·" in texts(message)
        assert " Deal 2 begins. **" in texts(message)
        assert ways(message) == ["start", "back", "next", "end", "more"]
        message = (await press(held, "Ada", message, "back")).message
        assert f"deal 1 of 2 · move {second - 1} of" in texts(message)
        await held.restart()
        message = await more(held["Ada"], message)
        message = await chosen(held, message, "eyes", await code(held, second - 1, "2"))
        message = await more(held["Ada"], message)
        message = await chosen(held, message, "move", await code(held, second - 20, "2"))
        assert f"As **{found.row.members[1].name}** saw it\n" in texts(message)
        message = await more(held["Ada"], message)
        assert [option["value"] for option in offered(message, "move")] == [
            await code(held, moves, "2") for moves in range(second - 32, second - 7)
        ]
        # The picture of a hand has the table in it, so that both are above the buttons on a phone.
        (file,) = message.attachments
        assert file.filename == f"replay-{second - 20}-hand.png"
        for _ in range(2):
            message = (await press(held, "Ada", message, "end")).message
        assert f"move {last} of {last} ·" in texts(message)
        assert ways(message) == ["start", "back", "more"]
        assert held.board().id == board.id  # all of it stayed private


async def assert_first(held: Evening, message: Any, found: Replay) -> None:
    """Hold what a viewer shows at the start of a game, and what it offers."""
    assert texts(message).startswith("\n-# Replay: Clouds, table 1 · deal 1 of ")
    assert [file.filename for file in message.attachments] == ["replay-0-hands.png"]
    assert all(f"{name}: " in texts(message) for name in ("Ada", "Ben", "Cleo"))
    # What happened stands above the picture, and the ways on below them.
    kinds = [part["type"] for part in raw_components(message) if part["type"] in (10, 12, 1)]
    assert kinds == [10, 10, 12, 1]
    assert ways(message) == ["next", "end", "more"]
    message = await more(held["Ada"], message)
    assert ways(message) == ["next", "end", "animate", "share"]
    assert ids(message)["animate"] == f"rp:animate:{await code(held, 0)}"
    assert "Show it to everyone in this channel:" in texts(message)
    assert held.labels(message)[-2:] == ["Post the deal as an animation", "Post this moment"]
    await assert_menus(held, message, found)


async def assert_menus(held: Evening, message: Any, found: Replay) -> None:
    """Hold what a viewer at the start of a game offers: eyes, deals, and moves by what was done."""
    names = [member.name for member in found.row.members]
    assert [option["label"] for option in offered(message, "eyes")] == [
        "All cards open", "The table, no hands", *(f"As {name} saw it" for name in names),
    ]  # fmt: skip
    made = found.view(found.last, None).deal_scores[1]
    told = " · ".join(f"{name} {points}" for name, points in zip(names, made, strict=True))
    assert offered(message, "deal")[1]["label"] == f"Deal 2: {told}"
    assert [option["value"] for option in offered(message, "deal")] == [
        await code(held, moves) for moves in found.starts
    ]
    first, second, *_ = (option["label"] for option in offered(message, "move"))
    assert first == "Deal 1 begins"
    assert second.startswith(f"1. {names[found.view(0, None).to_act[0] - 1]} leads ")
    assert "*" not in second


async def test_a_shared_moment_stands_in_the_channel_and_leads_others_there(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        opened = await more(held["Ada"], (await ask(held, "Ada", match=1)).message)
        assert offered(opened, "deal") == []
        opened = (await press(held, "Ada", opened, "next")).message
        opened = await more(held["Ada"], opened)
        shared = await press(held, "Ada", opened, "share")
        assert not shared.ephemeral
        assert f"/replay code:{await code(held, 1)}" in texts(shared.message)
        assert len(shared.message.attachments) == 1
        assert ways(shared.message) == ["open"]
        seen = (await held["Cleo"].click(shared.message, label="Watch from here")).response
        assert seen.ephemeral
        assert " · move 1 of " in texts(seen.message)
        assert "move 1 of " in texts(shared.message)
        typed = await ask(held, "Cleo", code=(await code(held, 1)).lower())
        assert typed.ephemeral
        assert "move 1 of " in texts(typed.message)
        # In direct messages nobody else is there to be shown it.
        alone = (await held["Ada"].user.slash("replay", match=1)).response.message
        alone = await more(held["Ada"].user, alone)
        assert "Watch the whole deal" in held.labels(alone)
        assert "share" not in ways(alone)
        assert "For everyone" not in texts(alone)
        assert "/replay" not in texts(alone)


async def test_a_code_is_for_those_who_may_see_the_channel_of_the_game(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        lounge, known = held.guild.create_text_channel("lounge"), await code(held, 0)
        seen = (await held["Cleo"].slash(lounge, "replay", code=known)).response
        assert "move 0 of" in texts(seen.message)
        await change_rule(held, view_channel=False)
        refused = (await held["Cleo"].slash(lounge, "replay", code=known)).response
        assert refused.ephemeral
        assert "find that code" in texts(refused.message)
        seated = (await held["Ada"].slash(lounge, "replay", code=known)).response
        assert "move 0 of" in texts(seated.message)


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
        name, table = await held.turn()
        seat, tables = table.to_act()[0], held.bot.app.get(Tables)
        await tables.play(MatchId(1), held[name].user.id, None, table.legal(seat)[0])
        await tables.close(MatchId(1))
        broken = (await ask(held, "Ada", match=1)).message
        assert "ended early" not in texts(broken)
        end = (await press(held, "Ada", broken, "next")).message
        assert " · move 1 of 1 · All cards open\n" in texts(end)
        assert "The game ended early here." in texts(end)


async def test_a_table_that_never_began_cannot_be_watched(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.open("Ada")
        assert "isn't over" in texts((await ask(held, "Ada", match=1)).message)
        known = await ask(held, "Ada", code=await code(held, 0))
        assert "find that code" in texts(known.message)
        await held.bot.app.get(Lobbies).close(MatchId(1), held["Ada"].user.id, moderator=False)
        assert "closed before its game began" in texts((await ask(held, "Ada", match=1)).message)


async def test_a_server_can_switch_replays_off_and_what_is_open_stops(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        opened = await more(held["Ada"], (await ask(held, "Ada")).message)
        await switch_off(held, Feature.REPLAY)
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
        assert "-# Replay: Daily 1 Jan, " in texts(shown.message)


# The record and the proof of a finished game, below its result and in /replay.


async def viewer(held: Evening, name: str, **options: Any) -> Any:
    """Open /replay in the channel; gives the answer."""
    return (await held[name].slash(held.channel, "replay", **options)).response


async def click(person: Any, message: Any, label: str) -> Any:
    return (await person.click(message, label=label)).response


async def test_the_record_replays_and_the_proof_shows_each_step_to_who_asks_alone(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        match_id = await played(held, "Ada", "Ben", "Cleo")
        before = len(held.channel.history())
        shown = await more(held["Ada"], (await viewer(held, "Ada")).message)
        answer = await click(held["Ada"], shown, "Record")
        assert answer.ephemeral
        (file,) = answer.attachments
        assert file.filename == f"nimbus-cloud_nine-{match_id}.txt"
        record = parse_record((await file.read()).decode())
        assert sorted(record.players) == ["Ada", "Ben", "Cleo"]
        assert replay(record).to_act() == ()
        said = texts(answer.message)
        assert "### Clouds, table 1" in said
        results = await held.bot.app.store.results(match_id)
        points = " · ".join(f"**{result.name}** {result.score}" for result in results)
        assert f"1. {points}\nTotal: {points}" in said
        assert "What happened" in said
        assert "python" not in said
        assert "entropy" not in said
        answer = await click(held["Ada"], shown, "Fair deal")
        row = await held.bot.app.store.match(match_id)
        assert row is not None
        said = texts(answer.message)
        assert answer.ephemeral
        assert "everything adds up" in said
        assert said.count("✔") == 7
        assert "✘" not in said
        assert f"It takes the secret `{row.secret.hex()}`" in said
        assert [each.filename for each in answer.attachments] == [
            f"nimbus-cloud_nine-{match_id}.txt",
            f"nimbus-cloud_nine-{match_id}-entropy.txt",
        ]
        assert len(held.channel.history()) == before


async def test_the_viewer_offers_the_review_to_who_played_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        for name in ("Ada", "Cleo"):
            shown = await more(held[name], (await viewer(held, name, match=1)).message)
            said = {*held.labels(shown)}
            assert {"Record", "Fair deal"} <= said
            assert ("Review" in said) is (name == "Ada")


async def test_they_are_reached_from_the_result_too_and_finished_games_are_offered(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        match_id = await played(held, "Ada", "Ben", "Cleo")
        row = await held.bot.app.store.match(match_id)
        assert row is not None
        shown = (await click(held["Ben"], held.board(), "Replay")).message
        shown = await more(held["Ben"], shown)
        record = await click(held["Ben"], shown, "Record")
        assert record.ephemeral
        assert len(texts(record.message)) <= 4000
        proof = await click(held["Ben"], await more(held["Ben"], held.board()), "Fair deal")
        assert proof.ephemeral
        assert "everything adds up" in texts(proof.message)
        assert row.secret.hex() not in texts(held.board())
        (choice,) = await held["Ada"].autocomplete(held.channel, "replay", "match", "ben")
        names = choice["name"].removeprefix("Clouds, table 1 · 1 Jan · ").split(", ")
        assert sorted(names) == ["Ada", "Ben", "Cleo"]
        assert choice["value"] == 1
        assert not await held["Ada"].autocomplete(held.channel, "replay", "match", "zzz")


async def test_a_log_that_the_rules_refuse_is_given_and_foul_play_is_marked(
    tmp_path: Path, monkeypatch: Any
) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben", "Cleo")
        shown = await more(held["Ben"], (await viewer(held, "Ben")).message)
        store = held.bot.app.store
        moves = await store.moves(MatchId(1))
        told = [replace(moves[0], code="play no card"), *moves[1:]]

        async def forged(_match_id: MatchId) -> Any:
            return told

        monkeypatch.setattr(store, "moves", forged)
        record = await click(held["Ben"], shown, "Record")
        assert len(record.attachments) == 1
        assert "Total: " in texts(record.message)
        assert "What happened" not in texts(record.message)
        proof = await click(held["Ben"], await more(held["Ben"], held.board()), "Fair deal")
        assert "this doesn't add up" in texts(proof.message)
        told = moves[:-1]
        rest = await more(held["Ada"], held.board())
        said = texts((await click(held["Ada"], rest, "Fair deal")).message)
        assert "this doesn't add up" in said
        assert said.count("\n✘") == 2


async def test_house_players_bear_their_mark_where_games_are_chosen(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada")
        (choice,) = await held["Ada"].autocomplete(held.channel, "hint", "table", "")
        assert choice["name"].count("\N{ROBOT FACE}\N{NO-BREAK SPACE}") == 2
        await played(held, "Ada", "Ben")
        (choice,) = await held["Ada"].autocomplete(held.channel, "replay", "match", "ben")
        assert choice["name"].count("\N{ROBOT FACE}\N{NO-BREAK SPACE}") == 1


async def test_before_the_end_the_fingerprint_is_told_and_neither_secret_nor_record(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        answer = await viewer(held, "Ada")
        assert answer.ephemeral
        assert "No game has finished here yet." in texts(answer.message)
        lobby = await held.open("Ada")
        shown = await click(held["Ben"], await held.panel("Ben", lobby), "Fair deal")
        row = (await held.table()).row
        assert shown.ephemeral
        assert commitment_of(row) in texts(shown.message)
        assert row.secret.hex() not in texts(shown.message)
        assert commitment_of(row) not in texts(lobby)
        await held["Ada"].click(lobby, label="Start")
        answer = await viewer(held, "Ada", match=1)
        assert "That game isn't over" in texts(answer.message)
        assert answer.ephemeral
        assert not answer.attachments
        assert row.secret.hex() not in texts(answer.message)
