"""The record and the proof of a finished game, below its result and in /replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.match.lobby.lobbies import commitment_of
from bot.store.rows import MatchId
from engine.record import parse_record, replay
from tests.commands.past import played
from tests.sim.evening import Evening, evening, more, texts


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
        shown = await click(held["Ben"], lobby, "Fair deal")
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
