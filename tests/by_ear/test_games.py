"""Whole games by ear: every move is legal at once, and that of who sees the whole table."""

from __future__ import annotations

import random
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.daily.rules import TURNS, Turns
from bot.learn.lesson import taught
from bot.match.house.workshop import Workshop
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.reviews.service import Reviews
from bot.store.rows import MatchId
from engine.games import GAMES
from tests.by_ear.grammar import card_of, card_pattern, text
from tests.by_ear.listener import Ear
from tests.by_ear.page import BUTTON, CHOICE, Page
from tests.by_ear.player import Player
from tests.by_ear.playing import begin, by_ear, play
from tests.by_ear.proof import ALIKE, Proof
from tests.by_ear.terminal import NOTHING, WHICH, listen
from tests.match import analysing
from tests.sim.evening import Evening, play_unseen
from tests.sim.test_puzzle_evening import given
from tests.soak.amounts import amount, later

WHOLE = 10_000
SHORT = [
    ("cloud_nine", 9), ("balloon", 8), ("nimbly", 5), ("clumond", 8),
    *(later(game, WHOLE) for game in GAMES),
]  # fmt: skip
"""So many decisions are made; most games are played to their end by `make soak`."""

GAMES_OF_EACH = 25


def holds(proof: Proof, game: str) -> None:
    """Hold a game to what is promised to who plays by ear."""
    told = "\n".join([proof.told(game), *proof.differences, *proof.strange, *proof.faults])
    assert proof.alike >= int(ALIKE * proof.decisions), told  # of a few, one may be another
    assert not proof.faults, told
    assert not proof.strange, told


@pytest.mark.parametrize(("game", "most"), SHORT)
async def test_a_game_alone_is_played_by_ear(tmp_path: Path, game: str, most: int) -> None:
    async with by_ear(tmp_path) as (held, ear):
        player = await begin(held, ear, game)
        player.typing = 3
        holds(await play(held, player, seed=1, most=most), game)


@pytest.mark.parametrize(
    ("game", "most"), [("cloud_nine", 5), *(later(game, WHOLE) for game in GAMES)]
)
async def test_one_plays_by_ear_and_another_with_pictures(
    tmp_path: Path, game: str, most: int
) -> None:
    async with by_ear(tmp_path, "Ben") as (held, ear):
        player = await begin(held, ear, game, "Ben")
        holds(await play(held, player, seed=2, most=most), game)


@pytest.mark.parametrize(("game", "most"), [("nimbly", 3), *(later(game, WHOLE) for game in GAMES)])
async def test_a_game_is_played_by_ear_in_direct_messages(
    tmp_path: Path, game: str, most: int
) -> None:
    async with by_ear(tmp_path) as (held, ear):
        ear.is_direct = True
        holds(await play(held, await begin(held, ear, game), seed=3, most=most), game)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", GAMES)
async def test_a_hundred_games_are_played_by_ear(tmp_path: Path, game: str) -> None:
    all_of_them = Proof()
    for number in range(amount(GAMES_OF_EACH)):
        place = tmp_path / str(number)
        place.mkdir()
        async with by_ear(place) as (held, ear):
            all_of_them.add(await play(held, await begin(held, ear, game), seed=number))
    holds(all_of_them, game)


# A game that somebody plays in the terminal by what is spoken.

MOVES = 3


async def test_a_game_is_played_in_the_terminal_by_what_is_said(tmp_path: Path) -> None:
    spoken: list[str] = []
    typed = iter(["start", f"/look question: {text('look.button.seats')}", "play", "fly"])
    left = iter([True] * MOVES)

    async def read() -> str | None:
        if (words := next(typed, None)) is not None:
            return words
        pages = "\n".join(spoken).split("[to me]")
        (*_, offered) = [page for page in pages if "(button)" in page]
        return offered.partition("(button) ")[2].splitlines()[0] if next(left, None) else None

    async with by_ear(tmp_path) as (held, ear):
        await listen(held, ear, "cloud_nine", read, spoken.append)
        assert (await held.table()).row.moves >= MOVES
    assert any("Ada (you)" in line for line in spoken)
    assert [line.partition(" Play")[0] for line in spoken if WHICH in line] == [WHICH]
    assert spoken.count(NOTHING) == 1
    assert sum(line.startswith("> press") for line in spoken) == 1 + MOVES


# What people do beside playing at tables, by ear.

PRESSES = 120
"""Nobody needs more presses than this for a lesson, whatever they try."""


def clean(ear: Ear) -> None:
    """See that nothing was said that one would stumble over."""
    assert not ear.faults, "\n".join(ear.faults)


def buttons(page: Page) -> list[str]:
    """Return what can be pressed, or chosen where there is much."""
    return [part.words for kind in (BUTTON, CHOICE) for part in page.of(kind)]


