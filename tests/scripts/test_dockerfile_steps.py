from __future__ import annotations

from pathlib import Path

import pytest

from scripts.dockerfile_steps import Stage, Step, build, filled, parse

DOCKERFILE = """\
# a comment
FROM base AS build
COPY LICENSE /app/LICENSE
RUN mkdir /tools && \\
    cp /app/LICENSE /tools/copy

FROM base
ENV PATH=/tools/bin:$PATH LEVEL=3
COPY --from=build /tools /tools
WORKDIR /tools
USER 10001:10001
VOLUME /data
CMD ["python", "-m", "bot"]
"""


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, frozenset({"app", "data"}), tmp_path / "bin" / "python", name="")


def test_continued_lines_are_one_step() -> None:
    steps = list(parse(DOCKERFILE))
    assert Step("RUN", "mkdir /tools && cp /app/LICENSE /tools/copy") in steps
    assert len(steps) == 10


def test_the_image_directories_are_those_filled() -> None:
    assert filled(list(parse(DOCKERFILE))) == {"app", "tools", "data"}


def test_only_the_image_paths_move_into_the_root(stage: Stage) -> None:
    assert stage.reroot("cp /app/x /data /usr/app x/app") == (
        f"cp {stage.root}/app/x {stage.root}/data /usr/app x/app"
    )


def test_secrets_of_this_machine_stay_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert "secret" not in stage.surroundings().values()


def test_the_last_stage_holds_what_the_steps_made(tmp_path: Path) -> None:
    last = build(DOCKERFILE, tmp_path, tmp_path / "bin" / "python")
    assert (last.root / "tools" / "copy").read_text().startswith("MIT License")
    assert (last.root / "data").is_dir()
    assert (last.user, last.directory) == (10001, last.root / "tools")
    assert last.command == ["python", "-m", "bot"]
    assert last.surroundings()["PATH"].startswith(f"{last.root}/tools/bin:")


def test_an_unknown_instruction_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="ONBUILD"):
        build("FROM base\nONBUILD RUN true", tmp_path, tmp_path / "python")
