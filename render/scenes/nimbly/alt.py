"""The alt texts of Nimbly: all of the public state, or of the hand for the hand's picture."""

from __future__ import annotations

from engine.games.nimbly.view import DealResult, Nine
from render.alt import composed, worth
from render.api import Words
from render.lettering import TIMES
from render.scenes.nimbly.sitting import Sitting


def table_alt(sitting: Sitting) -> str:
    """Say the public table."""

    def compose(short: Sitting) -> str:
        seats = [_seat(short, seat) for seat in short.seats]
        parts = [_progress(short), _turn(short), *_rows(short), _last(short), *seats, _key(short)]
        return " ".join(part for part in parts if part)

    return composed(sitting, compose)


def hand_alt(sitting: Sitting) -> str:
    """Say the hand, the rows, and what each draw would make of the hand."""
    view, words = sitting.view, sitting.words

    def compose(short: Sitting) -> str:
        if view.hand is None:
            return _progress(short)
        hand = words("alt.hand", cards=worth(view.hand.cards, view.hand.meld, words))
        draws = _prospects(short) or _turn(short)
        parts = [_progress(short), hand, draws, *_rows(short), _last(short), _key(short)]
        return " ".join(part for part in parts if part)

    return composed(sitting, compose)


def result_alt(sitting: Sitting, result: DealResult) -> str:
    """Say how a deal ended."""
    words = sitting.words

    def compose(short: Sitting) -> str:
        parts = [
            words("alt.nimbly.result", deal=result.deal),
            *(_deal_line(short, result, seat) for seat in short.seats),
            _par(result.par, words),
            _key(short),
        ]
        return " ".join(part for part in parts if part)

    return composed(sitting, compose)


def rows_alt(sitting: Sitting) -> str:
    """Say the rows and the last draw only."""
    return composed(sitting, lambda short: " ".join([*_rows(short), _last(short)]).strip())


def nine_alt(nine: Nine, words: Words) -> str:
    """Say a nine and how it is counted."""
    return f"{worth(nine.cards, nine.meld, words)}. {words('alt.nimbly.key')}"


def _key(sitting: Sitting) -> str:
    return sitting.words("alt.nimbly.key")


def _progress(sitting: Sitting) -> str:
    view, words = sitting.view, sitting.words
    if view.deals is None:
        text = words("alt.nimbly.progress_open", deal=view.deal, target=view.target)
    else:
        text = words("alt.nimbly.progress", deal=view.deal, deals=view.deals)
    return f"{text} {words('alt.nimbly.with_par')}" if view.par else text


def _turn(sitting: Sitting) -> str:
    view = sitting.view
    if sitting.is_over:
        names = ", ".join(sitting.name(seat) for seat in view.winners)
        return sitting.words("alt.over", names=names, n=len(view.winners))
    if not view.to_act:
        return ""
    names = ", ".join(sitting.name(seat) for seat in view.to_act)
    return sitting.words("alt.nimbly.turn", name=names)


def _rows(sitting: Sitting) -> list[str]:
    """Say each row from its covered to its open end."""
    words = sitting.words
    return [
        words("alt.nimbly.row", row=row, n=len(cards), cards=" ".join(cards))
        if cards
        else words("alt.nimbly.row_empty", row=row)
        for row, cards, _ in sitting.rows
    ]


def _last(sitting: Sitting) -> str:
    last = sitting.view.last_draw
    if last is None:
        return ""
    cards = " ".join(last.cards)
    return sitting.words("alt.nimbly.last", name=sitting.name(last.seat), cards=cards)


def _seat(sitting: Sitting, seat: int) -> str:
    view, words = sitting.view, sitting.words
    return words(
        "alt.nimbly.seat_house" if sitting.is_house(seat) else "alt.nimbly.seat",
        name=sitting.name(seat),
        points=words("alt.points", n=view.scores[seat - 1]),
        held=words("alt.held", n=view.hand_counts[seat - 1]),
        wanted=sitting.wanted(seat),
    )


def _prospects(sitting: Sitting) -> str:
    """Say what each draw would make; empty when it is another's turn."""
    told = []
    for rows, nine in sitting.futures:
        factors = TIMES.join(map(str, nine.meld[:3]))
        told.append(f"{rows} {factors} = {nine.meld.score}")
    return sitting.words("alt.nimbly.prospects", draws=", ".join(told)) if told else ""


def _deal_line(sitting: Sitting, result: DealResult, seat: int) -> str:
    words, nine = sitting.words, result.hands[seat - 1]
    return words(
        "alt.nimbly.deal_line",
        name=sitting.name(seat),
        hand=worth(nine.cards, nine.meld, words),
        points=words("alt.points", n=result.points[seat - 1]),
        total=result.totals[seat - 1],
    )


def _par(par: Nine | None, words: Words) -> str:
    return words("alt.nimbly.par", cards=worth(par.cards, par.meld, words)) if par else ""
