"""/record and /verify."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.match.lobby.lobbies import commitment_of
from bot.store.rows import MatchId
from engine.record import parse_record, replay
from tests.commands.past import played
from tests.sim.evening import Evening, evening, texts


async def ask(held: Evening, name: str, command: str, **options: Any) -> Any:
    """Use a command in the channel; gives the answer."""
    return (await held[name].slash(held.channel, command, **options)).response


async def test_the_record_replays_and_the_proof_shows_each_step_to_all(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        match_id = await played(held, "Ada", "Ben", "Cleo")
        answer = await ask(held, "Ada", "record")
        assert not answer.ephemeral
        assert [file.filename for file in answer.attachments] == [
            f"nimbus-cloud_nine-{match_id}.txt",
            f"nimbus-cloud_nine-{match_id}-entropy.txt",
        ]
        record = parse_record((await answer.attachments[0].read()).decode())
        assert sorted(record.players) == ["Ada", "Ben", "Cleo"]
        assert replay(record).to_act() == ()
        said = texts(answer.message)
        assert "### Cloud Nine (cards), table 1" in said
        results = await held.bot.app.store.results(match_id)
        points = " · ".join(f"**{result.name}** {result.score}" for result in results)
        assert f"1. {points}\nTotal: {points}" in said
        assert "What happened" not in said
        answer = await ask(held, "Ben", "verify")
        row = await held.bot.app.store.match(match_id)
        assert row is not None
        said = texts(answer.message)
        assert not answer.ephemeral
        assert "everything adds up" in said
        assert said.count("✔") == 7
        assert "✘" not in said
        assert f"--secret {row.secret.hex()}" in said


async def test_buttons_give_record_and_proof_privately_and_commands_offer_finished_games(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        match_id = await played(held, "Ada", "Ben", "Cleo")
        row = await held.bot.app.store.match(match_id)
        assert row is not None
        record = (await held["Ben"].click(held.board(), label="Record")).response
        assert record.ephemeral
        assert len(record.attachments) == 2
        assert "What happened" in texts(record.message)
        assert len(texts(record.message)) <= 4000
        proof = (await held["Ben"].click(held.board(), label="Fair deal")).response
        assert proof.ephemeral
        assert "everything adds up" in texts(proof.message)
        assert row.secret.hex() in texts(proof.message)
        assert row.secret.hex() not in texts(held.board())
        for command in ("record", "verify"):
            (choice,) = await held["Ada"].autocomplete(held.channel, command, "match", "ben")
            names = choice["name"].removeprefix("Cloud Nine (cards) 1 · 1 Jan · ").split(", ")
            assert sorted(names) == ["Ada", "Ben", "Cleo"]
            assert choice["value"] == 1
            assert not await held["Ada"].autocomplete(held.channel, command, "match", "zzz")


async def test_a_log_that_the_rules_refuse_is_given_and_foul_play_is_marked(
    tmp_path: Path, monkeypatch: Any
) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben", "Cleo")
        store = held.bot.app.store
        moves = await store.moves(MatchId(1))
        told = [replace(moves[0], code="play no card"), *moves[1:]]

        async def forged(_match_id: MatchId) -> Any:
            return told

        monkeypatch.setattr(store, "moves", forged)
        record = (await held["Ben"].click(held.board(), label="Record")).response
        assert len(record.attachments) == 2
        assert "Total: " in texts(record.message)
        assert "What happened" not in texts(record.message)
        proof = (await held["Ben"].click(held.board(), label="Fair deal")).response
        assert "this does not add up" in texts(proof.message)
        told = moves[:-1]
        said = texts((await ask(held, "Ada", "verify")).message)
        assert "this does not add up" in said
        assert said.count("\n✘") == 2


async def test_house_players_bear_their_mark_where_games_are_chosen(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada")
        (choice,) = await held["Ada"].autocomplete(held.channel, "hint", "table", "")
        assert choice["name"].count("\N{ROBOT FACE} ") == 2
        await played(held, "Ada", "Ben")
        (choice,) = await held["Ada"].autocomplete(held.channel, "record", "match", "ben")
        assert choice["name"].count("\N{ROBOT FACE} ") == 1


async def test_before_the_end_the_fingerprint_is_told_and_neither_secret_nor_record(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        answer = await ask(held, "Ada", "verify")
        assert answer.ephemeral
        assert "No game has been finished here yet." in texts(answer.message)
        lobby = await held.open("Ada")
        shown = (await held["Ben"].click(lobby, label="Fair deal")).response
        row = (await held.table()).row
        assert shown.ephemeral
        assert commitment_of(row) in texts(shown.message)
        assert row.secret.hex() not in texts(shown.message)
        assert commitment_of(row) not in texts(lobby)
        await held["Ada"].click(lobby, label="Start")
        for command in ("record", "verify"):
            answer = await ask(held, "Ada", command, match=1)
            assert "That game is not over yet" in texts(answer.message)
            assert answer.ephemeral
            assert not answer.attachments
            assert (await held.table()).row.secret.hex() not in texts(answer.message)
