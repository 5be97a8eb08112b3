// What libfork.cpp of each problem is written with: libfork's coroutines, on its pool whose idle threads sleep.
#pragma once

#if __has_include(<hwloc.h>)
#define LF_USE_HWLOC
#endif
#include <libfork.hpp>

#include <cstddef>

constexpr const char* library_name = "libfork";
constexpr unsigned library_cutoffs = 0;

// The first call decides how many threads there are.
template <class Function, class... Arguments>
auto run_in_pool(int threads, Function function, Arguments... arguments) {
  static lf::lazy_pool pool(static_cast<std::size_t>(threads));
  return lf::sync_wait(pool, function, arguments...);
}
