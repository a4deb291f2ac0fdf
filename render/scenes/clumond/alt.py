"""The alt texts of Clumond: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.games.clumond.view import Ask, DealResult, Played, Trick, Trumps
from render.alt import card_name, composed
from render.api import Words
from render.numbers import change, number
from render.scenes.clumond.sitting import Sitting


def table_alt(sitting: Sitting) -> str:
    """Say the public table."""

    def compose(short: Sitting) -> str:
        seats = [_seat(short, seat) for seat in short.seats]
        return _joined(_progress(short), _contract(short), _turn(short), _trick(short), *seats)

    return composed(sitting, compose)


def hand_alt(sitting: Sitting) -> str:
    """Say the hand, what may be played, and what the codes still possible ask for."""
    view, words = sitting.view, sitting.words

    def compose(short: Sitting) -> str:
        if view.hand is None or view.seat is None:
            return _progress(short)
        hand = words("alt.clumond.hand", cards=spelled(view.hand))
        asks = words("alt.clumond.asks", codes="; ".join(_ask(ask, words) for ask in view.asks))
        own = _seat(short, view.seat)
        return _joined(
            _progress(short), _contract(short), hand, _legal(short) or _turn(short), _trick(short),
            own, asks, words("alt.clumond.key"),
        )  # fmt: skip

    return composed(sitting, compose)


def result_alt(sitting: Sitting, result: DealResult) -> str:
    """Say how a hand was settled."""
    words = sitting.words

    def compose(short: Sitting) -> str:
        head = words("alt.clumond.result", deal=result.deal)
        lines = [_deal_line(short, result, seat) for seat in short.seats]
        last = _cards(short, result.trick, is_last=True)
        return _joined(head, _declared(short, result), *lines, _pot(short, result), last)

    return composed(sitting, compose)


def trick_alt(sitting: Sitting) -> str:
    """Say a trick and its trumps only."""
    return composed(sitting, lambda short: _joined(_contract(short), _trick(short)))


def spelled(hand: Sequence[str]) -> str:
    """Spell a hand, suit after suit: ``AC KC, 9H 2H``."""
    return ", ".join(" ".join(suit) for _, suit in groupby(hand, key=lambda code: code[1]))


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _progress(sitting: Sitting) -> str:
    view, words = sitting.view, sitting.words
    if sitting.is_calling:
        return words("alt.clumond.call", deal=view.deal, deals=view.deals)
    return words("alt.clumond.progress", deal=view.deal, deals=view.deals, trick=view.trick.number)


def _contract(sitting: Sitting) -> str:
    """Say what was called, what is trumps, and the pot."""
    view, words = sitting.view, sitting.words
    pot = words("alt.clumond.pot", n=view.pot) if sitting.has_chips else ""
    passed = ""
    if sitting.is_calling and view.passed:
        names = ", ".join(sitting.name(seat) for seat in view.passed)
        passed = words("alt.clumond.passed", names=names)
    if view.trumps is None:
        return _joined(passed, pot)
    return _joined(_called(sitting, view.declarer, view.trumps), pot)


def _called(sitting: Sitting, declarer: int | None, trumps: Trumps) -> str:
    words = sitting.words
    kind = words(f"picture.clumond.trumps.{trumps.value}")
    if declarer is None:
        return words("alt.clumond.undeclared", trumps=kind)
    return words("alt.clumond.declared", name=sitting.name(declarer), trumps=kind)


def _turn(sitting: Sitting) -> str:
    view, words = sitting.view, sitting.words
    if sitting.is_over:
        names = ", ".join(sitting.name(seat) for seat in view.winners)
        return words("alt.over", names=names, n=len(view.winners))
    if not view.to_act:
        return ""
    names = ", ".join(sitting.name(seat) for seat in view.to_act)
    key = "alt.clumond.to_call" if sitting.is_calling else "alt.turn.play"
    return words(key, name=names)


def _trick(sitting: Sitting) -> str:
    """Say the trick card by card: who leads and who has won it."""
    (trick, is_last), before = sitting.trick, sitting.view.last_trick
    if sitting.is_calling:
        return ""
    now = _cards(sitting, trick, is_last=is_last)
    if is_last or sitting.is_over or before is None:
        return now
    return _joined(now, _cards(sitting, before, is_last=True))


def _cards(sitting: Sitting, trick: Trick, *, is_last: bool) -> str:
    words = sitting.words
    if not trick.cards:
        return words("alt.trick.empty", name=sitting.name(trick.leader))
    cards = "; ".join(_played(sitting, trick, played) for played in trick.cards)
    return words("alt.trick.last" if is_last else "alt.trick.now", cards=cards)


def _played(sitting: Sitting, trick: Trick, played: Played) -> str:
    words = sitting.words
    key = "alt.trick.led" if played is trick.cards[0] else "alt.trick.played"
    text = words(key, name=sitting.name(played.seat), card=card_name(played.card, words))
    return f"{text}, {words('picture.role.1')}" if played.seat == trick.winner else text


def _seat(sitting: Sitting, seat: int) -> str:
    view, words = sitting.view, sitting.words
    text = words(
        "alt.clumond.seat_house" if sitting.is_house(seat) else "alt.clumond.seat",
        name=sitting.name(seat),
        balance=_balance(sitting, view.scores[seat - 1]),
        tricks=words("alt.clumond.tricks", n=view.tricks[seat - 1]),
        held=words("alt.held", n=view.hand_counts[seat - 1]),
    )
    return f"{text[:-1]}, {words('picture.clumond.deals')}." if seat == view.dealer else text


def _balance(sitting: Sitting, value: int) -> str:
    if sitting.has_chips:
        return sitting.words("alt.clumond.balance", balance=number(value))
    return sitting.words("alt.points", n=value)


def _legal(sitting: Sitting) -> str:
    """Say what the seat may do: call, any card, some cards, or nothing now."""
    view, words = sitting.view, sitting.words
    if not view.legal or view.hand is None:
        return ""
    if sitting.is_calling:
        return words("alt.clumond.may_call")
    cards = [code.split()[1] for code in view.legal]
    if set(cards) == set(view.hand):
        return words("alt.may.play_any")
    return words("alt.may.play", cards=" ".join(sorted(cards, key=view.hand.index)))


def _ask(ask: Ask, words: Words) -> str:
    """Say a code and the tricks it asks for, such as ``2 for 2 or 12 tricks``."""
    if not ask.tricks:
        return words("alt.clumond.ask_none", code=ask.code)
    return words(
        "alt.clumond.ask", code=ask.code, tricks=words("alt.clumond.or").join(map(str, ask.tricks))
    )


def _declared(sitting: Sitting, result: DealResult) -> str:
    words, text = sitting.words, _called(sitting, result.declarer, result.trumps)
    if result.declarer is None:
        return text
    failed = result.off[result.declarer - 1]
    return _joined(text, words("alt.clumond.failed" if failed else "alt.clumond.made"))


def _deal_line(sitting: Sitting, result: DealResult, seat: int) -> str:
    at = seat - 1
    return sitting.words(
        "alt.clumond.deal_line",
        name=sitting.name(seat),
        left=" ".join(result.left[at]),
        code=result.codes[at],
        tricks=sitting.words("alt.clumond.tricks", n=result.tricks[at]),
        off=result.off[at],
        paid=result.paid[at],
        took=result.took[at],
        change=change(result.points[at]),
        total=number(result.totals[at]),
    )


def _pot(sitting: Sitting, result: DealResult) -> str:
    """Say what came of the pot (C5, C6, C8)."""
    if not sitting.has_chips:
        return ""
    words = sitting.words
    stays = words(
        "alt.clumond.sum", ante=result.ante, pot=result.pot, paid=sum(result.paid),
        took=sum(result.took), stays=result.stays,
    )  # fmt: skip
    return _joined(stays, words("alt.clumond.share", n=result.share) if sitting.is_over else "")
