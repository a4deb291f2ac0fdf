"""The house players of Cloud Nine: playouts by rule of thumb over the worlds they may be in."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

from engine.cards import CARD_OF_FACE
from engine.games.cloud_nine.guess import Guess
from engine.games.cloud_nine.policy import go_on
from engine.games.cloud_nine.state import NINE
from engine.games.cloud_nine.view import CloudNineView
from engine.games.cloud_nine.world import Doing, World
from engine.games.cloud_nine.worth import CLOUD_WORTH, HELD_WORTH
from engine.melds import score
from engine.robot import HousePlayer, Ranked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

SPREAD_TRICK = 10.0
SPREAD_DEAL = 33.0


class Playouts:
    def __init__(self, horizon: int = 2) -> None:
        self.horizon = horizon

    def rank(self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int) -> tuple[Ranked, ...]:
        guess = Guess(view)
        last = min(NINE, view.trick.number + self.horizon - 1)
        alive = list(legal)
        tried = {c: [0, 0.0, 0.0] for c in legal}
        own = guess.place
        rounds = max(1, (len(legal) - 1).bit_length())
        settled = []
        sh = lambda c: tried[c][2] / tried[c][0]
        before = view.scores
        left_deals = (view.deals - view.deal) if view.deals else 0
        tau = 0.55 * sqrt(SPREAD_TRICK**2 * (NINE - last) * 2 + left_deals * SPREAD_DEAL**2) + 1.0
        for _ in range(rounds):
            for _ in range(max(1, budget // (rounds * len(alive)))):
                world = guess.world(random)
                for code in alive:
                    w = world.copy()
                    make(w, code)
                    while w.number <= last:
                        go_on(w)
                    n = NINE - last
                    if w.doing == Doing.DONE:
                        points = [score(h) + score(c) for h, c in zip(w.hands, w.clouds)]
                    else:
                        hw, cw = HELD_WORTH[n], CLOUD_WORTH[n]
                        points = [hw(h) + cw(c) for h, c in zip(w.hands, w.clouds)]
                    t = tried[code]
                    t[0] += 1
                    t[1] += points[own]
                    e = [exp((p + b - points[own] - before[own]) / tau) for p, b in zip(points, before)]
                    t[2] += 1 / sum(e)
            alive.sort(key=lambda c: -sh(c))
            half = (len(alive) + 1) // 2
            settled[:0] = alive[half:]
            del alive[half:]
        return tuple(Ranked(c, tried[c][1] / tried[c][0], sh(c)) for c in (*alive, *settled))


def make(world: World, code: str) -> None:
    verb, what = code.split()
    if verb == "play":
        world.play(CARD_OF_FACE[what])
    elif verb == "take":
        world.take(CARD_OF_FACE[what])
    else:
        world.name_second(int(what) - 1)


class Thumb:
    def rank(self, view, heard, legal, random, budget):
        from engine.cards import FACES
        from engine.games.cloud_nine import policy
        guess = Guess(view)
        w = guess.world(random)
        if w.doing == Doing.PLAY:
            code = f"play {FACES[policy.play_of(w)]}"
        elif w.doing == Doing.TAKE:
            code = f"take {FACES[policy.take_of(w)]}"
        else:
            code = f"second {policy.second_of(w) + 1}"
        return (Ranked(code), *(Ranked(c) for c in legal if c != code))


HOUSE = {
    "easy": HousePlayer(Thumb(), 0), "normal": HousePlayer(Playouts(1), 40),
    "hard": HousePlayer(Playouts(2), 300),
}
