// What the checker knows of threads, tasks and regions: each an automaton, whose address is in the tool's word.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "construct_counts.h"
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
  bool is_team = false;            // of a parallel construct: not a league, nor around an initial task
  ConstructCounts counts;          // of a team
};

// What a taskgroup waits for: its tasks and their descendants.
struct Group {
  Group* outer;
  std::atomic<int> open_tasks{0};
};

struct Held {
  ompt_mutex_t kind;
  ompt_wait_id_t id;
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
  Task* parent = nullptr;
  std::atomic<int> open_children{0};
  Group* born_in = nullptr;  // the taskgroup that waits for it
  Group* group = nullptr;    // the innermost taskgroup that what it makes belongs to
  ConstructCounts::Position at;
  std::vector<Held> held;  // locks and critical regions; those of nest locks once for each time
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

// Simple locks, by their id.
struct Locks {
  std::mutex guard;
  std::unordered_map<ompt_wait_id_t, long> held;  // how often acquired without a release
};

// A rule was broken: counted, and the first ones are printed.
[[gnu::format(printf, 1, 2)]] void violate(const char* format, ...);

}  // namespace checker
