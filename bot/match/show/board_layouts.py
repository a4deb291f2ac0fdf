"""The board of a match in its channel, and what stays at the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.names import bold
from bot.discord.parts import (
    Pictures,
    button,
    container,
    fair_button,
    galleries,
    jump_link,
    move_rows,
    rows,
    rules_button,
    small,
    table_button,
)
from bot.match.clock.proposals import (
    paused_text,
    proposal_buttons,
    proposal_text,
    voters_of,
    votes_text,
)
from bot.match.house.layouts import hinted_text
from bot.match.show.hand_layouts import head_text, more_button, other_buttons, place_text
from bot.match.show.looks import AHEAD, look_of, looking_back, over_title, title_of
from bot.match.show.narration import ended_sentences, narration_in_words, recent_sentences
from bot.match.show.stage import BoardFrame, HandFrame
from bot.match.table import state
from bot.match.table.change import MEDALS, is_ended_by_votes, votes_needed
from bot.match.table.kind import is_private, kind_of
from bot.match.table.names import bold_names, plain_names
from bot.match.table.seats import level_of
from bot.match.table.times import LOCKED, is_paused_for, is_slow, turn_text
from bot.presenters import PRESENTERS
from bot.presenters.cards import won
from bot.store.rows import MatchRow, Member, Presence, Status
from bot.texts import by_ear
from engine.game import Outcome, by_place
from engine.seats import Seat
from render.api import All, Nth, Words, capital
from render.scenes import SCENES
from render.speech import ahead

# The end of a game: the board that stays, and what the hands become.

GONE = ("channel", "evening", "server", "upgrade", "week")
"""The helps that a game can have had."""


def finished_layout(
    board: BoardFrame, pictures: Pictures, sentences: Sequence[str], say: Words
) -> ui.LayoutView:
    """Lay out the board of a game that is over, or was ended early after the `sentences`."""
    row = board.row
    is_over = row.status is Status.OVER
    pictured = bool(pictures) and not by_ear(say)
    text = _result(board, say, pictured=pictured) if is_over else _broken_off(row, sentences, say)
    return container(*galleries(pictures), ui.TextDisplay(text), *_result_rows(board, say))


def finished_hand_layout(
    board: BoardFrame, hand: HandFrame, pictures: Pictures, say: Words, *,
    below_board: bool = False,
) -> ui.LayoutView:  # fmt: skip
    """Lay out what stays of a hand when its deal or its game is over.

    At the end of a game it tells this seat's place in a sentence, and `pictures` show the result.
    How the last deal went is told in words and where no board shows it, but to nobody whose daily a
    house player finished. What stands just `below_board` leads on, and has no more of its buttons.
    """
    row, presenter, kind = board.row, PRESENTERS[board.row.game], kind_of(board.row)
    game, retired = say(f"game.{row.game}"), presenter.retired(hand.view, say, bold_names(row, say))
    if row.status is Status.CLOSED and kind.is_practice:
        lines = [say("beat.ended") if kind.borrows else say("practice.ended")]
    elif row.status is Status.CLOSED:
        lines = [say("final.closed", game=game), _closed(row, say)]
    elif row.status is Status.OVER:
        title = over_title(row, say)
        results = presenter.results(hand.view, say, bold_names(row, say)) if by_ear(say) else ()
        is_told = not _gave_up(row, board.member(hand.seat))
        pictures = () if results and is_told else pictures
        lines = [title, *_seat_result(board, hand, say)]
        if is_told:
            lines += results or ([retired] if kind.is_solo or kind.is_veiled else [])
    else:
        title = say(f"hand.finished.{SCENES[row.game].unit}", game=game)
        lines = [title, retired]
    place = ""
    if not (is_private(row) or below_board):
        where = place_text(row, board.server, board.message, say)
        place = say("final.place", place=where)
    # In words the result comes first.
    above, below = ("", place) if by_ear(say) else (place, "")
    text: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("\n".join(filter(None, (*lines, above))))
    last = [ui.TextDisplay[ui.LayoutView](below)] if below else []
    way_on = [] if row.status is Status.PLAYING else _way_on(board, hand, say, only=below_board)
    return container(text, *galleries(pictures), *last, *way_on)


def _way_on(
    board: BoardFrame, hand: HandFrame, say: Words, *, only: bool
) -> list[ui.ActionRow[Any]]:
    """Return how to go on below a hand: `only` the main way and the review, or all there is."""
    is_withheld = hand.notes is not None and hand.notes.withholds
    if only:
        ways = go_on_buttons(board, say, hand)[:1]
        review = looking_back(board.row, say, "reviews") if ways and not is_withheld else []
        return rows([*ways, *review])
    return rows(go_on_buttons(board, say, hand)) if is_withheld else _result_rows(board, say, hand)


def _result(board: BoardFrame, say: Words, *, pictured: bool) -> str:
    """Say who won, and who has what unless that is `pictured`."""
    row, outcome = board.row, outcome_of(board)
    names = bold_names(row, say)
    lines = [over_title(row, say)]
    placed = () if pictured else by_place(outcome.scores, outcome.winners)
    for place, seat in placed:
        line = say(
            f"final.place.{place}" if place <= MEDALS else "final.place.other", place=place,
            name=names[seat - 1], score=score_text(board, outcome.scores[seat - 1], say),
        )  # fmt: skip
        lines.append(line if board.notes is None else board.notes.line(seat, line, say))
    lines.append(_decided(board, names, say, pictured=pictured))
    notes = [_moments(board, names, say), hinted_text(row, say, outcome.winners)]
    if state.is_all_weak(row):
        notes.append(say("final.easy"))
    if board.notes is not None:
        notes += board.notes.below(row, say)
    if any(_gave_up(row, member) for member in row.members):
        notes.append(say("daily.gave_up"))
    return "\n".join(filter(None, (*lines, *notes)))


def _moments(board: BoardFrame, names: Sequence[str], say: Words) -> str:
    """Tell in a small line what was remarkable in a game; "" if nothing was."""
    presenter, unit, told = PRESENTERS[board.row.game], SCENES[board.row.game].unit, list[str]()
    is_only = board.moments and len(board.game_view.deal_scores) == 1
    for feat in board.moments:
        where = say("final.where", deal=say(f"picture.evening.{unit}", deal=feat.deal))
        praise = presenter.praise(feat, "" if is_only else where, names[feat.seat - 1], say)
        told.append(capital(praise.lstrip(",: ")))
    return small(" ".join(told))


def _seat_result(board: BoardFrame, hand: HandFrame, say: Words) -> list[str]:
    """Tell a seat its place; in words also the last trick before that, and by how much."""
    lines = [_seat_place(board, hand.seat, say)]
    if by_ear(say):
        told, _ = narration_in_words(board, hand, say)
        is_own = not _gave_up(board.row, board.member(hand.seat))
        trick = [one.sentence for one in told if is_own and not one.is_end]
        decided = _decided(board, bold_names(board.row, say), say, reader=hand.seat)
        lines = [*trick, *lines, decided]
    return lines if hand.notes is None else [*lines, hand.notes.for_seat(hand.seat, say)]


def winner_text(
    board: BoardFrame, names: Sequence[str], say: Words, reader: Seat | None = None
) -> str:
    """Say who won, and by how much; to who won by themselves, only by how much."""
    outcome = outcome_of(board)
    second = max((score for score in outcome.scores if score < max(outcome.scores)), default=None)
    is_lone = outcome.scores.count(max(outcome.scores)) == len(outcome.winners) == 1
    if is_lone and second is not None:
        margin = score_text(board, max(outcome.scores) - second, say)
        if outcome.winners[0] == reader:
            return say("final.margin_own", margin=margin)
        return say("final.margin", name=names[outcome.winners[0] - 1], margin=margin)
    return won(outcome.winners, names, say)


def _decided(
    board: BoardFrame, names: Sequence[str], say: Words, reader: Seat | None = None,
    *, pictured: bool = False,
) -> str:  # fmt: skip
    """Say who won and by how much unless that is `pictured`, and what decided it."""
    view, first = board.game_view, "" if pictured else winner_text(board, names, say, reader)
    leader = next(iter(ahead(view.deal_scores[:-1])[-1:]), None)
    turned = ""
    if leader is not None and leader not in outcome_of(board).winners:
        key = f"final.turned.{SCENES[board.row.game].unit}"
        turned = say("final.turned_own") if leader == reader else say(key, name=names[leader - 1])
    ending = PRESENTERS[board.row.game].ending(view, say)
    return " ".join(filter(None, (first, turned, ending)))


def _broken_off(row: MatchRow, sentences: Sequence[str], say: Words) -> str:
    title = say("final.closed", game=say(f"game.{row.game}"))
    return "\n".join([title, *sentences, _closed(row, say)])


def _closed(row: MatchRow, say: Words) -> str:
    """Say that a game was ended early, and by whom or what it went with, if that is known."""
    if is_ended_by_votes(row) and not row.closed_for:
        return say("board.closed.votes", names=voters_of(row, say))
    return say(f"closed.{row.closed_for}" if row.closed_for in GONE else "board.closed")


def _seat_place(board: BoardFrame, seat: Seat, say: Words) -> str:
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
    member, can_win = board.member(seat), state.may_count(board.row) and place == 1
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


def _result_rows(
    board: BoardFrame, say: Words, hand: HandFrame | None = None
) -> list[ui.ActionRow[Any]]:
    """Return how to go on when a game is over, and the way to what else can be looked at."""
    first, *rest = result_buttons(board, say, hand)
    return rows([first, more_button(board.row, say)] if len(rest) > 1 else [first, *rest])


def result_buttons(
    board: BoardFrame, say: Words, hand: HandFrame | None = None
) -> list[ui.Item[Any]]:
    """Return the buttons below a result, the main one first; the rest are behind another one."""
    row, presenter = board.row, PRESENTERS[board.row.game]
    every = [*go_on_buttons(board, say, hand), *look_back_buttons(row, say)]
    if row.status is Status.OVER and not kind_of(row).is_veiled and presenter.explains:
        every.append(explaining_button(row, say))
    if row.status is Status.OVER and not kind_of(row).is_solo:
        every.append(button(f"best:{row.game}", say("final.button.leaderboard")))
    return [*every, fair_button(row, say)]


def explaining_button(row: MatchRow, say: Words) -> ui.Item[Any]:
    """Return the button that tells how a result came about, in a game that explains it."""
    question = PRESENTERS[row.game].explains
    return button(f"look:{row.id}:{question}", say(f"board.button.{question}"))


def more_layout(board: BoardFrame, say: Words, hand: HandFrame | None = None) -> ui.LayoutView:
    """Lay out the rest of the buttons below a result: for anybody, or the person of a `hand`."""
    row = board.row
    title = ui.TextDisplay[Any](f"-# {title_of(row.game, row.number, row.series, say)}")
    _, *rest = result_buttons(board, say, hand)
    return container(title, *rows(rest))


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


# The table's message: pictures, what just happened, whose turn it is, buttons.


def board_layout(
    board: BoardFrame, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out the board of a match that is played, or was."""
    if board.row.status is not Status.PLAYING:
        return finished_layout(board, pictures, recent_sentences(board, say), say)
    row, presenter, view = board.row, PRESENTERS[board.row.game], board.game_view
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(head_text(board, view, say, _progress(board, say))), *galleries(pictures),
        ui.TextDisplay(_words(board, say)),
    ]  # fmt: skip
    is_asked = not row.pauses and any(
        not state.is_house(row.members[seat - 1]) for seat in view.to_act
    )
    controls = presenter.controls(view, say, plain_names(row, say)) if is_asked else ()
    parts += move_rows(row, controls, say, emoji, renewed=board.renewed)
    if presenter.explains and presenter.shows_result(view):
        parts += rows([explaining_button(row, say)])
    chair = [button("deal", say("deal.button"))] if state.has_free_chair(row, view) else []
    parts += [*rows(proposal_buttons(row, say)), *rows([*table_buttons(row, say), *chair])]
    return container(*parts)


