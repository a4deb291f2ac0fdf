"""Replays: who may look at which game, what they see, and that nothing leaks before its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.table.names import is_for_all
from bot.records.service import Finished
from bot.replays.service import (
    OPEN,
    TABLE,
    Codes,
    Moment,
    Replay,
    codes_of,
    read_code,
    replay_by_code,
    replay_by_number,
)
from bot.store.errors import UnreadableMatch
from bot.store.rows import Commit, Location, MatchId, MatchRow, SeriesRow, Status
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start
from tests.match.rows import lobby_row, replay_of

GUILD = 5
HERE = Location(GUILD, CHANNEL)
ELSEWHERE_IN_THE_SERVER = Location(GUILD, OTHER_CHANNEL)
OTHER_SERVER = Location(6, OTHER_CHANNEL)
DIRECT = Location(None, 99)
EVERYWHERE = (HERE, ELSEWHERE_IN_THE_SERVER, OTHER_SERVER, DIRECT)
EVERYBODY = (ADA, BEN, CLEO, DORA)


async def stored(hall: Hall, match_id: int) -> MatchRow:
    row = await hall.store.match(MatchId(match_id))
    assert row is not None
    return row


async def shows(
    hall: Hall, user: int, where: Location, row: MatchRow, eyes: str = OPEN, *, sees: bool = True
) -> bool:
    """Return whether somebody who has the code of a game's first moment is shown it."""
    code = (await codes_of(hall.store, row)).spell(Moment(row.id, 0, eyes))
    return await opens(hall, user, where, code, sees=sees)


async def opens(hall: Hall, user: int, where: Location, code: str, *, sees: bool = True) -> bool:
    """Return whether a code leads somebody to a game, who `sees` the channels of its server."""
    try:
        await replay_by_code(hall.store, user, where, code, lambda _: sees)
    except Refused:
        return False
    return True


async def numbered(hall: Hall, user: int, where: Location, match_id: int | None) -> str:
    """Return why somebody who gives a game's number is not shown it; "" if they are."""
    try:
        await replay_by_number(hall.store, user, where, match_id)
    except Refused as refused:
        return refused.key
    return ""


def test_a_replay_holds_every_moment_as_each_seat_saw_it_and_no_other() -> None:
    replay = replay_of("Ada", "Ben", "Cleo", deals=2)
    assert len(replay.courses) == replay.last + 1
    for moves in (0, 1, replay.starts[1], replay.last):
        for seat in (None, Seat(1), Seat(2), Seat(3)):
            assert replay.view(moves, seat) == replay.courses[moves].view(seat)
            assert replay.view(moves, seat).seat == seat
    assert replay.is_over
    replay.require(Moment(7, replay.last, "3"))
    for moment in (Moment(7, replay.last + 1, OPEN), Moment(7, 0, "4")):
        with pytest.raises(Refused, match="bad_code"):
            replay.require(moment)


def test_deals_are_found_by_where_they_begin_and_end_from_any_moment() -> None:
    replay = replay_of("Ada", "Ben", "Cleo", deals=3)
    starts = replay.starts
    assert [replay.view(moves, None).deal for moves in starts] == [1, 2, 3]
    assert [replay.view(moves - 1, None).deal for moves in starts[1:]] == [1, 2]
    assert [replay.deal_at(moves) for moves in starts] == [1, 2, 3]
    assert replay.deal_at(replay.last) == 3
    assert replay.span(1) == range(starts[1] + 1)
    assert replay.span(3) == range(starts[2], replay.last + 1)
    _, second, third = starts
    assert [replay.before(moves) for moves in (0, 1, second, second + 1, third)] == [
        0, 0, 0, second, second,
    ]  # fmt: skip
    assert [replay.after(moves) for moves in (0, second - 1, second, third, replay.last)] == [
        second, second, third, replay.last, replay.last,
    ]  # fmt: skip
    assert replay.before(replay.last) == third


def test_what_happened_is_told_as_everybody_heard_it() -> None:
    replay = replay_of("Ada", "Ben", "Cleo")
    told = [event for moves in range(replay.last + 1) for event in replay.happened(moves)]
    assert "Secret" not in {type(event).__name__ for event in told}
    assert "CardsDealt(seat=1, count=9, cards=())" in map(str, told)


