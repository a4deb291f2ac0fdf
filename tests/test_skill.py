from __future__ import annotations

from itertools import pairwise, product

import pytest

from bot.skill import LEAST_TRUST, SURE, Rating, places, rated, rated_in_pairs, reset

NEW = Rating()


def test_three_newcomers_are_rated_as_openskill_says() -> None:
    """Golden: another version of openskill must not change what is kept."""
    after = rated([NEW, NEW, NEW], [1, 2, 3])
    assert [one.mu for one in after] == pytest.approx([27.8690, 25.7173, 21.4137], abs=1e-4)
    assert [one.sigma for one in after] == pytest.approx([8.2052, 8.0582, 8.0582], abs=1e-4)


def test_who_places_higher_gains_and_all_become_surer() -> None:
    first, second, third = rated([Rating(25, 4), Rating(28, 4), Rating(22, 4)], [1, 2, 3])
    assert first.mu > 25
    assert third.mu < 22
    assert all(one.sigma < 4 for one in (first, second, third))


def test_the_order_of_seats_changes_nothing() -> None:
    one = rated([Rating(30, 3), Rating(25, 5), Rating(20, 8)], [2, 1, 3])
    other = rated([Rating(20, 8), Rating(30, 3), Rating(25, 5)], [3, 2, 1])
    assert [one[2].mu, one[0].mu, one[1].mu] == pytest.approx([seat.mu for seat in other])
    assert [one[2].sigma, one[0].sigma] == pytest.approx([other[0].sigma, other[1].sigma])


def test_equals_that_share_a_place_change_alike() -> None:
    one, two, last = rated([NEW, NEW, NEW], [1, 1, 3])
    assert one == pytest.approx(two)
    assert one.mu > last.mu


@pytest.mark.parametrize("people", range(2, 7))
def test_however_places_are_shared_nobody_gains_more_than_who_came_before(people: int) -> None:
    for cuts in product((False, True), repeat=people - 1):
        firsts = [1, *(at for at, cut in enumerate(cuts, 2) if cut)]
        shared = [max(first for first in firsts if first <= at) for at in range(1, people + 1)]
        mus = [one.mu for one in rated([NEW] * people, shared)]
        for (place, one), (after, other) in pairwise(zip(shared, mus, strict=True)):
            assert one == pytest.approx(other) if place == after else one > other
        assert sum(mus) == pytest.approx(people * NEW.mu)


def test_of_equals_the_better_one_loses_by_it() -> None:
    better, worse = rated([Rating(30, 4), Rating(20, 4)], [1, 1])
    assert 20 < worse.mu < better.mu < 30


@pytest.mark.parametrize("people", [2, 3, 12, 40])
def test_a_contest_of_many_moves_whoever_is_first_or_last_as_a_game_of_two_does(
    people: int,
) -> None:
    after = rated_in_pairs([NEW] * people, range(1, people + 1), [1.0] * people)
    assert [one.mu for one in after] == sorted((one.mu for one in after), reverse=True)
    first, last = rated([NEW, NEW], [1, 2])
    assert (after[0].mu, after[-1].mu) == pytest.approx((first.mu, last.mu))
    assert sum(one.mu for one in after) == pytest.approx(people * NEW.mu)


def test_who_comes_first_in_a_contest_never_loses_by_it() -> None:
    before = [Rating(40, 2), Rating(15, 2), Rating(15, 2), Rating(15, 2)]
    after = rated_in_pairs(before, [1, 1, 1, 1], [1.0] * 4)
    assert after[0].mu == 40
    assert all(one.mu > 15 for one in after[1:])


def test_a_contest_counts_for_each_by_their_own_weight() -> None:
    whole, less, none = rated_in_pairs([NEW] * 3, [1, 2, 2], [1.0, 0.5, 0.0])
    assert whole.mu > NEW.mu > less.mu > rated_in_pairs([NEW] * 3, [1, 2, 2], [1.0] * 3)[1].mu
    assert none == NEW


def test_a_game_that_counts_for_less_moves_less_and_says_less() -> None:
    before = [Rating(25, 6), Rating(27, 5)]
    gained = [rated(before, [1, 2], [weight] * 2)[0] for weight in (0.1, 0.25, 0.5, 0.999999, 1.0)]
    assert all(one.mu < two.mu for one, two in pairwise(gained))
    assert all(one.sigma > two.sigma for one, two in pairwise(gained))
    assert gained[3] == pytest.approx(gained[4], abs=1e-4)


def test_a_game_counts_for_each_by_their_own_weight() -> None:
    before = [Rating(25, 6), Rating(27, 5), Rating(30, 4)]
    whole, third = rated(before, [1, 2, 3]), rated(before, [1, 2, 3], [1.0, 0.0, 0.3])
    assert third[:2] == [pytest.approx(whole[0], abs=0.01), before[1]]
    assert whole[2].mu < third[2].mu < 30


def test_the_surer_a_rating_the_more_a_result_against_it_counts() -> None:
    trusts = [Rating(30, sigma).trust for sigma in (9.0, NEW.sigma, 8.0, 7.0, SURE, 1.0)]
    assert trusts[:2] == [LEAST_TRUST] * 2
    assert trusts[1:5] == sorted({*trusts[1:5]})
    assert trusts[4:] == [1.0] * 2


def test_a_game_that_counts_for_next_to_nothing_makes_nobody_less_sure() -> None:
    """What time may have changed in people counts as little as the game does."""
    before = [Rating(25, 3), Rating(25, 3)]
    assert all(one.sigma < 3 for one in rated(before, [1, 2], [0.01] * 2))


def test_two_halves_tell_about_as_much_as_a_whole() -> None:
    anchor = Rating(25, 1)
    half = rated([NEW, anchor], [1, 2], [0.5] * 2)
    halves = rated([half[0], anchor], [1, 2], [0.5] * 2)
    whole = rated([NEW, anchor], [1, 2])
    assert halves[0].sigma == pytest.approx(whole[0].sigma, rel=0.01)


def test_a_season_brings_ratings_half_the_way_back() -> None:
    assert reset(Rating(35, 3)) == pytest.approx((30, (3 + 25 / 3) / 2))
    assert reset(Rating(15, 3), 2).mu == pytest.approx(22.5)
    assert reset(Rating(15, 3), 0) == Rating(15, 3)
    assert reset(Rating(15, 3), 400) == pytest.approx(NEW)


def test_after_a_season_who_was_sure_is_sure_again_soon() -> None:
    """After some thirteen games of three people, and in the next season after a few."""
    games, ratings = 0, [NEW, NEW, NEW]
    while ratings[0].sigma > SURE:
        games += 1
        ratings = rated(ratings, [(games + n) % 3 + 1 for n in range(3)])
    assert 8 <= games <= 16
    for game in range(20):
        ratings = rated(ratings, [(game + n) % 3 + 1 for n in range(3)])
    ratings = [reset(one) for one in ratings]
    assert ratings[0].is_provisional
    for game in range(5):
        ratings = rated(ratings, [(game + n) % 3 + 1 for n in range(3)])
    assert not ratings[0].is_provisional


def test_winners_come_first_even_where_scores_say_otherwise() -> None:
    assert places([5, 9, 9, 1], [False, True, True, False]) == [3, 1, 1, 4]
    assert places([5, 9, 5], [True, False, False]) == [1, 2, 3]
    assert places([0, 0, 0], [True, True, True]) == [1, 1, 1]
