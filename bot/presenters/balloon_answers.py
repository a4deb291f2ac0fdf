"""Answers to what players of Cloud 9, the balloon game, ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from bot.presenters.answering import Answers, sentence
from bot.presenters.naming import Names, name_of
from bot.presenters.reasons import percent
from engine.games.balloon.view import BLANK, DICE, FACES, TOP, VALUES, BalloonView, Phase
from engine.players.balloon.policy import strength
from engine.players.balloon.position import packed
from engine.seats import Seat
from render.api import Words


def hand_said(cards: Sequence[str], say: Words) -> str:
    """Say cards by their colours: 2 red, 1 wild."""
    return sentence(_counted(cards, say), say) if cards else say("holding.none")


def _counted(cards: Sequence[str], say: Words) -> list[str]:
    return [
        say("alt.balloon.count", n=cards.count(face), colour=say(f"alt.balloon.colour.{face}"))
        for face in FACES
        if face in cards
    ]


def _dice(view: BalloonView, say: Words, names: Names) -> str:
    """Say who flies where, the throw, and what the next cloud is worth."""
    pilot, above = name_of(names, view.pilot), min(view.cloud + 1, TOP)
    key = "balloon.look.pilot_own" if view.seat == view.pilot else "balloon.look.pilot"
    told = [say(key, name=pilot, cloud=view.cloud, n=VALUES[view.cloud])]
    if view.is_free:
        told.append(say("balloon.look.free"))
    elif view.dice:
        told.append(say("balloon.look.dice", dice=thrown(view.dice, say)))
    else:
        told.append(say("balloon.look.no_dice", n=DICE[view.cloud]))
    told.append(say("balloon.look.above", cloud=above, n=VALUES[above]))
    return " ".join(told)


def thrown(dice: Iterable[str], say: Words) -> list[str]:
    """Name the colours of dice, one by one."""
    return [
        say("alt.balloon.blank" if face == BLANK else f"alt.balloon.colour.{face}") for face in dice
    ]


def _aboard(view: BalloonView, say: Words, names: Names) -> str:
    """Say of everybody where they are, and how many cards they have."""
    return " ".join(
        say(
            f"balloon.look.{_place(view, Seat(seat))}", name=name, n=view.hand_counts[seat - 1],
            cloud=view.jumps[seat - 1],
        )
        for seat, name in enumerate(names, start=1)
    )  # fmt: skip


def _place(view: BalloonView, seat: Seat) -> str:
    if view.jumps[seat - 1]:
        return "jumped"
    if seat == view.pilot:
        return "flies"
    return "stays" if view.stayed[seat - 1] else "aboard"


def _odds(view: BalloonView, say: Words, _names: Names) -> str:
    """Say how likely the pilot can pay, as far as this seat is told."""
    if not view.with_odds:
        return say("balloon.look.without_odds")
    if view.phase is Phase.LONE and view.hand is not None and view.seat == view.pilot:
        share = strength(packed(view.hand), view.cloud)
        key = "balloon.look.own_odds" if share < 1 else "balloon.look.own_odds_all"
        return say(key, percent=percent(share))
    if view.odds is None or view.is_free:
        return say("balloon.look.no_odds")
    if view.odds.ways in (0, view.odds.total):
        return say("balloon.look.odds_all" if view.odds.ways else "balloon.look.odds_none")
    chance, held = percent(view.odds.ways / view.odds.total), view.hand_counts[view.pilot - 1]
    return say("balloon.look.odds", n=held, percent=chance)


def _last_flight(view: BalloonView, say: Words, names: Names) -> str:
    """Say what the last pilot paid on this trip, and how the trip before ended."""
    told, flight, trip = [say("balloon.look.no_flight")], view.flight, view.last_trip
    if flight is not None:
        name, cards = name_of(names, flight.pilot), _counted(flight.paid, say)
        key = "balloon.look.paid" if cards else "balloon.look.flew"
        told = [say(key, name=name, cards=cards, cloud=flight.cloud)]
    if trip is not None:
        key, name = f"balloon.look.ended.{trip.ending.value}", name_of(names, trip.pilot)
        told.append(say(key, trip=trip.trip, name=name, cloud=trip.cloud))
    return " ".join(told)


def _discards(view: BalloonView, say: Words, _names: Names) -> str:
    """Say the cards that lie open, and how many are in the pile."""
    open_ = [heap.card for heap in view.discards for _ in range(heap.count)]
    lie = say("balloon.look.discards", cards=_counted(open_, say))
    told = lie if open_ else say("balloon.look.no_discards")
    return f"{told} {say('balloon.look.pile', n=view.pile)}"


def _rules(view: BalloonView, say: Words, _names: Names) -> str:
    return say(f"balloon.look.rules.{view.phase.value}")


ANSWERS: Answers = MappingProxyType({
    "dice": _dice,
    "aboard": _aboard,
    "odds": _odds,
    "last_flight": _last_flight,
    "discards": _discards,
    "rules": _rules,
})  # fmt: skip
