// See run.h. The region before the measured one makes the threads; they and their memory are warm as in a program's
// second region.
#include "models/simulate/run.h"

#include "models/fiber/fiber.h"
#include "models/simulate/access.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

struct alignas(64) Job {  // as Settings
  const Program& program;
  const Settings& settings;
  Outcome outcome;
};

template <class Each>
void for_each_counter(Each&& each) {
  for (const sched::Worker* worker : sched::workers)
    if (worker != nullptr) each(worker->counters);
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

// Threads of a real machine never start alike. The seed says how: up to a microsecond late.
void arrive_late(std::uint64_t seed) {
  std::uint64_t x = (seed * 0x9e3779b97f4a7c15u) ^ (static_cast<std::uint64_t>(thread_number()) * 0xbf58476d1ce4e5b9u);
  x = (x ^ (x >> 31)) * 0x94d049bb133111ebu;
  spend((x >> 32) % 1'000'000);
}

void* main_thread(void* raw) {
  Job& job = *static_cast<Job*>(raw);
  parallel(job.settings.workers, [] {});
  forget_deeds();
  const Picoseconds start = running->clock;
  parallel(job.settings.workers, [&job] {
    arrive_late(job.settings.seed);
    job.program.run(job.settings);
  });
  job.outcome.time = running->clock - start;
  for (const auto& thread : world->time.threads())
    if (thread->state == VirtualThread::State::asleep && thread->slept_since < running->clock)
      thread->deeds.asleep += running->clock - thread->slept_since;
  // Not part of what is measured.
  running = nullptr;
  job.outcome.counts = count_engine();
  job.outcome.deferred = count_deferred();
  running = world->time.threads().front().get();
  return nullptr;
}

}  // namespace

Outcome run_program(const Program& program, const Settings& settings) {
  Job job{program, settings, {}};
  models::keep_per_fiber(sched::own_worker);
  keep_out(&sched::own_worker);
  world->time.start(main_thread, &job, 0);
  world->time.run();
  return job.outcome;
}

}  // namespace xomp::simulate
