"""The presenter of Clumond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from bot.presenters.cards import (
    SUITS,
    Answers,
    Names,
    by_suit,
    card_label,
    card_said,
    counted,
    each_has,
    gained,
    name_of,
    named,
    only_said,
    own_first,
    played,
    points_of,
    renamed,
    suits_said,
    with_order,
    with_you,
)
from bot.presenters.presenter import Control, Feat, Presenter, Tone, card_controls, results_in
from bot.texts import by_ear
from engine.events import CardPlayed, DealScored, Event, Heard
from engine.games.clumond.view import (
    CALL_CODES,
    PASS,
    TRICKS,
    Ask,
    ClumondView,
    DealResult,
    DealStarted,
    Declared,
    NobodyDeclared,
    Passed,
    Phase,
    Scoring,
    Trick,
    TrickWon,
    Trumps,
)
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import All, OneOf, Words, capital, change, number, spoken

# Answers to what players of Clumond ask.


def _trick(view: ClumondView, say: Words, names: Names) -> str:
    if view.phase is Phase.CALL:
        return say("clumond.look.calling")
    if not view.trick.cards:
        return say("look.trick.empty", name=name_of(names, view.trick.leader))
    return _told(view.trick, say, names)


def _last_trick(view: ClumondView, say: Words, names: Names) -> str:
    return say("look.trick.none") if view.last_trick is None else _told(view.last_trick, say, names)


def _told(trick: Trick, say: Words, names: Names) -> str:
    """Say a trick in its order, and which card has won it."""
    won = [say("clumond.look.won")]
    return " ".join(
        played(one, trick.leader, won if one.seat == trick.winner else [], say, names)
        for one in trick.cards
    )


def hand_said(
    result: DealResult, say: Words, names: Names, own: Seat | None, *, is_shown: bool = False
) -> list[str]:
    """Tell how a hand ended, one's own seat first, a line each; `is_shown` names the cards left.

    A code is told only where it counts (C4-C6).
    """
    names = with_you(names, own, say)
    if result.declarer is None:
        lines = [say("clumond.result.undeclared", deal=result.deal)]
    else:
        name = name_of(names, result.declarer)
        lines = [say("clumond.result.declared", deal=result.deal, name=name)]
    for seat in own_first(own, result.totals):
        parts = list(_fate(result, seat, say, is_shown=is_shown))
        lines.append(capital(say("clumond.result.line", name=name_of(names, seat), parts=parts)))
    if result.stays and not result.share:
        lines.append(say("clumond.pot", n=result.stays))
    return lines


def _fate(result: DealResult, seat: Seat, say: Words, *, is_shown: bool) -> Iterable[str]:
    at = seat - 1
    if result.declarer in (None, seat) or is_shown:
        yield say("clumond.part.code", code=result.codes[at])
        yield say("alt.clumond.tricks", n=result.tricks[at])
    if result.declarer in (None, seat):
        off = result.off[at]
        yield say("clumond.part.off", n=off) if off else say("clumond.part.right")
    if result.took[at]:
        yield say("clumond.part.takes", n=result.took[at])
    yield say("clumond.part.now", total=spoken(number(result.totals[at]), say))
    if is_shown:
        yield say("clumond.part.kept", cards=named(result.left[at], say))


def _last_hand(view: ClumondView, say: Words, names: Names) -> str:
    """Say how the last hand ended, with the cards that were left."""
    result = view.last_deal
    if result is None:
        return say("clumond.look.no_hand")
    return " ".join(hand_said(result, say, names, view.seat, is_shown=True))


def _trumps(view: ClumondView, say: Words, names: Names) -> str:
    """Say what was called, or how far the call is (C2)."""
    if view.trumps is None:
        passed = (say("clumond.event.passes", name=name_of(names, seat)) for seat in view.passed)
        return " ".join([say("clumond.look.calling"), *passed])
    if view.declarer is None:
        return say("clumond.event.undeclared")
    name = name_of(names, view.declarer)
    return say(f"clumond.event.declares.{view.trumps.value}", name=name)


def _tricks(view: ClumondView, say: Words, names: Names) -> str:
    return say("clumond.look.tricks", tricks=each_has(view.tricks, names, say))


def _aims(view: ClumondView, say: Words, _names: Names) -> str:
    """Say how many more tricks each code takes that the hand can still end on (C4)."""
    if view.declarer not in (None, view.seat):
        return say("clumond.look.against")
    if view.seat is None:
        return ""
    reachable, won = [ask for ask in view.asks if ask.more], view.tricks[view.seat - 1]
    if not reachable:
        return say("clumond.look.no_aims")
    if not won:
        return say("clumond.look.codes", codes=[ask.code for ask in reachable])
    return say("clumond.look.aims", n=won, aims=[_aim_answer(ask, say) for ask in reachable])


def _aim_answer(ask: Ask, say: Words) -> str:
    return say("clumond.look.aim", code=ask.code, more=OneOf(ask.more))


def _pot(view: ClumondView, say: Words, _names: Names) -> str:
    if view.scoring is Scoring.POINTS:
        return say("clumond.look.no_pot")
    return say("clumond.look.pot", n=view.pot, ante=view.ante)


def _rules(view: ClumondView, say: Words, _names: Names) -> str:
    if view.phase is Phase.CALL:
        return say(f"clumond.look.rules.call_{view.scoring.value}")
    return say(f"clumond.look.rules.{view.phase.value}")


ANSWERS: Answers = MappingProxyType({
    "trick": _trick,
    "last_trick": _last_trick,
    "last_hand": _last_hand,
    "trumps": _trumps,
    "tricks": _tricks,
    "aims": _aims,
    "pot": _pot,
    "rules": _rules,
})  # fmt: skip


_SMALL = 9
"""The most cards of a hand that need not be told, as each has a button."""

_OWN = "clumond.verdict.you_made", "clumond.verdict.you_failed"
_OTHER = "clumond.verdict.name_made", "clumond.verdict.name_failed"
"""What a declarer reads who made it or not, and what the others read."""


class ClumondPresenter(Presenter[ClumondView]):
    """Words and controls of Clumond."""

    answers = ANSWERS
    often = "last_trick", "hand", "aims", "score"
    over = "clumond.prompt.over"
    turns_a_deal = 36
    first_game = "deals", 3
    opens = Declared, NobodyDeclared
    once = CardPlayed, TrickWon

    def headline(self, view: ClumondView, say: Words) -> str:
        if view.phase is Phase.CALL:
            return say("clumond.headline.call", deal=view.deal, deals=view.deals)
        trick = view.trick.number
        return say("clumond.headline.play", deal=view.deal, deals=view.deals, trick=trick)

    def ask(self, view: ClumondView, say: Words) -> str:
        if view.phase is Phase.CALL:
            call = "first_call" if view.deal == 1 else "call"
            return say(f"clumond.prompt.{call}_{view.scoring.value}", pot=view.pot)
        if by_ear(say):
            return _asked(view, say)
        follows = len(view.legal) < len(view.hand or ())
        what = "follow" if follows else "play" if view.trick.cards else "lead"
        asked = say(f"clumond.prompt.{what}")
        if view.trick.number == 1 or what == "lead":
            return f"{asked} {say(_aim(view))}"
        return f"{asked} {say('clumond.aim.dimmed')}" if follows else asked

    def recalls(self, view: ClumondView, heard: Sequence[Heard], say: Words, _names: Names) -> str:
        """Name the cards that were played before the last trick and this one, suit by suit (C9)."""
        gone: list[str] = []
        for _, event in heard:
            match event:
                case DealStarted():
                    gone.clear()
                case CardPlayed(card=card):
                    gone.append(card)
                case _:
                    pass
        seen = len(view.trick.cards) + (len(view.last_trick.cards) if view.last_trick else 0)
        earlier = gone[: max(0, len(gone) - seen)]
        return say("clumond.recalls", cards=by_suit(earlier, say)) if earlier else ""

    def holding(self, view: ClumondView, say: Words) -> str:
        return suits_said(view.hand, say)

    def told_hand(self, view: ClumondView, say: Words) -> tuple[str, ...]:
        """Say only what follows suit, or else the hand: so in a new one, and where three stay."""
        follows, held = _following(view), self.holding(view, say)
        if follows and 1 < view.trick.number < TRICKS:
            return only_said(follows, say), say("clumond.prompt.follow")
        return (held,) if len(view.hand or ()) > _SMALL else (held, "")

    def nearing(self, view: ClumondView, say: Words) -> str:
        left = TRICKS - view.trick.number if view.phase is Phase.PLAY else TRICKS
        if left > 1:
            return ""
        if left:
            return say("clumond.two_left")
        return say("ear.last_trick" if _is_against(view) else "clumond.last_trick")

    def turn(self, view: ClumondView, say: Words, name: str) -> str:
        if view.phase is Phase.CALL:
            return say("clumond.waiting.call", name=name)
        return say("waiting.play" if view.trick.cards else "waiting.lead", name=name)

    def spelled(self, words: Sequence[str], say: Words) -> list[str]:
        return renamed(super().spelled(words, say), say("clumond.typed"))

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted() | Passed() | Declared() | NobodyDeclared():
                return _called(event, say, names)
            case TrickWon(seat=seat, tricks=tricks):
                return say("clumond.event.wins", n=tricks, name=name_of(names, seat))
            case DealScored(result=result):
                return _settled(result, say, names)
            case _:
                return super().sentence(event, say, names)

    def joins(self, event: Event, then: Event, _own: Seat) -> bool:
        return isinstance(event, TrickWon) and isinstance(then, CardPlayed)

    def heard(
        self, event: Event, then: Event | None, say: Words, names: Names, own: Seat
    ) -> str | None:
        match event:
            case TrickWon(seat=seat, tricks=tricks) if isinstance(then, CardPlayed):
                card = card_said(then.card, say)
                return say(
                    "clumond.event.wins_leads", n=tricks, name=name_of(names, seat), card=card
                )
            case TrickWon(seat=seat, tricks=tricks) if seat == own:
                return say("clumond.event.wins_own", n=tricks)
            case DealStarted(deal=deal, caller=caller):
                # Whoever has called is told, so that nobody need be told who begins.
                begun = say("clumond.event.begins", deal=deal)
                return with_order(begun, caller, names, own, say) if deal == 1 else begun
            case DealScored(result=result):
                return "\n".join(hand_said(result, say, names, own))
            case _:
                return self.sentence(event, say, names)

    def results(self, view: ClumondView, say: Words, names: Names) -> tuple[str, ...]:
        if view.last_deal is None:
            return ()
        return tuple(hand_said(view.last_deal, say, names, view.seat, is_shown=True))

    def controls(self, view: ClumondView, say: Words, _names: Names) -> tuple[Control, ...]:
        if view.phase is Phase.CALL:
            calls = tuple(_call_control(code, say) for code in CALL_CODES)
            return calls if view.seat is None or view.legal else ()
        return card_controls(view.hand or (), view.legal, say)

    def named(self, _view: ClumondView, code: str, say: Words, _names: Names) -> str:
        verb, _, what = code.partition(" ")
        if verb == "play":
            return card_label(what, say)
        return say(f"clumond.naming.{what or verb}")

    def argue(self, reason: Reason, values: Mapping[str, object], say: Words) -> str:
        return say(f"clumond.why.{reason.key}", **values)

    def feats(self, happened: Sequence[Sequence[Event]]) -> Iterator[Feat]:
        """Find the declarations that were made (C6, C7); less are codes, least what was spoilt."""
        for moves, result in results_in(happened):
            for seat, took in enumerate(result.took, start=1):
                if took and seat == result.declarer:
                    yield Feat(Seat(seat), result.deal, took, result)
                elif took:
                    rank = -1 / took - (result.declarer is not None)
                    yield Feat(Seat(seat), result.deal, rank, result, moves=moves)

    def praise(self, feat: Feat, where: str, name: str, say: Words) -> str:
        # Only with chips there is a pot, and always one (C5, C7).
        scoring = Scoring.CHIPS if feat.what.pot else Scoring.POINTS
        own = {feat.seat: "clumond.feat.declared", None: "clumond.feat.code"}
        key = own.get(feat.what.declarer, "clumond.feat.spoilt")
        score = _score(scoring, feat.what.took[feat.seat - 1], say)
        return say(key, where=where, name=name, score=score)

    def is_early(self, view: ClumondView) -> bool:
        return view.phase is Phase.CALL or view.trick.number == 1

    def last(self, view: ClumondView) -> DealResult | None:
        return view.last_deal

    def achieved(
        self, view: ClumondView, result: DealResult, index: int, say: Words, names: Names
    ) -> str:
        verdict = _own_verdict(result, index, say, names)
        told = [verdict, self._came_to(view, result, index, say), self.ending(view, say)]
        return " ".join(filter(None, told))

    def _came_to(self, view: ClumondView, result: DealResult, index: int, say: Words) -> str:
        """Say what a seat pays or takes, and what that is with its ante (C5-C7)."""
        points, took = result.points[index] - result.share, result.took[index]
        if view.scoring is Scoring.POINTS:
            written = say("result.points", n=abs(points), points=change(points))
            return say("clumond.came_to.points", change=written)
        written = say("clumond.chips", n=abs(points), chips=change(points))
        if not (took or result.paid[index]):
            return say("clumond.came_to.ante", ante=result.ante, change=written)
        key = "clumond.came_to.took" if took else "clumond.came_to.paid"
        return say(key, amount=took or result.paid[index], ante=result.ante, change=written)

    def score(self, view: ClumondView, points: int, say: Words) -> str:
        return _score(view.scoring, points, say)

    def score_by(self, options: Mapping[str, object], points: int, say: Words) -> str:
        return _score(Scoring(str(options.get("scoring", Scoring.POINTS))), points, say)

    def average(self, view: ClumondView, points: float, say: Words) -> str:
        if view.scoring is Scoring.POINTS:
            return super().average(view, points, say)
        n, written = counted(points, say)
        return say("clumond.chips", n=n, chips=written)

    def ending(self, view: ClumondView, say: Words) -> str:
        if view.scoring is Scoring.CHIPS and view.last_deal is not None and view.last_deal.share:
            return say("clumond.shared", n=view.last_deal.share)
        return ""


def _score(scoring: Scoring, points: int, say: Words) -> str:
    if scoring is Scoring.POINTS:
        return points_of(points, say)
    return say("clumond.chips", n=abs(points), chips=number(points))


def _asked(view: ClumondView, say: Words) -> str:
    """Ask for a card in words; who has to follow is only told what with."""
    trick, led = view.trick, view.trick.cards[:1]
    is_first, follows = trick.number == 1, _following(view)
    if not led:
        asked = say("clumond.prompt.lead")
    elif follows:
        asked = say("clumond.prompt.follow") if is_first else ""
    else:
        asked = say("clumond.prompt.void", suit=say(f"card.suit.{led[0].card[1]}"))
    if not is_first:
        return asked
    pot = say("clumond.pot", n=view.pot) if view.pot else ""
    return " ".join(filter(None, (asked, pot, say(_aim(view)))))


def _following(view: ClumondView) -> list[str]:
    """Return the cards of the hand that follow the suit led."""
    led = "".join(one.card[1] for one in view.trick.cards[:1])
    return [card for card in view.hand or () if card[1] == led]


def _is_against(view: ClumondView) -> bool:
    """Return whether only the code of somebody else counts (C6)."""
    return view.declarer not in (None, view.seat)


def _aim(view: ClumondView) -> str:
    """Return the key of what to play for: an own code, or to stop a declarer (C5, C6)."""
    if _is_against(view):
        return "clumond.aim.against"
    if any(ask.tricks for ask in view.asks):
        return "clumond.aim.own"
    return "clumond.aim.close" if view.declarer is None else "clumond.aim.failed"


def _call_control(code: str, say: Words) -> Control:
    if code == PASS:
        name = say("clumond.move.pass")
        return Control(code, name, name, Tone.MAIN)
    trumps = Trumps(code.partition(" ")[2])
    name = say(f"clumond.move.declare.{trumps.value}")
    if trumps is Trumps.NONE or by_ear(say):
        return Control(code, capital(name), name)
    # A row for the suits: on a phone some of these buttons stand beside each other.
    return Control(code, say("clumond.button.declare", suit=SUITS[trumps.value]), name, group=1)


def _called(
    event: DealStarted | Passed | Declared | NobodyDeclared, say: Words, names: Names
) -> str:
    """Tell what happened in the call (C2)."""
    match event:
        case DealStarted(deal=deal, caller=seat, ante=ante):
            key = "clumond.event.deal_chips" if ante else "clumond.event.deal"
            return say(key, deal=deal, name=name_of(names, seat), n=ante)
        case Passed(seat=seat):
            return say("clumond.event.passes", name=name_of(names, seat))
        case Declared(seat=seat, trumps=trumps):
            return say(f"clumond.event.declares.{trumps.value}", name=name_of(names, seat))
        case NobodyDeclared():
            return say("clumond.event.undeclared")


def _settled(result: DealResult, say: Words, names: Names) -> str:
    """Tell how a hand ended: who was right, and what everybody has now."""
    points = gained(result.points, result.totals, names, say)
    return say("clumond.event.settled", verdict=_verdict(result, say, names), points=points)


def _verdict(result: DealResult, say: Words, names: Names) -> str:
    """Say whether a declarer made it, or else who was right."""
    if result.declarer is not None:
        return _declared(result, result.declarer, _OTHER, say, names)
    right = All(name for name, off in zip(names, result.off, strict=True) if not off)
    key = "clumond.verdict.right" if right else "clumond.verdict.nobody"
    return say(key, deal=result.deal, n=len(right), names=right)


def _own_verdict(result: DealResult, index: int, say: Words, names: Names) -> str:
    """Say to the seat at this index what its cards told, or where there was a declarer, of them."""
    if result.declarer is not None:
        keys = _OWN if result.declarer == index + 1 else _OTHER
        return _declared(result, result.declarer, keys, say, names)
    code, tricks = result.codes[index], result.tricks[index]
    return say("clumond.verdict.own", deal=result.deal, code=code, tricks=tricks)


def _declared(
    result: DealResult, declarer: Seat, keys: tuple[str, str], say: Words, names: Names
) -> str:
    """Say whether a declarer made it."""
    off = result.off[declarer - 1]
    return say(keys[off > 0], deal=result.deal, name=name_of(names, declarer), n=off)
