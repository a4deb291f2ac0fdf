"""Finding finished games and writing their records (docs/rules.md, "Game record")."""

from __future__ import annotations

import pytest

from bot.errors import Refused
from bot.records.service import Finished, find_finished, recent, record_files, record_of
from engine.__main__ import main
from engine.record import format_record, parse_record, replay
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start


def test_a_record_replays_to_the_stored_result_and_keeps_secret_and_entropy(
    finished: Finished,
) -> None:
    record = parse_record(format_record(record_of(finished)))
    outcome = replay(record)
    assert record.result == tuple(result.score for result in finished.results)
    assert outcome.to_act() == ()
    other = dict(record_of(finished).other)
    assert other["secret"] == finished.row.secret.hex()
    assert other["entropy"] == "101:9101 102:9102 103:9103 start:9999"


async def test_a_record_names_people_and_the_level_of_house_players(hall: Hall) -> None:
    record = record_of(await hall.finished((ADA,)))
    assert sorted(record.players) == ["Ada", "house:normal", "house:normal"]
    assert record.options["deals"] == 1


def test_the_files_prove_the_deal_on_the_command_line_by_names_discord_can_refer_to(
    finished: Finished, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("files")
    names = ["nimbus-cloud_nine-1.txt", "nimbus-cloud_nine-1-entropy.txt"]
    files = record_files(finished)
    assert [name for name, _ in files] == names
    for name, data in files:
        (home / name).write_bytes(data)
    record, entropy = (str(home / name) for name in names)
    secret = finished.row.secret.hex()
    assert main(["verify", record, "--secret", secret, "--entropy", entropy]) == 0
    assert f"the seed is {finished.row.seed.hex()}" in capsys.readouterr().out


async def test_a_game_has_a_record_once_it_has_ended_if_early_without_a_result(hall: Hall) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    # The record shows hands.
    with pytest.raises(Refused, match=r"refused\.still_playing"):
        await find_finished(hall.store, ADA, CHANNEL, row.id)
    await hall.tables.close(row.id)
    record = record_of(await find_finished(hall.store, ADA, CHANNEL, row.id))
    assert record.result is None
    assert replay(parse_record(format_record(record))).to_act()
    lobby = await opened(hall.lobbies)
    await hall.lobbies.close(lobby.id, ADA, moderator=False)
    with pytest.raises(Refused, match=r"refused\.never_began"):
        await find_finished(hall.store, ADA, CHANNEL, lobby.id)


async def test_it_is_the_newest_here_then_the_own_newest_and_so_they_are_offered(
    hall: Hall,
) -> None:
    with pytest.raises(Refused, match=r"refused\.nothing_finished"):
        await find_finished(hall.store, ADA, CHANNEL, None)
    first, second = await hall.game((ADA, BEN)), await hall.game((BEN, CLEO))
    assert (await find_finished(hall.store, ADA, CHANNEL, None)).row.id == second
    assert (await find_finished(hall.store, ADA, OTHER_CHANNEL, None)).row.id == first
    with pytest.raises(Refused, match=r"refused\.nothing_finished"):
        await find_finished(hall.store, DORA, OTHER_CHANNEL, None)
    assert [m.match_id for m in await recent(hall.store, DORA, CHANNEL)] == [second, first]
    assert [m.match_id for m in await recent(hall.store, ADA, OTHER_CHANNEL)] == [first]
    assert await recent(hall.store, DORA, None) == []
    # Strangers elsewhere cannot have it by its number either.
    for user, channel in ((DORA, CHANNEL), (ADA, OTHER_CHANNEL)):
        assert (await find_finished(hall.store, user, channel, first)).row.id == first
    with pytest.raises(Refused, match=r"refused\.no_match"):
        await find_finished(hall.store, DORA, OTHER_CHANNEL, first)
    for number in (0, -1, 99, 2**63, 2**80):
        with pytest.raises(Refused, match=r"refused\.no_match"):
            await find_finished(hall.store, ADA, CHANNEL, number)
