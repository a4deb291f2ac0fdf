"""`python -m tests.games PROGRAM …`: `python -m PROGRAM …` with Thunder and Hail registered.

`python -m tests.games bot` and `python -m tests.games engine play thunder --seats 2 --seed …`.
"""

from __future__ import annotations

import runpy
import sys

from tests.games import register

if __name__ == "__main__":
    register()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
