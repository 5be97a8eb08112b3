// The three ways of a fork that the problems of this folder are written in: xomp.h, oneTBB (-DUSE_TBB), none
// (-DUSE_NOTHING).
#pragma once

#if defined(USE_TBB)
#include <oneapi/tbb.h>
template <class F>
class Fork {
 public:
  explicit Fork(F f) { group_.run(f); }
  void join() { group_.wait(); }

 private:
  tbb::task_group group_;
};
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
template <class F>
void with_threads(int threads, F f) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute(f);
}
#elif defined(USE_NOTHING)
template <class F>
class Fork {
 public:
  explicit Fork(F f) { f(); }
  void join() {}
};
struct Group {
  template <class F>
  void spawn(F f) {
    f();
  }
  void sync() {}
};
template <class F>
void with_threads(int, F f) {
  f();
}
#else
#include <xomp.h>
template <class F>
class Fork {
 public:
  explicit Fork(F f) : task_(f) {}
  void join() { task_.sync(); }

 private:
  xomp::Spawned<F> task_;
};
using xomp::Group;
template <class F>
void with_threads(int threads, F f) {
  xomp::run(threads, f);
}
#endif
