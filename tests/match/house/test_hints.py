"""Hints: who gets one, from what, noted before it is seen, and in the words of the hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from bot.discord.names import escape
from bot.errors import Refused, Stale
from bot.match.house.child_processes import Question, rank, read, read_advice, spell
from bot.match.house.hints import GRAVE, HINTED_MOVES, LEVEL, QUIET, Coach, Hint, Hints, seed_of
from bot.match.house.layouts import hint_layout, warning_layout
from bot.match.house.thinkers import AT_ONCE, InlineThinker
from bot.match.table.names import bold_names, plain_names
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.presenters.cards import card_label
from bot.store.rows import Location, MatchId, MatchRow, Member, Status
from engine.analysis.coach import Advice
from engine.analysis.decision import Gap
from engine.course import Course
from engine.games import GAMES
from engine.players.company import PERSON
from engine.players.reasons import Reason
from engine.players.robot import UNSURE, RankedMove
from render.api import capital
from tests.engine.walks import Beginning, open_situations
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, Hall, opened, start
from tests.match.house.thinkers import Gated, Noting, Tired
from tests.match.rows import SAY, faults, ids, labels, lobby_row, said
from tests.match.show.test_board_layouts import AWKWARD
from tests.match.stand import Parts
from tests.match.test_proposals import begun
from tests.presenters.test_every_presenter import walk
from tests.store.samples import TABLE, ending, played_before

# Hints: who gets one, from what, and that it is noted before it is seen.


async def playing(hall: Hall, **terms: str) -> tuple[Table, int]:
    """Start a game of people who have played one; gives its table and who is to move."""
    await played_before(hall.store, ADA, BEN, CLEO)
    row = await opened(hall.lobbies)
    typed = {f"terms.{key}": value for key, value in terms.items()}
    await hall.lobbies.set_options(row.id, ADA, typed, moderator=False)
    table = await hall.tables.replayed((await start(hall.lobbies, row)).id)
    return table, table.member(table.to_act()[0]).user_id or 0


async def refusal(hints: Hints, match_id: MatchId, user: int) -> str:
    """Return the key of what both questions are refused with."""
    with pytest.raises(Refused) as costs:
        await hints.costs(match_id, user)
    with pytest.raises(Refused) as ask:
        await hints.ask(match_id, user)
    assert costs.value.key == ask.value.key
    return ask.value.key


async def test_a_hint_tells_the_best_moves_as_the_hard_player_ranks_them_and_the_same_again(
    hall: Hall,
) -> None:
    table, mover = await playing(hall)
    thinker = Noting()
    hint = await Hints(hall.store, hall.tables, thinker).ask(table.row.id, mover)
    assert hint is not None
    (asked,) = thinker.asked
    assert thinker.within == AT_ONCE
    assert (asked.level, asked.view) == (LEVEL, table.view(hint.seat))
    assert (asked.heard, asked.legal) == (table.begun.heard(hint.seat), table.legal(hint.seat))
    best, *others = rank(asked)
    further = [move for move in others[HINTED_MOVES - 1 :] if move.reasons]
    assert hint.best == (best, *others[: HINTED_MOVES - 1], *further)
    hints = Hints(hall.store, hall.tables, InlineThinker())
    again = await hints.ask(table.row.id, mover)
    assert again is not None
    assert again.best == hint.best
    other = replace(table, row=replace(table.row, moves=1))
    seat = hint.seat
    assert seed_of(other, seat) != seed_of(table, seat)


async def test_that_a_hint_was_taken_is_stored_before_it_is_given(hall: Hall) -> None:
    table, mover = await playing(hall)
    hints, heard = Hints(hall.store, hall.tables, InlineThinker()), list[MatchRow | None]()

    async def listen(row: MatchRow) -> None:
        heard.append(await hall.store.match(row.id))

    hall.tables.listeners.append(listen)
    assert await hints.costs(table.row.id, mover)
    await hints.ask(table.row.id, mover)
    (stored,) = heard
    assert stored is not None
    assert stored.rated
    assert [m.user_id for m in stored.members if m.hinted] == [mover]
    assert not await hints.costs(table.row.id, mover)
    await hints.ask(table.row.id, mover)
    assert len(heard) == 1


async def test_a_hint_costs_the_win_of_who_took_it_and_nothing_of_the_others(hall: Hall) -> None:
    """Whoever is losing cannot make a game void with a hint on the last trick."""
    table, taker = await playing(hall)
    hints = Hints(hall.store, hall.tables, InlineThinker())
    await hints.ask(table.row.id, taker)
    other = next(user for user in (ADA, BEN, CLEO) if user != taker)
    while table.member(table.to_act()[0]).user_id != other:
        user = table.member(table.to_act()[0]).user_id or 0
        table = await hall.tables.play(table.row.id, user, None, table.legal(table.to_act()[0])[0])
    assert await hints.costs(table.row.id, other)
    await hall.finish(table.row.id)
    results = await hall.store.results(table.row.id)
    assert [result.user_id for result in results if result.hinted] == [taker]
    lines = {line.user_id: line for line in await hall.store.leaderboard("cloud_nine", None)}
    assert [line.games for line in lines.values()] == [2, 2, 2]
    assert {user: line.wins - 1 for user, line in lines.items()} == {
        result.user_id: int(result.won and not result.hinted) for result in results
    }


async def test_hints_are_free_until_a_first_game_of_the_kind_has_counted(hall: Hall) -> None:
    started = await start(hall.lobbies, await opened(hall.lobbies))
    table = await hall.tables.replayed(started.id)
    mover = table.member(table.to_act()[0]).user_id or 0
    hints = Hints(hall.store, hall.tables, InlineThinker())
    await played_before(hall.store, ADA, BEN, CLEO, game="clumond")
    await hall.store.commit(ending(await hall.store.new_match(TABLE), {mover: 5}))  # alone
    for _ in range(2):
        assert not await hints.costs(started.id, mover)
        assert await hints.ask(started.id, mover) is not None
    assert (await hall.tables.load(started.id)).row == table.row
    await played_before(hall.store, mover, DORA)
    assert await hints.costs(started.id, mover)


async def test_of_first_games_played_at_once_hints_are_free_in_the_earliest(hall: Hall) -> None:
    hints, movers = Hints(hall.store, hall.tables, InlineThinker()), list[tuple[MatchId, int]]()
    for _ in range(2):
        row = await start(hall.lobbies, await opened(hall.lobbies))
        table = await hall.tables.replayed(row.id)
        movers.append((row.id, table.member(table.to_act()[0]).user_id or 0))
    assert [await hints.costs(*each) for each in movers] == [False, True]
    await hall.tables.close(movers[0][0])
    assert not await hints.costs(*movers[1])


async def test_no_hint_is_given_out_of_turn_or_to_who_does_not_play(hall: Hall) -> None:
    table, mover = await playing(hall)
    hints = Hints(hall.store, hall.tables, InlineThinker())
    waiting = next(user for user in (ADA, BEN, CLEO) if user != mover)
    assert await refusal(hints, table.row.id, waiting) == "refused.hint_later"
    assert await refusal(hints, table.row.id, DORA) == "refused.not_seated"
    await hall.tables.leave(table.row.id, mover)
    assert await refusal(hints, table.row.id, mover) == "refused.away"
    await hall.tables.close(table.row.id)
    assert await refusal(hints, table.row.id, waiting) == "refused.over"
    lobby = await opened(hall.lobbies)
    assert await refusal(hints, lobby.id, ADA) == "refused.not_started"


async def test_a_strict_table_gives_no_hints_and_where_nobody_could_think_nothing_is_marked(
    hall: Hall,
) -> None:
    table, mover = await playing(hall, hints="false")
    assert await refusal(Hints(hall.store, hall.tables, InlineThinker()), table.row.id, mover) == (
        "refused.hints_off"
    )
    assert not any(m.hinted for m in (await hall.tables.load(table.row.id)).row.members)
    table, mover = await playing(hall)
    assert await Hints(hall.store, hall.tables, Tired()).ask(table.row.id, mover) is None
    assert (await hall.tables.load(table.row.id)).row == table.row


async def test_a_hint_that_takes_too_long_is_none_and_costs_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.house.hints.WITHIN", 0.01)
    table, mover = await playing(hall)
    assert await Hints(hall.store, hall.tables, Gated()).ask(table.row.id, mover) is None
    assert (await hall.tables.load(table.row.id)).row == table.row


@pytest.mark.parametrize("is_free", [False, True])
async def test_a_hint_thought_of_too_late_is_not_given(hall: Hall, *, is_free: bool) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    if not is_free:
        await played_before(hall.store, ADA, BEN, CLEO)
    table = await hall.tables.replayed(row.id)
    mover = table.member(table.to_act()[0]).user_id or 0

    class Slow(InlineThinker):
        async def rank(
            self,
            question: Question,
            within: float = 0.0,  # noqa: ARG002 - it takes its time
        ) -> tuple[RankedMove, ...]:
            await hall.tables.play(table.row.id, mover, None, question.legal[0])
            return rank(question)

    with pytest.raises(Stale):
        await Hints(hall.store, hall.tables, Slow()).ask(table.row.id, mover)
    assert not any(m.hinted for m in (await hall.tables.load(table.row.id)).row.members)


async def test_the_only_move_costs_as_much_so_that_the_mark_tells_nothing(hall: Hall) -> None:
    """Nobody may learn whether a pilot had a choice (B4)."""
    ada = Member(str(ADA), "Ada", joined="9101")
    row = await hall.lobbies.open("balloon", ada, Location(5, CHANNEL), locale="en")
    for user, name in ((BEN, "Ben"), (CLEO, "Cleo")):
        await hall.lobbies.join(row.id, Member(str(user), name, joined=str(9000 + user)))
    await played_before(hall.store, ADA, BEN, CLEO, game="balloon")
    table = await hall.tables.load((await start(hall.lobbies, row)).id)
    while len(legal := table.legal(table.to_act()[0])) > 1:
        user = table.member(table.to_act()[0]).user_id or 0
        table = await hall.tables.play(row.id, user, None, legal[0])
    user = table.member(table.to_act()[0]).user_id or 0
    hints = Hints(hall.store, hall.tables, Tired())
    assert await hints.costs(row.id, user)
    hint = await hints.ask(row.id, user)
    assert hint is not None
    assert (hint.is_forced, hint.best) == (True, ())
    assert [m.user_id for m in (await hall.tables.load(row.id)).row.members if m.hinted] == [user]


async def test_a_hint_tells_the_chance_against_people_of_this_strength(hall: Hall) -> None:
    table, mover = await playing(hall)
    known: dict[int, float] = {}

    async def strengths(game: str, user_ids: Sequence[int]) -> Mapping[int, float]:
        assert (game, sorted(user_ids)) == (table.row.game, sorted((ADA, BEN, CLEO)))
        return known

    hints = Hints(hall.store, hall.tables, thinker := Noting())
    hints.strengths = strengths
    told = list[float]()
    for rating in (15.0, 35.0):
        known = {user: rating for user in (ADA, BEN, CLEO) if user != mover}
        hint = await hints.ask(table.row.id, mover)
        assert hint is not None
        told.append(hint.best[0].share)
    assert told[0] > told[1]
    assert thinker.asked[1].company == (35.0, 35.0)
    assert sorted(map(str, thinker.asked[1].table)) == [PERSON, "35.0", "35.0"]


# The coach asks back before costly moves, seldom, and never keeps anybody waiting for long.

GAP = Gap(share=0.12, share_error=0.02, points=1.0, points_error=0.5, trials=512)


@dataclass
class Knowing(InlineThinker):
    """Says of each move what a test wants it to, and remembers what it was asked."""

    says: str = "costly"
    gap: Gap = GAP
    doubts: list[Question] = field(default_factory=list)

    async def advise(self, doubt: Question) -> Advice | None:
        self.doubts.append(doubt)
        other = next(code for code in doubt.legal if code != doubt.doubted)
        if self.says == "slow":
            await asyncio.Event().wait()
        if self.says == "costly":
            return Advice(other, doubt.doubted, self.gap, (0.4, 0.28))
        return Advice(doubt.doubted, other, self.gap, (0.4, 0.28)) if self.says == "fine" else None


async def to_ada(parts: Parts, match_id: MatchId) -> Table:
    """Let house players move until Ada may choose."""
    while True:
        table = await parts.tables.replayed(match_id)
        seat = table.to_act()[0]
        if table.member(seat).user_id == ADA:
            return table
        parts.clock.time = table.row.deadline or parts.clock.time
        assert await parts.tables.play_house(match_id)


async def played(parts: Parts, coach: Coach, match_id: MatchId, times: int) -> list[str]:
    """Let Ada make moves, asked back or not; tell what the coach said of each."""
    said = list[str]()
    while len(said) < times:
        table = await to_ada(parts, match_id)
        legal, moves = table.legal(table.to_act()[0]), table.row.moves
        if len(legal) > 1:
            word = await coach.word(match_id, ADA, moves, legal[0])
            said.append("" if word is None else "praise" if word.is_praise else "doubt")
        await parts.tables.play(match_id, ADA, moves, legal[0])
    return said


async def test_a_costly_move_is_asked_back_once_and_made_when_pressed_again(parts: Parts) -> None:
    coach = Coach(parts.tables, thinker := Knowing())
    row = await begun(parts)
    table = await to_ada(parts, row.id)
    seat, moves = table.to_act()[0], table.row.moves
    first, second, *_ = table.legal(seat)
    word = await coach.word(row.id, ADA, moves, first)
    assert word is not None
    assert (word.code, word.is_praise, word.advice.gap) == (first, False, GAP)
    assert await coach.word(row.id, ADA, moves, first) is None
    assert await coach.word(row.id, ADA, moves, second) is None  # it does not haggle
    assert len(thinker.doubts) == 1


async def test_it_is_asked_what_the_seat_sees_and_no_more(parts: Parts) -> None:
    coach = Coach(parts.tables, thinker := Knowing())
    row = await begun(parts)
    table = await to_ada(parts, row.id)
    seat = table.to_act()[0]
    await coach.word(row.id, ADA, table.row.moves, table.legal(seat)[0])
    (doubt,) = thinker.doubts
    assert (doubt.view, doubt.heard) == (table.view(seat), table.begun.heard(seat))
    assert doubt.view.seat == seat


@pytest.mark.parametrize("says", ["costly", "fine"])
async def test_it_speaks_at_most_every_fifth_time_and_never_praises_twice_in_a_row(
    parts: Parts, says: str
) -> None:
    coach = Coach(parts.tables, Knowing(says))
    said = await played(parts, coach, (await begun(parts)).id, 3 * (QUIET + 1))
    pause = [""] * QUIET
    spoken = ["doubt", *pause] * 3 if says == "costly" else ["praise", *pause, *[""] * 10]
    assert said == spoken


async def test_what_costs_most_of_the_game_is_asked_back_every_time(parts: Parts) -> None:
    grave = replace(GAP, share=GRAVE)
    coach = Coach(parts.tables, Knowing(gap=grave))
    assert await played(parts, coach, (await begun(parts)).id, 4) == ["doubt"] * 4


async def test_where_it_has_no_answer_in_time_the_move_is_simply_made(parts: Parts) -> None:
    coach = Coach(parts.tables, Knowing("slow"), within=0.01)
    assert await played(parts, coach, (await begun(parts)).id, 2) == ["", ""]


async def test_it_says_nothing_where_there_is_no_coach_or_nothing_to_say(parts: Parts) -> None:
    coach = Coach(parts.tables, thinker := Knowing())
    row = await begun(parts, coach=False)
    table = await to_ada(parts, row.id)
    legal = table.legal(table.to_act()[0])
    assert await coach.word(row.id, ADA, table.row.moves, legal[0]) is None
    row = await begun(parts)
    table = await to_ada(parts, row.id)
    moves, legal = table.row.moves, table.legal(table.to_act()[0])
    for user, moment, code in (
        (BEN, moves, legal[0]), (ADA, moves - 1, legal[0]), (ADA, moves, "fly away"),
    ):  # fmt: skip
        assert await coach.word(row.id, user, moment, code) is None
    assert thinker.doubts == []


def test_nonsense_from_a_process_is_no_advice() -> None:
    for answer in (b"[]", b"{}", b'{"best": 1}', b"7", b"nonsense"):
        with pytest.raises(ValueError, match=r".*"):
            read_advice(answer, ("draw A", "draw B"))
    assert read_advice(b"null", ()) is None


# The layouts of hints: within Discord's limits, in the words of the hand.


def hints(key: str, share: float = 0.45) -> Iterator[Hint]:
    """Return what hints in a game may be, whatever its people are called."""
    for state, _, seats in walk(key, 4):
        people = [f"Player{seat}" for seat in range(1, seats + 1)]
        people[:3] = AWKWARD
        row = replace(lobby_row(*people), game=key, status=Status.PLAYING)
        table = Table(row, Course.taken_up(GAMES[key], state))
        for seat in table.to_act():
            legal = table.legal(seat)
            best = tuple(RankedMove(code, -12.3, share) for code in legal[:HINTED_MOVES])
            yield Hint(table, seat, best if len(legal) > 1 else ())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_hint_keeps_discords_limits_and_names_moves_as_reviews_do(key: str) -> None:
    for hint in hints(key):
        shown = hint_layout(hint, SAY)
        assert faults(shown) == []
        assert ids(shown) == []
        presenter, view = PRESENTERS[key], hint.table.view(hint.seat)
        best, *others = [move.code for move in hint.best] or hint.table.legal(hint.seat)
        named = escape(presenter.named(view, best, SAY, plain_names(hint.table.row, SAY)))
        told = f"**{named}**" if hint.is_forced else f"### Hint: {capital(named)}\n"
        assert told in said(shown)
        names = bold_names(hint.table.row, SAY)
        lower = [presenter.named(view, code, SAY, names) for code in others]
        assert [name for name in lower if name[1:] not in said(shown).partition("\n")[2]] == []


def test_a_forced_move_is_told_without_numbers_and_others_with_the_chance_to_win_where_known() -> (
    None
):
    forced = [hint for hint in hints("balloon") if hint.is_forced]
    assert forced
    assert "only one choice" in said(hint_layout(forced[0], SAY))
    assert "%" not in said(hint_layout(forced[0], SAY))
    known, unknown = next(hints("cloud_nine", 0.45)), next(hints("cloud_nine", 0.0))
    assert "you come first about 45% of the time" in said(hint_layout(known, SAY))
    assert "%" not in said(hint_layout(unknown, SAY))


CLOUDS = Beginning("cloud_nine", 3, {}, 1).course()
HELPS = "{named} leaves **B**'s cloud better cards."


def told(course: Course, *ranked: RankedMove) -> str:
    """Return what a hint says that found these moves at the beginning of a game."""
    row = replace(lobby_row(*"ABC"), game=course.game.info.key, status=Status.PLAYING)
    return said(hint_layout(Hint(Table(row, course), course.to_act()[0], ranked), SAY))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ({"share": 0.41}, "It lowers your chance of winning by about 4%."),
        ({"share": 0.5, "facts": ((UNSURE, 1.0),)}, "It looked worse at a glance."),
        ({"share": 0.41, "reasons": (Reason.of("helps", seat=2),)}, HELPS),
    ],
)
def test_why_not_another_is_said_in_words_or_by_how_much(move: dict[str, Any], why: str) -> None:
    best, other, *_ = CLOUDS.legal(CLOUDS.to_act()[0])
    shown = told(CLOUDS, RankedMove(best, 40.0, 0.45), RankedMove(other, 39.0, **move))
    label = card_label(other.partition(" ")[2], SAY)
    assert f"**What about {label}?** {why.format(named=label)}\n" in shown


def test_moves_that_are_worse_for_the_same_reasons_share_them() -> None:
    reasons = Reason.of("helps", seat=2), Reason.of("brings")
    best, *others = CLOUDS.legal(CLOUDS.to_act()[0])[:3]
    ranked = map(RankedMove, others, (9, 9), (0.41, 0.4), ((), ()), (reasons, reasons[::-1]))
    shown = told(CLOUDS, RankedMove(best, 40.0, 0.45), *ranked)
    both = " or ".join(card_label(code.partition(" ")[2], SAY) for code in others)
    why = f"**What about {both}?** {HELPS.format(named=both)}"
    assert shown.count("What about") == shown.count(why) == 1


def test_moves_that_are_about_as_good_share_a_line() -> None:
    shares = {"pass": 0.45, "declare S": 0.448, "declare NT": 0.3, "declare C": 0.441}
    ranked = (RankedMove(code, 2.0, share) for code, share in shares.items())
    shown = told(Beginning("clumond", 3, {}, 1).course(), *ranked)
    assert "about declaring no trumps?** It lowers your chance of winning by about 15%." in shown
    alike = "Declaring spades and declaring clubs are about as good: nothing clear sets them apart."
    assert f"\n{alike}\n" in shown


def test_of_moves_about_as_good_it_is_said_what_speaks_for_each() -> None:
    best, other = CLOUDS.legal(CLOUDS.to_act()[0])[1:3]
    merits, reasons = (Reason.of("brings"),), (Reason.of("first"),)
    move = RankedMove(other, 39.0, 0.445, reasons=reasons, merits=merits)
    assert read(spell([move]), [other]) == (move,)
    shown = told(CLOUDS, RankedMove(best, 40.0, 0.45), move)
    better, named = (card_label(code.partition(" ")[2], SAY) for code in (best, other))
    why = f"{named} brings your cloud better cards. {better} wins you the first pick more often."
    assert f"\n**About as good: {named}.** {why}\n" in shown


@pytest.mark.parametrize("key", ["balloon", "cloud_nine", "nimbly"])
def test_hints_of_a_house_player_give_reasons(key: str) -> None:
    told = asked = 0
    for course, _, _ in Random(2).sample(open_situations(Beginning(key, 3, {}, 3)), 8):
        seat = course.to_act()[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        ranked = rank(Question(key, "quick", view, heard, legal, 5, argued=HINTED_MOVES))
        row = replace(lobby_row("Ada", "Ben", "Cleo"), game=key, status=Status.PLAYING)
        hint = Hint(Table(row, course), seat, ranked[:HINTED_MOVES])
        shown = said(hint_layout(hint, SAY))
        assert faults(hint_layout(hint, SAY)) == []
        asked += len(hint.best) - 1
        told += sum(bool(move.reasons) for move in hint.best)
        assert ("**What about " in shown or "about as good" in shown) == (len(hint.best) > 1)
    assert told > asked / 10


def test_the_warning_says_what_a_hint_costs_and_asks() -> None:
    row = replace(lobby_row("Ada", "Ben", "Cleo"), status=Status.PLAYING)
    shown = warning_layout(row, SAY, rated=True)
    assert faults(shown) == []
    plain = said(warning_layout(row, SAY, rated=False))
    assert plain == "-# Take a hint? Then this game won't count as a win for you."
    assert said(shown) == f"{plain} For your rating, that's last place."
    assert (ids(shown), labels(shown)) == (["h:7"], ["Show the hint"])
