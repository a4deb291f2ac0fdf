"""Reviews as people read them: how the game went in a picture, mistakes, the best moves, luck."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.discord.parts import Pictures, button, container, galleries, rows
from bot.match.show.looks import Asked, Fact, Look, Notes, look_of, looking_back, title_of
from bot.match.table.change import MEDALS
from bot.match.table.kind import Ability, can, kind_of
from bot.match.table.names import bold_names, move_name
from bot.match.table.state import Table, seat_of
from bot.preferences.server import Feature
from bot.presenters import PRESENTERS
from bot.presenters.cards import graded, percent
from bot.replays.service import Moment, Replay
from bot.reviews.service import read_review
from bot.reviews.store import ReviewStore
from bot.store import Store
from bot.store.matches import PRACTICE_NAME
from bot.store.rows import MatchId, MatchRow
from engine.analysis.decision import Decision
from engine.analysis.luck import Amount
from engine.analysis.review import ANALYSIS_VERSION, Review
from engine.analysis.scale import Grade
from engine.game import View, by_place
from engine.seats import Seat
from render.api import All, Nth, Words, capital, change
from render.scenes.play import Mark, Play

# Below a game of practice that is over: how the real game had ended, and how each had gone on.


@dataclass(frozen=True)
class Began:
    """The mistake that practice began with, what the person saw, and the move made instead."""

    row: MatchRow
    mistake: Decision
    view: View
    code: str

    def comparison(self, say: Words) -> str:
        """Compare the move with that of the real game, and say which was stronger."""
        was, best = self.mistake.code, self.mistake.best
        told = {
            key: move_name(self.row, self.view, code, say)
            for key, code in (("made", self.code), ("was", was), ("best", best))
        }
        how = {best: "best", was: "again"}.get(self.code, "other")
        return say(f"practice.began.{how}", **told)


@dataclass(frozen=True)
class PracticeNotes(Notes):
    """The place and points of each seat in the real game, and how practice began, if known."""

    row: MatchRow
    placed: dict[Seat, tuple[int, int]]
    began: Began | None = None

    def for_seat(self, seat: Seat, say: Words) -> str:
        """Tell the person how the real game ended for them, and how their first move compares."""
        place, points = self.placed[seat]
        score = PRESENTERS[self.row.game].score_by(self.row.options, points, say)
        key = f"practice.real.{place}" if place <= MEDALS else "practice.real.other"
        real = say(key, place=Nth(place), score=score)
        return real if self.began is None else f"{self.began.comparison(say)}\n{real}"


async def practice_notes(store: Store, row: MatchRow) -> PracticeNotes | None:
    """Return the note on a game of practice; None for others, and after one that never ended."""
    if kind_of(row).name != PRACTICE_NAME:
        return None
    _, match_id, moves = row.series.split()
    results = await store.results(MatchId(int(match_id)))
    if not results:
        return None
    scores = [result.score for result in results]
    winners = [result.seat for result in results if result.won]
    began = await _began(store, row, MatchId(int(match_id)), int(moves))
    placed = {seat: (place, scores[seat - 1]) for place, seat in by_place(scores, winners)}
    return PracticeNotes(row, placed, began)


async def _began(store: Store, row: MatchRow, match_id: MatchId, moves: int) -> Began | None:
    """Return how a game of practice began; None where no review is kept that tells of it."""
    seat = seat_of(row, row.opener_id)
    if seat is None:
        return None
    kept = await ReviewStore(store.database).get(match_id, seat, ANALYSIS_VERSION)
    found = read_review(kept)
    mistakes = [each for each in found.mistakes if each.move == moves] if found else []
    if not mistakes:
        return None
    log = await store.moves(row.id)
    return Began(row, mistakes[0], Table.stages(row, log[:moves])[-1].view(seat), log[moves].code)


# How accurately a person plays, on their page.

LOW = 10.0
"""No accuracy below this is told as a number: that would only discourage."""

LEAST_GAMES = 3
"""Fewer reviewed games say little of a person."""


async def review_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person their mean accuracy, unless it is LOW; a review is private to them."""
    if asked.by != asked.user_id or not asked.settings.has(Feature.REVIEW):
        return ()
    review_store, say = ReviewStore(asked.app.store.database), asked.say
    mean = await review_store.mean_accuracy(asked.user_id, ANALYSIS_VERSION, LEAST_GAMES)
    if mean is None or mean < LOW:
        return ()
    return [Fact(say("fact.accuracy"), say("fact.accuracy.mean", accuracy=round(mean)))]


LEAST_LUCK = 0.05
"""A smaller change of the chance to win is no clear one, however surely it is known."""

LEAST_POINTS = 0.05
"""A smaller difference in points is none."""


