"""Codes of moments: read as they are meant, and refused where a letter is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.replays.service import OPEN, TABLE, Codes, Moment, read_code
from bot.store.rows import MatchId, MatchRow
from tests.match.rows import lobby_row

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
    # They stand in channels for ever: this line may never be changed.
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
