"""Records of Cloud Nine to take apart."""

from __future__ import annotations

HEADER = """\
game: cloud_nine
seats: 3
options: deals=1
seed: 0000000000000000000000000000000000000000000000000000000000000009
players: Annie | Benny | house:random
"""


def record(*moves: str, **headers: str) -> str:
    """Return a record; a header given replaces that of HEADER, an empty one takes it away."""
    lines = dict(line.split(": ", 1) for line in HEADER.splitlines())
    lines |= {key.replace("_", " "): value for key, value in headers.items()}
    written = [f"{key}: {value}" for key, value in lines.items() if value]
    return "\n".join([*written, "", *moves]) + "\n"
