"""The presenter of Cloud 9, the balloon game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.presenters.naming import gained, name_of, points_of, with_total, won
from bot.presenters.presenter import Control, Names, Tone
from bot.presenters.reasons import amount, facts_of, percent
from engine.events import GameEnded
from engine.games.balloon.view import (
    TOP,
    VALUES,
    BalloonView,
    DiceThrown,
    Ending,
    Fallen,
    Flown,
    Jumped,
    PackShuffled,
    Phase,
    Stayed,
    TripEnded,
    TripStarted,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from engine.games.balloon.view import Odds
    from engine.players.robot import RankedMove
    from render.api import Words

_MAIN = frozenset({"stay", "pay", "roll"})
"""The moves that keep the balloon up stand out."""


class BalloonPresenter:
    """Words and controls of Cloud 9; every method takes a BalloonView."""

    def headline(self, view: object, say: Words) -> str:
        seen = _balloon(view)
        return say("balloon.headline", trip=seen.deal, cloud=seen.cloud, target=seen.target)

    def prompt(self, view: object, say: Words) -> str:
        seen = _balloon(view)
        if seen.phase is Phase.OVER:
            return say("balloon.prompt.over")
        asked = seen.phase.value if seen.seat in seen.to_act else "wait"
        is_free = bool(seen.dice) and not _needed(seen.dice)
        if seen.legal == ("fall",):
            asked = "must_fall"
        elif asked == "ride" and is_free:
            asked = "ride_free"
        above = min(seen.cloud + 1, TOP)
        line = say(
            f"balloon.prompt.{asked}", dice=_dice(seen.dice, say), cloud=seen.cloud,
            n=VALUES[seen.cloud], next=above, value=VALUES[above],
        )  # fmt: skip
        return f"{line}\n{_chance(seen.odds, seen, say)}" if seen.odds and not is_free else line

    def note(self, say: Words) -> str:  # noqa: ARG002 - clouds are worth what the picture says
        return ""

    def waiting(self, view: object, say: Words, names: Names) -> str:
        seen = _balloon(view)
        if not seen.to_act:
            return ""
        return say(f"balloon.waiting.{seen.phase.value}", name=name_of(names, seen.to_act[0]))

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:  # noqa: C901, PLR0911, PLR0912 - one line an event
        match event:
            case TripStarted(trip=trip, pilot=seat):
                return say("balloon.event.trip", trip=trip, name=name_of(names, seat))
            case PackShuffled(whole=whole) if not whole:
                return say("balloon.event.shuffled")
            case DiceThrown(pilot=seat, dice=dice):
                return say("balloon.event.throws", name=name_of(names, seat), dice=_dice(dice, say))
            case Stayed(seat=seat):
                return say("balloon.event.stays", name=name_of(names, seat))
            case Jumped(seat=seat, cloud=cloud, points=points):
                who = name_of(names, seat)
                return say("balloon.event.jumps", name=who, cloud=cloud, n=points)
            case Flown(pilot=seat, paid=paid, cloud=cloud):
                key = "balloon.event.flies" if paid else "balloon.event.flies_free"
                return say(key, name=name_of(names, seat), cards=_cards(paid, say), cloud=cloud)
            case Fallen(pilot=seat):
                return say("balloon.event.falls", name=name_of(names, seat))
            case TripEnded(result=result):
                return say(
                    f"balloon.event.ended.{result.ending.value}", trip=result.trip,
                    points=gained(result.points, result.totals, names, say),
                )  # fmt: skip
            case GameEnded(winners=winners):
                return won(winners, names, say)
            case _:
                return None

    def move_name(
        self,
        view: object,
        code: str,
        say: Words,
        names: Names,  # noqa: ARG002 - no move names a player
    ) -> str:
        dice = _balloon(view).dice
        key = "pay_nothing" if code == "pay" and not _needed(dice) else code
        return say(f"balloon.move.{key}", cards=_cards(_needed(dice), say))

    def controls(
        self,
        view: object,
        say: Words,
        names: Names,  # noqa: ARG002 - as above
    ) -> tuple[Control, ...]:
        seen = _balloon(view)
        return tuple(_control(seen, code, say) for code in seen.legal)

    def open_controls(
        self,
        view: object,
        say: Words,
        names: Names,  # noqa: ARG002 - as above
    ) -> tuple[Control, ...]:
        seen = _balloon(view)
        codes = {Phase.RIDE: ("stay", "jump"), Phase.LONE: ("roll", "jump")}.get(seen.phase, ())
        return tuple(_control(seen, code, say) for code in codes)

    def reasons(self, view: object, move: RankedMove, say: Words) -> tuple[str, ...]:
        seen, facts = _balloon(view), facts_of(move)
        told = []
        is_lone = seen.phase is Phase.LONE
        # A table that plays without the pilot's chances gets none by the back door.
        # Whoever jumps need not care whether the pilot pays.
        if "pays" in facts and "scores" not in facts and (is_lone or seen.with_odds):
            key = "balloon.reason.pays_own" if is_lone else "balloon.reason.pays"
            told.append(say(key, percent=percent(facts["pays"])))
        if "wilds" in facts:
            told.append(say("balloon.reason.wilds", n=round(facts["wilds"])))
        if "scores" in facts:
            told.append(say("balloon.reason.scores", points=round(facts["scores"])))
        elif "stays" in facts:
            told.append(say("balloon.reason.stays", points=amount(facts["stays"], say)))
        else:
            told.append(say("balloon.reason.points", points=amount(move.points, say)))
        return tuple(told)

    def hand_number(self, view: object) -> int:
        """Keep one message: a hand goes on from trip to trip, and trips are short."""
        return min(1, _balloon(view).deal)

    def shows_result(self, view: object) -> bool:
        """Show the last trip while the next one has not left its first cloud."""
        seen = _balloon(view)
        return seen.last_trip is not None and seen.cloud == 1

    def ends_deal(self, event: Event) -> bool:
        return isinstance(event, TripEnded)

    def forced(self, view: object) -> str | None:
        """Nothing: the pilot is always asked (B4), and everybody else has a choice."""
        _balloon(view)
        return None

    def retired(self, view: object, say: Words) -> str:
        seen = _balloon(view)
        if seen.last_trip is None or seen.seat is None:
            return ""
        trip, place = seen.last_trip, seen.seat - 1
        made = points_of(trip.points[place], say)
        total = points_of(trip.totals[place], say)
        told = say("balloon.retired", trip=trip.trip, made=made)
        return with_total(told, total, is_over=bool(seen.winners), say=say)

    def score(self, view: object, points: int, say: Words) -> str:  # noqa: ARG002 - always points
        return points_of(points, say)

    def ending(self, view: object, say: Words) -> str:
        seen = _balloon(view)
        told = []
        if seen.last_trip is not None and seen.last_trip.ending is Ending.TOP:
            told.append(say("balloon.top"))
        if seen.scores.count(max(seen.scores)) > len(seen.winners):
            told.append(say("balloon.tie_break"))
        return " ".join(told)


def _balloon(view: object) -> BalloonView:
    if not isinstance(view, BalloonView):
        message = f"not a view of Cloud 9: {type(view).__name__}"
        raise TypeError(message)
    return view


def _control(seen: BalloonView, code: str, say: Words) -> Control:
    tone = Tone.MAIN if code in _MAIN else Tone.PLAIN
    if code == "pay":
        needed = _needed(seen.dice)
        key = "balloon.button.pay" if needed else "balloon.button.pay_nothing"
        return Control(code, say(key, cards=_cards(needed, say)), tone)
    return Control(code, say(f"balloon.button.{code}", n=VALUES[seen.cloud]), tone)


def _needed(dice: Sequence[str]) -> tuple[str, ...]:
    return tuple(face for face in "RGPY" for _ in range(dice.count(face)))


def _dice(dice: Sequence[str], say: Words) -> str:
    """Show a throw: a coloured mark and a letter a die."""
    return " ".join(
        say("balloon.blank" if face == "-" else f"balloon.face.{face}") for face in dice
    )


def _cards(faces: Sequence[str], say: Words) -> str:
    return " ".join(say(f"balloon.face.{face}") for face in faces)


def _chance(odds: Odds, seen: BalloonView, say: Words) -> str:
    """Say how likely the pilot can pay, in whole per cents; what is certain, in words."""
    if odds.ways in (0, odds.total):
        return say("balloon.odds_all" if odds.ways else "balloon.odds_none")
    if 100 * odds.ways < odds.total:
        chance = say("balloon.chance_least")
    elif 100 * (odds.total - odds.ways) < odds.total:
        chance = say("balloon.chance_most")
    else:
        chance = say("balloon.chance", percent=percent(odds.ways / odds.total))
    return say("balloon.odds", chance=chance, n=seen.hand_counts[seen.pilot - 1])
