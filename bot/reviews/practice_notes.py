"""Below a game of practice that is over: how the real game had ended, and how each had gone on."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.kind import kind_of
from bot.match.medals import MEDALS
from bot.match.names import move_name
from bot.match.show.looks import Notes
from bot.match.table import Table, seat_of
from bot.presenters import PRESENTERS
from bot.reviews.service import read_review
from bot.reviews.store import ReviewStore
from bot.store import Store
from bot.store.rows import MatchId, MatchRow
from bot.store.withheld import PRACTICE_NAME
from engine.analysis.decision import Decision
from engine.analysis.review import ANALYSIS_VERSION
from engine.game import View, by_place
from engine.seats import Seat
from render.api import Nth, Words


@dataclass(frozen=True)
class Began:
    """The mistake that practice began with, what the person saw, and the move made instead."""

    row: MatchRow
    mistake: Decision
    view: View
    code: str

    def told(self, say: Words) -> str:
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

    def own(self, seat: Seat, say: Words) -> str:
        """Tell the person how the real game ended for them, and how their first move compares."""
        place, points = self.placed[seat]
        score = PRESENTERS[self.row.game].score_by(self.row.options, points, say)
        key = f"practice.real.{place}" if place <= MEDALS else "practice.real.other"
        real = say(key, place=Nth(place), score=score)
        return real if self.began is None else f"{self.began.told(say)}\n{real}"


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
