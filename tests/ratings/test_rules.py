"""Which games count for ratings, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from bot.match.table.kind import CONTESTS
from bot.ratings import log
from bot.ratings.rules import (
    ALONE,
    ANCHORS,
    DAY,
    PAIR,
    PERSON,
    WITH_HOUSE,
    Before,
    Conduct,
    Ended,
    EndedSeat,
    Known,
    RatingJudge,
    RatingNews,
    Season,
    SeatChange,
    Verdict,
    news_of,
    weight_of,
    weights_of,
)
from bot.ratings.service import Memory
from bot.skill import LEAST_TRUST, SURE, Rating, rated, reset
from bot.store.rows import MatchId
from engine.games import GAMES
from engine.players.levels import LEVELS
from engine.seats import Seat

ADA, BEN, CLEO = 101, 102, 103
AT = Season(2026, 4).begins + 1000
NOTHING = Before()


def ended(*who: int | str, scores: tuple[int, ...] = (30, 20, 10), **fields: object) -> Ended:
    """Return a game that people (by id) and house players (by level) played; the first won."""
    seats = tuple(
        EndedSeat(
            number,
            one if isinstance(one, int) else None,
            one if isinstance(one, str) else None,
            score,
            number == 1,
        )
        for number, (one, score) in enumerate(zip(who, scores, strict=False), start=1)
    )
    game = Ended(7, MatchId(7), "cloud_nine", 5, AT, seats)
    return replace(game, **fields)  # type: ignore[arg-type] # by name


THREE = ended(ADA, BEN, CLEO)
SURE_ONE = Rating(25, 4)
KNOWN = Before({
    user: Known(THREE.season.number, SURE_ONE, SURE_ONE) for user in (ADA, BEN, CLEO)
})  # fmt: skip
"""Before a game of people whose ratings are sure."""


def test_people_among_themselves_count_whole() -> None:
    judged = RatingJudge()(THREE, KNOWN)
    assert judged.verdict is Verdict.COUNTS
    assert [(change.user_id, change.place, change.weight) for change in judged.changes] == [
        (ADA, 1, 1.0), (BEN, 2, 1.0), (CLEO, 3, 1.0),
    ]  # fmt: skip
    after = rated([SURE_ONE] * 3, [1, 2, 3])
    assert [change.rating for change in judged.changes] == after
    assert [change.ever for change in judged.changes] == after
    # Who won is ahead of who made as much.
    tie = RatingJudge()(ended(ADA, BEN, CLEO, scores=(30, 30, 10)), KNOWN)
    assert [change.place for change in tie.changes] == [1, 2, 3]


@pytest.mark.parametrize(
    ("game", "verdict"),
    [
        (replace(THREE, rated=False), Verdict.UNRATED),
        (replace(THREE, series="daily 2026-11-22"), Verdict.DAILY),
        (replace(THREE, series="league 7 3"), Verdict.COUNTS),
        (replace(THREE, readable=False), Verdict.UNKNOWN),
        (replace(THREE, guild_id=6), Verdict.OFF),
        (replace(THREE, guild_id=None), Verdict.COUNTS),
        (replace(THREE, guild_id=6, verdict=Verdict.COUNTS), Verdict.OFF),
        (replace(THREE, verdict=Verdict.OFF), Verdict.OFF),
        (ended(ADA, "random", "easy"), Verdict.ALONE),
        (ended(ADA, "random", "normal"), Verdict.COUNTS),
        (ended(ADA, BEN, "random"), Verdict.COUNTS),
        (ended("hard", "hard", "hard"), Verdict.ALONE),
        (ended(ADA, BEN, "master"), Verdict.UNKNOWN),
        (ended(ADA, BEN, "hard", game="whist"), Verdict.UNKNOWN),
        (ended(-1, "hard", "hard"), Verdict.ALONE),
    ],
)
def test_some_games_do_not_count(game: Ended, verdict: Verdict) -> None:
    judged = RatingJudge(off=[6])(game, NOTHING)
    assert judged.verdict is verdict
    assert bool(judged.changes) == (verdict is Verdict.COUNTS)


def test_house_players_are_anchors_but_not_of_an_unknown_level() -> None:
    judged = RatingJudge()(ended(ADA, BEN, "hard"), KNOWN)
    hard = ANCHORS["cloud_nine"]["hard"]
    assert [change.user_id for change in judged.changes] == [ADA, BEN]
    after = rated([SURE_ONE, SURE_ONE, hard], [1, 2, 3], [WITH_HOUSE] * 3)
    assert [change.rating for change in judged.changes] == after[:2]
    game = ended(ADA, BEN, "normal")
    unknown = replace(game, seats=(*game.seats[:2], replace(game.seats[2], level=None)))
    assert RatingJudge()(unknown, NOTHING).verdict is Verdict.UNKNOWN


def test_every_level_of_a_game_with_anchors_is_one_the_better_the_higher() -> None:
    assert ANCHORS.keys() <= GAMES.keys()
    assert all(set(levels) == set(LEVELS) for levels in ANCHORS.values())
    for levels in ANCHORS.values():
        in_order = [levels[level].mu for level in LEVELS]
        assert in_order == sorted(in_order)
        assert levels["normal"].mu == Rating().mu


def test_a_result_against_somebody_unsure_counts_less_for_those_who_met_them() -> None:
    """House players are sure, and so a newcomer counts whole by those they meet."""
    newcomer = 55
    for game, weights in (
        (ended(ADA, BEN, newcomer), [(1 + LEAST_TRUST) / 2, (1 + LEAST_TRUST) / 2, 1.0]),
        (ended(newcomer, "hard", "normal"), [ALONE]),
        (ended(newcomer, 56, "normal"), [(1 + LEAST_TRUST) / 2 * WITH_HOUSE] * 2),
        (ended(newcomer, 56, -1), [LEAST_TRUST] * 2),
        (
            replace(ended(ADA, newcomer, 56), is_contest=True),
            [LEAST_TRUST, *[(1 + LEAST_TRUST) / 2] * 2],
        ),
    ):
        judged = RatingJudge()(game, KNOWN)
        assert [change.weight for change in judged.changes] == pytest.approx(weights)


def of_days(days: int, table: Callable[[int], Sequence[int]]) -> Memory:
    """Return the ratings after some days of as many games as the brakes let count.

    `table` gives the people of each game as they came.
    """
    memory, judge = Memory(), RatingJudge()
    for number in range(days * PERSON.most):
        who = table(number)
        game = ended(*who, scores=(30, 20, 10), at=AT + number // PERSON.most * DAY, number=number)
        memory.keep(game, judge(game, memory.before(game)))
    return memory


def shown_of(memory: Memory, user: int) -> Rating:
    return memory.ratings[user, "cloud_nine", THREE.season.number].rating


@pytest.mark.parametrize(
    "losers",
    [
        lambda n: (1000 + 2 * n, 1001 + 2 * n),
        lambda n: (1000 + n, 1001 + n),
        lambda n: [*combinations((2, 3, 4, 5), 2)][n % 6],
    ],
    ids=["new ones each time", "each one twice", "four in turns"],
)
def test_a_week_of_wins_against_accounts_made_for_it_gives_no_place(
    losers: Callable[[int], tuple[int, int]],
) -> None:
    memory = of_days(7, lambda n: (ADA, *losers(n)))
    assert shown_of(memory, ADA).is_provisional


@pytest.mark.parametrize("people", [3, 6, 12])
def test_a_circle_of_friends_is_sure_and_in_order_in_time(people: int) -> None:
    """Nobody else ever plays with them; who is better wins more often."""
    random, best = Random(2), [*range(1, people + 1)]

    def table(_: int) -> list[int]:
        return sorted(random.sample(best, 3), key=lambda one: one + random.gauss(0, people / 3))

    memory = of_days(15, table)
    ratings = [shown_of(memory, one) for one in best]
    assert all(one.sigma < SURE for one in ratings)
    right = [a.mu > b.mu for a, b in combinations(ratings, 2)]
    assert fmean(right) > 0.85


def often(people: set[int], today: int, season: int = 0) -> Before:
    return Before({}, [frozenset(people)] * (today + season), [frozenset(people)] * today)


def test_a_contest_counts_less_for_those_alone_who_played_too_often() -> None:
    contest, less = replace(THREE, is_contest=True), PAIR.weight(4, 4)
    assert weights_of(contest, often({ADA, BEN}, 4)) == [less, less, 1.0]
    assert weights_of(contest, often({ADA, 55}, PERSON.most)) == [0.0, 1.0, 1.0]
    # Whoever had their data deleted may have been anybody.
    assert weights_of(contest, often({CLEO, -1}, 4)) == [less] * 3
    random = Random(4)
    for _ in range(50):
        met = [frozenset(random.sample([ADA, BEN, CLEO, 55, 56, -1], 3)) for _ in range(9)]
        times = {
            other: sum(len({ADA, other} & one) + (-1 in one) > 1 for one in met)
            for other in (BEN, CLEO)
        }
        expected = [PAIR.weight(n, n) for n in times.values()]
        played = sum(ADA in one for one in met)
        assert weights_of(contest, Before({}, met, met))[0] == min(
            *expected, PERSON.weight(played, played)
        )


def test_tables_with_house_players_count_for_less() -> None:
    assert weight_of(THREE, NOTHING) == 1.0
    assert weight_of(ended(ADA, BEN, "hard"), NOTHING) == WITH_HOUSE < 1
    assert weight_of(ended(ADA, "easy", "hard"), NOTHING) == ALONE <= WITH_HOUSE


def test_the_same_opponents_count_less_and_less_in_a_day_and_in_a_season() -> None:
    weights = [weight_of(THREE, often({ADA, BEN}, times)) for times in range(PAIR.most + 1)]
    assert weights[:3] == [1.0] * PAIR.whole
    assert weights[3:5] == [0.5, 0.25]
    assert weights[PAIR.most - 1] > 0 == weights[PAIR.most]
    assert RatingJudge()(THREE, often({ADA, BEN}, PAIR.most)).verdict is Verdict.OFTEN
    season = [weight_of(THREE, often({ADA, BEN}, 0, met)) for met in (0, 19, 20, 39, 199)]
    assert season == pytest.approx([1, 1, 20 / 21, 0.5, 0.1])
    assert PAIR.season == 20


def test_it_is_those_two_who_met_most_often_that_count_or_the_games_alone() -> None:
    met = Before(today=[frozenset({ADA, BEN, 9})] * 4 + [frozenset({ADA, CLEO})])
    assert weight_of(THREE, met) == 0.25
    assert weight_of(ended(ADA, CLEO, 55), met) == 1.0
    game = ended(ADA, "hard", "hard")
    assert weight_of(game, often({ADA, BEN}, 5)) == ALONE
    assert weight_of(game, often({ADA}, 4)) == ALONE / 4


def test_the_games_of_one_person_have_a_cap_whoever_else_plays() -> None:
    met = [frozenset({ADA, 1000 + n, 2000 + n}) for n in range(200)]
    today = [weight_of(THREE, Before({}, met[:n], met[:n])) for n in range(PERSON.most + 1)]
    assert today[: PERSON.whole] == [1.0] * PERSON.whole
    assert today[PERSON.whole : PERSON.whole + 2] == [0.5, 0.25]
    assert today[PERSON.most - 1] > 0 == today[PERSON.most]
    season = [weight_of(THREE, Before({}, met[:n])) for n in (99, 100, 199)]
    assert season == pytest.approx([1, 100 / 101, 0.5])
    assert weight_of(ended(BEN, CLEO, 55), Before({}, met, met)) == 1.0


@pytest.mark.parametrize("other", [BEN, -2])
def test_whoever_deleted_their_data_counts_as_the_same_opponent(other: int) -> None:
    """To come back by a new account lifts no brake; no matter which seat was theirs."""
    game = ended(ADA, other, "hard")
    assert weight_of(game, often({ADA, -1}, 4)) == weight_of(game, often({ADA, BEN, -2}, 4))
    assert weight_of(game, often({ADA, -1}, 4)) == WITH_HOUSE / 4
    assert not weight_of(game, often({ADA, -3}, PAIR.most))
    assert weight_of(game, often({CLEO, -1}, 4)) == WITH_HOUSE


def conducted(game: Ended, **conducts: Conduct) -> Ended:
    """Return a game in which the people of seats (by name) conducted themselves like this."""
    seats = list(game.seats)
    for name, conduct in conducts.items():
        at = ["ada", "ben", "cleo"].index(name)
        seats[at] = replace(seats[at], conduct=conduct)
    return replace(game, seats=tuple(seats))


def test_whoever_forfeits_is_last_and_the_others_are_rated_as_it_ended() -> None:
    judged = RatingJudge()(conducted(THREE, ada=Conduct.FORFEIT), KNOWN)
    assert judged.verdict is Verdict.COUNTS
    assert {change.user_id: change.place for change in judged.changes} == {ADA: 3, BEN: 1, CLEO: 2}
    assert [change.rating for change in judged.changes] == rated([SURE_ONE] * 3, [3, 1, 2])
    # Of two, a loser who leaves loses, and the other one gains.
    two = ended(ADA, BEN)
    left = RatingJudge()(conducted(two, ben=Conduct.FORFEIT), KNOWN)
    assert left == RatingJudge()(two, KNOWN)
    # Alone, a hint is a loss too.
    won = ended(ADA, "normal", "normal")
    (change,) = RatingJudge()(conducted(won, ada=Conduct.FORFEIT), KNOWN).changes
    assert change.place == 3
    assert change.rating.mu < SURE_ONE.mu
    # Whoever deleted their data before it was rated is last.
    judged = RatingJudge()(ended(-1, BEN, CLEO), KNOWN)
    assert {change.user_id: change.place for change in judged.changes} == {BEN: 1, CLEO: 2}
    after = rated([Rating(), SURE_ONE, SURE_ONE], [3, 1, 2], [1.0, *[(1 + LEAST_TRUST) / 2] * 2])
    assert [c.rating for c in judged.changes] == after[1:]


def test_whoever_forfeits_never_gains() -> None:
    low, high = Known(0, Rating(10, 4), Rating(10, 4)), Known(0, Rating(35, 4), Rating(35, 4))
    both = conducted(THREE, ada=Conduct.FORFEIT, ben=Conduct.FORFEIT)
    season = THREE.season.number
    before = Before({ADA: replace(low, season=season), BEN: replace(high, season=season)})
    judged = RatingJudge()(both, before)
    assert {change.user_id: change.place for change in judged.changes} == {ADA: 2, BEN: 2, CLEO: 1}
    ada, ben, cleo = judged.changes
    assert (ada.rating.mu, ada.ever.mu) == (10, 10)  # a tie with a better one would have raised it
    assert ben.rating.mu < 35
    assert cleo.rating.mu > Rating().mu


def test_whoever_was_helped_keeps_their_place_and_cannot_gain() -> None:
    judged = RatingJudge()(conducted(THREE, ada=Conduct.HELPED), KNOWN)
    assert [change.place for change in judged.changes] == [1, 2, 3]
    assert judged.changes[0].rating.mu == SURE_ONE.mu
    assert [c.rating for c in judged.changes[1:]] == rated([SURE_ONE] * 3, [1, 2, 3])[1:]
    last = RatingJudge()(conducted(THREE, cleo=Conduct.HELPED), KNOWN)
    assert last == RatingJudge()(THREE, KNOWN)


@pytest.mark.parametrize(
    ("contest", "conduct"), [("evening", Conduct.WHOLE), ("league", Conduct.HELPED)]
)
def test_who_has_a_place_in_an_evening_gains_whoever_helped_them_and_not_in_a_week(
    contest: str, conduct: Conduct
) -> None:
    game = conducted(THREE, ada=Conduct.HELPED)
    whole = log._gathered(game, [game], {ADA: 1, BEN: 2}, CONTESTS[contest])
    # Cleo has no place: she never chose.
    assert [seat.conduct for seat in whole.seats] == [conduct, Conduct.WHOLE, Conduct.FORFEIT]


def test_to_void_losses_makes_nobody_better() -> None:
    """Two of equal strength: whoever leaves nine of ten losses stands no higher than the other."""
    random, season = Random(4), THREE.season.number
    known = {user: Known(season, Rating(), Rating()) for user in (ADA, BEN)}
    for _ in range(60):
        ada, ben = random.sample((10, 20), 2)
        game = ended(ADA, BEN, scores=(ada, ben))
        game = replace(game, seats=tuple(replace(s, won=s.score == 20) for s in game.seats))
        if ada < ben and random.random() < 0.9:
            game = conducted(game, ada=Conduct.FORFEIT)
        judged = RatingJudge()(game, Before(known))
        known = {c.user_id: Known(season, c.rating, c.ever) for c in judged.changes}
    assert abs(known[ADA].rating.points - known[BEN].rating.points) < 150


def test_a_season_begins_half_the_way_back_within_it_and_ever_it_goes_on() -> None:
    one = SURE_ONE
    for quarter, before in ((2, reset(Rating(33, 3), 2)), (4, Rating(33, 3))):
        old = Known(Season(2026, quarter).number, Rating(33, 3), Rating(35, 2))
        change = RatingJudge()(THREE, Before({**KNOWN.known, ADA: old})).changes[0]
        assert change.season == Season(2026, 4).number
        weights = [1.0, *[(1 + before.trust) / 2] * 2]
        assert change.rating == rated([before, one, one], [1, 2, 3], weights)[0]
        assert change.ever == rated([Rating(35, 2), one, one], [1, 2, 3], weights)[0]


def test_what_a_game_of_somebody_erased_made_of_the_others_stays() -> None:
    kept = SeatChange(1, ADA, 5, 1, 1.0, Rating(1, 2), Rating(3, 4))
    judged = RatingJudge()(replace(ended(ADA, -2, CLEO), changes=(kept,)), NOTHING)
    assert (judged.verdict, judged.changes) == (Verdict.COUNTS, (kept,))


def test_whoever_always_beats_the_same_friends_gains_less_and_less() -> None:
    """Eight games a day: the second month brings a fraction of what the first one did."""
    mu, tables = [25.0], list[frozenset[int]]()
    known = {user: Known(0, Rating(), Rating()) for user in (ADA, BEN, CLEO)}
    season = THREE.season.number
    for _ in range(60):
        today = list[frozenset[int]]()
        for _ in range(PAIR.most):
            judged = RatingJudge()(THREE, Before(known if tables else {}, tables, today))
            known = {c.user_id: Known(season, c.rating, c.ever) for c in judged.changes}
            tables.append(frozenset(known))
            today.append(frozenset(known))
        mu.append(known[ADA].rating.mu)
    assert mu[60] - mu[30] < (mu[30] - mu[0]) / 10
    assert mu[60] < 60


# What people are told of their ratings after a game.

SEASON = THREE.season.number
OLD = Known(SEASON - 1, Rating(35, 3), Rating(36, 3))


def told(game: object = THREE, known: dict[int, Known] | None = None) -> dict[Seat, RatingNews]:
    """Judge a game and return what its people are told."""
    assert isinstance(game, type(THREE))
    judged = RatingJudge()(game, Before(known or {}))
    return news_of(replace(game, verdict=judged.verdict, changes=judged.changes), known or {})


def test_each_is_told_what_was_before_and_is_now_or_why_a_game_does_not_count() -> None:
    news = told()
    assert [news[Seat(seat)].before for seat in (1, 2, 3)] == [Rating()] * 3
    ada = news[Seat(1)]
    assert (ada.verdict, ada.gain) == (Verdict.COUNTS, ada.after.points - 1000)
    assert ada.gain > 0 > news[Seat(3)].gain
    news = told(THREE, {ADA: OLD})
    assert news[Seat(1)].before == reset(OLD.rating)
    unrated = told(ended(ADA, "easy", "easy"))[Seat(1)]
    assert (unrated.verdict, unrated.gain) == (Verdict.ALONE, 0)
    # Not even together with the other games of its contest.
    alone = ended(ADA, "easy", "easy", series="evening 7 1")
    assert told(alone)[Seat(1)].verdict is Verdict.ALONE


def test_house_players_are_told_nothing_and_people_how_they_conducted_themselves() -> None:
    assert set(told(ended(ADA, "hard", -3))) == {Seat(1)}
    news = told(conducted(THREE, ben=Conduct.FORFEIT))
    assert [news[Seat(seat)].conduct for seat in (1, 2)] == [Conduct.WHOLE, Conduct.FORFEIT]
