"""The presenter of Nimbly, which some know as Jokerlink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.presenters.cards import card_label
from bot.presenters.naming import gained, name_of, points_of, with_total, won
from bot.presenters.presenter import Control, Names
from bot.presenters.reasons import amount, facts_of, made
from engine.events import DealScored, GameEnded
from engine.games.nimbly.view import ROWS, CardsDrawn, DealResult, DealStarted, NimblyView, Prospect
from engine.melds import NINE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import Event
    from engine.players.robot import RankedMove
    from render.api import Words

MOST = 3
"""Cards that one move can take."""


class NimblyPresenter:
    """Words and controls of Nimbly; every method takes a NimblyView.

    Sentences name no cards: the board keeps several of them, and only the last move's cards are to
    be seen on it (J4). Those are named beside whose turn it is.
    """

    def headline(self, view: object, say: Words) -> str:
        seen = _nimbly(view)
        left = say("nimbly.left", n=sum(map(len, seen.rows)))
        if seen.deals is None:
            return say("nimbly.headline_open", deal=seen.deal, target=seen.target, left=left)
        return say("nimbly.headline", deal=seen.deal, deals=seen.deals, left=left)

    def prompt(self, view: object, say: Words) -> str:
        seen = _nimbly(view)
        if not seen.to_act or seen.hand is None:
            return say("nimbly.prompt.over")
        held = len(seen.hand.cards)
        if seen.seat in seen.to_act:
            return say("nimbly.prompt.draw", n=min(MOST, NINE - held))
        return say("nimbly.prompt.full" if held == NINE else "prompt.wait")

    def note(self, say: Words) -> str:
        return say("nimbly.note")

    def waiting(self, view: object, say: Words, names: Names) -> str:
        seen = _nimbly(view)
        if not seen.to_act:
            return ""
        turn = say("nimbly.waiting", name=name_of(names, seen.to_act[0]))
        last = seen.last_draw
        if last is None:
            return turn
        cards = _cards(last.cards, say)
        return say("nimbly.waiting_after", turn=turn, name=name_of(names, last.seat), cards=cards)

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted(deal=deal, leader=leader):
                return say("nimbly.event.deal", deal=deal, name=name_of(names, leader))
            case CardsDrawn(seat=seat, rows=rows, held=held):
                return say(
                    "nimbly.event.draws",
                    name=name_of(names, seat),
                    rows=_rows(rows, say),
                    held=held,
                )
            case DealScored(result=result):
                return _scored(result, say, names)
            case GameEnded(winners=winners):
                return won(winners, names, say)
            case _:
                return None

    def move_name(
        self,
        view: object,
        code: str,
        say: Words,
        names: Names,  # noqa: ARG002 - no move of Nimbly names a seat
    ) -> str:
        found = next(p for p in _nimbly(view).prospects if p.code == code)
        return _draw(found, say)

    def controls(
        self,
        view: object,
        say: Words,
        names: Names,  # noqa: ARG002 - no move of Nimbly names a seat
    ) -> tuple[Control, ...]:
        seen = _nimbly(view)
        if seen.seat not in seen.to_act:
            return ()
        return tuple(_button(prospect, say) for prospect in seen.prospects)

    def open_controls(
        self,
        view: object,
        say: Words,
        names: Names,  # noqa: ARG002 - no move of Nimbly names a seat
    ) -> tuple[Control, ...]:
        return tuple(Control(p.code, _draw(p, say)) for p in _nimbly(view).prospects)

    def reasons(self, view: object, move: RankedMove, say: Words) -> tuple[str, ...]:
        seen, facts = _nimbly(view), facts_of(move)
        draw = next((p for p in seen.prospects if p.code == move.code), None)
        told = []
        if draw is not None and draw.makes is not None:
            told.append(say("nimbly.reason.makes", made=made(draw.makes.meld, say)))
        if "likely" in facts:
            told.append(say("nimbly.reason.likely", points=amount(facts["likely"], say)))
        else:
            told.append(say("nimbly.reason.points", points=amount(move.points, say)))
        return tuple(told)

    def hand_number(self, view: object) -> int:
        return _nimbly(view).deal

    def shows_result(self, view: object) -> bool:
        seen = _nimbly(view)
        return seen.last_deal is not None and 0 in seen.hand_counts

    def ends_deal(self, event: Event) -> bool:
        return isinstance(event, DealScored)

    def forced(self, view: object) -> str | None:
        """Draw what is left when only one hand is unfinished: all of it goes there anyway."""
        seen = _nimbly(view)
        unfinished = [held for held in seen.hand_counts if held < NINE]
        if not seen.prospects or (len(unfinished) > 1 and len(seen.prospects) > 1):
            return None
        return max(seen.prospects, key=lambda prospect: len(prospect.cards)).code

    def retired(self, view: object, say: Words) -> str:
        seen = _nimbly(view)
        if seen.last_deal is None or seen.seat is None:
            return ""
        place, result = seen.seat - 1, seen.last_deal
        nine, points = result.hands[place].meld, result.points[place]
        key = "nimbly.retired_below_par" if points < nine.score else "nimbly.retired"
        told = say(key, deal=result.deal, made=made(nine, say))
        total = points_of(result.totals[place], say)
        return with_total(told, total, is_over=bool(seen.winners), say=say)

    def score(self, view: object, points: int, say: Words) -> str:  # noqa: ARG002 - always points
        return points_of(points, say)

    def ending(self, view: object, say: Words) -> str:  # noqa: ARG002 - the scores tell it all
        return ""


def _nimbly(view: object) -> NimblyView:
    if not isinstance(view, NimblyView):
        message = f"not a view of Nimbly: {type(view).__name__}"
        raise TypeError(message)
    return view


def _button(prospect: Prospect, say: Words) -> Control:
    """Offer a draw to the seat to move, by its rows and what the hand is worth then: `AAC → 36`.

    The draws of as many cards stand together, as in the table of the hand's picture.
    """
    rows = prospect.code.partition(" ")[2]
    if prospect.makes is None:
        return Control(prospect.code, _draw(prospect, say), group=len(rows))
    label = say("nimbly.button", rows=rows, score=prospect.makes.meld.score)
    return Control(prospect.code, label, group=len(rows))


def _draw(prospect: Prospect, say: Words) -> str:
    """Name a draw by its rows and cards: `AAC: K♥ Q♠ 7♦`."""
    rows = prospect.code.partition(" ")[2]
    return say("nimbly.draw", rows=rows, cards=_cards(prospect.cards, say))


def _rows(rows: str, say: Words) -> str:
    return ", ".join(
        say("nimbly.from", count=rows.count(row), row=row) for row in ROWS if row in rows
    )


def _cards(cards: Iterable[str], say: Words) -> str:
    return " ".join(card_label(card, say) for card in cards)


def _scored(result: DealResult, say: Words, names: Names) -> str:
    points = gained(result.points, result.totals, names, say)
    if result.par is None:
        return say("nimbly.event.scored", deal=result.deal, points=points)
    par = result.par.meld.score
    return say("nimbly.event.scored_with_par", deal=result.deal, points=points, par=par)