def _progress(board: BoardFrame, say: Words) -> str:
    """Say how far a game is, and of which deal the picture is where that is the one before."""
    presenter, view = PRESENTERS[board.row.game], board.game_view
    progress = presenter.progress(view, say)
    if not presenter.shows_result(view):
        return progress
    unit = SCENES[board.row.game].unit
    deal = say(f"picture.evening.{unit}", deal=len(view.deal_scores))
    return say("board.pictured", progress=progress, deal=deal)


def _words(board: BoardFrame, say: Words) -> str:
    """Tell what happened last, and as long as a deal is early how the one before ended."""
    row, presenter = board.row, PRESENTERS[board.row.game]
    ended = ended_sentences(board, say) if presenter.shows_result(board.view) else []
    lines = recent_sentences(board, say, of_new=bool(ended))
    if not any(presenter.ends_deal(event) for each in board.happened[-1:] for event in each):
        ended = ended[-1:]  # the last trick is told once
    lines.insert(0, " ".join(ended))
    turn = presenter.waiting(board.view, say, bold_names(row, say))
    lines += [turn_of(row, turn, say), *notes_of(row, say)]
    is_sent = any(one.dm and not state.is_house(one) for one in row.members)
    is_new = row.moves < len(row.members) and not state.has_private_hands(row)
    if is_new and is_sent and row.guild_id is not None:
        lines.append(say("board.where"))
    return "\n".join(filter(None, lines))


