# One verb each: `make` lists them. Needs Python 3.11 or newer and, to build the kernel, a compiler.
# The tools live in .venv, which is made on first use and renewed when pyproject.toml changes.

PYTHON ?= python3
# For `make run`: make run ARGS="--port 9000"
ARGS ?=
# For `make test`: make test PYTEST="-n 0 -x"; for some tests alone: .venv/bin/pytest -k rubber
# By file: the examples of one document go on from each other, and want one worker. In the order
# of conftest.py, which puts what takes longest first.
PYTEST ?= -n auto --dist loadfile --no-loadscope-reorder
DIST ?= dist
# For `make sanitize`: the tests in Python to run.
SANITIZE ?= tests/solver

# A compiler that is named is also the one that CMake takes.
ifeq ($(origin CXX),default)
CXX :=
endif
export CXX

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# A venv that no longer works, because its Python has gone or was replaced, is made anew.
WORKS := $(BIN)/python -c 'import pip' 2>/dev/null
$(shell $(WORKS) || rm -f $(VENV)/.made $(VENV)/.tools $(VENV)/.run $(VENV)/.dev)

# The floors that have to be covered to 100 %; pyproject.toml forbids the same ones to be impure.
PURE := errors cached cards tricks scoring rules views match games
comma := ,
empty :=
space := $(empty) $(empty)
PURE_FILES := $(subst $(space),$(comma),$(strip \
	$(foreach floor,$(PURE),src/oddtrick/$(floor).py src/oddtrick/$(floor)/**)))
# Their own tests have to do it: measured are these alone, since measuring takes as long again.
PURE_TESTS := $(wildcard $(PURE:%=tests/%) tests/test_*.py)

SANITIZED := build/sanitize
# Python itself is not sanitized, so what sanitizers need is loaded before it; -S, so that the
# package is the one built here and not the one that the venv knows. Python keeps until its end what
# a leak checker would ask about: leaks are looked for in the kernel's own tests.
UNDER_SANITIZERS = LD_PRELOAD="$$(g++ -print-file-name=libasan.so):$$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	PYTHONPATH="$(SANITIZED)/site:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	$(BIN)/python -S

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run play test check fix long sanitize bench docs stubs wheel

help: ## list the verbs
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

run: $(VENV)/.run ## serve the card tables, and open the page
	@$(BIN)/oddtrick serve $(ARGS)

play: $(VENV)/.run ## play in the terminal
	@$(BIN)/oddtrick play $(ARGS)

test: check ## everything: the static checks, coverage of the pure floors, every test
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(PYTEST) $(PURE_TESTS)
	$(BIN)/coverage combine --quiet
	@echo 'The pure floors, at 100 %:'
	@$(BIN)/coverage report --include='$(PURE_FILES)' --fail-under=100
	$(BIN)/python -m pytest $(PYTEST) $(PURE_TESTS:%=--ignore=%)

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

sanitize: $(VENV)/.dev ## the kernel under the address and undefined-behaviour sanitizers (g++ on Linux)
	@mkdir -p $(SANITIZED)
	CXX=g++ $(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DODDTRICK_SANITIZE=ON -DODDTRICK_TESTS=ON \
		-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g' \
		-DCMAKE_MAKE_PROGRAM='$(CURDIR)/$(BIN)/ninja' -DPython_EXECUTABLE='$(CURDIR)/$(BIN)/python' \
		-Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)" >$(SANITIZED)/configured || \
		{ cat $(SANITIZED)/configured; exit 1; }
	$(BIN)/cmake --build $(SANITIZED)
	$(BIN)/ctest --test-dir $(SANITIZED) --output-on-failure
	rm -rf $(SANITIZED)/site
	$(BIN)/cmake --install $(SANITIZED) --prefix $(SANITIZED)/site >/dev/null
	cp -R src/oddtrick $(SANITIZED)/site
	$(UNDER_SANITIZERS) -c 'from oddtrick.solver import _kernel; assert "$(SANITIZED)" in _kernel.__file__'
	$(UNDER_SANITIZERS) -m pytest -n 0 -p no:cacheprovider -m 'not long and not unsanitized' \
		--hypothesis-profile=quick $(SANITIZE)

bench: $(VENV)/.dev ## measure speed, in a quarter of an hour
	$(BIN)/python benchmarks/match_speed.py $(ARGS)
	$(BIN)/python benchmarks/junk.py $(ARGS)
	$(BIN)/python benchmarks/solver.py $(ARGS)
	$(BIN)/python benchmarks/playouts.py $(ARGS)
	$(BIN)/python benchmarks/sampling.py $(ARGS)
	$(BIN)/python benchmarks/bots.py $(ARGS)
	$(BIN)/python benchmarks/server.py $(ARGS)

docs: $(VENV)/.run ## fill in what docs/rules and docs/protocol.md tell from the code
	$(BIN)/python -m oddtrick.cli.rules_pages --write docs/rules
	$(BIN)/python -m oddtrick.server.docgen --write docs

stubs: $(VENV)/.dev ## write the types of the compiled kernel for mypy
	$(BIN)/python -m nanobind.stubgen -q -m oddtrick.solver._kernel_baseline -p kernel/bindings/stub.txt \
		-o src/oddtrick/solver/_kernel.pyi

wheel: $(VENV)/.dev ## build the wheel into dist/
	$(BIN)/python -m build --outdir '$(DIST)'

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Oddtrick needs Python 3.11 or newer: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(WORKS) || $(PYTHON) -m venv --clear $(VENV) || { \
		echo 'Oddtrick needs the venv module of Python: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

# The tools that build the kernel stay in the venv, and what they built in build/, so that a change
# compiles only what it touched.
BUILD_REQUIRES := import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])

$(VENV)/.tools: pyproject.toml $(VENV)/.made
	@$(INSTALL) 'cmake>=3.25' ninja $$($(BIN)/python -c '$(BUILD_REQUIRES)')
	@touch $@

# Where only the kernel has changed, nobody needs to look for newer packages.
KERNEL := CMakeLists.txt $(shell find kernel -type f -not -path 'kernel/tests/*') $(wildcard docs/rules/*.md)
DEPS = $(if $(filter pyproject.toml $(VENV)/.tools,$?),,--no-deps)
HEADERS := import os, sys, sysconfig; \
	sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
COMPILER := for cxx in "$$CXX" c++ g++ clang++; do command -v "$$cxx" && exit; done >/dev/null; \
	echo 'Oddtrick needs a C++20 compiler: apt-get install g++, or make CXX=/path/to/c++' >&2; exit 1
PYTHON_H := $(BIN)/python -c '$(HEADERS)' || { \
	echo 'Oddtrick needs the headers of Python: apt-get install python3-dev' >&2; exit 1; }

# Nothing is printed while the kernel is compiled, and nobody should think that it has stopped.
PATIENCE := test -d build || echo 'The kernel is compiled now: that takes a minute or two, this once.'

$(VENV)/.run: pyproject.toml $(KERNEL) $(VENV)/.tools
	@$(COMPILER)
	@$(PYTHON_H)
	@$(PATIENCE)
	$(INSTALL) --no-build-isolation $(DEPS) -e '.[terminal,server]'
	@touch $@

$(VENV)/.dev: pyproject.toml $(KERNEL) $(VENV)/.tools
	@$(COMPILER)
	@$(PYTHON_H)
	@$(PATIENCE)
	$(INSTALL) --no-build-isolation $(DEPS) -e '.[terminal,server,arena,dev]'
	@touch $(VENV)/.run $@
