// Threads that are lent, idle and end: POOL-1 (core/threads/crew.h).
#include "core/threads/crew.h"

#include "models/program.h"
#include "platform/thread.h"

namespace xomp::models {
namespace {

using threading::Crew;
using threading::CrewMember;

constexpr Limits kOne{.departures = 2, .departures_long = 3, .random = 1000, .most_steps = 40000};
constexpr Limits kTwo{.departures = 0, .departures_long = 1, .random = 3000, .most_steps = 40000};

// Lenders give one job after the other to threads of a crew; an idle thread ends when it has waited once.
template <int kLenders, int kJobs>
struct Lending {
  static constexpr int kThreads = kLenders * kJobs;
  struct Job {
    Lending* to;
    int number;
  };
  struct Idle {
    static std::uint64_t limit_ns() { return 1'000'000; }
    static bool is_over() { return true; }
    static bool ends() { return false; }
  };

  Crew crew;
  CrewMember lendable[kThreads];
  Job jobs[kThreads] = {};
  Marks done;
  Told over{0}, started{0}, ended{0}, lenders{0};
  atomic<int> made{0};

  static void* body(void* raw) {
    CrewMember& me = *static_cast<CrewMember*>(raw);
    Lending& all = *static_cast<Lending*>(me.owner);
    while (void* const raw_job = all.crew.wait_for_job(me, Idle{})) {
      const Job& job = *static_cast<Job*>(raw_job);
      all.done.set(job.number);
      tell(all.over);
      all.crew.put_idle(me, kThreads);
    }
    all.crew.put_spare(me);
    tell(all.ended);
    return nullptr;
  }
  void lend(Job& job) {
    if (CrewMember* const idle = crew.take_idle()) return Crew::lend(*idle, &job);
    CrewMember* thread = crew.take_spare();
    if (thread == nullptr) thread = &lendable[made.fetch_add(1, relaxed)];
    thread->owner = this;
    thread->job.store(&job, relaxed);  // published by the start
    require(crew.start(body, thread), "there are threads enough");
    tell(started);
  }
  void lend_all(int lender) {
    for (int i = 0; i < kJobs; ++i) {
      Job& job = jobs[lender * kJobs + i];
      job = {this, lender * kJobs + i};
      lend(job);
      let_all_sleep(any_of(4) * 12);
    }
    tell(lenders);
  }
  void run() {
    if constexpr (kLenders > 1)
      platform::start_thread([](void* all) -> void* { return static_cast<Lending*>(all)->lend_all(1), nullptr; }, this,
                             0);
    lend_all(0);
    wait_for(lenders, kLenders);
    wait_for(over, kThreads);
    done.all(kThreads, "each job is done, and once");
    wait_until([&] {
      crew.end_idle();  // the last ones come to the list a moment after their jobs
      return ended.load(acquire) == started.load(acquire);
    });
    require(crew.live() == 0, "who has ended is counted out");
  }
};
const RegisteredProgram<Lending<1, 2>> one("lend", "one thread lends", kOne);
const RegisteredProgram<Lending<2, 2>> two("lend-two", "two threads lend from one crew", kTwo);

}  // namespace
}  // namespace xomp::models