def turn_of(row: MatchRow, turn: str, say: Words) -> str:
    """Say whose `turn` it is and until when, or that the game is paused or waits for people."""
    late = late_names(row)
    if row.pauses:
        return paused_text(row, say)
    if state.is_waiting(row):
        return say("board.waits", names=late)
    soonest = min(
        row.members, key=lambda member: inf if member.clock.due is None else member.clock.due
    )
    return turn_text(turn, soonest, row.terms, say)


def notes_of(row: MatchRow, say: Words) -> list[str]:
    """Say what else everybody should know: who is late or left, who votes, what is proposed."""
    notes = [say("board.thread_gone")] if row.thread_gone else []
    late = late_names(row)
    if late and not state.is_waiting(row):
        notes.append(say("board.late", names=late))
    left = _named(row, (m.presence is Presence.LEFT and not m.is_anonymous for m in row.members))
    if left and not kind_of(row).is_solo:
        notes.append(say("board.left", names=left))
    unreached = _named(row, (not m.dm and not state.is_house(m) for m in row.members))
    if unreached and not row.by_token:
        notes.append(say("board.dm_closed", names=unreached))
    if taken_out := _named(row, (member.presence is Presence.REMOVED for member in row.members)):
        notes.append(say("board.kicked", names=taken_out))
    if hurried := _named(row, (member.hinted and member.user_id is None for member in row.members)):
        notes.append(say("board.by_rule", names=hurried))
    notes += _vacations(row, say)
    others = (votes_text(row, say), proposal_text(row, say), hinted_text(row, say))
    return [*notes, *filter(None, others)]


