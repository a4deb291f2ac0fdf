"""Finding finished games and writing their records (docs/rules.md, "Game record")."""

from __future__ import annotations

import pytest

from bot.errors import Refused
from bot.records.service import Finished, find_finished, recent, record_files, record_of
from engine.__main__ import main
from engine.record import format_record, parse_record, replay
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start


def test_a_record_replays_to_the_stored_result(finished: Finished) -> None:
    record = parse_record(format_record(record_of(finished)))
    outcome = replay(record)
    assert record.result == tuple(result.score for result in finished.results)
    assert outcome.to_act() == ()


async def test_a_record_names_people_and_the_level_of_house_players(hall: Hall) -> None:
    record = record_of(await hall.finished((ADA,)))
    assert sorted(record.players) == ["Ada", "house:normal", "house:normal"]
    assert record.options["deals"] == 1


def test_a_record_keeps_secret_and_entropy_with_it(finished: Finished) -> None:
    other = dict(record_of(finished).other)
    assert other["secret"] == finished.row.secret.hex()
    assert other["entropy"] == "101:9101 102:9102 103:9103 start:9999"


def test_the_files_prove_the_deal_on_the_command_line(
    finished: Finished, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("files")
    names = []
    for name, data in record_files(finished):
        (home / name).write_bytes(data)
        names.append(str(home / name))
    secret = finished.row.secret.hex()
    assert main(["verify", names[0], "--secret", secret, "--entropy", names[1]]) == 0
    assert f"the seed is {finished.row.seed.hex()}" in capsys.readouterr().out


def test_file_names_keep_to_what_discord_can_refer_to(finished: Finished) -> None:
    files = record_files(finished)
    assert [name for name, _ in files] == [
        "nimbus-cloud_nine-1.txt",
        "nimbus-cloud_nine-1-entropy.txt",
    ]


async def test_a_game_being_played_is_refused_because_its_record_shows_hands(hall: Hall) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    with pytest.raises(Refused, match=r"refused\.still_playing"):
        await find_finished(hall.store, ADA, CHANNEL, row.id)


async def test_a_game_ended_early_has_a_record_without_a_result(hall: Hall) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    await hall.tables.close(row.id)
    record = record_of(await find_finished(hall.store, ADA, CHANNEL, row.id))
    assert record.result is None
    assert replay(parse_record(format_record(record))).to_act()


async def test_a_lobby_that_closed_has_no_record(hall: Hall) -> None:
    row = await opened(hall.lobbies)
    await hall.lobbies.close(row.id, ADA, moderator=False)
    with pytest.raises(Refused, match=r"refused\.never_began"):
        await find_finished(hall.store, ADA, CHANNEL, row.id)


async def test_strangers_elsewhere_cannot_have_it(hall: Hall) -> None:
    match_id = await hall.game()
    assert (await find_finished(hall.store, DORA, CHANNEL, match_id)).row.id == match_id
    assert (await find_finished(hall.store, BEN, OTHER_CHANNEL, match_id)).row.id == match_id
    with pytest.raises(Refused, match=r"refused\.no_match"):
        await find_finished(hall.store, DORA, OTHER_CHANNEL, match_id)


@pytest.mark.parametrize("number", [0, -1, 99, 2**63, 2**80])
async def test_a_number_of_no_game_is_refused(hall: Hall, number: int) -> None:
    with pytest.raises(Refused, match=r"refused\.no_match"):
        await find_finished(hall.store, ADA, CHANNEL, number)


async def test_without_a_number_it_is_the_newest_here_then_the_own_newest(hall: Hall) -> None:
    with pytest.raises(Refused, match=r"refused\.nothing_finished"):
        await find_finished(hall.store, ADA, CHANNEL, None)
    first, second = await hall.game((ADA, BEN)), await hall.game((BEN, CLEO))
    assert (await find_finished(hall.store, ADA, CHANNEL, None)).row.id == second
    assert (await find_finished(hall.store, ADA, OTHER_CHANNEL, None)).row.id == first
    with pytest.raises(Refused, match=r"refused\.nothing_finished"):
        await find_finished(hall.store, DORA, OTHER_CHANNEL, None)


async def test_games_here_and_own_games_are_offered_newest_first(hall: Hall) -> None:
    games = [await hall.game((ADA, BEN)), await hall.game((BEN, CLEO))]
    assert [m.match_id for m in await recent(hall.store, DORA, CHANNEL)] == games[::-1]
    assert [m.match_id for m in await recent(hall.store, ADA, OTHER_CHANNEL)] == games[:1]
    assert await recent(hall.store, DORA, None) == []
