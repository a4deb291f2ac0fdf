"""The layouts of hints: within Discord's limits, in the words of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.discord.names import escape
from bot.match.house.hints import HINTED_MOVES, Hint
from bot.match.house.layouts import hint_layout, warning_layout
from bot.match.house.thinking_process import Question, rank
from bot.match.table.names import bold_names, plain_names
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.presenters.cards import card_label
from bot.store.rows import Member, Status
from engine.course import Course
from engine.games import GAMES
from engine.players.reasons import Reason
from engine.players.robot import UNSURE, RankedMove
from render.api import capital
from tests.engine.walks import Beginning, open_situations
from tests.match.rows import SAY, faults, ids, labels, lobby_row, said
from tests.match.show.test_board_layouts import AWKWARD
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
def test_every_hint_keeps_discords_limits_and_names_moves_as_reviews_do(key: str) -> None:
    for hint in hints(key):
        shown = hint_layout(hint, SAY)
        assert faults(shown) == []
        assert ids(shown) == []
        presenter, view = PRESENTERS[key], hint.table.view(hint.seat)
        best, *others = [move.code for move in hint.best] or hint.table.legal(hint.seat)
        named = escape(presenter.named(view, best, SAY, plain_names(hint.table.row, SAY)))
        told = f"**{named}**" if hint.is_forced else f"### Hint: {capital(named)}\n"
        assert told in said(shown)
        names = bold_names(hint.table.row, SAY)
        lower = [presenter.named(view, code, SAY, names) for code in others]
        assert [name for name in lower if name[1:] not in said(shown).partition("\n")[2]] == []


def test_a_forced_move_is_told_without_numbers_and_others_with_the_chance_to_win_where_known() -> (
    None
):
    forced = [hint for hint in hints("balloon") if hint.is_forced]
    assert forced
    assert "only one choice" in said(hint_layout(forced[0], SAY))
    assert "%" not in said(hint_layout(forced[0], SAY))
    known, unknown = next(hints("cloud_nine", 0.45)), next(hints("cloud_nine", 0.0))
    assert "a chance of about 45% to come first" in said(hint_layout(known, SAY))
    assert "%" not in said(hint_layout(unknown, SAY))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ({"share": 0.41}, "It lowers your chance by about 4%."),
        ({"share": 0.5, "facts": ((UNSURE, 1.0),)}, "It looked worse at a glance."),
        (
            {"share": 0.41, "reasons": (Reason.of("helps", seat=2),)},
            "{named} leaves **Ben**'s cloud better cards.",
        ),
    ],
)
def test_why_not_another_is_said_in_words_or_by_how_much(move: dict[str, Any], why: str) -> None:
    course = Beginning("cloud_nine", 3, {}, 1).course()
    (seat,) = course.to_act()
    best, other = course.legal(seat)[:2]
    row = replace(lobby_row("Ada", "Ben", "Cleo"), game="cloud_nine", status=Status.PLAYING)
    ranked = (RankedMove(best, 40.0, 0.45), RankedMove(other, 39.0, **move))
    shown = said(hint_layout(Hint(Table(row, course), seat, ranked), SAY))
    label = card_label(other.partition(" ")[2], SAY)
    assert f"**What about {label}?** {why.format(named=label)}\n" in shown


def test_moves_that_are_about_as_good_share_a_line() -> None:
    course = Beginning("clumond", 3, {}, 1).course()
    (seat,) = course.to_act()
    row = replace(lobby_row("Ada", "Ben", "Cleo"), game="clumond", status=Status.PLAYING)
    shares = {"pass": 0.45, "declare S": 0.448, "declare NT": 0.3, "declare C": 0.441}
    ranked = tuple(RankedMove(code, 2.0, share) for code, share in shares.items())
    shown = said(hint_layout(Hint(Table(row, course), seat, ranked), SAY))
    assert "\n**What about declaring no trumps?** It lowers your chance by about 15%." in shown
    assert "\nDeclaring spades and declaring clubs are about as good.\n" in shown


@pytest.mark.parametrize("key", ["balloon", "cloud_nine", "nimbly"])
def test_hints_of_a_house_player_give_reasons(key: str) -> None:
    told = asked = 0
    for course, _, _ in Random(2).sample(open_situations(Beginning(key, 3, {}, 3)), 8):
        seat = course.to_act()[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        ranked = rank(Question(key, "quick", view, heard, legal, 5, argued=HINTED_MOVES))
        row = replace(lobby_row("Ada", "Ben", "Cleo"), game=key, status=Status.PLAYING)
        hint = Hint(Table(row, course), seat, ranked[:HINTED_MOVES])
        shown = said(hint_layout(hint, SAY))
        assert faults(hint_layout(hint, SAY)) == []
        asked += len(hint.best) - 1
        told += sum(bool(move.reasons) for move in hint.best)
        assert ("**What about " in shown or "about as good" in shown) == (len(hint.best) > 1)
    assert told > asked / 10


def test_the_warning_says_what_a_hint_costs_and_asks() -> None:
    row = replace(lobby_row("Ada", "Ben", "Cleo"), status=Status.PLAYING)
    shown = warning_layout(row, SAY, rated=True)
    assert faults(shown) == []
    assert "you can't win this game" in said(shown)
    assert "last place" in said(shown)
    assert "last place" not in said(warning_layout(row, SAY, rated=False))
    assert "For the others" in said(shown)
    alone = replace(row, members=(row.members[0], Member("house:1", "X")))
    assert "For the others" not in said(warning_layout(alone, SAY, rated=True))
    assert (ids(shown), labels(shown)) == (["h:7"], ["Show the hint"])
