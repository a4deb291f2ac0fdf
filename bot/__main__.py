"""`python -m bot`: connects to Discord, or plays in a sandbox when there is no token.

`python -m bot --help` lists what else it does; docs/hosting.md tells more of each.
"""

from __future__ import annotations

import sys

from bot.command_line import command

if __name__ == "__main__":
    sys.exit(command(sys.argv[1:]))
