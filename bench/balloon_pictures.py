"""Painting and encoding the busiest table of Cloud 9: six seats, a high cloud (R1 to R4).

The naive peer draws every tile, figure, panel and text afresh, as a scene without sprites would;
only fonts and the sky stay. Run: python -m bench.balloon_pictures [--rounds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

from PIL import Image

from bench.balloon_evening import PEOPLE, balloon_evening
from bench.evening import english
from bench.pictures import default_png, psnr, repeat
from bench.timing import interleave, speed_ratio, table, time_ratio
from engine.games.balloon.view import BalloonView
from render import canvas, panels
from render.encode import encode
from render.lettering import lettering
from render.scenes.balloon import figures, parts, sky
from render.scenes.balloon.hand import draw_hand
from render.scenes.balloon.sitting import Sitting
from render.scenes.balloon.table import draw_table

SEED = 3
SEATS = 6
REPEATS = 6
KEPT = (
    (canvas, "lettering"), (canvas, "shape_mask"), (canvas, "panel_mask"), (figures, "panel_mask"),
    (parts, "tile"), (parts, "parachute"), (sky, "envelope"), (sky, "parachute"),
    (panels, "card_back"),
)  # fmt: skip
"""What the scene draws once and keeps, by the modules that use it."""


def busiest() -> BalloonView:
    """Give the table on the highest cloud with most who jumped."""
    views = [views[None] for views in balloon_evening(SEED, SEATS)]
    return max(views, key=lambda view: (sum(map(bool, view.jumps)), view.cloud, len(view.dice)))


def candidates(view: BalloonView) -> dict[str, Callable[[], int]]:
    sitting = Sitting(view, PEOPLE, english())
    own = replace(view, seat=view.pilot, hand=tuple("RRRGGPYW"))
    hand = Sitting(own, PEOPLE, english())
    picture = draw_table(sitting).image
    pool = ThreadPoolExecutor(2)

    def naively() -> None:
        kept = [(module, name, getattr(module, name)) for module, name in KEPT]
        for module, name, cached in kept:
            setattr(module, name, cached.__wrapped__)
        try:
            draw_table(sitting)
        finally:
            for module, name, cached in kept:
                setattr(module, name, cached)

    def fresh_text() -> None:
        lettering.cache_clear()
        draw_table(sitting)

    def whole(_: int = 0) -> bytes:
        return encode(draw_table(sitting).image)

    return {
        "draw naively": repeat(naively, 2),
        "draw, no text cached": repeat(fresh_text),
        "draw": repeat(lambda: draw_table(sitting)),
        "default PNG": repeat(lambda: default_png(picture), 3),
        "encode": repeat(lambda: encode(picture)),
        "draw + default PNG": repeat(lambda: default_png(draw_table(sitting).image), 3),
        "draw + encode": repeat(whole),
        "hand, draw + encode": repeat(lambda: encode(draw_hand(hand).image)),
        "two threads": repeat(lambda: list(pool.map(whole, range(2 * REPEATS))), 1),
        "one after the other": repeat(lambda: [whole() for _ in range(2 * REPEATS)], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    view = busiest()
    timings = interleave(candidates(view), rounds=parser.parse_args().rounds)
    print(table(timings, unit="picture"))
    for name, ours, peer in (
        ("R1 draw, no text cached", "draw, no text cached", "draw naively"),
        ("R1 draw", "draw", "draw naively"),
        ("R2 encode", "encode", "default PNG"),
        ("R3 draw + encode", "draw + encode", "draw + default PNG"),
    ):
        print(f"{name}: {time_ratio(timings[ours], timings[peer])} of {peer}")
    gain = speed_ratio(timings["two threads"], timings["one after the other"])
    print(f"R4 two threads: {gain}")
    picture = draw_table(Sitting(view, PEOPLE, english())).image
    ours_bytes, peer_bytes = encode(picture), default_png(picture)
    size = len(ours_bytes) / len(peer_bytes)
    likeness = psnr(picture, Image.open(BytesIO(ours_bytes)).convert("RGB"))
    print(f"R2 bytes: {len(ours_bytes)} of {len(peer_bytes)}, {size:.2f}x; PSNR {likeness:.1f} dB")


if __name__ == "__main__":
    main()
