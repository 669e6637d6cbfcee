# `make` lists the commands. Needs Python 3.11 or newer and, to build the kernel, a C++ compiler.
# The tools live in .venv, which is created on first use and updated when pyproject.toml changes.

PYTHON ?= python3
# For `make run`: make run ARGS="--port 9000"
ARGS ?=
CORES := $(shell nproc 2>/dev/null || echo 2)
# By file: the examples of a document build on each other and need one worker. In the order of
# conftest.py, which puts the longest files first.
BY_FILE := --dist loadfile --no-loadscope-reorder
# The tests of the pure layers never wait, so that one process for each core is enough. This line
# stands before the default of PYTEST: what a user gives there counts for these tests, too.
PURE_PYTEST := $(or $(PYTEST),-n $(CORES) $(BY_FILE))
# For `make test`: make test PYTEST="-n 0 -x"; for some tests alone: .venv/bin/pytest -k rubber
# More processes than cores, because the tests of the server and the page wait for sockets and the
# browser; but not many more, because each process collects all tests: on two cores, eight processes
# take longer than four.
PYTEST ?= -n $(shell expr $(CORES) + 2) $(BY_FILE)
# Further options, beside those.
PYTEST_MORE ?=
DIST ?= dist
# The optional parts that one machine can use.
PARTS ?= terminal,server,postgres,redis,drive,arena,envs,openspiel,onnx
# For `make sanitize`: the tests in Python to run.
SANITIZE ?= tests/solver tests/bots/search/test_rollout.py tests/bots/search/test_self_play.py

# A compiler given by the user is also the one that CMake uses.
ifeq ($(origin CXX),default)
CXX :=
endif
export CXX

# Compiled bytecode is cached even where the environment forbids it: without the cache every process
# that a test starts compiles the package again, and every worker the assertions of all tests.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# A venv whose Python was removed or replaced is created again.
WORKS := $(BIN)/python -c 'import pip' 2>/dev/null
$(shell $(WORKS) || rm -f $(VENV)/.made $(VENV)/.tools $(VENV)/.run $(VENV)/.dev)