def test_a_log_that_the_rules_refuse_is_no_replay(finished: Finished) -> None:
    first, *others = finished.moves
    with pytest.raises(UnreadableMatch):
        Replay.of(
            replace(finished, moves=(replace(first, code="play no card"), *others)), Codes(b"k")
        )


async def test_a_code_leads_everybody_who_is_there_and_whoever_sat_there_anywhere(
    hall: Hall,
) -> None:
    row = await stored(hall, await hall.game())
    for eyes in (OPEN, TABLE, "1", "2", "3"):
        assert await shows(hall, DORA, HERE, row, eyes)
        assert await shows(hall, DORA, ELSEWHERE_IN_THE_SERVER, row, eyes)
        assert not await shows(hall, DORA, OTHER_SERVER, row, eyes)
        assert not await shows(hall, DORA, DIRECT, row, eyes)
        assert await shows(hall, ADA, DIRECT, row, eyes)
    # Elsewhere in the server only those who see the channel, or sat there.
    assert not await shows(hall, DORA, ELSEWHERE_IN_THE_SERVER, row, sees=False)
    assert await shows(hall, ADA, ELSEWHERE_IN_THE_SERVER, row, sees=False)
    # Who asks there sees it, whatever else is known of the channel.
    assert await shows(hall, DORA, HERE, row, sees=False)
    # The secret of a series that is over makes no code, nor does that of another game.
    forged = Codes(row.seed).spell(Moment(row.id, 0, OPEN))
    for user in EVERYBODY:
        assert not await opens(hall, user, HERE, forged)
    second = await hall.game(seed=2)
    for other in (second, MatchId(99)):
        assert not await shows(hall, ADA, HERE, replace(row, id=other))
    # Without a code a game is found as its record is.
    assert await numbered(hall, DORA, HERE, row.id) == ""
    assert await numbered(hall, ADA, DIRECT, row.id) == ""
    assert await numbered(hall, DORA, ELSEWHERE_IN_THE_SERVER, row.id) == "refused.no_match"
    assert await numbered(hall, DORA, HERE, None) == ""


async def test_a_game_of_direct_messages_is_for_who_sat_there(hall: Hall) -> None:
    row = await stored(hall, await hall.game())
    moved = replace(row, version=row.version + 1, guild_id=None)
    assert await hall.store.commit(Commit(moved))
    direct = Location(None, OTHER_CHANNEL)
    assert not await shows(hall, DORA, direct, moved)
    assert await shows(hall, ADA, direct, moved)
    assert not is_for_all(moved, direct)
    assert is_for_all(moved, Location(None, CHANNEL))


async def test_nobody_sees_any_moment_of_a_game_before_its_end_which_may_come_early(
    hall: Hall,
) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    await hall.tables.play(row.id, await mover(hall, row), None, await legal(hall, row))
    row = await stored(hall, row.id)
    assert row.status is Status.PLAYING
    # Nobody knows the seed yet; even with it there is no way in.
    for user in EVERYBODY:
        for where in EVERYWHERE:
            for eyes in (OPEN, TABLE, "1", "2", "3"):
                assert not await shows(hall, user, where, row, eyes)
            assert await numbered(hall, user, where, row.id) in (
                "refused.still_playing", "refused.no_match",
            )  # fmt: skip
    assert await numbered(hall, ADA, HERE, None) == "refused.nothing_finished"
    closed = replace(row, version=row.version + 1, status=Status.CLOSED)
    assert await hall.store.commit(Commit(closed))
    replay = await replay_by_number(hall.store, ADA, HERE, row.id)
    assert (replay.last, replay.is_over) == (1, False)


async def test_while_a_series_is_open_nobody_sees_a_card_of_it_and_then_they_do(hall: Hall) -> None:
    row = await stored(hall, await hall.game())
    held = replace(row, version=row.version + 1, series="daily 2026-11-22")
    assert await hall.store.commit(Commit(held))
    for series in (None, a_series()):
        if series is not None:
            await hall.store.series.add([series])
        for user in EVERYBODY:
            for where in EVERYWHERE:
                for eyes in (OPEN, TABLE, "1", "2", "3"):
                    assert not await shows(hall, user, where, held, eyes)
                assert await numbered(hall, user, where, row.id) in (
                    "refused.withheld", "refused.no_match",
                )  # fmt: skip
    assert await hall.store.series.close("daily 2026-11-22", 3.0)
    assert await shows(hall, DORA, HERE, held)
    assert await numbered(hall, ADA, HERE, row.id) == ""


