"""The alt texts of the balloon game: all of the public state, or of the hand for its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.games.balloon.view import BLANK, DICE, FACES, TOP, VALUES, Phase, TripResult
from render.alt import composed
from render.api import Words
from render.scenes.balloon.sitting import Role, Sitting, whole_percent


def table_alt(sitting: Sitting) -> str:
    """Say the public table."""

    def compose(short: Sitting) -> str:
        seats = [_seat(short, seat) for seat in short.seats]
        parts = [_progress(short), _dice(short), _turn(short), *seats, _flight(short)]
        return _joined([*parts, _discards(short), _pile(short)])

    return composed(sitting, compose)


def hand_alt(sitting: Sitting) -> str:
    """Say the hand, the throw, the pilot's chance and what may be done."""

    def compose(short: Sitting) -> str:
        hand = short.view.hand or ()
        own = (
            short.words("alt.balloon.hand", cards=_counted(hand, short.words))
            if hand
            else short.words("alt.balloon.empty_hand")
        )
        may = _may(short) or _turn(short)
        parts = [_progress(short), own, _need(short), _odds(short), may, _discards(short)]
        return _joined([*parts, _pile(short)])

    return composed(sitting, compose)


def result_alt(sitting: Sitting, result: TripResult) -> str:
    """Say how a trip ended."""

    def compose(short: Sitting) -> str:
        head = short.words(
            f"alt.balloon.result.{result.ending.value}",
            trip=result.trip, name=short.name(result.pilot), cloud=result.cloud,
        )  # fmt: skip
        lines = [_line(short, result, seat) for seat in short.seats]
        dice = _spelled(result.dice, short.words) if result.dice else ""
        thrown = short.words("alt.balloon.dice", dice=dice) if dice else ""
        return _joined([head, thrown, *lines])

    return composed(sitting, compose)


def throw_alt(sitting: Sitting) -> str:
    """Say a throw and the hand beside it."""
    words = sitting.words
    hand = words("alt.balloon.hand", cards=_counted(sitting.view.hand or (), words))
    return f"{_dice(sitting)} {hand}"


def _joined(parts: Iterable[str]) -> str:
    return " ".join(part for part in parts if part)


def _progress(sitting: Sitting) -> str:
    view = sitting.view
    if sitting.is_over:
        return sitting.words("alt.balloon.landed", target=view.target)
    return sitting.words(
        "alt.balloon.progress",
        trip=view.deal, target=view.target, cloud=view.cloud, value=VALUES[view.cloud],
    )  # fmt: skip


def _turn(sitting: Sitting) -> str:
    view, words = sitting.view, sitting.words
    if view.phase is Phase.OVER:
        names = ", ".join(sitting.name(seat) for seat in view.winners)
        return words("alt.balloon.over", names=names, n=len(view.winners))
    if not view.to_act:
        return ""
    return words(f"alt.balloon.turn.{view.phase.value}", name=sitting.name(view.to_act[0]))


def _dice(sitting: Sitting) -> str:
    view, words = sitting.view, sitting.words
    if sitting.is_over:
        return ""
    if not view.dice:
        return words("alt.balloon.next_dice", n=DICE[view.cloud])
    return words("alt.balloon.dice", dice=_spelled(view.dice, words))


def _need(sitting: Sitting) -> str:
    """Say the throw with whose it is to pay, and what the next cloud brings."""
    view, words = sitting.view, sitting.words
    if sitting.is_over:
        return ""
    dice = _dice(sitting)
    if view.dice:
        key = "alt.balloon.need.yours" if sitting.is_pilot else "alt.balloon.need.pilots"
        dice = words(key, dice=_spelled(view.dice, words))
    if view.cloud == TOP:
        return dice
    return f"{dice} {words('alt.balloon.next_cloud', value=VALUES[view.cloud + 1])}"


def _spelled(dice: Iterable[str], words: Words) -> str:
    return ", ".join(
        words("alt.balloon.blank" if face == BLANK else f"alt.balloon.colour.{face}")
        for face in dice
    )


def _counted(cards: Iterable[str], words: Words) -> str:
    """Say cards by colour: `2 red, 1 wild`."""
    counts = Counter(cards)
    return ", ".join(
        words("alt.balloon.count", n=counts[face], colour=words(f"alt.balloon.colour.{face}"))
        for face in FACES
        if counts[face]
    )


def _discards(sitting: Sitting) -> str:
    heaps = sitting.view.discards
    if not heaps:
        return sitting.words("alt.balloon.no_discards")
    cards = _counted([heap.card for heap in heaps for _ in range(heap.count)], sitting.words)
    return sitting.words("alt.balloon.discards", cards=cards)


def _pile(sitting: Sitting) -> str:
    return sitting.words("alt.balloon.pile", n=sitting.view.pile)


def _flight(sitting: Sitting) -> str:
    flight, words = sitting.view.flight, sitting.words
    if flight is None:
        return ""
    cards = _counted(flight.paid, words) or words("alt.balloon.free")
    name = sitting.name(flight.pilot)
    return words("alt.balloon.flight", name=name, cards=cards, cloud=flight.cloud)


def _seat(sitting: Sitting, seat: int) -> str:
    view, words = sitting.view, sitting.words
    return words(
        "alt.balloon.seat_house" if sitting.is_house(seat) else "alt.balloon.seat",
        name=sitting.name(seat),
        points=words("alt.balloon.points", n=view.scores[seat - 1]),
        cards=words("alt.balloon.cards", n=view.hand_counts[seat - 1]),
        state=_state(sitting, seat),
    )


def _state(sitting: Sitting, seat: int) -> str:
    role, words = sitting.role(seat), sitting.words
    if role is not Role.JUMPED:
        return words(f"alt.balloon.state.{role.value}")
    cloud = sitting.view.jumps[seat - 1]
    return words("alt.balloon.state.jumped", cloud=cloud, points=VALUES[cloud])


def _odds(sitting: Sitting) -> str:
    odds = sitting.view.odds
    if odds is None:
        return ""
    return sitting.words("alt.balloon.odds", whole=whole_percent(odds))


def _may(sitting: Sitting) -> str:
    moves = [sitting.words(f"alt.balloon.move.{code}") for code in sitting.view.legal]
    return sitting.words("alt.balloon.may", moves=", ".join(moves)) if moves else ""


def _line(sitting: Sitting, result: TripResult, seat: int) -> str:
    words, at = sitting.words, seat - 1
    cloud = result.jumps[at]
    return words(
        "alt.balloon.line",
        name=sitting.name(seat),
        made=words("alt.balloon.made", n=result.points[at]),
        total=result.totals[at],
        jump=words("alt.balloon.jumped", cloud=cloud) if cloud else "",
    )