@dataclass(frozen=True, slots=True)
class ReviewFrame:
    """A review and the game it is about, in which every moment can be seen."""

    replay: Replay
    review: Review

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that are told of, in the order of their numbers: as they were made."""
        found = self.review.mistakes + self.review.praised
        return tuple(sorted(found, key=lambda decision: decision.move))

    def numbered(self, decisions: Collection[Decision]) -> list[tuple[int, Decision]]:
        """Return some of those that are told of, each with its number."""
        return [(n, each) for n, each in enumerate(self.decisions, start=1) if each in decisions]

    def view(self, decision: Decision) -> View:
        """Return what the seat saw before a decision."""
        return self.replay.view(decision.move, self.review.seat)


def review_button(row: MatchRow, say: Words) -> ui.Item[Any] | None:
    """Make the button that asks what a finished game teaches; None for a game without reviews."""
    if not can(row.game, Ability.REVIEW):
        return None
    return button(f"review:{row.id}", say("review.button"))


def waiting_layout(match_id: MatchId, say: Words, told: str = "") -> ui.LayoutView:
    """Lay out that a review is being made, or is `told` not to be, with the button to ask again."""
    again = button(f"review:{match_id}", say("review.button.again"))
    return container(ui.TextDisplay(told or say("review.waiting")), *rows([again]))


def review_layout(frame: ReviewFrame, pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out a review: how the game went, the mistakes, what was done well, and luck."""
    row, found = frame.replay.row, frame.review
    title = say("review.title", title=title_of(row.game, row.number, row.series, say))
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"{title}\n{_accuracy(found, say)}"),
        *galleries(pictures),
    ]
    for number, decision in frame.numbered(found.mistakes):
        parts.append(ui.TextDisplay(_mistake(frame, number, decision, say)))
        see = button(f"review:{row.id}:{decision.move}", say("button.see"))
        parts += rows([see, *ways(frame, decision, say)])
    if found.decisions and not found.mistakes:
        parts.append(ui.TextDisplay(say("review.no_mistake")))
    if found.praised:
        told = [_praise(frame, n, each, say) for n, each in frame.numbered(found.praised)]
        parts += [
            ui.Separator(),
            ui.TextDisplay("\n".join([f"### {graded(Grade.GOOD, say)}", *told])),
        ]
    luck = _luck(frame.review, say)
    ending = [luck, say("review.what")] if found.decisions else [luck]
    if any(ending):
        parts += [ui.Separator(), ui.TextDisplay("\n".join(filter(None, ending)))]
    return container(*parts, *rows(_onward(row, say)))


def mistake_layout(
    frame: ReviewFrame, decision: Decision, pictures: Pictures, say: Words
) -> ui.LayoutView:
    """Lay out one mistake: the position, the move made and the better one, each with reasons."""
    row, number = frame.replay.row, frame.decisions.index(decision) + 1
    told = "\n".join(filter(None, (_why(frame, decision, say), _known(decision, say))))
    back = button(f"review:{row.id}", say("review.button.back"))
    return container(
        ui.TextDisplay(_cost(frame, number, decision, say)),
        *galleries(pictures),
        *([ui.TextDisplay(told)] if told else []),
        *rows([*ways(frame, decision, say), back]),
    )


def try_button(match_id: int, moves: int, say: Words) -> ui.Item[Any]:
    """Make the button that goes on from a moment of a game, alone."""
    return button(f"try:{match_id}:{moves}", say("review.button.try"))


def ways(frame: ReviewFrame, decision: Decision, say: Words) -> list[ui.Item[Any]]:
    """Return the buttons that lead from a mistake into the game."""
    moment = Moment(frame.replay.row.id, decision.move, str(frame.review.seat))
    code = frame.replay.codes.spell(moment)
    return [
        try_button(moment.match_id, decision.move, say),
        button(f"replay:at:{code}", say("replay.button.replay")),
    ]


def play_of(frame: ReviewFrame, say: Words) -> Play:
    """Return how the game went, to be painted."""
    replay, row, found = frame.replay, frame.replay.row, frame.review
    return Play(
        title=title_of(row.game, row.number, row.series, say),
        points=[(point.move, percent(point.share)) for point in found.curve],
        starts=replay.starts,
        last=replay.last,
        marks=[_mark(number, each) for number, each in enumerate(frame.decisions, start=1)],
    )


def _mark(number: int, decision: Decision) -> Mark:
    """Return how a move that is told of stands in the picture: a costly one as a fall."""
    fall = 0 if decision.grade is Grade.GOOD else percent(decision.gap.share)
    return Mark(number, decision.move, percent(decision.share), decision.grade, fall)


