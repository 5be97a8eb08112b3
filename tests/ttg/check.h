// What the test programs of tests/ttg share.
#pragma once

#include <ttg.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      std::fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                               \
    }                                                                             \
  } while (0)

// How many objects of it exist, how often it was copied and moved.
struct Counted {
  static inline std::atomic<int> alive{0}, copies{0}, moves{0};
  static void forget() { copies = moves = 0; }
  int value = 0;
  char more[100] = {};

  Counted(int v = 0) : value(v) { ++alive; }
  Counted(const Counted& o) : value(o.value) { ++alive, ++copies; }
  Counted(Counted&& o) noexcept : value(o.value) {
    o.value = -1;
    ++alive, ++moves;
  }
  Counted& operator=(const Counted& o) {
    value = o.value;
    ++copies;
    return *this;
  }
  Counted& operator=(Counted&& o) noexcept {
    value = o.value;
    ++moves;
    return *this;
  }
  ~Counted() { --alive; }
};
