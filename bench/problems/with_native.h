// The fork and join that native.cpp of each problem is written with: XOMP's own. with_tbb.h has the same names.
#pragma once

#include <xomp.h>

constexpr const char* library_name = "native";
constexpr bool needs_cutoff = false;

using xomp::Group;

template <class... F>
void invoke(F... f) {
  xomp::invoke(f...);
}

template <class F>
void with_threads(int threads, F f) {
  xomp::run(threads, f);
}
