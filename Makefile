# Two commands do everything on a fresh machine: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# the tests start many processes: where bytecode is not kept, each of them would compile everything anew
unexport PYTHONDONTWRITEBYTECODE

# all tests wait for servers, browsers and clocks nearly as long as they compute: two more of them than there are cores; the
# fast ones only compute
CORES = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
WORKERS = $(shell expr $(CORES) + 2)
PYTEST = $(BIN)/python -m pytest --dist worksteal

.PHONY: play test check thorough lowest pictures lint bench load diagrams figures site wasm prepared catalogues lock \
	clean tools webkit

play: $(VENV)/.play  ## opens the cupboard on http://127.0.0.1:8000
	@$(BIN)/ludotheque

# what comes before the tests is one process each: side by side it takes half as long
test: $(VENV)/.test $(VENV)/.npm tools  ## lint, types and every test
	@$(MAKE) --no-print-directory --jobs=2 lint prepared
	$(PYTEST) -n $(WORKERS)

check: $(VENV)/.test tools lint  ## the fast part of the tests
	$(PYTEST) -n $(CORES) -q -m "not slow"

thorough: $(VENV)/.test $(VENV)/.npm tools webkit  ## every test with many times the games: an hour, before a release
	@$(MAKE) --no-print-directory --jobs=2 lint prepared
	THOROUGH=1 $(PYTEST) -n $(WORKERS)

# what `pip install` may find on a machine that has old versions of everything already
lowest: $(VENV)/.test tools  ## the fast part of the tests with the lowest versions that pyproject.toml allows
	$(PYTHON) -m venv $(VENV)/lowest
	$(VENV)/lowest/bin/pip install -q --disable-pip-version-check uv
	$(VENV)/lowest/bin/uv pip install -q --python $(VENV)/lowest/bin/python --resolution lowest-direct -e '.[test]'
	$(VENV)/lowest/bin/python -m pytest -n $(CORES) --dist worksteal -q -m "not slow"

pictures: $(VENV)/.test tools  ## screenshots of every page, in artefacts/
	PICTURES=1 $(BIN)/python -m pytest tests/browser

lint: $(VENV)/.test $(VENV)/.npm
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -x node_modules/.bin/tsc ]; then node_modules/.bin/tsc -p .; \
		else echo "node is not there: the types of the scripts are not checked"; fi

# The tests start real browsers, a real PostgreSQL, a real Redis and a real nginx, and link WebAssembly: as root all of this
# is installed, else it must be there. Any Chromium will do; the one without windows takes a third less of the machine.
BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome
tools:
	@missing=""; root=""; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && root=yes; \
	command -v $(firstword $(BROWSERS)) >/dev/null || { [ -z "$$root" ] && command -v $(BROWSERS) >/dev/null; } \
		|| missing="$$missing $(firstword $(BROWSERS))"; \
	command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 \
		|| missing="$$missing postgresql"; \
	command -v redis-server >/dev/null || missing="$$missing redis-server"; \
	command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$$missing nginx-light"; \
	command -v wasm-ld >/dev/null || missing="$$missing lld"; \
	command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$$missing firefox-esr"; \
	[ -z "$$missing" ] && exit 0; \
	[ -n "$$root" ] || { echo "The tests need$$missing: as root, apt-get install$$missing"; exit 1; }; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing

# Safari's engine is tried where it is there, or can be had: it is large, so only before a release
webkit:
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && exit 0; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq --no-install-recommends webkit2gtk-driver xvfb \
		|| echo "The app is not tried in WebKit: as root, apt-get install webkit2gtk-driver xvfb"

bench: $(VENV)/.play  ## how fast the rules run
	@$(BIN)/ludotheque bench

load: $(VENV)/.test  ## how many moves per second the server takes
	@$(BIN)/python -m benchmarks.load

diagrams: $(VENV)/.play  ## draws the rulebooks' pictures anew
	$(BIN)/python -m ludotheque.drawing.rulebooks

figures: $(VENV)/.play  ## measures the games anew, for their pages in docs/games
	$(BIN)/python -m tools.gamepages

site: $(VENV)/.test  ## the documentation as a site, in artefacts/site: links checked, notebooks run
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q
	@echo "artefacts/site/index.html"

wasm: $(VENV)/.play $(VENV)/.npm tools  ## the rules and bots for browsers that need no server, in artefacts/app
	$(BIN)/ludotheque build-app artefacts/app

prepared: $(VENV)/.play
	$(BIN)/ludotheque prepare

catalogues: $(VENV)/.play  ## brings the translators' catalogues up to date with the messages in the code
	$(BIN)/python tools/catalogues.py update

lock: $(VENV)/.test  ## resolves the dependencies anew
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile pyproject.toml --extra build --extra scale --universal --generate-hashes \
		--no-header --no-emit-index-url --upgrade -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra test --universal --generate-hashes \
		--no-header --no-emit-index-url -q -c requirements.lock -o requirements-test.lock

clean:
	rm -rf $(VENV) node_modules artefacts .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Ludothèque needs Python 3.11 or newer; say which with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
			&& apt-get update -qq && apt-get install -y -qq python3-venv; } \
		|| { echo "Python's venv is missing: as root, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# installing the project compiles its catalogues, so it is done again when one has changed
$(VENV)/.play: requirements.lock pyproject.toml $(wildcard ludotheque/locale/*.po) | $(BIN)/pip
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.npm: package-lock.json | $(BIN)/pip
	@if command -v npm >/dev/null; then npm ci --silent --no-audit --no-fund; fi
	@touch $@

$(VENV)/.test: requirements-test.lock $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-test.lock
	@touch $@