# The layers that must have 100 % coverage; pyproject.toml forbids the same layers to be impure.
PURE := errors names cached cards calls tricks scoring rules views highlights match games
comma := ,
empty :=
space := $(empty) $(empty)
PURE_FILES := $(subst $(space),$(comma),$(strip \
	$(foreach layer,$(PURE),src/oddtrick/$(layer).py src/oddtrick/$(layer)/**)))
# Coverage is measured in their own tests only: measuring doubles the time of a test.
PURE_TESTS := $(wildcard $(PURE:%=tests/%) tests/test_*.py)

SANITIZED := build/sanitize
# Python itself is not sanitized, so the sanitizers' libraries are preloaded. -S imports the package
# built here rather than the one installed in the venv. Python keeps memory until exit that a leak
# checker would report, so leaks are checked in the kernel's own tests.
UNDER_SANITIZERS = LD_PRELOAD="$$(g++ -print-file-name=libasan.so):$$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	PYTHONPATH="$(SANITIZED)/site:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	$(BIN)/python -S

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run play test check fix long sanitize bench docs site api stubs solve wheel sbom constraints

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

run: $(VENV)/.run ## start the server and open the page
	@$(BIN)/oddtrick serve $(ARGS)

play: $(VENV)/.run ## play in the terminal
	@$(BIN)/oddtrick play $(ARGS)

test: check ## everything: static checks, coverage of the pure layers, the tests
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(PURE_PYTEST) $(PYTEST_MORE) $(PURE_TESTS)
	$(BIN)/coverage combine --quiet
	@echo 'Coverage of the pure layers, required 100 %:'
	@$(BIN)/coverage report --include='$(PURE_FILES)' --fail-under=100
	$(BIN)/python -m pytest $(PYTEST) $(PYTEST_MORE) $(PURE_TESTS:%=--ignore=%)

check: $(VENV)/.dev ## the static checks: ruff, mypy, import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

fix: $(VENV)/.dev ## let ruff fix and format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

long: $(VENV)/.dev ## the tests that take minutes, and the properties with a thousand examples
	ODDTRICK_TESTS=whole $(BIN)/python -m pytest $(PYTEST) -m 'long or hypothesis' --hypothesis-profile=thorough

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

bench: $(VENV)/.dev ## measure speed against peers, in a quarter of an hour
	$(BIN)/python benchmarks/match_speed.py $(ARGS)
	$(BIN)/python benchmarks/malformed_input.py $(ARGS)
	$(BIN)/python benchmarks/solver_against_dds.py $(ARGS)
	$(BIN)/python benchmarks/playouts.py $(ARGS)
	$(BIN)/python benchmarks/sampling.py $(ARGS)
	$(BIN)/python benchmarks/bot_decision_times.py $(ARGS)
	$(BIN)/python benchmarks/server.py $(ARGS)

docs: $(VENV)/.run ## write the generated parts of the pages of rules, and the schema of the protocol
	$(BIN)/python -m oddtrick.cli.rules
	$(BIN)/python -m oddtrick.server.docgen --write docs

site: $(VENV)/.dev ## build the documentation site into build/site
	$(BIN)/python -m sphinx --builder html --fresh-env --fail-on-warning --keep-going --quiet \
		--doctree-dir build/site-doctrees docs build/site
	@echo 'The site is in build/site: open build/site/index.html'

api: $(VENV)/.dev ## write the lists of public names after a deliberate change of the API
	$(BIN)/python -m tests.support.public_api

stubs: $(VENV)/.dev ## write the type stub of the compiled kernel
	$(BIN)/python -m nanobind.stubgen -q -m oddtrick.solver._kernel_baseline -p kernel/bindings/stub.txt \
		-o src/oddtrick/solver/_kernel.pyi

# A first start does without: the compiler is 90 MB. An environment for development has it.
wasm: $(VENV)/.run ## build the page's solver and its strong bots for play without a network
	@echo 'Fetching the compiler and compiling: this takes about a minute.'
	@$(INSTALL) $$($(BIN)/python -c '$(WASM_REQUIRES)')
	@$(if $(wildcard $(VENV)/.dev),,ODDTRICK_NATIVE=1) $(INSTALL) --no-build-isolation --no-deps -e .

solve: $(VENV)/.dev ## write the solver page as a folder of static files, build/solve
	$(BIN)/python -m oddtrick.web.standalone_solver_page build/solve

wheel: $(VENV)/.dev ## build the wheel into dist/
	ODDTRICK_WASM=1 $(BIN)/python -m build --outdir '$(DIST)'

constraints: $(VENV)/.dev ## write deploy/constraints.txt, the versions in the container
	$(BIN)/python -m tests.support.lock_constraints

# An environment of its own: the tools of development are no part of an installation.
sbom: wheel ## write dist/sbom.json, what an installation with all parts of one machine consists of
	$(PYTHON) -m venv --clear build/sbom
	build/sbom/bin/python -m pip install --quiet --disable-pip-version-check \
		"$$(ls -t '$(DIST)'/oddtrick-*.whl | head -1)[$(PARTS)]"
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --mc-type application \
		--output-reproducible --output-format JSON --output-file '$(DIST)/sbom.json' build/sbom/bin/python

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Oddtrick needs Python 3.11 or newer: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(WORKS) || $(PYTHON) -m venv --clear $(VENV) || { \
		echo 'Oddtrick needs the venv module of Python: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

# The build tools stay in the venv and their output in build/, so that a change recompiles only what
# it touched. wheel builds jsonpath-rw, which mlcroissant needs and which comes as source only.
BUILD_REQUIRES := import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])

$(VENV)/.tools: pyproject.toml $(VENV)/.made
	@$(INSTALL) 'cmake>=3.25' ninja wheel $$($(BIN)/python -c '$(BUILD_REQUIRES)')
	@touch $@

# If only the kernel has changed, pip does not look for newer packages.
KERNEL := CMakeLists.txt $(shell find kernel -type f -not -path 'kernel/tests/*')
DEPS = $(if $(filter pyproject.toml $(VENV)/.tools,$?),,--no-deps)
HEADERS := import os, sys, sysconfig; \
	sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
COMPILER := for cxx in "$$CXX" c++ g++ clang++; do command -v "$$cxx" && exit; done >/dev/null; \
	echo 'Oddtrick needs a C++20 compiler: apt-get install g++, or make CXX=/path/to/c++' >&2; exit 1
PYTHON_H := $(BIN)/python -c '$(HEADERS)' || { \
	echo 'Oddtrick needs the headers of Python: apt-get install python3-dev' >&2; exit 1; }

# What an installation with the parts for players needs; it is fetched while the kernel is compiled.
RUN_REQUIRES := import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	parts = [project["optional-dependencies"][part] for part in ("terminal", "server", "drive")]; \
	print(*(f"{each!r}" for each in sum(parts, project["dependencies"])))

# Compiling prints nothing, so say that it takes a while.
PATIENCE := test -d build || echo 'Compiling the kernel: this takes about a minute, once.'

# The compiler of the solver for the page. Without it everything else is built and tested.
WASM_REQUIRES := import tomllib; \
	tools = tomllib.load(open("pyproject.toml", "rb"))["tool"]["scikit-build"]; \
	print(*(each for rule in tools["overrides"] for each in rule.get("build", {}).get("requires", ())))

$(VENV)/.run: pyproject.toml $(KERNEL) $(VENV)/.tools
	@$(COMPILER)
	@$(PYTHON_H)
	@$(PATIENCE)
	@$(if $(DEPS),true,$(BIN)/python -c '$(RUN_REQUIRES)' | xargs $(INSTALL)) & packages=$$!; \
	ODDTRICK_NATIVE=1 $(INSTALL) --no-build-isolation --no-deps -e .; kernel=$$?; \
	wait $$packages && exit $$kernel
	@touch $@

$(VENV)/.dev: pyproject.toml $(KERNEL) $(VENV)/.tools
	@$(COMPILER)
	@$(PYTHON_H)
	@$(PATIENCE)
	@$(INSTALL) $$($(BIN)/python -c '$(WASM_REQUIRES)') || \
		echo 'No zig for this machine: the page is built without its solver.' >&2
	$(INSTALL) --no-build-isolation $(DEPS) -e '.[terminal,server,postgres,redis,drive,arena,envs,dask,docs,dev]'
	@touch $(VENV)/.run $@
