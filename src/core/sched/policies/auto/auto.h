// auto, the default policy: what it keeps for each thread and for each team. The files beside this one have its parts:
// pace.h (when a thief holds back), steal (where it looks), raid (victims that serve no requests), serve (the victim's
// side), auto.cpp (the policy itself).
#pragma once

#include <cstdint>

#include "core/sched/engine.h"
#include "core/sched/policies/auto/deques.h"

namespace xomp::sched {

inline constexpr std::int32_t kLeastEnough = 4;

// What a thread knows of its thefts. Times are in ticks; the thread alone reads and writes them.
struct Thefts {
  std::uint64_t last = 0;   // when the last theft had its task
  std::uint64_t usual = 0;  // how long a theft takes, averaged over some of them
  std::uint64_t rests_until = 0;
  std::uint64_t moved = 0;  // when the bottom of a victim with plenty was last seen to have moved
  std::uint32_t seen_bottom = 0;
  bool running = false;      // the thread has not looked for its next task since
  bool was_long = false;     // the work that the last theft but one led to took much longer than a theft
  bool was_tiny = false;     // it was over before two thefts would have been
  bool from_plenty = false;  // the last victim had many more tasks, and makes or runs some
};

// A cluster: threads of a large team whose numbers are near each other. Most often they are near in the machine, too,
// so a task that stays in the cluster stays near. All fields are hints.
struct alignas(platform::cache_line) Cluster {
  atomic<std::int32_t> producer{0};     // a thread of the cluster that took several tasks not long ago
  atomic<std::uint64_t> away_until{0};  // in ticks: until then one of them is at the team's producer for all of them
};

class Auto {
 public:
  struct Thread {
    // Tasks that this thread has queued. The deques' own page says which thread writes what.
    Deques deques;

    // --- this thread only ---
    // With so many tasks in the newest deque new ones run in place, deep in a recursion. `enough_since`: how many tasks the
    // thread had created when `enough` was last found too small, or was halved.
    alignas(platform::cache_line) std::int32_t enough = kLeastEnough;
    std::uint64_t enough_since = 0;
    std::int32_t last_victim = 0;
    std::int32_t siblings = 0;  // that the current task had made when a request was last served before one of them
    std::uint64_t next_wake = 0, next_service = 0;   // in ticks: no sleeper is woken, no request served before
    std::int32_t vain_looks = 0, skipped_looks = 0;  // rounds of looks at victims
    Thefts thefts;
  };

  explicit Auto(int) {}

  // Lives while a task from another thread runs, so that what that task puts is kept apart from what was put before.
  class Apart {
   public:
    Apart(Worker& me, Task* t);
    ~Apart();
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

   private:
    void bring_back();

    Worker& me_;
    bool opened_ = false;
    bool rooted_ = false;
    Task* root_before_ = nullptr;
  };

  static Holder put(Worker& me, Task* t);
  static bool put_quietly(Worker& me, Task* t);
  static bool put_ready(Worker& me, Task* t, bool is_next);
  static Task* pop(Worker& me, Allowed);
  static Task* get(Worker& me, Allowed allowed);
  static Task* search(Worker& me, Allowed allowed, Effort effort);
  static Grant grant_in_place(Worker& me);
  static Grant grant_range(Worker& me);
  static const atomic<std::uint32_t>& request_word(const Thread& own) { return own.deques.request_word(); }
  static int most_skipped(Worker&) { return 64; }
  static void share(Worker& me, Going where);
  static bool is_requested(Worker& me);
  static std::uint32_t position(const Thread& own) { return own.deques.newest().bottom(); }
  static Task* freeze(Worker& me);
  static void thaw(Worker& me, std::uint32_t position, Task* frozen);
  static void begin_region(Worker& me);
  static Work has_work(Worker& me, Effort effort);
  static void before_sleep(Worker& me, Allowed allowed);
  template <class Visit>
  static void drain(TeamTasks&, TeamThread& survivor, Visit&& visit);

  // --- the team's; all are hints, and any thread writes them ---

  // The recent producer: a thread that had tasks for many not long ago. Only threads without tasks read it.
  alignas(platform::cache_line) atomic<std::int32_t> producer{0};
  alignas(platform::cache_line) atomic<std::uint64_t> next_raid{0};  // in ticks: nobody raids before
  static constexpr std::int32_t kClusters = 8;
  Cluster clusters[kClusters];
};

namespace automatic {

using SplitDeque = RootedDeque;

inline Auto::Thread& own_of(Worker& me) { return part_of<Auto>(*me.thread); }
inline SplitDeque& deque_of(Worker& me) { return own_of(me).deques.newest(); }
inline Deques& deques_of(TeamThread& thread) { return part_of<Auto>(thread).deques; }
inline const Deques& deques_of(const TeamThread& thread) { return part_of<Auto>(thread).deques; }

// Where many threads look for tasks, a thread that may run anything takes several at once. The others then find them
// with this thread, and do not all meet at the victim's end.
inline constexpr int kMostTogether = 16;

// Notes the recent producer. If one thread has all tasks, most of many threads would find nothing at random.
inline void note_producer(TeamTasks& team, const TeamThread& thread) {
  if (!is_many(team)) return;
  atomic<std::int32_t>& producer = object_of<Auto>(team).producer;
  if (producer.load(relaxed) != thread.number) producer.store(thread.number, relaxed);  // hint
}

inline int cluster_number(int thread, int team_size) { return thread * Auto::kClusters / team_size % Auto::kClusters; }
inline Cluster& cluster_of(const TeamThread& thread) {
  const TeamTasks& team = *thread.team;
  return object_of<Auto>(team).clusters[cluster_number(thread.number, team.size)];
}

// steal.cpp
Task* steal(Worker& me, Allowed allowed);
// Called when a constrained thread found nothing that it may take. A task that it waits for may stand behind others at
// a public end. So those go to the shared queue, where every thread may pick.
Task* dig(Worker& me, Effort effort);

// raid.cpp. Says what there is for a thread that finds nothing. It makes public what threads inside long tasks keep.
Work raid_someone(Worker& me, Effort effort);

// serve.cpp. Serves a steal request: moves half of the own deque's private tasks to its public side and wakes a sleeper
// (SLEEP-1). Called after a push that found a request; where many threads request, not each push serves one.
void serve(Worker& me);
// As serve(), before the thread goes into a task, which may be long: no request is put off.
[[gnu::noinline]] void serve_before_task(Worker& me);
// Called when the deque holds too few tasks for a grant. If no service has found too few for a while, half as many must
// do.
void need_fewer(TeamThread& thread);

}  // namespace automatic

}  // namespace xomp::sched
