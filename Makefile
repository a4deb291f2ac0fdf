# Needs Python 3.11 to 3.14 and make. `make help` lists the targets.

PYTHON ?=
# More than there are cores: tests wait for processes and browsers now and then.
WORKERS ?= 3
DEALS ?= 4
EACH ?= 150
# On the last not all tests ran yet: it is tried, and promised nowhere.
VERSIONS ?= 3.11 3.12 3.13 3.14 3.15
TESTS ?= tests

PY = .venv/bin/python
RUN = $(PY) -m
INSTALL = @PYTHON="$(PYTHON)" sh scripts/install
# Tests and benchmarks must never meet a real bot's token or database. What a worker has compiled,
# the others and the bots of tests read.
APART = env -u DISCORD_TOKEN -u DISCORD_TOKEN_FILE -u DATABASE_URL -u PYTHONDONTWRITEBYTECODE
COMPILE = $(RUN) uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock" pyproject.toml

# What every worker would compile by itself otherwise, and all at once: kernels, and the tests.
COMPILED = $(PY) -c "from engine.players.kernels import get_ready; get_ready()" & kernels=$$!; \
	ls tests/__pycache__/*-pytest-* >/dev/null 2>&1 || \
	$(APART) $(RUN) pytest --collect-only -qq >/dev/null; wait $$kernels
TESTED = $(APART) $(RUN) pytest -n $(WORKERS) --dist worksteal

FIGURES = engine pictures store start load evening memory thinking review

.PHONY: help play test test-all versions soak bench fleet puzzles texts pictures format lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 14

play: ## start the bot: on Discord with DISCORD_TOKEN set, else in a page of your browser
	$(INSTALL) requirements.lock
	@exec $(RUN) bot $$([ -n "$$DISCORD_TOKEN$$DISCORD_TOKEN_FILE" ] && echo run || echo sandbox)

test: prepared ## format check, ruff, mypy and most tests (about four minutes on two cores)
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	@# mypy keeps one core busy for a minute, so the tests begin beside it; both must pass.
	$(RUN) mypy & types=$$!; $(COMPILED); \
		$(TESTED) -m "not whole and not soak"; tests=$$?; \
		wait $$types || { echo "mypy found errors; they are told above"; exit 1; }; exit $$tests

test-all: prepared ## what `make test` leaves: bots, browsers and servers at work
	@$(COMPILED); $(TESTED) -m "whole and not soak"

prepared:
	$(INSTALL) requirements-test.lock
	@sh scripts/browser
	@sh scripts/postgresql

versions: ## all tests on each Python from 3.11 on that is here; TESTS=tests/engine for some of them
	@sh scripts/browser
	@sh scripts/postgresql
	@for version in $(VERSIONS); do \
		python=python$$version; venv=.venv-$$version; \
		told=$$($$python --version 2>&1) || { echo "== there is no $$python here"; continue; }; \
		echo "== $$told"; \
		PYTHON=$$python sh scripts/install requirements-test.lock $$venv || exit 1; \
		$(APART) $$venv/bin/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS) || exit 1; \
	done

soak: ## the tests that take longer: hours of play, a thousand kills; NIMBUS_SOAK=0.02 for a taste
	$(INSTALL) requirements-test.lock
	$(APART) $(RUN) pytest -m soak --timeout 0

bench: ## the figures of docs/performance.md, shortly; DEALS=100 for the house players' whole tables
	$(INSTALL) requirements-bench.lock
	@for part in $(FIGURES); do \
		echo "== bench.$$part"; $(APART) $(RUN) bench.$$part || exit 1; \
	done
	@echo "== bench.ladder, $(DEALS) deals"; \
		$(APART) $(RUN) bench.ladder --deals $(DEALS) --workers $(WORKERS)
	@echo "== bench.calibration, $(DEALS) deals"; \
		$(APART) $(RUN) bench.calibration --deals $(DEALS) --workers $(WORKERS)

fleet: ## the figures that need PostgreSQL; DATABASES="URL URL" names two empty databases
	$(INSTALL) requirements-bench.lock
	$(APART) $(RUN) bench.store --database $(word 1,$(DATABASES))
	$(APART) $(RUN) bench.fleet $(word 2,$(DATABASES))

puzzles: ## judge the puzzles that come with the bot anew, if house players changed; EACH=150 of each game
	$(INSTALL) requirements-bench.lock
	$(RUN) bench.puzzles bot/puzzles/shipped_puzzles.json --each $(EACH)

texts: ## bring the catalogues of a language up to date and tell what is to do; LANGUAGE=pt-BR
	$(INSTALL) requirements.lock
	@$(RUN) bot.texts $(LANGUAGE)

pictures: ## paint the pictures of the documents anew
	$(INSTALL) requirements.lock
	$(RUN) bench.samples docs/pictures

format: ## format the code and mend what ruff can mend
	$(INSTALL) requirements-test.lock
	$(RUN) ruff format .
	$(RUN) ruff check --fix .

lock: ## renew the lock files from pyproject.toml
	$(INSTALL) requirements-test.lock
	$(COMPILE) -o requirements.lock
	$(COMPILE) --all-extras --constraint requirements.lock -o requirements-all.lock
	$(COMPILE) --all-extras --group test --constraint requirements-all.lock -o requirements-test.lock
	$(COMPILE) --all-extras --group test --group bench --constraint requirements-test.lock \
		-o requirements-bench.lock
	@! grep -n "://" requirements*.lock || { echo "a lock file names an address"; exit 1; }

clean: ## remove the environments and every cache; data/ stays
	rm -rf .venv .venv-* .mypy_cache .pytest_cache .ruff_cache .hypothesis build ./*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
