// Stands in for src/core/sleep/pressure.h: no other program wants the virtual machine's processors.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sleep {

struct alignas(platform::cache_line) OwnThreads {
  atomic<std::int32_t> awake{0};
  atomic<std::int32_t> processors{1};
  atomic<std::int32_t> active_roots{1};

  std::int32_t all() const { return awake.load(relaxed) + active_roots.load(relaxed); }
};
inline OwnThreads own_threads;

inline bool oversubscribed() { return own_threads.awake.load(relaxed) >= own_threads.processors.load(relaxed); }

inline bool is_swarm(std::int32_t) { return false; }

class Present {
 public:
  Present() { enter(); }
  ~Present() { leave(); }
  static void enter() { own_threads.awake.fetch_add(1, relaxed); }
  static void leave() { own_threads.awake.fetch_sub(1, relaxed); }
};

inline int processors_left() { return own_threads.processors.load(relaxed); }
inline bool others_want_processors() { return false; }
inline bool yields_do_harm() { return false; }
inline constexpr std::uint64_t kGap_ns = 100'000;
inline void note_gap(std::uint64_t) {}

class LoadWatch {
 public:
  void look() {}

 private:
  std::uint64_t unused_ = 0;
};

}  // namespace xomp::sleep
