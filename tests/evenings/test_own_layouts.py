"""What one person is told of a round: the evening first, then beside whom they are compared."""

from __future__ import annotations

from bot.evenings.own_layouts import Told, evening_notes, own_lines
from bot.evenings.rules import BREAK, Sat, standing_of, totals_of
from bot.evenings.standings import Played
from engine.seats import Seat
from tests.evenings.stand import Gathering
from tests.evenings.test_past_layouts import TABLES
from tests.match.rows import SAY, lobby_row

ADA, BEN, CLEO = 1, 2, 3


def own(user_id: int, *rounds: list[Sat], of: int) -> list[str]:
    """Return what somebody is told of the last of some rounds."""
    played = [Played(n, [], sat, standing_of(sat)) for n, sat in enumerate(rounds, start=1)]
    told = Told(played[-1], totals_of([one.lines for one in played]), of)
    return own_lines(told, lobby_row(), user_id, SAY)


def test_the_first_round_is_named_and_a_crowd_has_none() -> None:
    first, held, *_ = own(ADA, TABLES, of=3)
    assert first == "### Round 1: 1st of 3, 75 points"
    assert held.startswith("What you made with the cards of seat 1, beside others")
    assert own(ADA, TABLES, of=1)[0] == "### Your result: 1st of 3, 75 points"


def test_the_evening_goes_before_its_round_also_when_it_is_over() -> None:
    for rounds, begun in ((3, "The evening so far"), (2, "The evening")):
        total, each, now, *_ = own(ADA, TABLES, TABLES, of=rounds)
        assert total == f"### {begun}: 1st of 3, 150 points"
        assert each == "Round 1: 75 · Round 2: 75"
        assert now == "**Round 2: 1st of 3, 75 points.**"


def test_a_missed_round_is_told_and_equals_share_their_place() -> None:
    level = [Sat(4, 1, ADA, "Ada", (3,)), Sat(5, 1, CLEO, "Cleo", (3,))]
    total, each, now, *_ = own(CLEO, level[:1], level, of=3)
    assert total == "### The evening so far: 2nd of 2, 50 points"
    assert each == "Round 1: not played · Round 2: 50"
    assert now == "**Round 2: shared 1st of 2, 50 points.**"


def test_where_there_is_one_table_one_is_compared_with_the_others_there() -> None:
    assert own(BEN, TABLES[:3], of=3)[1:] == [
        "What you made, beside the others at your table:",
        "You made **21.3 more** than the average, most of it in deal 2.",
        "Deal 1: you made **20**; **Ada** 30, **Nim** 4",
        "Deal 2: you made **35**; **Ada** 5, **Nim** 7",
    ]


async def test_a_hand_tells_the_same_below_the_place_at_the_table(club: Gathering) -> None:
    await club.begin(4, rounds=3)
    for number, begun in ((1, "### Round 1: "), (2, "### The evening so far: ")):
        await club.play_round(number)
        row = (await club.tables(number))[0]
        notes = await evening_notes(club.parts.store, row)
        assert notes is not None
        seat = next(at for at, one in enumerate(row.members, start=1) if one.user_id is not None)
        counts, first, *_ = notes.own(Seat(seat), SAY).split("\n")
        assert counts == "-# That's your place at this table. What counts is this:"
        assert first.startswith(begun)
        await club.later(BREAK)
