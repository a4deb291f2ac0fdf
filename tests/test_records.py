"""Records of finished games: found, written, and proved to be dealt fairly."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.table.change import chain
from bot.records import actions
from bot.records.actions import moves_text, record_layout
from bot.records.service import (
    Finished,
    checks_of,
    find_finished,
    first_cards,
    recent,
    record_files,
    record_of,
    short,
)
from engine.__main__ import main
from engine.chance import commitment, seed_from
from engine.record import format_record, parse_record, replay
from tests.match.conftest import finished, hall
from tests.match.finished import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DORA,
    OTHER_CHANNEL,
    Hall,
    opened,
    start,
    with_row,
)
from tests.match.rows import SAY, said

# A store with people who play.

__all__ = ["finished", "hall"]


async def test_the_latest_deals_are_listed_and_the_earlier_ones_counted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await opened(hall.lobbies)
    await hall.lobbies.set_options(lobby.id, ADA, {"deals": "3"}, moderator=False)
    await start(hall.lobbies, lobby)
    await hall.finish(lobby.id)
    finished = await find_finished(hall.store, ADA, CHANNEL, lobby.id)
    for most, earlier in ((3, ""), (2, "-# 1 earlier line is"), (1, "-# 2 earlier lines are")):
        monkeypatch.setattr(actions, "MOST_DEALS", most)
        shown = said(record_layout(finished, "a.txt", SAY))
        assert earlier in shown
        assert ("earlier" in shown) is bool(earlier)
        assert [f"{deal}. " in shown for deal in (1, 2, 3)] == [n + most >= 3 for n in range(3)]


async def test_each_trick_is_told_in_a_line_of_its_own(hall: Hall) -> None:
    lobby = await opened(hall.lobbies)
    await start(hall.lobbies, lobby)
    await hall.finish(lobby.id)
    finished = await find_finished(hall.store, ADA, CHANNEL, lobby.id)
    head, *lines = moves_text(finished, SAY).splitlines()
    assert head == "**What happened**"
    assert len(lines) == 9
    assert all(line.startswith("- ") and line.count(" takes ") == 2 for line in lines)
    assert lines[0].startswith("- Deal 1 begins.")
    assert "Deal 1 is over" in lines[-1]


# Finding finished games and writing their records (docs/rules.md, "Game record").


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


# The proof of a fair deal finds every kind of foul play (docs/rules.md, "Chance").


def broken(finished: Finished) -> list[str]:
    """Name the steps that do not hold."""
    return [check.key for check in checks_of(finished) if not check.holds]


async def test_a_game_played_fairly_is_proved_step_by_step_with_house_players_too(
    finished: Finished, hall: Hall
) -> None:
    assert broken(finished) == []
    assert [check.key for check in checks_of(finished)] == [
        "commitment", "entropy", "seed", "seating", "shuffle", "moves", "result",
    ]  # fmt: skip
    assert broken(await hall.finished((ADA,))) == []


def test_the_values_shown_are_those_of_the_notation(finished: Finished) -> None:
    """Computed here by hand, without the engine."""
    row, shown = finished.row, {check.key: check.values for check in checks_of(finished)}
    assert shown["commitment"]["commitment"] == hashlib.sha256(row.secret).hexdigest()
    seed = hmac.new(row.secret, row.entropy.encode(), "sha256").digest()
    assert shown["seed"]["seed"] == f"{seed.hex()[:8]}…{seed.hex()[-4:]}"
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["JK1", "JK2"]

    def place(card: str) -> bytes:
        return hmac.new(seed, f"cloud_nine/shuffle/1/{card}".encode(), "sha256").digest()

    assert shown["shuffle"]["cards"] == " ".join(sorted(pack, key=place)[:9])


def test_another_secret_breaks_the_chain_at_the_seed_and_one_of_another_length_is_none(
    finished: Finished,
) -> None:
    foul = broken(with_row(finished, secret=bytes(32)))
    assert "seed" in foul
    assert "entropy" not in foul
    assert "commitment" in broken(with_row(finished, secret=b"short"))


@pytest.mark.parametrize(
    "entropy",
    ["", "start:9999", "101:9101\n102:9102\n103:9103", "101:1\n102:9102\n103:9103\nstart:9999",
     "start:9999\n101:9101\n102:9102\n103:9103", "101:9101\n102:9102\n103:9103\nstart:x"],
)  # fmt: skip
def test_an_entropy_that_is_not_everybodys_join_and_the_start_is_found(
    finished: Finished, entropy: str
) -> None:
    foul = broken(with_row(finished, entropy=entropy))
    assert foul[:2] == ["entropy", "seed"]


def test_players_seated_by_hand_and_options_no_game_has_are_found(finished: Finished) -> None:
    members = finished.row.members[1:] + finished.row.members[:1]
    assert "seating" in broken(with_row(finished, members=members))
    odd = with_row(finished, options={"deals": 99})
    assert first_cards(odd, bytes(32)) == ()
    assert "moves" in broken(odd)


def test_a_log_that_misses_a_move_or_has_an_impossible_one_is_found(finished: Finished) -> None:
    first, *others = finished.moves
    for log in (finished.moves[:-1], (replace(first, code="take 2C"), *others)):
        assert broken(replace(finished, moves=log)) == ["moves", "result"]


def test_a_result_or_a_winner_that_was_changed_is_found(finished: Finished) -> None:
    first, *others = finished.results
    won = tuple(replace(result, won=not result.won) for result in finished.results)
    for results in ((replace(first, score=first.score + 1), *others), won):
        assert broken(replace(finished, results=results)) == ["result"]


@pytest.mark.parametrize("number", [1, 2, 11])
def test_seats_of_later_rounds_follow_from_the_standing_and_secrets_from_the_first_commitment(
    finished: Finished, number: int
) -> None:
    secrets = chain(finished.row.secret, number)
    series = f"evening 7 {number}"
    seed = seed_from(secrets[-1], f"{series} 9999")
    row = with_row(finished, series=series, entropy=f"{series} 9999", seed=seed)
    checks = {check.key: check for check in checks_of(row)}
    drawn, locked = (["seating"], "commitment") if number == 1 else ([], "chain")
    assert list(checks) == [
        locked, "series", "seed", *drawn, "shuffle", "moves", "result",
    ]  # fmt: skip
    assert checks[locked].holds
    assert checks["series"].holds
    assert checks["seed"].holds
    assert checks[locked].values["commitment"] == commitment(secrets[0])
    assert locked in broken(with_row(row, secret=b"short"))


async def test_a_game_ended_early_is_proved_up_to_its_last_move(hall: Hall) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    row = await hall.tables.close(row.id)
    checks = checks_of(Finished(row, (), ()))
    assert all(check.holds for check in checks)
    assert "result" not in [check.key for check in checks]
    assert row.channel_id == CHANNEL


def test_long_numbers_are_shortened_to_both_ends() -> None:
    assert short("0123456789abcdef0123") == "01234567…0123"
    assert short("0123") == "0123"
