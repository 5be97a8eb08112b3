// The fork and join that citor.cpp of each problem is written with: citor's pool, by its own header or the single one.
#pragma once

#if __has_include(<citor/thread_pool.h>)
#include <citor/hints.h>
#include <citor/thread_pool.h>
#else
#include <citor.hpp>
#endif

#include <cstddef>
#include <thread>

constexpr const char* library_name = "citor";
constexpr unsigned library_cutoffs = 0;

inline citor::ThreadPool*& pool_in_use() {
  static citor::ThreadPool* pool = nullptr;
  return pool;
}

// The last one is a call.
template <class... F>
void invoke(F&&... f) {
  pool_in_use()->forkJoin<citor::HintsDefaults>(f...);
}

// body(0) to body(count - 1); the last one is a call.
template <class Body>
void invoke_each(int count, const Body& body) {
  pool_in_use()->forkJoinAll<citor::HintsDefaults>(static_cast<std::size_t>(count),
                                                   [&body](std::size_t i) { body(static_cast<int>(i)); });
}

// The first call decides how many threads there are. As usually placed, citor has at most a thread a core; where all
// processors are wanted it has to be asked for the second threads of the cores, too.
template <class F>
void with_threads(int threads, F f) {
  const bool are_all = static_cast<unsigned>(threads) == std::thread::hardware_concurrency();
  static citor::ThreadPool pool(static_cast<std::size_t>(threads),
                                are_all ? citor::Affinity::PerCpuSmtPair : citor::Affinity::PerCpu);
  pool_in_use() = &pool;
  f();
}
