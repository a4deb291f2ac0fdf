"""The stupidities of Clumond.

At the last trick a seat knows all but how four cards or fewer lie in two hands, so every world is
looked at: what each player then pays and takes. Where pots go on to the next hand, what is paid is
not lost for good; so hands without a declarer count only in the game's last hand, or with points.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import CARD_OF_FACE
from engine.games.clumond.view import ClumondView, Phase
from tests.engine.players.stupidities.clumond_table import (
    DECLARER,
    DEFENDER,
    FREE,
    FURTHEST,
    Table,
    code_of_play,
)
from tests.engine.players.stupidities.pattern import Faults, Pattern, Proof, Question


def read(question: Question) -> Table | None:
    """Return how the patterns see a decision."""
    view = question.view
    return Table(question, view) if isinstance(view, ClumondView) else None


def _parted(table: Table, *, same: bool) -> Faults:
    """Return the bad last cards of an undeclared hand whose better card wins as they do, or not."""
    found = table.ends_badly(FREE, 2)
    return {
        bad: better
        for bad, better in found.items()
        if (table.wins(_card(bad)) == table.wins(_card(better))) == same
    }


def _card(code: str) -> int:
    return CARD_OF_FACE[code.removeprefix("play ")]


def _needed(table: Table, place: int) -> Faults:
    """Return the cards after which the declarer, who is not last, can meet no code, won or lost."""
    if not table.is_deciding or table.place != place:
        return {}
    alive = {card: table.is_alive(card, 0) or table.is_alive(card, 1) for card in table.legal}
    better = [card for card, lives in alive.items() if lives]
    dead = [card for card, lives in alive.items() if not lives]
    return {code_of_play(card): code_of_play(better[0]) for card in dead} if better else {}


def throws_a_won_game_away(table: Table) -> Faults:
    """The last trick of the game: one card wins it wherever the others' cards are, this one may
    not.
    """
    shares = table.shares
    sure = [card for card, (least, _) in shares.items() if least == 1]
    if not sure:
        return {}
    return {code_of_play(c): code_of_play(sure[0]) for c, (least, _) in shares.items() if least < 1}


def gives_up_a_game_not_lost(table: Table) -> Faults:
    """The last trick of the game: wherever the others' cards are, this card loses it, another may
    win.
    """
    shares = table.shares
    hopeful = [card for card, (_, most) in shares.items() if most]
    if not hopeful:
        return {}
    return {
        code_of_play(c): code_of_play(hopeful[0]) for c, (_, most) in shares.items() if not most
    }


def _is_calling(table: Table) -> bool:
    return table.view.phase is Phase.CALL and table.is_last_hand


def declares_into_defeat(table: Table) -> Faults:
    """In the last hand even a declaration that is made does not reach the leader: only a hand in
    which others lose may.
    """
    if not _is_calling(table) or not table.behind(table.made):
        return {}
    if table.behind(table.undeclared, loss=FURTHEST):
        return {}
    return {code: "pass" for code in table.view.legal if code != "pass"}


def _ending(name: str, rule: str, role: str, place: int) -> Pattern[Table]:
    proof = Proof.SURE if (role, place) == (DECLARER, 2) else Proof.ALIKE
    return Pattern(name, rule, proof, lambda table: table.ends_badly(role, place))


def _deciding(name: str, *, wins: bool, instead: bool) -> Pattern[Table]:
    return Pattern(name, "C6", Proof.SURE, lambda table: table.deadly(wins=wins, instead=instead))


def _other(
    rule: str, faults: Callable[[Table], Faults], name: str = "", proof: Proof = Proof.SURE
) -> Pattern[Table]:
    return Pattern(name or faults.__name__, rule, proof, faults)


PATTERNS = (
    _ending("declarer_misses_with_the_last_card", "C6", DECLARER, 2),
    _ending("declarer_misses_with_the_second_card", "C6", DECLARER, 1),
    _ending("declarer_misses_with_the_last_lead", "C6", DECLARER, 0),
    _other(
        "C6",
        lambda table: table.ends_badly(DEFENDER, table.place),
        "defender_helps_the_declarer",
        Proof.ALIKE,
    ),
    _other("C4", lambda table: _parted(table, same=True), "keeps_the_wrong_three"),
    _other("C4", lambda table: _parted(table, same=False), "wins_or_loses_the_last_trick_wrongly"),
    _ending("keeps_the_wrong_three_as_second", "C4", FREE, 1),
    _ending("keeps_the_wrong_three_as_leader", "C4", FREE, 0),
    _deciding("declarer_wins_too_many", wins=True, instead=False),
    _deciding("declarer_wins_too_few", wins=False, instead=True),
    _deciding("declarer_wins_with_the_wrong_card", wins=True, instead=True),
    _deciding("declarer_throws_the_wrong_card", wins=False, instead=False),
    _other("C6", lambda table: _needed(table, 0), "declarer_leads_what_the_code_needs"),
    _other("C6", lambda table: _needed(table, 1), "declarer_follows_with_what_the_code_needs"),
    _other("C8", throws_a_won_game_away),
    _other("C8", gives_up_a_game_not_lost),
    _other("C8", declares_into_defeat),
)
"""Last tricks by role and place, where another card pays as much wherever the others' cards are;
tricks before in which the declarer gives up the last code that could be met; and whole games.
"""