def _accuracy(found: Review, say: Words) -> str:
    if not found.decisions:
        return say("review.nothing")
    if found.accuracy is None:
        return say("review.no_accuracy")
    if found.accuracy < LOW and found.mistakes:
        return say("review.accuracy.low")
    return say("review.accuracy", accuracy=round(found.accuracy))


def _onward(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Make the buttons below a review: the whole game, and back to what it was played for."""
    look = look_of(row)
    return [*looking_back(row, say, "replays"), *(look.after(row, say) if look is not None else ())]


def _mistake(frame: ReviewFrame, number: int, decision: Decision, say: Words) -> str:
    """Tell a mistake in a sentence, and why the best move is better in a short line."""
    told = (_cost(frame, number, decision, say), _why(frame, decision, say))
    return "\n".join(filter(None, told))


def _why(frame: ReviewFrame, decision: Decision, say: Words) -> str:
    """Say why the best move is better than its rival; "" where that is not known."""
    presenter, view = PRESENTERS[frame.replay.row.game], frame.view(decision)
    names = bold_names(frame.replay.row, say)
    codes = (decision.best, decision.rival)
    best, rival = (presenter.named_again(view, code, say, names) for code in codes)
    return presenter.why(decision.reasons, best, rival, say, names)


def _cost(frame: ReviewFrame, number: int, decision: Decision, say: Words) -> str:
    best, rival = _both(frame, decision, say)
    presenter = PRESENTERS[frame.replay.row.game]
    return say(
        "review.mistake",
        number=number,
        headline=capital(presenter.headline(frame.view(decision), say)),
        grade=graded(decision.grade, say),
        good=graded(Grade.GOOD, say),
        move=capital(rival),
        best=best,
        percent=percent(decision.gap.share),
    )


def _known(decision: Decision, say: Words) -> str:
    """Say what the same comparison comes to with all cards known; "" where none are hidden."""
    known = decision.known
    if known == decision.gap:
        return ""
    if known.is_clear():
        return say("review.known.worse", percent=percent(known.share))
    if replace(known, share=-known.share).is_clear():
        return say("review.known.better")
    return say("review.known.same")


def _praise(frame: ReviewFrame, number: int, decision: Decision, say: Words) -> str:
    presenter, (best, rival) = PRESENTERS[frame.replay.row.game], _both(frame, decision, say)
    return say(
        "review.praised",
        number=number,
        headline=capital(presenter.headline(frame.view(decision), say)),
        move=capital(best),
        rival=capital(rival),
        percent=percent(decision.gap.share),
    )


def _luck(found: Review, say: Words) -> str:
    """Say in a sentence what chance was worth in all, and of what kinds; "" if there was none."""
    luck = found.luck
    kinds = {"cards": luck.cards, "draws": luck.draws, "dice": luck.dice}
    there = {kind: amount for kind, amount in kinds.items() if amount.events}
    if not there:
        return ""
    total = luck.total
    if not _is_clear(total):
        is_lost = found.decisions and found.curve and not found.curve[-1].share
        is_of_others = is_lost and not found.mistakes
        return say("review.luck_unclear.lost" if is_of_others else "review.luck_unclear")
    told = [
        say(f"review.luck.{kind}.{'good' if amount.points > 0 else 'bad'}")
        for kind, amount in there.items()
        if abs(amount.points) >= max(LEAST_POINTS, 2 * amount.points_error)
    ]
    key = "review.luck.good" if total.share > 0 else "review.luck.bad"
    whole = percent(abs(total.share))
    change_in_all = change(whole if total.share > 0 else -whole)
    if len(there) == 1 or not told or total.share * total.points < 0:
        return say(key, change=change_in_all)
    return say(f"{key}.kinds", change=change_in_all, kinds=All(told))


def _is_clear(total: Amount) -> bool:
    """Return whether luck has clearly changed the chance to win."""
    return abs(total.share) >= max(LEAST_LUCK, 2 * total.share_error)


def _both(frame: ReviewFrame, decision: Decision, say: Words) -> tuple[str, str]:
    """Name the best move and its rival as a sentence does, in which both are printed bold."""
    row, view = frame.replay.row, frame.view(decision)
    best, rival = (move_name(row, view, code, say) for code in (decision.best, decision.rival))
    return best, rival


def _after_practice(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Return the buttons below a game of practice that is over: once more, and its review."""
    _, match_id, moves = row.series.split()
    back = button(f"review:{match_id}", say("review.button.back"))
    return [try_button(int(match_id), int(moves), say), back]


LOOK = Look(
    after=_after_practice,
    over=lambda row, say: say("practice.title", game=say(f"game.{row.game}")),
    place=lambda say: say("review.practice"),
    title=lambda game, _series, say: say("title.practice", game=say(f"game.{game}")),
)
"""The look of practice."""
