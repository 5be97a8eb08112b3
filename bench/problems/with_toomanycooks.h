// What toomanycooks.cpp of each problem is written with: TooManyCooks' coroutines, on its executor for processors.
#pragma once

#define TMC_IMPL
#define TMC_PRIORITY_COUNT 1
#define TMC_TRIVIAL_TASK  // a task makes no check that it was awaited
#if __has_include(<hwloc.h>)
#define TMC_USE_HWLOC
#endif
#include <tmc/all_headers.hpp>

#include <cstddef>
#include <utility>

constexpr const char* library_name = "toomanycooks";
constexpr unsigned library_cutoffs = 0;

// The first call decides how many threads there are, and how they look for work.
template <class Result>
Result run_in_pool(int threads, tmc::work_stealing_strategy strategy, tmc::task<Result> task) {
  static const bool has_begun = [=] {
    tmc::ex_cpu& executor = tmc::cpu_executor();
#ifdef TMC_USE_HWLOC
    executor.set_thread_pinning_level(tmc::topology::thread_pinning_level::CORE);
#endif
    executor.set_thread_count(static_cast<std::size_t>(threads)).set_work_stealing_strategy(strategy).init();
    return true;
  }();
  (void)has_begun;
  return tmc::post_waitable(tmc::cpu_executor(), std::move(task)).get();
}
