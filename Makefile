# Two commands do everything: `make play` and `make test`. The others are for people who work on the project.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.dicehall-stamp
BENCH_VENV := .bench-venv
ARGS ?=

# Tests and tools look at the sources, whatever is installed.
PURE := PYTHONPATH=src
COMPILED := $(VENV)/.dicehall-compiled
SOURCES := $(shell find src -name '*.py')

# The page: its folders count as well, so that a file that is gone is noticed.
PAGE := src/dicehall/table/page/index.html
PACKAGES := web/node_modules/.dicehall-stamp
PAGE_SOURCES := $(shell find web/src web/public) web/index.html web/vite.config.ts web/tsconfig.json

.PHONY: help setup page play play-terminal test test-all test-compiled lint compiled pure postgres chromium firefox pictures
.PHONY: bench bench-table bench-page ladder used soak exercised remembered clean

help:  ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 15

setup: $(STAMP)  ## make .venv with the project and its tools in it (quick when nothing changed)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "dicehall needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make setup PYTHON=python3.12")'
	@test -x $(BIN)/python || { echo "making $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing what the project needs into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

page: $(PAGE)  ## build the page that the server serves (quick when nothing changed)

$(PACKAGES): web/package-lock.json | $(STAMP)
	@VENV=$(VENV) sh tools/page.sh packages
	@touch $@

$(PAGE): $(PACKAGES) $(PAGE_SOURCES)
	@VENV=$(VENV) sh tools/page.sh build
	@touch $@

play: setup page  ## play: starts the server and opens its page
	@$(BIN)/dicehall serve $(ARGS)

play-terminal: setup  ## play in the terminal, without a server
	@$(BIN)/dicehall play $(ARGS)

lint: setup $(PACKAGES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	VENV=$(VENV) sh tools/page.sh check

postgres:  ## PostgreSQL for the storage tests, where it can be installed
	@sh tools/postgres.sh

chromium:  ## Chromium for the tests of the page, where it can be installed
	@sh tools/chromium.sh

firefox:  ## Firefox for a test of the page, where it can be installed
	@sh tools/firefox.sh

test: lint page postgres chromium firefox  ## check the code and run the tests
	$(PURE) $(BIN)/pytest -q -n 2

test-all: lint page postgres chromium firefox  ## everything: every scenario in every mode, long random runs, whole games in a browser
	DICEHALL_TEST_ALL=1 $(PURE) $(BIN)/pytest -q -n 2

compiled: $(COMPILED)  ## compile the core into .venv (some minutes); `make pure` goes back

$(COMPILED): setup.py pyproject.toml $(SOURCES) $(PAGE) | $(STAMP)
	@echo "compiling the core with mypyc; this takes some minutes"
	@rm -rf build
	@DICEHALL_COMPILED=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps -w build/compiled .
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps build/compiled/*.whl
	@touch $@
	@$(BIN)/dicehall --version

pure: $(STAMP)  ## use the sources as they are, without compiling
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@rm -f $(COMPILED)
	@$(BIN)/dicehall --version

test-compiled: compiled postgres chromium firefox  ## run the tests on the compiled core
	@$(BIN)/dicehall --version | grep -q compiled
	$(BIN)/pytest -q -n 2

exercised: setup  ## random games until every line of every card was at work; writes the result into the package
	$(PURE) $(BIN)/python bench/exercised.py $(ARGS)

remembered: setup  ## read the sentences of the built-in cards and keep their trees
	$(PURE) $(BIN)/python bench/remembered.py

soak: setup  ## 100,000 random games of each game, invariants checked
	$(BIN)/python bench/soak.py $(ARGS)
	$(BIN)/python bench/soak.py --game irondie $(ARGS)

bench-table: compiled  ## how many live games a server holds, and how fast it answers
	$(BIN)/python bench/rooms.py $(ARGS)

bench-page: setup page chromium  ## how big the page is, how soon a table is seen, and whether frames are dropped
	PYTHONPATH=src:tests $(BIN)/python bench/page_speed.py $(ARGS)

pictures: setup page chromium  ## screenshots of the main pages, into docs/pictures
	PYTHONPATH=src:tests $(BIN)/python -m page.pictures $(ARGS)

ladder: compiled  ## bots of both games against each other (hours); writes docs/ladder.md
	$(BIN)/python bench/ladder.py $(ARGS)

used: compiled  ## how bots use their cards; writes docs/card-usage.md
	$(BIN)/dicehall usage --markdown --games 480 $(ARGS) > docs/card-usage.md

$(BENCH_VENV)/.stamp: bench/requirements.txt
	@test -x $(BENCH_VENV)/bin/python || { echo "making $(BENCH_VENV)"; $(PYTHON) -m venv $(BENCH_VENV); }
	@echo "installing the peers into $(BENCH_VENV)"
	@$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	@touch $@

bench: compiled $(BENCH_VENV)/.stamp  ## speed, pure and compiled, beside peers, as ratios
	@$(BIN)/python bench/bench.py --peers $(BENCH_VENV)/bin/python $(ARGS)

clean:  ## remove what make made
	rm -rf $(VENV) $(BENCH_VENV) .mypy_cache .ruff_cache .pytest_cache build *.egg-info src/*.egg-info
	rm -rf web/node_modules src/dicehall/table/page
