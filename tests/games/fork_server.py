"""`python -m tests.games.fork_server`: the bot's fork server with Thunder and Hail registered."""

from __future__ import annotations

from tests.fork_server import main
from tests.games import register

if __name__ == "__main__":
    register()
    main()
