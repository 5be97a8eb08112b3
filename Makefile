# The README's commands. Each may be the first one typed: it installs what it misses (Debian, root or sudo).
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

test:
	@BUILD=$(BUILD) ci/test $(STEPS)

# The quick ones only: rooms, links, sizes, format.
check:
	@ci/check-rooms && ci/check-links && ci/check-sizes && ci/check-labels && ci/check-format

install: build
	@DESTDIR="$(abspath $(DESTDIR))" cmake --install $(BUILD) --prefix "$(abspath $(PREFIX))"

clean:
	rm -rf $(BUILD)
