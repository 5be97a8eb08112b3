// What ttg.cpp of each problem is written with: ttg.h, XOMP's or that of TTG on PaRSEC.
#pragma once

#include <ttg.h>

#include <cstdlib>

#include "../harness/problem.h"

inline constexpr const char* ttg_version = "ttg";

// The first call decides how many threads there are. Graphs may be built afterwards; they are not taken down at the end.
inline void begin_ttg(const Run* run) {
  static bool has_begun;
  if (has_begun) return;
  has_begun = true;
  static char name[] = "bench";
  static char* arguments[] = {name, nullptr};
  ttg::diagnose_off();
  ttg::initialize(1, arguments, run->threads);
  ttg::execute();
}
