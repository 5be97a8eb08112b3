// What the test programs of tests/ttg share.
#pragma once

#include <ttg.h>

#include <initializer_list>

#include "../check.h"

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

// The program's first argument is the number of threads.
inline void run_rounds(int argc, char** argv, int rounds, std::initializer_list<void (*)()> tests) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  for (int round = 0; round < rounds; ++round)
    for (void (*const test)() : tests) test();
  ttg::finalize();
}
