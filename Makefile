# The README's commands. Each may be the first one typed: it installs what is missing (Debian, root or sudo).
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
STRIP ?= --strip
STEPS ?=
# The commands read them from the environment: a folder's name may have blanks, which make's own functions split at.
export BUILD PREFIX DESTDIR

.PHONY: build demo test test-all install uninstall wheel deb check clean

build:
	@ci/install-dependencies build
	@ci/forget-moved-build "$$BUILD"
	@[ -e "$$BUILD/bin/xomp" ] || echo "building in $$BUILD/: about five minutes on two processors"
	@cmake -S . -B "$$BUILD" -G Ninja --log-level=WARNING
	@cmake --build "$$BUILD"

demo: build
	@ci/install-dependencies demo
	@demo/run

# Does it work here? Or the steps of STEPS="unit abi" (docs/building.md).
test:
	@ci/test $(STEPS)

# Every step of ci/test but those that run only when they are named.
test-all:
	@ci/test --all

# The checks that take seconds: rooms, links, sizes, ratchets, labels, format. Nothing needs to be built.
check:
	@ci/check-rooms && ci/check-links && ci/check-sizes && ci/check-ratchets && ci/check-labels && ci/check-format

# Relative folders are below this one. STRIP= keeps what debuggers read.
install: build
	@DESTDIR=$${DESTDIR:+$$(realpath -ms -- "$$DESTDIR")} && prefix=$$(realpath -ms -- "$$PREFIX") \
	  && export DESTDIR && cmake --install "$$BUILD" --prefix "$$prefix" $(STRIP)

# Removes what `make install` with the same PREFIX has put there, and nothing else.
uninstall:
	@cmake/uninstall.sh "$$(realpath -ms -- "$$PREFIX")"

# A wheel for each Python of each Linux with glibc 2.28 or newer, in dist/.
wheel:
	@ci/install-dependencies wheel
	@packaging/wheel

# Debian packages, in dist/.
deb:
	@ci/install-dependencies deb
	@packaging/deb

clean:
	rm -rf "$$BUILD"
