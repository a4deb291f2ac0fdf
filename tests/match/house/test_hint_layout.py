"""The layouts of hints: within Discord's limits, in the words of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.match.house.hint_layout import argued, hint_layout, warning_layout
from bot.match.house.hints import HINTED_MOVES, Hint
from bot.match.names import plain_names
from bot.match.table import Table
from bot.presenters import PRESENTERS
from bot.store.rows import MatchId, Status
from engine.course import Course
from engine.games import GAMES
from engine.players.robot import RankedMove
from tests.match.rows import SAY, faults, ids, labels, lobby_row, said
from tests.match.show.test_board_layout import AWKWARD
from tests.presenters.test_every_presenter import walk


def hints(key: str, share: float = 0.45) -> Iterator[Hint]:
    """Return what hints in a game may be, whatever its people are called."""
    for state, _, seats in walk(key, 4):
        people = [f"Player{seat}" for seat in range(1, seats + 1)]
        people[:3] = AWKWARD
        row = replace(lobby_row(*people), game=key, status=Status.PLAYING)
        table = Table(row, Course.taken_up(GAMES[key], state))
        for seat in table.to_act():
            legal = table.legal(seat)
            best = tuple(RankedMove(code, -12.3, share) for code in legal[:HINTED_MOVES])
            yield Hint(table, seat, best if len(legal) > 1 else ())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_hint_keeps_discords_limits_and_names_moves_as_the_hand_does(key: str) -> None:
    for hint in hints(key):
        shown = hint_layout(hint, SAY)
        assert faults(shown) == []
        assert ids(shown) == []
        presenter, view = PRESENTERS[key], hint.table.view(hint.seat)
        named = {
            control.code: control.label
            for control in presenter.controls(view, SAY, plain_names(hint.table.row, SAY))
        }
        told = [move.code for move in hint.best] or hint.table.legal(hint.seat)
        assert [code for code in told if f"**{named[code]}**" not in said(shown)] == []


def test_a_forced_move_is_told_without_numbers_and_others_with_the_chance_to_win_where_known() -> (
    None
):
    forced = [hint for hint in hints("balloon") if hint.is_forced]
    assert forced
    assert "only one choice" in said(hint_layout(forced[0], SAY))
    assert "%" not in said(hint_layout(forced[0], SAY))
    known, unknown = next(hints("cloud_nine", 0.45)), next(hints("cloud_nine", 0.0))
    told = argued(known, 0, SAY)
    assert told.startswith("45% chance to win the game; ")
    assert f": {told}." in said(hint_layout(known, SAY))
    assert "chance to win" not in argued(unknown, 0, SAY)


def test_the_warning_says_what_a_hint_costs_and_asks() -> None:
    shown = warning_layout(MatchId(7), SAY, rated=True)
    assert faults(shown) == []
    assert "you cannot win this game" in said(shown)
    assert "last place" in said(shown)
    assert "last place" not in said(warning_layout(MatchId(7), SAY, rated=False))
    assert (ids(shown), labels(shown)) == (["h:7"], ["Show the hint"])
