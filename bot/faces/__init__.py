"""The faces of the games: one line a game."""

from bot.faces.balloon import BalloonFace
from bot.faces.cloud_nine import CloudNineFace
from bot.faces.clumond import ClumondFace
from bot.faces.face import Control, Face, Names, Tone
from bot.faces.nimbly import NimblyFace

FACES: dict[str, Face] = {
    "cloud_nine": CloudNineFace(),
    "nimbly": NimblyFace(),
    "balloon": BalloonFace(),
    "clumond": ClumondFace(),
}

__all__ = ["FACES", "Control", "Face", "Names", "Tone"]