def _vacations(row: MatchRow, say: Words) -> list[str]:
    """Say who is on vacation until when, but for one that was over at the last change."""
    if not is_slow(row):
        return []
    return [
        say("board.vacation", name=name, when=f"<t:{int(member.clock.vacation)}:f>")
        for member, name in zip(row.members, bold_names(row, say, ()), strict=True)
        if member.clock.vacation > row.touched and not state.is_house(member)
    ]


def _house_players(board: BoardFrame, say: Words) -> str:
    """Say how well the house players play; "" if there are none."""
    players = [
        say("board.house_player", name=name, level=say(f"level.{level_of(board.row, member)}"))
        for member, name in zip(board.row.members, bold_names(board.row, say, ()), strict=True)
        if member.user_id is None
    ]
    return say("board.house", players=players) if players else ""


def late_names(row: MatchRow) -> All:
    """Name those who are played for because their time ran out."""
    return _named(row, (member.presence is Presence.LATE for member in row.members))


def _named(row: MatchRow, are_meant: Iterable[bool]) -> All:
    """Name some of those who play."""
    named = zip(state.names_of(row), are_meant, strict=True)
    return All(bold(name) for name, is_meant in named if is_meant)


def table_buttons(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Return the controls below a board, for everybody at its table: a phone has room for three."""
    buttons: list[ui.Item[Any]] = [
        table_button(row, "hand", say("board.button.hand"), discord.ButtonStyle.success)
    ]
    if kind_of(row).is_solo:
        return [*buttons, table_button(row, "leave", say("daily.button.give_up"))]
    if len(state.present(row)) < 2:
        # A vote of one would end the game at once; leaving asks first.
        pace = "slower" if row.terms.fast else "faster"
        buttons.append(table_button(row, pace, say(f"board.button.{pace}")))
    return [*buttons, more_button(row, say)]


def table_more_layout(board: BoardFrame, hand: HandFrame, say: Words) -> ui.LayoutView:
    """Lay out what a person can do for which there is no room below their hand and the board."""
    row = board.row
    controls = PRESENTERS[row.game].controls(hand.view, say, plain_names(row, say))
    buttons = other_buttons(row, hand, say, controls, panel=True)
    if not kind_of(row).is_solo:
        buttons.append(rules_button(row.game, say))
        if not row.by_token:
            buttons.append(table_button(row, "clock", say("board.button.clock")))
        if len(state.present(row)) > 1 and votes_needed(row) is not None:
            buttons.append(table_button(row, "end", say("board.button.end")))
        buttons.append(table_button(row, "leave", say("board.button.leave")))
    title = f"-# {title_of(row.game, row.number, row.series, say)}"
    lines = filter(None, (title, _house_players(board, say)))
    return container(ui.TextDisplay("\n".join(lines)), *rows(buttons))


# A veiled board: it shows no card, for others still play the same deals.
#
# Its players have the whole table in their hands. The result is told when nobody plays these deals
# any more.


def veiled_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays, how far they are and whose turn it is; no picture."""
    row = board.row
    lines = [veiled_text(board, say)]
    if row.status is not Status.PLAYING:
        look = look_of(row)
        own = look.after(row, say) if look is not None else ()
        is_withheld = board.notes is not None and board.notes.withholds
        if board.notes is not None and is_withheld:
            lines += board.notes.below(row, say)
        shown = [] if is_withheld else [*own, *looking_back(row, say)]
        return container(
            ui.TextDisplay("\n".join(lines)),
            *rows([*go_on_buttons(board, say), *shown, fair_button(row, say)]),
        )
    acting = [bold_names(row, say)[seat - 1] for seat in board.game_view.to_act]
    turn = say("which.turn", name=All(acting))
    lines += [turn_of(row, turn, say), *notes_of(row, say)]
    return container(
        ui.TextDisplay("\n".join(filter(None, lines))),
        *rows(proposal_buttons(row, say)), *rows(table_buttons(row, say)),
    )  # fmt: skip


def veiled_text(board: BoardFrame, say: Words) -> str:
    """Say who plays which deals, and what became of it, without a score."""
    row, look = board.row, look_of(board.row)
    names, kind = All(bold_names(row, say, ())), "league" if look is None else kind_of(row).name
    return say(
        f"veil.{kind}.{row.status}", game=say(f"game.{row.game}"), names=names, table=row.number,
        deal=board.game_view.deal,
        **({} if look is None else look.values(row)),
    )  # fmt: skip


# The line: what the channel shows of a table that plays in a thread, and the thread's name.


def thread_name(row: MatchRow, say: Words) -> str:
    """Name the thread of a match after its game and number; several share one without a number."""
    if row.terms.rounds:
        key, number = "thread.name.evening", row.series.split(" ")[1]
    else:
        key, number = (
            "thread.name.together" if kind_of(row).together else "thread.name",
            str(row.id),
        )
    return say(key, game=say(f"game.{row.game}"), number=number)


def line_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays what, with the way there and to one's hand.

    At the end it tells what came of the game, and how to go on.
    """
    row = board.row
    told = {"game": say(f"game.{row.game}"), "number": row.number, "link": jump_link(row, None)}
    if kind_of(row).is_veiled and row.status is not Status.PLAYING:
        text = veiled_text(board, say)
    elif row.status is Status.OVER:
        names, outcome = bold_names(row, say), outcome_of(board)
        placed = [seat for _, seat in by_place(outcome.scores, outcome.winners)]
        scores = " · ".join(_score(board, seat, names[seat - 1], say) for seat in placed)
        text = say("line.over", result=winner_text(board, names, say), scores=scores, **told)
    elif is_paused_for(row, LOCKED):
        text = say("line.locked", **told)
    elif row.status is Status.CLOSED:
        text = say("line.closed", **told)
    else:
        text = say("line.playing", names=All(bold_names(row, say, ())), **told)
    is_over = row.status in (Status.OVER, Status.CLOSED)
    # Nobody has to open the thread to see their hand, as where the table is in the channel.
    hand = table_button(row, "hand", say("board.button.hand"), discord.ButtonStyle.success)
    buttons = go_on_buttons(board, say) if is_over else [hand]
    return container(ui.TextDisplay(text), *rows(buttons))


def _score(board: BoardFrame, seat: Seat, name: str, say: Words) -> str:
    points = score_text(board, outcome_of(board).scores[seat - 1], say)
    line = say("line.score", name=name, score=points)
    return line if board.notes is None else board.notes.short(seat, line, say)