def taught_move(words: str, offered: list[str], tried: set[str]) -> str:
    """Return the move that a step of a lesson names, or else one that was not tried yet."""
    named = [card_of(card) for card in re.findall(card_pattern(), words)]
    left = [label for label in offered if label not in tried] or offered
    for label in left:
        found = re.search(card_pattern(), label)
        if found and card_of(found[0]) in named[-1:]:
            return label
    return left[0]


@pytest.mark.parametrize("game", [game if game == "cloud_nine" else later(game)
                                  for game in taught()])  # fmt: skip
async def test_a_lesson_is_gone_through_by_what_is_said(tmp_path: Path, game: str) -> None:
    ends = {text("deal.button")}
    async with by_ear(tmp_path) as (_, ear):
        (page,) = await ear.command("learn", game=game)
        tried: dict[str, set[str]] = {}
        for _ in range(PRESSES):
            offered = buttons(page)
            if ends & {*offered}:
                break
            step = page.words.partition("\n")[0]
            onward = [label for label in offered if label in {
                text("learn.button.on"), text("hand.button.take_back"),
            }]  # fmt: skip
            moves = [label for label in offered if label != text("learn.button.skip")]
            words = onward[0] if onward else taught_move(
                page.words, moves, tried.setdefault(step, set())
            )  # fmt: skip
            tried.setdefault(step, set()).add(words)
            page = (await ear.press(words))[-1]
        assert ends & {*buttons(page)}
        clean(ear)


async def test_a_puzzle_is_heard_and_solved_or_not_and_says_why(tmp_path: Path) -> None:
    async with by_ear(tmp_path) as (held, ear):
        await given(held, "a", "b")
        (page,) = await ear.command("puzzle")
        assert "Puzzle" in page.words
        moves = [label for label in buttons(page) if "makes" in label]
        assert len(moves) > 1
        best = max(moves, key=lambda label: int(re.findall(r"makes (\d+)", label)[0]))
        (solved,) = await ear.press(best)
        assert len(solved.words.split()) > 10
        (page,) = await ear.press(text("puzzles.button.next"))
        assert "Puzzle" in page.words
        clean(ear)


@pytest.mark.parametrize("turn", TURNS[-1].games, ids=lambda turn: turn[0])
async def test_a_daily_is_played_by_ear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turn: tuple[str, Any]
) -> None:
    monkeypatch.setattr("bot.daily.rules.TURNS", (Turns(date.min, (turn,)),))
    async with by_ear(tmp_path) as (held, ear):
        await ear.command("daily")
        player = Player(ear, turn[0])
        player.pages = await ear.press(text("daily.button.play"))
        holds(await play(held, player, seed=4, most=4), player.game)


async def finished(held: Evening, ear: Ear) -> None:
    """Play a game to its end: the first moves by ear, the others unseen."""
    player = await begin(held, ear, "cloud_nine")
    holds(await play(held, player, seed=5, most=2), "cloud_nine")
    await play_unseen(held, random.Random(5), lambda _: False)
    ear.hear()


async def test_what_is_looked_at_after_a_game_is_heard(tmp_path: Path) -> None:
    async with by_ear(tmp_path) as (held, ear):
        app = held.bot.app
        app.put(Reviews(app.store, app.get(Workshop), analysing.blaming))
        await finished(held, ear)
        own = await ear.command("stats")
        ranked = await ear.command("leaderboard", game="cloud_nine")
        for pages in (own, ranked):
            assert any("Ada" in page.words + page.pictures for page in pages)
        await ear.press(ear.offers("More.*")[-1])
        await ear.press(ear.offers("Review.*")[-1])
        await ear.press(ear.offers("More.*")[-1])
        (replay, *_) = ear.offers("Replay.*")
        (page,) = await ear.press(replay)
        seen = {page.words}
        assert "/replay" not in page.words  # nobody wants to hear a code, letter by letter
        for _ in range(4):
            (page,) = await ear.press(ear.offers("Next move.*")[0])
            seen.add(page.words)
        assert len(seen) == 5
        clean(ear)


async def test_an_evening_by_ear_with_somebody_who_sees(tmp_path: Path) -> None:
    async with by_ear(tmp_path, "Ben") as (held, ear):
        player = await begin(held, ear, "cloud_nine", "Ben")
        for number in (1, 2, 3):
            holds(await play(held, player, seed=number, match_id=number, most=2), "cloud_nine")
            table = ear.read_board().pictures
            assert re.search(r"\w+'s turn", table), table
            assert table.endswith("house player."), table
            if number < 3:
                player = await rematch(held, ear, number)


async def rematch(held: Evening, ear: Ear, number: int) -> Player:
    """End a game for everybody, and begin a rematch by what is spoken."""
    await held.bot.app.get(Tables).close(MatchId(number))
    await held.bot.app.get(Publisher).idle()
    ear.hear()
    await ear.press(ear.offers("Rematch.*")[0])
    await held.bot.app.get(Publisher).idle()
    await held["Ben"].click(held.board(), label="Join")
    ear.hear()
    player = Player(ear, "cloud_nine")
    player.pages = await ear.press(ear.offers("Start(, .*)?")[0])
    return player
