// What the checker knows of threads, tasks, regions and locks: each an automaton, whose address is in the tool's word.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "omp-tools.h"

namespace checker {

enum class Scope : int { region, sync, wait, work, masked, reduction };

struct Region {
  static constexpr std::uint64_t kMark = 0x5245474e;
  std::uint64_t mark = kMark;
  ompt_data_t* word = nullptr;
  bool ended = false;
  std::atomic<int> begun_threads{0};
  std::atomic<int> open_tasks{0};  // explicit tasks of the region that have not ended
};

enum class Life : int { created, running, suspended, ended };

struct OpenScope {
  Scope scope;
  int kind;
};

struct Task {
  static constexpr std::uint64_t kMark = 0x5441534b;
  std::uint64_t mark = kMark;
  ompt_data_t* word = nullptr;
  int flags = 0;
  bool has_dependences = false;
  std::atomic<bool> dependences_told{false};
  std::atomic<bool> fulfilled{false}, detached{false}, cancelled{false};
  std::atomic<Life> life{Life::created};
  Region* region = nullptr;
  // What it is in, innermost last. Scopes nest in a task; a thread may leave a waiting task for another one.
  std::vector<OpenScope> scopes;
};

struct Thread {
  static constexpr std::uint64_t kMark = 0x54485244;
  std::uint64_t mark = kMark;
  ompt_data_t* word = nullptr;
  bool ended = false;
  std::vector<Task*> implicit, around;  // innermost last; what the thread executed before each of them
  std::vector<Region*> regions;
  Task* current = nullptr;
  // The mutex whose acquire was reported, and nothing since.
  int wanted_kind = 0;
  ompt_wait_id_t wanted = 0;
};

// Locks by their id.
struct Locks {
  std::mutex guard;
  std::unordered_map<ompt_wait_id_t, int> held;  // how often acquired without a release
};

// A rule was broken: counted, and the first ones are printed.
[[gnu::format(printf, 1, 2)]] void violate(const char* format, ...);

}  // namespace checker