def a_series() -> SeriesRow:
    return SeriesRow(
        "daily 2026-11-22", "cloud_nine", {"deals": 1}, bytes(32), 1, 1, opens=1.0, closes=2.0
    )


async def mover(hall: Hall, row: MatchRow) -> int:
    table = await hall.tables.load(row.id)
    user = table.member(table.to_act()[0]).user_id
    assert user is not None
    return user


async def legal(hall: Hall, row: MatchRow) -> str:
    table = await hall.tables.load(row.id)
    return table.legal(table.to_act()[0])[0]


# Codes of moments: read as they are meant, and refused where a letter is wrong.

ROW = replace(lobby_row("Ada", "Ben", "Cleo"), seed=bytes(range(32)))
MOMENT = Moment(7, 12, OPEN)
SECRET = b"c" * 32


def codes(row: MatchRow = ROW, secret: bytes = SECRET) -> Codes:
    return Codes.of(row, secret)


def is_taken(text: str, row: MatchRow = ROW) -> bool:
    """Return whether a text is the code of a moment of a match."""
    try:
        codes(row).require(*read_code(text))
    except Refused:
        return False
    return True


def test_codes_are_spelt_as_ever() -> None:
    # They stand in channels forever: this line may never be changed.
    assert [codes().spell(MOMENT.by(eyes)) for eyes in (OPEN, TABLE, "3")] == [
        "7-12-A-V8DZ94", "7-12-T-2K8BJB", "7-12-3-QRSNSR",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "moment", [MOMENT, Moment(1, 0, TABLE), Moment(10**17, 99999, "6"), Moment(3, 7, "1")]
)
def test_a_code_names_its_moment(moment: Moment) -> None:
    row = replace(ROW, id=MatchId(moment.match_id))
    code = codes(row).spell(moment)
    assert read_code(code)[0] == moment
    assert is_taken(code, row)


def test_what_people_make_of_a_code_is_read_as_meant() -> None:
    code = codes().spell(MOMENT)
    for written in (
        code.lower(),
        f"  {code} ",
        code.replace("-", " "),
        code.replace("-", "\N{EN DASH}"),
        code.replace("-", " - "),
        code.replace("7-12", "7-l2"),
        code.replace("0", "o").replace("1", "I"),
    ):
        assert is_taken(written), written


def test_every_wrong_letter_is_noticed() -> None:
    code = codes().spell(MOMENT)
    others = "0123456789ABCDEFGHJKMNPQRSTVWXYZ-"
    for place, right in enumerate(code):
        for other in others:
            assert is_taken(code[:place] + other + code[place + 1 :]) == (other == right)
    for place in range(len(code) - 1):
        swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
        assert is_taken(swapped) == (swapped == code)


def test_the_check_is_of_this_game_alone_and_the_seed_alone_makes_none() -> None:
    assert not is_taken(codes().spell(MOMENT), replace(ROW, seed=bytes(32)))
    # In a lobby there is no seed, so nobody can have computed a check.
    lobby = replace(ROW, seed=b"")
    assert not is_taken(codes().spell(MOMENT), lobby)
    assert not is_taken(codes(lobby).spell(MOMENT), lobby)
    # Whoever knows the secret of a series that is over can compute the seed of its games.
    assert not is_taken(Codes(ROW.seed).spell(MOMENT))
    assert not is_taken(codes(ROW, b"d" * 32).spell(MOMENT))
    assert not is_taken(Codes.of(replace(ROW, seed=b"d" * 32), SECRET).spell(MOMENT))


@pytest.mark.parametrize(
    "text",
    ["", "-", "7", "7-12", "7-12-A", "7-12-A-", "7-12-A-12345", "7-12-A-1234567", "7-12-B-123456",
     "7-12-0-123456", "-7-12-A-123456", "7-12-A-123456-9", "\u0667-12-A-123456", "x" * 5000,
     f"{'9' * 19}-1-A-123456", f"7-{'9' * 10}-A-123456", "7-12-A-12345U", "7.12.A.123456"],
)  # fmt: skip
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="bad_code"):
        read_code(text)
