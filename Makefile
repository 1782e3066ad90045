# SPDX-License-Identifier: Apache-2.0
# `make demo` and `make test` are all a newcomer needs: each installs what is missing, builds and
# runs. `make help` lists the rest.
BUILD ?= build
ASAN_BUILD ?= build-asan
LINT_BUILD ?= build-lint
JOBS ?= $(shell nproc)

.PHONY: help demo test test-asan test-asan-changed test-frameworks bench-harness locks program build setup lint format clean bench-monitor bench-yardstick test-torture test-r bench-analyze bench-folders bench-plan test-designs test-paper bench-forecast bench-runners test-browser bench-report bench-turns

help:
	@echo "make demo       install what is missing, build, and run the first study"
	@echo "make test       install what is missing, build, and run all tests"
	@echo "make build      the program, build/trena"
	@echo "make test-frameworks  every framework installed, proven equal and trained; 6 GB of disk"
	@echo "make bench-yardstick  which yardstick explains a training's time best; 6 minutes"
	@echo "make test-torture  trena killed 1,000 times and resumed; nothing may be lost"
	@echo "make test-r     statistics of 200 random designs against R (lmerTest, emmeans, multcomp), which it installs"
	@echo "make test-designs  two-level designs beside pyDOE, a second opinion"
	@echo "make test-paper  figures drawn and a paper compiled; installs vl-convert and TeX, 400 MB"
	@echo "make test-browser  report pages opened in Chromium, which it installs"
	@echo "make test-asan  all tests in a build with sanitizers (without libtorch)"
	@echo "make test-asan-changed  of the folders that changed within a day of the last commit; MINUTES=25"
	@echo "make bench-harness    what trena adds to a run, beside JUBE, ReFrame and hyperfine"
	@echo "make bench-monitor  what a sample costs, beside psutil, psrecord and pidstat; a minute"
	@echo "make bench-analyze  analysing a table, beside R, statsmodels, polars and a loop; 5 minutes"
	@echo "make bench-folders  analysing 100,000 run folders, beside a loop that only reads them; 3 minutes"
	@echo "make bench-plan  a plan of 100,000 runs made, saved and loaded, beside pyDOE"
	@echo "make bench-forecast  forecasts from pilots against whole runs, beside sky bench's rule; 50 minutes"
	@echo "make bench-report  pages of 240 runs with 100,000 samples, and of 5,000 runs; a minute"
	@echo "make bench-turns  what turns gain and cost, beside hyperfine and duets; 20 minutes a PART"
	@echo "make bench-runners  our runners in turns with loops written by hand; an hour or more"
	@echo "make lint       clang-format and clang-tidy"
	@echo "make format     let clang-format mend the layout"
	@echo "make clean      remove the builds"

demo: program
	$(BUILD)/trena run examples/first.yaml

test: build
	@cmake/setup.sh test
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS)

# The program without its tests: what the demo needs.
program: $(BUILD)/build.ninja
	@cmake --build $(BUILD) --target trena trena-caffe trena-data trena-fake trena-libtorch

build: $(BUILD)/build.ninja
	@cmake --build $(BUILD)

# Who wants to run it builds everything once: the files of a library in one go, a third of the time.
# Who changes it (`make build` in a fresh folder) recompiles one file at a time.
demo test program: UNITY ?= ON
UNITY ?= OFF

$(BUILD)/build.ninja: | setup
	@cmake -S . -B $(BUILD) -G Ninja -DTRENA_UNITY=$(UNITY) > /dev/null

setup:
	@cmake/setup.sh

