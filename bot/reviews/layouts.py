"""Reviews as people read them: mistakes and the best moves in words and pictures, and luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.discord.controls import button
from bot.discord.names import escape
from bot.discord.parts import Pictures, container, galleries, rows
from bot.match.abilities import Ability, can
from bot.match.house.hint_layout import reasons_of
from bot.match.names import bold_names, plain_names
from bot.presenters import PRESENTERS
from bot.presenters.reasons import percent
from bot.replays.moments import Codes, Moment
from bot.store.rows import MatchId, MatchRow
from engine.analysis.decision import Decision, Gap
from engine.analysis.luck import Amount, Luck
from engine.analysis.review import Review
from engine.game import View
from engine.players.robot import RankedMove
from render.api import Picture, Words
from render.numbers import change

LEAST_POINTS = 0.05
"""A smaller difference in points is none."""


GUESSED = frozenset({"likely"})
"""Facts that a look at the cards guesses; a review has tried the move, and tells its points."""


@dataclass(frozen=True, slots=True)
class ReviewFrame:
    """All that is shown of a review.

    `views` are what the seat saw before each move that the review names, by how many moves had
    been made, `last` what it saw at the end, and `pictures` those of the mistakes. `codes` lead to
    these moments.
    """

    row: MatchRow
    review: Review
    views: Mapping[int, View]
    last: View
    pictures: Mapping[int, Picture]
    codes: Codes


def review_button(row: MatchRow, say: Words) -> ui.Item[Any] | None:
    """Make the button that asks what a finished game teaches; None for a game without reviews."""
    if not can(row.game, Ability.REVIEW):
        return None
    return button(f"review:{row.id}", say("review.button"))


def waiting_layout(match_id: MatchId, say: Words) -> ui.LayoutView:
    """Lay out that a review is being made, with the button to ask again if it never comes."""
    again = button(f"review:{match_id}", say("review.button.again"))
    return container(ui.TextDisplay(say("review.waiting")), *rows([again]))


def review_layout(shown: ReviewFrame, say: Words) -> ui.LayoutView:
    """Lay out a review: how well, the mistakes with their pictures, what was done well, luck."""
    row, found = shown.row, shown.review
    title = say("review.title", game=say(f"game.{row.game}"), number=row.id)
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{title}\n{_accuracy(found, say)}")]
    for number, decision in enumerate(found.mistakes, start=1):
        parts += [ui.Separator(), ui.TextDisplay(_mistake(shown, number, decision, say))]
        parts += galleries(pictures_of(shown, (decision,)))
    if found.decisions and not found.mistakes:
        parts.append(ui.TextDisplay(say("review.no_mistake")))
    if found.praised:
        told = [say("review.praise"), *(_praise(shown, each, say) for each in found.praised)]
        parts += [ui.Separator(), ui.TextDisplay("\n".join(told))]
    luck = _luck(shown, found.luck, say)
    ending = [luck, say("review.what")] if found.decisions else [luck]
    if any(ending):
        parts += [ui.Separator(), ui.TextDisplay("\n".join(filter(None, ending)))]
    return container(*parts, *rows(_ways(shown, say)))


def pictures_of(shown: ReviewFrame, decisions: tuple[Decision, ...]) -> Pictures:
    """Return the pictures of some decisions, with the names of their files."""
    return [
        (f"review-{each.move}.png", shown.pictures[each.move])
        for each in decisions
        if each.move in shown.pictures
    ]


def _accuracy(found: Review, say: Words) -> str:
    if not found.decisions:
        return say("review.nothing")
    agreed = say("review.agreed", n=found.decisions, agreed=found.agreed)
    if found.accuracy is None:
        return agreed
    return f"{say('review.accuracy', accuracy=round(found.accuracy))} {agreed}"


def _ways(shown: ReviewFrame, say: Words) -> list[ui.Item[Any]]:
    """Return the buttons that show each mistake in the replay of the game."""
    row, found = shown.row, shown.review
    eyes = str(found.seat)
    codes = [shown.codes.spell(Moment(row.id, each.move, eyes)) for each in found.mistakes]
    return [
        button(f"replay:at:{code}", say("review.button.replay", number=number))
        for number, code in enumerate(codes, start=1)
    ]


def _mistake(shown: ReviewFrame, number: int, decision: Decision, say: Words) -> str:
    presenter, view = PRESENTERS[shown.row.game], shown.views[decision.move]
    labels, gap = _labels(shown, view, say), decision.gap
    cost, error = _amount(shown, gap.share, gap.points, say), percent(2 * gap.share_error)
    lines = (
        say("review.moment", number=number, headline=presenter.headline(view, say)),
        *filter(None, [_why(shown, decision, say)]),
        say("review.yours", move=labels[decision.rival], reasons=_rival(shown, decision, say)),
        say("review.best", move=labels[decision.best], reasons=_best(shown, decision, say)),
        say("review.cost", amount=cost, error=error),
        _known(shown, decision.known, say),
    )
    return "\n".join(lines)


def _why(shown: ReviewFrame, decision: Decision, say: Words) -> str:
    """Say in words why the best move is better than its rival; "" where that is not known."""
    presenter, view = PRESENTERS[shown.row.game], shown.views[decision.move]
    names = bold_names(shown.row, say)
    codes = (decision.best, decision.rival)
    best, rival = (presenter.named(view, code, say, names) for code in codes)
    return presenter.why(decision.reasons, best, rival, say, names)


def _known(shown: ReviewFrame, known: Gap, say: Words) -> str:
    """Say what the same comparison comes to with all cards known."""
    if known.is_clear():
        return say("review.known.worse", amount=_amount(shown, known.share, known.points, say))
    if replace(known, share=-known.share).is_clear():
        better = _amount(shown, -known.share, -known.points, say)
        return say("review.known.better", amount=better)
    return say("review.known.same")


def _amount(shown: ReviewFrame, share: float, points: float, say: Words) -> str:
    """Tell a difference: the chance to win, and the points where they say the same."""
    if points < LEAST_POINTS:
        return say("review.amount_win", percent=percent(share))
    return say("review.amount", percent=percent(share), points=_average(shown, points, say))


def _praise(shown: ReviewFrame, decision: Decision, say: Words) -> str:
    presenter, view = PRESENTERS[shown.row.game], shown.views[decision.move]
    labels = _labels(shown, view, say)
    return say(
        "review.praised",
        headline=presenter.headline(view, say),
        move=labels[decision.best],
        reasons=_best(shown, decision, say),
        rival=labels[decision.rival],
        percent=percent(decision.gap.share),
    )


def _luck(shown: ReviewFrame, luck: Luck, say: Words) -> str:
    """Say what chance was worth in all; and of what kind, where there are several."""
    kinds = {"cards": luck.cards, "draws": luck.draws, "dice": luck.dice}
    there = {kind: amount for kind, amount in kinds.items() if amount.events}
    if not there:
        return ""
    lines = [_all_luck(shown, luck.total, say)]
    if len(there) > 1 and not _says_the_contrary(luck.total):
        told = [
            say(f"review.luck.{kind}", points=_signed(shown, amount, say))
            for kind, amount in there.items()
        ]
        lines.append(say("review.luck.kinds", kinds=told))
    return "\n".join(lines)


def _all_luck(shown: ReviewFrame, total: Amount, say: Words) -> str:
    points, error = _signed(shown, total, say), 2 * total.share_error
    if abs(total.share) <= error:
        return say("review.luck_unclear", points=points)
    share = _signed_percent(total.share)
    if _says_the_contrary(total):
        return say("review.luck_win", percent=share, error=percent(error))
    return say("review.luck", points=points, percent=share, error=percent(error))


def _says_the_contrary(total: Amount) -> bool:
    """Return whether the chance to win clearly rose and the points fell, or the other way."""
    is_clear = abs(total.share) > 2 * total.share_error and abs(total.points) >= LEAST_POINTS
    return is_clear and (total.share > 0) != (total.points > 0)


def _signed(shown: ReviewFrame, amount: Amount, say: Words) -> str:
    written = _average(shown, amount.points, say)
    return f"+{written}" if amount.points >= LEAST_POINTS else written


def _signed_percent(share: float) -> str:
    return change(percent(share) if share >= 0 else -percent(-share))


def _average(shown: ReviewFrame, points: float, say: Words) -> str:
    return PRESENTERS[shown.row.game].average(shown.last, points, say)


def _best(shown: ReviewFrame, decision: Decision, say: Words) -> str:
    points, share = decision.points_best, decision.share_best
    return _reasons(
        shown, decision, RankedMove(decision.best, points, share, decision.facts_best), say
    )


def _rival(shown: ReviewFrame, decision: Decision, say: Words) -> str:
    points, share = decision.points_rival, decision.share_rival
    return _reasons(
        shown, decision, RankedMove(decision.rival, points, share, decision.facts_rival), say
    )


def _reasons(shown: ReviewFrame, decision: Decision, move: RankedMove, say: Words) -> str:
    tried = move._replace(facts=tuple(fact for fact in move.facts if fact[0] not in GUESSED))
    return reasons_of(shown.row.game, shown.views[decision.move], tried, say)


def _labels(shown: ReviewFrame, view: View, say: Words) -> Mapping[str, str]:
    names = plain_names(shown.row, say)
    controls = PRESENTERS[shown.row.game].controls(view, say, names)
    return {control.code: escape(control.label) for control in controls}
