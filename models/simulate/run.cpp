// See run.h. Some regions before the measured one make the threads, and have them wait for the next region awake, as in
// a program that starts one region after the other.
#include "models/simulate/run.h"

#include "models/fiber/fiber.h"
#include "models/simulate/access.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

constexpr int kRegionsBefore = 4;

struct alignas(64) Job {  // as Settings
  const Program& program;
  const Settings& settings;
  Outcome outcome;
};

template <class Each>
void for_each_counter(Each&& each) {
  for (int i = 0; i < sched::kMaxWorkers; ++i)
    if (sched::Worker* const worker = sched::workers[i]) each(worker->counters);
}

void forget_engine_counts() {
  for_each_counter([](sched::Counters& c) {
    for (auto* count : {&c.undeferred, &c.overflowed, &c.stolen, &c.raids, &c.requests_sent, &c.requests_served,
                        &c.requests_refused, &c.pushed_near, &c.pushed_far, &c.moved})
      count->store(0, relaxed);
  });
}

EngineCounts count_engine() {
  EngineCounts sum;
  for_each_counter([&](const sched::Counters& c) {
    sum.undeferred += c.undeferred.load(relaxed);
    sum.overflowed += c.overflowed.load(relaxed);
    sum.stolen += c.stolen.load(relaxed);
    sum.raids += c.raids.load(relaxed);
    sum.requests_sent += c.requests_sent.load(relaxed);
    sum.requests_served += c.requests_served.load(relaxed);
    sum.requests_refused += c.requests_refused.load(relaxed);
    sum.pushed_near += c.pushed_near.load(relaxed);
    sum.pushed_far += c.pushed_far.load(relaxed);
    sum.moved += c.moved.load(relaxed);
  });
  return sum;
}

std::uint64_t count_deferred() {
  const team::Thread& initial = static_cast<team::Thread&>(*sched::own_worker->thread);
  std::uint64_t sum = 0;
  const team::Team& team = *initial.kept_team;
  for (int i = 0; i < team.size; ++i) sum += team.threads[i]->created.load(relaxed);
  return sum;
}

// Threads of a real machine never start alike. So each arrives up to a microsecond late, as the seed says.
void arrive_late(std::uint64_t seed) {
  std::uint64_t x = (seed * 0x9e3779b97f4a7c15u) ^ (static_cast<std::uint64_t>(thread_number()) * 0xbf58476d1ce4e5b9u);
  x = (x ^ (x >> 31)) * 0x94d049bb133111ebu;
  spend((x >> 32) % 1'000'000);
}

void run_once(Job& job) {
  parallel(job.settings.workers, [&job] {
    arrive_late(job.settings.seed);
    job.program.run(job.settings);
  });
}

void* main_thread(void* raw) {
  Job& job = *static_cast<Job*>(raw);
  for (int i = 0; i < kRegionsBefore; ++i) parallel(job.settings.workers, [] {});
  for (int i = 0; i < job.settings.warm_runs; ++i) run_once(job);
  forget_deeds();
  VirtualThread* const me = running;
  running = nullptr;  // what stands between takes no time
  forget_engine_counts();
  running = me;
  const Picoseconds start = running->clock;
  run_once(job);
  job.outcome.time = running->clock - start;
  for (const auto& thread : world->time.threads())
    if (thread->state == VirtualThread::State::asleep && thread->slept_since < running->clock)
      thread->deeds.asleep += running->clock - thread->slept_since;
  running = nullptr;
  job.outcome.counts = count_engine();
  job.outcome.deferred = count_deferred();
  running = me;
  return nullptr;
}

}  // namespace

Outcome run_program(const Program& program, const Settings& settings) {
  Job job{program, settings, {}};
  tasks_are_untied = settings.untied;
  models::keep_per_fiber(sched::own_worker);
  keep_out(&sched::own_worker);
  world->time.start(main_thread, &job, 0);
  world->time.run();
  return job.outcome;
}

}  // namespace xomp::simulate
