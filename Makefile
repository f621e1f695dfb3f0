# Wraps CMake, so that `make demo` and `make test` are all a newcomer must know.
PREFIX ?= /usr/local
RENYI := build/release/renyi
BUILD := cmake --build build/release

.PHONY: help setup build demo test bench install clean
help:
	@echo "make setup             install the Debian packages that are missing"
	@echo "make build             build the tool: $(RENYI)"
	@echo "make demo              build, run the main jobs on the examples, print the results"
	@echo "make test              build and run all tests"
	@echo "make bench             build and run the benchmarks: ratios to limits measured in the same run"
	@echo "make install PREFIX=/usr/local   install the tool, the library and its CMake package"
	@echo "make clean             remove all build folders"

setup:
	@scripts/setup build

build: setup
	@cmake --preset release -DRENYI_BUILD_TESTS=OFF -DRENYI_BUILD_BENCH=OFF > /dev/null
	@$(BUILD) --target renyi_cli

demo: build
	@scripts/demo $(RENYI)

test:
	@scripts/setup build test
	@cmake --preset release -DRENYI_BUILD_TESTS=ON -DRENYI_BUILD_BENCH=OFF > /dev/null
	@$(BUILD)
	@ctest --preset release

bench: setup
	@cmake --preset release -DRENYI_BUILD_TESTS=OFF -DRENYI_BUILD_BENCH=ON > /dev/null
	@$(BUILD) --target renyi_bench
	@build/release/renyi_bench

install: build
	@$(BUILD)
	@cmake --install build/release --prefix $(PREFIX)

clean:
	@rm -rf build
