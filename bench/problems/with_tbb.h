// The fork and join that tbb.cpp of each problem is written with: oneTBB's. with_native.h and
// with_threads.h have the same names.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <cstddef>

constexpr const char* library_name = "tbb";
constexpr bool needs_cutoff = false;

class Group {
 public:
  template <class F>
  void spawn(F f) {
    group_.run(f);
  }
  void sync() { group_.wait(); }

 private:
  tbb::task_group group_;
};

template <class... F>
void invoke(F... f) {
  tbb::parallel_invoke(f...);
}

// The first call decides how many threads there are.
template <class F>
void with_threads(int threads, F f) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  static tbb::task_arena arena(threads);
  arena.execute(f);
}
