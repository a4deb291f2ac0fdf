from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import pytest
from PIL import ImageChops, ImageDraw

from bench.evenings import evening
from engine.games.clumond.view import SUIT_VALUES, ClumondView, Phase, Trumps
from engine.seats import Seat
from render.alt import card_name
from render.api import MAX_ALT, Person, Words
from render.canvas import READABLE, Canvas
from render.context import Context
from render.lettering import cap_height
from render.numbers import MINUS
from render.scenes import SCENES
from render.scenes.clumond.examples import LEFT, MEANT
from render.scenes.clumond.result import figures
from render.scenes.clumond.rows import CARD, LEAST_STEP, laid_out, rows_of, step_of
from render.scenes.clumond.scene import ClumondScene, playable
from render.theme import LEGIBLE, WIDTH
from tests.render.conftest import ABSURD
from tests.soak.amounts import some

SCENE = SCENES["clumond"]
DRAWN = ClumondScene()
Views = dict[Seat | None, ClumondView]
Draw = Callable[[Context[ClumondView]], Canvas]


@pytest.fixture(scope="module")
def game() -> Sequence[Views]:
    """What everybody saw of a whole game of three hands: undeclared, with trumps, without."""
    return list(evening(ClumondView, seed=4, deals=3))


@pytest.fixture(scope="module")
def points() -> Sequence[Views]:
    return list(evening(ClumondView, seed=5, deals=3, scoring="points"))


