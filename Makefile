# Meldwise: everything a person needs to run, test and measure it. `make` alone lists the targets.
#
# PYTHON   the Python to make the environment with (python3, 3.11 or newer)
# VENV     where the environment is (.venv)
# HOST, PORT, MELDWISE_*   see README.md, or python -m app config

PYTHON ?= python3
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
PYTEST_ARGS ?=
FUZZ_ARGS ?=
COVERAGE_ARGS ?= -n auto --dist loadfile
MUTANTS_ARGS ?=
BENCH_ARGS ?=
CHAOS_ARGS ?=
LOAD_ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
# Stamps in the environment: set-up runs again only when a lock or the package's own metadata has changed.
CREATED := $(VENV)/.created
RUNTIME := $(VENV)/.runtime
CORE := $(VENV)/.core
DEVELOP := $(VENV)/.develop

export HOST PORT
# Of the C library: one thread of a process allocates at a time, so more would only hold memory back.
export MALLOC_ARENA_MAX ?= 2

.DEFAULT_GOAL := help
.PHONY: help serve test test-long fuzz coverage mutants lint format chaos bench load load-smoke ramp crowd soak figures audit-deps lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

serve: $(CORE) ## Start the service on HOST:PORT (127.0.0.1:8000)
	@exec $(BIN)/gunicorn -c gunicorn.conf.py

test: $(DEVELOP) ## Run all tests but the very long ones (PYTEST_ARGS="-n auto --dist loadfile" uses every core)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

test-long: $(DEVELOP) ## Run the very long tests
	$(BIN)/python -m pytest -m long $(PYTEST_ARGS)

fuzz: $(DEVELOP) ## Try every property with new examples for ten minutes (FUZZ_ARGS="--seconds 60 --seed 7")
	$(BIN)/python -m tests.fuzz $(FUZZ_ARGS)

coverage: $(DEVELOP) ## Measure what the tests reach, branch by branch (COVERAGE_ARGS="--game -n auto": of the game alone)
	$(BIN)/python tools/measure_coverage.py $(COVERAGE_ARGS)

mutants: $(DEVELOP) ## Change the game in many places to see whether the tests notice (MUTANTS_ARGS="--sample 9 cards")
	$(PIP) install --require-hashes -r requirements/mutation.txt
	$(BIN)/python tools/mutate.py $(MUTANTS_ARGS)

lint: $(DEVELOP) ## Check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEVELOP) ## Format the code, and fix what can be fixed safely
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

chaos: $(DEVELOP) ## Kill workers, fill disks, send clients that never finish: what is lost (CHAOS_ARGS="--only slow")
	$(BIN)/python -m tests.chaos $(CHAOS_ARGS)

bench: $(DEVELOP) ## Time the search core on fixed hands
	$(BIN)/python -m tests.bench $(BENCH_ARGS)

load: $(DEVELOP) ## Measure the service over HTTP, beside a bare view under the same load (ten minutes)
	$(BIN)/python -m loadtests.run $(LOAD_ARGS)

load-smoke: $(DEVELOP) ## A few seconds of load that fail on errors and wrong answers
	$(BIN)/python -m loadtests.run --smoke $(LOAD_ARGS)

ramp: $(DEVELOP) ## Raise the load until the service is at its knee, and say what was saturated
	$(BIN)/python -m loadtests.ramp $(LOAD_ARGS)

crowd: $(DEVELOP) ## Many clients for a minute, with limits, and reports in CSV and HTML
	$(BIN)/python -m loadtests.crowd $(LOAD_ARGS)

soak: $(DEVELOP) ## A platform's clients for ten minutes: memory, errors, broken connections, p99
	$(BIN)/python -m loadtests.soak $(LOAD_ARGS)

figures: $(DEVELOP) ## Measure everything again and write it into docs/performance.md (half an hour)
	$(BIN)/python -m loadtests.figures $(LOAD_ARGS)

# What is shipped and the tools that look at it are environments of their own, beside each other in $(VENV).
audit-deps: $(CREATED) ## Look for known vulnerabilities and wrong licences in what is shipped; list it in dist/
	@$(BIN)/python -m venv --clear --without-pip $(VENV)/shipped
	@$(BIN)/python -m venv --without-pip $(VENV)/audit
	@$(PIP) --python $(VENV)/shipped/bin/python install --require-hashes -r requirements/full.txt
	@$(PIP) --python $(VENV)/audit/bin/python install --require-hashes -r requirements/audit.txt
	@$(BIN)/python tools/audit_deps.py $(VENV)/shipped $(VENV)/audit requirements/full.txt dist/meldwise.cdx.json

# uv is needed only here: it resolves for all supported versions of Python at once.
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --quiet \
	--no-emit-index-url --custom-compile-command "make lock"
lock: $(CREATED) ## Renew the locks in requirements/ (LOCK_ARGS="--upgrade" for newer releases)
	$(PIP) install uv
	$(LOCK) $(LOCK_ARGS) -o requirements/runtime.txt pyproject.toml
	$(LOCK) $(LOCK_ARGS) -o requirements/full.txt pyproject.toml --all-extras -c requirements/runtime.txt
	$(LOCK) $(LOCK_ARGS) -o requirements/build.txt --group pyproject.toml:build
	$(LOCK) $(LOCK_ARGS) -o requirements/audit.txt --group pyproject.toml:audit
	$(LOCK) $(LOCK_ARGS) -o requirements/dev.txt pyproject.toml --all-extras --group dev -c requirements/full.txt -c requirements/build.txt
	$(LOCK) $(LOCK_ARGS) -o requirements/mutation.txt --group pyproject.toml:mutation -c requirements/dev.txt

clean: ## Remove the environment and everything that tools have left behind
	rm -rf $(VENV) build build.log dist *.egg-info app/*/*.so .coverage .coverage.* htmlcov .pytest_cache .ruff_cache .mypy_cache .hypothesis .schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Meldwise needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ": try make PYTHON=python3.13")'
	@echo "Set-up: a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { echo "On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(RUNTIME): $(CREATED) requirements/runtime.txt requirements/build.txt pyproject.toml setup.py
	@echo "Set-up: what the service needs"
	@$(PIP) install --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@MELDWISE_PURE=1 $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The search core is compiled where there is a C compiler (MELDWISE_PURE=1 leaves it be); if not, it is interpreted.
$(CORE): $(RUNTIME) setup.py $(wildcard app/rummy/*.py app/rummy/*.pxd) app/api/encode.py
	@echo "Set-up: compiling the search core"
	@rm -f app/*/*.so
	@$(BIN)/python setup.py --quiet build_ext --inplace --parallel 2 >build.log 2>&1 || true
	@$(BIN)/python -m app version
	@touch $@

$(DEVELOP): $(CORE) requirements/dev.txt
	@echo "Set-up: what tests, checks and load tests need (about a minute)"
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@