# libtorch's own libraries are not instrumented and report false leaks, so its runner stays out.
$(ASAN_BUILD)/build.ninja: | setup
	@cmake -S . -B $(ASAN_BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTRENA_SANITIZE=ON -DTRENA_LIBTORCH=OFF -DTRENA_UNITY=ON > /dev/null

test-asan: $(ASAN_BUILD)/build.ninja
	@cmake/setup.sh test
	@cmake --build $(ASAN_BUILD)
	ctest --test-dir $(ASAN_BUILD) --output-on-failure --no-tests=error -j $(JOBS)

# What `.ci/run` has time for.
test-asan-changed: $(ASAN_BUILD)/build.ninja
	@cmake/setup.sh test
	.ci/sanitize $(ASAN_BUILD) $(or $(MINUTES),25)

test-browser: setup $(BUILD)/build.ninja
	@cmake/setup.sh browser
	@cmake --build $(BUILD) --target make_pages
	tests/browser/run.sh $(abspath $(BUILD))

test-torture: build
	TRENA_KILLS=1000 $(BUILD)/tests/end_to_end_test --gtest_filter='Torture.*'

# One framework after the other, each removed when it is done: at most 6 GB at once.
test-frameworks: setup $(BUILD)/build.ninja
	@cmake/setup.sh test
	@cmake/setup.sh frameworks
	@cmake --build $(BUILD) --target trena trena-caffe trena-data trena-libtorch frameworks_test
	$(BUILD)/tests/frameworks_test

# The rivals come from Debian and, ReFrame, into an environment of its own.
bench-harness: setup $(BUILD)/build.ninja
	@cmake/setup.sh bench
	@cmake --build $(BUILD) --target trena harness_bench
	@test -x $(BUILD)/bench/reframe/bin/reframe || { python3 -m venv $(BUILD)/bench/reframe && \
	  $(BUILD)/bench/reframe/bin/pip install -q -r bench/harness/requirements.txt; }
	$(BUILD)/bench/harness_bench --trena $(abspath $(BUILD))/trena \
	  --reframe $(abspath $(BUILD))/bench/reframe/bin/reframe --scratch $(BUILD)/bench/scratch \
	  --output $(BUILD)/bench/harness.json $(BENCH_OPTIONS)

bench-monitor: setup $(BUILD)/build.ninja
	@cmake/setup.sh bench
	@cmake --build $(BUILD) --target bench_monitor
	@test -x $(BUILD)/bench/monitor-venv/bin/psrecord || { \
	  python3 -m venv $(BUILD)/bench/monitor-venv && \
	  $(BUILD)/bench/monitor-venv/bin/pip install -q -r bench/monitor/requirements.txt; }
	python3 bench/monitor/run.py $(BUILD)

# RUNS, LABEL and FRAMEWORK say how much, on what kind of a day, and of what.
bench-yardstick: program
	@cmake --build $(BUILD) --target bench_yardstick
	$(BUILD)/bench/yardstick/bench_yardstick --runs $(or $(RUNS),40) \
	  --label "$(or $(LABEL),quiet)" --framework "$(or $(FRAMEWORK),libtorch)"

test-r: setup $(BUILD)/build.ninja
	@cmake/setup.sh r
	@cmake --build $(BUILD) --target stats_test
	TRENA_R_DESIGNS=200 $(BUILD)/src/stats/stats_test --gtest_filter='ModelsR.*:FactorialR.*:RemlR.*:ManyToOneR.*:ComparisonsR.*'

# ROUNDS=3 is a shorter one.
bench-analyze: program
	@cmake/setup.sh bench
	@mkdir -p $(BUILD)/bench
	@gcc -O2 -o $(BUILD)/bench/analyze_loop bench/analyze/loop.c
	@test -x $(BUILD)/bench/analyze-venv/bin/python || { \
	  python3 -m venv $(BUILD)/bench/analyze-venv && \
	  $(BUILD)/bench/analyze-venv/bin/pip install -q -r bench/analyze/requirements.txt; }
	python3 bench/analyze/run.py $(BUILD) $(ROUNDS)

bench-folders: program
	python3 bench/analyze/folders.py $(BUILD) $(ROUNDS)

bench-plan: setup $(BUILD)/build.ninja $(BUILD)/pydoe/bin/python
	@cmake --build $(BUILD) --target plan_bench
	python3 bench/plan/run.py $(BUILD) $(ROUNDS)

# ROUNDS=1 is a shorter one; FRAMEWORKS=libtorch installs nothing; EPOCHS=18 has runs, and so pilots,
# three times as long.
bench-forecast: program
	@mkdir -p $(BUILD)/bench
	python3 bench/forecast/run.py $(BUILD) "$(ROUNDS)" "$(FRAMEWORKS)" "$(EPOCHS)"

# MINUTES=5 FRAMEWORKS="libtorch jax@0.10.2" is a shorter one. Frameworks come into the user's cache.
bench-runners: program
	@cmake/setup.sh runners
	python3 bench/runners/run.py $(BUILD) "$(MINUTES)" $(FRAMEWORKS)

# PART is variance (STUDY, BLOCKS, TURN), lengths or rivals (ROUNDS); LOAD: how many programs come and go beside it.
bench-turns: program
	@cmake/setup.sh bench
ifeq ($(or $(PART),variance),variance)
	python3 bench/turns/variance.py $(BUILD) "$(STUDY)" "$(BLOCKS)" "$(LOAD)" "$(TURN)"
else
	python3 bench/turns/$(PART).py $(BUILD) "$(ROUNDS)" "$(LOAD)"
endif

bench-report: program
	@cmake/setup.sh browser
	@cmake --build $(BUILD) --target make_pages
	@mkdir -p $(BUILD)/bench
	@test -x $(BUILD)/bench/report-venv/bin/python || { \
	  python3 -m venv $(BUILD)/bench/report-venv && \
	  $(BUILD)/bench/report-venv/bin/pip install -q -r bench/report/requirements.txt; }
	python3 bench/report/run.py $(abspath $(BUILD)) $(ROUNDS)

# Older releases of pyDOE are wrong about fractions (its pull requests 156 and 157).
$(BUILD)/pydoe/bin/python:
	python3 -m venv $(BUILD)/pydoe && $(BUILD)/pydoe/bin/pip install -q pyDOE==1.6.0

test-designs: program $(BUILD)/pydoe/bin/python
	$(BUILD)/pydoe/bin/python tests/designs_pydoe.py $(BUILD)/trena

# vl-convert draws the figures; it is a Python package.
$(BUILD)/figures/bin/python3:
	python3 -m venv $(BUILD)/figures && $(BUILD)/figures/bin/pip install -q vl-convert-python==1.9.0.post1

test-paper: setup $(BUILD)/build.ninja $(BUILD)/figures/bin/python3
	@cmake/setup.sh paper
	@cmake --build $(BUILD) --target trena trena-fake report_test end_to_end_test
	PATH=$(abspath $(BUILD))/figures/bin:$$PATH $(BUILD)/src/report/report_test --gtest_filter='Figures*'
	PATH=$(abspath $(BUILD))/figures/bin:$$PATH $(BUILD)/tests/end_to_end_test --gtest_filter='Report.*'

# The packages of every framework anew, from runners/*/*.in.
locks:
	runners/common/lock.sh

SOURCES = $(shell git ls-files '*.cc' '*.h')

# clang-tidy cannot read GCC's precompiled headers, so it has a build folder without them. Nor can
# it read libtorch 1.13's headers as C++20, nor Caffe's, which come when it is installed: what includes
# them is left to GCC's warnings.
TORCH_SOURCES = $(shell grep -lE '<(torch|ATen|c10|caffe)/|libtorch/(images|machine|model|optimizer)\.h' $(SOURCES))
lint: setup
	@cmake/setup.sh lint
	clang-format-19 --dry-run --Werror $(SOURCES)
	@cmake -S . -B $(LINT_BUILD) -G Ninja -DTRENA_PCH=OFF -DTRENA_UNITY=ROOMS > /dev/null
	@cmake --build $(LINT_BUILD) --target trena_commit
	python3 cmake/tidy_units.py $(LINT_BUILD) $(filter %.cc,$(TORCH_SOURCES)) | \
	  xargs -P $(JOBS) -n 1 clang-tidy-19 --quiet --checks=-bugprone-suspicious-include -p $(LINT_BUILD)

format:
	@cmake/setup.sh lint
	clang-format-19 -i $(SOURCES)

clean:
	rm -rf $(BUILD) $(ASAN_BUILD) $(LINT_BUILD)