def _moments(game: Sequence[Views]) -> list[tuple[Draw, ClumondView]]:
    """Return a table, hand or result of every phase of a game."""
    tables: list[tuple[Draw, ClumondView]] = [
        (DRAWN.draw_table, views[None]) for views in game[::3]
    ]
    hands = [(DRAWN.draw_hand, views[Seat(2)]) for views in game[::4]]
    results = [
        (DRAWN.draw_deal, views[None]) for views in game if views[None].last_deal is not None
    ]
    return [*tables, *hands, results[0], results[len(results) // 2], results[-1]]


def _absurd(start: int) -> list[Person]:
    return [Person(ABSURD[(start + i) % len(ABSURD)], house=i == 1) for i in range(3)]


def texts_of(canvas: Canvas) -> list[str]:
    return [line.text for line, _, _ in canvas.texts]


def test_moments_of_a_game_paint(
    game: Sequence[Views], points: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    for views in (*game[::3], *points[::9]):
        for seat, view in views.items():
            paint = SCENE.table if seat is None else SCENE.hand
            picture = paint(view, people, words)
            assert picture.data[:4] == b"\x89PNG"
            assert picture.width == WIDTH
            assert 0.7 * WIDTH <= picture.height <= 1.1 * WIDTH
            assert 0 < len(picture.alt) <= MAX_ALT
            assert len(picture.data) < 80_000


def test_texts_lie_inside_the_picture_and_are_legible(
    game: Sequence[Views], points: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    for draw, view in (*_moments(game), *_moments(points)):
        canvas = draw(Context(view, people, words))
        for line, box, room in canvas.texts:
            assert room.x <= box.x
            assert box.right <= room.right
            assert room.y <= box.y
            assert box.bottom <= room.bottom
            assert 0 <= room.x < room.right <= canvas.image.width
            assert 0 <= room.y < room.bottom <= canvas.image.height
            if any(char.isdigit() for char in line.text):
                assert cap_height(line.size) >= LEGIBLE
                assert not line.text.endswith("…")


def test_names_are_legible(game: Sequence[Views], words: Words) -> None:
    people = [Person("Anna"), Person("Benedict the Long-winded of Foo"), Person("Cy", house=True)]
    for draw, view in _moments(game):
        lines = [line for line, _, _ in draw(Context(view, people, words)).texts]
        named = [line for line in lines if line.text.startswith(("Anna", "Bene", "Cy"))]
        assert named
        assert all(line.size >= READABLE for line in named)


@pytest.mark.parametrize("start", some(range(0, len(ABSURD), 3), 2))
def test_absurd_names_change_nothing_outside_their_own_lines(
    game: Sequence[Views], words: Words, start: int
) -> None:
    for draw, view in _moments(game)[::7]:
        plain = draw(Context(view, [Person(""), Person("", house=True), Person("")], words))
        odd = draw(Context(view, _absurd(start), words))
        difference = ImageChops.difference(plain.image, odd.image).convert("L")
        cover = ImageDraw.Draw(difference)
        for line, _, box in plain.texts:
            if line.text.startswith("Seat"):
                cover.rectangle((0, box.y, WIDTH, box.bottom - 1), fill=0)
        assert difference.getbbox() is None


def test_balances_and_pots_of_the_longest_game_fit(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C8: thirty hands with an ante of ten, nobody ever right."""
    view = game[-1][None]
    assert view.last_deal is not None
    result = replace(
        view.last_deal, pot=1170, paid=(13, 12, 11), stays=1206, share=402, ante=10,
        points=(379, 380, 381), totals=(-500, -1000, 402),
    )  # fmt: skip
    assert view.last_trick is not None
    trick = replace(view.last_trick, number=13)
    busy = replace(view, phase=Phase.PLAY, deal=30, deals=30, trick=trick)
    texts = texts_of(DRAWN.draw_table(Context(busy, people, words)))
    assert words("picture.clumond.progress", deal=30, deals=30, trick=13) in texts
    far = replace(view, deal=30, deals=30, pot=1170, scores=(-500, -1000, 402), last_deal=result)
    for draw in (DRAWN.draw_table, DRAWN.draw_deal):
        texts = texts_of(draw(Context(far, people, words)))
        assert f"{MINUS}1000" in texts
        assert not [text for text in texts if text.endswith("…")]


@pytest.mark.parametrize("trumps", list(Trumps))
def test_what_is_trumps_is_never_cut(
    game: Sequence[Views], people: Sequence[Person], words: Words, trumps: Trumps
) -> None:
    view = next(v[None] for v in game if v[None].last_deal and v[None].phase is Phase.PLAY)
    assert view.last_deal is not None
    last = replace(view.last_deal, declarer=Seat(2), trumps=trumps)
    shown = replace(view, declarer=Seat(2), trumps=trumps, pot=1170, last_deal=last)
    for draw in (DRAWN.draw_table, DRAWN.draw_deal):
        texts = texts_of(draw(Context(shown, people, words)))
        assert words(f"picture.clumond.trumps.{trumps.value}") in texts


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(
    game: Sequence[Views], words: Words, start: int
) -> None:
    view = next(v[None] for v in game if v[None].deal == 2 and v[None].trick.number == 9)
    alt = SCENE.table(view, _absurd(start), words).alt
    assert len(alt) <= MAX_ALT
    assert "hand 2 of 3, trick 9 of 13" in alt
    assert f"Pot: {view.pot} chips" in alt
    assert all(f"{count} cards in hand" in alt for count in view.hand_counts)
    result = SCENE.result(view, _absurd(start), words).alt
    assert view.last_deal is not None
    assert all(" ".join(left) in result for left in view.last_deal.left)


def test_the_tables_alt_text_says_the_public_state(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(v[None] for v in game if v[None].deal == 2 and len(v[None].trick.cards) == 1)
    alt = SCENE.table(view, people, words).alt
    assert "declared. Trumps: hearts." in alt
    assert f"{people[view.to_act[0] - 1].name} is to play a card." in alt
    assert f"{people[view.trick.leader - 1].name} leads" in alt
    assert "Nimbus (house player)" in alt


def test_the_call_is_told_and_painted(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C2."""
    view = next(v[None] for v in game if v[None].phase is Phase.CALL and len(v[None].passed) == 2)
    alt = SCENE.table(view, people, words).alt
    assert "Passed: Annie, Benny." in alt
    assert "Nimbus is to pass or declare." in alt
    texts = texts_of(DRAWN.draw_table(Context(view, people, words)))
    assert texts.count(words("picture.clumond.passed")) == 2
    assert words("picture.clumond.to_call") in texts


@pytest.mark.parametrize("trumps", list(Trumps))
def test_trumps_and_declarer_are_on_the_table(
    game: Sequence[Views], people: Sequence[Person], words: Words, trumps: Trumps
) -> None:
    view = next(v[None] for v in game if v[None].declarer)
    texts = texts_of(DRAWN.draw_table(Context(replace(view, trumps=trumps), people, words)))
    assert words(f"picture.clumond.trumps.{trumps.value}") in texts
    assert words("picture.clumond.declares") in texts


def test_a_hand_nobody_declared_says_so(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(v[None] for v in game if v[None].deal == 1 and v[None].phase is Phase.PLAY)
    context = Context(view, people, words)
    assert words("picture.clumond.undeclared") in texts_of(DRAWN.draw_table(context))
    assert "Nobody declared. No trumps." in SCENE.table(view, people, words).alt


def test_with_points_there_is_no_pot(
    points: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C7."""
    for draw, view in _moments(points):
        assert not [t for t in texts_of(draw(Context(view, people, words))) if "Pot" in t]
    assert "chip" not in SCENE.result(points[-1][None], people, words).alt


def test_cards_that_may_not_be_played_are_dimmed(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C3."""
    views = next(
        v
        for v in game
        for s in v[None].to_act
        if v[s].phase is Phase.PLAY and len(v[s].legal) < len(v[s].hand or ())
    )
    view = views[views[None].to_act[0]]
    context = Context(view, people, words)
    assert playable(view) == frozenset(code.split()[1] for code in view.legal)
    free = replace(view, legal=tuple(f"play {card}" for card in view.hand or ()))
    dimmed, bright = (
        DRAWN.draw_hand(context).image,
        DRAWN.draw_hand(Context(free, people, words)).image,
    )
    assert ImageChops.difference(dimmed, bright).getbbox() is not None


def test_a_waiting_hand_is_not_dimmed(game: Sequence[Views]) -> None:
    view = next(v[Seat(1)] for v in game if v[None].to_act == (2,))
    assert playable(view) is None


def test_the_hand_tells_codes_and_the_tricks_they_ask_for(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C4."""
    view = next(v[Seat(1)] for v in game if v[Seat(1)].tricks[0] == 2 and v[Seat(1)].asks)
    alt, texts = (
        SCENE.hand(view, people, words).alt,
        texts_of(DRAWN.draw_hand(Context(view, people, words))),
    )
    assert view.hand is not None
    assert all(card in alt for card in view.hand)
    for ask in view.asks:
        assert f"{ask.code} for {' or '.join(map(str, ask.tricks))}" in alt or not ask.tricks
        assert {f"+{more}" for more in ask.more if more} <= set(texts)


def test_cards_of_any_hand_can_all_be_read() -> None:
    ranks = "AKQJ98765432"
    for counts in product(range(13), repeat=4):
        if sum(counts) != 16:
            continue
        hand = [rank + suit for suit, n in zip("CHSD", counts, strict=True) for rank in ranks[:n]]
        rows = rows_of(hand)
        assert sorted(code for row in rows for suit in row for code in suit) == sorted(hand)
        assert min(map(step_of, rows)) >= LEAST_STEP


@pytest.mark.parametrize("suits", ["C" * 12 + "HHHH", "C" * 8 + "H" * 8, "CCCCHHHHSSSSDDDD", "C"])
def test_rows_stay_inside_the_picture(suits: str) -> None:
    ranks = "AKQJ98765432"
    hand = [ranks[suits[:i].count(suit)] + suit for i, suit in enumerate(suits)]
    for row in rows_of(hand):
        assert all(laid.x >= 0 and laid.x + CARD.w <= WIDTH for laid in laid_out(row, 16))


def test_a_table_painted_from_a_seats_view_shows_no_more_than_a_spectators(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C9."""
    for views in game[::9]:
        public = SCENE.table(views[None], people, words)
        assert all(SCENE.table(view, people, words) == public for view in views.values())


def test_the_last_trick_stays_visible_while_the_next_goes_on(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C9."""
    view = next(
        v[None] for v in game if v[None].trick.number == 4 and len(v[None].trick.cards) == 1
    )
    assert view.last_trick is not None
    alt = SCENE.table(view, people, words).alt
    assert all(card_name(played.card, words) in alt for played in view.last_trick.cards)
    with_it, without = (
        DRAWN.draw_table(Context(v, people, words)).image
        for v in (view, replace(view, last_trick=None))
    )
    assert ImageChops.difference(with_it, without).getbbox() is not None


def test_the_same_view_gives_the_same_bytes_in_any_thread(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    views = [v[None] for v in game[::9]] * 2
    alone = [SCENE.table(view, people, words) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda view: SCENE.table(view, people, words), views)) == alone


def test_the_settlement_can_be_checked(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """C5: what each seat pays and takes, antes and share included, is what its balance changed."""
    for views in game:
        result = views[None].last_deal
        if result is None:
            continue
        for at in range(3):
            change = result.took[at] - result.paid[at] - result.ante + result.share
            assert result.points[at] == change
    context = Context(game[-1][None], people, words)
    last = game[-1][None].last_deal
    assert last is not None
    shown = [figure.key for figure in figures(context, last, 1)]
    assert shown == ["code", "won", "off", "ante", "pays", "takes", "share", "hand"]


def test_the_result_tells_cards_codes_and_balances(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = game[-1][None]
    result = view.last_deal
    assert result is not None
    alt, texts = (
        SCENE.deal(view, people, words).alt,
        texts_of(DRAWN.draw_deal(Context(view, people, words))),
    )
    for at in range(3):
        assert f"left {' '.join(result.left[at])}, code {result.codes[at]}" in alt
        assert f"balance {result.totals[at]}".replace("-", MINUS) in alt
        assert str(result.totals[at]).replace("-", MINUS) in texts
    assert words("picture.clumond.result", deal=result.deal) in texts
    assert "Last trick: " in alt


@pytest.mark.parametrize("page", [2, 3, 4])
def test_the_rules_have_example_pictures(page: int, words: Words) -> None:
    picture = SCENE.rules(page, words)
    assert picture is not None
    assert 0 < len(picture.alt) <= MAX_ALT


@pytest.mark.parametrize("page", [0, 1, 5, -1])
def test_other_pages_have_none(page: int, words: Words) -> None:
    assert SCENE.rules(page, words) is None


def test_the_examples_are_counted_right() -> None:
    """C4."""
    codes = [sum(SUIT_VALUES[card[1]] for card in cards) for cards in LEFT]
    assert codes == [int(meant.split()[0]) for meant in MEANT]


def test_a_spectator_has_no_hand(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    with pytest.raises(ValueError, match="spectator"):
        SCENE.hand(game[0][None], people, words)


def test_no_result_before_a_hand_is_finished(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    with pytest.raises(ValueError, match="finished"):
        SCENE.result(game[0][None], people, words)


def test_the_view_of_another_game_is_refused(people: Sequence[Person], words: Words) -> None:
    with pytest.raises(TypeError, match="Clumond"):
        SCENE.table(object(), people, words)
