"""The proof of a fair deal finds every kind of foul play (docs/rules.md, "Chance")."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest

from bot.match.table.change import chain
from bot.records.service import Finished
from bot.records.verify import checks_of, first_cards, short
from engine.chance import commitment, seed_from
from tests.match.finished import ADA, CHANNEL, Hall, opened, start, with_row


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
