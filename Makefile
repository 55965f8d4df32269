# Each target works from a fresh clone: it makes the environment first. PYTHON chooses the interpreter; an environment
# that another version made is made anew.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
PLAYING := $(VENV)/.playing-$(VERSION)
STAMP := $(VENV)/.installed-$(VERSION)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
QUICK := tests/rules tests/core/test_bits.py tests/core/test_game.py tests/core/test_rng.py tests/core/test_lenient.py \
	tests/conformance/test_facts.py tests/conformance/test_keys.py tests/conformance/test_picture.py
NPM := $(shell command -v node > /dev/null && command -v npm)
NODE_STAMP := node_modules/.installed
export TAVOLIERE_CACHE_DIR ?= $(CURDIR)/.cache/kernels

.PHONY: help setup play test quick check front bench load siege chaos prove lock audit docs differential clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 14

setup: $(STAMP)  ## create .venv and install everything the other targets need

$(PLAYING): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Tavoliere needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -e $@ || rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[fast,web]'
	@touch $@

$(STAMP): $(PLAYING)
	$(INSTALL) -e '.[cluster,fast,gym,lab,mcp,openspiel,pettingzoo,pictures,web,dev,docs]'
	@touch $@

play: $(PLAYING)  ## install what playing needs, start the table and open its page in the browser
	@$(BIN)/tavoliere serve --open

test: setup  ## run all tests, the wheel's included
	$(BIN)/tavoliere warm
	$(BIN)/python -m pytest -n 3 --dist worksteal

quick: setup  ## the part of the tests that shows in two minutes whether a version of Python will do
	$(BIN)/python -m pytest -q -n 2 $(QUICK)

check: setup front  ## style, types and import contracts, of the page's modules too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --strict tests/oracles
	$(BIN)/lint-imports

ifneq ($(NPM),)
front: $(NODE_STAMP)  ## style and types of the page's modules, where there is Node.js
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc
	node_modules/.bin/tsc --project tests/frontend

$(NODE_STAMP): package.json package-lock.json
	$(NPM) ci --loglevel=error
	@touch $@
else
front:
	@echo "Node.js or npm is not installed (Debian: apt-get install nodejs npm): the page's modules are not checked" >&2
	@test "$$TAVOLIERE_REQUIRE_ALL" != 1
endif

bench: setup  ## speed of random games, as ratios to a C loop where there is a C compiler, and of the searches
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/search.py

load: setup  ## many games at once against a real server, and how long turns take to be shown
	$(BIN)/python benchmarks/load.py

siege: setup  ## attacks on a real server while 30 honest games are played, and how these fare
	$(BIN)/python -m tests.siege $(SIEGE)

chaos: setup  ## 60 games on three servers while servers, workers and database are killed and frozen for MINUTES=n (5)
	$(BIN)/python -m tests.chaos --minutes $(or $(MINUTES),5) $(CHAOS)

lock: setup  ## write the versions that are installed here into constraints.txt; run all tests before you keep it
	@{ head -1 constraints.txt; $(BIN)/python -m pip freeze --exclude-editable; } > constraints.new
	@mv constraints.new constraints.txt

audit:  ## look for known weaknesses of the versions in constraints.txt, in an environment of its own
	$(PYTHON) -m venv .venv-audit
	.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	.venv-audit/bin/pip-audit --no-deps --disable-pip --requirement constraints.txt

prove: setup  ## prove every puzzle that comes along once more, and check the reasons given in 2,000 positions of each game
	@set -e; for game in never-alone pathwayz pit pit-of-pillars tablut; do $(BIN)/tavoliere mine $$game --prove --jobs 2; done
	$(BIN)/python -m tests.reasons.test_truth 2000

differential: setup  ## compare engine and referees for HOURS=n hours (default 1) and store the result in docs/
	$(BIN)/python -m tests.differential --hours $(or $(HOURS),1)

docs: setup  ## build the documentation into site/
	$(BIN)/mkdocs build --strict --quiet
	@echo "documentation is in site/index.html"

clean:  ## remove everything the other targets made
	rm -rf $(VENV) .venv-* node_modules .cache .hypothesis .pytest_cache .mypy_cache .ruff_cache build dist site
