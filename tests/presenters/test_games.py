"""What the presenters of the games say, by example, and where no example in text can stage it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from discord import ui

from bot.discord.parts import container, move_rows
from bot.presenters import PRESENTERS, Tone
from bot.presenters.balloon import LUCKY, _ended, lucky_flights
from bot.presenters.cards import drawn_said, with_you
from bot.texts import Texts
from engine.analysis.review import review
from engine.chance import Chance
from engine.course import Course
from engine.events import DealScored, as_seen_by
from engine.game import OptionValue
from engine.games import GAMES
from engine.games.balloon.view import DICE, Ending, Flown, NothingToDraw, Odds, TripResult
from engine.games.cloud_nine.view import CloudNineView
from engine.games.nimbly.view import NimblyView
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record
from engine.seats import Seat
from render.api import Person
from render.scenes import SCENES
from tests.engine.analysis.conftest import SMALL
from tests.engine.balloon import positions as balloon
from tests.engine.balloon.positions import played, seen, table
from tests.engine.clumond import positions as clumond
from tests.engine.examples import Example, Table, examples, seat_of
from tests.engine.nimbly import positions as nimbly
from tests.engine.walks import Beginning
from tests.match.rows import EAR, faults, lobby_row
from tests.soak.amounts import some

# What presenters say, by example (`examples/<game>.txt`; see `tests/engine/examples.py`).
#
# says 1: text        the prompt of seat 1 (or of all) has this text; `omits`: it has not
# labels 1: a | b     what seat 1 (or all) may press; `codes 1:` the moves behind it
# headline: text      so is the game announced; `waiting:` the turn
# told: text          one of the sentences of the last move has this text
# retired 1: text     what the old hand of seat 1 says has this text
# result: shown       whether the last result stays beside the table
# forced: draw A      the move that is made for the seat to act, if any

SAY = Texts.load().words("en")
PEOPLE = ("Annie", "Benny", "Carol", "Dora")


class Spoken(Table):
    """A course that a presenter speaks of."""

    verbs = Table.verbs | {
        "says": "says", "omits": "omits", "labels": "labels", "codes": "codes",
        "headline:": "headline", "waiting:": "waiting", "told:": "sentence",
        "retired": "retired", "result:": "result", "forced:": "forced",
    }  # fmt: skip

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.presenter = PRESENTERS[game]

    @property
    def names(self) -> tuple[str, ...]:
        return PEOPLE[: len(self.course.view(None).scores)]

    def split(self, text: str) -> tuple[object, str]:
        eyes, _, rest = text.partition(": ")
        return self.course.view(None if eyes == "all" else seat_of(eyes)), rest

    def says(self, text: str) -> None:
        view, said = self.split(text)
        assert said in self.presenter.prompt(view, SAY, self.names)

    def omits(self, text: str) -> None:
        view, said = self.split(text)
        assert said not in self.presenter.prompt(view, SAY, self.names)

    def labels(self, text: str) -> None:
        view, labels = self.split(text)
        controls = self.presenter.controls(view, SAY, self.names)
        assert (" | ".join(control.label for control in controls) or "-") == labels

    def codes(self, text: str) -> None:
        view, codes = self.split(text)
        controls = self.presenter.controls(view, SAY, self.names)
        assert " | ".join(control.code for control in controls) == codes

    def headline(self, text: str) -> None:
        assert self.presenter.headline(self.course.view(None), SAY) == text

    def waiting(self, text: str) -> None:
        assert self.presenter.waiting(self.course.view(None), SAY, self.names) == text

    def sentence(self, text: str) -> None:
        events = as_seen_by(None, self.course.happened[-1])
        told = [str(self.presenter.sentence(event, SAY, self.names)) for event in events]
        assert any(text in sentence for sentence in told), told

    def retired(self, text: str) -> None:
        view, said = self.split(text)
        found = self.presenter.retired(view, SAY, self.names)
        assert said in found if said != "-" else not found

    def result(self, text: str) -> None:
        assert self.presenter.shows_result(self.course.view(None)) == (text == "shown")

    def forced(self, text: str) -> None:
        assert (self.presenter.forced(self.course.view(None)) or "-") == text


EXAMPLES = examples(Path(__file__).parent.glob("examples/*.txt"), lambda file: file.stem)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game} {one.sentence}")
def test_what_is_said_is_as_the_example_says(example: Example) -> None:
    example.hold(Spoken)


@pytest.mark.parametrize(
    "line", ["says 2: fall", "omits 2: jump", "labels all: -", "told: Nothing", "result: shown"]
)
def test_an_example_that_is_not_so_would_be_found(line: str) -> None:
    with pytest.raises(AssertionError):
        Example("balloon", "wrong", ("deal RRRRRR, GGGGGG, PPPPPP; rolls YY", line)).hold(Spoken)


# What the presenters of the games say where an example in plain text cannot stage it.

NAMES = ("Ada", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("ways", "total", "told"),
    [
        (1, 1, "The pilot can **certainly** pay."),
        (0, 5, "The pilot **can't** pay"),
        (9, 1000, "can pay: **less than 1%**."),
        (1, 100, ": **1%**"),
        (526181, 814385, ": **65%**"),
        (995, 1000, ": **more than 99%**"),
    ],
)
def test_chances_of_cloud_9_are_told_in_whole_per_cents_and_words(
    ways: int, total: int, told: str
) -> None:
    view = balloon.seen(balloon.table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), 2)
    seen = replace(view, odds=Odds(ways, total))
    assert "%" not in PRESENTERS["balloon"].prompt(seen, SAY, NAMES), "the picture shows it"
    said = PRESENTERS["balloon"].says(seen, SAY, NAMES).odds()  # type: ignore[attr-defined] # its own
    assert told in said
    assert "exactly" not in said


@pytest.mark.parametrize(
    ("ending", "locale", "told"),
    [
        (Ending.FALL, "en", "you fall, "), (Ending.JUMP, "en", "you jump last"),
        (Ending.FALL, "en-x-ear", "you fall with"), (Ending.JUMP, "en-x-ear", "you jump last"),
    ],
)  # fmt: skip
def test_who_ended_a_trip_is_told_of_it_as_you(ending: Ending, locale: str, told: str) -> None:
    result = TripResult(1, ending, Seat(1), 2, ("G", "Y"), (), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    say = Texts.load().words(locale)
    assert told in _ended(result, "Nobody scores", say, NAMES, Seat(1))
    assert "you" not in _ended(result, "Nobody scores", say, NAMES)


@pytest.mark.parametrize("by_ear", ["", "-x-ear"])
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_b9_who_could_draw_no_card_is_told(language: str, by_ear: str) -> None:
    say = Texts.load().words(language + by_ear)
    event, balloons = NothingToDraw((Seat(3), Seat(1))), PRESENTERS["balloon"]
    said = balloons.sentence(event, say, NAMES)
    heard = balloons.in_words(event, None, say, with_you(NAMES, Seat(1), say), Seat(1))
    assert said is not None
    assert ["Ada" in said, "Ben" in said, "Cleo" in said] == [True, False, True]
    assert heard is not None
    assert ["Ada" in heard, "Cleo" in heard] == [False, True]


def test_who_ended_a_trip_is_told_with_its_points() -> None:
    course = balloon.table("RRRPPP", "GGG", "GGG", rolls=("G-",))
    for move in ("jump", "stay", "fall"):
        course = balloon.played(course, f"* {move}")
    told = [PRESENTERS["balloon"].sentence(event, SAY, NAMES) for event in balloon.told(course)]
    assert "Trip 1: Ada falls, 🟢G unpaid. Ada 0 (now 0) · Ben +1 (now 1)" in (told[1] or "")


def test_what_a_trick_of_cloud_nine_is_about_is_told_in_the_first_three_of_a_game() -> None:
    """N1, N2, N5"""
    course, told = Beginning("cloud_nine", 3, {"deals": 3}, 1).course(), set()
    while course.to_act():
        seat = course.to_act()[0]
        view, legal = course.view(seat), course.legal(seat)
        assert isinstance(view, CloudNineView)
        if legal[0].startswith("play"):
            is_told = "picks first" in PRESENTERS["cloud_nine"].prompt(view, SAY, NAMES)
            told.add((view.deal, view.trick.number, is_told))
        course = course.then(seat, legal[0])
    assert {(deal, trick) for deal, trick, is_told in told if is_told} == {(1, 1), (1, 2), (1, 3)}
    assert len(told) == 27


def test_passing_is_the_call_of_clumond_that_stands_out() -> None:
    view = clumond.seen(clumond.table(), 1)
    tones = [control.tone for control in PRESENTERS["clumond"].controls(view, SAY, NAMES)]
    assert tones == [Tone.MAIN, *[Tone.PLAIN] * 5]


def test_c6_a_settled_hand_tells_balances_and_whether_it_was_made() -> None:
    course = clumond.keeping(clumond.played(clumond.table(), "1 declare S"))
    result = clumond.result_of(course)
    for changed, told in (
        (replace(result, off=(2, 0, 0)), "declares, 2 tricks off"),
        (
            replace(result, off=(0, 1, 1), points=(4, -2, -2), totals=(4, -2, 0)),
            "makes it. Ada +4 (now 4) · Ben \N{MINUS SIGN}2 (now \N{MINUS SIGN}2)",
        ),
    ):
        assert told in str(PRESENTERS["clumond"].sentence(DealScored(changed), SAY, NAMES))


@pytest.mark.parametrize(
    ("opening", "told"), [(clumond.PASSES, "get close."), (("1 declare H",), "any more.")]
)
def test_c4_who_can_be_right_no_more_reads_so(opening: tuple[str, ...], told: str) -> None:
    view = clumond.seen(clumond.played(clumond.table(), *opening), 1)
    asks = tuple(replace(ask, tricks=(), more=()) for ask in view.asks)
    said = PRESENTERS["clumond"].prompt(replace(view, to_act=(Seat(1),), asks=asks), SAY, NAMES)
    assert told in said
    assert "Keep three" not in said


@pytest.mark.parametrize(
    ("off", "points", "took", "seat", "told"),
    [
        (
            0,
            -2,
            0,
            2,
            "Hand 1: Ada declares and makes it. Your ante of 2 is gone: \N{MINUS SIGN}2 chips.",
        ),
        (0, 4, 6, 1, "Hand 1: you declare and make it. You take 6, minus"),
        (1, 1, 3, 3, "declares, 1 trick off. You take 3, minus your ante of 2: +1 chip."),
        (2, -2, 0, 1, "Hand 1: you declare, 2 tricks off. Your ante of 2 is gone"),
    ],
)
def test_c6_a_seat_reads_what_became_of_the_declarer_and_of_its_ante(
    off: int, points: int, took: int, seat: int, told: str
) -> None:
    view = clumond.seen(clumond.keeping(clumond.played(clumond.table(), "1 declare S")), seat)
    assert view.last_deal is not None
    result = replace(
        view.last_deal, off=(off, 5, 5), points=(points,) * 3, took=(took,) * 3, paid=(0, 0, 0)
    )
    shown = replace(view, last_deal=result)
    said = PRESENTERS["clumond"].retired(shown, SAY, NAMES)
    assert told in said
    assert "your code" not in said


@pytest.mark.parametrize(("share", "told"), [(3, "3 chips each"), (0, "")])
def test_c8_the_ending_tells_of_the_split_pot(share: int, told: str) -> None:
    view = clumond.seen(clumond.to_the_end(clumond.table(deals=3)))
    assert view.last_deal is not None
    shown = replace(view, last_deal=replace(view.last_deal, share=share))
    said = PRESENTERS["clumond"].ending(shown, SAY)
    assert told in said
    assert bool(said) == bool(told)


def test_draws_of_nimbly_are_named_by_cards_as_they_lie_and_the_ends_of_rows_are_buttons() -> None:
    course, face = nimbly.table("QC KC", "TD", "7H"), PRESENTERS["nimbly"]
    view = nimbly.seen(course, 1)
    own = {c.code: c for c in face.controls(view, SAY, NAMES)}
    assert (own["draw AAC"].name, own["draw B"].name) == ("Q♣ K♣ 7♥", "10♦")
    shown = [control.code for control in own.values() if not control.listed]
    assert shown == ["draw AAA", "draw BBB", "draw CCC"]
    few = face.controls(replace(view, prospects=view.prospects[:6]), SAY, NAMES)
    assert [(control.listed, control.group) for control in few] == [("", 0)] * 3 + [("", 1)] * 3
    shown = [control.label for control in face.controls(nimbly.seen(course), SAY, NAMES)]
    assert not any(":" in label for label in shown)


def test_a_draw_of_nimbly_names_its_rows_where_others_have_the_same_cards() -> None:
    view = nimbly.seen(nimbly.table("QC KC", "TD", "7H"), 1)
    twins = tuple(replace(each, cards=("JK",)) for each in view.prospects[:2])
    told = PRESENTERS["nimbly"].controls(replace(view, prospects=twins), SAY, NAMES)
    assert [each.label.partition(":")[0] for each in told] == ["A (Joker)", "B (Joker)"]


def test_every_draw_of_nimbly_says_from_the_first_turn_on_what_it_makes() -> None:
    """The open cards of each row by a button, in the order of the picture; a menu has the others.

    It says how much these make at most, so that nobody takes the buttons for all there is.
    """
    view = nimbly.seen(nimbly.table("QC KC", "TD", "7H"), 1)
    shown = container(
        *move_rows(lobby_row("Ada"), PRESENTERS["nimbly"].controls(view, SAY, NAMES), SAY)
    )
    assert faults(shown) == []
    line, (menu,) = [row.children for row in shown.children[0].children]  # type: ignore[attr-defined]
    ends = [" ".join(drawn_said([card], SAY) for card in row[-3:]) for row in view.rows]
    assert [item.label.partition(": ")[0] for item in line] == ends
    told = [item.label for item in line] + [option.label for option in menu.options]
    scores = {each.code: each.makes.meld.score for each in view.prospects if each.makes}
    assert sorted(int(label.rpartition(": ")[2]) for label in told) == sorted(scores.values())
    counts = [len(option.value) for option in menu.options]
    assert counts == sorted(counts, reverse=True)
    most = max(scores[option.value] for option in menu.options)
    assert menu.placeholder == f"Other draws worth up to {most}"
    assert "Q♣ K♣ 7♥: 4" in told


def test_the_headline_of_nimbly_says_what_a_game_is_played_to() -> None:
    view = nimbly.seen(nimbly.played(nimbly.table("QC KC", "TD", "7H"), "1 draw AAC"))
    said = PRESENTERS["nimbly"].headline(replace(view, deals=None, target=147), SAY)
    assert said == "deal 1, first to 147, 24 cards left to draw"


@pytest.mark.parametrize(("deals", "told"), [(1, "trick 1 of 9"), (3, "deal 1 of 3, trick 1 of 9")])
def test_a_single_deal_of_cloud_nine_is_not_counted(deals: int, told: str) -> None:
    view = Beginning("cloud_nine", 3, {"deals": deals}, 1).course().view(None)
    assert PRESENTERS["cloud_nine"].headline(view, SAY) == told


# How lucky a flight of Cloud 9 was, counted throw by throw.


def chance_of(hand: tuple[str, ...], cloud: int) -> float:
    """Count the throws of a cloud that a hand can pay for (B3), of all there are."""
    held = Counter(hand)
    throws = [Counter(dice) for dice in product("RGPY--", repeat=DICE[cloud])]
    paid = [
        throw for throw in throws
        if held["W"] or all(held[face] >= throw[face] for face in "RGPY")
    ]  # fmt: skip
    return len(paid) / len(throws)


def stages(seed: int) -> list[Course]:
    """Play a game in which people stay aboard more often than not."""
    random, seats = Random(seed), 3 + seed % 4
    course = Beginning("balloon", seats, {"redeal": bool(seed % 2)}, seed).course()
    found = [course]
    while acting := course.to_act():
        code, *others = course.legal(acting[0])
        course = course.then(acting[0], random.choice([code, code, code, *others]))
        found.append(course)
    return found


@pytest.mark.parametrize("seed", some(range(40), 8))
def test_every_flight_that_few_throws_allowed_is_told_of_all_aboard(seed: int) -> None:
    courses, expected = stages(seed), []
    for course, after in pairwise(courses):
        if not any(isinstance(event, Flown) for event in after.happened[-1]):
            continue
        view = seen(course)
        # Only the pilot pays, so their hand is as it was at the throw.
        chance = chance_of(seen(course, view.pilot).hand or (), view.cloud)
        if chance < LUCKY:
            aboard = [seat for seat, is_there in enumerate(view.aboard, start=1) if is_there]
            aboard.sort(key=lambda seat: seat != view.pilot)
            expected += [(view.deal, view.cloud, seat, seat == view.pilot) for seat in aboard]
    found = [feat for feat in lucky_flights(courses[-1].happened) if feat.kind == "flight"]
    told = [(feat.deal, feat.what.cloud, feat.seat, feat.what.is_pilot) for feat in found]
    assert told == expected
    for feat in found:
        thrown = seen(courses[feat.moves or 0])
        assert (thrown.deal, thrown.cloud, bool(thrown.dice)) == (feat.deal, feat.what.cloud, True)
        hand = seen(courses[feat.moves or 0], thrown.pilot).hand or ()
        assert feat.what.chance == chance_of(hand, thrown.cloud) == pytest.approx(1 - feat.rank)


def test_above_a_hand_of_balloon_stand_the_own_score_and_the_best_of_the_others() -> None:
    view, face = seen(table("RRRRRW", "GGGGGG", "PPPPPP", rolls=("--",)), 2), PRESENTERS["balloon"]
    told = "trip 1, cloud 1, first to 50"
    assert face.progress(view, SAY, NAMES) == told
    scored = replace(view, scores=(12, 7, 9))
    assert face.progress(scored, SAY, NAMES) == f"{told} · you 7 · {NAMES[0]} 12"
    assert face.progress(scored, SAY) == told


def test_a_wild_card_leaves_nothing_to_luck() -> None:
    course = table("RRRRRW", "GGGGGG", "PPPPPP", rolls=("GG", "RR", "--"))
    for code in ("* stay", "* stay", "* wild", "* stay", "* stay", "* fall"):
        course = played(course, code)
    assert list(lucky_flights(course.happened)) == []


def test_who_jumped_was_not_aboard_and_the_pilot_is_told_of_first() -> None:
    course = table("RRRRRR", "GGGGGG", "PPPPPP", rolls=("--", "G-", "R-"))
    for code in ("2 jump", "3 stay", "1 pay"):
        course = played(course, code)
    feats = list(lucky_flights(course.happened))
    # Six red cards pay for no die of another colour: a die is red or blank three times in six.
    assert [(feat.seat, feat.what) for feat in feats] == [
        (1, (1, 0.25, True)),
        (3, (1, 0.25, False)),
    ]


# Nimbly with five rows: what it offers, says and paints.

FIVE = ("Ada", "Ben", "Cleo", "Dora", "Emil")
NIMBLY = PRESENTERS["nimbly"]


def begun() -> Course:
    return Course.begin(GAMES["nimbly"], 5, {"rows": "5", "deals": 1}, Chance(bytes(32)))


def view_of(course: Course, seat: int | None = None) -> NimblyView:
    view = course.view(None if seat is None else Seat(seat))
    assert isinstance(view, NimblyView)
    return view


@pytest.mark.parametrize("say", [SAY, EAR])
def test_every_draw_is_a_button_or_stands_in_one_of_the_menus(say: object) -> None:
    view = view_of(begun(), 1)
    controls = NIMBLY.controls(view, say, FIVE)  # type: ignore[arg-type] # words
    shown = move_rows(lobby_row("Ada"), controls, say)  # type: ignore[arg-type] # words
    items = [item for row in shown for item in row.children]
    menus = [item for item in items if isinstance(item, ui.Select)]
    offered = [option.value for menu in menus for option in menu.options]
    offered += [item.custom_id.rpartition(":")[2] for item in items if isinstance(item, ui.Button)]  # type: ignore[union-attr]
    assert sorted(offered) == sorted(course_codes())
    assert [len(menu.options) for menu in menus] == ([25, 25, 5] if say is EAR else [25, 25])
    assert len({menu.custom_id for menu in menus}) == len(menus)
    assert faults(container(*shown)) == []


def course_codes() -> tuple[str, ...]:
    return begun().legal(Seat(1))


def test_in_words_one_from_each_is_said_of_as_many_rows_as_there_are() -> None:
    view = view_of(begun(), 1)
    assert NIMBLY.named_again(view, "draw ABC", EAR, FIVE) == "1 from A, 1 from B, 1 from C"
    usual = Course.begin(GAMES["nimbly"], 5, {}, Chance(bytes(32))).view(Seat(1))
    assert NIMBLY.named_again(usual, "draw ABC", EAR, FIVE) == EAR("ear.from.each")


def test_each_row_can_be_asked_about_and_typed() -> None:
    view = view_of(begun(), 1)
    assert {"row_d", "row_e"} <= {*NIMBLY.questions(view)}
    assert "Row E" in NIMBLY.answer("row_e", view, EAR, FIVE)
    usual = Course.begin(GAMES["nimbly"], 3, {}, Chance(bytes(32))).view(Seat(1))
    assert "row_d" not in NIMBLY.questions(usual)
    assert NIMBLY.spelled(["two", "from", "d", "one", "from", "e"], SAY) == ["dde"]


def test_pictures_have_all_rows_and_are_hardly_higher() -> None:
    people, course, random, scene = [*map(Person, FIVE)], begun(), Random(1), SCENES["nimbly"]
    while course.to_act():
        seat = course.to_act()[0]
        for picture in (
            scene.hand(course.view(seat), people, SAY),
            scene.table(course.view(None), people, SAY),
        ):
            assert picture.height <= 1200
            assert "row e" in picture.alt.casefold()
        course = course.then(seat, random.choice(course.legal(seat)))


@pytest.mark.parametrize("level", ["quick", "easy", "normal", "hard", "expert"])
def test_house_players_of_every_level_play_it(level: str) -> None:
    course, random, player = begun(), Random(1), HOUSE_PLAYERS["nimbly"][level]
    while course.to_act():
        seat = course.to_act()[0]
        legal, moves = course.legal(seat), course.heard(seat)
        is_asked = seat == 1 and len(legal) > 1
        view = course.view(seat)
        code = player.choose(view, moves, legal, random) if is_asked else random.choice(legal)
        assert code in legal
        course = course.then(seat, code)


def test_it_can_be_reviewed() -> None:
    course, random, moves = begun(), Random(1), list[MoveLine]()
    while course.to_act():
        seat = course.to_act()[0]
        moves.append(MoveLine(seat, random.choice(course.legal(seat))))
        course = course.then(*moves[-1][:2])
    options: dict[str, OptionValue] = {"rows": "5", "deals": 1}
    record = Record("nimbly", 5, options, bytes(32), moves=tuple(moves))
    assert review(record, Seat(1), Random, effort=SMALL).curve
