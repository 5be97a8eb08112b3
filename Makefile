# The README's commands. Each may be the first one typed: it installs what is missing (Debian, root or sudo).
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
STEPS ?=

.PHONY: build demo test install check clean

build:
	@ci/install-dependencies build
	@cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING
	@cmake --build $(BUILD)

demo: build
	@ci/install-dependencies demo
	@BUILD=$(BUILD) demo/run

# The usual steps of ci/test (docs/building.md), or STEPS="unit abi". dropin and aarch64 run only when they are named.
test:
	@BUILD=$(BUILD) ci/test $(STEPS)

# The checks that take seconds: rooms, links, sizes, labels, format. Nothing needs to be built.
check:
	@ci/check-rooms && ci/check-links && ci/check-sizes && ci/check-labels && ci/check-format

install: build
	@DESTDIR="$(abspath $(DESTDIR))" cmake --install $(BUILD) --prefix "$(abspath $(PREFIX))"

clean:
	rm -rf $(BUILD)
