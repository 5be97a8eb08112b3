// The fork and join that taskflow.cpp of each problem is written with: Taskflow's groups, by Taskflow itself or by XOMP's headers.
// with_tbb.h has the same names.
#pragma once

#include <taskflow/taskflow.hpp>

#include <cstddef>

constexpr const char* library_name = "taskflow";
constexpr bool needs_cutoff = false;

inline tf::Executor*& executor_in_use() {
  static tf::Executor* executor = nullptr;
  return executor;
}

class Group {
 public:
  template <class F>
  void spawn(F f) {
    group_.silent_async(f);
  }
  void sync() { group_.corun(); }

 private:
  tf::TaskGroup group_ = executor_in_use()->task_group();
};

template <class First, class... F>
void invoke(First first, F... f) {
  Group group;
  (group.spawn(f), ...);
  first();
  group.sync();
}

// The first call decides how many threads there are.
template <class F>
void with_threads(int threads, F f) {
  static tf::Executor executor(static_cast<std::size_t>(threads));
  executor_in_use() = &executor;
  executor.async([&f] { f(); }).get();
}
