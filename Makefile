# One verb each: `make` lists them. Needs Python 3.11 or newer and, to build the kernel, a compiler.
# The tools live in .venv, which is made on first use and renewed when pyproject.toml changes.

PYTHON ?= python3
# For `make run`: make run ARGS="scotch-whist --players 3"
ARGS ?=
# For `make test`: make test PYTEST="-n 0 -x -k rubber"
# By file: the examples of one document go on from each other, and want one worker.
PYTEST ?= -n auto --dist loadfile
DIST ?= dist

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# A venv that no longer works, because its Python has gone or was replaced, is made anew.
WORKS := $(BIN)/python -c 'import pip' 2>/dev/null
$(shell $(WORKS) || rm -f $(VENV)/.made $(VENV)/.tools $(VENV)/.run $(VENV)/.dev)

# The floors that have to be covered to 100 %; pyproject.toml forbids the same ones to be impure.
PURE := errors cards tricks scoring rules views match games
comma := ,
empty :=
space := $(empty) $(empty)
PURE_FILES := $(subst $(space),$(comma),$(strip \
	$(foreach floor,$(PURE),src/oddtrick/$(floor).py src/oddtrick/$(floor)/**)))

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run test check fix long bench docs wheel

help: ## list the verbs
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

run: $(VENV)/.run ## play in the terminal
	@$(BIN)/oddtrick play $(ARGS)

test: check ## everything: the static checks, every test, coverage of the pure floors
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(PYTEST)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	@echo 'The pure floors, at 100 %:'
	@$(BIN)/coverage report --include='$(PURE_FILES)' --fail-under=100

check: $(VENV)/.dev ## the static checks: ruff, mypy, the floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

fix: $(VENV)/.dev ## mend and format what ruff can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

long: $(VENV)/.dev ## the tests that take minutes
	$(BIN)/python -m pytest $(PYTEST) -m long

bench: $(VENV)/.dev ## measure speed
	$(BIN)/python benchmarks/match_speed.py $(ARGS)
	$(BIN)/python benchmarks/junk.py $(ARGS)

docs: $(VENV)/.run ## fill in the tables of options in docs/rules
	$(BIN)/python -m oddtrick.cli.rulebook --write docs/rules

wheel: $(VENV)/.dev ## build the wheel into dist/
	$(BIN)/python -m build --outdir '$(DIST)'

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Oddtrick needs Python 3.11 or newer: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(WORKS) || $(PYTHON) -m venv --clear $(VENV) || { \
		echo 'Oddtrick needs the venv module of Python: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

# The tools that build the kernel stay in the venv, so that a change compiles only what it touched.
KERNEL := CMakeLists.txt $(shell find kernel -name CMakeLists.txt -o -name '*.[ch]pp')
BUILD_TOOLS := 'cmake>=3.25' ninja 'nanobind>=2.9' 'scikit-build-core>=0.11'

$(VENV)/.tools: pyproject.toml $(VENV)/.made
	$(INSTALL) $(BUILD_TOOLS)
	@touch $@

$(VENV)/.run: pyproject.toml $(KERNEL) $(VENV)/.tools
	$(INSTALL) --no-build-isolation -e '.[terminal]'
	@touch $@

$(VENV)/.dev: pyproject.toml $(KERNEL) $(VENV)/.tools
	$(INSTALL) --no-build-isolation -e '.[terminal,dev]'
	@touch $(VENV)/.run $@
