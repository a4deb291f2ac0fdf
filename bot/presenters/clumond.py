"""The presenter of Clumond."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.presenters.cards import SUITS, card_label, card_name
from bot.presenters.naming import gained, name_of, points_of, signed, with_total, won
from bot.presenters.presenter import Control, Names, Tone
from bot.presenters.reasons import amount, facts_of, percent
from engine.events import CardPlayed, DealScored, GameEnded
from engine.games.clumond.view import (
    CALL_CODES,
    PASS,
    ClumondView,
    DealResult,
    DealStarted,
    Declared,
    NobodyDeclared,
    Passed,
    Phase,
    Scoring,
    TrickWon,
    Trumps,
)

if TYPE_CHECKING:
    from engine.events import Event
    from engine.players.robot import RankedMove
    from render.api import Words


class ClumondPresenter:
    """Words and controls of Clumond; every method takes a ClumondView."""

    def headline(self, view: object, say: Words) -> str:
        seen = _clumond(view)
        if seen.phase is Phase.CALL:
            return say("clumond.headline.call", deal=seen.deal, deals=seen.deals)
        trick = seen.trick.number
        return say("clumond.headline.play", deal=seen.deal, deals=seen.deals, trick=trick)

    def prompt(self, view: object, say: Words) -> str:
        seen = _clumond(view)
        if seen.phase is Phase.OVER:
            return say("clumond.prompt.over")
        if seen.seat not in seen.to_act:
            return say("prompt.wait")
        if seen.phase is Phase.CALL:
            return say(f"clumond.prompt.call_{seen.scoring.value}", pot=seen.pot)
        if not seen.trick.cards:
            return say("clumond.prompt.lead")
        follows = len(seen.legal) < len(seen.hand or ())
        return say("clumond.prompt.follow" if follows else "clumond.prompt.play")

    def note(self, say: Words) -> str:  # noqa: ARG002 - the picture says what the codes ask for
        return ""

    def waiting(self, view: object, say: Words, names: Names) -> str:
        seen = _clumond(view)
        if not seen.to_act:
            return ""
        name = name_of(names, seen.to_act[0])
        if seen.phase is Phase.CALL:
            return say("clumond.waiting.call", name=name)
        return say("waiting.play" if seen.trick.cards else "waiting.lead", name=name)

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted() | Passed() | Declared() | NobodyDeclared():
                return _called(event, say, names)
            case CardPlayed(seat=seat, card=card, leads=leads):
                key = "trick.leads" if leads else "trick.plays"
                return say(key, name=name_of(names, seat), card=card_label(card, say))
            case TrickWon(seat=seat, tricks=tricks):
                return say("clumond.event.wins", n=tricks, name=name_of(names, seat))
            case DealScored(result=result):
                return _settled(result, say, names)
            case GameEnded(winners=winners):
                return won(winners, names, say)
            case _:
                return None

    def move_name(
        self,
        view: object,  # noqa: ARG002 - other games name a move by what the seat sees
        code: str,
        say: Words,
        names: Names,  # noqa: ARG002 - no move of this game names a seat
    ) -> str:
        verb, _, what = code.partition(" ")
        return card_name(what, say) if verb == "play" else _call(code, say)

    def controls(
        self,
        view: object,
        say: Words,
        names: Names,  # noqa: ARG002 - no move of this game names a seat
    ) -> tuple[Control, ...]:
        seen = _clumond(view)
        if seen.phase is Phase.CALL:
            return _calls(say) if seen.legal else ()
        playable = {code.partition(" ")[2]: code for code in seen.legal}
        return tuple(
            Control(playable[card], card_label(card, say))
            for card in seen.hand or ()
            if card in playable
        )

    def open_controls(
        self,
        view: object,
        say: Words,
        names: Names,  # noqa: ARG002 - no call names a seat
    ) -> tuple[Control, ...]:
        return _calls(say) if _clumond(view).phase is Phase.CALL else ()

    def reasons(self, view: object, move: RankedMove, say: Words) -> tuple[str, ...]:
        seen, facts = _clumond(view), facts_of(move)
        told = []
        if "tricks" in facts:
            told.append(say("clumond.reason.tricks", tricks=amount(facts["tricks"], say)))
        if "success" in facts:
            key = "clumond.reason.success_code" if "code" in facts else "clumond.reason.success"
            share, code = percent(facts["success"]), round(facts.get("code", 0))
            told.append(say(key, percent=share, code=code))
        if "risky" in facts:
            told.append(say("clumond.reason.risky"))
        if "stopped" in facts:
            told.append(say("clumond.reason.stopped", percent=percent(facts["stopped"])))
        key = f"clumond.reason.{seen.scoring.value}"
        return (*told, say(key, points=amount(move.points, say)))

    def hand_number(self, view: object) -> int:
        return _clumond(view).deal

    def shows_result(self, view: object) -> bool:
        seen = _clumond(view)
        is_early = seen.phase is Phase.CALL or seen.trick.number == 1
        return seen.last_deal is not None and is_early

    def ends_deal(self, event: Event) -> bool:
        return isinstance(event, DealScored)

    def forced(self, view: object) -> str | None:
        """Nothing: that somebody has only one card to follow with is known to nobody else."""
        _clumond(view)
        return None

    def retired(self, view: object, say: Words) -> str:
        seen = _clumond(view)
        if seen.last_deal is None or seen.seat is None:
            return ""
        result, place = seen.last_deal, seen.seat - 1
        told = say(
            f"clumond.retired_{seen.scoring.value}", deal=result.deal, code=result.codes[place],
            tricks=result.tricks[place], change=signed(result.points[place], plus=True),
            n=abs(result.points[place]),
        )  # fmt: skip
        total = self.score(view, result.totals[place], say)
        return with_total(told, total, is_over=bool(seen.winners), say=say)

    def score(self, view: object, points: int, say: Words) -> str:
        if _clumond(view).scoring is Scoring.POINTS:
            return points_of(points, say)
        return say("clumond.chips", n=abs(points), chips=signed(points))

    def ending(self, view: object, say: Words) -> str:
        seen = _clumond(view)
        if seen.scoring is Scoring.CHIPS and seen.last_deal is not None and seen.last_deal.share:
            return say("clumond.shared", n=seen.last_deal.share)
        return ""


def _clumond(view: object) -> ClumondView:
    if not isinstance(view, ClumondView):
        message = f"not a view of Clumond: {type(view).__name__}"
        raise TypeError(message)
    return view


def _calls(say: Words) -> tuple[Control, ...]:
    return tuple(_call_control(code, say) for code in CALL_CODES)


def _call_control(code: str, say: Words) -> Control:
    if code == PASS:
        return Control(code, _call(code, say), Tone.MAIN)
    trumps = Trumps(code.partition(" ")[2])
    if trumps is Trumps.NONE:
        return Control(code, say("clumond.button.none"))
    return Control(code, say("clumond.button.declare", suit=SUITS[trumps.value]))


def _call(code: str, say: Words) -> str:
    if code == PASS:
        return say("clumond.move.pass")
    return say(f"clumond.move.declare.{Trumps(code.partition(' ')[2]).value}")


def _called(
    event: DealStarted | Passed | Declared | NobodyDeclared, say: Words, names: Names
) -> str:
    """Return what happened in the call (C2)."""
    match event:
        case DealStarted(deal=deal, caller=seat):
            return say("clumond.event.deal", deal=deal, name=name_of(names, seat))
        case Passed(seat=seat):
            return say("clumond.event.passes", name=name_of(names, seat))
        case Declared(seat=seat, trumps=trumps):
            return say(f"clumond.event.declares.{trumps.value}", name=name_of(names, seat))
        case NobodyDeclared(leader=seat):
            return say("clumond.event.undeclared", name=name_of(names, seat))


def _settled(result: DealResult, say: Words, names: Names) -> str:
    """Return how a hand ended: whether a declarer made it, and what everybody's balance came to."""
    points = gained(result.points, result.totals, names, say)
    if result.declarer is None:
        return say("clumond.event.settled", deal=result.deal, points=points)
    failed = result.off[result.declarer - 1]
    key = "clumond.event.failed" if failed else "clumond.event.made"
    name = name_of(names, result.declarer)
    return say(key, deal=result.deal, name=name, n=failed, points=points)
