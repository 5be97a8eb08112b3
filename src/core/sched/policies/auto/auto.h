// auto, the default policy: what it keeps for each thread and for each team. The parts of the policy are in the files
// beside this one: pace.h (when a thief holds back), steal (where it looks), raid (victims that do not answer), serve
// (the victim's side), auto.cpp (the policy itself).
#pragma once

#include <cstdint>

#include "core/queue/split_deque.h"
#include "core/sched/engine.h"

namespace xomp::sched {

inline constexpr std::int32_t kLeastEnough = 4;

// What a thread knows of its thefts. Times in ticks.
struct Thefts {
  std::uint64_t last = 0;   // when it had the task
  std::uint64_t usual = 0;  // what a theft takes, over some of them
  std::uint64_t rests_until = 0;
  std::uint64_t moved = 0;  // when the bottom of a victim with plenty was last seen to have moved
  std::uint32_t seen_bottom = 0;
  bool running = false;      // it has not looked for the next task since
  bool was_long = false;     // what the last theft but one led to took much longer than a theft
  bool from_plenty = false;  // the last victim had many more tasks, and makes or runs some
};

// Threads of a large team whose numbers are near each other; most often they are near in the machine, too. All hints.
struct alignas(platform::cache_line) Cluster {
  atomic<std::int32_t> producer{0};     // one of them that took several tasks not long ago
  atomic<std::uint64_t> away_until{0};  // in ticks: till then one of them is at the team's producer for all of them
};

class Auto {
 public:
  struct Thread {
    // Tasks that this thread may still run without asking anybody. Its own struct says who writes what.
    queue::SplitDeque<Task> deque;

    // --- this thread only ---
    // Tasks in the deque from which on, deep in a recursion, new ones run in place; and how many tasks the thread had
    // created when `enough` was last found too small, or was halved.
    alignas(platform::cache_line) std::int32_t enough = kLeastEnough;
    std::uint64_t enough_since = 0;
    std::int32_t last_victim = 0;
    std::uint64_t next_wake = 0, next_service = 0;   // in ticks: no sleeper is woken, no request served before
    std::int32_t vain_looks = 0, skipped_looks = 0;  // rounds of looks at victims
    Thefts thefts;
  };

  explicit Auto(int) {}

  static Holder put(Worker& me, Task* t);
  static bool put_ready(Worker& me, Task* t, bool is_next);
  static Task* pop(Worker& me, Allowed);
  static Task* get(Worker& me, Allowed allowed);
  static Task* search(Worker& me, Allowed allowed, Effort effort);
  static Grant grant_in_place(Worker& me);
  static const atomic<std::uint32_t>& request_word(const Thread& own) { return own.deque.request_word(); }
  static int most_skipped(Worker&) { return 64; }
  static void share(Worker& me, Going where);
  static bool is_requested(Worker& me);
  static std::uint32_t position(const Thread& own) { return own.deque.bottom(); }
  static void begin_region(Worker& me);
  static Work has_work(Worker& me, Effort effort);
  static void before_sleep(Worker& me, Allowed allowed);
  template <class Visit>
  static void drain(TeamTasks&, TeamThread& survivor, Visit&& visit);

  // --- of the team; hints all of them, any thread writes them ---

  // A thread that had tasks for many not long ago: of use to those only that are without any.
  alignas(platform::cache_line) atomic<std::int32_t> producer{0};
  alignas(platform::cache_line) atomic<std::uint64_t> next_raid{0};  // in ticks: nobody raids before
  static constexpr std::int32_t kClusters = 8;
  Cluster clusters[kClusters];
};

namespace automatic {

using SplitDeque = queue::SplitDeque<Task>;

inline Auto::Thread& own_of(Worker& me) { return part_of<Auto>(*me.thread); }
inline SplitDeque& deque_of(TeamThread& thread) { return part_of<Auto>(thread).deque; }
inline const SplitDeque& deque_of(const TeamThread& thread) { return part_of<Auto>(thread).deque; }

// A thread that may run anything takes several tasks at once where many threads look for some: the others then find
// them here, and not all at the victim's end.
inline constexpr int kMostTogether = 16;

// Where many threads look, most of them find nothing at random if one has all.
inline void note_producer(TeamTasks& team, const TeamThread& thread) {
  if (!is_many(team)) return;
  atomic<std::int32_t>& producer = object_of<Auto>(team).producer;
  if (producer.load(relaxed) != thread.number) producer.store(thread.number, relaxed);  // hint
}

inline Cluster& cluster_of(const TeamThread& thread) {
  const TeamTasks& team = *thread.team;
  return object_of<Auto>(team).clusters[thread.number * Auto::kClusters / team.size % Auto::kClusters];
}

// Gives the thread's deque its ring, at its first task.
void make_ring(TeamThread& thread);

// steal.cpp
Task* steal(Worker& me, Allowed allowed);
// A constrained thread found nothing that it may take: a task that it waits for may stand behind others at a public end.
// Those go to the shared queue, where everybody may pick.
Task* dig(Worker& me, Effort effort);

// raid.cpp. What there is for a thread that finds nothing; what threads inside long tasks keep from it, it gets.
Work raid_someone(Worker& me, Effort effort);

// serve.cpp. A thief wants work: moves half of the own deque's private tasks to its public side and wakes a sleeper
// (SLEEP-1). Follows a push that says so; where many ask, not each one.
void serve(Worker& me);
// Before the thread goes into a task, which may be long.
[[gnu::noinline]] void serve_before_task(Worker& me);
// A new task was made, and no thief asks: after a while half as many tasks are enough.
void need_fewer(TeamThread& thread);

}  // namespace automatic

}  // namespace xomp::sched
