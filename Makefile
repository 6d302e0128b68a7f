# Two commands do everything on a fresh machine: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check lint bench diagrams lock clean

play: $(VENV)/.play  ## opens the cupboard
	@$(BIN)/ludotheque

test: $(VENV)/.test lint  ## lint, types and every test
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.test lint  ## the fast part of the tests
	$(BIN)/python -m pytest -n auto -q -m "not slow"

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.play  ## how fast the rules run
	@$(BIN)/ludotheque bench

diagrams: $(VENV)/.play  ## draws the rulebooks' pictures anew
	$(BIN)/python -m ludotheque.drawing.diagrams

lock: $(VENV)/.test  ## resolves the dependencies anew
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile pyproject.toml --extra build --universal --generate-hashes \
		--no-header --no-emit-index-url --upgrade -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra build --extra test --universal --generate-hashes \
		--no-header --no-emit-index-url -q -c requirements.lock -o requirements-test.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Ludothèque needs Python 3.11 or newer; say which with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
			&& apt-get update -qq && apt-get install -y -qq python3-venv; } \
		|| { echo "Python's venv is missing: as root, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements.lock pyproject.toml | $(BIN)/pip
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: requirements-test.lock $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-test.lock
	@touch $@
