"""The pictures of the documents, painted from games really played.

Run: python -m bench.samples docs/pictures
"""

from __future__ import annotations

import sys
from itertools import combinations, cycle
from pathlib import Path

from bench.evenings import FLYERS, PEOPLE, english, evening
from bench.turn import turn
from bot.skill import Rating, places, rated
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.api import Picture, Words
from render.scenes import SCENES
from render.scenes.leaderboard import Heading, Rated, paint_ratings

HEADING = Heading("Clouds", "Oct to Dec 2026")
SEED = 9
PLAYERS = ("Annie", "Benny", "Carol", "Émile", "さくら")
GAMES_PLAYED = 50


def ranking() -> list[Rated]:
    """Let five people play in turn, three at a table, and rank them by rating."""
    ratings = dict.fromkeys(PLAYERS, Rating())
    games, wins = dict.fromkeys(PLAYERS, 0), dict.fromkeys(PLAYERS, 0)
    for seed, seated in zip(range(GAMES_PLAYED), cycle(combinations(PLAYERS, 3)), strict=False):
        *_, last = evening(CloudNineView, seed)
        view = last[None]
        won = [seat in view.winners for seat in range(1, 4)]
        after = rated([ratings[name] for name in seated], places(view.scores, won))
        for name, rating, is_won in zip(seated, after, won, strict=True):
            ratings[name] = rating
            games[name] += 1
            wins[name] += is_won
    order = sorted(PLAYERS, key=lambda name: (ratings[name].is_provisional, -ratings[name].mu))
    return [
        Rated(
            None if ratings[name].is_provisional else place, name, ratings[name].points,
            ratings[name].is_provisional, wins[name], games[name],
        )
        for place, name in enumerate(order, start=1)
    ]  # fmt: skip


def samples() -> dict[str, Picture]:
    """Paint one picture of each kind."""
    scene, words, views = SCENES["cloud_nine"], english(), list(evening(CloudNineView, SEED))
    middle = [v for v in views if v[None].deal == 2 and v[None].trick.number == 7]
    table = next(v[None] for v in middle if v[None].phase is Phase.TAKE)
    hand = next(v[Seat(1)] for v in middle if v[None].to_act == (1,) and v[None].trick.cards)
    return (
        {
            "table": scene.table(table, PEOPLE, words),
            "hand": scene.hand(hand, PEOPLE, words),
            "result": scene.deal(views[-1][None], PEOPLE, words),
            "leaderboard": paint_ratings(HEADING, ranking(), words),
        }
        | nimbly_samples(words)
        | clumond_samples(words)
        | balloon_samples(words)
    )


def nimbly_samples(words: Words) -> dict[str, Picture]:
    """Paint one picture of each kind of Nimbly."""
    scene, views = SCENES["nimbly"], list(evening(NimblyView, SEED))
    busy = views[5]
    scored = next(view[None] for view in views if view[None].last_deal is not None)
    return {
        "nimbly_table": scene.table(busy[None], PEOPLE, words),
        "nimbly_hand": scene.hand(busy[busy[None].to_act[0]], PEOPLE, words),
        "nimbly_result": scene.result(scored, PEOPLE, words),
    }


def clumond_samples(words: Words) -> dict[str, Picture]:
    """Paint one picture of each kind of Clumond."""
    scene, views = SCENES["clumond"], list(evening(ClumondView, SEED, deals=3))
    middle = [v for v in views if v[None].deal == 2 and v[None].trick.number == 5]
    busy = next(v for v in middle if len(v[None].trick.cards) == 2)
    settled = next(v[None] for v in views if v[None].last_deal is not None)
    return {
        "clumond_table": scene.table(busy[None], PEOPLE, words),
        "clumond_hand": scene.hand(busy[busy[None].to_act[0]], PEOPLE, words),
        "clumond_result": scene.result(settled, PEOPLE, words),
    }


def balloon_samples(words: Words) -> dict[str, Picture]:
    """Paint one picture of each kind of Cloud 9, the balloon game."""
    scene, views = SCENES["balloon"], list(evening(BalloonView, SEED, 4))
    high = [v for v in views if v[None].phase == "ride" and any(v[None].jumps)]
    busy = max(high, key=lambda v: (v[None].cloud, sum(map(bool, v[None].jumps))))
    ended = next(v[None] for v in views if v[None].last_trip is not None and v[None].deal == 2)
    return {
        "balloon_table": scene.table(busy[None], FLYERS, words),
        "balloon_hand": scene.hand(busy[busy[None].to_act[0]], FLYERS, words),
        "balloon_result": scene.result(ended, FLYERS, words),
    }


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    painted = {f"{name}.png": picture for name, picture in samples().items()}
    for name, picture in {**painted, "turn.webp": turn(SEED)}.items():
        (folder / name).write_bytes(picture.data)
        print(f"{name} {picture.width} x {picture.height}, {len(picture.data)} bytes")
        print(f"  {picture.alt}")


if __name__ == "__main__":
    main()
