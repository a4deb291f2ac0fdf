"""The end of a game: the board that stays, and what the hands become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.parts import Pictures, button, container, fair_button, galleries, rows
from bot.match.clock.layouts import voters_of
from bot.match.house.layouts import hinted_text
from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.hand_layouts import place_text
from bot.match.show.looks import AHEAD, look_of, looking_back, over_title
from bot.match.show.telling import told_in_words
from bot.match.table.change import MEDALS, is_ended_by_votes
from bot.match.table.kind import is_private, kind_of
from bot.match.table.names import bold_names
from bot.match.table.state import is_all_weak, may_count
from bot.presenters import PRESENTERS
from bot.presenters.cards import won
from bot.store.rows import MatchRow, Member, Presence, Status
from bot.texts import by_ear
from engine.game import Outcome, by_place
from engine.seats import Seat
from render.api import Nth, Words
from render.scenes import SCENES

GONE = ("channel", "evening", "server", "upgrade", "week")
"""The helps that a game can have had."""


def finished_layout(
    board: BoardFrame, pictures: Pictures, told: Sequence[str], say: Words
) -> ui.LayoutView:
    """Lay out the board of a game that is over, or was ended early after what is `told`.

    The first picture stands above the words and the others below.
    """
    first, *others = galleries(pictures)
    row = board.row
    text = _result(board, say) if row.status is Status.OVER else _broken_off(row, told, say)
    return container(first, ui.TextDisplay(text), *others, *_rows(board, say))


def finished_hand_layout(
    board: BoardFrame, hand: HandFrame, pictures: Pictures, say: Words, *,
    below_board: bool = False,
) -> ui.LayoutView:  # fmt: skip
    """Lay out what stays of a hand when its deal or its game is over.

    At the end of a game it tells this seat's place, and `pictures` show the result. What stands
    just `below_board` repeats none of its buttons, nor how the last deal went; nor is anybody told
    how that went for a house player who finished their daily.
    """
    row, presenter = board.row, PRESENTERS[board.row.game]
    game, retired = say(f"game.{row.game}"), presenter.retired(hand.view, say, bold_names(row, say))
    if row.status is Status.CLOSED and kind_of(row).is_practice:
        lines = [say("practice.ended")]
    elif row.status is Status.CLOSED:
        lines = [say("final.closed", game=game), _closed(row, say)]
    elif row.status is Status.OVER:
        is_practice = kind_of(row).is_practice
        title = say("practice.title", game=game) if is_practice else over_title(row, say)
        results = presenter.results(hand.view, say, bold_names(row, say)) if by_ear(say) else ()
        is_told = not (below_board or _gave_up(row, board.member(hand.seat)))
        pictures = () if results and is_told else pictures
        lines = [title, *_own_result(board, hand, say)]
        lines += (results or [retired]) if is_told else []
    else:
        title = say(f"hand.finished.{SCENES[row.game].unit}", game=game)
        lines = [title, retired]
    place = ""
    if not is_private(row):
        where = place_text(row, board.server, board.message, say)
        place = say("final.place", place=where)
    # In words the result comes first.
    above, below = ("", place) if by_ear(say) else (place, "")
    buttons: list[ui.Item[Any]] = []
    if row.status is not Status.PLAYING and not below_board:
        is_withheld = hand.notes is not None and hand.notes.withholds
        back = [] if is_withheld else look_back_buttons(row, say)
        buttons = [*go_on_buttons(board, say, hand), *back]
    text: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("\n".join(filter(None, (*lines, above))))
    last = [ui.TextDisplay[ui.LayoutView](below)] if below else []
    return container(text, *galleries(pictures), *last, *rows(buttons))


def _result(board: BoardFrame, say: Words) -> str:
    row, outcome = board.row, outcome_of(board)
    names = bold_names(row, say)
    lines = [over_title(row, say)]
    for place, seat in by_place(outcome.scores, outcome.winners):
        line = say(
            f"final.place.{place}" if place <= MEDALS else "final.place.other", place=place,
            name=names[seat - 1], score=score_text(board, outcome.scores[seat - 1], say),
        )  # fmt: skip
        lines.append(line if board.notes is None else board.notes.line(seat, line, say))
    lines.append(_decided(board, names, say))
    if is_all_weak(row):
        lines.append(say("final.easy"))
    notes = [hinted_text(row, say, outcome.winners)]
    if board.notes is not None:
        notes += board.notes.below(row, say)
    if any(_gave_up(row, member) for member in row.members):
        notes.append(say("daily.gave_up"))
    return "\n".join(filter(None, (*lines, *notes)))


def _own_result(board: BoardFrame, hand: HandFrame, say: Words) -> list[str]:
    """Tell a seat its place; in words also the last trick before that, and by how much."""
    lines = [_own(board, hand.seat, say)]
    if by_ear(say):
        told, _ = told_in_words(board, hand, say)
        is_own = not _gave_up(board.row, board.member(hand.seat))
        trick = [one.sentence for one in told if is_own and not one.is_end]
        decided = _decided(board, bold_names(board.row, say), say, own=hand.seat)
        lines = [*trick, *lines, decided]
    return lines if hand.notes is None else [*lines, hand.notes.own(hand.seat, say)]


def winner_text(
    board: BoardFrame, names: Sequence[str], say: Words, own: Seat | None = None
) -> str:
    """Say who won, and by how much; to who won by themselves, only by how much."""
    outcome = outcome_of(board)
    second = max((score for score in outcome.scores if score < max(outcome.scores)), default=None)
    is_lone = outcome.scores.count(max(outcome.scores)) == len(outcome.winners) == 1
    if is_lone and second is not None:
        margin = score_text(board, max(outcome.scores) - second, say)
        if outcome.winners[0] == own:
            return say("final.margin_own", margin=margin)
        return say("final.margin", name=names[outcome.winners[0] - 1], margin=margin)
    return won(outcome.winners, names, say)


def _decided(board: BoardFrame, names: Sequence[str], say: Words, own: Seat | None = None) -> str:
    """Say who won and by how much, who was ahead before the last deal, and what else decided."""
    view, first = board.begun, winner_text(board, names, say, own)
    leader = _leader_before(view.deal_scores)
    turned = ""
    if leader is not None and leader not in outcome_of(board).winners:
        key = f"final.turned.{SCENES[board.row.game].unit}"
        turned = say("final.turned_own") if leader == own else say(key, name=names[leader - 1])
    ending = PRESENTERS[board.row.game].ending(view, say)
    return " ".join(filter(None, (first, turned, ending)))


def _leader_before(deals: Sequence[Sequence[int]]) -> Seat | None:
    """Return the seat that alone was ahead before the last deal; None if there was no such."""
    totals = [sum(made) for made in zip(*deals[:-1], strict=True)]
    if not totals or totals.count(max(totals)) > 1:
        return None
    return Seat(totals.index(max(totals)) + 1)


def _broken_off(row: MatchRow, told: Sequence[str], say: Words) -> str:
    title = say("final.closed", game=say(f"game.{row.game}"))
    return "\n".join([title, *told, _closed(row, say)])


def _closed(row: MatchRow, say: Words) -> str:
    """Say that a game was ended early, and by whom or what it went with, if that is known."""
    if is_ended_by_votes(row) and not row.closed_for:
        return say("board.closed.votes", names=voters_of(row, say))
    return say(f"closed.{row.closed_for}" if row.closed_for in GONE else "board.closed")


def _own(board: BoardFrame, seat: Seat, say: Words) -> str:
    """Tell a seat its place, and why first is no win for its person if it is none."""
    if _gave_up(board.row, board.member(seat)):
        return say("daily.gave_up")
    outcome = outcome_of(board)
    placed = by_place(outcome.scores, outcome.winners)
    place = next(place for place, other in placed if other == seat)
    has_medal = place <= MEDALS and placed[-1][0] != place
    key = "final.own.other" if place > MEDALS else f"final.own.last.{place}"
    if has_medal or place == 1:
        key = f"final.own.{place}"
    if place == 1 and len(outcome.winners) > 1:
        key = "final.own.shared"
    elif [other for other, _ in placed].count(place) > 1:
        key = f"final.own.{place}.shared" if place <= MEDALS else "final.own.other.shared"
    score = score_text(board, outcome.scores[seat - 1], say)
    text = say(key, place=Nth(place), seats=len(outcome.scores), score=score)
    member, can_win = board.member(seat), may_count(board.row) and place == 1
    if can_win and member.hinted:
        return f"{text} {say('final.own.hinted')}"
    return f"{text} {say('final.own.stood_in')}" if can_win and member.away else text


def _gave_up(row: MatchRow, member: Member) -> bool:
    """Return whether a house player finished a daily for somebody, which is no result of theirs."""
    return kind_of(row).is_solo and member.away


def score_text(board: BoardFrame, points: int, say: Words) -> str:
    """Write points as the game counts them."""
    return PRESENTERS[board.row.game].score(board.view, points, say)


def outcome_of(board: BoardFrame) -> Outcome:
    """Return the outcome of a game that is over. Raises ValueError."""
    if board.outcome is None:
        raise ValueError("this game is not over")
    return board.outcome


def _rows(board: BoardFrame, say: Words) -> list[ui.ActionRow[Any]]:
    """Return how to go on when a game is over, and what else can be looked at."""
    row = board.row
    buttons = [*go_on_buttons(board, say), *look_back_buttons(row, say)]
    if row.status is Status.OVER and not kind_of(row).is_solo:
        buttons.append(button(f"best:{row.game}", say("final.button.leaderboard")))
    return rows([*buttons, fair_button(row, say)])


def go_on_buttons(
    board: BoardFrame, say: Words, hand: HandFrame | None = None
) -> list[ui.Item[Any]]:
    """Return the games to go on with below a result: for everybody, or the person of a `hand`.

    Those who had the same deals as others have no rematch, nor who was taken out; in an evening the
    next round follows by itself.
    """
    row, buttons = board.row, list[ui.Item[Any]]()
    if kind_of(row).is_solo or row.terms.rounds:
        return buttons
    is_removed = hand is not None and hand.presence is Presence.REMOVED
    if not (kind_of(row).shares_deals or is_removed):
        again = say("final.button.again")
        buttons.append(button(f"again:{row.id}", again, discord.ButtonStyle.success))
    buttons.append(button(f"again:{row.id}:next", say("final.button.next")))
    for name, people in board.ahead.items():
        if people if hand is None else hand.user_id in people:
            buttons.append(AHEAD[name].button(say))
    return buttons


def look_back_buttons(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Return how to learn from a game that is over, and to see it again.

    What was played alone leads to its feature: others may still play the same deals.
    """
    look = look_of(row)
    own = look.after(row, say) if look is not None else ()
    return [*own] if kind_of(row).is_solo else [*own, *looking_back(row, say)]
