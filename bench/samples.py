"""The pictures of the README, painted from a real game.

Run: python -m bench.samples docs/pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench.evening import GAME, PEOPLE, english, evening
from engine.game import Seat
from engine.games.cloud_nine.view import Phase
from render.api import Picture, Ranked
from render.scenes import SCENES
from render.scenes.leaderboard import paint_leaderboard

SEED = 9
RANKED = (
    Ranked(1, "Annie", 14, 31, 148.6, 271),
    Ranked(2, "Benny", 9, 31, 131.2, 244),
    Ranked(3, "Carol", 7, 22, 129.8, 305),
    Ranked(4, "Émile", 3, 12, 117.4, 198),
    Ranked(5, "さくら", 2, 9, 102.0, 187),
)


def samples() -> dict[str, Picture]:
    """Paint one picture of each kind."""
    scene, words, views = SCENES[GAME], english(), list(evening(SEED))
    middle = [v for v in views if v[None].deal == 2 and v[None].trick.number == 7]
    table = next(v[None] for v in middle if v[None].phase is Phase.TAKE)
    hand = next(v[Seat(1)] for v in middle if v[None].to_act == (1,) and v[None].trick.cards)
    return {
        "table": scene.table(table, PEOPLE, words),
        "hand": scene.hand(hand, PEOPLE, words),
        "result": scene.result(views[-1][None], PEOPLE, words),
        "leaderboard": paint_leaderboard("Cloud Nine", RANKED, words),
    }


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in samples().items():
        (folder / f"{name}.png").write_bytes(picture.data)
        print(f"{name}.png {picture.width} x {picture.height}, {len(picture.data)} bytes")
        print(f"  {picture.alt}")


if __name__ == "__main__":
    main()
