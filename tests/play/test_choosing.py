"""What a player typed: which match and which move he means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.faces import FACES
from bot.faces.cards import card_name
from bot.play.choosing import NamedMove, match_for, matching, named_moves, read_move
from bot.play.table import Table, names_of
from bot.store.rows import MatchId, MatchRow, Status
from bot.texts import Texts
from tests.play.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start

SAY = Texts.load().words("en")


async def playing(hall: Hall, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    return await start(hall.lobbies, await opened(hall.lobbies, people))


async def table_of(hall: Hall) -> tuple[Table, int]:
    """Start a game; gives it and who is to move."""
    table = await hall.tables.load((await playing(hall)).id)
    return table, table.member(table.to_act()[0]).user_id or 0


def refusal(error: pytest.ExceptionInfo[Refused]) -> str:
    return error.value.key


async def test_the_match_here_or_the_only_one_is_meant(hall: Hall) -> None:
    row = await playing(hall)
    for channel in (CHANNEL, OTHER_CHANNEL, None):
        assert (await match_for(hall.store, ADA, channel, None)).id == row.id


async def test_of_several_the_number_decides(hall: Hall) -> None:
    first, second = await playing(hall), await playing(hall)
    with pytest.raises(Refused) as error:
        await match_for(hall.store, ADA, CHANNEL, None)
    assert refusal(error) == "refused.which_match"
    for row in (first, second):
        assert (await match_for(hall.store, ADA, CHANNEL, row.id)).id == row.id


@pytest.mark.parametrize(
    ("number", "key"),
    [(None, "refused.no_match_of_yours"), (1, "refused.not_seated"), (9, "refused.no_match"),
     (-1, "refused.no_match"), (2**63, "refused.no_match")],
)  # fmt: skip
async def test_a_stranger_has_no_match(hall: Hall, number: int | None, key: str) -> None:
    await playing(hall)
    with pytest.raises(Refused) as error:
        await match_for(hall.store, DORA, CHANNEL, number)
    assert refusal(error) == key


async def test_anybody_may_mean_the_match_of_the_channel(hall: Hall) -> None:
    row = await playing(hall)
    assert (await match_for(hall.store, DORA, CHANNEL, None, anybody=True)).id == row.id
    assert (await match_for(hall.store, DORA, None, int(row.id), anybody=True)).id == row.id


async def test_a_lobby_is_meant_only_where_lobbies_count(hall: Hall) -> None:
    row = await opened(hall.lobbies)
    with pytest.raises(Refused):
        await match_for(hall.store, ADA, CHANNEL, None)
    found = await match_for(hall.store, ADA, CHANNEL, None, (Status.LOBBY,))
    assert found.id == row.id


async def test_only_who_is_to_act_has_moves(hall: Hall) -> None:
    table, user = await table_of(hall)
    # Two jokers are one move.
    assert len(named_moves(table, user, SAY)) in (8, 9)
    assert named_moves(table, DORA, SAY) == []
    others = {ADA, BEN, CLEO} - {user}
    assert [named_moves(table, other, SAY) for other in others] == [[], []]


async def test_a_lobby_has_no_moves(hall: Hall) -> None:
    row = await opened(hall.lobbies)
    assert named_moves(Table.load(row), ADA, SAY) == []


MOVES = [
    NamedMove("play KH", "King of hearts"),
    NamedMove("play 2H", "Two of hearts"),
    NamedMove("play JK", "Joker"),
]


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("", ["play KH", "play 2H", "play JK"]),
        ("  KING ", ["play KH"]),
        ("hearts", ["play KH", "play 2H"]),
        ("k", ["play KH", "play JK"]),
        ("jk", ["play JK"]),
        ("play", ["play KH", "play 2H", "play JK"]),
        ("spades", []),
    ],
)
def test_what_begins_so_comes_before_what_holds_it(typed: str, codes: list[str]) -> None:
    assert [move.code for move in matching(MOVES, typed)] == codes


async def test_notation_and_names_are_understood(hall: Hall) -> None:
    table, user = await table_of(hall)
    code = table.legal(table.to_act()[0])[0]
    card = code.split(" ")[1]
    for typed in (code, code.upper(), f"  {code.lower()} ", card, card_name(card, SAY).title()):
        assert read_move(table, user, typed, SAY).code == code


async def test_what_could_be_several_moves_is_asked_again(hall: Hall) -> None:
    table, user = await table_of(hall)
    for typed, key in (("of", "refused.which_move"), ("hedgehog", "refused.no_such_move")):
        with pytest.raises(Refused) as error:
            read_move(table, user, typed, SAY)
        assert refusal(error) == key


@pytest.mark.parametrize(
    ("typed", "code"), [("take kh", "take KH"), ("PLAY jk", "play JK"), ("second 2", "second 2")]
)
async def test_a_move_that_cannot_be_made_now_goes_to_the_table_which_says_why(
    hall: Hall, typed: str, code: str
) -> None:
    table, user = await table_of(hall)
    assert read_move(table, user, typed, SAY).code == code


async def test_whose_turn_it_is_not_is_told_so_by_the_table(hall: Hall) -> None:
    table, user = await table_of(hall)
    other = ({ADA, BEN, CLEO} - {user}).pop()
    move = read_move(table, other, "King of hearts", SAY)
    with pytest.raises(Refused) as error:
        await hall.tables.play(table.row.id, other, None, move.code)
    assert refusal(error) == "refused.not_your_turn"


async def test_two_claimants_of_one_name_are_two_moves(hall: Hall) -> None:
    table, user = await table_of(hall)
    members = tuple(
        member if member.user_id == user else replace(member, name="Alex")
        for member in table.row.members
    )
    same = replace(table, row=replace(table.row, members=members))
    claims = [f"second {seat}" for seat, m in enumerate(members, start=1) if m.name == "Alex"]
    face, called = FACES["cloud_nine"], names_of(same.row)
    assert len({face.move_name(None, code, SAY, called) for code in claims}) == 2


async def test_a_number_of_another_channel_is_found_by_its_players_only(hall: Hall) -> None:
    row = await playing(hall)
    assert (await match_for(hall.store, BEN, OTHER_CHANNEL, MatchId(row.id))).id == row.id
