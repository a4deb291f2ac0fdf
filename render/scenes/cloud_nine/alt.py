"""The alt texts of Cloud Nine: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from engine.games.cloud_nine.view import DealResult, Played, Trick
from engine.melds import Nine
from render.alt import card_name, composed, worth
from render.api import Words
from render.scenes.cloud_nine.sitting import Sitting


def table_alt(sitting: Sitting) -> str:
    """Say the public table."""
    view, words = sitting.view, sitting.words

    def compose(short: Sitting) -> str:
        seats = [_seat(short, seat) for seat in short.seats]
        stock = words("alt.stock", n=view.stock)
        parts = [_progress(short), _turn(short), _trick(short), *seats, stock, _key(short)]
        return " ".join(part for part in parts if part)

    return composed(sitting, compose)


def hand_alt(sitting: Sitting) -> str:
    """Say the hand, what it and its cloud are worth, and what may be done with it."""
    view, words = sitting.view, sitting.words

    def compose(short: Sitting) -> str:
        if view.hand is None or view.seat is None:
            return _progress(short)
        cloud = view.clouds[view.seat - 1]
        parts = [
            _progress(short),
            words("alt.hand", cards=worth(view.hand.cards, view.hand.meld, words)),
            words("alt.cloud", cards=worth(cloud.cards, cloud.meld, words)),
            _legal(short) or _turn(short),
            _trick(short),
            _key(short),
        ]
        return " ".join(parts)

    return composed(sitting, compose)


def result_alt(sitting: Sitting, result: DealResult) -> str:
    """Say how a deal ended."""
    words = sitting.words

    def compose(short: Sitting) -> str:
        head = words("alt.result", deal=result.deal)
        lines = [_deal_line(short, result, seat) for seat in short.seats]
        return " ".join([head, *lines, _key(short)])

    return composed(sitting, compose)


def trick_alt(sitting: Sitting) -> str:
    """Say a trick only."""
    return composed(sitting, _trick)


def cloud_alt(nine: Nine, words: Words) -> str:
    """Say a nine and how it is counted."""
    return f"{worth(nine.cards, nine.meld, words)}. {words('alt.key')}"


def _key(sitting: Sitting) -> str:
    return sitting.words("alt.key")


def _progress(sitting: Sitting) -> str:
    view = sitting.view
    if view.deals is None:
        target, trick = view.target or 0, view.trick.number
        return sitting.words("alt.progress_open", deal=view.deal, trick=trick, target=target)
    return sitting.words("alt.progress", deal=view.deal, deals=view.deals, trick=view.trick.number)


def _turn(sitting: Sitting) -> str:
    view = sitting.view
    if sitting.is_over:
        names = ", ".join(sitting.name(seat) for seat in view.winners)
        return sitting.words("alt.over", names=names, n=len(view.winners))
    if not view.to_act:
        return ""
    names = ", ".join(sitting.name(seat) for seat in view.to_act)
    return sitting.words(f"alt.turn.{view.phase}", name=names)


def _trick(sitting: Sitting) -> str:
    """Say the trick card by card: who leads, who is what, whose cloud each card went to."""
    trick, is_last = sitting.trick
    words = sitting.words
    if not trick.cards:
        return words("alt.trick.empty", name=sitting.name(trick.leader))
    cards = "; ".join(_played(sitting, trick, played) for played in trick.cards)
    return words("alt.trick.last" if is_last else "alt.trick.now", cards=cards)


def _played(sitting: Sitting, trick: Trick, played: Played) -> str:
    words = sitting.words
    name, card = sitting.name(played.seat), card_name(played.card, words)
    key = "alt.trick.led" if played is trick.cards[0] else "alt.trick.played"
    text = words(key, name=name, card=card)
    if played.seat in trick.ranking:
        text += f", {words(f'picture.role.{trick.ranking.index(played.seat) + 1}')}"
    if played.taken_by is not None:
        text += f", {words('alt.trick.taken', name=sitting.name(played.taken_by))}"
    return text


def _seat(sitting: Sitting, seat: int) -> str:
    view, words = sitting.view, sitting.words
    cloud = view.clouds[seat - 1]
    return words(
        "alt.seat_house" if sitting.is_house(seat) else "alt.seat",
        name=sitting.name(seat),
        points=words("alt.points", n=view.scores[seat - 1]),
        held=words("alt.held", n=view.hand_counts[seat - 1]),
        cloud=worth(cloud.cards, cloud.meld, words),
    )


def _legal(sitting: Sitting) -> str:
    """Say what the seat may do: any card, some cards, or nothing now."""
    view, words = sitting.view, sitting.words
    moves = [move.split() for move in view.legal]
    if not moves:
        return ""
    if moves[0][0] == "second":
        names = ", ".join(sitting.name(int(who)) for _, who in moves)
        return words("alt.may.second", names=names)
    if view.hand is not None and {code for _, code in moves} == set(view.hand.cards):
        return words("alt.may.play_any")
    cards = ", ".join(card_name(code, words) for _, code in moves)
    return words(f"alt.may.{moves[0][0]}", cards=cards)


def _deal_line(sitting: Sitting, result: DealResult, seat: int) -> str:
    words, at = sitting.words, seat - 1
    hand, cloud = result.hands[at], result.clouds[at]
    return words(
        "alt.deal_line",
        name=sitting.name(seat),
        cloud=worth(cloud.cards, cloud.meld, words),
        hand=worth(hand.cards, hand.meld, words),
        points=words("alt.points", n=result.points[at]),
        total=result.totals[at],
    )
