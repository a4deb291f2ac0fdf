"""What Discord does not let be told of an evening is told later: soon, or as something changes."""

from __future__ import annotations

from bot.discord.outbox import SLOW
from bot.errors import Barred, Unfit
from bot.evenings.news import TOO_LATE
from bot.evenings.rules import BREAK
from tests.evenings.stand import GUILD, Gathering
from tests.evenings.test_news import live, told


async def test_where_the_bot_may_not_write_it_tries_again_later_and_not_for_ever(
    club: Gathering,
) -> None:
    tables = await club.begin(4)
    club.fail("post", Barred("no"), Barred("no"))
    for row in tables:
        await club.play(row.id)
    await club.news.catch_up()
    assert len(club.channel.faults["post"]) == 1
    await club.later(SLOW[0])
    assert club.channel.faults["post"] == []
    await club.later(TOO_LATE)
    assert club.channel.standing == {}


async def test_rounds_go_on_where_nothing_can_be_told_and_are_told_later(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    await club.later(0)
    club.fail("post", Barred("no"), Barred("no"))
    await club.play_round(1)
    await club.later(BREAK)
    await club.play_round(2)
    assert told(club) == []
    await club.later(SLOW[1])
    first, result = told(club)
    assert "Round 1 of 2 is over" in first
    assert "the result of 4 people" in result


async def test_a_refusal_at_the_start_is_made_good_as_soon_as_the_server_has_changed(
    club: Gathering,
) -> None:
    first, _ = await club.begin(4)
    club.fail("post", Barred("no"))
    await club.heard(first.id)
    await club.later(SLOW[0] - 1)
    assert club.channel.standing == {}
    club.news.hurry(GUILD + 1)
    await club.news.idle()
    assert club.channel.standing == {}
    club.news.hurry(GUILD)
    await club.news.idle()
    assert "4 people" in live(club)


async def test_after_each_refusal_it_is_left_for_longer(club: Gathering) -> None:
    first, _ = await club.begin(4)
    club.fail("post", *[Barred("no")] * 9)
    await club.heard(first.id)
    for refused, pause in enumerate((*SLOW, SLOW[-1]), start=1):
        await club.later(pause - 1)
        assert len(club.channel.faults["post"]) == 9 - refused
        await club.later(1)
    assert len(club.channel.faults["post"]) == 9 - len(SLOW) - 2


async def test_a_board_that_did_not_fit_holds_up_nothing_that_is_told_next(
    club: Gathering,
) -> None:
    first, second = await club.begin(4)
    club.fail("post", Unfit("50035"), Unfit("50035"))
    await club.heard(first.id)
    await club.news.catch_up()
    assert len(club.channel.faults["post"]) == 1
    await club.play(first.id)
    await club.play(second.id)
    assert len(told(club)) == 1
    assert "the result" in live(club)


async def test_a_refused_board_has_no_round_and_no_result_told_twice(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    for number in (1, 2):
        club.fail("edit", *[Unfit("50035")] * 9)
        await club.play_round(number)
        nonces = club.channel.nonces  # Discord knows one for some minutes
        club.channel.nonces = {f"old {nonce}": message for nonce, message in nonces.items()}
        await club.later(SLOW[0])
        assert len(told(club)) == number
        club.fail("edit")
        await club.later(BREAK)
    assert "the result" in live(club)
