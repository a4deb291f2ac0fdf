"""`python -m tests.host.broken_off STEP JOB DATA FILE`: a backup or a restore, killed at a step.

Steps are what is done with files: opened, renamed, removed, copied.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from bot.host.backups import make, put_back
from bot.settings import Settings

STEPS = frozenset({"open", "os.remove", "os.rename", "shutil.copyfile", "sqlite3.connect"})


def main() -> None:
    """Do the job, as far as the step that it is killed at."""
    step, job, data, file = sys.argv[1:]
    left, settings = int(step), Settings.read({"NIMBUS_DATA": data})

    def look(event: str, _: object) -> None:
        nonlocal left
        if event in STEPS:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)
    {"backup": make, "restore": put_back}[job](settings, Path(file))


if __name__ == "__main__":
    main()
