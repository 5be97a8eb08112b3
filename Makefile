# The two commands of the README, and what they are made of. Each target installs what it misses (Debian, root or sudo).
BUILD ?= build
PREFIX ?= /usr/local

.PHONY: build demo test install clean
build:
	@ci/install-dependencies build
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build $(BUILD)

clean:
	rm -rf $(BUILD)
