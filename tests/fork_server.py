"""`python -m tests.fork_server`: the bot's fork server, whose workshop works beside the tests."""

from __future__ import annotations

from bot.match.house import child_processes, fork_server, forks


def take_over() -> None:
    """Let the processes of house players be forked from such a server."""
    forks.MODULE = __name__


def main() -> None:
    """Be the fork server; its workshop keeps the priority that the tests have."""
    child_processes.HUMBLEST = 0
    fork_server.main()


if __name__ == "__main__":
    main()
